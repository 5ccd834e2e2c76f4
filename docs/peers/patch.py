#!/usr/bin/env python3
# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""The patch antenna of meshes/patchAntennaCad: the frequency at which the resistance at the feed is largest, and the lowest
reflection. There is no exact value; the error is the difference to 2320.8 MHz, to which finer meshes of fluxtet lead
(docs/data/sizes)."""
import math

import numpy as np

import common

LIMIT = 2320.8e6  # Hz, docs/data/sizes
BAND = np.linspace(1.8e9, 3e9, 241)
END = 20e-9  # s; the loaded patch has a quality factor of about 20
EPSILON, TANGENT = 2.2, 0.0009  # rtDuroid5880 of app/case/materials.yaml
LOSS = 2 * math.pi * 2.4e9 * common.VACUUM * EPSILON * TANGENT  # conductivity, S/m


def vertex(frequency, values, number, reach):
    """Where a parabola through a value and `reach` others on either side has its vertex, Hz, and what it is there. At the
    ends of the band: that value."""
    if not reach <= number < len(values) - reach:
        return frequency[number], values[number]
    near = slice(number - reach, number + reach + 1)
    square, slope, level = np.polyfit(1e-9 * (frequency[near] - frequency[number]), values[near], 2)
    return frequency[number] - 1e9 * slope / (2 * square), level - slope**2 / (4 * square)


def evaluated(frequency, impedance, sizes):
    """The top of the resistance by a parabola through the seven values round the largest, as in docs/data/sizes. The lowest
    reflection, in dB, by one through three values, since it is narrower."""
    top = int(np.argmax(impedance.real))
    resonance, _ = vertex(frequency, impedance.real, top, 3)
    reflection = 20 * np.log10(np.abs((impedance - 50) / (impedance + 50)))
    place, lowest = vertex(frequency, reflection, int(np.argmin(reflection)), 1)
    told = {
        "frequency_Hz": resonance,
        "resistance_ohm": impedance.real[top],
        "lowest_dB": lowest,
        "lowest_at_Hz": place,
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
    return of_fluxtet(folder / "out", common.sizes_of(summary))


def of_fluxtet(directory, sizes):
    """`evaluated` of the reflection that a run of fluxtet has left."""
    text = next(directory.glob("*.s1p")).read_text(encoding="utf-8")
    rows = np.array([line.split() for line in text.splitlines() if line[0] not in "!#"], dtype=float)
    reflection = rows[:, 1] + 1j * rows[:, 2]
    return evaluated(rows[:, 0], 50 * (1 + reflection) / (1 - reflection), sizes)


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

    structure.AddMaterial("laminate", epsilon=EPSILON, kappa=LOSS).AddBox([-40, -40, 0], [40, 40, 3.2], priority=1)
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


# --- gprMax and Meep, with even cells: half of it. The last lines of metal are a third of a cell inside of its edges, as
# with openEMS, or next to that. The feed is the edges of the grid in and beside its 3 x 3 mm, by shares

CENTRE, WIDTH = 2.4e9, 1.2e9  # of the pulse, Hz; full width of its spectrum at half its peak
DEVIATION = math.sqrt(2 * math.log(2)) / (math.pi * WIDTH)
DECAYED = 10e-9  # s; of the voltage about 1e-3 is left
OUTSIDE = 1 / 3  # cells, between the last line and the edge


def pulse(time):
    late = time - 5 * DEVIATION
    return math.cos(2 * math.pi * CENTRE * late) * math.exp(-0.5 * (late / DEVIATION) ** 2)


def columns(x, y):
    """[(x, y, share)] of the columns of edges at these lines, mm: the share of the feed's cross-section that is nearest."""

    def shares(lines, middle):
        reach = (lines[1] - lines[0]) / 2
        overlaps = np.minimum(lines + reach, middle + 1.5) - np.maximum(lines - reach, middle - 1.5)
        return [(line, overlap / 3) for line, overlap in zip(lines, overlaps) if overlap > 1e-9]

    return [(a, b, share * other) for a, share in shares(x, -10) for b, other in shares(y, 0)]


