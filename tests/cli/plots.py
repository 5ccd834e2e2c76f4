# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Pictures by jobs/plot.py. Texts are looked for in .svg files, which hold them as comments."""
import importlib
import json
import math
import os
import re
import sys
from unittest import mock

import h5py
import numpy as np

from pages import commandLines
from runs import layersCase
from statics import writeCase

PNG = b"\x89PNG"


def plot(program, *arguments):
    return program.script("plot.py", *arguments)


def jobsModule(program, name):
    sys.path.append(str(program.cases.parent / "jobs"))
    return importlib.import_module(name)


def packageModule(program, name="fluxtet"):
    """A module of the Python package of results."""
    sys.path.insert(0, str(program.cases.parent / "jobs" / "python"))
    return importlib.import_module(name)


def expectPicture(path):
    assert path.read_bytes()[:4] == PNG, path


def expectTexts(path, *texts):
    content = path.read_text()
    for text in texts:
        assert f"<!-- {text} -->" in content, f"{path} has no text '{text}'"


def commandsOnThePagesAreUnderstood(program):
    """Every plot.py command in a block of commands of the README, the user guide and the shipped cases."""
    root = program.cases.parent
    pages = [root / "README.md", root / "docs" / "userGuide.md", *sorted(program.cases.glob("*/README.md"))]
    found = 0
    for page in pages:
        for line, words in commandLines(page):
            if "jobs/plot.py" not in words:
                continue
            given = words[words.index("jobs/plot.py") + 1 :]
            try:
                arguments = jobsModule(program, "plot").parser().parse_args(given)
            except SystemExit:
                raise AssertionError(f"{page}: plot.py does not understand '{line}'") from None
            for path in getattr(arguments, "files", []):
                assert path.endswith(".h5"), f"{page}: '{line}' gives {path}, which is no file of a slice"
            found += 1
    assert found > 20, found


def aDirectoryIsNoSlice(program):
    (program.folder / "out").mkdir()
    plot(program, "slice", "out").expect(2, "out is a directory", "out/slices/NAME_*.h5", "plot.py all out")


def theOutlinesOfASliceLieWhereRegionsMeet(program):
    """Half a step from the points on either side, and nowhere between points of one region."""
    outlines = packageModule(program, "fluxtet.pictures.outlines").outlines
    row, column = np.indices((40, 50))
    assert not len(outlines(np.zeros((40, 50), int))) and not len(outlines(np.zeros((1, 50), int)))
    for region, axis, place in ((column > 20, 0, 20.5), (row > 6, 1, 6.5)):
        segments = outlines(region.astype(int))
        length = np.linalg.norm(segments[:, 1] - segments[:, 0], axis=1).sum()
        assert np.allclose(segments[..., axis], place) and math.isclose(length, (39, 49)[axis]), (axis, length)
    layer = outlines((row == 11).astype(int))  # one point thick: two lines
    assert set(np.unique(layer[..., 1])) == {10.5, 11.5}, layer
    radius = np.hypot(column - 24.3, row - 19.6)
    ball = outlines((radius < 12).astype(int))
    far = np.abs(np.hypot(ball[..., 0] - 24.3, ball[..., 1] - 19.6) - 12)
    assert far.max() < 0.75 and far.mean() < 0.3, (far.max(), far.mean())
    corner = outlines(np.where(row > 20, 2, column > 20))  # three regions meet in a point
    assert (np.abs(corner - (20.5, 20.5)).sum(axis=-1) == 0).sum() == 3, corner


def slicesShowTheOutlinesOfRegions(program):
    """Of a run, where its layers meet; files of earlier versions have none and are drawn without."""
    layersCase(program)
    program.run("run", "case.yaml").expect(0)
    outlines, slices = (packageModule(program, f"fluxtet.{name}") for name in ("pictures.outlines", "slices"))
    moment, phasor = (
        program.folder / "out/slices/across_00000020.h5",
        program.folder / "out/dft/slices/across_200MHz.h5",
    )
    for s in (slices.Slice(moment), slices.PhasorSlice(phasor)):
        assert sorted(s.regions) == ["Lower", "Upper"], s.regions
        inside = np.where(s.region < 0, 0, s.region)[2:-2, 4:-4]  # away from the sides of the mesh
        heights = s.points[2, 0, 2] + outlines.outlines(inside)[..., 1] * (s.points[1, 0, 2] - s.points[0, 0, 2])
        assert len(heights) and np.abs(heights - 0.4).max() <= 0.05 + 1e-9, heights
    lines = []
    for path, out in ((moment, "moment.svg"), (phasor, "phasor.svg")):
        for isEarlier in (False, True):
            if isEarlier:
                with h5py.File(path, "a") as file:
                    del file["region"]
            plot(program, "slice", path, "-o", out).expect(0, out)
            lines.append((program.folder / out).read_text().count("LineCollection"))
    assert (
        lines[0] - lines[1] == 1 and lines[2] - lines[3] == 2
    ), lines  # in one panel, and in those of magnitude and phase
    earlier = slices.Slice(moment)
    assert earlier.region is None and earlier.regions == []


def aPlaneRunGivesLinesAndFields(program):
    for order in ("1", "2"):
        writeCase(program, ("order: 1", f"order: {order}"))
        program.run("run", "case.yaml", "--output", order).expect(0)
        plot(program, "all", order).expect(0, "potential.png", "field.png", "line_across.png")
        for name in ("potential.png", "field.png", "line_across.png"):
            expectPicture(program.folder / order / name)


def aSolidIsCutByAPlane(program):
    solid = (
        "rectangle: {size: [20 mm, 10 mm], cells: [16, 8]}",
        "box: {size: [20 mm, 10 mm, 10 mm], cells: [4, 2, 2]}",
    )
    points = ("  points: [{name: middle, at: [10 mm, 5 mm]}]\n", "")
    lines = ("  lines: [{name: across, from: [0 mm, 5 mm], to: [25 mm, 5 mm], points: 6}]\n", "")
    writeCase(program, solid, points, lines, ("order: 1", "order: 2"))
    program.run("run", "case.yaml").expect(0)
    for plane in ("z=0", "x=0.007"):
        plot(program, "field", "out", "--cut", plane, "-o", "cut.png").expect(0, "cut.png")
        expectPicture(program.folder / "cut.png")
    plot(program, "potential", "out", "--cut", "z=3").expect(2, "z = 3 m does not meet the mesh")
    plot(program, "potential", "out", "--cut", "x=0.007", "-o", "cut.svg").expect(0)
    expectTexts(program.folder / "cut.svg", "no equipotential lines: V is constant here, 6.5 V, x = 7 mm")


