#!/usr/bin/env python3
# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""tests/docs/rooms.py against small houses with faults in them."""
import pathlib
import tempfile
import unittest

import rooms

PLAN = """app | programs | lib kernels/x
kernels/x | x | lib/base
kernels/y | y | kernels/x lib
lib/mesh | meshes | lib/base
lib/base | ground |
"""


class Rooms(unittest.TestCase):
    def faults(self, **files):
        """What the script says of a house with these files, one line of each an include: path__name="included file"."""
        with tempfile.TemporaryDirectory(prefix="fluxtet-rooms-") as folder:
            root = pathlib.Path(folder)
            (root / "docs").mkdir()
            (root / "docs/rooms.txt").write_text(PLAN, encoding="utf-8")
            for room in ("app", "kernels/x", "kernels/y", "lib/mesh", "lib/base"):
                (root / room).mkdir(parents=True)
                (root / room / "there.hpp").touch()
            for name, included in files.items():
                path = root / (name.replace("__", "/") + ".cpp")
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(f'#include "{included}"\n', encoding="utf-8")
            return list(rooms.faultsOf(root))

    def testWhatThePlanAllowsIsNoFault(self):
        self.assertEqual(
            self.faults(
                app__a="lib/mesh/there.hpp",
                app__b="kernels/x/there.hpp",
                kernels__y__a="kernels/x/there.hpp",
                lib__mesh__a="lib/mesh/there.hpp",
                lib__mesh__b="lib/base/there.hpp",
            ),
            [],
        )

    def testAnIncludeOfAFloorAboveIsAFault(self):
        self.assertEqual(
            self.faults(lib__base__a="kernels/x/there.hpp"),
            ["lib/base/a.cpp:1: lib/base may not include kernels/x/there.hpp"],
        )

    def testAnIncludeOfANeighbourThatThePlanDoesNotNameIsAFault(self):
        self.assertEqual(len(self.faults(kernels__x__a="kernels/y/there.hpp", lib__base__b="lib/mesh/there.hpp")), 2)

    def testAnIncludeOfAFloorBelowThatThePlanDoesNotNameIsAFault(self):
        self.assertEqual(len(self.faults(kernels__x__a="lib/mesh/there.hpp", app__a="kernels/y/there.hpp")), 2)

    def testAnIncludeThatDoesNotBeginAtTheRootIsAFault(self):
        self.assertIn("there is no there.hpp", self.faults(lib__base__a="there.hpp")[0])

    def testACircleInThePlanIsAFault(self):
        plan = {"a": ("", ["b", "lib"]), "b": ("", ["c"]), "c": ("", ["a"]), "d": ("", ["a"])}
        self.assertEqual(rooms.circlesIn(plan), ["a -> b -> c -> a"])
        self.assertEqual(rooms.circlesIn({"a": ("", ["b", "c"]), "b": ("", ["c"]), "c": ("", [])}), [])

    def testAFolderWithoutARoomIsAFault(self):
        self.assertIn("no room lib/attic", self.faults(lib__attic__a="lib/base/there.hpp")[0])


if __name__ == "__main__":
    unittest.main()
