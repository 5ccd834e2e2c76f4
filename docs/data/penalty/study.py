# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""What the penalty of the flux costs and gives: a dipole's pulse against its closed form, a standing wave, resonances,
the time step.

    python3 docs/data/penalty/study.py PROGRAM OUT.json [pulse] [wall] [cavity] [resonance] [current]

The dipole's pulse is compared until the first echo of the box's sides, so that these are not in it."""
import csv
import json
import math
import pathlib
import subprocess
import sys
import tempfile

import numpy as np

C0 = 299792458.0
Z0 = 4e-7 * math.pi * C0
EPSILON0 = 1 / (Z0 * C0)
FREQUENCY, BANDWIDTH = 600e6, 300e6
WIDTH = math.sqrt(2 * math.log(2)) / (math.pi * BANDWIDTH)
DELAY = 5 * WIDTH
BOX = 1.4  # m
OPEN_AT = (0.010, 0.012, 0.008)
DIRECTIONS = ((1, 0, 0), (0, 1, 0), (-0.8, 0.6, 0), (0.3, -0.5, -0.9), (-0.7, -0.6, 0.3), (1, 1, 1))
UPWARDS = ((1, 0, 0.3), (0, 1, 0.2), (-0.8, 0.6, 0.5), (0.3, -0.5, 0.9), (-0.7, -0.6, 0.3), (1, 1, 1))
PENALTIES = (0, 0.05, 0.1, 0.2, 0.5, 1)
CELLS = {1: 28, 2: 17, 3: 14, 4: 10}  # of the box: 10, 12, 15 and 14 nodes to the wavelength of 0.5 m along the axes
RADII = (0.12, 0.08, 0.05)  # m, of regions with a current, on elements of 0.1 m
CAVITY_CELLS = {1: (8, 16), 2: (4, 8), 3: (3, 6), 4: (2, 4)}


def dipole_spectrum(frequency, x, at, moment, medium):
    """E per unit of I dl's spectrum, [frequency][3]; medium = (epsilon_r, sigma)."""
    omega = 2 * np.pi * frequency
    index = np.sqrt(medium[0] - 1j * medium[1] / (omega * EPSILON0))
    k, z = omega / C0 * index, Z0 / index
    r = np.asarray(x) - at
    distance = np.linalg.norm(r)
    n, m = r / distance, np.asarray(moment)
    transverse = 1 - 1j / (k * distance) - 1 / (k * distance) ** 2
    radial = -1 + 3j / (k * distance) + 3 / (k * distance) ** 2
    front = -1j * k * z * np.exp(-1j * k * distance) / (4 * np.pi * distance)
    return front[:, None] * (transverse[:, None] * m + (radial * (n @ m))[:, None] * n)


def exact_pulse(time, x, at, moment, wall, medium):
    """E at the given times; a conducting wall at z = wall adds the dipole's image."""
    samples, length = 1 << 15, 1.2e-7
    t = np.arange(samples) * length / samples
    w = np.cos(2 * np.pi * FREQUENCY * (t - DELAY)) * np.exp(-(((t - DELAY) / WIDTH) ** 2) / 2)
    frequency = np.fft.rfftfreq(samples, length / samples)
    frequency[0] = 1e-3
    field = dipole_spectrum(frequency, x, np.asarray(at), moment, medium)
    if wall is not None:
        image = np.array((at[0], at[1], 2 * wall - at[2]))
        field = field + dipole_spectrum(frequency, x, image, np.asarray(moment) * (-1, -1, 1), medium)
    spectrum = np.fft.rfft(w)[:, None] * field
    spectrum[0] = 0
    values = np.fft.irfft(spectrum, samples, axis=0)
    values -= values[0]
    return np.stack([np.interp(time, t, values[:, c]) for c in range(3)], 1)


def first_echo(x, at, wall, speed):
    """Time at which a side's answer to the pulse's beginning reaches x."""
    paths = []
    for axis in range(3):
        for side in (-1, 1):
            if wall is not None and axis == 2 and side < 0:
                continue
            image = np.array(at, dtype=float)
            image[axis] = side * BOX - image[axis]
            paths.append(np.linalg.norm(image - x))
    return DELAY - 2.5 * WIDTH + min(paths) / speed


