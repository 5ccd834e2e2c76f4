#!/usr/bin/env python3
# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""tests/docs/format.py against files in and out of format. Exit code 77: a formatter is missing."""
import contextlib
import io
import pathlib
import shutil
import sys
import tempfile
import unittest

import format as checker

ROOT = pathlib.Path(__file__).resolve().parents[2]


class Format(unittest.TestCase):
    def complaints(self, language, **files):
        """What the script says of a repository with these files, path__name="text", by the rules of this one."""
        suffix = {"cpp": ".hpp", "python": ".py"}[language]
        with tempfile.TemporaryDirectory(prefix="fluxtet-format-") as folder:
            root = pathlib.Path(folder)
            for rules in (".clang-format", "pyproject.toml"):
                shutil.copy(ROOT / rules, root)
            for name, text in files.items():
                path = root / (name.replace("__", "/") + suffix)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
            said = io.StringIO()
            with contextlib.redirect_stderr(said), contextlib.redirect_stdout(said):
                code = checker.main([language, folder])
        if code == checker.SKIPPED:
            self.skipTest(said.getvalue().strip())
        self.assertEqual(code, 1 if said.getvalue() else 0)
        return said.getvalue()

    def testCppInFormatIsNoFault(self):
        self.assertEqual(self.complaints("cpp", lib__base__good="int count();\n"), "")

    def testCppOutOfFormatIsNamed(self):
        said = self.complaints("cpp", lib__base__good="int count();\n", kernels__bad="int  count( );\n")
        self.assertIn("kernels/bad.hpp: not formatted", said)
        self.assertNotIn("good", said)

    def testPythonInFormatIsNoFault(self):
        self.assertEqual(self.complaints("python", jobs__good='print("here")\n'), "")

    def testPythonOutOfFormatIsNamed(self):
        said = self.complaints("python", jobs__good='print("here")\n', tests__cli__bad="print( 'here')\n")
        self.assertIn("tests/cli/bad.py: not formatted", said)
        self.assertNotIn("good", said)

    def testALineOfPythonBehindColumn120IsNamed(self):
        line = "print(" + ", ".join(["100"] * 24) + ")\n"
        self.assertGreater(len(line), 121)
        self.assertIn("jobs/long.py", self.complaints("python", jobs__long=line))

    def testWhatIsNoPythonIsNamed(self):
        self.assertIn("jobs/broken.py", self.complaints("python", jobs__broken="def (\n"))


if __name__ == "__main__":
    result = unittest.main(exit=False).result
    sys.exit(1 if not result.wasSuccessful() else checker.SKIPPED if result.skipped else 0)
