# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Faults of the mesh: exit code 2, the element or surface by name; nothing is created."""

CASE = """\
mesh: {file: FILE}
materials: {vacuum: {}}
regions: {Air: vacuum}
boundaries: {Outer: pec}
initial: {cavityMode: {m: 1, n: 1, p: 0, type: tm}}
time: {steps: 5}
output: {directory: out}
"""
STATIC_CASE = """\
solver: static
mesh: {file: FILE}
materials: {vacuum: {}}
regions: {A: vacuum, B: vacuum}
static: {problem: electrostatic}
boundaries: {Outer: {potential: 1 V}}
output: {directory: out}
"""
TWO_BOXES = """\
SetFactory("OpenCASCADE");
Box(1) = {0, 0, 0, 1, 1, 1};
Box(2) = {1, 0, 0, 1, 1, 1};
// fragments
Physical Volume("A") = {1};
Physical Volume("B") = {2};
Physical Surface("Outer") = Abs(CombinedBoundary{ Volume{:}; });
Mesh.MeshSizeMax = 0.5;
"""
# A tetrahedron in format 4.1; its fourth corner has the tag 4.
MSH41 = """\
$MeshFormat
4.1 0 8
$EndMeshFormat
$Nodes
1 4 1 4
3 1 0 4
1
2
3
4
0 0 0
1 0 0
0 1 0
0 0 1
$EndNodes
$Elements
1 1 1 1
3 1 4 1
1 1 2 3 TAG
$EndElements
"""
# The unit cube: corner number = 1 + x + 2 y + 4 z.
CUBE = [(x, y, z) for z in (0, 1) for y in (0, 1) for x in (0, 1)]
# Five tetrahedra: four at corners 1, 4, 6, 7 cut off, one in the middle.
TETRAHEDRA = [(1, 2, 3, 5), (4, 2, 3, 8), (6, 2, 5, 8), (7, 3, 5, 8), (2, 3, 5, 8)]
TRIANGLE, TETRAHEDRON, HEXAHEDRON, SECOND_ORDER_TETRAHEDRON = 2, 4, 5, 11


def faces(tetrahedron):
    return [tuple(v for i, v in enumerate(tetrahedron) if i != skipped) for skipped in range(4)]


def outerFaces(tetrahedra):
    seen = {}
    for tetrahedron in tetrahedra:
        for face in faces(tetrahedron):
            seen.setdefault(tuple(sorted(face)), []).append(face)
    return [sides[0] for sides in seen.values() if len(sides) == 1]


def msh(nodes, tetrahedra, triangles, volumes=(), other=()):
    """Gmsh format 2.2. `volumes`: number of the physical volume of each tetrahedron; `other`: (type, nodes) in volume 1."""
    elements = [(TRIANGLE, 9, nodesOf) for nodesOf in triangles]
    elements += [(TETRAHEDRON, volumes[i] if volumes else 1, nodesOf) for i, nodesOf in enumerate(tetrahedra)]
    elements += [(kind, 1, nodesOf) for kind, nodesOf in other]
    lines = [
        "$MeshFormat",
        "2.2 0 8",
        "$EndMeshFormat",
        "$PhysicalNames",
        "3",
        '2 9 "Outer"',
        '3 1 "Air"',
        '3 2 "Glass"',
        "$EndPhysicalNames",
        "$Nodes",
        str(len(nodes)),
    ]
    lines += [f"{i + 1} {x} {y} {z}" for i, (x, y, z) in enumerate(nodes)]
    lines += ["$EndNodes", "$Elements", str(len(elements))]
    lines += [
        f"{i + 1} {kind} 2 {group} {group} {' '.join(map(str, n))}" for i, (kind, group, n) in enumerate(elements)
    ]
    return "\n".join(lines + ["$EndElements", ""])


def cubeMsh():
    return msh(CUBE, TETRAHEDRA, outerFaces(TETRAHEDRA))


def refusesMesh(program, text, words, name="mesh.msh"):
    program.write(name, text)
    program.write("case.yaml", CASE.replace("FILE", name))
    program.refuses("run", "case.yaml", words=words)


def missingMeshFile(program):
    program.write("case.yaml", CASE.replace("FILE", "nowhere.msh"))
    program.refuses("run", "case.yaml", words=["nowhere.msh"])