def theDefaultPlaneShowsTheSpheres(program):
    """Not the middle of the mesh, which misses them; nor the equipotential z = 0, where half of the space is."""
    for case, plane in (("permeableSphere", "z = 5 mm"), ("twoSpheres", "y = 0"), ("concentricSpheres", "z = 0")):
        program.run("run", program.cases / case / "case.yaml", "--output", case).expect(0)
        plot(program, "potential", case, "-o", case + ".svg").expect(0)
        expectTexts(program.folder / (case + ".svg"), f"equipotential lines, {plane}")


def theElementsAreDrawn(program):
    writeCase(program)
    program.run("run", "case.yaml").expect(0)
    plot(program, "mesh", "out", "-o", "mesh.svg").expect(0, "mesh.svg")
    expectTexts(program.folder / "mesh.svg", "256 triangles")
    plot(program, "mesh", "out", "--window", "5", "6", "5", "6").expect(2, "--window", "outside the mesh")


def coloursOfAFieldAreLogarithmicOverDecades(program):
    writeCase(program)
    program.run("run", "case.yaml").expect(0)
    plot(program, "field", "out", "--range", "2000", "--decades", "2", "-o", "field.svg").expect(0)
    expectTexts(program.folder / "field.svg", "|E|", "|E| [kV/m]", "0.02", "0.05", "0.1", "0.2", "0.5", "1", "2")
    plot(program, "field", "out", "--decades", "0").expect(2, "--decades", "above zero")


def aRunInTimeHasNoStaticPictures(program):
    program.boxCase()
    program.run("run", "case.yaml").expect(0)
    for command in ("potential", "field"):
        plot(program, command, "out").expect(2, "out has no fields.vtkhdf", "`plot.py all`", "probes", "energy")


def anotherFieldThanTheRunHasIsRefused(program):
    writeCase(program)
    program.run("run", "case.yaml").expect(0)
    plot(program, "field", "out", "--field", "H").expect(2, "D and E, not H")
    plot(program, "lines", "nowhere").expect(2, "nowhere is not a directory")


def aPartThatCannotBeDrawnIsRefused(program):
    writeCase(program)
    program.run("run", "case.yaml").expect(0)
    for window, words in [
        (["0.01", "0.005", "0", "0.01"], "X0 < X1"),
        (["0", "0.01", "0.005", "0.005"], "Y0 < Y1"),
        (["0", "nan", "0", "0.01"], "X0 < X1"),
        (["1", "2", "0", "0.01"], "outside the mesh"),
    ]:
        plot(program, "potential", "out", "--window", *window).expect(2, "--window", words)
        plot(program, "field", "out", "--window", *window).expect(2, "--window", words)
    plot(program, "potential", "out", "--levels", "0").expect(2, "--levels", "from 1 on")
    plot(program, "potential", "out", "--cut", "z=0").expect(2, "--cut", "plane")
    assert not list((program.folder / "out").glob("*.png"))


PHASORS = (
    "dft: {frequencies: [200 MHz], points: [{name: p, at: [0.5, 0.5, 0.5]}], "
    "lines: [{name: l, from: [0, 0.4, 0.5], to: [1, 0.4, 0.5], points: 11}], "
    "slices: [{name: xy, origin: [0, 0, 0.5], u: [1, 0, 0], v: [0, 1, 0], points: [12, 9]}]}"
)


def phasorsAreDrawnOnSlicesLinesAndPoints(program):
    program.boxCase(("energy: {every: 5}", PHASORS), ("steps: 20", "end: 20 ns"))
    program.run("run", "case.yaml").expect(0)
    pictures = ("dft_slice_xy_200MHz.png", "dft_line_l_200MHz.png", "dft_point_p.png")
    plot(program, "all", "out").expect(0, *pictures)
    for name in pictures:
        expectPicture(program.folder / "out" / name)
    slice = "out/dft/slices/xy_200MHz.h5"
    plot(program, "slice", slice, "-o", "slice.svg").expect(0, "slice.svg")
    expectTexts(program.folder / "slice.svg", "−180", "x [m]")
    plot(program, "slice", slice, "--component", "H", "-o", "H.png").expect(0, "H.png")
    plot(program, "slice", slice, slice).expect(2, "magnitude and phase", "one file at a time")
    phasors = packageModule(program, "fluxtet.pictures.phasors")
    point = packageModule(program, "fluxtet.phasorTables").readPoints(program.folder / "out/dft/points.csv")["p"]
    assert phasors.kind_of(point.isIntegral) == "peak value" and phasors.unit_of("E", True) == "V s/m"
    x, phase = phasors.broken_at_wraps(phasors.np.array([0.0, 1.0, 2.0]), phasors.np.array([170.0, -170.0, -150.0]))
    assert len(x) == 4 and math.isnan(x[1]) and math.isnan(phase[1]), (x, phase)
    (program.folder / "out/dft/points.csv").write_text("a,b\n1,2\n")
    plot(program, "all", "out").expect(2, "points.csv is not a table of output.dft")


def surfacesOfARunInSpaceAreDrawn(program):
    """The standing wave TM110 of a cube has |E| = 1 V/m in the middle of z- and none on the sides."""
    program.boxCase(("energy: {every: 5}", "snapshots: {every: 20, fields: [E], boundaries: [x-, z-]}"))
    program.run("run", "case.yaml").expect(0)
    first = "out/snapshots/boundaries_00000000.vtkhdf"
    plot(program, "surface", first, "--surface", "z-", "-o", "bottom.png").expect(0, "bottom.png", "on z-: 1 V/m")
    expectPicture(program.folder / "bottom.png")
    plot(program, "surface", "out").expect(0, "surface_E_00000020.png", "on x-, z-: 0.")
    expectPicture(program.folder / "out" / "surface_E_00000020.png")
    plot(program, "surface", first, "--surface", "y-").expect(2, "no surface y-", "there are x-, z-")
    plot(program, "surface", first, "--surface", "x-").expect(2, "field is zero")
    plot(program, "surface", first, "--field", "H").expect(2, "holds no H")


