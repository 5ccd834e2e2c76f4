#!/usr/bin/env python3
# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Scattering efficiency of a sphere of refractive index 2 (radius 250 mm), and E in and about it, at k a = 1, 1.5, 2 and 3
from one pulse. The error is the largest of the four relative differences of the efficiency to the Mie series; that of the
near field the largest difference of a component of E, in amplitude and phase against the incident wave at the centre, over
points, as a share of the largest component of the frequency. On grids of Yee the points are the middles of edges."""
import math
import sys

import numpy as np

import common

sys.path.insert(0, str(common.ROOT / "docs" / "data" / "media"))
import mie  # noqa: E402

RADIUS = 0.25  # m
INDEX = 2
SIZES = np.array([1, 1.5, 2, 3])  # k a
MIE = np.array([0.796830, 4.231488, 4.770440, 3.036171])  # meshes/scatteringSphere
FREQUENCIES = SIZES * common.SPEED / (2 * math.pi * RADIUS)
AREA = math.pi * RADIUS**2
CENTRE, WIDTH = 380e6, 500e6  # of the pulse, Hz; full width of its spectrum at half its peak
DEVIATION = math.sqrt(2 * math.log(2)) / (math.pi * WIDTH)
RING = 48e-9  # s after the pulse, until which the sphere rings
TURNS = [(1, 1, 1), (1, -1, -1), (-1, 1, -1), (-1, -1, 1)]
POINTS = 1e-3 * np.array(  # m; twelve at 0.49 radii, twelve at 1.25 radii
    [np.roll(at, shift) * turn for at in ((40, 70, 90), (130, 190, 210)) for shift in range(3) for turn in TURNS]
)


def nearest_edges(lines):
    """The edges of a grid nearest to POINTS, by their middles [points][along x, y, z][xyz], for the same `lines` on each
    axis."""

    def nearest(values):
        return values[np.abs(POINTS[..., None] - values).argmin(axis=-1)]

    on_lines, between = nearest(lines), nearest((lines[1:] + lines[:-1]) / 2)
    return np.where(np.eye(3, dtype=bool), between[:, None], on_lines[:, None])


def transformed(when, traces):
    """Fourier integrals [frequencies][...] of `traces` [...][time] at even steps, time going as exp(+j w t)."""
    waves = np.exp(-2j * math.pi * np.outer(FREQUENCIES, when)) * (when[1] - when[0])
    return np.moveaxis(np.asarray(traces) @ waves.T, -1, 0)


def phase_along(lines, step):
    """Radians [frequencies] from the first to the last of the lines of a grid, for a wave across them: in a cell of length d
    its wave number k obeys sin(k d / 2) / d = sin(w step / 2) / (c step), Taflove and Hagness 2005, chapter 4."""
    ratio = np.diff(lines) / (common.SPEED * step)
    return 2 * np.arcsin(np.sin(math.pi * FREQUENCIES * step)[:, None] * ratio).sum(axis=1)


def near_errors(places, fields):
    """By frequencies, for `fields` [frequencies][points][components] at `places` [points][components][xyz], as shares of the
    incident wave at the centre."""
    vectors = np.array([mie.field(places, INDEX, size / RADIUS, RADIUS) for size in SIZES])
    exact = np.einsum("...ii->...i", vectors)  # that component for which there is the place
    return np.abs(fields - exact).max(axis=(1, 2)) / np.abs(exact).max(axis=(1, 2))


def evaluated(cross_sections, places, fields, sizes):
    efficiency = np.asarray(cross_sections) / AREA
    errors = efficiency / MIE - 1
    near = near_errors(places, fields)
    return {
        "efficiency": list(efficiency),
        "errors": list(errors),
        "error": float(np.abs(errors).max()),
        "near_errors": list(near),
        "near_error": float(near.max()),
        **sizes,
    }


# --- fluxtet: the wave enters through a sphere, within which are total fields and all POINTS; the far field comes from
# another one, with few elements between. Corners on the sphere lie outside by what gives their polyhedron its volume, as in
# meshes/scatteringSphere

GEOMETRY = """SetFactory("OpenCASCADE");
Sphere(1) = {{0, 0, 0, {radius}}};
Sphere(2) = {{0, 0, 0, {wave}}};
Sphere(3) = {{0, 0, 0, {far}}};
Box(4) = {{-{half}, -{half}, -{half}, 2 * {half}, 2 * {half}, 2 * {half}}};
BooleanDifference(14) = {{ Volume{{4}}; Delete; }}{{ Volume{{3}}; }};
BooleanDifference(13) = {{ Volume{{3}}; Delete; }}{{ Volume{{2}}; }};
BooleanDifference(12) = {{ Volume{{2}}; Delete; }}{{ Volume{{1}}; }};
Coherence;
Physical Volume("Ball") = {{1}};
Physical Volume("Air") = {{12, 13, 14}};
Physical Surface("Wave") = Abs(CombinedBoundary{{ Volume{{1, 12}}; }});
Physical Surface("Far") = Abs(CombinedBoundary{{ Volume{{1, 12, 13}}; }});
Physical Surface("Outer") = Abs(CombinedBoundary{{ Volume{{:}}; }});
Field[1] = MathEval;
Field[1].F = "{sphere} + {growth} * Max(0, Sqrt(x^2 + y^2 + z^2) - {radius})";
Field[2] = MathEval;
Field[2].F = "{air}";
Field[3] = Min;
Field[3].FieldsList = {{1, 2}};
Background Field = 3;
Mesh.MeshSizeFromPoints = 0;
Mesh.MeshSizeFromCurvature = 0;
Mesh.MeshSizeExtendFromBoundary = 0;
Mesh.Algorithm = 6;
Mesh.Algorithm3D = 10;
Mesh.OptimizeThreshold = 0.5;
"""

CASE = """solver: dgtd
mesh: {{file: sphere.geo}}
materials: {{vacuum: {{}}, glass: {{epsilon_r: {epsilon}}}}}
regions: {{Air: vacuum, Ball: glass}}
boundaries: {{Outer: {{pml: {{layers: {layers}}}}}}}
sources:
  - planeWave:
      direction: [0, 0, 1]
      polarization: [1, 0, 0]
      surface: Wave
      origin: [0, 0, -{wave}]
      waveform: {{gaussian: {{frequency: {centre}, bandwidth: {width}}}}}
