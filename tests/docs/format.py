#!/usr/bin/env python3
# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Names every C++ and CUDA file that clang-format would change. Only version 14 is asked: others break lines elsewhere.

usage: python3 tests/docs/format.py [ROOT]        exit codes: 0 all are formatted, 1 some are not, 77 there is no clang-format 14
"""
import pathlib
import re
import shutil
import subprocess
import sys

FOLDERS = ("app", "partition", "kernels", "lib", "tests")
SOURCES = {".hpp", ".cpp", ".cu", ".cuh", ".inl"}
VERSION = "14"
SKIPPED = 77


def findFormatter():
    """The program, or None."""
    for name in (f"clang-format-{VERSION}", "clang-format"):
        program = shutil.which(name)
        if program:
            told = subprocess.run([program, "--version"], capture_output=True, text=True, check=False).stdout
            if re.search(rf"version {VERSION}\.", told):
                return program
    return None


def main(arguments):
    root = pathlib.Path(arguments[0] if arguments else pathlib.Path(__file__).resolve().parents[2])
    program = findFormatter()
    if program is None:
        print(f"there is no clang-format {VERSION}")
        return SKIPPED
    files = [str(path) for folder in FOLDERS for path in sorted((root / folder).rglob("*")) if path.suffix in SOURCES]
    done = subprocess.run([program, "--dry-run", "--style=file", *files], capture_output=True, text=True, check=False)
    unformatted = sorted(
        {line.split(":")[0] for line in done.stderr.splitlines() if "[-Wclang-format-violations]" in line}
    )
    for path in unformatted:
        print(f"{pathlib.Path(path).relative_to(root)}: not formatted: clang-format -i does it", file=sys.stderr)
    return 1 if unformatted or done.returncode != 0 else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