def coloursOfMagnitudesAreInDecibelsOrOverDecades(program):
    """The standing wave TM110 of a cube has Ez = 1 V/m in its middle at first."""
    square = "origin: [0, 0, 0.5], u: [1, 0, 0], v: [0, 1, 0], points: [41, 41]"
    program.boxCase(
        (
            "energy: {every: 5}",
            f"slices: [{{name: xy, every: 1 ns, {square}}}]\n"
            "  snapshots: {every: 20, fields: [E], boundaries: [z-]}\n"
            f"  dft: {{frequencies: [200 MHz], slices: [{{name: xy, {square}}}]}}",
        ),
        ("steps: 20", "end: 20 ns"),
        ("cells: [3, 3, 3]", "cells: [6, 6, 2]"),
    )
    program.run("run", "case.yaml").expect(0)
    moment, phasor = "out/slices/xy_00000000.h5", "out/dft/slices/xy_200MHz.h5"
    surface = "out/snapshots/boundaries_00000000.vtkhdf"
    size = "|$ [dB re 1 V/m]"

    def textsOf(command, path, *options):
        plot(program, command, path, *options, "-o", "drawn.svg").expect(0, "drawn.svg")
        return re.findall("<!-- (.*) -->", (program.folder / "drawn.svg").read_text())

    for command, path, options, expected in (
        ("slice", moment, ["--db", "40"], ["−40", "0", "$|E_z" + size]),
        ("slice", moment, ["--db", "40", "--reference", "0.1"], ["−20", "20", "$|E_z|$ [dB re 100 mV/m]"]),
        ("slice", moment, ["--db", "40", "--range", "10", "--reference", "1"], ["−20", "20", "$|E_z" + size]),
        ("slice", moment, ["--decades", "2", "--range", "1"], ["0.01", "1", "$|E_z|$ [V/m]"]),
        ("slice", moment, ["--component", "E", "--db", "40"], ["−40", "0", "$|E" + size]),
        ("slice", moment, [], ["$E_z$ [V/m]", "−0.75", "0.75"]),
        ("slice", phasor, ["--component", "Ez", "--db", "40"], ["−40", "0", "−180"]),
        ("surface", surface, ["--db", "30"], ["−30", "0", "$|E" + size]),
    ):
        texts = textsOf(command, path, *options)
        missing = [text for text in expected if text not in texts]
        assert not missing, (command, options, missing, texts)
    texts = textsOf("slice", phasor, "--component", "Ez", "--db", "40")
    assert any(re.match(r"\$\|E_z\|\$, .* \[dB re ", text) for text in texts), texts
    plot(program, "slice", moment, "--component", "Ex", "--db", "40").expect(2, "field is zero")
    plot(program, "slice", moment, "--reference", "1").expect(2, "--reference is for --db")
    plot(program, "slice", moment, "--db", "40", "--decades", "2").expect(2, "not allowed with")


def decibelsAreTwentyTimesTheLogarithm(program):
    magnitudes = packageModule(program, "fluxtet.pictures.magnitudes")
    scale = magnitudes.Scale(decibels=40, reference=0.5)
    values = np.array([5, 0.5, 0.05, 0.0, np.nan])
    shown = magnitudes.Magnitudes(scale, 5, 5, "E", "V/m").shown(values)
    assert np.allclose(shown[:3], [20, 0, -20]) and shown[3] < -20 and np.isnan(shown[4]), shown
    logarithmic = magnitudes.Magnitudes(magnitudes.Scale(decades=2), 5, 5, "E", "V/m")
    assert np.allclose(logarithmic.shown(values)[:3], values[:3]) and 0 < logarithmic.shown(values)[3] < 0.05
    assert math.isclose(logarithmic.norm(5), 1) and math.isclose(logarithmic.norm(0.5), 0.5)
    assert (magnitudes.Magnitudes(magnitudes.LINEAR, 5, 5, "E", "V/m").shown(values)[:4] == values[:4]).all()


def lossySphere(program, *options):
    program.run(
        "run",
        program.cases / "lossySphere" / "case.yaml",
        "--output",
        "out",
        "--set",
        "mesh.parameters={ballSize: 50, airSize: 150}",
        "--set",
        "boundaries={Outer: absorbing}",
        "--set",
        "sources=[{planeWave: {direction: [0, 0, 1], polarization: [1, 0, 0], boundary: Outer, amplitude: 20 V/m, "
        "waveform: {sine: {frequency: 900 MHz}}}}]",
        "--set",
        "dgtd.order=1",
        "--set",
        "time.end=3 ns",
        "--set",
        "output.dft.after=1 ns",
        "--set",
        "output.sar={averages: [10 g], voxel: 6 mm}",
        *options,
        timeout=200,
    ).expect(0)


def phasorsOnASurfaceWithTwoSidesAreDrawnFromOneOfThem(program):
    lossySphere(program)
    plot(program, "surface", "out").expect(2, "two sides", "Ball and Air", "--region")
    plot(program, "surface", "out", "--region", "Ball").expect(0, "surface_E_900MHz.png")
    expectPicture(program.folder / "out" / "surface_E_900MHz.png")


def fieldsAreScaledToThePowerAtItsFrequencyAlone(program):
    lossySphere(program)
    draw = ("surface", "out", "--region", "Ball", "-o", "ball.svg")
    largest = float(plot(program, *draw).expect(0).text.split()[-2])
    path = program.folder / "out" / "summary.json"
    summary = json.loads(path.read_text())
    for frequency, factor, words in ((900e6, 2, ", scaled to 125 mW given by the sources"), (1.8e9, 1, "")):
        summary["powers"] = {"frequency_Hz": frequency, "scale": 4, "accepted_W": 0.125}
        path.write_text(json.dumps(summary))
        found = float(plot(program, *draw).expect(0).text.split()[-2])
        assert abs(found - factor * largest) < 1e-3 * found, (found, largest)
        expectTexts(program.folder / "ball.svg", f"900 MHz{words}, largest {found:.3g} V/m")


def whatIsNotColouredIsGreyUnlessItIsTheOtherSide(program):
    surfaceFile = packageModule(program, "fluxtet.pictures.surfaceFile")
    lossySphere(program)
    two = surfaceFile.SurfaceFile(program.folder / "out" / "dft" / "boundaries_900MHz.vtkhdf")
    assert two.file.sides() == ["Ball", "Air"] and not two.others(two.coloured([], "Ball")).any()
    program.boxCase(("energy: {every: 5}", "snapshots: {every: 20, fields: [E], boundaries: [x-, z-]}"))
    program.run("run", "case.yaml", "--output", "box").expect(0)
    path = program.folder / "box" / "snapshots" / "boundaries_00000000.vtkhdf"
    with h5py.File(path, "r+") as file:
        region = file["VTKHDF/CellData/region"]
        region.attrs["names"] = [b"box", b"part"]
        region[:6] = 1
    one = surfaceFile.SurfaceFile(path)
    assert one.file.sides() == [] and one.coloured([], None).all()
    coloured = one.coloured([], "part")
    assert coloured.sum() == 6 and (one.others(coloured) == ~coloured).all()


