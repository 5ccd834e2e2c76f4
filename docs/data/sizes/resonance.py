#!/usr/bin/env python3
# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Prints the resonance of the patch in each of the Touchstone files: where the real part of its impedance is largest."""
import pathlib

import numpy as np

for path in sorted(pathlib.Path(__file__).parent.glob("*.s1p")):
    rows = [line.split() for line in path.read_text(encoding="utf-8").splitlines() if line[0] not in "!#"]
    frequency, real, imaginary = np.array(rows, dtype=float).T
    reflection = real + 1j * imaginary
    resistance = (50 * (1 + reflection) / (1 - reflection)).real
    top = int(np.argmax(resistance))
    near = slice(top - 3, top + 4)
    square, slope, _ = np.polyfit(frequency[near] - frequency[top], resistance[near], 2)
    print(f"{path.stem}: {1e-6 * (frequency[top] - slope / (2 * square)):.1f} MHz, {resistance[top]:.1f} ohm")
