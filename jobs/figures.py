#!/usr/bin/env python3
# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Compares the figures of the documentation with the raw files that they come from.

`performanceFigures.py` says, page by page and in the order of the page, which sentence or table row holds which values: a text with
{} in the place of each figure, and the values, computed from raw files in docs/data. A figure is right if it is its value rounded to
the digits that are written. In a page that is said to be complete, each figure must be one of these, or part of a text that is
given: a size, a published value, an estimate. The tables of docs/statics.md and docs/published.md are made from their raw files; made
again, they must be the same."""
import argparse
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent

NUMBER = re.compile(r"[-+]?\d[\d,]*(?:\.\d+)?")
# What is no figure: code, addresses of links, dates, versions, names such as P1, H200, 10^9 or a commit.
NO_FIGURE = re.compile(
    r"```.*?```|`[^`]*`|\]\([^)]*\)|<!--.*?-->|\d{4}-\d\d-\d\d|\b\d+\.\d+\.\d+\b|10\^-?\d+|\b(?=\w*[A-Za-z_])\w*\d\w*|[A-Za-z]\(\d+\)/\d+",
    re.DOTALL,
)


def decimals(written):
    return len(written.partition(".")[2])


def agrees(written, value, units=0.5):
    """Whether a figure is the value to so many units of the last digit that is written; a half: rounded, either way from the middle
    between two."""
    number = float(written.replace(",", ""))
    return abs(number - value) <= units * 10.0 ** -decimals(written) * (1 + 1e-6) + 1e-12 * abs(value)


def rounded(value, unit):
    """For a figure that is written in whole thousands, say."""
    return unit * round(value / unit)


class Page:
    """A page of documentation, read from its top to its end; `complaints` are what is wrong with it. Figures may be off by `units`
    of their last digit."""

    def __init__(self, path, complete, units=0.5):
        self.path, self.complete, self.units, self.complaints = path, complete, units, []
        self.text = re.sub(r"\s", " ", path.read_text(encoding="utf-8"))
        self.covered = [False] * len(self.text)
        self.place = 0  # where the next text is looked for

    def says(self, text, *values):
        """`text`, with {} for each figure, comes next in the page, and its figures are `values`."""
        match = self.next_match(text)
        if not match:
            return
        written = match.groups()
        if len(written) != len(values):
            self.complain(f"{len(values)} values for {len(written)} figures of: {text}")
            return
        for figure, value in zip(written, values):
            if not agrees(figure, value, self.units):
                self.complain(f"says {figure} where it is {value:.9g}, in: {match[0]}")

    def given(self, *texts):
        """Texts whose figures are no measurements of ours, in any place."""
        for text in texts:
            places = [found.span() for found in re.finditer(self.pattern(text), self.text)]
            if not places:
                self.complain(f"does not hold the text that is given: {text}")
            for span in places:
                self.cover(*span)

    def finish(self):
        """Complains of figures that no text covered."""
        if not self.complete:
            return
        for found in self.uncovered():
            about = self.text[max(0, found.start() - 60) : found.end() + 30]
            self.complain(f"no raw file for {found[0]} in: ...{about}...")

    def uncovered(self):
        plain = NO_FIGURE.sub(lambda found: " " * len(found[0]), self.text)
        return [found for found in NUMBER.finditer(plain) if not all(self.covered[found.start() : found.end()])]

    def next_match(self, text):
        match = re.compile(self.pattern(text)).search(self.text, self.place)
        if not match:
            self.complain(f"does not say: {text}")
            return None
        self.cover(*match.span())
        self.place = match.end()
        return match

    @staticmethod
    def pattern(text):
        words = (r"\s+".join(map(re.escape, part.split(" "))) for part in text.split("{}"))
        return f"({NUMBER.pattern})".join(words)

    def cover(self, begin, end):
        self.covered[begin:end] = [True] * (end - begin)

    def complain(self, what):
        self.complaints.append(f"{self.path.name} {what}")


def statics_complaints(page):
    """The tables of docs/statics.md that are not those of its raw files."""
    import staticsReport

    raw = staticsReport.Raw(ROOT / "docs" / "data" / "statics")
    text = page.read_text(encoding="utf-8")
    complaints = []
    for name, make in staticsReport.TABLES.items():
        _, begin, rest = text.partition(f"<!-- table {name} -->\n")
        written = rest.partition("<!-- end -->")[0].strip()
        if not begin or written != make(raw).strip():
            complaints.append(
                f"{page.name}: the table {name} is not that of the raw files; make it by `python3 jobs/staticsReport.py tables`"
            )
    return complaints


def published_complaints(page):
    """Whether the tables of docs/published.md are those of its raw files."""
    import publishedTables

    within = publishedTables.tablesWithin(page.read_text(encoding="utf-8"))[1]
    if within.strip() == publishedTables.pageTables(publishedTables.RAW).strip():
        return []
    return [
        f"{page.name}: the tables are not those of the raw files; make them by `python3 jobs/publishedTables.py --page`"
    ]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--root", type=pathlib.Path, default=ROOT, help="folder whose pages are read (default: this one)"
    )
    options = parser.parse_args()
    import performanceFigures

    complaints = []
    for name, (read, complete) in performanceFigures.PAGES.items():
        page = Page(options.root / name, complete)
        read(page)
        page.finish()
        complaints += page.complaints
    complaints += statics_complaints(options.root / "docs" / "statics.md")
    complaints += published_complaints(options.root / "docs" / "published.md")
    for complaint in complaints:
        print(complaint, file=sys.stderr)
    if not complaints:
        print("all figures agree with the raw files")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
