# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""mesh.merge: bodies that were meshed each for itself, with nodes of their own where they touch."""
from badMesh import CUBE, TETRAHEDRA, msh, outerFaces

CASE = """\
solver: dgtd
mesh: {file: FILE, merge: 1 um}
materials: {vacuum: {}}
regions: {Air: vacuum, Glass: vacuum}
boundaries: {Outer: pec}
initial: {cavityMode: {m: 1, n: 1, p: 0, type: tm}}
dgtd: {order: 2}
time: {steps: 20}
output: {directory: out, probes: [{name: a, at: [0.31, 0.42, 0.53]}, {name: b, at: [1.47, 0.63, 0.22]}]}
"""
# The cube mirrored in its face x = 1, so that the triangles there are the same, and moved, so that they are not.
MIRRORED = [(2 - x, y, z) for x, y, z in CUBE]
MOVED = [(x + 1, y, z) for x, y, z in CUBE]


def twoCubes(second, gap=0, withCommonFace=False):
    """Nodes, tetrahedra with the number of their body, outer triangles. `gap`: how far the second one is off
    where they touch."""
    nodes = CUBE + [(x + gap if x == 1 else x, y, z) for x, y, z in second]
    tetrahedra = TETRAHEDRA + [tuple(v + 8 for v in t) for t in TETRAHEDRA]
    triangles = outerFaces(tetrahedra)
    if not withCommonFace:
        triangles = [f for f in triangles if any(abs(nodes[v - 1][0] - 1) > 0.1 for v in f)]
    return nodes, tetrahedra, triangles, [1] * 5 + [2] * 5


def gmshText(nodes, tetrahedra, triangles, volumes):
    return msh(nodes, tetrahedra, triangles, volumes)


def nastranText(nodes, tetrahedra, triangles, volumes):
    lines = ["$ two cubes", "BEGIN BULK"]
    lines += [f"{'GRID':8}{i + 1:<8}{'':8}{x:<8.4f}{y:<8.4f}{z:<8.4f}" for i, (x, y, z) in enumerate(nodes)]
    for kind, group, elements in (("CTRIA3", [9] * len(triangles), triangles), ("CTETRA", volumes, tetrahedra)):
        for n, (pid, corners) in enumerate(zip(group, elements)):
            number = n + 1 + (len(triangles) if kind == "CTETRA" else 0)
            lines.append(f"{kind:8}{number:<8}{pid:<8}" + "".join(f"{v:<8}" for v in corners))
    return "\n".join(lines + ["ENDDATA", ""])


def shared(nodes, tetrahedra, triangles, volumes):
    """The same with each place once, numbered as it is first."""
    places = {}
    first = [places.setdefault(tuple(round(x, 3) for x in node), i + 1) for i, node in enumerate(nodes)]
    return (
        nodes,
        [tuple(first[v - 1] for v in t) for t in tetrahedra],
        [tuple(first[v - 1] for v in f) for f in triangles],
        volumes,
    )


def caseOf(program, file, text, *changes):
    program.write(file, text)
    return program.writeChanged(CASE, ("FILE", file), *changes)


def probesOf(program, directory):
    return [(program.folder / directory / "probes" / f"{name}.csv").read_text() for name in "ab"]


def bodiesWithNodesOfTheirOwnAreOneMesh(program):
    """The fields are those of the mesh that shares its nodes; on any number of ranks."""
    caseOf(program, "one.msh", gmshText(*shared(*twoCubes(MIRRORED))), (", merge: 1 um", ""))
    program.run("run", "case.yaml", "--output", "one").expect(0)
    for name, text, gap in (("exact", gmshText, 0), ("near", gmshText, 4e-7), ("nastran", nastranText, 0)):
        file = "two.bdf" if name == "nastran" else "two.msh"
        groups = [("Air: vacuum, Glass: vacuum", "volume1: vacuum, volume2: vacuum"), ("Outer", "surface9")]
        caseOf(program, file, text(*twoCubes(MIRRORED, gap)), *(groups if name == "nastran" else []))
        said = program.run("run", "case.yaml", "--output", name).expect(
            0, f"{file}: mesh.merge joined 4 nodes with others within 0.001 mm, at 2 faces of elements"
        )
        assert "warning" not in said.text, said.text
        assert probesOf(program, name) == probesOf(program, "one"), name
    program.run("mesh", "two.bdf", "--merge", "1 um", "-o", "joined.h5").expect(0, "volume1: 5 tetrahedra, 1 m^3")
    program.run("mesh", "joined.h5").expect(0, "volume2: 5 tetrahedra, 1 m^3; beside volume1")
    program.write("h5.yaml", (program.folder / "case.yaml").read_text().replace("two.bdf", "joined.h5"))
    program.refuses("run", "h5.yaml", words=["mesh.merge", "joined.h5", "meshed already"])


def whatDoesNotMatchIsRefused(program):
    def refuses(text, words, *changes):
        caseOf(program, "two.msh", text, *changes)
        program.refuses("check", "case.yaml", words=words)

    mirrored, moved = gmshText(*twoCubes(MIRRORED)), gmshText(*twoCubes(MOVED))
    refuses(mirrored, ["does not conform", "mesh.merge"], (", merge: 1 um", ""))
    refuses(moved, ["does not conform", "were joined (mesh.merge)", "other triangles on their common surface"])
    refuses(mirrored, ["mesh.merge of 1.1 m", "smaller than all edges"], ("1 um", "1.1 m"))
    refuses(gmshText(*twoCubes(MIRRORED, 1e-5)), ["does not conform", "or lie farther apart"])
    refuses(mirrored, ["mesh.merge", "0 m"], ("1 um", "0 m"))
    program.write("box.geo", 'SetFactory("OpenCASCADE");\nBox(1) = {0, 0, 0, 1, 1, 1};\n')
    refuses(mirrored, ["mesh.merge", "box.geo is a geometry", "BooleanFragments"], ("two.msh", "box.geo"))
    program.refuses("mesh", "case.yaml", "--merge", "1 um", words=["--set mesh.merge"])


def joinedFacesOfASurfaceAreWarnedOf(program):
    """A wall between the bodies that is one only because the group of their outer faces has it."""
    caseOf(program, "two.msh", gmshText(*twoCubes(MIRRORED, withCommonFace=True)))
    program.run("check", "case.yaml").expect(
        0, "warning", "2 of the faces that mesh.merge joined lie in `Outer`", "thin sheet"
    )
