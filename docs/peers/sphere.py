#!/usr/bin/env python3
# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Scattering efficiency of a sphere of refractive index 2 (radius 250 mm) at k a = 1, 1.5, 2 and 3 from one pulse. The
error is the largest of the four relative differences to the Mie series."""
import math

import numpy as np

import common

RADIUS = 0.25  # m
SIZES = np.array([1, 1.5, 2, 3])  # k a
MIE = np.array([0.796830, 4.231488, 4.770440, 3.036171])  # meshes/scatteringSphere
FREQUENCIES = SIZES * common.SPEED / (2 * math.pi * RADIUS)
AREA = math.pi * RADIUS**2
CENTRE, WIDTH = 380e6, 500e6  # of the pulse, Hz; full width of its spectrum at half its peak
DEVIATION = math.sqrt(2 * math.log(2)) / (math.pi * WIDTH)
RING = 48e-9  # s after the pulse, until which the sphere rings


def evaluated(cross_sections, sizes):
    efficiency = np.asarray(cross_sections) / AREA
    errors = efficiency / MIE - 1
    return {"efficiency": list(efficiency), "errors": list(errors), "error": float(np.abs(errors).max()), **sizes}


# --- fluxtet: the wave enters through a sphere, the far field comes from another one, with few elements between. Corners on
# the sphere lie outside by what gives their polyhedron its volume, as in meshes/scatteringSphere

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
materials: {{vacuum: {{}}, glass: {{epsilon_r: 4}}}}
regions: {{Air: vacuum, Ball: glass}}
boundaries: {{Outer: {{pml: {{layers: {layers}}}}}}}
sources:
  - planeWave:
      direction: [0, 0, 1]
      polarization: [1, 0, 0]
      surface: Wave
      waveform: {{gaussian: {{frequency: {centre}, bandwidth: {width}}}}}
dgtd: {{order: {order}}}
time: {{end: {end}}}
output: {{farField: {{surface: Far, frequencies: {frequencies}, theta: {{points: 91}}, phi: {{from: 0, to: 90, points: 2}}}}}}
"""


def with_fluxtet(folder, settings):
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
        centre=CENTRE,
        width=WIDTH,
        end=10 * DEVIATION + RING,
        frequencies=[float(f) for f in FREQUENCIES],
    )
    summary = common.run_fluxtet(folder, case)
    sections = [one["scattering_cross_section_m2"] for one in summary["farField"]["frequencies"]]
    return evaluated(sections, common.sizes_of(summary))


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
    structure.AddMaterial("glass", epsilon=4).AddSphere([0, 0, 0], RADIUS, priority=2)
    inner, outer = lines[-layers - 5], lines[-layers - 3]
    wave = structure.AddExcitation("wave", exc_type=10, exc_val=[1, 0, 0])
    wave.SetPropagationDir([0, 0, 1])
    wave.AddBox([-inner] * 3, [inner] * 3)
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
    spectrum = np.array([np.exp(-2j * math.pi * f * signal[:, 0]) @ signal[:, 1] for f in FREQUENCIES])
    spectrum *= 2 * (signal[1, 0] - signal[0, 0])  # one-sided, as that of the box
    incident = 0.5 * np.abs(spectrum) ** 2 * common.VACUUM * common.SPEED
    far = box.CalcNF2FF(str(folder / "run"), list(FREQUENCIES), [0.0], [0.0])
    return evaluated(np.asarray(far.Prad) / incident, {"cells": (len(lines) - 1) ** 3, "steps": steps})


# --- Meep: a quarter by mirror planes; power of the scattered field through a box, whose incident field a run without the
# sphere gives


def with_meep(_, settings):
    import meep as mp

    mp.verbosity(0)
    h = RADIUS / settings["cells"]
    thickness = settings["layers"] * h
    half = settings["half"]
    frequencies = FREQUENCIES / common.SPEED

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

    until = (10 * DEVIATION + 2 * half / common.SPEED) * common.SPEED
    empty, sides = with_box(simulation([]))
    empty.run(until=until)
    data = [empty.get_flux_data(side) for side in sides]
    edge = RADIUS + settings.get("gap", 2) * h
    incident = -np.array(mp.get_fluxes(sides[4])) / (2 * edge) ** 2  # into the box through its face at -z
    steps = empty.fields.t
    empty.reset_meep()
    full, sides = with_box(simulation([mp.Sphere(radius=RADIUS, material=mp.Medium(index=2))]))
    for side, one in zip(sides, data):
        full.load_minus_flux_data(side, one)
    full.run(until=(10 * DEVIATION + RING) * common.SPEED)
    power = sum(np.array(mp.get_fluxes(side)) for side in sides)
    steps += full.fields.t
    if not mp.am_master():
        return None
    cells = round(2 * (half + thickness) / h) ** 3 // 4
    return evaluated(power / incident, {"cells": cells, "steps": steps})


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
    scene = gprMax.Scene()
    for thing in (
        gprMax.Domain(p1=(end,) * 3),
        gprMax.Discretisation(p1=(h,) * 3),
        gprMax.OMPThreads(n=common.THREADS),
        gprMax.TimeWindow(time=10 * DEVIATION + RING),
        gprMax.PMLThickness(thickness=layers),
        gprMax.Material(er=4, se=0, mr=1, sm=0, id="glass"),
        gprMax.Sphere(p1=(middle,) * 3, r=RADIUS, material_id="glass"),
        gprMax.Waveform(wave_type="ricker", amp=1, freq=CENTRE, id="pulse"),
        gprMax.DiscretePlaneWaveVector(m_vec=(0, 0, 1), psi=0, waveform_id="pulse", **corners(4)),
        gprMax.NTFFSurface(id="surface", origin=(middle,) * 3, **corners(2)),
        gprMax.NTFFFrequencyTransform(
            surface_id="surface", id="spectrum", frequencies=FREQUENCIES, save_surface_dft=False, plane_wave_index=0
        ),
        gprMax.NTFFFarField(theta=theta, phi=phi, transform_id="spectrum", id="all", outputs=("rcs",)),
    ):
        scene.add(thing)
    gprMax.run(scenes=[scene], outputfile=folder / "run", hide_progress_bars=True, log_level=40)
    with h5py.File(next(folder.glob("run*.h5"))) as file:
        steps = int(file.attrs["Iterations"])
        sections = file["ntff/surface/frequency/spectrum/far_field/all/fields/rcs"][:]
    sections = sections.reshape(len(FREQUENCIES), -1) @ weight / (4 * math.pi)
    return evaluated(sections, {"cells": round(end / h) ** 3, "steps": steps})


PROGRAMS = {"fluxtet": with_fluxtet, "openEMS": with_openems, "Meep": with_meep, "gprMax": with_gprmax}

if __name__ == "__main__":
    common.main(PROGRAMS)
