#!/usr/bin/env python3
# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Names every line of prose of the documentation that is longer than 120 columns, and wraps its paragraph.

Tables, code, formulas, headings and generated parts (from `<!-- name -->` to `<!-- end -->`) stay as they are. A line
without a place to break it is no fault: a code span, a formula, an image and a short link stay whole.

usage: python3 tests/docs/columns.py [--write] [ROOT]
"""
import pathlib
import re
import sys

COLUMNS = 120
PAGES = ("README.md", "docs/*.md", "docs/peers/*.md", "docs/tutorials/*.md", "meshes/README.md", "meshes/*/README.md")
GENERATED = {"docs/caseFile.md"}  # by `fluxtet schema --markdown`
SHORT_LINK = 60

FENCES = re.compile(r"\s*(```|\$\$)")
NO_PROSE = re.compile(r"\s*(\||#|<!--|$)")
ITEM = re.compile(r"(\s*)([-*+]|\d+[.)])\s+")
WHOLE = re.compile(rf"`[^`]*`|\$[^$]+\$|!\[[^]]*\]\([^)]*\)|\[(?=[^]]*\]\([^)]*\))[^]]{{1,{SHORT_LINK}}}\]\([^)]*\)")
# A line that begins with one of these is a list item, a heading, a quotation, a table row or an underline, not a part
# of its paragraph; a percent sign stays beside its figure.
NO_BEGINNING = re.compile(r"([-+*=]+|\d+[.)]|#+|>.*|\|.*|<!--.*|%.*)$")


def paragraphs(lines):
    """Ranges (first line, line behind the last) of lines that are one paragraph or list item."""
    begin, closing = None, None  # closing: what ends the block that the line is in
    for number, line in enumerate([*lines, ""]):
        fence = FENCES.match(line)
        if closing:
            prose = False
            closing = None if line.strip().startswith(closing) else closing
        elif fence and line.count(fence[1]) == 1:
            prose, closing = False, fence[1]
        elif re.match(r"<!-- (table )?\w+ -->$", line) and "<!-- end -->" in lines[number:]:
            prose, closing = False, "<!-- end -->"
        else:
            prose = not NO_PROSE.match(line) and not fence
        if begin is not None and (not prose or ITEM.match(line)):
            yield begin, number
            begin = None
        if prose and begin is None:
            begin = number


def pieces(text):
    """The words of a text; what must not be broken is one word with what touches it."""
    spaces = [text[m.start() : m.end()].replace(" ", "\0") for m in WHOLE.finditer(text)]
    kept = WHOLE.sub(lambda _: spaces.pop(0), text)
    words = []
    for word in kept.split():
        word = word.replace("\0", " ")
        if words and NO_BEGINNING.match(word):
            words[-1] += " " + word
        else:
            words.append(word)
    return words


def wrapped(lines):
    """The lines of one paragraph, of at most 120 columns where that can be."""
    item = ITEM.match(lines[0])
    first = item[0] if item else re.match(r"\s*", lines[0])[0]
    later = " " * len(first) if item else first
    made, line = [], first
    for word in pieces(" ".join(lines)[len(first) :]):
        if line.strip() and line not in (first, later) and len(line) + 1 + len(word) > COLUMNS:
            made.append(line)
            line = later
        line += word if line in (first, later) else " " + word
    return [*made, line]


def tooLong(lines):
    """Numbers, from 0, of the lines of a paragraph that are too long and can be broken."""
    long = [number for number, line in enumerate(lines) if len(line) > COLUMNS]
    shortest = wrapped(lines)
    return [number for number in long if lines[number] not in shortest]


def faultsOf(path, name):
    lines = path.read_text(encoding="utf-8").split("\n")
    for begin, end in paragraphs(lines):
        for number in tooLong(lines[begin:end]):
            where, width = f"{name}:{begin + number + 1}", len(lines[begin + number])
            yield f"{where}: {width} columns, more than {COLUMNS}: python3 tests/docs/columns.py --write"


def write(path):
    lines = path.read_text(encoding="utf-8").split("\n")
    for begin, end in reversed(list(paragraphs(lines))):
        if tooLong(lines[begin:end]):
            lines[begin:end] = wrapped(lines[begin:end])
    path.write_text("\n".join(lines), encoding="utf-8")


def main(arguments):
    root = pathlib.Path(
        next((a for a in arguments if not a.startswith("-")), pathlib.Path(__file__).resolve().parents[2])
    )
    pages = {path.relative_to(root).as_posix(): path for pattern in PAGES for path in sorted(root.glob(pattern))}
    pages = {name: path for name, path in pages.items() if name not in GENERATED}
    if "--write" in arguments:
        for path in pages.values():
            write(path)
    faults = [fault for name, path in pages.items() for fault in faultsOf(path, name)]
    print("\n".join(faults), file=sys.stderr)
    return 1 if faults or not pages else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