def whatSurroundsASurfaceDoesNotHideIt(program):
    lossySphere(program, "--set", "output.dft.boundaries=[BallSurface, Outer]")
    plot(program, "surface", "out", "--region", "Air").expect(0, "Outer is left out", "on BallSurface:")
    plot(program, "surface", "out", "--surface", "Outer").expect(0, "on Outer:")
    file = packageModule(program, "fluxtet.pictures.surfaceFile").SurfaceFile(
        program.folder / "out" / "dft" / "boundaries_900MHz.vtkhdf"
    )
    ball, outer = file.coloured(["BallSurface"], "Ball"), file.coloured(["Outer"], None)
    assert file.names(file.surrounding()) == ["Outer"] and not file.others(ball).any()
    assert file.names(file.others(outer)) == ["BallSurface"]
    plot(program, "surface", "out", "--surface", "Outer", "--view", "0", "0", "0").expect(2, "no direction")


def theLargestValueIsThatOfTheNodes(program):
    """Not of their means, which the colours show."""
    lossySphere(program)
    found = float(plot(program, "surface", "out", "--region", "Ball").expect(0).text.split()[-2])
    file = packageModule(program, "fluxtet.pictures.surfaceFile").SurfaceFile(
        program.folder / "out" / "dft" / "boundaries_900MHz.vtkhdf"
    )
    faces = file.coloured([], "Ball")
    assert abs(found / file.values[faces].max() - 1) < 1e-3
    assert packageModule(program, "fluxtet.pictures.surfaceFile").joined(file, faces)[2].max() < 0.99 * found


def integralsOfPulsesAreInVoltSecondsPerMetre(program):
    pulse = (
        "sources: [{dipole: {at: [0.4, 0.5, 0.6], moment: [0, 0, 1 A*m], waveform: {ricker: {frequency: 300 MHz}}}}]"
    )
    program.boxCase(
        ("initial: {cavityMode: {m: 1, n: 1, p: 0, type: tm}}", pulse),
        ("steps: 20", "steps: 200"),
        ("energy: {every: 5}", "dft: {frequencies: [0.3 GHz], boundaries: [z-], fields: [E, H]}"),
    )
    program.run("run", "case.yaml").expect(0)
    for field, unit in (("E", "V s/m"), ("H", "A s/m")):
        found = plot(program, "surface", "out", "--field", field, "-o", field + ".svg").expect(0, " " + unit)
        value, prefix = found.text.split()[-3], ("", "m", "\u00b5", "n", "p")
        texts = (program.folder / (field + ".svg")).read_text()
        assert float(value) > 0 and any(
            f"<!-- $|{field}|$ [{p}{unit}] -->" in texts or f"[{p}{unit}]" in texts for p in prefix
        ), texts[:2000]


def pointsThatDifferByRoundingAreOne(program):
    np, surfaces = importlib.import_module("numpy"), packageModule(program, "fluxtet.surfaces")
    random = np.random.default_rng(1)
    points = random.uniform(-0.3, 0.3, (20000, 3)).astype(np.float32)
    beside = np.nextafter(points, random.choice([-1, 1], points.shape).astype(np.float32))
    number = surfaces.samePlaces(np.concatenate([points, beside]).astype(float))
    assert number.max() == 19999 and (number[:20000] == number[20000:]).all()


def coloursOfASurfaceAreMeansRoundEachPoint(program):
    """Two triangles with an edge in common, of areas 1/2 and 1 and values 3 and 6."""
    np, surfaceFile = importlib.import_module("numpy"), packageModule(program, "fluxtet.pictures.surfaceFile")
    file = surfaceFile.SurfaceFile.__new__(surfaceFile.SurfaceFile)
    file.nodes = 3
    file.points = np.array([[[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 0, 0], [0, 1, 0], [-2, 0, 0]]], float)
    file.values = np.array([[3, 3, 3], [6, 6, 6]], float)
    points, triangles, values = surfaceFile.joined(file, np.ones(2, bool))
    at = {tuple(point): value for point, value in zip(points, values)}
    assert at == {(0, 0, 0): 5, (0, 1, 0): 5, (1, 0, 0): 3, (-2, 0, 0): 6} and len(triangles) == 2, at


def aSurfaceFillsThePictureFromEveryDirection(program):
    np, view = importlib.import_module("numpy"), packageModule(program, "fluxtet.pictures.surfaceView")
    points = np.random.default_rng(1).uniform(-1, 1, (500, 3)) * (0.2, 0.02, 1) + (3, 4, 5)
    middle = 0.5 * view.SAMPLES * np.array(view.PIXELS)
    for direction in ((1, 0.9, 0.35), (0, 0, 1), (0, 0, -1), (-1, 0.5, 0.3), (1, 0, 0), (1e-9, 0, 1)):
        seen = view.Camera(points, direction).inSamples(points)
        filled = np.abs(seen[:, :2] / middle - 1).max()
        assert abs(filled - view.MARGIN) < 1e-6 and (seen[:, 2] > 0).all(), (direction, filled)


def surfacesShowBandsOfColourAndHideWhatIsBehind(program):
    """A square in the plane z = 0 whose value is 0 to 2 along x, before the right half of it, nearer to who looks along z,
    a grey one that turns away, and one that turns towards him and hides nothing."""
    np, view = importlib.import_module("numpy"), packageModule(program, "fluxtet.pictures.surfaceView")
    square = np.array([[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]], float)
    triangles = np.array([[0, 1, 2], [0, 2, 3]])
    away, towards = square * 0.5 + (0.5, 0, 0.1), square * 0.5 + (-0.5, 0, 0.1)
    body = np.concatenate([away, towards]), np.concatenate([triangles[:, ::-1], triangles + 4])
    colours = np.array([[1, 0, 0], [0, 0, 1]], float)
    camera = view.Camera(np.concatenate([square, away]), (0, 0, 1))
    image = view.rendered(camera, (square, triangles, 1 + square[:, 0]), colours, body)

    def at(*place):
        column, row = camera.inSamples(np.array(place, float))[:2] / view.SAMPLES
        return image[int(row), int(column)]

    assert image.shape == (*view.PIXELS[::-1], 3)
    for place, colour in (
        ((-0.7, 0.8, 0), (1, 0, 0)),
        ((-0.5, 0, 0), (1, 0, 0)),
        ((0.7, 0.8, 0), (0, 0, 1)),
        ((0.7, 0.1, 0), view.GREY),
        ((-1.05, 0, 0), (1, 1, 1)),
    ):
        assert np.allclose(at(*place), colour, atol=0.01), (place, at(*place))
    assert at(0, 0.8, 0).max() < 0.6  # the line between two colours
    wide = np.flatnonzero(image[int(camera.inSamples(np.array([0, 0.8, 0.0]))[1] / view.SAMPLES)].max(axis=1) < 0.9)
    wide = wide[np.abs(wide - view.PIXELS[0] / 2) < 300]
    assert 1 <= len(wide) <= 3, wide


