# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""reflection.py PERIOD LAYERS,LONG ...: reflection of TE10, dB, at angles from the normal, from the probes of two runs.

The difference of the two series over the long guide's, both by a Fourier integral with the weight exp(-t / PERIOD), s:
waves near the cut-off are slow, and still ring when the runs end. Each run is the folder out_NAME.
"""

import sys

import h5py
import numpy as np

CUT_OFF = 299792458 / 2
period = float(sys.argv[1])
for pair in sys.argv[2:]:
    short, long = (h5py.File(f"out_{name}/probes.h5")["p/data"][:] for name in pair.split(","))
    time, ey = short[:, 1], 3
    levels = []
    for angle in (70, 63, 53, 46, 37):
        weight = np.exp(-2j * np.pi * CUT_OFF / np.sin(np.radians(angle)) * time - time / period)
        ratio = abs(((short[:, ey] - long[:, ey]) * weight).sum() / (long[:, ey] * weight).sum())
        levels.append(f"{angle} deg: {20 * np.log10(ratio):.1f} dB")
    print(pair, *levels, sep="  ")
