# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Opens the surfaces of a dipole's pattern that farFieldTest wrote with VTK's own reader, and checks that those of one
rank and of several hold the same.

usage: readPattern.py FOLDER_OF_ONE_RANK FOLDER_OF_SEVERAL
"""
import os
import pathlib
import sys

import numpy as np

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
from vtkFiles import arrays, check, read, run

THETA, PHI = np.linspace(0, 180, 13), np.linspace(0, 300, 6)
SHOWN = 40  # dB below the largest, where the surface reaches its middle


def points_of(grid):
    return np.array([grid.GetPoint(i) for i in range(grid.GetNumberOfPoints())])


def main(one, several):
    for name in ("500MHz", "600MHz", "700MHz"):
        grids = [read(os.path.join(folder, f"pattern_{name}.vtkhdf")) for folder in (one, several)]
        first, second = (arrays(grid.GetPointData()) for grid in grids)
        grid = grids[0]
        check(grid.GetNumberOfPoints() == 13 * 6, f"{name}: {grid.GetNumberOfPoints()} points")
        check(grid.GetNumberOfCells() == 12 * 6, f"{name}: {grid.GetNumberOfCells()} cells; phi is not closed")
        theta = np.repeat(np.radians(THETA), len(PHI))
        phi = np.tile(np.radians(PHI), len(THETA))
        level = first["directivity"]
        error = np.abs(10 ** (level / 10) - 1.5 * np.sin(theta) ** 2).max()
        check(error < 1.5 * 0.015, f"{name}: the directivity is off by {error}")
        points = points_of(grid)
        middle = points[theta == 0].mean(axis=0)
        away = points - middle
        share = np.clip(1 + (level - level.max()) / SHOWN, 0, None)
        length = np.linalg.norm(away, axis=1)
        check(np.allclose(length, share * length.max(), atol=1e-4 * length.max()), f"{name}: lengths are wrong")
        radial = np.stack([np.sin(theta) * np.cos(phi), np.sin(theta) * np.sin(phi), np.cos(theta)], axis=1)
        check(np.allclose(away, length[:, None] * radial, atol=1e-5), f"{name}: points lie in wrong directions")
        across = first["rE_phi"].max() / first["rE_theta"].max()
        check(across < 0.01, f"{name}: a share of {across} is polarised across the dipole")
        for key in ("directivity", "rE_theta"):
            same = np.allclose(first[key], second[key], rtol=1e-4, atol=1e-4 * np.abs(first[key]).max())
            check(same, f"{name}: {key} depends on the number of ranks")
        faces = [[grid.GetCell(c).GetPointId(v) for v in range(4)] for c in range(grid.GetNumberOfCells())]
        check(len({tuple(sorted(face)) for face in faces}) == len(faces), f"{name}: faces stand twice")
        print(f"{name}: values, shape and independence of the ranks are right")


if __name__ == "__main__":
    run(main, __doc__)