SHEET_GEOMETRY = """\
SetFactory("OpenCASCADE");
Box(1) = {0, 0, 0, 4, 4, 2};
Point(100) = {1, 2, 0}; Point(101) = {3, 2, 0};
Line(100) = {100, 101};
sheet() = Extrude {0, 0, 2} { Curve{100}; };
BooleanFragments{ Volume{1}; Delete; }{ Surface{sheet(1)}; Delete; }
e = 1e-3;
sheet() = Surface In BoundingBox{-e, 2 - e, -e, 4 + e, 2 + e, 2 + e};
outer() = Abs(CombinedBoundary{ Volume{:}; });
Physical Volume("Air") = Volume{:};
Physical Surface("Outer") = outer();
Physical Surface("Film") = sheet();
"""
SHEET = """\
solver: dgtd
mesh: {file: sheet.geo, size: 2 m}
materials: {vacuum: {}}
regions: {Air: vacuum}
boundaries: {Outer: pec, Film: {sheet: {resistance: 50 ohm}}}
sources: [{dipole: {at: [1.7, 1.2, 0.8], moment: [0, 0, 1 A*m], waveform: {ricker: {frequency: 30 MHz}}}}]
dgtd: {order: 1}
time: {steps: 2}
output:
  directory: out
  slices: [{name: xy, every: 1 ns, origin: [0, 0, 1], u: [4, 0, 0], v: [0, 4, 0], points: [9, 9]}]
"""


def sheetsThatASliceCutsAreLines(program):
    """A film at y = 2 m from x = 1 to 3 m, cut across, and seen in its own plane, where its edges are."""
    np, sheets = importlib.import_module("numpy"), packageModule(program, "fluxtet.pictures.sheets")
    program.write("sheet.geo", SHEET_GEOMETRY)
    program.write("case.yaml", SHEET)
    with mock.patch.dict(os.environ, FLUXTET_MESH_CACHE=str(program.folder / "cache")):
        program.run("run", "case.yaml").expect(0)
    plot(program, "slice", "out/slices/xy_00000000.h5", "--component", "E", "-o", "xy.png").expect(0, "xy.png")
    triangles = sheets.sheetsOf(program.folder / "out/slices/xy_00000000.h5")
    x, y, z = np.eye(3)
    for corner, u, v, expected in (
        (z, 4 * x, 4 * y, [((0.25, 0.5), (0.75, 0.5))]),
        (1.1 * z, 4 * y, 4 * x, [((0.5, 0.25), (0.5, 0.75))]),
        (2 * y, 4 * x, 4 * z, [((0.25, 0), (0.25, 0.5)), ((0.75, 0), (0.75, 0.5)), ((0.25, 0), (0.75, 0))]),
        (3 * y, 4 * x, 4 * z, []),
    ):
        segments = sheets.cut(triangles, corner, u, v)
        for a, b in expected:  # the pieces on the line lie in it and fill it
            along, (a, b) = np.subtract(b, a), np.array((a, b))
            onLine = np.abs(np.cross(segments - a, along)).max(axis=1) < 1e-9
            pieces = np.sort((segments[onLine] - a) @ along / (along @ along), axis=1)
            assert math.isclose(np.ptp(pieces, axis=1).sum(), 1) and pieces.min() > -1e-9 and pieces.max() < 1 + 1e-9
        assert bool(len(segments)) == bool(expected)
    assert sheets.namesWithCondition('a: 1\nboundaries:\n  A b: pec\n  "x-":\n    sheet: {}\nb: 2\n') == ["A b", "x-"]
    (program.folder / "out/summary.json").unlink()
    assert not len(sheets.sheetsOf(program.folder / "out/slices/xy_00000000.h5"))
    plot(program, "slice", "out/slices/xy_00000000.h5", "--component", "E", "-o", "xy.png").expect(0, "xy.png")


def aFlatBodyIsStretchedUntilItsAbsorptionIsSeen(program):
    np, plotSar = importlib.import_module("numpy"), packageModule(program, "fluxtet.pictures.sar")
    corners = np.array([[0, 0, 0], [0.2, 0, 0], [0, 0.2, 0], [0, 0, 0.002]])
    (program.folder / "out" / "sar").mkdir(parents=True)
    with h5py.File(program.folder / "out" / "sar" / "elements.vtkhdf", "w") as file:
        vtk = file.create_group("VTKHDF")
        vtk["Points"], vtk["Connectivity"], vtk["CellData/sar_W_per_kg"] = corners, np.arange(4), [1.0]
        vtk["Types"] = np.array([10], np.uint8)
        vtk.create_group("PointData")
        vtk["CellData/region"] = [0]
        vtk["CellData/region"].attrs["names"] = np.array([b"Plate"])
    plot(program, "sar", "out", "-o", "sar.svg").expect(0)
    expectTexts(program.folder / "sar.svg", "x [mm]", "y [mm]", "z [mm], stretched")
    for size in ([0.2, 0.2, 0.002], [0.002, 0.2, 0.2], [1, 0.01, 0.01]):
        figure, panels, _ = plotSar.place_panels(np.array(size))
        inches = [axes.get_position().size * figure.get_size_inches() for axes in panels]
        assert np.min(inches) > 1 and np.max(inches) < 20, inches


def everyPictureOfARunWithAbsorptionRates(program):
    lossySphere(program)
    drawn = plot(program, "all", "out").expect(0)
    for name in (
        "surface_E_900MHz_Ball.png",
        "surface_E_900MHz_Air.png",
        "sar_10g.png",
        "sar_elements.png",
        "probes.png",
    ):
        drawn.expect(0, name)
        expectPicture(program.folder / "out" / name)
    sar = json.loads((program.folder / "out" / "summary.json").read_text())["sar"]
    drawn.expect(
        0,
        f"peak of 10g: {sar['averages'][0]['peak_W_per_kg']:.4g} W/kg in Ball",
        f"peak of elements: {sar['largest_element']['W_per_kg']:.4g} W/kg in Ball",
    )
    for decades in ([], ["--decades", "2"]):
        plot(program, "sar", "out", "--of", "10g", "--range", "0.02", *decades, "-o", "sar.svg").expect(0)
        at = [f"{1e3 * x:.1f}" for x in sar["averages"][0]["at_m"]]
        peak = f"peak {1e3 * sar['averages'][0]['peak_W_per_kg']:.4g} mW/kg at ({', '.join(at)}) mm in Ball"
        expectTexts(
            program.folder / "sar.svg",
            "Specific absorption rate, averaged over 10 g, 900 MHz",
            peak,
            "specific absorption rate [W/kg]",
            *(["0.001", "0.02"] if decades else []),
        )
    plot(program, "sar", "out", "--of", "1g").expect(2, "--of 1g", "10g, elements")
    plot(program, "sar", "out", "-o", "both.png").expect(2, "--of")


