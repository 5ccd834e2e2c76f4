#!/usr/bin/env python3
# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""The field of a Hertzian dipole in open space, 0.35 to 0.43 m away, at 300, 400 and 500 MHz, from one pulse in a box of
0.9 m with absorbing layers outside. The error is the largest difference of Ez to the closed form over points and
frequencies, as a share of the largest Ez of the frequency; phases count. On grids of Yee the points are nodes of Ez."""
import math

import numpy as np

import common

FREQUENCIES = np.array([300e6, 400e6, 500e6])  # Hz
RICKER = 400e6
DELAY = 1.5 / RICKER
HALF = 0.45  # of the box, m
END = 2 * DELAY + 4.5e-9
POINTS = np.array([(0.4, 0.06, 0.06), (0.25, 0.15, 0.2), (0.1, 0.3, 0.25), (0.3, 0.2, 0.05)])


def ricker(time):
    square = (math.pi * RICKER * (time - DELAY)) ** 2
    return (1 - 2 * square) * np.exp(-square)


def closed_form(points, frequency):
    """Ez (V/m, exp(+jwt)) of a current moment of 1 A m along z at the origin: Balanis, Antenna Theory, 4.2.1."""
    r = np.linalg.norm(points, axis=1)
    cosine = points[:, 2] / r
    k = 2 * math.pi * frequency / common.SPEED
    impedance = 1 / (common.VACUUM * common.SPEED)
    wave = np.exp(-1j * k * r) * impedance / (4 * math.pi * r)
    along_r = 2 * wave * cosine / r * (1 + 1 / (1j * k * r))
    along_theta = 1j * k * wave * np.sqrt(1 - cosine**2) * (1 + 1 / (1j * k * r) - 1 / (k * r) ** 2)
    return along_r * cosine - along_theta * np.sqrt(1 - cosine**2)


def transform(when, values, frequency):
    """Fourier integral of a trace at even steps; what it has come to at the end is taken to stay: the charge of a pulse
    that does not integrate to zero."""
    turn = 2j * math.pi * frequency
    step = when[1] - when[0]
    return step * (np.exp(-turn * when) @ values) + values[-1] * np.exp(-turn * (when[-1] + step / 2)) / turn


def evaluated(points, when, traces, moment, sizes):
    """`traces` [point][time] are Ez in V/m, `moment` [time] the current moment at instants from 0 on, in A m."""
    error = 0.0
    for frequency in FREQUENCIES:
        exact = closed_form(np.asarray(points), frequency) * transform(*moment, frequency)
        found = np.array([transform(np.asarray(when), np.asarray(trace), frequency) for trace in traces])
        error = max(error, np.abs(found - exact).max() / np.abs(exact).max())
    return {"error": error, **sizes}


def ricker_moment(factor=1.0):
    when = np.arange(0, 2 * DELAY, 1e-12)
    return when, factor * ricker(when)


# --- fluxtet: the whole box, since a dipole in the corner of three planes is held by few elements

CASE = """solver: dgtd
mesh: {{box: {{size: [0.9 m, 0.9 m, 0.9 m], origin: [-0.45 m, -0.45 m, -0.45 m], cells: [{cells}, {cells}, {cells}]}}}}
materials: {{vacuum: {{}}}}
regions: {{box: vacuum}}
boundaries: {{x-: &open {{pml: {{layers: {layers}}}}}, x+: *open, y-: *open, y+: *open, z-: *open, z+: *open}}
sources: [{{dipole: {{at: [0, 0, 0], moment: [0, 0, 1 A*m], waveform: {{ricker: {{frequency: {frequency}}}}}}}}}]
dgtd: {{order: {order}}}
time: {{end: {end}}}
output: {{probes: [{probes}]}}
"""


def with_fluxtet(folder, settings):
    import fluxtet

    probes = ", ".join(f"{{name: p{number}, at: {list(at)}, fields: [E]}}" for number, at in enumerate(POINTS))
    sizes = {key: settings[key] for key in ("cells", "order", "layers")}
    summary = common.run_fluxtet(folder, CASE.format(frequency=RICKER, end=END, probes=probes, **sizes))
    probes = [fluxtet.open(folder / "out").probes[f"p{number}"] for number in range(len(POINTS))]
    traces = [probe.values[:, 2] for probe in probes]
    return evaluated(POINTS, probes[0].time, traces, ricker_moment(), common.sizes_of(summary))


# --- openEMS: an octant. Magnetic walls are half a cell inside of the first lines, so that the dipole is one of four edges
# round the axis, each with its image behind the electric wall at z = 0


def with_openems(folder, settings):
    from CSXCAD import ContinuousStructure
    from openEMS import openEMS

    h = HALF / settings["cells"]
    layers = settings["layers"]
    structure = ContinuousStructure()
    grid = structure.GetGrid()
    grid.SetDeltaUnit(1)
    for axis in "xy":
        grid.SetLines(axis, h * (np.arange(settings["cells"] + layers + 2) - 0.5))
    grid.SetLines("z", h * np.arange(settings["cells"] + layers + 1))
    source = structure.AddExcitation("source", exc_type=0, exc_val=[0, 0, 1])
    source.AddBox(h * np.array([0.49, 0.49, -0.01]), h * np.array([0.51, 0.51, 1.01]))
    points = h * (np.floor(POINTS / h) + 0.5)
    for number, at in enumerate(points):  # a voltage along an edge
        probe = structure.AddProbe(f"u{number}", 0)
        probe.AddBox(at - [0, 0, h / 2], at + [0, 0, h / 2])
    centre, width = RICKER, 0.75 * RICKER
    delay = 9 / (2 * math.pi * width)
    step = h / (common.SPEED * math.sqrt(3))
    steps = math.ceil((2 * delay + 4.5e-9) / step)
    solver = openEMS(NrTS=steps, EndCriteria=1e-30, TimeStepMethod=1)
    solver.SetCSX(structure)
    solver.SetBoundaryCond(["PMC", f"PML_{layers}", "PMC", f"PML_{layers}", "PEC", f"PML_{layers}"])
    solver.SetGaussExcite(centre, width)
    solver.SetOverSampling(8)
    solver.Run(str(folder / "run"), numThreads=common.THREADS)
    rows = [np.loadtxt(folder / "run" / f"u{number}", comments="%") for number in range(len(points))]
    signal = np.loadtxt(folder / "run" / "et", comments="%")
    step = signal[1, 0] - signal[0, 0]
    # what a step adds to the field of an edge, as the current that would do it in the middle of the step
    moment = -8 * common.VACUUM * h**3 / step * signal[:, 1]
    sizes = {"cells": (settings["cells"] + layers) ** 3, "steps": steps}
    traces = [row[:, 1] / h for row in rows]
    return evaluated(points, rows[0][:, 0], traces, (signal[:, 0] + step / 2, moment), sizes)


# --- Meep: mirror planes; c = epsilon_0 = 1, and lengths in m


def with_meep(_, settings):
    import meep as mp

    mp.verbosity(0)
    h = HALF / settings["cells"]
    thickness = settings["layers"] * h
    points = np.column_stack((h * np.round(POINTS[:, :2] / h), h * (np.floor(POINTS[:, 2] / h) + 0.5)))
    simulation = mp.Simulation(
        resolution=1 / h,
        cell_size=mp.Vector3(1, 1, 1) * 2 * (HALF + thickness),
        boundary_layers=[mp.PML(thickness)],
        symmetries=[mp.Mirror(mp.X), mp.Mirror(mp.Y), mp.Mirror(mp.Z, -1)],
        sources=[
            mp.Source(
                mp.CustomSource(lambda t: ricker(t / common.SPEED), end_time=2 * DELAY * common.SPEED),
                component=mp.Ez,
                center=mp.Vector3(),
            )
        ],
    )
    when, traces = [], [[] for _ in points]

    def record(sim):
        when.append(sim.meep_time() / common.SPEED)
        for trace, at in zip(traces, points):
            trace.append(sim.get_field_point(mp.Ez, mp.Vector3(*at)).real)

    simulation.run(record, until=END * common.SPEED)
    if not mp.am_master():
        return None
    impedance = 1 / (common.VACUUM * common.SPEED)
    sizes = {"cells": (settings["cells"] + settings["layers"]) ** 3, "steps": simulation.fields.t}
    return evaluated(points, when, impedance * np.array(traces), ricker_moment(), sizes)


# --- gprMax: walls of symmetry through nodes; the edge of the dipole and its image behind z = 0


def with_gprmax(folder, settings):
    import gprMax
    import h5py

    h = HALF / settings["cells"]
    layers = settings["layers"]
    end = (settings["cells"] + layers) * h
    points = np.column_stack((h * np.round(POINTS[:, :2] / h), h * (np.floor(POINTS[:, 2] / h) + 0.5)))
    scene = gprMax.Scene()
    for thing in (
        gprMax.Domain(p1=(end, end, end)),
        gprMax.Discretisation(p1=(h, h, h)),
        gprMax.OMPThreads(n=common.THREADS),
        gprMax.TimeWindow(time=END),
        gprMax.PMLThickness(thickness=layers),
        gprMax.SymmetryBoundary(face="x0", type="pmc"),
        gprMax.SymmetryBoundary(face="y0", type="pmc"),
        gprMax.SymmetryBoundary(face="z0", type="pec"),
        gprMax.Waveform(wave_type="user", user_func=lambda t: float(ricker(t)), id="pulse", fill_value=0),
        gprMax.HertzianDipole(p1=(0, 0, 0), polarisation="z", waveform_id="pulse"),
        *(gprMax.Rx(p1=tuple(at - [0, 0, h / 2])) for at in points),
    ):
        scene.add(thing)
    gprMax.run(scenes=[scene], outputfile=folder / "run", hide_progress_bars=True, log_level=40)
    with h5py.File(next(folder.glob("run*.h5"))) as file:
        step, steps = file.attrs["dt"], int(file.attrs["Iterations"])
        traces = [file[f"rxs/rx{number + 1}/Ez"][:] for number in range(len(points))]
    when = step * np.arange(steps)
    sizes = {"cells": (settings["cells"] + layers) ** 3, "steps": steps}
    return evaluated(points, when, traces, ricker_moment(2 * h), sizes)


PROGRAMS = {"fluxtet": with_fluxtet, "openEMS": with_openems, "Meep": with_meep, "gprMax": with_gprmax}

if __name__ == "__main__":
    common.main(PROGRAMS)
