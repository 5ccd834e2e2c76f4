# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Error of the electrostatic energy by the size of elements at edges of metal that faces other metal across a gap.

measureGaps.py FLUXTET CSV writes one row for each cross-section and size, at P2, and what the formula of
docs/theory.md has."""
import csv
import math
import pathlib
import sys

from measure import EPSILON0, energyOf

GROWTH, LARGEST = 0.4, 0.4


def expected(h, gap, facing, exponent, kappa):
    """Share of the energy, twice that of a resonance: `facing`, width of the metal that faces the other."""
    return 2 * kappa * 2 ** (-2 * exponent) * (h / gap) ** exponent * min(1.0, gap / facing if facing else 1.0)


def main(program, target):
    with open(target, "w", newline="", encoding="utf-8") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(["metal", "gap", "size at the edge", "elements", "error of the energy", "formula"])

        def write(name, gap, h, exact, formula, more=""):
            energy, elements = energyOf(program, "plates" if more else "slot", h, GROWTH, LARGEST, 2, more)
            rows.writerow([name, gap, h, elements, f"{energy / exact - 1:.3e}", f"{formula:.3e}"])

        # A slot of width 2 between half planes, in the ellipse whose foci are its edges. A quarter.
        for h in (0.2, 0.1, 0.05, 0.02):
            write("slot", 2, h, EPSILON0 * math.acosh(3) / math.pi, expected(h, 2, 0, 1, 0.45))
        # A strip and a bar 0.5 thick, both of width 2, over the side of a box. One half; exact: the finest mesh.
        for name, thickness, exponent, kappa in (("strip", 0, 1, 0.45), ("bar", 0.5, 4 / 3, 0.2)):
            for gap in (0.2, 0.05):
                more = f", d: {gap}, t: {thickness}"
                exact, _ = energyOf(program, "plates", 1e-5, 0.2, 0.1, 2, more)
                for h in (0.2, 0.1, 0.05, 0.02):
                    write(name, gap, h, exact, expected(h, gap, 2, exponent, kappa), more)


main(str(pathlib.Path(sys.argv[1]).resolve()), sys.argv[2])
