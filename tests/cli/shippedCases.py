# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""The cases in meshes/."""
import re


def sizesInTheReadme(program):
    """Number of elements of each case with a geometry, by its row in meshes/README.md, and by how much it may be off."""
    rows = re.findall(
        r"^\| `(\w+)` \|.*\| (?:Gmsh, )?(about )?([\d,]+)( to)?[^|]*\|$",
        (program.cases / "README.md").read_text(),
        flags=re.MULTILINE,
    )
    return {name: (int(number.replace(",", "")), 0.02 if about or to else 0) for name, about, number, to in rows}


def everyShippedCaseIsValid(program):
    """And has as many elements as the README says."""
    cases = sorted(program.cases.glob("*/case.yaml"))
    sizes = sizesInTheReadme(program)
    withGeometry = {case.parent.name for case in cases if list(case.parent.glob("*.geo"))}
    assert len(cases) >= 6 and sizes.keys() == withGeometry, (cases, sizes.keys() ^ withGeometry)
    for case in cases:
        kind = "problem" if "solver: static" in case.read_text() else "time step"
        found = program.run("check", case, timeout=200).expect(0, "elements", kind)
        elements = int(re.search(r"^elements +(\d+)", found.text, flags=re.MULTILINE)[1])
        expected, tolerance = sizes.get(case.parent.name, (elements, 0))
        assert (
            abs(elements - expected) <= tolerance * expected
        ), f"{case}: {elements} elements, {expected} in meshes/README.md"