def aRunWithoutSurfacesHasNoneToDraw(program):
    program.boxCase(("energy: {every: 5}", "snapshots: {every: 20, fields: [E]}"))
    program.run("run", "case.yaml").expect(0)
    plot(program, "surface", "out").expect(2, "no fields on surfaces", "boundaries")
    plot(program, "surface", "out/snapshots/fields_00000000.vtkhdf").expect(2, "volumes, no surfaces")
    plot(program, "sar", "out").expect(2, "no sar/*.vtkhdf", "output.sar")


FAR_FIELD = (
    "frequency_Hz,theta_deg,phi_deg,rE_theta_V,rE_theta_phase_deg,rE_phi_V,rE_phi_phase_deg,"
    "directivity_dBi,co_dBi,cross_dBi,axial_ratio_dB"
)


def decibels(power):
    return 10 * math.log10(power) if power > 0 else -math.inf


FITTED_CASE = """
solver: dgtd
mesh: {box: {size: [1 cm, 1 cm, 1 cm], cells: [2, 2, 2]}}
materials:
  board: {epsilon_r: 4.4, lossTangent: {value: 0.02, from: 1 GHz, to: 10 GHz}}
  measured: {table: {file: table.csv}}
  tissue: {library: muscle}
regions: {box: MATERIAL}
boundaries: {x-: pec, x+: pec, y-: pec, y+: pec, z-: pec, z+: pec}
sources: [{current: {region: box, density: [0, 0, 1], waveform: {ricker: {frequency: 900 MHz}}}}]
time: {end: 10 ps}
output: {directory: out}
"""


def fittedMediaAreDrawn(program):
    """Beside what they were fitted to, which the curves of the summary meet within the error that it names."""
    program.write("table.csv", "1e9, 4.50, 0.10\n2e9, 4.45, 0.11\n4e9, 4.38, 0.12\n8e9, 4.30, 0.12\n")
    for material, rows in (("board", 41), ("measured", 4), ("tissue", 41)):
        directory = f"{material}Out"
        program.write("case.yaml", FITTED_CASE.replace("MATERIAL", material))
        program.run("run", "case.yaml", "--output", directory).expect(0)
        fit = json.loads((program.folder / directory / "summary.json").read_text())["permittivity_fits"][material]
        wanted, fitted = (np.array(fit["curve"][key]) @ (1, -1j) for key in ("wanted", "fitted"))
        assert len(fit["curve"]["frequency_Hz"]) == len(wanted) == rows, fit
        error = np.abs(fitted - wanted) / np.abs(wanted)
        assert error.max() < 1.01 * fit["worst_error"] + 1e-9, (material, error.max(), fit["worst_error"])
        plot(program, "media", directory).expect(0, "media.png")
        expectPicture(program.folder / directory / "media.png")
    program.write("plain.yaml", re.sub("(?s)materials:.*?regions", "materials: {MATERIAL: {}}\nregions", FITTED_CASE))
    program.run("run", "plain.yaml").expect(0)
    plot(program, "media", "out").expect(2, "has no fits of permittivities")


def farField(
    program,
    name="out",
    frequencies=(2.45e9, 3e9),
    thetas=range(0, 181, 5),
    phis=range(0, 360, 15),
    rcs=None,
    directivity=lambda theta: 1.5 * math.sin(math.radians(theta)) ** 2 if 0 < theta < 180 else 0.0,
):
    """A far field as a run leaves it: of a short dipole along z unless another directivity is given; `rcs`: radar
    cross-section in m^2 of frequency and theta."""
    lines = [FAR_FIELD + (",rcs_dBsm" if rcs else "")]
    for f in frequencies:
        for theta in thetas:
            for phi in phis:
                power = directivity(theta)
                co, cross = (power * turn(math.radians(phi)) ** 2 for turn in (math.cos, math.sin))
                row = [f, theta, phi, math.sqrt(power), 0, 0, 0, *map(decibels, (power, co, cross)), math.inf]
                lines.append(",".join(f"{value:.10g}" for value in row + ([decibels(rcs(f, theta))] if rcs else [])))
    (program.folder / name).mkdir(exist_ok=True)
    program.write(f"{name}/farField.csv", "\n".join(lines) + "\n")


def aRoundBody(f, theta):
    return 0.1 * (f / 1e9) ** 2 * (1 + math.cos(math.radians(theta))) ** 2


def thePatternOfADipoleIsDrawnInTwoCuts(program):
    farField(program)
    largest = "maximum 1.76 dBi at \u03b8 = 90\u00b0, \u03c6 = 0\u00b0"
    plot(program, "pattern", "out").expect(0, "pattern.png", largest)
    expectPicture(program.folder / "out" / "pattern.png")
    plot(program, "pattern", "out", "-o", "cut.svg").expect(0)
    expectTexts(
        program.folder / "cut.svg",
        "Directivity at 2.45 GHz",
        largest,
        "5 dBi",
        "\u221230",
        "\u03c6 = 0\u00b0 right, 180\u00b0 left",
        "\u03c6 = 90\u00b0 right, 270\u00b0 left",
    )
    plot(program, "pattern", "out", "--theta", "90", "45", "--frequency", "3 GHz", "-o", "round.svg").expect(0)
    expectTexts(program.folder / "round.svg", "Directivity at 3 GHz", "\u03b8 = 90\u00b0", "\u03b8 = 45\u00b0")
    plot(program, "pattern", "out", "--phi", "-90", "--frequency", "3e9", "-o", "cut.svg").expect(0)
    expectTexts(program.folder / "cut.svg", "\u03c6 = -90\u00b0 right, 90\u00b0 left")


