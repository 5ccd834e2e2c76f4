# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Opens the snapshots and spectra that the program snapshotFiles wrote with VTK's own reader and checks geometry and values inside
the cells, then that files of one rank and of several differ in the cell data `rank` only.

usage: readVtkhdf.py FOLDER_OF_ONE_RANK FOLDER_OF_SEVERAL
"""
import json
import os
import pathlib
import sys

import h5py
import numpy as np
from vtkmodules.vtkCommonCore import reference
from vtkmodules.vtkCommonDataModel import VTK_LAGRANGE_TETRAHEDRON, VTK_LAGRANGE_TRIANGLE, VTK_TETRA, VTK_TRIANGLE

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
from vtkFiles import arrays, check, check_same, read, run

SIZE = np.array([1.2, 1.0, 0.9])  # of the box, m
Z0 = 376.73031367  # ohm
TOLERANCE = 2e-6  # single precision, values of order one


def exact_E(x, p):
    return np.array(
        [
            (0.3 + 0.5 * x[0] - 0.2 * x[1] + 0.7 * x[2]) ** p,
            (0.1 - 0.4 * x[0] + 0.6 * x[1] + 0.2 * x[2]) ** p,
            (0.8 + 0.1 * x[0] + 0.3 * x[1] - 0.9 * x[2]) ** p,
        ]
    )


def exact_H(x, p):
    return 0.01 * exact_E([x[1], x[2], x[0]], p)


def cell_point(cell, point):
    """Position and interpolation weights at parametric coordinates."""
    x, weights = [0.0] * 3, [0.0] * cell.GetNumberOfPoints()
    cell.EvaluateLocation(reference(0), point, x, weights)
    return np.array(x), np.array(weights)


def vertices_of(grid, cell, count):
    return np.array([grid.GetPoint(cell.GetPointId(v)) for v in range(count)])


def check_values(grid, p, corners, random):
    """In each cell: the map is affine, and the interpolated fields are the polynomial."""
    values = arrays(grid.GetPointData())
    for c in range(grid.GetNumberOfCells()):
        cell = grid.GetCell(c)
        ids = [cell.GetPointId(i) for i in range(cell.GetNumberOfPoints())]
        vertices = vertices_of(grid, cell, corners)
        for _ in range(3):
            share = random.dirichlet(np.ones(corners))
            parametric = list(share[1:]) + [0.0] * (4 - corners)
            x, weights = cell_point(cell, parametric)
            where = f"P{p}, cell {c}, {x}"
            check(np.allclose(x, share @ vertices, atol=TOLERANCE), f"{where}: nodes are in a wrong order (geometry)")
            check(np.allclose(weights @ values["E"][ids], exact_E(x, p), atol=TOLERANCE), f"{where}: E is wrong")
            check(np.allclose(weights @ values["H"][ids], exact_H(x, p), atol=0.01 * TOLERANCE), f"{where}: H is wrong")


def check_cell_data(grid, names):
    for name in names:
        check(grid.GetCellData().GetArray(name) is not None, f"no cell data {name}")
    check(grid.GetNumberOfCells() > 0, "no cells")


def check_elements(path, p, random):
    grid = read(path)
    check_cell_data(grid, ("region", "rank", "elementId"))
    expected = VTK_TETRA if p == 1 else VTK_LAGRANGE_TETRAHEDRON
    volume = 0.0
    for c in range(grid.GetNumberOfCells()):
        check(grid.GetCellType(c) == expected, f"{path}: cell {c} has type {grid.GetCellType(c)}")
        a, b, d, e = vertices_of(grid, grid.GetCell(c), 4)
        own = np.dot(np.cross(b - a, d - a), e - a) / 6
        check(own > 0, f"{path}: cell {c} is inverted")
        volume += own
    check(abs(volume - SIZE.prod()) < 1e-6, f"{path}: the cells fill {volume} m^3 instead of {SIZE.prod()}")
    check_values(grid, p, 4, random)


def check_faces(path, p, random):
    grid = read(path)
    check_cell_data(grid, ("region", "rank", "elementId", "surface"))
    expected = VTK_TRIANGLE if p == 1 else VTK_LAGRANGE_TRIANGLE
    area = 0.0
    for c in range(grid.GetNumberOfCells()):
        check(grid.GetCellType(c) == expected, f"{path}: cell {c} has type {grid.GetCellType(c)}")
        a, b, d = vertices_of(grid, grid.GetCell(c), 3)
        normal = np.cross(b - a, d - a) / 2
        check(np.dot(normal, (a + b + d) / 3 - SIZE / 2) > 0, f"{path}: the normal of cell {c} points inward")
        area += np.linalg.norm(normal)
    surface = 2 * (SIZE[0] * SIZE[1] + SIZE[1] * SIZE[2] + SIZE[2] * SIZE[0])
    check(abs(area - surface) < 1e-5, f"{path}: the faces cover {area} m^2 instead of {surface}")
    check_values(grid, p, 3, random)


def check_spectrum(path, snapshot):
    """The fields of a spectrum are those of the snapshot: E is E + i Z0 H, H is H + i E / Z0."""
    values, moment = (arrays(read(file).GetPointData()) for file in (path, snapshot))
    E, H = (moment[name].astype(float) for name in ("E", "H"))
    for name, re, im in (("E", E, Z0 * H), ("H", H, E / Z0)):
        size = abs(re).max() + abs(im).max()
        check(np.allclose(values[name + "_re"], re, atol=TOLERANCE * size), f"{path}: {name}_re is wrong")
        check(np.allclose(values[name + "_im"], im, atol=TOLERANCE * size), f"{path}: {name}_im is wrong")
        length = np.sqrt((re**2 + im**2).sum(axis=1))
        check(np.allclose(values[name + "_abs"], length, atol=TOLERANCE * size), f"{path}: {name}_abs is wrong")
    with h5py.File(path) as file:
        check(file["VTKHDF/FieldData/frequency_Hz"][0] == 1.8e9, f"{path}: wrong frequency")


def check_series(folder, name):
    with open(os.path.join(folder, name + ".vtkhdf.series"), encoding="utf-8") as stream:
        files = json.load(stream)["files"]
    check([f["time"] for f in files] == [0.0, 1e-9], f"{folder}: wrong times in the list of files")
    for f in files:
        check(os.path.exists(os.path.join(folder, f["name"])), f"{folder}: {f['name']} is listed but absent")


def main(one, several):
    random = np.random.default_rng(1)
    for p in range(1, 5):
        folder = os.path.join(one, f"P{p}", "snapshots")
        check_elements(os.path.join(folder, "fields_00000100.vtkhdf"), p, random)
        check_faces(os.path.join(folder, "boundaries_00000100.vtkhdf"), p, random)
        for name in ("fields", "boundaries"):
            check_series(folder, name)
            file = os.path.join("snapshots", f"{name}_00000100.vtkhdf")
            check_same(os.path.join(one, f"P{p}", file), os.path.join(several, f"P{p}", file))
            spectrum = os.path.join("dft", f"{name}_1.8GHz.vtkhdf")
            check_spectrum(os.path.join(one, f"P{p}", spectrum), os.path.join(one, f"P{p}", file))
            check_same(os.path.join(one, f"P{p}", spectrum), os.path.join(several, f"P{p}", spectrum))
        print(f"P{p}: geometry, values and independence of the ranks are right")


if __name__ == "__main__":
    run(main, __doc__)
