#!/usr/bin/env python3
# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""tests/docs/names.py against small houses with names that break the rules. Exit code 77: clang-tidy 14 is missing."""
import pathlib
import shutil
import sys
import tempfile
import unittest

import names

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = names.findProgram(*names.CLANG_TIDY)


@unittest.skipIf(PROGRAM is None, "there is no clang-tidy 14")
class Names(unittest.TestCase):
    def faults(self, **files):
        """What the script says of a house with these headers, path__name="text", by the rules of this repository."""
        with tempfile.TemporaryDirectory(prefix="fluxtet-names-") as folder:
            root = pathlib.Path(folder).resolve()
            (root / "docs").mkdir()
            (root / "docs/rooms.txt").write_text(
                "lib/mesh | fluxtet | m | lib/base\nlib/base | fluxtet | ground |\n", encoding="utf-8"
            )
            shutil.copy(ROOT / ".clang-tidy", root)
            for room in ("lib/mesh", "lib/base"):
                (root / room).mkdir(parents=True)
            for name, text in files.items():
                (root / (name.replace("__", "/") + ".hpp")).write_text("#pragma once\n" + text + "\n", encoding="utf-8")
            return names.faultsOf(PROGRAM, root, [])

    def testNamesThatKeepToTheRulesAreNoFault(self):
        good = "struct Box { int numCells; };\nclass Mesh { int size_ = 0; public: int Np = 4; int count() const; };"
        self.assertEqual(self.faults(lib__base__good=good), [])

    def testEveryKindOfNameThatBreaksARuleIsNamed(self):
        bad = [
            "namespace Upper {}",
            "struct lower {};",
            "class Mesh { int size = 0; };",
            "struct Box { int NumCells; };",
            "int Count();",
            "void count(int with_underscore);",
            "inline constexpr int kMany = 3, Large = 4;",
            "enum class Kind { Solid };",
            "template <class real> void scale(real x);",
        ]
        for line in bad:
            with self.subTest(line):
                found = self.faults(lib__base__bad=line)
                self.assertEqual(len(found), 1, found)
                self.assertRegex(found[0], r"^lib/base/bad\.hpp:2:\d+: warning: invalid case style")

    def testAFaultInAHeaderThatSeveralRoomsReadIsNamedOnce(self):
        found = self.faults(lib__base__bad="struct lower {};", lib__mesh__user='#include "lib/base/bad.hpp"')
        self.assertEqual(len(found), 1, found)

    def testAHeaderThatIsNoCppIsAFault(self):
        found = self.faults(lib__base__broken="struct Broken : Missing {};")
        self.assertIn("lib/base/broken.hpp", found[0])
        self.assertIn("error: ", found[0])

    def testHeadersThatNeedCudaAreLeftOut(self):
        found = self.faults(
            lib__base__gpu="#include <cuda_runtime.h>\nstruct lower {};", lib__mesh__user='#include "lib/base/gpu.hpp"'
        )
        self.assertEqual(found, [])


if __name__ == "__main__":
    result = unittest.main(exit=False).result
    sys.exit(1 if not result.wasSuccessful() else names.SKIPPED if result.skipped else 0)
