# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""The Python package on ports, far fields, absorption rates and static runs; what it refuses; the examples of its page."""
import json
import math
import os
import re
import shutil
import warnings

import numpy as np

import ports
import statics
import wavePorts
from packageFields import cavity, expectError
from plots import aRoundBody, farField, lossySphere, packageModule, transientFarField
from program import moduleOrSkip

Z0 = 376.730313668  # ohm, CODATA 2018
LIGHT = 299792458.0


def open_(program, name="out"):
    return packageModule(program).open(program.folder / name)


def twoPorts(program):
    ports.writeLine(program, ports.TWO_PORTS.replace("steps: 6000", "steps: 1500"))
    program.run("run", "case.yaml").expect(0)
    return open_(program)


def guide(program):
    wavePorts.write(program, ("steps: 1200", "steps: 300"))
    program.run("run", "case.yaml").expect(0)
    return open_(program)


def touchstoneIsTheTableOfSParameters(program):
    """Both ports are of 50 ohm, so that nothing is converted; impedances follow from the reflections of lumped ports."""
    run = twoPorts(program)
    table, matrix = run.ports.sParameters, run.ports.matrix
    assert table.ports == table.excited == ["In", "Out"] and matrix.resistance == 50 and not matrix.isNominal
    assert np.array_equal(table.frequency, matrix.frequency) and len(matrix.frequency) == 5
    assert np.abs(table.s - matrix.s).max() < 1e-11
    assert np.array_equal(table.parameter("Out", "In"), table.s[:, 1, 0])
    rows = ports.table(program, "out/sParameters.csv")
    given = [complex(float(r["S_re"]), float(r["S_im"])) for r in rows if (r["excited"], r["port"]) == ("In", "Out")]
    assert np.array_equal(table.parameter("Out", "In"), given)
    for j, reflection in enumerate((table.s[:, 0, 0], table.s[:, 1, 1])):
        assert np.abs(table.impedance[:, j] / (50 * (1 + reflection) / (1 - reflection)) - 1).max() < 1e-9
    assert list(run.runs) == ["In", "Out"] and run.runs["In"].ports.names == ["In", "Out"]
    feed = run.runs["In"].ports["In"]
    file = np.loadtxt(program.folder / "out/In/ports/In.csv", delimiter=",", skiprows=1)
    assert np.array_equal(np.stack([feed.time, feed.voltage, feed.current], axis=1), file[:, 1:]) and len(file) > 10
    error = packageModule(program).ResultsError
    expectError(error, "no port Third: there are In, Out", table.parameter, "Third", "In")
    expectError(error, "several excited ones each is in `runs`", lambda: run.ports["In"])
    expectError(error, 'runs["In"].probes, runs["Out"].probes', lambda: run.probes)


def modesOfWavePortsAreThoseOfTheGuide(program):
    """TE10 of 22.86 mm: cut-off c / 2a, beta = 2 pi sqrt(f^2 - fc^2) / c, Z = Z0 f / sqrt(f^2 - fc^2)."""
    run = guide(program)
    modes = run.ports.modes
    cutoff = LIGHT / (2 * 22.86e-3)
    assert list(modes) == ["P1", "P2"]
    for mode in modes.values():
        above = np.sqrt(mode.frequency**2 - cutoff**2)
        assert mode.mode == "TE10" and abs(mode.cutoff / cutoff - 1) < 1e-6
        assert np.abs(mode.beta * LIGHT / (2 * math.pi * above) - 1).max() < 1e-6
        assert np.abs(mode.impedance * above / (Z0 * mode.frequency) - 1).max() < 1e-6
    assert run.ports.matrix.isNominal and np.abs(run.ports.ownImpedances(3, 2).T - modes["P1"].impedance).max() < 1e-9


def networksGoToScikitRf(program):
    """Where it is installed: S, references and impedances as in the files."""
    skrf = moduleOrSkip("skrf", "scikit-rf")
    run = twoPorts(program)
    network, own = run.ports.network(), skrf.Network(run.ports.touchstonePath)
    assert np.abs(network.s - own.s).max() < 1e-12 and np.abs(network.f - own.f).max() < 1e-3
    assert np.abs(network.z0 - 50).max() == 0 and network.is_reciprocal(tol=1e-3)
    shutil.rmtree(program.folder / "out")
    run = guide(program)
    assert np.abs(run.ports.network().z0[:, 0] - run.ports.modes["P1"].impedance).max() < 1e-9


