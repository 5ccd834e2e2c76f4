#!/usr/bin/env python3
# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""tests/docs/columns.py against small pages."""
import pathlib
import tempfile
import unittest

import columns

LONG = "word " * 30 + "end"  # 153 columns
WIDE = "x" * 130


class Columns(unittest.TestCase):
    def faults(self, text, write=False):
        """The faults of a page, and the page itself, after it is wrapped if asked."""
        with tempfile.TemporaryDirectory(prefix="fluxtet-columns-") as folder:
            page = pathlib.Path(folder) / "page.md"
            page.write_text(text, encoding="utf-8")
            if write:
                columns.write(page)
            return list(columns.faultsOf(page, "page.md")), page.read_text(encoding="utf-8")

    def assertStays(self, text):
        faults, written = self.faults(text, write=True)
        self.assertEqual((faults, written), ([], text))

    def testALongLineIsNamedWithItsNumber(self):
        self.assertEqual(len(self.faults(f"# Title\n\nshort\n{LONG}\n")[0]), 1)
        self.assertIn("page.md:4: 153 columns", self.faults(f"# Title\n\nshort\n{LONG}\n")[0][0])

    def testALongListItemIsNamedAndKeepsItsIndentation(self):
        self.assertEqual(len(self.faults(f"- one\n- {LONG}\n")[0]), 1)
        faults, written = self.faults(f"- one\n- {LONG}\n- three\n", write=True)
        self.assertEqual(faults, [])
        self.assertRegex(written, r"^- one\n- word .*\n  word .* end\n- three\n$")

    def testAParagraphIsWrappedAndAnotherStays(self):
        faults, written = self.faults(f"short\nlines\n\n{LONG}\n", write=True)
        self.assertEqual(faults, [])
        self.assertTrue(written.startswith("short\nlines\n\nword"))
        self.assertEqual(written.split(), f"short lines {LONG}".split())

    def testTablesCodeFormulasHeadingsAndGeneratedPartsStay(self):
        for text in (
            f"| {LONG} |\n",
            f"```sh\n{LONG}\n```\n",
            f"$$\n{LONG}\n$$\n",
            f"# {LONG}\n",
            f"<!-- table x -->\n{LONG}\n<!-- end -->\n",
        ):
            self.assertStays(text)

    def testProseBehindACodeBlockIsRead(self):
        self.assertEqual(len(self.faults(f"```\ncode\n```\n{LONG}\n")[0]), 1)
        self.assertEqual(len(self.faults(f"<!-- table x -->\n<!-- end -->\n{LONG}\n")[0]), 1)

    def testWhatCannotBeBrokenIsNoFault(self):
        for text in (f"{WIDE}\n", f"![a picture of {LONG}](a.png)\n", f"`{LONG}`\n", f"$a + {LONG}$,\n"):
            self.assertStays(text)
        self.assertEqual(len(self.faults(f"beside {WIDE}\n")[0]), 1)

    def testNoLineBeginsAsAListItemOrAHeading(self):
        for sign in ("-", "+", "1.", "#", "> b", "| b"):
            written = self.faults(f"{'a' * 117} {sign} b\n", write=True)[1]
            self.assertFalse(any(line.startswith(sign) for line in written.split("\n")), written)


if __name__ == "__main__":
    unittest.main()
