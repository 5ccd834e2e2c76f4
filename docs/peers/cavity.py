#!/usr/bin/env python3
# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""The lowest TM mode of a conducting sphere of 1 m: k r = 2.743707, the first zero of (x j1(x))'. An octant of it: z = 0
is an electric wall, x = 0 and y = 0 are magnetic ones. In the time domain a dipole starts it, and the frequency is that of
the oscillation that remains."""
import math

import numpy as np

import common

EXACT = 2.7437072699922693 * common.SPEED / (2 * math.pi)  # Hz
FREQUENCY, WIDTH = 130e6, 100e6  # of the pulse, Hz
DEVIATION = math.sqrt(2 * math.log(2)) / (math.pi * WIDTH)
SILENT = 10 * DEVIATION  # when the pulse is over
END = 90e-9
SOURCE, PROBES = (0.3, 0.25, 0.3), ((0.2, 0.15, 0.3), (0.15, 0.35, 0.2))  # m


def pulse(time):
    late = time - 5 * DEVIATION
    return math.cos(2 * math.pi * FREQUENCY * late) * math.exp(-0.5 * (late / DEVIATION) ** 2)


def evaluated(when, traces, sizes):
    when, traces = np.asarray(when), np.asarray(traces)
    frequency = common.strongest_near(EXACT, when[when > SILENT], traces[:, when > SILENT])
    return {"frequency_Hz": frequency, "error": frequency / EXACT - 1, **sizes}


# --- fluxtet: flat facets, whose corners lie so far outside of the sphere that their polyhedron has its volume

GEOMETRY = """SetFactory("OpenCASCADE");
Sphere(1) = {{0, 0, 0, {radius}}};
Box(2) = {{0, 0, 0, 2, 2, 2}};
BooleanIntersection(3) = {{ Volume{{1}}; Delete; }}{{ Volume{{2}}; Delete; }};
eps = 1e-6;
x() = Surface In BoundingBox{{-eps, -eps, -eps, eps, 2, 2}};
y() = Surface In BoundingBox{{-eps, -eps, -eps, 2, eps, 2}};
z() = Surface In BoundingBox{{-eps, -eps, -eps, 2, 2, eps}};
wall() = Abs(Boundary{{ Volume{{3}}; }});
wall() -= x();
wall() -= y();
wall() -= z();
Physical Volume("Cavity") = {{3}};
Physical Surface("X") = {{x()}};
Physical Surface("Y") = {{y()}};
Physical Surface("Z") = {{z()}};
Physical Surface("Wall") = {{wall()}};
MeshSize{{:}} = {size};
Mesh.Algorithm = 6;
Mesh.OptimizeThreshold = 0.5;
"""

CASE = """solver: dgtd
mesh: {{file: octant.geo}}
materials: {{vacuum: {{}}}}
regions: {{Cavity: vacuum}}
boundaries: {{Wall: pec, X: {{symmetry: magnetic}}, Y: {{symmetry: magnetic}}, Z: {{symmetry: electric}}}}
sources:
  - dipole: {{at: {source}, moment: [0, 0, 1 A*m], waveform: {{gaussian: {{frequency: {frequency}, bandwidth: {width}}}}}}}
