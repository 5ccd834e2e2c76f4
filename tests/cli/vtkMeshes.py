# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Meshes in legacy VTK files: regions and surfaces by an array of the cells."""
import struct

import mergedMeshes
from mergedMeshes import MIRRORED, probesOf, shared, twoCubes

CASE = (
    mergedMeshes.CASE.replace(", merge: 1 um", "")
    .replace("{Air: vacuum, Glass: vacuum}", "{volume1: vacuum, volume2: vacuum}")
    .replace("Outer: pec", "surface9: pec")
)
LINE, TRIANGLE, TETRAHEDRON = 3, 5, 10


def cellsOf(nodes, tetrahedra, triangles, volumes):
    """(type, points from 0 on, number) of each cell."""
    cells = [(TRIANGLE, [v - 1 for v in f], 9) for f in triangles]
    return nodes, cells + [(TETRAHEDRON, [v - 1 for v in t], n) for t, n in zip(tetrahedra, volumes)]


def vtkText(nodes, cells, arrays=None, binary=False, withOffsets=False):
    """`arrays`: text or bytes of what follows CELL_DATA; by default the numbers of the cells as `region`."""
    out = [
        f"# vtk DataFile Version {'5.1' if withOffsets else '3.0'}\ntwo cubes\n{'BINARY' if binary else 'ASCII'}\n".encode()
    ]

    def add(head, kind, values):
        code = {"int": "i", "double": "d", "vtktypeint64": "q"}[kind]
        data = struct.pack(f">{len(values)}{code}", *values) if binary else " ".join(map(str, values)).encode()
        out.append(head.encode() + b"\n" + data + b"\n")

    out.append(b"DATASET UNSTRUCTURED_GRID\n")
    add(f"POINTS {len(nodes)} double", "double", [x for node in nodes for x in node])
    if withOffsets:
        offsets = [sum(len(c[1]) for c in cells[:i]) for i in range(len(cells) + 1)]
        out.append(f"CELLS {len(offsets)} {offsets[-1]}\n".encode())
        add("OFFSETS vtktypeint64", "vtktypeint64", offsets)
        add("CONNECTIVITY vtktypeint64", "vtktypeint64", [v for c in cells for v in c[1]])
    else:
        rows = [v for c in cells for v in [len(c[1])] + c[1]]
        add(f"CELLS {len(cells)} {len(rows)}", "int", rows)
    add(f"CELL_TYPES {len(cells)}", "int", [c[0] for c in cells])
    out.append(f"CELL_DATA {len(cells)}\n".encode())
    if arrays is None:
        add("SCALARS region int 1\nLOOKUP_TABLE default", "int", [c[2] for c in cells])
    else:
        out.append(arrays.encode())
    return b"".join(out)


def writtenByVtk(path, nodes, cells):
    """By VTK's own writer, binary; whether there is one."""
    try:
        from vtkmodules.vtkCommonCore import vtkFloatArray, vtkIdList, vtkIntArray, vtkPoints
        from vtkmodules.vtkCommonDataModel import vtkUnstructuredGrid
        from vtkmodules.vtkIOLegacy import vtkUnstructuredGridWriter
    except ImportError:
        return False
    points, grid, numbers, other = vtkPoints(), vtkUnstructuredGrid(), vtkIntArray(), vtkFloatArray()
    for node in nodes:
        points.InsertNextPoint(node)
    grid.SetPoints(points)
    numbers.SetName("material")
    other.SetName("quality")
    other.SetNumberOfComponents(2)
    for kind, corners, number in cells:
        ids = vtkIdList()
        for corner in corners:
            ids.InsertNextId(corner)
        grid.InsertNextCell(kind, ids)
        numbers.InsertNextValue(number)
        other.InsertNextTuple((0.5, 0.25))
    grid.GetCellData().AddArray(other)
    grid.GetCellData().AddArray(numbers)
    writer = vtkUnstructuredGridWriter()
    writer.SetFileName(str(path))
    writer.SetFileTypeToBinary()
    writer.SetInputData(grid)
    writer.Write()
    return True