def run(program, text):
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "case.yaml").write_text(text)
        subprocess.run([program, "run", "case.yaml"], cwd=folder, check=True, capture_output=True)
        summary = json.loads((folder / "results/summary.json").read_text())
        probes = {}
        for file in folder.glob("results/probes/*.csv"):
            rows = list(csv.reader(open(file)))
            names = [name.split(" [")[0] for name in rows[0]]
            values = np.array([[float(v) for v in row] for row in rows[1:]])
            probes[file.stem] = {name: values[:, i] for i, name in enumerate(names)}
    return summary, probes


def pulse(
    program,
    order,
    flux,
    at=OPEN_AT,
    moment=(0, 0, 1),
    directions=DIRECTIONS,
    wall=None,
    medium=(1, 0),
    distances=(0.15, 0.2, 0.3, 0.4),
):
    n, speed = CELLS[order], C0 / math.sqrt(medium[0])
    places = {
        f"p{i}_{j}": np.asarray(at) + r * np.asarray(d) / np.linalg.norm(d)
        for i, d in enumerate(directions)
        for j, r in enumerate(distances)
    }
    end = max(first_echo(x, at, wall, speed) for x in places.values())
    probes = "\n".join(
        f"    - {{name: {name}, at: {[float(v) for v in x]}, fields: [E]}}" for name, x in places.items()
    )
    sides = ", ".join(f"{s}: absorbing" for s in ("x-", "x+", "y-", "y+", "z+"))
    summary, found = run(
        program,
        f"""solver: dgtd
mesh: {{box: {{size: [{BOX}, {BOX}, {BOX}], origin: [{-BOX / 2}, {-BOX / 2}, {-BOX / 2}], cells: [{n}, {n}, {n}]}}}}
materials: {{medium: {{epsilon_r: {medium[0]}, sigma: {medium[1]}}}}}
regions: {{box: medium}}
boundaries: {{{sides}, z-: {'absorbing' if wall is None else 'pec'}}}
sources:
  - dipole:
      at: {[float(v) for v in at]}
      moment: {list(moment)}
      waveform: {{gaussian: {{frequency: {FREQUENCY} Hz, bandwidth: {BANDWIDTH} Hz, delay: {DELAY} s}}}}
dgtd: {{order: {order}, {flux}, threads: 1}}
time: {{end: {end} s}}
output:
  directory: results
  probes:
{probes}
""",
    )
    result = {
        "order": order,
        "flux": flux,
        "cells": n,
        "at_m": list(map(float, at)),
        "moment": list(moment),
        "medium": list(medium),
        "dt_s": summary["dt_s"],
    }
    for j, r in enumerate(distances):
        errors, across = [], []
        for i in range(len(directions)):
            x, probe = places[f"p{i}_{j}"], found[f"p{i}_{j}"]
            time = probe["time_E"]
            seen = time < first_echo(x, at, wall, speed)
            exact = exact_pulse(time, x, at, moment, wall, medium)[seen]
            error = np.stack([probe[c] for c in ("Ex", "Ey", "Ez")], 1)[seen] - exact
            size = math.sqrt((exact**2).sum())
            errors.append(math.sqrt((error**2).sum()) / size)
            # The exact field keeps to one plane up to its turning in time: what is normal to it is the error's alone.
            normal = np.linalg.svd(exact, full_matrices=False)[2][2]
            across.append(math.sqrt(((error @ normal) ** 2).sum()) / size)
        result[f"at {r} m"] = {
            "error": float(np.sqrt(np.mean(np.square(errors)))),
            "largest": max(errors),
            "across": float(np.sqrt(np.mean(np.square(across)))),
        }
    return result


GEOMETRY = """SetFactory("OpenCASCADE");
Box(1) = {{-{half}, -{half}, -{half}, {box}, {box}, {box}}};
Sphere(2) = {{0.010, 0.012, 0.008, {radius}}};
BooleanFragments{{ Volume{{1}}; Delete; }}{{ Volume{{2}}; Delete; }}
Mesh.MeshSizeMin = 0.1; Mesh.MeshSizeMax = 0.1; Mesh.MeshSizeExtendFromBoundary = 0; Mesh.MeshSizeFromPoints = 0;
Physical Volume("feed") = {{2}}; Physical Volume("air") = {{3}};
Physical Surface("outside") = Abs(CombinedBoundary{{ Volume{{:}}; }});
"""