dgtd: {{order: {order}, flux: {flux}}}
time: {{end: {end}}}
output: {{probes: [{{name: a, at: {first}, fields: [E]}}, {{name: b, at: {second}, fields: [E]}}]}}
"""


def with_fluxtet(folder, settings):
    import fluxtet

    size = settings["size"]
    radius = 1 + 0.117 * size**2 if settings.get("equalVolume", True) else 1
    (folder / "octant.geo").write_text(GEOMETRY.format(radius=radius, size=size), encoding="utf-8")
    case = CASE.format(
        source=list(SOURCE),
        first=list(PROBES[0]),
        second=list(PROBES[1]),
        frequency=FREQUENCY,
        width=WIDTH,
        order=settings["order"],
        flux=settings.get("flux", "penalised"),
        end=END,
    )
    summary = common.run_fluxtet(folder, case)
    probes = [fluxtet.open(folder / "out").probes[name] for name in "ab"]
    return evaluated(probes[0].time, [probe.values[:, 2] for probe in probes], common.sizes_of(summary))


# --- openEMS: the magnetic walls lie half a cell inside of the first line. An edge is metal if its middle is outside of the
# sphere: of the first such edges the mean is half a cell outside, by which `inset` may make the radius smaller


def with_openems(folder, settings):
    from CSXCAD import ContinuousStructure
    from openEMS import openEMS

    h = 1 / settings["cells"]
    structure = ContinuousStructure()
    grid = structure.GetGrid()
    grid.SetDeltaUnit(1)
    end = 1 + 2 * h
    for axis in "xy":
        grid.SetLines(axis, np.arange(-h / 2, end, h))
    grid.SetLines("z", np.arange(0, end, h))
    structure.AddMetal("wall").AddBox([-h, -h, -h], [2, 2, 2], priority=1)
    structure.AddMaterial("hollow").AddSphere([0, 0, 0], 1 - settings.get("inset", 0) * h, priority=2)
    structure.AddExcitation("source", exc_type=0, exc_val=[0, 0, 1]).AddBox(*edge(SOURCE, h), priority=3)
    for number, at in enumerate(PROBES):
        structure.AddProbe(f"e{number}", 2).AddPoint(at)
    steps = math.ceil(END * common.SPEED * math.sqrt(3) / h)
    solver = openEMS(NrTS=steps, EndCriteria=1e-30)
    solver.SetCSX(structure)
    solver.SetBoundaryCond(["PMC", "PEC", "PMC", "PEC", "PEC", "PEC"])
    solver.SetGaussExcite(FREQUENCY, 0.75 * WIDTH)
    solver.Run(str(folder / "run"), numThreads=common.THREADS)
    rows = [np.loadtxt(folder / "run" / f"e{number}", comments="%") for number in range(len(PROBES))]
    lines = [len(grid.GetLines(axis)) for axis in "xyz"]
    sizes = {"cells": math.prod(n - 1 for n in lines), "steps": steps}
    return evaluated(rows[0][:, 0], [row[:, 3] for row in rows], sizes)


def edge(at, h):
    """The ends of the edge along z that is next to a point, where lines are at whole multiples of h along z and at half
    ones across."""
    x, y = ((math.floor(value / h) + 0.5) * h for value in at[:2])
    z = math.floor(at[2] / h) * h
    slack = 1e-2 * h  # coordinates need not be those of the lines to the last bit
    return [x - slack, y - slack, z - slack], [x + slack, y + slack, z + h + slack]


# --- Meep: mirror planes; lengths in m, time in m/c


def with_meep(_, settings):
    import meep as mp

    mp.verbosity(0)
    radius = 1 - settings.get("inset", 0) / settings["cells"]
    hollow = mp.Sphere(radius=radius, center=mp.Vector3(), material=mp.vacuum)
    round_axis = settings.get("axisymmetric", False)
    simulation = mp.Simulation(
        resolution=settings["cells"],
        cell_size=mp.Vector3(1.1, 0, 2.2) if round_axis else mp.Vector3(2.2, 2.2, 2.2),
        dimensions=mp.CYLINDRICAL if round_axis else 3,
        m=0,
        geometry=[mp.Block(size=mp.Vector3(9, 9, 9), material=mp.metal), hollow],
        symmetries=[mp.Mirror(mp.Z, -1)] + ([] if round_axis else [mp.Mirror(mp.X), mp.Mirror(mp.Y)]),
        sources=[
            mp.Source(
                mp.CustomSource(lambda t: pulse(t / common.SPEED), end_time=SILENT * common.SPEED),
                component=mp.Ez,
                center=mp.Vector3(SOURCE[0], 0 if round_axis else SOURCE[1], SOURCE[2]),
            )
        ],
    )
    when, traces = [], [[] for _ in PROBES]

    def record(sim):
        when.append(sim.meep_time() / common.SPEED)
        for trace, (x, y, z) in zip(traces, PROBES):
            at = mp.Vector3(math.hypot(x, y), 0, z) if round_axis else mp.Vector3(x, y, z)
            trace.append(sim.get_field_point(mp.Ez, at).real)

    simulation.run(mp.at_every(0.1, record), until=END * common.SPEED)
    if not mp.am_master():
        return None
    half = round(1.1 * settings["cells"])
    sizes = {"cells": half**2 if round_axis else half**3, "steps": simulation.fields.t}
    return evaluated(when, traces, sizes)


# --- gprMax: walls of symmetry on the faces x = 0, y = 0 and z = 0


def with_gprmax(folder, settings):
    import gprMax
    import h5py

    h = 1 / settings["cells"]
    end = (settings["cells"] + 1) * h
    scene = gprMax.Scene()
    times = np.linspace(0, SILENT, 4001)
    for thing in (
        gprMax.Domain(p1=(end, end, end)),
        gprMax.Discretisation(p1=(h, h, h)),
        gprMax.OMPThreads(n=common.THREADS),
        gprMax.TimeWindow(time=END),
        gprMax.PMLThickness(thickness=0),
        gprMax.SymmetryBoundary(face="x0", type="pmc"),
        gprMax.SymmetryBoundary(face="y0", type="pmc"),
        gprMax.SymmetryBoundary(face="z0", type="pec"),
        gprMax.Box(p1=(0, 0, 0), p2=(end, end, end), material_id="pec"),
        gprMax.Sphere(p1=(0, 0, 0), r=1, material_id="free_space"),
        gprMax.Waveform(
            wave_type="user", user_values=np.array([pulse(t) for t in times]), user_time=times, id="pulse", fill_value=0
        ),
        gprMax.HertzianDipole(p1=SOURCE, polarisation="z", waveform_id="pulse"),
        *(gprMax.Rx(p1=at) for at in PROBES),
    ):
        scene.add(thing)
    gprMax.run(scenes=[scene], outputfile=folder / "run", hide_progress_bars=True, log_level=40)
    with h5py.File(next(folder.glob("run*.h5"))) as file:
        step, steps = file.attrs["dt"], file.attrs["Iterations"]
        traces = [file[f"rxs/rx{number + 1}/Ez"][:] for number in range(len(PROBES))]
    sizes = {"cells": (settings["cells"] + 1) ** 3, "steps": int(steps)}
    return evaluated(step * np.arange(len(traces[0])), traces, sizes)


# --- NGSolve: no time, but the eigenvalue problem, with curved elements


def with_ngsolve(_, settings):
    import ngsolve as ng
    from netgen.occ import Box, OCCGeometry, Pnt, Sphere, X, Y, Z

    ng.SetNumThreads(common.THREADS)
    octant = Sphere(Pnt(0, 0, 0), 1) * Box(Pnt(0, 0, 0), Pnt(2, 2, 2))
    octant.faces.name = "wall"
    for axis, name in ((X, "x"), (Y, "y"), (Z, "z")):
        octant.faces.Min(axis).name = name
    with ng.TaskManager():
        mesh = ng.Mesh(OCCGeometry(octant).GenerateMesh(maxh=settings["size"]))
        mesh.Curve(settings["curve"])
        space = ng.HCurl(mesh, order=settings["order"], dirichlet="wall|z")
        u, v = space.TnT()
        shift = 6  # (k r)^2 = 7.53 is the first above
        stiff = ng.BilinearForm(ng.curl(u) * ng.curl(v) * ng.dx - shift * u * v * ng.dx, symmetric=True).Assemble()
        mass = ng.BilinearForm(u * v * ng.dx, symmetric=True).Assemble()
        inverse = stiff.mat.Inverse(space.FreeDofs(), inverse="sparsecholesky")
        vector = mass.mat.CreateColVector()
        vector.SetRandom()
        value = old = 0.0
        steps = 0
        while (
            steps < 2 or abs(value - old) > 1e-10 * value
        ):  # inverse iteration: converges to the eigenvalue next to the shift
            next_one = (inverse * (mass.mat * vector)).Evaluate()
            next_one /= math.sqrt(ng.InnerProduct(next_one, mass.mat * next_one))
            old, value = value, shift + ng.InnerProduct(next_one, stiff.mat * next_one)
            vector.data = next_one
            steps += 1
    frequency = math.sqrt(value) * common.SPEED / (2 * math.pi)
    return {
        "frequency_Hz": frequency,
        "error": frequency / EXACT - 1,
        "cells": mesh.ne,
        "unknowns": space.ndof,
        "steps": steps,
    }


PROGRAMS = {
    "fluxtet": with_fluxtet,
    "openEMS": with_openems,
    "Meep": with_meep,
    "gprMax": with_gprmax,
    "NGSolve": with_ngsolve,
}

if __name__ == "__main__":
    common.main(PROGRAMS)