def everyQuantityOfAFarFieldIsDrawnInCutsAndInSpace(program):
    farField(program, frequencies=[1e9], thetas=range(0, 181, 15), phis=range(0, 360, 30))
    for quantity, words in [
        ("directivity", "maximum 1.76 dBi"),
        ("co", "maximum 1.76 dBi"),
        ("cross", "\u03c6 = 90\u00b0"),
        ("axialRatio", "linear polarisation everywhere"),
    ]:
        for space in ([], ["--3d"]):
            plot(program, "pattern", "out", "--quantity", quantity, *space, "-o", "some.png").expect(0, words)
            expectPicture(program.folder / "some.png")
    plot(program, "pattern", "out", "--3d", "--phi", "0").expect(2, "--3d draws all directions")
    plot(program, "pattern", "out", "--theta", "90", "--phi", "0").expect(2, "give one of them")
    plot(program, "pattern", "out", "--quantity", "loudness").expect(2, "--quantity", "axialRatio")
    plot(program, "pattern", "out", "--quantity", "gain").expect(2, "lacks the column gain_dBi")
    path = program.folder / "out" / "farField.csv"
    head, *rows = path.read_text().splitlines()
    # Half of the power is lost, and half of the rest reflected.
    path.write_text(
        f"{head},gain_dBi,realised_gain_dBi\n"
        + "".join(
            f"{row},{{:.4f}},{{:.4f}}\n".format(*(float(row.split(",")[7]) - lost for lost in (3.0103, 6.0206)))
            for row in rows
        )
    )
    for quantity, words in (("gain", "maximum -1.25 dBi"), ("realisedGain", "maximum -4.26 dBi")):
        plot(program, "pattern", "out", "--quantity", quantity, "-o", "some.svg").expect(0, words)


def aPulseHasAPatternToo(program):
    farField(program)
    path = program.folder / "out" / "farField.csv"
    path.write_text(path.read_text().replace("rE_theta_V,", "rE_theta_Vs,").replace("rE_phi_V,", "rE_phi_Vs,"))
    plot(program, "pattern", "out").expect(0, "maximum 1.76 dBi")


def farFieldsOfSeveralRunsShareAPicture(program):
    farField(program, "one", rcs=aRoundBody)
    farField(program, "two", rcs=lambda f, theta: 2 * aRoundBody(f, theta), directivity=lambda theta: 1.0)
    plot(program, "pattern", "one", "two", "-o", "both.svg").expect(0, "one: directivity", "two: directivity")
    expectTexts(
        program.folder / "both.svg",
        "two: maximum 0.00 dBi at \u03b8 = 0\u00b0, \u03c6 = 0\u00b0",
        "\u03c6 = 0\u00b0 right, 180\u00b0 left, one",
        "\u03c6 = 0\u00b0 right, 180\u00b0 left, two",
    )
    plot(program, "pattern", "one", "two", "--3d").expect(0)
    expectPicture(program.folder / "one" / "pattern.png")
    plot(program, "rcs", "one", "two", "--phi", "0", "90", "-o", "both.svg").expect(0)
    expectTexts(program.folder / "both.svg", "\u03c6 = 90\u00b0, one", "\u03c6 = 90\u00b0, two")
    farField(program, "other", frequencies=[5e9], rcs=aRoundBody)
    plot(program, "pattern", "one", "other").expect(
        2, "other/farField.csv has no frequency 2.45 GHz", "there are 5 GHz"
    )


def radarCrossSectionsAreDrawnOverThetaAndFrequency(program):
    farField(program, frequencies=[1e9, 1.5e9, 2e9], rcs=aRoundBody)
    plot(program, "rcs", "out").expect(0, "rcs.png", "maximum -3.98 dBsm at \u03b8 = 0\u00b0")
    expectPicture(program.folder / "out" / "rcs.png")
    plot(program, "rcs", "out", "--phi", "90", "--frequency", "2 GHz", "-o", "rcs.svg").expect(0, "maximum 2.04 dBsm")
    expectTexts(program.folder / "rcs.svg", "Bistatic radar cross-section at 2 GHz", "radar cross-section [dBsm]")
    plot(program, "rcs", "out", "--theta", "0", "--over", "frequency", "-o", "rcs.svg").expect(0)
    expectTexts(program.folder / "rcs.svg", "frequency [GHz]", "\u03b8 = 0\u00b0, \u03c6 = 0\u00b0")
    plot(program, "rcs", "out", "--over", "frequency").expect(2, "needs a direction", "--theta")
    plot(program, "rcs", "out", "--theta", "0").expect(2, "--over frequency")
    plot(program, "rcs", "out", "--theta", "7", "--over", "frequency").expect(
        2, "no theta = 7\u00b0", "0\u00b0 to 180\u00b0"
    )
    plot(program, "rcs", "out", "--phi", "7").expect(2, "no phi = 7\u00b0", "345\u00b0 in steps of 15\u00b0")
    farField(program, frequencies=[1e9], rcs=aRoundBody)
    plot(program, "rcs", "out", "--theta", "0", "--over", "frequency").expect(2, "only 1 GHz")
    farField(program)
    plot(program, "rcs", "out").expect(2, "the run has no single plane wave")


def whatAFarFieldDoesNotHaveIsRefused(program):
    farField(program)
    plot(program, "pattern", "out", "--frequency", "2.4 GHz").expect(2, "no frequency 2.4 GHz", "2.45 GHz, 3 GHz")
    plot(program, "pattern", "out", "--frequency", "fast").expect(2, "--frequency", "fast is no frequency")
    plot(program, "pattern", "out", "--phi", "10").expect(2, "no phi = 10\u00b0", "0\u00b0 to 345\u00b0")
    plot(program, "pattern", "out", "--theta", "91").expect(2, "no theta = 91\u00b0", "in steps of 5\u00b0")
    plot(program, "pattern", "out", "--theta", "up").expect(2, "--theta", "degrees")
    farField(program, phis=[0, 45])
    plot(program, "pattern", "out", "--phi", "90").expect(2, "no phi = 90\u00b0", "0\u00b0, 45\u00b0")
    plot(program, "pattern", "out", "-o", "half.svg").expect(0)
    expectTexts(program.folder / "half.svg", "\u03c6 = 0\u00b0 right")
    plot(program, "pattern", "out", "--3d").expect(2, "needs three angles")
    farField(program, phis=[30])
    plot(program, "pattern", "out").expect(2, "no cut phi = 0\u00b0 or 90\u00b0", "--phi", "30\u00b0")
    plot(program, "pattern", "out", "--theta", "90").expect(2, "only \u03c6 = 30\u00b0", "--phi")
    farField(program, thetas=[90])
    plot(program, "pattern", "out").expect(2, "only \u03b8 = 90\u00b0", "--theta")
    farField(program, directivity=lambda theta: 0.0)
    plot(program, "pattern", "out").expect(2, "no field", "nothing to draw")
    assert not list((program.folder / "out").glob("*.png"))


