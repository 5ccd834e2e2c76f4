#!/usr/bin/env python3
# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Which variable converges best in a meridian plane: A_phi, A / r or r A (docs/theory.md, 4.1).

meridianVariables.py [--fluxtet PROGRAM]: energies of coils far from the axis and near to it, by finite elements of its own on
grids whose vertices are moved at random; with PROGRAM also those of meshes/oven, on the meshes that Gmsh makes for it. Needs
NumPy and SciPy, and h5py for the oven. One line a mesh: triangles, the energy's deviation in % at order 1 by each variable
(A twice: A / r by seven points, and at the centroid), at order 2, and the deviation of B_z on the axis at order 1."""
import argparse
import pathlib
import subprocess
import tempfile

import numpy
import scipy.sparse
import scipy.sparse.linalg

MU_0 = 1.25663706212e-6
ROOT = pathlib.Path(__file__).resolve().parents[3]
CENTROID = numpy.array([[1 / 3, 1 / 3, 1 / 3]]), numpy.array([1.0])


def radon():
    """Seven points, exact to degree 5."""
    near, far = 0.10128650732345633, 0.47014206410511505
    points = [[p if i != q else 1 - 2 * p for i in range(3)] for p in (near, far) for q in range(3)]
    weights = [0.12593918054482717] * 3 + [0.13239415278850616] * 3 + [9 / 40]
    return numpy.array(points + [[1 / 3] * 3]), numpy.array(weights)


EDGES = ((0, 1), (0, 2), (1, 2))
# A = phi w, B_z = phi dw/dr + slope w, B_r = -phi dw/dz.
VARIABLES = {
    "A": (lambda r: 1 + 0 * r, lambda r: 1 / r),
    "A/r": (lambda r: r, lambda r: 2 + 0 * r),
    "rA": (lambda r: 1 / r, lambda r: 0 * r),
}


def shapes(order, point, gradient):
    """Values [nodes] and gradients [elements][nodes][2] at a barycentric point."""
    if order == 1:
        return point, gradient
    values = numpy.concatenate([point * (2 * point - 1), [4 * point[i] * point[j] for i, j in EDGES]])
    edges = [4 * (point[i] * gradient[:, j] + point[j] * gradient[:, i]) for i, j in EDGES]
    return values, numpy.concatenate([(4 * point - 1)[None, :, None] * gradient, numpy.stack(edges, 1)], 1)


def with_edges(places, elements):
    pairs = numpy.sort(numpy.concatenate([elements[:, edge] for edge in EDGES]), 1)
    edges, number = numpy.unique(pairs, axis=0, return_inverse=True)
    middle = (places[edges[:, 0]] + places[edges[:, 1]]) / 2
    number = len(places) + number.reshape(3, -1).T
    return numpy.concatenate([places, middle]), numpy.concatenate([elements, number], 1)


class Plane:
    """A mesh with mu [elements], a current density [elements] and the places where A = 0."""

    def __init__(self, places, elements, mu, current, is_far):
        self.places, self.elements, self.mu, self.current, self.is_far = places, elements, mu, current, is_far

    def solve(self, variable, order, rule):
        """The energy per current squared, values of the variable at the nodes, and the nodes."""
        phi_of, slope_of = VARIABLES[variable]
        x = self.places[self.elements]
        a, b = x[:, 1] - x[:, 0], x[:, 2] - x[:, 0]
        twice = a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]
        g1, g2 = (numpy.stack(g, 1) / twice[:, None] for g in ((b[:, 1], -b[:, 0]), (-a[:, 1], a[:, 0])))
        gradient = numpy.stack([-g1 - g2, g1, g2], 1)
        nodes, of = (self.places, self.elements) if order == 1 else with_edges(self.places, self.elements)
        matrix, load = 0, 0
        for point, weight in zip(*rule):
            r = x[:, :, 0] @ point
            values, slopes = shapes(order, point, gradient)
            phi, slope = phi_of(r)[:, None], slope_of(r)[:, None]
            field = numpy.stack([-phi * slopes[:, :, 1], phi * slopes[:, :, 0] + slope * values], 2)
            measure = 2 * numpy.pi * r * abs(twice) / 2 * weight
            matrix = matrix + (measure / self.mu)[:, None, None] * numpy.einsum("eak,ebk->eab", field, field)
            load = load + (measure * self.current)[:, None] * phi * values
        count = of.shape[1]
        rows, columns = numpy.repeat(of, count, 1).ravel(), numpy.tile(of, (1, count)).ravel()
        whole = scipy.sparse.coo_matrix((matrix.ravel(), (rows, columns)), shape=(len(nodes),) * 2).tocsr()
        right = numpy.bincount(of.ravel(), load.ravel(), len(nodes))
        fixed = self.is_far(nodes) | (nodes[:, 0] == 0 if variable != "A/r" else False)
        free = numpy.where(~fixed)[0]
        solution = numpy.zeros(len(nodes))
        solution[free] = scipy.sparse.linalg.spsolve(whole[free][:, free].tocsc(), right[free])
        return right @ solution / 2, solution, nodes, of

    def axis_field(self, variable, solution, nodes, of):
        """B_z on the axis at z = 0, where an element has an edge on it."""
        for element in of[:, :3]:
            place = nodes[element]
            on = place[:, 0] == 0
            if on.sum() == 2 and place[on, 1].min() == 0:
                value = solution[element[~on][0]] if variable != "A/r" else solution[element[on][place[on, 1] == 0][0]]
                return 2 * value / {"A": place[~on, 0][0], "A/r": 1, "rA": place[~on, 0][0] ** 2}[variable]
        return numpy.nan


def grid(coil, core, radius, height, cells):
    """A quarter of the section: `coil` (r, r, z, z), a core (r, z, mu_r) or None; `cells` to the metre."""
    columns, rows = round(radius * cells), round(height * cells)
    r, z = numpy.meshgrid(numpy.linspace(0, radius, columns + 1), numpy.linspace(0, height, rows + 1), indexing="ij")
    places = numpy.stack([r.ravel(), z.ravel()], 1)
    step = (numpy.random.default_rng(1).random(places.shape) - 0.5) * 0.2 / cells
    for axis, lines in (
        (0, [0, radius, *coil[:2], *([core[0]] if core else [])]),
        (1, [0, height, *coil[2:], *([core[1]] if core else [])]),
    ):
        for line in lines:
            step[abs(places[:, axis] - line) < 1e-9, axis] = 0
    corner = numpy.arange(len(places)).reshape(columns + 1, rows + 1)
    elements = []
    for i in range(columns):
        for j in range(rows):
            a, b, c, d = corner[i, j], corner[i + 1, j], corner[i + 1, j + 1], corner[i, j + 1]
            elements += [[a, b, c], [a, c, d]] if (i + j) % 2 == 0 else [[a, b, d], [b, c, d]]
    places, elements = places + step, numpy.array(elements)
    middle = places[elements].mean(1)
    inside = (middle[:, 0] > coil[0]) & (middle[:, 0] < coil[1]) & (middle[:, 1] > coil[2]) & (middle[:, 1] < coil[3])
    mu = numpy.full(len(elements), MU_0)
    if core:
        mu[(middle[:, 0] < core[0]) & (middle[:, 1] < core[1])] *= core[2]
    return Plane(places, elements, mu, inside * 1.0, lambda x: (x[:, 0] > radius - 1e-9) | (x[:, 1] > height - 1e-9))


def oven(program, size, folder):
    subprocess.run(
        [
            program,
            "run",
            ROOT / "meshes/oven/case.yaml",
            "--set",
            f"mesh.parameters.size={size}",
            "--output",
            folder / str(size),
        ],
        check=True,
        capture_output=True,
    )
    import h5py

    with h5py.File(folder / str(size) / "fields.vtkhdf") as file:
        places = file["VTKHDF/Points"][:, :2]
        elements = file["VTKHDF/Connectivity"][:].reshape(-1, 3)
        region = file["VTKHDF/CellData/region"]
        names = numpy.array([name.decode() if isinstance(name, bytes) else name for name in region.attrs["names"]])[
            region[:]
        ]
    mu = MU_0 * numpy.select([names == "Metal", names == "Electromagnet"], [100, 1000], 1)
    return Plane(
        places, elements, mu, (names == "Coil") * 1e6, lambda x: (x[:, 0] > 0.5 - 1e-9) | (x[:, 1] > 0.5 - 1e-9)
    )


COLUMNS = (
    ("A/r", 1, radon()),
    ("rA", 1, CENTROID),
    ("A", 1, radon()),
    ("A", 1, CENTROID),
    ("A/r", 2, radon()),
    ("A", 2, radon()),
)


def study(title, planes, rate):
    """`rate`: by which the error of order 2 falls from the last but one mesh to the last."""
    fine = [plane.solve("A/r", 2, radon()) for plane in planes[-2:]]
    energy = fine[1][0] + (fine[1][0] - fine[0][0]) / (rate - 1)
    axis = planes[-1].axis_field("A/r", *fine[1][1:])
    print(f"{title}, energy {energy:.8g} J")
    print("triangles      A/r      r A     A(7)        A | P2:   A/r        A | B_z: A/r      r A        A")
    for plane in planes:
        energies, fields = [], []
        for column, (variable, order, rule) in enumerate(COLUMNS):
            found, *rest = plane.solve(variable, order, rule)
            energies.append(100 * (found / energy - 1))
            if column in (0, 1, 3):
                fields.append(100 * (plane.axis_field(variable, *rest) / axis - 1))
        numbers = [" ".join(f"{value:8.4f}" for value in part) for part in (energies[:4], energies[4:], fields)]
        print(f"{len(plane.elements):9} " + " | ".join(numbers), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--fluxtet", help="the program, for the oven's meshes")
    program = parser.parse_args().fluxtet
    iron = (0.25, 1.5, 1000)
    for title, coil, core, size, cells in (
        ("coil at 2 to 2.5 m", (2, 2.5, 0, 0.5), None, (5, 2.5), (4, 8, 16, 32)),
        ("coil at 0.25 to 0.5 m", (0.25, 0.5, 0, 0.25), None, (2.5, 2.5), (8, 16, 32)),
        ("coil at 0 to 0.5 m", (0, 0.5, 0, 0.25), None, (2.5, 2.5), (8, 16, 32)),
        ("long coil at 0.5 to 0.75 m", (0.5, 0.75, 0, 1.5), None, (2.5, 2.5), (8, 16, 32)),
        ("the same, iron core", (0.5, 0.75, 0, 1.5), iron, (2.5, 2.5), (8, 16, 32)),
    ):
        study(title, [grid(coil, core, *size, n) for n in cells], 4 if core else 16)
    if program:
        with tempfile.TemporaryDirectory() as folder:
            study("oven", [oven(program, size, pathlib.Path(folder)) for size in (6, 4.2, 2.242, 1.5)], 2)


if __name__ == "__main__":
    main()
