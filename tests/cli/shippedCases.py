# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""The cases in meshes/."""
import json
import math
import re

from program import moduleOrSkip


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
    withGeometry = {
        case.parent.name for case in cases if any(case.parent.glob("*.geo")) or any(case.parent.glob("*.step"))
    }
    assert len(cases) >= 6 and sizes.keys() == withGeometry, (cases, sizes.keys() ^ withGeometry)
    for case in cases:
        kind = "problem" if "solver: static" in case.read_text() else "time step"
        found = program.run("check", case, timeout=200).expect(0, "elements", kind)
        elements = int(re.search(r"^elements +(\d+)", found.text, flags=re.MULTILINE)[1])
        expected, tolerance = sizes.get(case.parent.name, (elements, 0))
        assert (
            abs(elements - expected) <= tolerance * expected
        ), f"{case}: {elements} elements, {expected} in meshes/README.md"


def caseReader():
    """A function that reads YAML with the numbers of version 1.2, as editors do: 1e9 is one."""
    yaml = moduleOrSkip("yaml", "PyYAML")

    class Loader(yaml.SafeLoader):
        pass

    number = "tag:yaml.org,2002:float"
    Loader.yaml_implicit_resolvers = {
        start: [pair for pair in pairs if pair[0] != number] for start, pairs in Loader.yaml_implicit_resolvers.items()
    }
    pattern = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$")
    Loader.add_implicit_resolver(number, pattern, list("-+.0123456789"))
    return lambda text: yaml.load(text, Loader)


def theSchemaTakesEveryShippedCase(program):
    """And refuses units of another kind, and misspelt keys."""
    jsonschema, read = moduleOrSkip("jsonschema", "jsonschema"), caseReader()
    schema = json.loads(program.runApart("schema").expect(0).output)
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    root = program.cases.parent
    cases = sorted([*program.cases.glob("*/case*.yaml"), *(root / "docs" / "tutorials").glob("*/case*.yaml")])
    assert len(cases) > 30, cases
    for case in cases:
        faults = [
            f"{list(fault.absolute_path)}: {fault.message}" for fault in validator.iter_errors(read(case.read_text()))
        ]
        assert not faults, f"{case}: {faults}"
    good = (program.cases / "planeWave" / "case.yaml").read_text()
    for old, new in (("end: 8 ns", "end: 8 mm"), ("time:", "times:")):
        assert old in good and not validator.is_valid(read(good.replace(old, new, 1))), new


# A current in a box at the frequency of the published values.
MATERIAL_CASE = """
mesh: {box: {size: [1 cm, 1 cm, 1 cm], cells: [2, 2, 2]}}
regions: {box: MATERIAL}
boundaries: {x-: pec, x+: pec, y-: pec, y+: pec, z-: pec, z+: pec}
sources: [{current: {region: box, density: [0, 0, 1], waveform: {sine: {frequency: 900 MHz}}}}]
time: {end: 1 ps}
output: {directory: out}
"""


def theMaterialsOfTheLibraryHaveTheirPublishedValues(program):
    text = program.run("schema", "--materials").expect(0).text
    # "  muscle:  # 55.03, 0.943": permittivity and S/m at 900 MHz; "  water: {...": no values.
    names = re.findall(r"^  (\w+):(?:  # ([\d.]+), ([\d.]+))?", text, re.MULTILINE)
    metals = re.findall(r"^  (\w+): {sigma: [^,}]*}", text, re.MULTILINE)
    assert len(names) >= 50 and len(metals) == 9, names
    for name, permittivity, conductivity in names:
        program.write(
            "case.yaml", f"materials: {{own: {{library: {name}}}}}" + MATERIAL_CASE.replace("MATERIAL", "own")
        )
        checked = program.run("check", "case.yaml").expect(0)
        if name in metals:
            assert "is a good conductor at 900 MHz" in checked.text, checked.text
            continue
        assert "relaxation" not in checked.text, f"the fit of {name} is warned of"
        found = re.search(rf"own at 900 MHz: ([\d.]+) - ([\d.]+) j, with the losses of [\d.e-]+ S/m", checked.text)
        assert found, checked.text
        if permittivity:
            # One per cent of the fit's error is that of the complex permittivity.
            allowed = 0.01 * math.hypot(float(found[1]), float(found[2]))
            assert abs(float(found[1]) - float(permittivity)) < allowed, (name, found[0])
            losses = float(conductivity) / (2 * math.pi * 900e6 * 8.8541878128e-12)
            assert abs(float(found[2]) - losses) < allowed, (name, found[0])