def impedance_behind(step, voltage):
    """That of the antenna from the voltage at its feed at whole steps, behind 50 ohm and a generator of `pulse`. These two
    act at half steps, on the mean of two voltages. All current of the resistance goes into the antenna, of which the
    capacitance of the feed is part, as with fluxtet."""
    halves = step * (np.arange(len(voltage) - 1) + 0.5)
    waves = np.exp(-2j * math.pi * np.outer(BAND, halves))
    generator, feed = waves @ [pulse(time) for time in halves], waves @ ((voltage[1:] + voltage[:-1]) / 2)
    return 50 * feed / (generator - feed)


# --- gprMax: each edge of the feed is a voltage source with a resistance; those of a column are in series. It has no end by
# the decay of the fields


def with_gprmax(folder, settings):
    import gprMax
    import h5py

    layers, across = settings["layers"], settings["across"]
    along, aside = (round(length / settings["cell"] - rims * OUTSIDE) for length, rims in ((40, 2), (24, 1)))
    dx, dy, dz = 40 / (along + 2 * OUTSIDE), 24 / (aside + OUTSIDE), 3.2 / across  # mm
    beyond, below = math.ceil(80 / dx) + layers, math.ceil(60 / dz) + layers
    x = -20 + dx * (np.arange(-beyond, along + beyond + 1) + OUTSIDE)
    y = dy * np.arange(math.ceil(100 / dy) + layers + 1)
    z = dz * np.arange(-below, across + below + 1)

    def at(*place):
        return tuple(1e-3 * (value - lines[0]) for value, lines in zip(place, (x, y, z)))

    def sheet(end_x, end_y, height):
        last_x, last_y = end_x - OUTSIDE * dx, end_y - OUTSIDE * dy
        return gprMax.Plate(p1=at(-last_x, 0, height), p2=at(last_x, last_y, height), material_id="pec")

    edges = [(at(a, b, k * dz), share, 2 if b > 0 else 1) for a, b, share in columns(x, y) for k in range(across)]
    scene = gprMax.Scene()
    for thing in (
        gprMax.Domain(p1=at(x[-1], y[-1], z[-1])),
        gprMax.Discretisation(p1=(1e-3 * dx, 1e-3 * dy, 1e-3 * dz)),
        gprMax.OMPThreads(n=common.THREADS),
        gprMax.TimeWindow(time=DECAYED),
        gprMax.PMLThickness(thickness=layers),
        gprMax.SymmetryBoundary(face="y0", type="pmc"),
        gprMax.Material(er=EPSILON, se=LOSS, mr=1, sm=0, id="laminate"),
        gprMax.Box(p1=at(-40, 0, 0), p2=at(40, 40, 3.2), material_id="laminate"),
        sheet(40, 40, 0),
        sheet(20, 24, 3.2),
        gprMax.Waveform(wave_type="user", user_func=lambda time: pulse(time) / across, id="pulse", fill_value=0),
        *(
            gprMax.VoltageSource(p1=p1, polarisation="z", resistance=50 / (share * across), waveform_id="pulse")
            for p1, share, _ in edges
        ),
        *(gprMax.Rx(p1=p1, id=f"{number}", outputs=["Ez"]) for number, (p1, _, _) in enumerate(edges)),
    ):
        scene.add(thing)
    gprMax.run(scenes=[scene], outputfile=folder / "run", hide_progress_bars=True, log_level=40)
    with h5py.File(next(folder.glob("run*.h5"))) as file:
        step, steps = file.attrs["dt"], int(file.attrs["Iterations"])
        traces = {rx.attrs["Name"]: rx["Ez"][:].astype(float) for rx in file["rxs"].values()}
    voltage = -1e-3 * dz * sum(images * share * traces[f"{number}"] for number, (_, share, images) in enumerate(edges))
    sizes = {"cells": math.prod(len(lines) - 1 for lines in (x, y, z)), "steps": steps}
    return evaluated(BAND, impedance_behind(step, voltage), sizes)


