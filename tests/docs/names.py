#!/usr/bin/env python3
# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Holds every name in the headers against the naming rules of .clang-tidy. Only clang-tidy 14 is asked.

usage: python3 tests/docs/names.py BUILD [ROOT]

One file for each floor, and for each room of tests, includes all headers there, and clang-tidy reads that: most of its time
goes into the headers of others, which it reads once for each such file. The rooms are those of docs/rooms.txt. Include paths
and macros are those of BUILD/compile_commands.json. Headers that need CUDA's are left out, so that every machine judges alike. Exit codes:
0 all names keep to the rules, 1 some do not, or a header is no C++, 77 clang-tidy 14 is missing.
"""
import concurrent.futures
import json
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

import rooms
from tools import SKIPPED, findProgram

JOBS = 2
CLANG_TIDY = (("clang-tidy-14", "clang-tidy"), "LLVM version 14.")
STANDARD = "-std=c++20"


def optionsOf(build):
    """Include paths and macros of all files of the build, each once."""
    options = {}
    for entry in json.loads((build / "compile_commands.json").read_text(encoding="utf-8")):
        words = iter(shlex.split(entry["command"]))
        for word in words:
            if word == "-isystem":
                options[word, next(words)] = None
            elif word.startswith(("-I", "-D")):
                options[word,] = None
    return [word for option in options for word in option]


def needsCuda(root, header, known):
    """Whether the header includes one of CUDA's, itself or through others of the project."""
    if header not in known:
        known[header] = False  # while it is read, and for headers of the build
        if (root / header).is_file():
            included = re.findall(r'^\s*#\s*include\s+[<"]([^">]+)', (root / header).read_text(encoding="utf-8"), re.M)
            known[header] = any(name.startswith("cuda") or needsCuda(root, name, known) for name in included)
    return known[header]


def headersOf(root, room, known):
    """Headers of the room that g++ can read on every machine, as the project includes them."""
    headers = [path.relative_to(root).as_posix() for path in sorted((root / room).glob("*.hpp"))]
    return [header for header in headers if not needsCuda(root, header, known)]


def groupOf(room):
    """Rooms of one floor are read together; those of the tests may use one name for two things."""
    floor = room.split("/")[0]
    return room if floor == "tests" else floor


def faultsIn(program, root, options, group, headers):
    """What clang-tidy says of the headers, a line for each fault."""
    with tempfile.TemporaryDirectory(prefix="fluxtet-names-") as folder:
        source = pathlib.Path(folder) / "headers.cpp"
        source.write_text("".join(f'#include "{header}"\n' for header in headers), encoding="utf-8")
        command = [
            program,
            "--quiet",
            "--checks=-*,readability-identifier-naming",
            f"--config-file={root / '.clang-tidy'}",
        ]
        folders = sorted({str(pathlib.PurePosixPath(header).parent) for header in headers})
        inFolders = "|".join(re.escape(f"{root}/{folder}") for folder in folders)
        command += [f"--header-filter=^({inFolders})/[^/]*$", str(source), "--", STANDARD, f"-I{root}"]
        done = subprocess.run(command + options, capture_output=True, text=True, check=False)
    faults = [line for line in done.stdout.splitlines() if re.search(r": (?:warning|error): ", line)]
    if done.returncode != 0 and not faults:
        faults = [f"{group}: clang-tidy fails: {done.stderr.strip()}"]
    return [fault.replace(f"{root}/", "") for fault in faults]


def faultsOf(program, root, options):
    """A line for each name that breaks a rule, group after group."""
    known = {}
    headers = {}
    for room in rooms.readRooms(root):
        headers.setdefault(groupOf(room), []).extend(headersOf(root, room, known))
    headers = {group: found for group, found in headers.items() if found}
    with concurrent.futures.ThreadPoolExecutor(JOBS) as jobs:
        found = jobs.map(lambda item: faultsIn(program, root, options, *item), headers.items())
        return [fault for faults in found for fault in faults]


def main(arguments):
    if not arguments:
        print(__doc__, file=sys.stderr)
        return 2
    root = pathlib.Path(arguments[1] if len(arguments) > 1 else pathlib.Path(__file__).parents[2]).resolve()
    program = findProgram(*CLANG_TIDY)
    if program is None:
        print("skipped: there is no clang-tidy 14")
        return SKIPPED
    faults = faultsOf(program, root, optionsOf(pathlib.Path(arguments[0])))
    print("\n".join(faults), file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
