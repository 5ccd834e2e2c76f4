#!/usr/bin/env python3
# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""jobs/figures.py against pages with mistakes in them."""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PAGES = (
    "README.md",
    "docs/design.md",
    "docs/experiments.md",
    "docs/performance.md",
    "docs/published.md",
    "docs/statics.md",
    "meshes/head/README.md",
)


class Figures(unittest.TestCase):
    def read(self, page, change):
        """What the script does with the pages after a change of one of them."""
        with tempfile.TemporaryDirectory(prefix="fluxtet-figures-") as folder:
            for name in PAGES:
                target = pathlib.Path(folder) / name
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(ROOT / name, target)
            changed = pathlib.Path(folder) / page
            changed.write_text(change(changed.read_text(encoding="utf-8")), encoding="utf-8")
            return subprocess.run(
                [sys.executable, ROOT / "jobs" / "figures.py", "--root", folder],
                capture_output=True,
                text=True,
                check=False,
            )

    def complaints(self, page, old, new):
        """What the script says if a page has `new` in the place of `old`; a space of `old` may be a line break there."""
        text = re.compile(r"\s+".join(map(re.escape, old.split(" "))))

        def change(page):
            self.assertRegex(page, text)
            return text.sub(lambda _: new, page, count=1)

        done = self.read(page, change)
        self.assertEqual(done.returncode, 1, done.stdout)
        return done.stderr

    def testLineBreaksDoNotMatter(self):
        for page in ("README.md", "docs/experiments.md", "docs/performance.md", "meshes/head/README.md"):
            done = self.read(page, lambda text: re.sub(r"(?<=\w) (?=\w)", "\n", text))
            self.assertEqual(done.returncode, 0, done.stderr)

    def testAFigureInATableThatDisagreesIsNamed(self):
        self.assertIn("says 0.439 where it is 0.437", self.complaints("docs/performance.md", "| 0.437 |", "| 0.439 |"))

    def testAFigureThatIsRoundedTheWrongWayIsNamed(self):
        self.assertIn("says 0.43 where", self.complaints("docs/performance.md", "| 0.437 |", "| 0.43 |"))

    def testAFigureInASentenceThatDisagreesIsNamed(self):
        self.assertIn("says 87 where", self.complaints("docs/performance.md", "86 % of a message", "87 % of a message"))
        self.assertIn("says 60 where", self.complaints("docs/experiments.md", "59 % of a message", "60 % of a message"))

    def testAFigureWithoutARawFileIsNamed(self):
        self.assertIn(
            "no raw file for 12.5",
            self.complaints("docs/performance.md", "## CPU engine\n", "## CPU engine\n\nIt makes 12.5 steps.\n"),
        )
        self.assertIn(
            "no raw file for 12.5",
            self.complaints("docs/experiments.md", "## CPU engine\n", "## CPU engine\n\nIt makes 12.5 steps.\n"),
        )

    def testARowThatIsGoneIsNamed(self):
        self.assertIn(
            "does not say: | in leap-frog steps",
            self.complaints("docs/performance.md", "| in leap-frog steps |", "| in steps |"),
        )

    def testAFigureInATableThatIsMadeIsNamed(self):
        self.assertIn(
            "the table rates is not that of the raw files", self.complaints("docs/statics.md", "15,368", "15,468")
        )

    def testAFigureBesideThePublishedOnesIsNamed(self):
        self.assertIn(
            "published.md: the tables are not those",
            self.complaints("docs/published.md", "element-steps/s (share", "element-step/s (share"),
        )

    def testOtherPagesAreRead(self):
        self.assertIn("says 9,990 where", self.complaints("README.md", "9,980", "9,990"))
        self.assertIn("says 23.3 where", self.complaints("meshes/head/README.md", "39.6", "23.3"))


if __name__ == "__main__":
    unittest.main()