def current(program, radius, flux):
    """Probes 0.3 and 0.4 m from the middle of a uniform current in a sphere of few elements, P3."""
    places = {
        f"p{i}_{j}": np.asarray(OPEN_AT) + r * np.asarray(d) / np.linalg.norm(d)
        for i, d in enumerate(DIRECTIONS)
        for j, r in enumerate((0.3, 0.4))
    }
    probes = "\n".join(
        f"    - {{name: {name}, at: {[float(v) for v in x]}, fields: [E]}}" for name, x in places.items()
    )
    with tempfile.TemporaryDirectory() as folder:
        geometry = pathlib.Path(folder) / "sphere.geo"
        geometry.write_text(GEOMETRY.format(half=BOX / 2, box=BOX, radius=radius))
        return run(
            program,
            f"""solver: dgtd
mesh: {{file: {geometry}}}
materials: {{vacuum: {{}}}}
regions: {{feed: vacuum, air: vacuum}}
boundaries: {{outside: absorbing}}
sources:
  - current:
      region: feed
      density: [0, 0, 1]
      waveform: {{gaussian: {{frequency: {FREQUENCY} Hz, bandwidth: {BANDWIDTH} Hz, delay: {DELAY} s}}}}
dgtd: {{order: 3, {flux}, threads: 1}}
time: {{end: {DELAY + 4e-9} s}}
output:
  directory: results
  probes:
{probes}
""",
        )


def currents(program, radius, penalty, upwind):
    """What the flux costs beside the same region, the same facets, with the upwind flux."""
    summary, found = current(program, radius, f"flux: penalised, penalty: {penalty}")
    result = {"radius_m": radius, "penalty": penalty, "dt_s": summary["dt_s"]}
    for j, r in enumerate((0.3, 0.4)):
        squares = errors = 0
        for i in range(len(DIRECTIONS)):
            a, b = found[f"p{i}_{j}"], upwind[1][f"p{i}_{j}"]
            for c in ("Ex", "Ey", "Ez"):
                reference = np.interp(a["time_E"], b["time_E"], b[c])
                squares += (reference**2).sum()
                errors += ((a[c] - reference) ** 2).sum()
        result[f"at {r} m, from upwind"] = math.sqrt(errors / squares)
    return result


def wave_of_a_cavity(program, order, penalty, n):
    sides = ", ".join(f"{s}: pec" for s in ("x-", "x+", "y-", "y+", "z-", "z+"))
    summary, _ = run(
        program,
        f"""solver: dgtd
mesh: {{box: {{size: [1, 1, 1], cells: [{n}, {n}, {n}]}}}}
materials: {{vacuum: {{}}}}
regions: {{box: vacuum}}
boundaries: {{{sides}}}
initial: {{cavityMode: {{m: 1, n: 1, p: 0, type: tm}}}}
dgtd: {{order: {order}, flux: penalised, penalty: {penalty}, precision: double, threads: 1}}
time: {{end: 3.33564095 ns, maxStep: {[0, 16e-12, 6e-12, 2e-12, 1e-12][order]}}}
output: {{directory: results}}
""",
    )
    return math.hypot(summary["exact"]["l2_relative_E"], summary["exact"]["l2_relative_H"])


def cavity(program, order, penalty):
    cells = CAVITY_CELLS[order]
    errors = [wave_of_a_cavity(program, order, penalty, n) for n in cells]
    return {
        "order": order,
        "penalty": penalty,
        "cells": cells,
        "errors": errors,
        "rate": math.log(errors[0] / errors[1]) / math.log(cells[1] / cells[0]),
    }


RESONATOR = (0.05, 0.02, 0.06)  # m
RESONATOR_CELLS = {1: (15, 6, 18), 2: (8, 3, 9), 3: (5, 2, 6), 4: (4, 2, 5)}