def farFieldsAreGrids(program):
    """Of a short dipole: directivity 1.5 sin^2; of a round body its cross-section; rows in any order."""
    farField(program, rcs=aRoundBody)
    path = program.folder / "out" / "farField.csv"
    head, *rows = path.read_text().splitlines()
    np.random.default_rng(4).shuffle(rows)
    path.write_text("\n".join([head, *rows]) + "\n")
    far = packageModule(program).Run(program.folder / "out").farField
    assert far.shape == (2, 37, 24) and far.frequencies.tolist() == [2.45e9, 3e9] and far.phis[1] == 15
    theta = np.radians(far.thetas)[None, 1:-1, None]
    assert np.abs(far.directivity[:, 1:-1] - 10 * np.log10(1.5 * np.sin(theta) ** 2)).max() < 1e-6
    assert np.abs(np.abs(far.rE[:, 1:-1, :, 0]) - math.sqrt(1.5) * np.sin(theta)).max() < 1e-6
    assert np.abs(far.rE[..., 1]).max() == 0 and np.isinf(far.axialRatio).all()
    expected = [[10 * math.log10(aRoundBody(f, t)) for t in far.thetas[:-1]] for f in far.frequencies]
    assert np.abs(far.radarCrossSection[:, :-1, 3] - expected).max() < 1e-6
    assert far.phiIndex(-15) == 23 and far.frequencyIndex(3e9) == 1
    error = packageModule(program).ResultsError
    expectError(error, "no frequency 1 GHz: there are 2.45 GHz, 3 GHz", far.frequencyIndex, 1e9)
    expectError(error, "no theta = 7\u00b0", far.thetaIndex, 7)
    expectError(error, "no gain_dBi: only what gaps and ports alone feed", lambda: far.gain)
    transientFarField(program)
    signals = packageModule(program).Run(program.folder / "out").transientFarField
    assert [(signal.theta, signal.phi) for signal in signals] == [(90, 0), (45, 30)]
    assert abs(signals[1].time[5]) < 1e-20 and abs(signals[1].rE[8, 0] - 45 * math.sin(0.9)) < 1e-5


def datasetsGoToXarray(program):
    """Where it is installed: values, axes and units of everything that has a `toXarray`."""
    xarray = moduleOrSkip("xarray", "xarray")
    run = cavity(program, 1)
    probe, plane = run.probes["first"].toXarray(), run.slices["xy"][0].toXarray()
    assert probe["E"].dims == ("time", "component") and probe["E"].attrs["units"] == "V/m"
    assert np.array_equal(probe["H"].sel(component="x"), run.probes["first"].H[:, 0])
    assert np.array_equal(probe["time_H"], run.probes["first"].timeOf("H"))
    assert plane["E"].dims == ("v", "u", "component") and abs(float(plane["u"][-1]) - 1) < 1e-12
    assert np.allclose(plane["E"].sel(component="z"), run.slices["xy"][0].E[..., 2])
    farField(program, "far")
    far = packageModule(program).Run(program.folder / "far").farField
    assert np.array_equal(far.toXarray()["directivity_dBi"].sel(frequency=3e9, phi=15), far.directivity[1, :, 1])
    lossySphere(program, "--set", "output.dft.lines=[{name: axis, from: [0, 0, 0], to: [0, 0, 5 cm], points: 6}]")
    run = open_(program)
    line, average = run.dft.lines["axis"], run.sar["10g"]
    assert np.array_equal(line.toXarray()["E"].sel(frequency=9e8, component="x"), line.E[0, :, 0])
    found = average.toXarray()
    at = dict(zip("xyz", average.peakAt))
    assert isinstance(found, xarray.DataArray) and float(found.sel(at, method="nearest")) == average.peak


def theVersionIsThatOfTheProgram(program):
    assert cavity(program, 1).summary["version"] == packageModule(program).__version__


