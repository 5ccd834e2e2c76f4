#!/usr/bin/env python3
# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""tests/docs/rooms.py against small houses with faults in them."""
import pathlib
import tempfile
import unittest

import rooms

PLAN = """app | house::app | programs | lib kernels/x
kernels/x | house::x | x | lib/base
kernels/x/fast | house::x::fast | x | lib/base
kernels/y | house::y | y | kernels/x lib
lib/mesh | house | meshes | lib/base
lib/base | house files | ground |
"""


class Rooms(unittest.TestCase):
    def faults(self, **files):
        """What the script says of a house with these files, one line of each an include: path__name="included file"."""
        return self.faultsOfLines(**{name: f'#include "{included}"' for name, included in files.items()})

    def faultsOfLines(self, **files):
        """The same with the line itself: path__name="line"; a header where the name ends in _hpp."""
        with tempfile.TemporaryDirectory(prefix="fluxtet-rooms-") as folder:
            root = pathlib.Path(folder)
            (root / "docs").mkdir()
            (root / "docs/rooms.txt").write_text(PLAN, encoding="utf-8")
            for room in ("app", "kernels/x", "kernels/x/fast", "kernels/y", "lib/mesh", "lib/base"):
                (root / room).mkdir(parents=True)
                (root / room / "there.hpp").touch()
            for name, line in files.items():
                ending = ".hpp" if name.endswith("_hpp") else ".cpp"
                path = root / (name.removesuffix("_hpp").replace("__", "/") + ending)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(line + "\n", encoding="utf-8")
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

    def testTheNamespacesOfThePlanAreNoFault(self):
        self.assertEqual(
            self.faultsOfLines(
                app__a="namespace house::app {",
                lib__mesh__a_hpp="namespace house {",
                lib__base__a="namespace house::files {",
                lib__base__b="namespace files {",
                lib__base__c="namespace {",
                lib__base__d="namespace detail {",
                lib__base__e="namespace fs = std::filesystem;",
                kernels__x__fast__a="namespace house::x {",
                tests__a="namespace fluxtet::test {",
            ),
            [],
        )

    def testANamespaceThatIsNotTheFoldersIsAFault(self):
        self.assertEqual(
            self.faultsOfLines(kernels__x__a="namespace house::y {"),
            ["kernels/x/a.cpp:1: the namespace of kernels/x is house::x, not house::y"],
        )
        self.assertEqual(
            len(
                self.faultsOfLines(
                    app__a="namespace house {",
                    lib__mesh__a="namespace house::files {",
                    lib__mesh__b="namespace files {",
                    lib__base__a="inline namespace x {",
                    kernels__y__a="namespace house::y::z {",
                )
            ),
            5,
        )

    def testAHeaderThatOpensTheNamespaceOfTheFolderAboveIsAFault(self):
        self.assertEqual(len(self.faultsOfLines(kernels__x__fast__a_hpp="namespace house::x {")), 1)

    def testATestOutsideItsNamespaceIsAFault(self):
        self.assertEqual(
            self.faultsOfLines(tests__unit__a="namespace fluxtet {"),
            ["tests/unit/a.cpp:1: the namespace of tests is fluxtet::test, not fluxtet"],
        )


if __name__ == "__main__":
    unittest.main()
