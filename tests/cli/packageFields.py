# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Fields at points and integrals over surfaces by the Python package, against polynomials, closed forms and the program."""
import math

import h5py
import numpy as np

from plots import packageModule
from program import moduleOrSkip

ORDERS = (1, 2, 3, 4)
OMEGA = 299792458.0 * math.pi * math.sqrt(2)  # of the mode TM110 of a cube of 1 m, rad/s
VACUUM_MU = 4e-7 * math.pi
THIRD = 0.3333333333333333  # the third probe is on a face, the fourth one at a vertex of several elements
PROBES = {
    "first": [0.413, 0.327, 0.219],
    "second": [0.093, 0.771, 0.505],
    "third": [THIRD, 0.2, 0.4],
    "fourth": [THIRD, THIRD, THIRD],
}
KEPT = (
    "snapshots: {every: 10, fields: [E, H]}\n"
    "  slices: [{name: xy, origin: [0, 0, 0.41], u: [1, 0, 0], v: [0, 1, 0], points: [12, 9], every: 10}]"
)


def cavity(program, order=2, *replacements):
    """A run of the standing wave in a cube, with probes and snapshots."""
    probes = ", ".join(f"{{name: {name}, at: {at}}}" for name, at in PROBES.items())
    program.boxCase(
        ("order: 2", f"order: {order}"),
        ("[{name: centre, at: [0.52 m, 0.47 m, 0.51 m]}]", f"[{probes}]"),
        ("energy: {every: 5}", KEPT),
        *replacements,
    )
    program.run("run", "case.yaml", "--output", f"P{order}").expect(0)
    return packageModule(program).open(program.folder / f"P{order}")


def standingWave(points, timeE, timeH):
    """E in V/m and H in A/m of the mode TM110 whose E is 1 V/m in the middle at time 0; H from curl E."""
    x, y = math.pi * points[:, 0], math.pi * points[:, 1]
    zero, size = np.zeros(len(points)), math.pi / (VACUUM_MU * OMEGA) * math.sin(OMEGA * timeH)
    E = np.stack([zero, zero, np.sin(x) * np.sin(y) * math.cos(OMEGA * timeE)], axis=1)
    return E, size * np.stack([-np.sin(x) * np.cos(y), np.cos(x) * np.sin(y), zero], axis=1)


def writeSnapshot(path, corners, order, field, lagrange, regions):
    """A snapshot as the program lays it out, in double precision: tetrahedra of corners [elements][4][xyz] with
    E = `field`(element, points)."""
    share = np.array(lagrange.tetrahedronNodes(order)) / order
    points = np.einsum("nk,ekc->enc", share, corners)
    values = np.stack([field(element, nodes) for element, nodes in enumerate(points)])
    with h5py.File(path, "w") as file:
        vtk = file.create_group("VTKHDF")
        vtk["Points"] = points.reshape(-1, 3)
        vtk["Connectivity"] = np.arange(points.shape[0] * points.shape[1])
        vtk["Offsets"] = np.arange(len(points) + 1) * points.shape[1]
        vtk["Types"] = np.full(len(points), {1: 10}.get(order, 71), np.uint8)
        vtk["PointData/E"] = values.reshape(-1, 3)
        vtk["PointData/E"].attrs["unit"] = np.bytes_("V/m")
        vtk["CellData/elementId"] = np.arange(len(points))
        vtk["CellData/region"] = np.arange(len(points)) % len(regions)
        vtk["CellData/region"].attrs["names"] = np.array(regions, "S")
        vtk["FieldData/time_E_s"] = [0.0]
        vtk["FieldData/time_H_s"] = [0.0]
    return path