def absorptionRatesAreThoseOfTheSummary(program):
    """Peaks and their places; what the elements absorb is what the tissue does."""
    lossySphere(program)
    run = open_(program)
    sar, (peak,) = run.summary["sar"], run.summary["sar"]["averages"]
    average, elements = run.sar["10g"], run.sar["elements"]
    assert list(run.sar) == ["10g", "elements"] and "1g" not in run.sar
    assert abs(average.peak / peak["peak_W_per_kg"] - 1) < 1e-6 and average.peakTissue == peak["tissue"] == "Ball"
    assert np.allclose(average.peakAt, peak["at_m"], atol=1e-9) and average.at(average.peakAt) == average.peak
    assert np.isnan(average.at([1, 1, 1])) and abs(average.axes[0][1] - average.axes[0][0] - 6e-3) < 1e-12
    largest = sar["largest_element"]
    assert abs(elements.peak / largest["W_per_kg"] - 1) < 1e-6 and np.allclose(
        elements.peakAt, largest["at_m"], atol=1e-6
    )
    assert elements.at(elements.peakAt) == elements.peak and np.isnan(elements.at([1, 1, 1]))
    corners = elements.points.astype(float)
    volumes = np.abs(np.linalg.det(corners[:, 1:] - corners[:, :1])) / 6
    assert abs(volumes @ elements.absorbed / sar["whole_body"]["absorbed_W"] - 1) < 1e-5
    expectError(
        packageModule(program).ResultsError, "no absorption rate 1g: there are 10g, elements", lambda: run.sar["1g"]
    )


STATIC = """\
solver: static
mesh: {MESH}
materials: {air: {}}
regions: {box: air}
boundaries: {x-: {potential: 10 UNIT}, x+: {potential: 0 UNIT}}
sources: [{SOURCE}]
static: {problem: PROBLEM, order: 2}
output:
  directory: out
  points: [{name: here, at: POINT}]
  lines: [{name: across, from: FROM, to: TO, points: 6}]
  quantities: [energy]
"""
LENGTH, HEIGHT, DEPTH = 0.02, 0.01, 0.01  # m
VACUUM_EPSILON, VACUUM_MU = 8.8541878188e-12, 4e-7 * math.pi
PLACES = {
    "rectangle: {size: [20 mm, 10 mm], cells: [5, 4]}": ("[7.3 mm, 4.1 mm]", "[0, 5 mm]", "[25 mm, 5 mm]"),
    "box: {size: [20 mm, 10 mm, 10 mm], cells: [4, 3, 2]}": (
        "[7.3 mm, 4.1 mm, 2.2 mm]",
        "[0, 5 mm, 4 mm]",
        "[25 mm, 5 mm, 4 mm]",
    ),
}


def staticRun(program, name, mesh, **words):
    point, begin, end = PLACES[mesh]
    words = {"MESH": mesh, "POINT": point, "FROM": begin, "TO": end, **words}
    text = STATIC
    for key, value in words.items():
        text = text.replace(key, value)
    program.write("case.yaml", text.replace("sources: [{}]\n", ""))
    program.run("run", "case.yaml", "--output", name).expect(0)
    return open_(program, name)


def expectLikeTheProgram(run, field):
    """The package at the points and along the lines that the program evaluated itself."""
    (point,), (line,) = run.points.values(), run.lines.values()
    place = np.array([point.values[axis] for axis in "xryz" if axis in point.values])
    own = run.fields.at(place, field)[: len(place)]
    assert np.allclose(own, point.of(field), rtol=1e-6, atol=1e-7 * np.abs(point.of(field)).max()), (own, point)
    assert abs(run.fields.potentialAt(place) - point.potential) < 1e-12
    assert np.allclose(run.fields.potentialAt(line.points), line.potential, rtol=0, atol=1e-12, equal_nan=True)
    along = run.fields.at(line.points, field)[:, : len(place)]
    assert np.isnan(along[-1]).all() and np.isnan(line.of(field)[-1]).all() and line.distance[-1] == 0.025
    assert np.nanmax(np.abs(along - line.of(field))) < 1e-6 * np.nanmax(np.abs(line.of(field)))