def fieldsAreThoseOfTheSameMeshInAnotherFile(program):
    model = shared(*twoCubes(MIRRORED))
    used = sorted({v for t in model[1] for v in t})
    place = {v: i + 1 for i, v in enumerate(used)}
    model = (
        [model[0][v - 1] for v in used],
        *([tuple(place[v] for v in e) for e in of] for of in model[1:3]),
        model[3],
    )
    program.write("one.msh", mergedMeshes.gmshText(*model))
    named = mergedMeshes.CASE.replace(", merge: 1 um", "")
    program.writeChanged(named, ("FILE", "one.msh"))
    program.run("run", "case.yaml", "--output", "msh").expect(0)
    cells = cellsOf(*model)
    for name, options in (("text", {}), ("offsets", {"withOffsets": True}), ("binary", {"binary": True})):
        program.write(f"{name}.vtk", vtkText(*cells, **options))
    names = ["text", "offsets", "binary"] + ["vtk"] * writtenByVtk(program.folder / "vtk.vtk", *cells)
    for name in names:
        program.writeChanged(CASE, ("FILE", f"{name}.vtk"))
        program.run("run", "case.yaml", "--output", name).expect(0)
        assert probesOf(program, name) == probesOf(program, "msh"), name


def theArrayOfTheRegionsIsFound(program):
    nodes, cells = cellsOf(*shared(*twoCubes(MIRRORED)))
    count, numbers = len(cells), " ".join(str(c[2]) for c in cells)
    other = f"SCALARS other int\nLOOKUP_TABLE default\n{' '.join(['7'] * count)}\n"
    region = (
        f"FIELD FieldData 2\nsize 1 {count} double\n{' '.join(['0.5'] * count)}\nregion 1 {count} long\n{numbers}\n"
    )
    program.write("both.vtk", vtkText(nodes, cells, other + region))
    program.run("mesh", "both.vtk").expect(
        0, "region        volume1: 5 tetrahedra, 1 m^3", "volume2: 5", "surface9: 20"
    )
    program.write("only.vtk", vtkText(nodes, cells, other))
    program.run("mesh", "only.vtk", "--scale", "1 cm").expect(0, "volume7: 10 tetrahedra, 2e-06 m^3", "surface7: 20")
    program.write("none.vtk", vtkText(nodes, cells, ""))
    program.run("mesh", "none.vtk").expect(0, "volume1: 10 tetrahedra", "surface1: 20")
    program.write("two.vtk", vtkText(nodes, cells, other + other.replace("other", "more")))
    program.refuses("mesh", "two.vtk", words=["two.vtk", "more, other", "call the one", "`region`"])
    program.write("apart.vtk", vtkText(*cellsOf(*twoCubes(MIRRORED))))
    program.refuses("mesh", "apart.vtk", words=["does not conform", "mesh.merge"])
    program.run("mesh", "apart.vtk", "--merge", "1 um").expect(0, "volume2: 5 tetrahedra, 1 m^3; beside volume1")


def trianglesAloneAreAPlaneMesh(program):
    nodes = [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0)]
    cells = [(TRIANGLE, [0, 1, 2], 1), (TRIANGLE, [0, 2, 3], 2)]
    cells += [(LINE, [i, (i + 1) % 4], 5 + i % 2) for i in range(4)] + [(1, [0], 0)]
    program.write("plane.vtk", vtkText(nodes, cells))
    program.run("mesh", "plane.vtk").expect(
        0, "surface1: 1 triangles, 0.5 m^2; beside surface2", "curve5: 2 edges, 2 m", "curve6: 2 edges, 2 m"
    )
    program.writeChanged(CASE, ("FILE", "plane.vtk"))
    program.refuses("check", "case.yaml", words=["plane.vtk: the mesh has no tetrahedra"])


def whatIsNoMeshIsRefused(program):
    def refuses(text, *words):
        program.write("bad.vtk", text)
        program.refuses("mesh", "bad.vtk", words=["bad.vtk", *words])

    nodes, cells = cellsOf(*shared(*twoCubes(MIRRORED)))
    refuses(vtkText(nodes, cells + [(12, list(range(8)), 1)]), "cell 31 is of VTK's type 12", "tetrahedra")
    refuses(vtkText(nodes, cells + [(TETRAHEDRON, [0, 1, 2, 99], 1)]), "damaged", "point 99 of 16")
    refuses(vtkText(nodes, cells + [(TETRAHEDRON, [0, 1, 2], 1)]), "damaged", "cell 31", "3 corners")
    refuses("solid\n", "is not a legacy VTK file")
    refuses(vtkText(nodes, cells).replace(b"UNSTRUCTURED_GRID", b"POLYDATA"), "holds a POLYDATA")
    refuses(vtkText(nodes, cells).replace(b"POINTS 16", b"POINTS 99999999999"), "damaged", "99999999999")
    refuses(vtkText(nodes, cells).replace(b"SCALARS", b"SOMETHING"), "`SOMETHING`, which is not read")
    for options in ({}, {"binary": True}, {"withOffsets": True, "binary": True}):
        whole = vtkText(nodes, cells, **options)
        for share in (0.3, 0.6, 0.9, 0.99):
            refuses(whole[: int(share * len(whole))])
