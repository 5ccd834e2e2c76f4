# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Absorbed power and largest averages of the absorption rate in the sphere of docs/tutorials/sar by the Mie series, in a plane wave of
1 W/m^2: /usr/bin/python3 sar.py [VOXEL_MM]; needs numpy and scipy."""
import pathlib
import sys

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path[:0] = [str(ROOT / "tests/verification/data"), str(ROOT / "docs/data/media")]
import mie  # noqa: E402
import sphereAverages as sphere  # noqa: E402

sphere.FREQUENCY, sphere.RADIUS, sphere.EPSILON, sphere.SIGMA = 900e6, 0.04, 45.8, 0.766
sphere.OMEGA = 2 * np.pi * sphere.FREQUENCY
sphere.K0 = sphere.OMEGA / sphere.C0
sphere.INDEX = np.sqrt(sphere.EPSILON + 1j * sphere.SIGMA / (sphere.OMEGA * sphere.EPS0))

if __name__ == "__main__":
    _, scattered, absorbed = mie.efficiencies(sphere.INDEX.conj(), sphere.K0 * sphere.RADIUS)
    area = np.pi * sphere.RADIUS**2 * sphere.INTENSITY
    print(f"Mie series: absorbed {1e3 * area * absorbed:.4f} mW, scattered {1e3 * area * scattered:.4f} mW")
    sphere.main()