def fieldsOfStaticRunsHaveTheirClosedForms(program):
    """A charge or a current spread over the plates' distance L makes the potential quadratic: with s = x / L it is
    10 (1 - s) + 20 s (1 - s), which order 2 has exactly."""
    share = np.random.default_rng(5).uniform(0, 1, (50, 3))
    slope = -(-10 + 20 * (1 - 2 * share[:, 0])) / LENGTH  # of minus the potential
    for mesh in PLACES:
        points = share * (LENGTH, HEIGHT, DEPTH)
        source = f"charge: {{region: box, density: {40 * VACUUM_EPSILON / LENGTH**2:.12e} C/m^3}}"
        run = staticRun(program, "E" + mesh[:3], mesh, UNIT="V", PROBLEM="electrostatic", SOURCE=source)
        potential = 10 * (1 - share[:, 0]) + 20 * share[:, 0] * (1 - share[:, 0])
        assert np.abs(run.fields.potentialAt(points) - potential).max() < 1e-6
        E = run.fields.at(points, "E")
        assert np.abs(E[:, 0] - slope).max() < 1e-3 and np.abs(E[:, 1:]).max() < 1e-3
        middle = run.fields.points[:, : run.fields.corners].mean(axis=1)
        D = run.fields.of("D")
        assert np.abs(D - VACUUM_EPSILON * run.fields.at(middle, "E")).max() < 1e-6 * np.abs(D).max()
        assert run.fields.at(middle, "D").shape == D.shape and np.array_equal(
            run.fields.at(middle, "D"), D.astype(float)
        )
        assert run.isPerMetre == mesh.startswith("rect") and run.energy > 0
        expectLikeTheProgram(run, "E")
        run = staticRun(program, "H" + mesh[:3], mesh, UNIT="A", PROBLEM="scalarMagnetic", SOURCE="")
        assert np.abs(run.fields.at(points, "H") - (10 / LENGTH, 0, 0)).max() < 1e-4
        assert np.abs(run.fields.at(points, "B")[:, 0] / (VACUUM_MU * 10 / LENGTH) - 1).max() < 1e-6
        expectLikeTheProgram(run, "H")
    mesh = next(iter(PLACES))
    source = f"current: {{region: box, density: {40 / VACUUM_MU / LENGTH**2:.12e} A/m^2}}"
    run = staticRun(program, "B", mesh, UNIT="Wb/m", PROBLEM="magnetostatic", SOURCE=source)
    assert np.abs(run.fields.at(points, "B") - np.stack([0 * slope, slope, 0 * slope], axis=1)).max() < 1e-3
    expectLikeTheProgram(run, "B")
    # Currents round the axis in r < R = L, with A = 0 at R: B = mu0 J (2 R / 3 - r) along the axis.
    words = {
        "x-: {potential: 10 UNIT}, ": "",
        "UNIT": "Wb/m",
        "PROBLEM": "magnetostatic, symmetry: axisymmetric",
        "SOURCE": "current: {region: box, density: 1 A/mm^2}",
    }
    run = staticRun(program, "axis", mesh, **words)
    exact = VACUUM_MU * 1e6 * (2 * LENGTH / 3 - points[:, 0])
    B = run.fields.at(points, "B")
    assert np.abs(B[:, 1] - exact).max() < 1e-8 and np.abs(B[:, [0, 2]]).max() < 1e-8
    assert abs(run.fields.at([0, 5e-3], "B")[1] - VACUUM_MU * 1e6 * 2 * LENGTH / 3) < 1e-8
    expectLikeTheProgram(run, "B")
    error = packageModule(program).ResultsError
    expectError(error, "holds B and H, not E", run.fields.at, points, "E")
    expectError(error, "add capacitance to output.quantities", lambda: run.capacitance)


def matricesOfStaticRunsAreThoseOfTheSummary(program):
    statics.writeCase(program)
    program.run("run", "case.yaml").expect(0)
    run = open_(program)
    names, matrix = run.capacitance
    expected = VACUUM_EPSILON * HEIGHT / LENGTH
    assert names == ["x-", "x+"] and np.allclose(matrix, expected * np.array([[1, -1], [-1, 1]]), rtol=1e-6, atol=0)
    assert abs(run.energy / (0.5 * expected * 100) - 1) < 1e-6 and run.isPerMetre and run.status == "done"
    summary = json.loads((program.folder / "out" / "summary.json").read_text())
    summary["force_N"], summary["force_error_N"] = {"Bar": [1.5, None]}, {"Bar": 0.01}
    (program.folder / "out" / "summary.json").write_text(json.dumps(summary))
    force = open_(program).forces["Bar"]
    assert force[0] == 1.5 and math.isnan(force[1]) and open_(program).forceErrors == {"Bar": 0.01}


