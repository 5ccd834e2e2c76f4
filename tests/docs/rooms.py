#!/usr/bin/env python3
# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Holds every #include and namespace against docs/rooms.txt, the plan of the house; draws that plan in docs/design.md.

usage: python3 tests/docs/rooms.py [--write] [ROOT]
"""
import pathlib
import re
import sys

FLOORS = ("app", "partition", "kernels", "lib")  # from the top to the ground
SOURCES = {".hpp", ".cpp", ".cu", ".cuh", ".inl"}
MADE = {"fluxtetVersion.hpp"}  # by the build
TESTS = "fluxtet::test"  # the namespace of all tests


def readRooms(root):
    """{folder: (what is in it, folders that it may include, its namespace, those within)} in the order of the plan."""
    rooms = {}
    for line in (root / "docs/rooms.txt").read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            folder, spaces, what, below = (part.strip() for part in line.split("|"))
            rooms[folder] = (what, below.split(), spaces.split())
    return rooms


def mayInclude(rooms, folder, other):
    """Whether a file of `folder` may include one of `other`: a room above never, of the same floor by name only."""
    floor, floorOfOther = (FLOORS.index(path.split("/")[0]) for path in (folder, other))
    named = other in rooms[folder][1] or floorOfOther > floor and other.split("/")[0] in rooms[folder][1]
    return folder == other or floor <= floorOfOther and named


def circlesIn(rooms):
    """Rooms of one floor that may include each other in a circle, as paths."""
    found, done = [], set()

    def visit(path):
        for other in rooms[path[-1]][1]:
            if other in path:
                found.append(" -> ".join(path[path.index(other) :] + [other]))
            elif other in rooms and other not in done:
                visit(path + [other])
        done.add(path[-1])

    for folder in rooms:
        if folder not in done:
            visit([folder])
    return found


def mayOpen(rooms, path, folder, space):
    """Whether the file `path` of `folder` may open the namespace `space`: the folder's, one that the plan lists within it, and
    in a source file that of the folder above, for what a header there declares."""
    own, *inner = rooms[folder][2]
    above = rooms.get(folder.rpartition("/")[0], ("", [], [""]))[2][0]
    return (
        space in [own, "detail", *inner]
        or space in [f"{own}::{name}" for name in inner]
        or path.suffix in {".cpp", ".cu"}
        and space == above
    )


def spacesIn(path):
    """(number of the line, name) of each namespace with a name that the file opens."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if match := re.match(r"\s*(?:inline\s+)?namespace\s+([\w:]+)\s*\{", line):
            yield number, match[1]


def faultsOf(root):
    """A line for each include and namespace that the plan does not allow, folder without a room, circle in the plan."""
    rooms = readRooms(root)
    for circle in circlesIn(rooms):
        yield f"docs/rooms.txt: a circle: {circle}"
    files = [path for floor in FLOORS for path in sorted((root / floor).rglob("*")) if path.suffix in SOURCES]
    for path in files:
        folder = path.parent.relative_to(root).as_posix()
        if folder not in rooms:
            yield f"{path.relative_to(root)}: docs/rooms.txt has no room {folder}"
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            match = re.match(r'\s*#\s*include\s+"([^"]+)"', line)
            if not match or match[1] in MADE:
                continue
            other = pathlib.PurePosixPath(match[1]).parent.as_posix()
            where = f"{path.relative_to(root)}:{number}"
            if not (root / match[1]).is_file():
                yield f"{where}: there is no {match[1]} (includes begin at the root of the repository)"
            elif not mayInclude(rooms, folder, other):
                yield f"{where}: {folder} may not include {match[1]}"
        for number, space in spacesIn(path):
            if not mayOpen(rooms, path, folder, space):
                where, own = f"{path.relative_to(root)}:{number}", rooms[folder][2][0]
                yield f"{where}: the namespace of {folder} is {own}, not {space}"
    for path in (path for path in sorted((root / "tests").rglob("*")) if path.suffix in SOURCES):
        for number, space in spacesIn(path):
            if space != TESTS:
                yield f"{path.relative_to(root)}:{number}: the namespace of tests is {TESTS}, not {space}"
    for folder in rooms:
        if not (root / folder).is_dir():
            yield f"docs/rooms.txt: there is no folder {folder}"


def picture(rooms):
    """The plan as text, a floor at a time."""
    width = max(map(len, rooms))
    lines = []
    for floor in FLOORS:
        lines += [
            f"{folder:{width}}  {what}" for folder, (what, *_) in rooms.items() if folder.split("/")[0] == floor
        ] + [""]
    return "```\n" + "\n".join(lines).rstrip() + "\n```"


def main(arguments):
    root = pathlib.Path(
        next((a for a in arguments if not a.startswith("-")), pathlib.Path(__file__).resolve().parents[2])
    )
    faults = list(faultsOf(root))
    page = root / "docs/design.md"
    text = page.read_text(encoding="utf-8")
    drawn = re.sub(
        r"(?<=<!-- rooms -->\n).*?(?=\n<!-- end -->)", lambda _: picture(readRooms(root)), text, count=1, flags=re.S
    )
    if "--write" in arguments:
        page.write_text(drawn, encoding="utf-8")
    elif drawn != text or "<!-- rooms -->" not in text:
        faults.append("docs/design.md: the house is not that of docs/rooms.txt: python3 tests/docs/rooms.py --write")
    print("\n".join(faults), file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