def aDamagedFarFieldIsRefused(program):
    farField(program)
    path = program.folder / "out" / "farField.csv"
    whole = path.read_text()
    lines = whole.splitlines(keepends=True)
    for text, words in [
        ("", "is empty"),
        (lines[0], "no directions"),
        ("step,time [s]\n0,1\n", "no far field"),
        (whole.replace("directivity_dBi", "gain"), "lacks the column directivity_dBi"),
        (whole.replace(",phi_deg", ",azimuth"), "lacks the column phi_deg"),
        (whole[: len(whole) // 2], "is damaged"),
        ("".join(lines[:-1]), "not every direction"),
        ("".join(lines[:-1] + [lines[-2]]), "not every direction"),
        (whole.replace("-inf", "none"), "is damaged"),
        (whole.replace(",axial_ratio_dB", ""), "10 columns in its header, 11"),
    ]:
        path.write_text(text)
        for command in (["pattern", "out"], ["pattern", "out", "--3d"]):
            refused = plot(program, *command).expect(2, "out/farField.csv", words)
            assert "Traceback" not in refused.text, refused.text
    path.unlink()
    for command in ("pattern", "rcs"):
        plot(program, command, "out").expect(2, "no farField.csv", "output.farField")
        plot(program, command, "nowhere").expect(2, "nowhere is not a directory")


def everyPictureOfARunWithAFarField(program):
    farField(program, rcs=aRoundBody)
    plot(program, "all", "out").expect(0, "pattern.png", "rcs.png")
    farField(program, phis=[30])
    plot(program, "all", "out").expect(2, "no picture of out/farField.csv", "no cut phi")


TRANSIENT = "theta_deg,phi_deg,time_s,rE_theta_V,rE_phi_V"


def transientFarField(program):
    rows = [
        f"{theta},{phi},{k * 1e-10:.10g},{math.sin(0.3 * k) * theta:.7g},{0.1 * math.cos(0.2 * k):.7g}"
        for theta, phi in ((90, 0), (45, 30))
        for k in range(-5, 100)
    ]
    (program.folder / "out").mkdir(exist_ok=True)
    return program.write("out/transientFarField.csv", "\n".join([TRANSIENT, *rows]) + "\n")


def theFarFieldOverTimeIsDrawnForEachDirection(program):
    path = transientFarField(program)
    plot(program, "transient", "out").expect(0, "transient.png")
    expectPicture(program.folder / "out" / "transient.png")
    plot(program, "transient", "out", "-o", "signals.svg").expect(0)
    expectTexts(
        program.folder / "signals.svg",
        "far field at \u03b8 = 90\u00b0, \u03c6 = 0\u00b0",
        "far field at \u03b8 = 45\u00b0, \u03c6 = 30\u00b0",
        "r E along \u03b8",
        "r E [V]",
        "retarded time t - r/c [ns]",
    )
    plot(program, "all", "out").expect(0, "transient.png")
    for text, words in [
        ("", "its first line"),
        (TRANSIENT + "\n", "is damaged"),
        (TRANSIENT + "\n1,2,3\n", "is damaged"),
        (TRANSIENT + "\n1,2,3,4,nan\n", "is damaged"),
        (TRANSIENT + "\n1,2,3,4,none\n", "is damaged"),
    ]:
        path.write_text(text)
        refused = plot(program, "transient", "out").expect(2, "out/transientFarField.csv", words)
        assert "Traceback" not in refused.text, refused.text
    path.unlink()
    plot(program, "transient", "out").expect(2, "no transientFarField.csv", "output.transientFarField")


def theCurveOfACutBreaksWhereDirectionsAreMissing(program):
    np, far = importlib.import_module("numpy"), packageModule(program, "fluxtet.pictures.farField")
    at, values = far.round_trip([0, 90, 180, -90], [1.0, 2.0, 3.0, 4.0], 90)
    assert list(at) == [0, 90, 180, 270, 360] and list(values) == [1, 2, 3, 4, 1], (at, values)
    at, values = far.round_trip([30, 60, -30, -60], [1.0, 2.0, 3.0, 4.0], 30)
    assert list(at) == [30, 60, 60, 300, 330, 330, 390], at
    assert list(np.isnan(values)) == [False, False, True, False, False, True, False], values
    for text, hertz in (("2.45 GHz", 2.45e9), ("2.45e9", 2.45e9), ("900MHz", 9e8), ("50 Hz", 50.0)):
        assert math.isclose(far.hertz(text), hertz), text


SERIES = "probes: [{name: centre, at: [0.52 m, 0.47 m, 0.51 m]}]"


def seriesOfSeveralRunsShareAPicture(program):
    """Probes, spectra and energies of two orders; a probe that one run alone has is drawn of that."""
    program.boxCase()
    program.run("run", "case.yaml", "--output", "one").expect(0)
    program.boxCase((SERIES, SERIES[:-1] + ", {name: other, at: [0.1 m, 0.2 m, 0.3 m], fields: [H]}]"))
    program.run("run", "case.yaml", "--output", "two", "--set", "dgtd.order=1").expect(0)
    plot(program, "probes", "one", "two", "-o", "probes.svg").expect(0, "probes.svg")
    expectTexts(program.folder / "probes.svg", "$E_z$, one", "$E_z$, two", 'probe "other"', "$H_x$, two", "time [ns]")
    plot(program, "spectrum", "one", "two", "-o", "spectrum.svg").expect(0)
    expectTexts(program.folder / "spectrum.svg", "$E_z$, one", "$E_z$, two", "|E| [dB of the highest peak]")
    plot(program, "energy", "one", "two", "-o", "energy.svg").expect(0)
    expectTexts(program.folder / "energy.svg", "one", "two", "relative change of the total")
    plot(program, "energy", "one", "-o", "energy.svg").expect(0)
    expectTexts(program.folder / "energy.svg", "total", "electric", "magnetic")
    plot(program, "energy", "one", "one").expect(2, "the same run is given twice")
    plot(program, "energy", "one", "nowhere").expect(2, "nowhere is not a directory")
    plot(program, "ports", "one").expect(2, "no ports/*.csv")


def linesOfSeveralStaticRunsShareAPicture(program):
    for name, order in (("one", "1"), ("two", "2")):
        writeCase(program, ("order: 1", f"order: {order}"))
        program.run("run", "case.yaml", "--output", name).expect(0)
    plot(program, "lines", "one", "two").expect(0, "one/line_across.png")
    expectPicture(program.folder / "one" / "line_across.png")
    assert not (program.folder / "two" / "line_across.png").exists()