def resonance(program, order, penalty):
    """A closed box after a pulse: its lowest mode's frequency, and what there is between its modes."""
    sides = ", ".join(f"{s}: pec" for s in ("x-", "x+", "y-", "y+", "z-", "z+"))
    _, found = run(
        program,
        f"""solver: dgtd
mesh: {{box: {{size: {list(RESONATOR)}, cells: {list(RESONATOR_CELLS[order])}}}}}
materials: {{vacuum: {{}}}}
regions: {{box: vacuum}}
boundaries: {{{sides}}}
sources:
  - dipole: {{at: [11 mm, 7 mm, 13 mm], moment: [0.3, 1, 0.4], waveform: {{gaussian: {{frequency: 6 GHz, bandwidth: 6 GHz}}}}}}
dgtd: {{order: {order}, flux: penalised, penalty: {penalty}, threads: 1}}
time: {{end: 30 ns}}
output: {{directory: results, probes: [{{name: p, at: [31 mm, 11 mm, 43 mm], fields: [E]}}]}}
""",
    )
    probe = found["p"]
    kept = probe["time_E"] > 2e-9
    time = probe["time_E"][kept]
    window = np.hanning(len(time))
    frequency = np.arange(3e9, 9e9, 5e6)
    modes = np.array(
        [
            C0 / 2 * math.hypot(m / RESONATOR[0], n / RESONATOR[1], p / RESONATOR[2])
            for m in range(12)
            for n in range(12)
            for p in range(12)
            if (m, n, p).count(0) <= 1
        ]
    )
    between = np.abs(frequency[:, None] - modes).min(1) > 0.25e9
    levels, peak = [], None
    for component in ("Ex", "Ey", "Ez"):
        value = probe[component][kept] * window
        spectrum = np.array([abs(np.sum(value * np.exp(-2j * np.pi * f * time))) for f in frequency])
        levels.append(20 * math.log10(spectrum[between].max() / spectrum.max()))
        if component == "Ey":
            fine = np.arange(3.7e9, 4.1e9, 0.1e6)
            peak = fine[np.argmax([abs(np.sum(value * np.exp(-2j * np.pi * f * time))) for f in fine])]
    exact = C0 / 2 * math.hypot(1 / RESONATOR[0], 1 / RESONATOR[2])
    return {
        "order": order,
        "penalty": penalty,
        "cells": RESONATOR_CELLS[order],
        "TE101": peak / exact - 1,
        "between_modes_dB": levels,
    }


def main():
    program, out = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2])
    wanted = sys.argv[3:] or ["pulse", "wall", "cavity", "resonance", "current"]
    results = json.loads(out.read_text()) if out.exists() else {}

    def keep(kind, result):
        results.setdefault(kind, []).append(result)
        print(result, flush=True)
        out.write_text(json.dumps(results, indent=1) + "\n")

    for kind in wanted:
        results[kind] = []
    for order in (1, 2, 3, 4):
        for penalty in PENALTIES:
            flux = f"flux: penalised, penalty: {penalty}"
            if "pulse" in wanted:
                keep("pulse", pulse(program, order, flux))
            if "cavity" in wanted:
                keep("cavity", cavity(program, order, penalty))
            if "resonance" in wanted:
                keep("resonance", resonance(program, order, penalty))
        if "pulse" in wanted:
            keep("pulse", pulse(program, order, "flux: upwind"))
    if "wall" in wanted:
        default = "flux: penalised"
        for moment in ((0, 0, 1), (1, 0, 0)):
            for height in (0.002, 0.01, 0.03, 0.06, 0.1):
                at = (OPEN_AT[0], OPEN_AT[1], -BOX / 2 + height)
                keep("wall", pulse(program, 3, default, at, moment, UPWARDS, -BOX / 2))
        keep("wall", pulse(program, 3, default, medium=(2, 0.01), distances=(0.15, 0.2, 0.3)))
    if "current" in wanted:
        for radius in RADII:
            upwind = current(program, radius, "flux: upwind")
            for penalty in PENALTIES:
                keep("current", currents(program, radius, penalty, upwind))


if __name__ == "__main__":
    main()