dgtd: {{order: {order}}}
time: {{end: {end}}}
output:
  farField: {{surface: Far, frequencies: {frequencies}, theta: {{points: 91}}, phi: {{from: 0, to: 90, points: 2}}}}
  dft: {{frequencies: {frequencies}, fields: [E], points: [{points}]}}
"""


def gaussian(frequency, delay):
    """Fourier integral of cos(w0 (t - delay)) exp(-(t - delay)^2 / (2 DEVIATION^2))."""
    sides = [np.exp(-0.5 * (2 * math.pi * DEVIATION * (frequency + sign * CENTRE)) ** 2) for sign in (-1, 1)]
    return math.sqrt(math.pi / 2) * DEVIATION * sum(sides) * np.exp(-2j * math.pi * frequency * delay)


def with_fluxtet(folder, settings):
    import fluxtet

    size = settings["sphere"]
    geometry = GEOMETRY.format(
        radius=RADIUS + 0.117 * size**2 / RADIUS,
        wave=settings["wave"],
        far=settings["far"],
        half=settings["half"],
        sphere=size,
        air=settings["air"],
        growth=settings.get("growth", 0.4),
    )
    (folder / "sphere.geo").write_text(geometry, encoding="utf-8")
    case = CASE.format(
        layers=settings["layers"],
        order=settings["order"],
        epsilon=INDEX**2,
        wave=settings["wave"],
        points=", ".join(f"{{name: p{number}, at: {list(at)}}}" for number, at in enumerate(POINTS)),
        centre=CENTRE,
        width=WIDTH,
        end=10 * DEVIATION + RING,
        frequencies=[float(f) for f in FREQUENCIES],
    )
    summary = common.run_fluxtet(folder, case)
    sections = [one["scattering_cross_section_m2"] for one in summary["farField"]["frequencies"]]
    points = fluxtet.open(folder / "out").dft.points
    fields = np.stack([points[f"p{number}"].E for number in range(len(POINTS))], axis=1)
    incident = gaussian(FREQUENCIES, 5 * DEVIATION + settings["wave"] / common.SPEED)
    places = np.repeat(POINTS[:, None], 3, axis=1)
    return evaluated(sections, places, fields / incident[:, None, None], common.sizes_of(summary))


# --- openEMS: total field in a box, the power of the scattered field through another one outside of it; lines closer in the
# sphere than outside


def lines_of(settings):
    """The lines of an axis from -end to end: at even steps in the sphere, growing by 1.2 to `ratio` times these outside."""
    h = RADIUS / settings["cells"]
    lines = list(h * np.arange(-settings["cells"], settings["cells"] + 1))
    step, limit = h, settings.get("ratio", 1) * h
    while lines[-1] < settings["half"]:
        step = min(1.2 * step, limit)
        lines.append(lines[-1] + step)
    lines += [lines[-1] + step * (number + 1) for number in range(settings["layers"])]
    outer = [line for line in lines if line > RADIUS * (1 + 1e-9)]
    return np.array([-line for line in reversed(outer)] + lines)


def with_openems(folder, settings):
    from CSXCAD import ContinuousStructure
    from openEMS import nf2ff, openEMS

    layers = settings["layers"]
    lines = lines_of(settings)
    structure = ContinuousStructure()
    grid = structure.GetGrid()
    grid.SetDeltaUnit(1)
    for axis in "xyz":
        grid.SetLines(axis, lines)
    structure.AddMaterial("glass", epsilon=INDEX**2).AddSphere([0, 0, 0], RADIUS, priority=2)
    inner, outer = lines[-layers - 5], lines[-layers - 3]
    wave = structure.AddExcitation("wave", exc_type=10, exc_val=[1, 0, 0])
    wave.SetPropagationDir([0, 0, 1])
    wave.AddBox([-inner] * 3, [inner] * 3)
    places = nearest_edges(lines)
    probes = {}  # voltages along edges, with the lengths of these
    for number, axis in np.ndindex(len(POINTS), 3):
        at = places[number, axis]
        first, last = at.copy(), at.copy()
        first[axis], last[axis] = lines[lines < at[axis]][-1], lines[lines > at[axis]][0]
        probes[f"u{number}{'xyz'[axis]}"] = last[axis] - first[axis]
        structure.AddProbe(f"u{number}{'xyz'[axis]}", 0).AddBox(first, last)
    step = RADIUS / settings["cells"] / (common.SPEED * math.sqrt(3))
    width = 0.85 * WIDTH
    steps = math.ceil((9 / (math.pi * width) + RING) / step)
    solver = openEMS(NrTS=steps, EndCriteria=1e-30, TimeStepMethod=1)
    solver.SetCSX(structure)
    solver.SetBoundaryCond([f"PML_{layers}"] * 6)
    solver.SetGaussExcite(CENTRE, width)
    box = nf2ff.nf2ff(structure, "box", [-outer] * 3, [outer] * 3, frequency=list(FREQUENCIES))
    solver.Run(str(folder / "run"), numThreads=common.THREADS)
    signal = np.loadtxt(folder / "run" / "et", comments="%")
    step = signal[1, 0] - signal[0, 0]
    spectrum = transformed(signal[:, 0], signal[:, 1])
    incident = 0.5 * np.abs(2 * spectrum) ** 2 * common.VACUUM * common.SPEED  # one-sided, as that of the box
    far = box.CalcNF2FF(str(folder / "run"), list(FREQUENCIES), [0.0], [0.0])
    rows = [np.loadtxt(folder / "run" / name, comments="%") for name in probes]
    fields = transformed(rows[0][:, 0], [row[:, 1] / length for row, length in zip(rows, probes.values())])
    start = lines[lines < -inner * (1 + 1e-9)][-1]  # the line before the box, at which the wave has the signal
    delay = step + (-inner - start) / common.SPEED  # a probe tells the fields of a step at the time of the next
    phase = 2 * math.pi * FREQUENCIES * delay + phase_along(lines[(lines > -inner * (1 + 1e-9)) & (lines <= 0)], step)
    at_centre = spectrum * np.exp(-1j * phase)
    fields = fields.reshape(len(FREQUENCIES), *places.shape[:2]) / at_centre[:, None, None]
    return evaluated(np.asarray(far.Prad) / incident, places, fields, {"cells": (len(lines) - 1) ** 3, "steps": steps})


# --- Meep: a quarter by mirror planes; power of the scattered field through a box, whose incident field a run without the
# sphere gives


def with_meep(_, settings):
    import meep as mp

    mp.verbosity(0)
    h = RADIUS / settings["cells"]
    thickness = settings["layers"] * h
    half = settings["half"]
    frequencies = FREQUENCIES / common.SPEED
    places = nearest_edges(h * np.arange(-settings["cells"] * 2, settings["cells"] * 2 + 1))

    def simulation(geometry):
        return mp.Simulation(
            resolution=1 / h,
            cell_size=mp.Vector3(1, 1, 1) * 2 * (half + thickness),
            boundary_layers=[mp.PML(thickness)],
            symmetries=[mp.Mirror(mp.X, -1), mp.Mirror(mp.Y)],
            k_point=mp.Vector3(),  # the wave goes on through the layers at the sides
            geometry=geometry,
            sources=[
                mp.Source(
                    mp.GaussianSource(CENTRE / common.SPEED, width=DEVIATION * common.SPEED, is_integrated=True),
                    component=mp.Ex,
                    center=mp.Vector3(0, 0, -half),
                    size=mp.Vector3(1, 1, 0) * 2 * (half + thickness),
                )
            ],
        )

    def with_box(one):
        edge = RADIUS + settings.get("gap", 2) * h
        sides = [
            one.add_flux(
                frequencies,
                mp.FluxRegion(
                    center=mp.Vector3(**{axis: sign * edge}),
                    size=mp.Vector3(**{other: 2 * edge for other in "xyz" if other != axis}),
                    weight=sign,
                ),
            )
            for axis in "xyz"
            for sign in (-1, 1)
        ]
        return one, sides

    def recorded(simulation, wanted, until):
        """Runs; Fourier integrals of E at `wanted`, pairs of a component and a place, from samples at most 0.25 ns apart."""
        when, rows = [], []
        every = max(1, int(0.25e-9 * common.SPEED * simulation.resolution / 0.5))

        def record(sim):
            if sim.fields.t % every == 0:
                when.append(sim.meep_time() / common.SPEED)
                rows.append([sim.get_field_point(component, mp.Vector3(*at)).real for component, at in wanted])

        simulation.run(record, until=until)
        return transformed(np.array(when), np.transpose(rows))

    until = (10 * DEVIATION + 2 * half / common.SPEED) * common.SPEED
    empty, sides = with_box(simulation([]))
    at_centre = recorded(empty, [(mp.Ex, (0, 0, 0))], until)
    data = [empty.get_flux_data(side) for side in sides]
    edge = RADIUS + settings.get("gap", 2) * h
    incident = -np.array(mp.get_fluxes(sides[4])) / (2 * edge) ** 2  # into the box through its face at -z
    steps = empty.fields.t
    empty.reset_meep()
    full, sides = with_box(simulation([mp.Sphere(radius=RADIUS, material=mp.Medium(index=INDEX))]))
    for side, one in zip(sides, data):
        full.load_minus_flux_data(side, one)
    wanted = [
        (c, places[number, axis]) for number in range(len(POINTS)) for axis, c in enumerate((mp.Ex, mp.Ey, mp.Ez))
    ]
    fields = recorded(full, wanted, (10 * DEVIATION + RING) * common.SPEED) / at_centre
    power = sum(np.array(mp.get_fluxes(side)) for side in sides)
    steps += full.fields.t
    if not mp.am_master():
        return None
    cells = round(2 * (half + thickness) / h) ** 3 // 4
    fields = fields.reshape(len(FREQUENCIES), *places.shape[:2])
    return evaluated(power / incident, places, fields, {"cells": cells, "steps": steps})


# --- gprMax: total field in a box, the radar cross-section of all directions from a surface outside of it


def with_gprmax(folder, settings):
    import gprMax
    import h5py

    h = RADIUS / settings["cells"]
    layers = settings["layers"]
    half = math.ceil(settings["half"] / h)
    middle = (half + layers) * h
    end = 2 * middle

    def corners(cells_outside):
        distance = (half - cells_outside) * h
        return {"p1": (middle - distance,) * 3, "p2": (middle + distance,) * 3}

    nodes, weights = np.polynomial.legendre.leggauss(16)
    angles = np.arange(0, 360, 15.0)
    theta, phi = (grid.ravel() for grid in np.meshgrid(np.degrees(np.arccos(nodes)), angles, indexing="ij"))
    weight = np.repeat(weights, len(angles)) * math.radians(15)
    places = nearest_edges(h * np.arange(-half, half + 1))
    receivers = [  # named by the node before the edge
        gprMax.Rx(
            p1=tuple(middle + places[number, axis] - h / 2 * np.eye(3)[axis]), id=f"{number}{c}", outputs=[f"E{c}"]
        )
        for number in range(len(POINTS))
        for axis, c in enumerate("xyz")
    ]
    scene = gprMax.Scene()
    for thing in (
        gprMax.Domain(p1=(end,) * 3),
        gprMax.Discretisation(p1=(h,) * 3),
        gprMax.OMPThreads(n=common.THREADS),
        gprMax.TimeWindow(time=10 * DEVIATION + RING),
        gprMax.PMLThickness(thickness=layers),
        gprMax.Material(er=INDEX**2, se=0, mr=1, sm=0, id="glass"),
        gprMax.Sphere(p1=(middle,) * 3, r=RADIUS, material_id="glass"),
        gprMax.Waveform(wave_type="ricker", amp=1, freq=CENTRE, id="pulse"),
        gprMax.DiscretePlaneWaveVector(m_vec=(0, 0, 1), psi=270, waveform_id="pulse", **corners(4)),
        gprMax.NTFFSurface(id="surface", origin=(middle,) * 3, **corners(2)),
        gprMax.NTFFFrequencyTransform(
            surface_id="surface", id="spectrum", frequencies=FREQUENCIES, save_surface_dft=False, plane_wave_index=0
        ),
        gprMax.NTFFFarField(theta=theta, phi=phi, transform_id="spectrum", id="all", outputs=("rcs",)),
        *receivers,
    ):
        scene.add(thing)
    gprMax.run(scenes=[scene], outputfile=folder / "run", hide_progress_bars=True, log_level=40)
    with h5py.File(next(folder.glob("run*.h5"))) as file:
        steps = int(file.attrs["Iterations"])
        sections = file["ntff/surface/frequency/spectrum/far_field/all/fields/rcs"][:]
        traces = {rx.attrs["Name"]: next(iter(rx.values()))[:] for rx in file["rxs"].values()}
        step = file.attrs["dt"]
    sections = sections.reshape(len(FREQUENCIES), -1) @ weight / (4 * math.pi)
    fields = transformed(step * np.arange(steps), [traces[receiver.id] for receiver in receivers])
    ratio = FREQUENCIES / CENTRE
    spectrum = 2 / (math.sqrt(math.pi) * CENTRE) * ratio**2 * np.exp(-(ratio**2))  # of the wavelet about its middle
    phase = 2 * math.pi * FREQUENCIES * math.sqrt(2) / CENTRE + phase_along(h * np.arange(half + layers + 1), step)
    at_centre = spectrum * np.exp(-1j * phase)  # the wave has the wavelet at the first lines of the grid
    fields = fields.reshape(len(FREQUENCIES), *places.shape[:2]) / at_centre[:, None, None]
    return evaluated(sections, places, fields, {"cells": round(end / h) ** 3, "steps": steps})


PROGRAMS = {"fluxtet": with_fluxtet, "openEMS": with_openems, "Meep": with_meep, "gprMax": with_gprmax}

if __name__ == "__main__":
    common.main(PROGRAMS)
