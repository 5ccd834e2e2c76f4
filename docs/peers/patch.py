#!/usr/bin/env python3
# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""The patch antenna of meshes/patchAntennaCad: the frequency at which the resistance at the feed is largest, and the lowest
reflection. There is no exact value; the error is the difference to 2320.0 MHz, to which finer meshes of fluxtet lead
(docs/data/sizes)."""
import math

import numpy as np

import common

LIMIT = 2320.0e6  # Hz, docs/data/sizes
BAND = np.linspace(1.8e9, 3e9, 241)
END = 20e-9  # s; the loaded patch has a quality factor of about 20
EPSILON, TANGENT = 2.2, 0.0009  # rtDuroid5880 of app/case/materials.yaml


def evaluated(frequency, impedance, sizes):
    """The top of the resistance by a parabola through the seven values round the largest, as in docs/data/sizes."""
    top = int(np.argmax(impedance.real))
    near = slice(top - 3, top + 4)
    square, slope, _ = np.polyfit(1e-9 * (frequency[near] - frequency[top]), impedance.real[near], 2)
    resonance = frequency[top] - 1e9 * slope / (2 * square)
    reflection = 20 * np.log10(np.abs((impedance - 50) / (impedance + 50)))
    lowest = int(np.argmin(reflection))
    told = {
        "frequency_Hz": resonance,
        "resistance_ohm": impedance.real[top],
        "lowest_dB": reflection[lowest],
        "lowest_at_Hz": frequency[lowest],
    }
    return {**told, "error": resonance / LIMIT - 1, **sizes}


# --- fluxtet: half of it, sizes from the accuracy asked for

GEOMETRY = """SetFactory("OpenCASCADE");
Box(1) = {-100, 0, -60, 200, 100, 123.2};
Box(2) = {-40, 0, 0, 80, 40, 3.2};
Box(3) = {-11.5, 0, 0, 3, 1.5, 3.2};
Rectangle(101) = {-20, 0, 3.2, 40, 24};
BooleanFragments{ Volume{1, 2, 3}; Surface{101}; Delete; }{}
e = 1e-3;
feed() = Volume In BoundingBox {-11.5 - e, -e, -e, -8.5 + e, 1.5 + e, 3.2 + e};
board() = Volume In BoundingBox {-40 - e, -e, -e, 40 + e, 40 + e, 3.2 + e};
board() -= feed();
air() = Volume{:}; air() -= {feed(), board()};
Physical Volume("Feed") = feed();
Physical Volume("Substrate") = board();
Physical Volume("Air") = air();
ground() = Surface In BoundingBox {-40 - e, -e, -e, 40 + e, 40 + e, e};
patch() = Surface In BoundingBox {-20 - e, -e, 3.2 - e, 20 + e, 24 + e, 3.2 + e};
Physical Surface("Metal") = {ground(), patch()};
cut() = Surface In BoundingBox {-100 - e, -e, -60 - e, 100 + e, e, 63.2 + e};
Physical Surface("Cut") = cut();
open() = Abs(CombinedBoundary{ Volume{:}; }); open() -= cut();
Physical Surface("Open") = open();
"""

CASE = """solver: dgtd
mesh: {{file: half.geo, scale: 1 mm, size: auto, accuracy: {accuracy}}}
materials: {{vacuum: {{}}, laminate: {{library: rtDuroid5880}}}}
regions: {{Air: vacuum, Substrate: laminate, Feed: laminate}}
boundaries: {{Metal: pec, Cut: {{symmetry: magnetic}}, Open: {{pml: {{layers: {layers}}}}}}}
ports: [{{name: P1, region: Feed, direction: [0, 0, 1], impedance: 50 ohm, excite: true}}]
dgtd: {{order: {order}, localTimeStepping: {{levels: {levels}}}}}
time: {{end: {end}, untilDecay: -50 dB}}
output: {{sParameters: {{band: {{from: 1.8 GHz, to: 3 GHz, points: 241}}}}}}
"""


def with_fluxtet(folder, settings):
    (folder / "half.geo").write_text(GEOMETRY, encoding="utf-8")
    summary = common.run_fluxtet(folder, CASE.format(end=END, **settings))
    text = next((folder / "out").glob("*.s1p")).read_text(encoding="utf-8")
    rows = np.array([line.split() for line in text.splitlines() if line[0] not in "!#"], dtype=float)
    reflection = rows[:, 1] + 1j * rows[:, 2]
    return evaluated(rows[:, 0], 50 * (1 + reflection) / (1 - reflection), common.sizes_of(summary))


# --- openEMS: half of it, lines close to edges of metal, a third of a cell outside of them and two thirds inside


def graded(fixed, sizes, largest, growth=0.3):
    """Lines through all `fixed` ones, with about the sizes {place: size} there, which grow with the distance."""

    def size(place):
        return min(largest, *(small + growth * abs(place - at) for at, small in sizes.items()))

    lines = []
    for begin, end in zip(fixed, fixed[1:]):
        fine = np.linspace(begin, end, 2001)
        density = np.array([1 / size(place) for place in fine])
        count = np.concatenate(([0], np.cumsum((density[1:] + density[:-1]) / 2 * np.diff(fine))))
        cells = max(1, round(count[-1]))
        lines += list(np.interp(np.arange(cells) * count[-1] / cells, count, fine))
    return np.array([*lines, fixed[-1]])


def beside(edges, small):
    """The two lines at each edge: metal is inside of it, seen from 0."""
    return [at - math.copysign(share * small, at) for at in edges for share in (2 / 3, -1 / 3)]


def with_layers(lines, layers, ends=(True, True)):
    step = lines[-1] - lines[-2], lines[1] - lines[0]
    upper = lines[-1] + step[0] * np.arange(1, layers + 1) if ends[1] else []
    lower = lines[0] - step[1] * np.arange(layers, 0, -1) if ends[0] else []
    return np.concatenate((lower, lines, upper))


def with_openems(folder, settings):
    np.float = float  # which ports.py of this version still asks for
    from CSXCAD import ContinuousStructure
    from openEMS import openEMS

    small, layers = settings["edge"], settings["layers"]
    structure = ContinuousStructure()
    grid = structure.GetGrid()
    grid.SetDeltaUnit(1e-3)  # mm
    feed = [-11.5, -10.5, -9.5, -8.5]
    edges = beside((-40, -20, 20, 40), small)
    sizes = {-40: small, -20: small, 20: small, 40: small, -10: 1}
    grid.SetLines("x", with_layers(graded(sorted([-100, *edges, *feed, 100]), sizes, settings["largest"]), layers))
    edges = beside((24, 40), small)
    sizes = {24: small, 40: small, 0: 1}
    across = graded(sorted([-0.5, 0.5, 1.5, 2.5, *edges, 100]), sizes, settings["largest"])
    grid.SetLines("y", with_layers(across, layers, (False, True)))
    thin = 3.2 / settings["across"]
    sizes = {0: thin, 3.2: thin}
    up = graded([-60, 0, 3.2, 63.2], sizes, settings["largest"])
    up = np.concatenate((up[up < -1e-9], thin * np.arange(settings["across"] + 1), up[up > 3.2 + 1e-9]))
    grid.SetLines("z", with_layers(up, layers))

    loss = 2 * math.pi * 2.4e9 * common.VACUUM * EPSILON * TANGENT
    structure.AddMaterial("laminate", epsilon=EPSILON, kappa=loss).AddBox([-40, -40, 0], [40, 40, 3.2], priority=1)
    metal = structure.AddMetal("metal")
    metal.AddBox([-40, -40, 0], [40, 40, 0], priority=10)
    metal.AddBox([-20, -24, 3.2], [20, 24, 3.2], priority=10)
    step = grid_step(grid)
    steps = math.ceil(END / step)
    solver = openEMS(NrTS=steps, EndCriteria=1e-5)
    solver.SetCSX(structure)
    solver.SetBoundaryCond([f"PML_{layers}"] * 2 + ["PMC", f"PML_{layers}"] + [f"PML_{layers}"] * 2)
    solver.SetGaussExcite(2.4e9, 1e9)
    port = solver.AddLumpedPort(1, 100, [-11.5, 0.5, 0], [-8.5, 1.5, 3.2], "z", 1.0, priority=5)  # 100 ohm: half of it
    solver.Run(str(folder / "run"), numThreads=common.THREADS)
    port.CalcPort(str(folder / "run"), BAND)
    made = np.loadtxt(folder / "run" / "et", comments="%")
    done = round(port.u_data.ui_time[0][-1] / (made[1, 0] - made[0, 0]))
    cells = math.prod(len(grid.GetLines(axis)) - 1 for axis in "xyz")
    return evaluated(BAND, port.uf_tot / port.if_tot / 2, {"cells": cells, "steps": done})


def grid_step(grid):
    """Courant's limit of the smallest cells, s."""
    smallest = [1e-3 * np.diff(grid.GetLines(axis)).min() for axis in "xyz"]
    return 1 / (common.SPEED * math.sqrt(sum(size**-2 for size in smallest)))


PROGRAMS = {"fluxtet": with_fluxtet, "openEMS": with_openems}

if __name__ == "__main__":
    common.main(PROGRAMS)