def whatIsNotThereNamesItsKey(program):
    """Each with the key of the case that keeps it."""
    run = cavity(
        program,
        1,
        ("  probes: ", "  dft: {frequencies: [200 MHz], boundaries: [x-], fields: [E], kind: integral}\n  probes: "),
    )
    error = packageModule(program).ResultsError
    for call, words in (
        (lambda: run.probes["first"]["Dx"], "no column Dx: there are time_E, Ex"),
        (
            lambda: run.probes["fifth"],
            "no probe fifth: there are first, second, third, fourth; add it to output.probes",
        ),
        (lambda: run.slices["xz"], "no slice xz: there are xy; add it to output.slices"),
        (lambda: run.dft.lines["axis"], "no phasor line axis: there is none; add it to output.dft.lines"),
        (lambda: run.energy, "add output.energy"),
        (lambda: run.farField, "add output.farField"),
        (lambda: run.transientFarField, "add output.transientFarField"),
        (lambda: run.sar["10g"], "add output.sar"),
        (lambda: run.powers(), "add output.sar"),
        (lambda: run.ports.matrix, "has no sParameters.sNp"),
        (lambda: run.ports.sParameters, "output.sParameters"),
        (lambda: run.snapshots.surfaces[0], "`boundaries` of output.snapshots"),
        (lambda: run.snapshots[3], "has 3 snapshots, none of the number 3"),
        (lambda: run.snapshots.at(1.0), "no snapshot at 1 s: there are 0 s,"),
        (lambda: run.snapshots[0].at([[0.0]]), "coordinates in m, not of the shape (1, 1)"),
        (lambda: run.phasor(200e6).at([0, 0, 0]), "it kept surfaces alone: name volumes in `regions`, or a `box`"),
        (lambda: run.phasor(200e6).surfaces.power("x-"), "holds E, not H: add it to `fields` of output.dft"),
        (lambda: packageModule(program).open(program.folder), "holds no results of fluxtet"),
        (lambda: packageModule(program).open(program.folder / "nowhere"), "is not a directory"),
    ):
        expectError(error, words, call)
    assert run.ports.names == [] and run.dft.points == {} and run.warnings
    shutil.rmtree(program.folder / "P1" / "dft")
    expectError(error, "add output.dft to the case", packageModule(program).open(program.folder / "P1").phasor, 200e6)


def unfinishedRunsAreSaidToBeSuch(program):
    """One that was killed has no summary, and perhaps half of a line; one that a signal stopped has one that says so."""
    run = cavity(program, 1)
    assert run.isFinished and len(run.probes["first"]) == 21
    path = program.folder / "P1" / "probes" / "first.csv"
    path.write_text(path.read_text()[:-20])
    summary = program.folder / "P1" / "summary.json"
    content = json.loads(summary.read_text())
    for text, status, words in (
        (json.dumps({**content, "status": "stopped"}), "stopped", "stopped by a signal"),
        (None, "unfinished", "it goes on, failed or was killed"),
    ):
        summary.unlink()
        if text:
            summary.write_text(text)
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            run = open_(program, "P1")
        assert [w.category for w in caught] == [packageModule(program).UnfinishedRunWarning], caught
        assert words in str(caught[0].message) and run.status == status and not run.isFinished
        assert len(run.probes["first"]) == 20 and len(run.snapshots) == 3 and status in repr(run)
    expectError(packageModule(program).ResultsError, "has no summary.json", lambda: run.summary)


def damagedFilesAreNamed(program):
    run = cavity(program, 1)
    error = packageModule(program).ResultsError
    path = program.folder / "P1" / "snapshots" / "fields_00000010.vtkhdf"
    path.write_bytes(path.read_bytes()[:300])
    expectError(error, "fields_00000010.vtkhdf cannot be read", lambda: run.snapshots[1])
    shutil.copy(program.folder / "P1" / "probes.h5", path)
    expectError(error, "fields_00000010.vtkhdf is not a file of fields", lambda: run.snapshots[1])
    (program.folder / "P1" / "probes" / "first.csv").write_text("step,time_E [s],Ex [V/m]\n0,0,one\n")
    expectError(error, "first.csv is damaged", lambda: run.probes["first"])


def theExamplesOfThePageRun(program):
    """docs/python.md: cases are run where they stand, Python follows on."""
    page = (program.cases.parent / "docs" / "python.md").read_text()
    packageModule(program)
    os.chdir(program.folder)
    names, cases, examples = {}, 0, 0
    for kind, block in re.findall(r"```(yaml|python)\n(.*?)```", page, re.DOTALL):
        if kind == "yaml":
            name = re.match(r"# (\S+\.yaml)\n", block)[1]
            program.write(name, block)
            program.run("run", name).expect(0)
            cases += 1
        else:
            exec(compile(block, f"python.md, example {examples + 1}", "exec"), names)  # pylint: disable=exec-used
            examples += 1
    assert cases == 4 and examples == len(re.findall("^```python$", page, re.MULTILINE)) > 8, (cases, examples)
    assert abs(names["through"] / names["power"]["outgoing_W"] - 1) < 1e-6
    assert np.abs(abs(names["axis"].E[0, :, 2]) / names["closed"] - 1).max() < 0.1
    assert abs(names["directivity"] - 10 * math.log10(1.5)) < 0.3