def damagedMeshFile(program):
    whole = cubeMsh()
    refusesMesh(program, whole[: 2 * len(whole) // 3], ["mesh.msh", "damaged"])


def hexahedraAreRefused(program):
    shifted = [(x + 1, y, z) for x, y, z in CUBE]
    hexahedron = (HEXAHEDRON, (9, 10, 12, 11, 13, 14, 16, 15))
    refusesMesh(
        program, msh(CUBE + shifted, TETRAHEDRA, outerFaces(TETRAHEDRA), other=[hexahedron]), ["hexahedr", "tetrahedra"]
    )


def secondOrderTetrahedraAreRefused(program):
    corner = [
        (0, 0, 0),
        (2, 0, 0),
        (0, 2, 0),
        (0, 0, 2),
        (1, 0, 0),
        (1, 1, 0),
        (0, 1, 0),
        (0, 0, 1),
        (0, 1, 1),
        (1, 0, 1),
    ]
    element = (SECOND_ORDER_TETRAHEDRON, tuple(range(1, 11)))
    refusesMesh(program, msh(corner, [], [], other=[element]), ["tetrahedr", "Mesh.ElementOrder"])


def nonConformingMeshIsRefused(program):
    # The fifth tetrahedron gets corners of its own in the same places.
    nodes = CUBE + [CUBE[v - 1] for v in TETRAHEDRA[4]]
    tetrahedra = TETRAHEDRA[:4] + [(9, 10, 11, 12)]
    refusesMesh(program, msh(nodes, tetrahedra, outerFaces(TETRAHEDRA)[:12]), ["conform"])


def touchingVolumesWithoutFragmentsAreRefused(program):
    """As the guide makes its groups, but for the BooleanFragments: no face is untagged."""
    program.write("two.geo", TWO_BOXES)
    program.write("case.yaml", CASE.replace("FILE", "two.geo").replace("{Air: vacuum}", "{A: vacuum, B: vacuum}"))
    for command in ("check", "run"):
        program.refuses(
            command,
            "case.yaml",
            words=["two.geo: the mesh does not conform", "regions `A` and `B`", "BooleanFragments"],
        )
    program.write("static.yaml", STATIC_CASE.replace("FILE", "two.geo"))
    program.refuses("run", "static.yaml", words=["two.geo: the mesh does not conform"])
    program.refuses("mesh", "two.geo", "--size", "0.5 m", words=["two.geo: the mesh does not conform"])


def innerFacesOfAnAbsorbingSurfaceAreRefused(program):
    program.write(
        "two.geo",
        TWO_BOXES.replace("// fragments", "BooleanFragments{ Volume{1}; Delete; }{ Volume{2}; Delete; }").replace(
            "Abs(CombinedBoundary{ Volume{:}; })", "Surface{:}"
        ),
    )
    program.write(
        "case.yaml",
        CASE.replace("FILE", "two.geo")
        .replace("{Air: vacuum}", "{A: vacuum, B: vacuum}")
        .replace("Outer: pec", "Outer: absorbing"),
    )
    program.refuses("check", "case.yaml", words=["on surface `Outer`", "such faces in all", "take the inner ones out"])


def aFileThatCrashesGmshIsRefused(program):
    """An element's node beyond all numbers of nodes: Gmsh 4.8 looks it up in a table."""
    refusesMesh(program, MSH41.replace("TAG", "4000000000"), ["Gmsh crashed when it was to read", "damaged"])


def aGeometryThatTakesTooLongIsRefused(program):
    program.write("long.geo", "For i In {1:1000000000}\n  x = i;\nEndFor\n")
    program.write("case.yaml", CASE.replace("file: FILE", "file: long.geo, timeLimit: 1 s"))
    program.refuses("check", "case.yaml", words=["Gmsh did not read", "long.geo within 1 s", "mesh.timeLimit"])
    program.refuses("mesh", "long.geo", "--time-limit", "1 s", words=["within 1 s"])


def nothingIsRunWithAMesh(program):
    """A .msh that is a script, and option files beside a mesh."""
    command = f'SystemCall "touch {program.folder / "trace"}";\n'
    refusesMesh(program, "// $MeshFormat\n" + command + "$End\n", ["does not begin with $MeshFormat"])
    program.write("mesh.msh.opt", command)
    program.write("mesh.msh", cubeMsh())
    program.run("check", "case.yaml").expect(0)
    program.write("cube.geo.opt", command)
    program.write(
        "cube.geo", TWO_BOXES.replace("// fragments", "BooleanFragments{ Volume{1}; Delete; }{ Volume{2}; Delete; }")
    )
    program.run("mesh", "cube.geo").expect(0)
    assert not (program.folder / "trace").exists()


def theUnitOfAStepFileIsObeyed(program):
    program.write("save.geo", 'SetFactory("OpenCASCADE");\nBox(1) = {0, 0, 0, 10, 10, 10};\nSave "box.step";\n')
    program.run("mesh", "save.geo", "--size", "5 m").expect(0, "1000 m^3")
    program.run("mesh", "box.step", "--size", "5 mm").expect(0, "1e-06 m^3")
    program.refuses("mesh", "box.step", "--scale", "1 mm", words=["mesh.scale does not go with", "remove mesh.scale"])


def zeroVolumeElementIsNamed(program):
    flat = TETRAHEDRA + [(1, 2, 3, 4)]
    refusesMesh(program, msh(CUBE, flat, outerFaces(TETRAHEDRA)), ["element 18", "volume"])


def untaggedOuterFaceIsNamed(program):
    refusesMesh(program, msh(CUBE, TETRAHEDRA, outerFaces(TETRAHEDRA)[1:]), ["outer face", "Physical Surface"])


def meshRegionWithoutMaterial(program):
    refusesMesh(program, msh(CUBE, TETRAHEDRA, outerFaces(TETRAHEDRA), volumes=[1, 1, 1, 1, 2]), ["Glass", "material"])


def foreignHdf5FileIsRefused(program):
    import h5py

    with h5py.File(program.folder / "mesh.h5", "w") as file:
        file["something"] = 1
    program.write("case.yaml", CASE.replace("FILE", "mesh.h5"))
    program.refuses("run", "case.yaml", words=["mesh.h5"])


def moreRanksThanElements(program):
    corner = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)]
    refusesMesh(program, msh(corner, [(1, 2, 3, 4)], faces((1, 2, 3, 4))), ["more ranks than elements"])
