#!/usr/bin/env python3
# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""docs/peers: how the patch antenna is evaluated, on a circuit whose values are known, and the columns of its table. Exit code
77 without NumPy."""
import json
import pathlib
import sys
import unittest

try:
    import numpy as np
except ImportError:
    print("skipped: NumPy is missing")
    sys.exit(77)

PEERS = pathlib.Path(__file__).resolve().parent.parent.parent / "docs" / "peers"
sys.path.insert(0, str(PEERS))
import patch  # pylint: disable=wrong-import-position
import table  # pylint: disable=wrong-import-position


def impedance(frequency, resonance, quality=20, peak=89, reactance=20):
    """A parallel resonant circuit behind an inductance, which is `reactance` at resonance, ohm."""
    ratio = frequency / resonance
    return 1j * reactance * ratio + peak / (1 + 1j * quality * (ratio - 1 / ratio))


def reflection(frequency, *circuit):
    z = impedance(frequency, *circuit)
    return 20 * np.log10(np.abs((z - 50) / (z + 50)))


class Patch(unittest.TestCase):
    def testExtremaLieBetweenTheFrequenciesOfTheBand(self):
        """Within a fiftieth of their distance, 5 MHz, whatever the place of the resonance between two of them."""
        fine = np.linspace(2.2e9, 2.5e9, 300001)
        for resonance in np.linspace(2.32e9, 2.325e9, 7):
            told = patch.evaluated(patch.BAND, impedance(patch.BAND, resonance), {"cells": 1})
            exact = reflection(fine, resonance)
            self.assertAlmostEqual(told["lowest_at_Hz"], fine[exact.argmin()], delta=0.1e6)
            self.assertAlmostEqual(told["lowest_dB"], exact.min(), delta=0.01)
            self.assertAlmostEqual(told["frequency_Hz"], resonance, delta=0.1e6)
            self.assertAlmostEqual(told["error"], resonance / patch.LIMIT - 1, delta=1e-4)
            self.assertEqual(told["cells"], 1)

    def testAnExtremumAtTheEndOfTheBandIsItsValueThere(self):
        band = patch.BAND[patch.BAND > 2.4e9]
        levels = reflection(band, 2.32e9)
        self.assertEqual(patch.vertex(band, levels, int(levels.argmin()), 1), (band[0], levels[0]))

    def testTheTableTellsTheLowestReflection(self):
        (first, *_) = json.loads((PEERS / "data" / "patch-fluxtet.json").read_text(encoding="utf-8"))
        run = {**first, "lowest_dB": -13.5312, "lowest_at_Hz": 2.315e9}
        self.assertEqual(table.lowestReflection(run), "-13.5 dB at 2.315 GHz")
        self.assertEqual(table.lowestReflection({**run, "lowest_at_Hz": 2.33972e9}), "-13.5 dB at 2.340 GHz")
        heads, _, *rows = table.table("patch").splitlines()
        place = heads.split(" | ").index("lowest S11")
        self.assertEqual(rows[0].split(" | ")[place], table.lowestReflection(first))
        del run["lowest_dB"]  # as a raw file without it
        self.assertEqual(table.row(run, table.OWN["patch"]).split("|")[place + 1].strip(), "")
        self.assertNotIn("lowest S11", table.table("cavity"))


if __name__ == "__main__":
    unittest.main()