def polynomialsOfTheOrderAreExact(program):
    """Also far from the origin, in an element that is turned and stretched."""
    fields, lagrange = packageModule(program, "fluxtet.fields"), packageModule(program, "fluxtet.lagrange")
    random = np.random.default_rng(1)
    for order in ORDERS:
        corners = np.array([[[0, 0, 0], [1, 0.2, 0], [0.1, 2, 0], [0.3, 0.4, 0.05]]]) + (5, -7, 3)
        powers = [(i, j, k) for i in range(order + 1) for j in range(order + 1 - i) for k in range(order + 1 - i - j)]
        factors = random.uniform(-1, 1, (len(powers), 3))

        def field(_, points):
            x = points - (5, -7, 3)
            return sum(np.prod(x**power, axis=1)[:, None] * factor for power, factor in zip(powers, factors))

        file = writeSnapshot(program.folder / f"P{order}.vtkhdf", corners, order, field, lagrange, ["Air"])
        points = random.dirichlet([1, 1, 1, 1], 500) @ corners[0]
        found = fields.VolumeFields(file).at(points)
        assert np.abs(found - field(0, points)).max() < 1e-12, order
        gradient = fields.VolumeFields(file).gradient(fields.VolumeFields(file).values("E")[..., 0], points)
        step = 1e-5
        for axis in range(3):
            apart = step * np.eye(3)[axis]
            slope = (field(0, points + apart) - field(0, points - apart))[:, 0] / (2 * step)
            assert np.abs(gradient[:, axis] - slope).max() < 1e-6, (order, axis)


