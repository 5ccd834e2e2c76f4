# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Error of the electrostatic energy by the size of elements at an edge of metal, in two cross-sections.

measure.py FLUXTET CSV writes one row for each edge, order and size."""
import csv
import json
import math
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
EPSILON0 = 8.8541878128e-12
CASE = """\
solver: static
mesh: {{file: {file}, parameters: {{he: {size}, g: {growth}, hmax: {largest}{more}}}}}
materials: {{air: {{}}}}
regions: {{Air: air}}
boundaries: {{Strip: {{potential: 1 V}}, Outer: {{potential: 0 V}}}}
static: {{problem: electrostatic, order: {order}}}
output: {{directory: out, quantities: [energy]}}
"""
# A flat strip of width 2 in the ellipse of which its ends are the foci; a square of side 2 in one of side 4. A quarter.
EXACT = {"sheet": EPSILON0 * 2 * math.pi / math.acosh(1.5) / 8, "corner": EPSILON0 * 10.23409256 / 8}


def energyOf(program, edge, size, growth, largest, order, more=""):
    """Of a cross-section, J/m, and its elements; `more`: further parameters of its geometry."""
    with tempfile.TemporaryDirectory() as folder:
        case = CASE.format(file=HERE / f"{edge}.geo", size=size, growth=growth, largest=largest, order=order, more=more)
        (pathlib.Path(folder) / "case.yaml").write_text(case, encoding="utf-8")
        subprocess.run([program, "run", "case.yaml"], cwd=folder, check=True, capture_output=True)
        summary = json.loads((pathlib.Path(folder) / "out/summary.json").read_text(encoding="utf-8"))
        return summary["energy_J"], summary["elements"]


def main(program, target):
    with open(target, "w", newline="", encoding="utf-8") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(["edge", "order", "growth", "size over width", "elements", "error of the energy"])
        for edge, exact in EXACT.items():
            for order in (1, 2):
                for growth in (0.2, 0.4, 0.6):
                    for size in (0.2, 0.1, 0.05, 0.02, 0.01):
                        energy, elements = energyOf(program, edge, size, growth, 0.3 if order == 2 else 0.05, order)
                        rows.writerow([edge, order, growth, size / 2, elements, f"{energy / exact - 1:.3e}"])


if __name__ == "__main__":
    main(str(pathlib.Path(sys.argv[1]).resolve()), sys.argv[2])
