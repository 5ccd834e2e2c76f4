# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""How many nodes a wave wants: error of a plane wave over one wavelength at the solver's defaults, by order and size.

    python3 docs/data/resolution/measure.py PROGRAM OUT.csv

A wave of 1 GHz runs along a guide of irregular tetrahedra, whose walls carry it as if there were none. Its phasor at
eight points behind a way of several wavelengths is compared with that at eight points before it."""
import csv
import math
import pathlib
import subprocess
import sys
import tempfile

import numpy as np

C0 = 299792458.0
FREQUENCY = 1e9
WAVELENGTH = C0 / FREQUENCY
WAY = 6  # wavelengths between the points
CELLS = {1: (6, 8, 12, 16, 24), 2: (2, 3, 4, 6, 8), 3: (1.5, 2, 3, 4, 5), 4: (1, 1.5, 2, 3, 4)}
PERTURB = 0.2
PROBES = 8
PERIODS = 4

CASE = """\
solver: dgtd
mesh: {{box: {{size: [{width}, {width}, {length}], cells: [3, 3, {cells}], perturb: {perturb}}}}}
materials: {{vacuum: {{}}}}
regions: {{box: vacuum}}
boundaries: {{x-: pec, x+: pec, y-: pmc, y+: pmc, z-: absorbing, z+: absorbing}}
sources:
  - planeWave: {{direction: [0, 0, 1], polarization: [1, 0, 0], boundary: z-, waveform: {{sine: {{frequency: {frequency} Hz}}}}}}
dgtd: {{order: {order}, threads: 1}}
time: {{end: {end} s}}
output:
  directory: {folder}
  probes:
{probes}
"""


def meanEdge(cell):
    """Of the six tetrahedra of a cube."""
    return cell * (3 + 2 * math.sqrt(2) + math.sqrt(3)) / 6


def phasor(file):
    data = np.genfromtxt(file, delimiter=",", names=True)
    time, value = data["time_E_s"], data["Ex_Vm"]
    keep = time > time[-1] - PERIODS / FREQUENCY
    time, value = time[keep], value[keep]
    window = 0.5 - 0.5 * np.cos(2 * np.pi * (time - time[0]) / (time[-1] - time[0]))
    return np.sum(window * value * np.exp(-2j * np.pi * FREQUENCY * time)) / np.sum(window)


def measure(program, order, perWavelength, folder):
    cell = WAVELENGTH / perWavelength
    cells = round((WAY + 2) * perWavelength)
    width, length = 3 * cell, cells * cell
    # Points apart by eighths of a wavelength: what is reflected at the end turns the other way and averages out.
    places = [(WAVELENGTH * (0.5 + n / PROBES / 2), n) for n in range(PROBES)]
    probes = "\n".join(
        f"    - {{name: {name}{n}, at: [{0.47 * width}, {0.53 * width}, {z + way}], fields: [E]}}"
        for name, way in (("a", 0), ("b", WAY * WAVELENGTH))
        for z, n in places
    )
    out = folder / f"P{order}-{perWavelength}"
    case = CASE.format(
        width=width,
        length=length,
        cells=cells,
        perturb=PERTURB,
        frequency=FREQUENCY,
        order=order,
        end=(WAY + 2 + 8) / FREQUENCY,
        folder=out,
        probes=probes,
    )
    (folder / "case.yaml").write_text(case, encoding="utf-8")
    subprocess.run([program, "run", folder / "case.yaml"], check=True, capture_output=True)
    ratios = [phasor(out / f"probes/b{n}.csv") / phasor(out / f"probes/a{n}.csv") for n in range(PROBES)]
    ratio = np.mean(ratios) * np.exp(2j * np.pi * WAY)
    return abs(np.angle(ratio)) / WAY, abs(np.log(abs(ratio))) / WAY, meanEdge(cell)


def main():
    program, file = pathlib.Path(sys.argv[1]).absolute(), pathlib.Path(sys.argv[2])
    with open(file, "w", newline="", encoding="utf-8") as stream, tempfile.TemporaryDirectory() as folder:
        table = csv.writer(stream)
        table.writerow(["order", "nodes_per_wavelength", "phase_per_wavelength_rad", "amplitude_per_wavelength"])
        for order, sizes in CELLS.items():
            for perWavelength in sizes:
                phase, amplitude, edge = measure(program, order, perWavelength, pathlib.Path(folder))
                nodes = order * WAVELENGTH / edge
                table.writerow([order, f"{nodes:.4f}", f"{phase:.4e}", f"{amplitude:.4e}"])
                stream.flush()
                print(order, f"{nodes:6.2f} nodes: phase {phase:.2e}, amplitude {amplitude:.2e}", flush=True)


if __name__ == "__main__":
    main()