def fieldsJumpBetweenElements(program):
    """Each element has nodes of its own; on the common face the first one counts; outside there is nothing."""
    fields, lagrange = packageModule(program, "fluxtet.fields"), packageModule(program, "fluxtet.lagrange")
    corners = np.array([[[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], [[0, 0, 0], [0, 1, 0], [1, 0, 0], [0, 0, -1]]])

    def field(element, nodes):
        return np.full((len(nodes), 3), float(element + 1))

    path = writeSnapshot(program.folder / "two.vtkhdf", corners, 2, field, lagrange, ["Up", "Down"])
    file = fields.VolumeFields(path)
    points = np.array([[[0.2, 0.2, 0.1], [0.2, 0.2, -0.1]], [[0.2, 0.2, 0], [0.2, 0.9, 0.1]]])
    found = file.at(points)
    assert found.shape == (2, 2, 3) and np.allclose(found[0, 0], 1) and np.allclose(found[0, 1], 2), found
    assert np.allclose(found[1, 0], 1) and np.isnan(found[1, 1]).all(), found
    assert file.regionAt(points).tolist() == [["Up", "Down"], ["Up", ""]] and file.locate(points[1, 1]) == -1
    assert file.at(points[0, 0]).shape == (3,) and file.at(np.zeros((0, 3))).shape == (0, 3)


def everyPointIsFoundInItsElement(program):
    """Against a search of all elements, on a mesh that is graded by a factor of 1000 and far from a box in shape."""
    locate = packageModule(program, "fluxtet.locate")
    random = np.random.default_rng(2)
    size = 10.0 ** random.uniform(-4, -1, (700, 1, 1))
    corners = random.uniform(-1, 1, (700, 1, 3)) + size * random.uniform(-1, 1, (700, 4, 3))
    mesh = locate.Simplices(corners, np.finfo(float).eps)
    inside = np.einsum("nk,nkc->nc", random.dirichlet([1, 1, 1, 1], 700), corners)
    points = np.concatenate([inside, random.uniform(-1, 1, (300, 3))])
    found, barycentric = mesh.locate(points)
    for point, element, own in zip(points, found, barycentric):
        all_of_it, _ = mesh.barycentric(np.arange(700), np.broadcast_to(point, (700, 3)))
        holding = np.flatnonzero(all_of_it.min(axis=1) >= 0)
        assert element == (holding[0] if len(holding) else -1), (element, holding)
        assert element < 0 or np.allclose(own @ corners[element], point, atol=1e-12)
    assert (found[:700] >= 0).all() and (found[700:] < 0).any()


def theFieldAtAProbeIsThatOfTheProbe(program):
    """The program evaluates probes itself, at every step; snapshots are in single precision."""
    for order in ORDERS:
        run = cavity(program, order)
        assert len(run.snapshots) == 3 and run.snapshots.steps.tolist() == [0, 10, 20]
        for name, at in PROBES.items():
            probe = run.probes[name]
            for field, scale in (("E", 1.0), ("H", 1 / 376.73)):
                recorded = probe.valuesOf(field)[run.snapshots.steps]
                assert np.abs(run.snapshots.over(at, field) - recorded).max() < 3e-7 * scale, (order, name, field)
            assert np.allclose(probe.time[run.snapshots.steps], run.snapshots.times, rtol=1e-12, atol=0)
        moment = run.slices["xy"][-1]
        for field, scale in (("E", 1.0), ("H", 1 / 376.73)):
            there = run.snapshots[-1].at(moment.points, field)
            assert np.abs(there - moment.of(field)).max() < 3e-7 * scale, (order, field)


def aStandingWaveHasItsClosedForm(program):
    """At any point, as well as the order can: 27 cubes of six elements in a mode of half a wavelength."""
    points = np.random.default_rng(3).uniform(0, 1, (2000, 3))
    for order, bound in zip(ORDERS, (0.3, 0.08, 0.012, 0.002)):
        run = cavity(program, order)
        for snapshot in run.snapshots:
            E, H = standingWave(points, snapshot.time("E"), snapshot.time("H"))
            for found, exact in ((snapshot.at(points), E), (376.73 * snapshot.at(points, "H"), 376.73 * H)):
                assert np.abs(found - exact).max() < bound, (order, np.abs(found - exact).max())
        assert snapshot.regionAt(points[:3]).tolist() == ["box"] * 3


def integralsOverWallsAreThoseOfTheMode(program):
    """At time 0, on z = 0 with the outward normal -z: int E.n = -4/pi^2 V m, int |E|^2 = 1/4 V^2; on x = 0 at 20 steps
    |H| is pi/(omega mu) |sin(omega t)| sin(pi y)."""
    run = cavity(program, 4, ("fields: [E, H]}\n", "fields: [E, H], boundaries: [x-, z-]}\n"))
    first, last = run.snapshots.surfaces[0], run.snapshots.surfaces[-1]
    assert first.names == ["x-", "z-"] and abs(first.area("z-") - 1) < 1e-6 and abs(first.area() - 2) < 1e-6
    assert np.allclose(first.normals[first.select("z-")], (0, 0, -1)) and first.sides() == []
    assert abs(first.flux("E", "z-") + 4 / math.pi**2) < 1e-4, first.flux("E", "z-")
    assert abs(first.square("E", "z-", tangential=False) - 0.25) < 1e-4
    assert abs(first.square("E", "z-")) < 1e-9, first.square("E", "z-")
    peak = math.pi / (VACUUM_MU * OMEGA) * math.sin(OMEGA * last.time("H"))
    assert abs(last.square("H", "x-") / (peak**2 / 2) - 1) < 2e-3, (last.square("H", "x-"), peak**2 / 2)
    assert abs(last.power()) < 1e-3 * abs(peak), last.power()


def lossySphere(program):
    """On a coarse mesh, with both fields on the outer boundary and on both sides of the ball, in the steady state. The
    centred flux loses nothing."""
    settings = {
        "mesh.parameters": "{ballSize: 50, airSize: 150}",
        "boundaries": "{Outer: absorbing}",
        "sources": "[{planeWave: {direction: [0, 0, 1], polarization: [1, 0, 0], boundary: Outer, amplitude: 20 V/m, "
        "waveform: {sine: {frequency: 900 MHz}}}}]",
        "dgtd.order": "2",
        "dgtd.flux": "centred",
        "time.end": "22.222 ns",
        "output.dft.after": "17.778 ns",
        "output.dft.fields": "[E, H]",
        "output.dft.boundaries": "[BallSurface, Outer]",
        "output.sar": "{averages: [10 g], voxel: 6 mm}",
    }
    options = [word for key, value in settings.items() for word in ("--set", f"{key}={value}")]
    program.run("run", program.cases / "lossySphere" / "case.yaml", "--output", "out", *options).expect(0)
    return packageModule(program).open(program.folder / "out")


def powersThroughSurfacesAreThoseOfTheProgram(program):
    """Out through the absorbing boundary: what the program integrates itself. Into the ball: what it absorbs, although
    the fields of either side alone miss that by half on elements of more than a wavelength."""
    run = lossySphere(program)
    surfaces, powers = run.phasor(900e6).surfaces, run.powers()
    outgoing = surfaces.power("Outer")
    assert abs(outgoing / powers["outgoing_W"] - 1) < 1e-6, (outgoing, powers["outgoing_W"])
    sides = surfaces.power("BallSurface", "Ball"), surfaces.power("BallSurface", "Air")
    assert abs(sum(sides)) < 1e-6 * abs(sides[0]) and sides[0] < 0, sides
    assert abs(sides[1] / powers["absorbed_W"] - 1) < 2e-3, (sides, powers["absorbed_W"])
    assert abs(surfaces.area("BallSurface", "Ball") / surfaces.area("BallSurface", "Air") - 1) < 1e-9
    error = packageModule(program).ResultsError
    for asked, words in (
        ({"surface": "BallSurface"}, "two sides, in Ball and Air"),
        ({"surface": "Ball"}, "no surface Ball in the file: there are Outer, BallSurface"),
        ({"surface": "Outer", "region": "Ball"}, "no face of Outer belongs to an element of Ball"),
    ):
        expectError(error, words, surfaces.power, **asked)


def expectError(kind, words, call, *arguments, **options):
    try:
        call(*arguments, **options)
    except kind as error:
        assert words in str(error), f"'{words}' is missing from '{error}'"
        return
    raise AssertionError(f"no error that says '{words}'")


def phasorsInElementsAreThoseAtPlaces(program):
    """The program evaluates its points, lines and slices itself, in double precision."""
    places = (
        "dft: {frequencies: [250 MHz, 300 MHz], kind: integral, regions: [box], fields: [E, H], "
        "points: [{name: p, at: [0.31, 0.52, 0.73]}], "
        "lines: [{name: l, from: [0.05, 0.4, 0.52], to: [1.05, 0.4, 0.52], points: 11}], "
        "slices: [{name: s, origin: [0, 0, 0.47], u: [1, 0, 0], v: [0, 1, 0], points: [7, 5]}]}"
    )
    pulse = (
        "sources: [{dipole: {at: [0.5, 0.5, 0.5], moment: [0, 0, 1 A*m], waveform: {ricker: {frequency: 300 MHz}}}}]"
    )
    program.boxCase(
        ("initial: {cavityMode: {m: 1, n: 1, p: 0, type: tm}}", pulse),
        ("steps: 20", "steps: 200"),
        ("energy: {every: 5}", places),
    )
    program.run("run", "case.yaml").expect(0)
    run = packageModule(program).open(program.folder / "out")
    assert run.dft.frequencies.tolist() == [250e6, 300e6]
    point, line, plane = run.dft.points["p"], run.dft.lines["l"], run.dft.slices["s"]
    assert np.allclose(point.place, [0.31, 0.52, 0.73]) and plane.frequencies.tolist() == [250e6, 300e6]
    for k, frequency in enumerate((250e6, 300e6)):
        phasor, s = run.phasor(frequency), plane.at(frequency)
        assert phasor.isIntegral and phasor.unit("H") == "A s/m" == point.unit("H") and line.unit() == "V s/m"
        for field in "EH":
            scale = np.abs(s.of(field)).max()
            assert scale > 0 and np.iscomplexobj(phasor.at(point.place, field))
            assert np.abs(phasor.at(point.place, field) - point.of(field)[k]).max() < 1e-6 * scale
            along = phasor.at(line.points, field)
            assert np.isnan(along[-1]).all() and np.isnan(line.of(field)[k, -1]).all()
            assert np.nanmax(np.abs(along - line.of(field)[k])) < 1e-6 * scale
            assert np.abs(phasor.at(s.points, field) - s.of(field)).max() < 1e-6 * scale
    error = packageModule(program).ResultsError
    expectError(error, "no phasors at 1 GHz: there are 250 MHz, 300 MHz", run.phasor, 1e9)


def gridsGoToPyvista(program):
    """Where it is installed: VTK finds the same fields at the same places."""
    pyvista = moduleOrSkip("pyvista", "pyvista")
    run = cavity(program, 2)
    snapshot = run.snapshots[1]
    grid, at = snapshot.toPyvista(), np.array([PROBES["first"], PROBES["second"]])  # within elements
    assert grid.n_cells == 162 and np.allclose(grid.points, snapshot.points.reshape(-1, 3))
    sampled = pyvista.PolyData(at.astype(np.float32)).sample(grid)["E"]
    assert np.abs(sampled - snapshot.at(at)).max() < 1e-4, (sampled, snapshot.at(at))