# --- Meep: lengths in mm, c = epsilon_0 = 1, resistances over that of free space, D_conductivity = sigma / epsilon_r. The
# share s of the feed's conductance, s / R, is sigma = 3.2 s / (R h^2) in a column; beside it the generator, of the voltage
# V, drives the current s V / R. The amplitude of a point is its current density times h^3, its current times h


def with_meep(_, settings):
    import meep as mp

    mp.verbosity(0)
    across = settings["across"]
    h, resistance, speed = 3.2 / across, 50 * common.VACUUM * common.SPEED, 1e3 * common.SPEED
    odd = round(40 / h - 2 * OUTSIDE) % 2 / 2  # cells from x = 0 to a line: 1/2 if the patch has an odd number of them
    middle = mp.Vector3(odd * h, 0, math.ceil(across / 2) * h)  # of Meep's cell; lines cross there
    half = [math.ceil(length / h) + settings["layers"] for length in (100, 100, 60 + middle.z)]  # cells
    edges = columns(h * (np.arange(-half[0], half[0]) + odd), h * np.arange(-half[1], half[1]))

    def block(at, size, material):
        return mp.Block(center=mp.Vector3(*at) - middle, size=mp.Vector3(*size), material=material)

    def laminate(sigma=0):
        loss = LOSS / (common.VACUUM * speed)
        return mp.Medium(epsilon=EPSILON, D_conductivity=(loss + sigma) / EPSILON)

    def sheet(end_x, end_y, z):
        """A quarter of a cell larger than up to its last lines: it holds their edges and no others."""
        last_x, last_y = (h * (round(end / h - OUTSIDE - off) + off) for end, off in ((end_x, odd), (end_y, 0)))
        return block((0, 0, z), (2 * last_x + h / 2, 2 * last_y + h / 2, h / 2), mp.metal)

    def source(x, y, z, share):
        signal = mp.CustomSource(lambda time: pulse(time / speed), end_time=10 * DEVIATION * speed)
        amplitude = h * share / resistance
        return mp.Source(signal, component=mp.Ez, center=mp.Vector3(x, y, z) - middle, amplitude=amplitude)

    heights = h * (np.arange(across) + 0.5)
    simulation = mp.Simulation(
        resolution=1 / h,
        cell_size=mp.Vector3(*half) * 2 * h,
        boundary_layers=[mp.PML(settings["layers"] * h)],
        symmetries=[mp.Mirror(mp.Y)],
        geometry=[
            block((0, 0, 1.6), (80, 80, 3.2), laminate()),
            *(block((x, y, 1.6), (h, h, 3.2), laminate(3.2 * share / (resistance * h**2))) for x, y, share in edges),
            sheet(40, 40, 0),
            sheet(20, 24, 3.2),
        ],
        sources=[source(x, y, z, share) for x, y, share in edges for z in heights],
    )
    wanted = [
        (mp.Vector3(x, y, z) - middle, share * (2 if y > 0 else 1)) for x, y, share in edges if y >= 0 for z in heights
    ]
    voltage = []

    def record(sim):
        voltage.append(-h * sum(share * sim.get_field_point(mp.Ez, at).real for at, share in wanted))

    simulation.run(record, until=mp.stop_when_energy_decayed(0.5e-9 * speed, 1e-5))
    if not mp.am_master():
        return None
    sizes = {"cells": 8 * math.prod(half) // 2, "steps": simulation.fields.t}
    return evaluated(BAND, impedance_behind(simulation.fields.dt / speed, np.array(voltage)), sizes)


PROGRAMS = {"fluxtet": with_fluxtet, "openEMS": with_openems, "Meep": with_meep, "gprMax": with_gprmax}

if __name__ == "__main__":
    common.main(PROGRAMS)
