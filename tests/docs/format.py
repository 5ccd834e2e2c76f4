#!/usr/bin/env python3
# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Names every file that its formatter would change. Only one version of each formatter is asked: others break lines elsewhere.

usage: python3 tests/docs/format.py cpp|python [ROOT]

cpp is C++ and CUDA with clang-format 14, python is Python with black 23. Exit codes: 0 all are formatted, 1 some are not,
77 the formatter of that version is missing.
"""
import pathlib
import re
import subprocess
import sys

import rooms
from tools import SKIPPED, findProgram

FOLDERS = ("app", "docs", "jobs", "kernels", "lib", "meshes", "partition", "tests")


class ClangFormat:
    name = "clang-format 14"
    suffixes = rooms.SOURCES
    programs = ("clang-format-14", "clang-format")
    version = "clang-format version 14."
    remedy = "clang-format-14 -i does it"

    @staticmethod
    def arguments(_):
        return ["--dry-run", "--style=file"]

    @staticmethod
    def unformatted(told):
        """Paths in what the program says."""
        return {line.split(":")[0] for line in told.splitlines() if "[-Wclang-format-violations]" in line}


class Black:
    name = "black 23"
    suffixes = {".py"}
    programs = ("black",)
    version = "black, 23."
    remedy = "black does it"

    @staticmethod
    def arguments(root):
        return ["--check", "--config", str(root / "pyproject.toml")]

    @staticmethod
    def unformatted(told):
        """Paths in what the program says; a file that it cannot read is no Python."""
        return set(re.findall(r"^(?:would reformat|error: cannot format) (.*?\.py)\b", told, re.MULTILINE))


FORMATTERS = {"cpp": ClangFormat, "python": Black}


def main(arguments):
    if not arguments or arguments[0] not in FORMATTERS:
        print(__doc__, file=sys.stderr)
        return 2
    formatter = FORMATTERS[arguments[0]]
    root = pathlib.Path(arguments[1] if len(arguments) > 1 else pathlib.Path(__file__).resolve().parents[2])
    program = findProgram(formatter.programs, formatter.version)
    if program is None:
        print(f"skipped: there is no {formatter.name}")
        return SKIPPED
    files = [path for folder in FOLDERS for path in sorted((root / folder).rglob("*"))]
    files = [str(path) for path in files if path.suffix in formatter.suffixes]
    command = [program, *formatter.arguments(root), *files]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    unformatted = sorted(formatter.unformatted(done.stderr))
    for path in unformatted:
        print(f"{pathlib.Path(path).relative_to(root)}: not formatted: {formatter.remedy}", file=sys.stderr)
    if done.returncode != 0 and not unformatted:
        print(done.stderr, file=sys.stderr)
    return 1 if unformatted or done.returncode != 0 else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
