# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""`fluxtet mesh` of plane meshes, for the static solver."""

CASE = """\
solver: static
mesh: {rectangle: {size: [20 mm, 10 mm], cells: [16, 8]}}
materials: {air: {}}
regions: {box: air}
boundaries: {x-: {potential: 10 V}, x+: {potential: 0 V}}
static: {problem: electrostatic}
output: {directory: out, quantities: [capacitance]}
"""


def statisticsArePrintedWithoutAFileToo(program):
    program.write("case.yaml", CASE)
    before = program.tree()
    program.run("mesh", "case.yaml", "--refine", 1).expect(
        0,
        "triangles     1024",
        "L_min 0.625 mm",
        "region        box: 1024 triangles, 0.0002 m^2",
        "curve         x-: 16 edges, 0.01 m",
    )
    assert program.tree() == before, program.tree()


def aPlaneMeshFileGivesTheSameResult(program):
    program.write("case.yaml", CASE)
    program.run("mesh", "case.yaml", "-o", "plane.h5").expect(0, "triangles     256", "written")
    program.run("mesh", "plane.h5").expect(0, "triangles     256")
    results = []
    for arguments in ([], ["--mesh", "plane.h5"]):
        text = program.run("run", "case.yaml", "--backup", *arguments).expect(0, "capacitance").text
        results.append([line for line in text.splitlines() if "capacitance" in line])
    assert results[0] == results[1], results


def aPlaneMeshIsNotCutIntoParts(program):
    program.write("case.yaml", CASE)
    program.refuses("mesh", "case.yaml", "-o", "plane.h5", "--parts", 2, words=["--parts 2", "plane mesh"])


def aPlaneMeshIsNothingForTheOtherSolver(program):
    program.write("static.yaml", CASE)
    program.run("mesh", "static.yaml", "-o", "plane.h5").expect(0)
    program.boxCase()
    program.refuses("run", "case.yaml", "--mesh", "plane.h5", words=["plane.h5", "tetrahedra are needed"])
