#!/usr/bin/env python3
# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Largest averages of the specific absorption rate over cubes in a homogeneous sphere in a plane wave, from the Mie series
(docs/data/media/mie.py) on a grid of voxels; needs numpy and scipy. Says what meshes/lossySphere should find, independently of
fluxtet.

    sphereAverages.py                  the sphere of meshes/lossySphere, voxels of 2 mm
    sphereAverages.py 1 [0.5]          voxels of 1 mm [a sphere whose centre is moved by half a voxel along all axes]

The wave runs along z with E along x and carries 1 W/m^2; time goes as exp(-i w t) (Bohren, Huffman 1983, sections 4.2 to 4.4).
Only cubes that lie wholly in the sphere are looked at, which hold the mass whatever the rules for its surface; cubes of other
voxels are smaller than these only where the rate is largest at the surface.
"""
import pathlib
import sys

import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "docs/data/media"))
import mie  # noqa: E402

C0, MU0 = 299792458.0, 4e-7 * np.pi
EPS0 = 1 / (MU0 * C0**2)
FREQUENCY, RADIUS, EPSILON, SIGMA, DENSITY, INTENSITY = 900e6, 0.1, 45.8, 0.766, 1000.0, 1.0
OMEGA = 2 * np.pi * FREQUENCY
K0 = OMEGA / C0
INDEX = np.sqrt(EPSILON + 1j * SIGMA / (OMEGA * EPS0))


def square_e(x, y, z):
    """|E|^2 inside for an incident amplitude of 1."""
    return np.sum(np.abs(mie.field_inside(np.stack([x, y, z], axis=-1), INDEX.conj(), K0, RADIUS)) ** 2, axis=-1)


def cube_means(rate, side):
    """Mean over cubes of `side` voxels about each voxel, the outermost layer by the share inside; along one axis at a time."""
    whole = int((side - 1) // 2)
    share = (side - 1) / 2 - whole
    for axis in range(3):
        total = np.zeros_like(rate)
        for shift in range(-whole - 1, whole + 2):
            total += (share if abs(shift) == whole + 1 else 1.0) * np.roll(rate, shift, axis)
        rate = total / side
    return rate


def main():
    voxel = float(sys.argv[1]) * 1e-3 if len(sys.argv) > 1 else 2e-3
    shift = float(sys.argv[2]) * voxel if len(sys.argv) > 2 else 0.0
    count = int(np.ceil(RADIUS / voxel)) + 2
    axis = (np.arange(-count, count) + 0.5) * voxel
    z, y, x = np.meshgrid(axis, axis, axis, indexing="ij")
    inside = (x - shift) ** 2 + (y - shift) ** 2 + (z - shift) ** 2 < RADIUS**2
    rate = np.zeros(x.shape)
    rate[inside] = square_e(x[inside] - shift, y[inside] - shift, z[inside] - shift)
    rate *= 0.5 * SIGMA / DENSITY * 2 * MU0 * C0 * INTENSITY
    print(
        f"absorbed {1e3 * rate.sum() * DENSITY * voxel**3:.4f} mW by {inside.sum()} voxels, largest rate {rate.max():.6f} W/kg"
    )
    for mass in (1e-3, 1e-2):
        side = np.cbrt(mass / DENSITY) / voxel
        means = cube_means(rate, side)
        reach = np.sqrt(3) * side / 2 * voxel
        means[(x - shift) ** 2 + (y - shift) ** 2 + (z - shift) ** 2 > (RADIUS - reach) ** 2] = 0
        at = np.unravel_index(np.argmax(means), means.shape)
        place = ", ".join(f"{1e3 * axis[i]:.1f}" for i in reversed(at))
        print(f"{1e3 * mass:g} g: {means[at]:.6f} W/kg at ({place}) mm, cube of {1e3 * side * voxel:.3f} mm")


if __name__ == "__main__":
    main()
