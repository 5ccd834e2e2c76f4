# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Opens the files of a specific absorption rate that parallelSarTest wrote with VTK's own reader, and checks that those
of one rank and of several hold the same.

usage: readSar.py FOLDER_OF_ONE_RANK FOLDER_OF_SEVERAL
"""
import os
import pathlib
import sys

import numpy as np

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
from vtkFiles import arrays, check, check_same, read, run

VOXEL = 0.01  # m
LEFT, RIGHT = 0.5 * 0.7 * 20**2 / 1040, 0.5 * 1.3 * 20**2 / 1850  # W/kg either side of x = 0.2 m


def check_elements(path):
    grid = read(path)
    values = arrays(grid.GetCellData())
    check(grid.GetNumberOfCells() == 4 * 3 * 2 * 6, f"{path}: {grid.GetNumberOfCells()} cells")
    for c in range(grid.GetNumberOfCells()):
        centre = np.mean([grid.GetPoint(grid.GetCell(c).GetPointId(v)) for v in range(4)], axis=0)
        expected = LEFT if centre[0] < 0.2 else RIGHT
        error = abs(values["sar_W_per_kg"][c] - expected)
        check(error < 1e-6 * expected, f"{path}: cell {c} has a wrong rate")


def check_image(path):
    image = read(path)
    check(np.allclose(image.GetSpacing(), VOXEL), f"{path}: voxels of {image.GetSpacing()} m")
    check(np.allclose(image.GetOrigin(), -VOXEL / 2), f"{path}: origin {image.GetOrigin()} m")
    check(image.GetDimensions() == (42, 32, 22), f"{path}: {image.GetDimensions()} voxels")
    values = arrays(image.GetPointData())
    for c in range(image.GetNumberOfPoints()):
        centre = image.GetPoint(c)
        inside = all(0 < x < size for x, size in zip(centre, (0.4, 0.3, 0.2)))
        check((values["tissue"][c] >= 0) == inside, f"{path}: the tissue of voxel {c} at {centre} is wrong")
        check((values["cube"][c] > 0) == inside, f"{path}: voxel {c} at {centre} has a wrong kind of cube")
        if 0.1 < centre[0] < 0.3:
            continue  # cubes that hold both tissues
        expected = 0 if not inside else LEFT if centre[0] < 0.2 else RIGHT
        error = abs(values["sar_W_per_kg"][c] - expected)
        check(error <= 1e-5 * LEFT, f"{path}: voxel {c} at {centre} has a wrong average")


def main(one, several):
    for name, look in (("elements", check_elements), ("average_20g", check_image)):
        files = [os.path.join(folder, "sar", name + ".vtkhdf") for folder in (one, several)]
        for file in files:
            look(file)
        check_same(*files)
        print(f"{name}: values and independence of the ranks are right")


if __name__ == "__main__":
    run(main, __doc__)
