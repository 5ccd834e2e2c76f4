# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Pictures of what lies behind planes of symmetry, against runs of the whole device."""
import io
import itertools
import types

import numpy as np

from plots import expectPicture, packageModule, plot
from reports import report

MAGNETIC = "{symmetry: magnetic}"
PLACE, MOMENT = np.array([0.55, 0.4, 0.45]), np.array([1.0, 2.0, 3.0])
CASE = """\
solver: dgtd
mesh: {box: {size: SIZE, origin: ORIGIN, cells: CELLS}}
materials: {air: {}}
regions: {box: air}
boundaries: {x-: LOWX, x+: pec, y-: pec, y+: pec, z-: LOWZ, z+: pec}
sources:
SOURCES
dgtd: {order: 3, precision: double}
time: {end: 8 ns, maxStep: 30 ps}
output:
  directory: NAME
  slices: [{name: xz, origin: [LOW, 0.6, LOW], u: [SIDE, 0, 0], v: [0, 0, SIDE], points: [POINTS, POINTS], every: 4 ns}]
  dft:
    frequencies: [150 MHz]
    boundaries: [x-, y+, z-]
    slices: [{name: xz, origin: [LOW, 0.6, LOW], u: [SIDE, 0, 0], v: [0, 0, SIDE], points: [POINTS, POINTS]}]
"""


def dipole(place, moment):
    return (
        f"  - dipole: {{at: {list(map(float, place))}, moment: {list(map(float, moment))}, "
        "waveform: {gaussian: {frequency: 100 MHz, bandwidth: 150 MHz}}}"
    )


def write(program, name, sources, **values):
    text = CASE.replace("NAME", name).replace("SOURCES", "\n".join(sources))
    for key, value in values.items():
        text = text.replace(key, str(value))
    program.write(f"{name}.yaml", text)


def run(program, name, sources, **values):
    write(program, name, sources, **values)
    program.run("run", f"{name}.yaml").expect(0)


def runTissue(program, name, sources, **values):
    """The same full of tissue, with its absorption rate at the frequency of sines."""
    write(program, name, sources, **values)
    program.writeChanged(
        (program.folder / f"{name}.yaml").read_text(),
        ("{air: {}}", "{air: {epsilon_r: 4, sigma: 0.02 S/m, density: 1000 kg/m^3}}"),
        ("boundaries: [x-, y+, z-]", "regions: [box]"),
        ("  dft:\n", "  sar: {averages: []}\n  dft:\n"),
        ("y-: pec", "y-: absorbing"),
        ("waveform: {gaussian: {frequency: 100 MHz, bandwidth: 150 MHz}}", "waveform: {sine: {frequency: 150 MHz}}"),
        ("frequencies: [150 MHz]", "frequencies: [150 MHz]\n    after: 16 ns"),
        ("end: 8 ns", "end: 32 ns"),
        name=f"{name}.yaml",
    )
    program.run("run", f"{name}.yaml").expect(0)


def quarterAndWhole(program, start=run):
    """A quarter of a cavity, cut by a magnetic plane x = 0 and an electric one z = 0, with a dipole that is in neither; and the
    whole one, in which its images are dipoles. A current is an even vector about a magnetic plane, odd about an electric one.
    """
    part = {"LOWX": MAGNETIC, "LOWZ": "{symmetry: electric}", "LOW": 0, "SIDE": 1, "POINTS": 11}
    start(program, "part", [dipole(PLACE, MOMENT)], SIZE=[1, 1, 1], ORIGIN=[0, 0, 0], CELLS=[4, 4, 4], **part)
    sources = []
    for x, z in itertools.product((1, -1), repeat=2):
        sources.append(dipole(PLACE * (x, 1, z), MOMENT * (x, 1, 1) * (z, z, 1)))
    whole = {"LOWX": "pec", "LOWZ": "pec", "LOW": -1, "SIDE": 2, "POINTS": 21}
    start(program, "whole", sources, SIZE=[2, 1, 2], ORIGIN=[-1, 0, -1], CELLS=[8, 4, 8], **whole)


def fieldsBehindPlanesAreThoseOfTheWholeDevice(program):
    quarterAndWhole(program)
    slices, mirrors = packageModule(program, "fluxtet.slices"), packageModule(program, "fluxtet.mirrors")
    folder = program.folder / "part"
    planes = mirrors.planesOf(folder / "dft/slices/xz_150MHz.h5")
    assert {(plane.surfaces, plane.isElectric) for plane in planes} == {(("x-",), False), (("z-",), True)}
    names = [("PhasorSlice", "dft/slices/xz_150MHz.h5")]
    names += [("Slice", f"slices/{path.name}") for path in sorted((folder / "slices").glob("*.h5"))[1:]]
    assert len(names) == 3, names
    for kind, name in names:
        own, other = (getattr(slices, kind)(program.folder / run / name) for run in ("part", "whole"))
        both = mirrors.mirroredSlice(own, planes)
        assert np.allclose(both.points, other.points)
        for field in "EH":
            for axis in range(3):
                error = np.linalg.norm((both.fields[field] - other.fields[field])[..., axis])
                assert error < 0.08 * np.linalg.norm(other.fields[field]), (name, field, axis, error)
        assert (both.region == 0).all() and both.region.shape == other.region.shape


def meansOfCells(points, cells, values):
    """W/kg, of the cubes of 0.25 m that tetrahedra fill, by the numbers of their places."""
    corners = points[cells]
    volume = np.abs(np.linalg.det(corners[:, 1:] - corners[:, :1]))
    places, cube = np.unique(np.floor(corners.mean(axis=1) / 0.25).astype(int), axis=0, return_inverse=True)
    sums, volumes = (np.bincount(cube.ravel(), weights) for weights in (volume * values, volume))
    return places, sums / volumes


def absorptionRatesBehindPlanesAreThoseOfTheWholeDevice(program):
    """Means of elements, in cubes that the meshes of both have in common; pictures and reports show them."""
    quarterAndWhole(program, runTissue)
    mirrors, results = packageModule(program, "fluxtet.mirrors"), packageModule(program)
    planes = mirrors.planesOf(program.folder / "part")
    found = []
    for name, used in (("part", planes), ("whole", ())):
        rate = results.openRun(program.folder / name).sar["elements"]
        points = rate.dataset("Points").astype(float)
        found.append(meansOfCells(*mirrors.mirroredElements(points, rate.connectivity, rate.values, used)))
    (places, both), (expected, whole) = found
    assert (places == expected).all() and len(places) == 256
    error = np.linalg.norm(both - whole) / np.linalg.norm(whole)
    assert error < 0.005, error
    plot(program, "sar", "whole", "--mirror").expect(2, "no planes of symmetry")
    shown = []
    for mirror in ([], ["--mirror"]):
        plot(program, "all", "part", *mirror).expect(0, "sar_elements.png")
        plot(program, "sar", "part", *mirror, "-o", "one.png").expect(0, "one.png")
        expectPicture(program.folder / "one.png")
        shown.append((program.folder / "one.png").read_bytes())
        assert (program.folder / "part/sar_elements.png").read_bytes() == shown[-1], mirror
        plot(program, "sar", "part", *mirror, "-o", "one.svg").expect(0)
        text = (program.folder / "one.svg").read_text()
        assert ("mm and its images in box" in text) == bool(mirror)
    caption = "Specific absorption rate, elements"
    for options, words, content in ((["--no-mirror"], "", shown[0]), ([], ", mirrored at x-, z-", shown[1])):
        pictures = report(program, "part", *options).pictures
        assert [bytes for name, _, bytes in pictures if name == caption + words] == [content], options


def slicesThatEndBesideAPlaneAreEvenlySpread(program):
    """Points at -0.25, -0.15, ..., and at 0.13, 0.23, ... m, of a field that is linear where it is even."""
    mirrors, named = packageModule(program, "fluxtet.mirrors"), packageModule(program, "fluxtet.slices")
    plane = mirrors.Plane(np.array([-1.0, 0, 0]), 0.0, False, ("Cut",))

    def slice(begin):
        s = object.__new__(named.Slice)
        s.name, s.origin, s.u, s.v = "s", np.array([begin, 0, 0]), np.array([1.0, 0, 0]), np.array([0, 1.0, 0])
        x = (begin + np.linspace(0, 1, 11))[None, :, None] * np.ones((3, 1, 1))
        s.fields = {"E": np.where(x < 0, np.nan, np.concatenate([x, 2 + 0 * x, 1 + 3 * x], axis=-1))}
        s.region, s.regions = None, []
        return s

    for begin in (-0.25, 0.13, 0.0):
        both = mirrors.mirroredSlice(slice(begin), [plane])
        x = both.points[..., 0]
        assert np.allclose(np.diff(x[0]), np.diff(x[0])[0]) and x[0, 0] < 0 and np.allclose(x[0], -x[0, ::-1])
        isKnown = np.abs(x) > 0.15
        expected = np.stack([x, 0 * x + 2, 1 + 3 * np.abs(x)], axis=-1)
        assert np.allclose(both.fields["E"][isKnown], expected[isKnown]), begin
        assert both.fields["E"].shape[1] == {-0.25: 16, 0.13: 22, 0.0: 21}[begin]
    behind = mirrors.Plane(np.array([1.0, 0, 0]), 1.1, False, ("Cut",))
    both = mirrors.mirroredSlice(slice(0.13), [behind])  # points up to 1.03 m, a step and 0.14 behind it
    assert np.allclose(both.points[0, [0, -1], 0], (0.13, 2.07)) and np.allclose(
        both.fields["E"][0, -1], (-0.13, 2, 1.39)
    )
    with np.testing.assert_raises(packageModule(program).ResultsError):
        mirrors.mirroredSlice(slice(0.4), [plane])
    askew = mirrors.Plane(np.array([-0.6, 0.8, 0]), 0.0, False, ("Cut",))
    with np.testing.assert_raises(packageModule(program).ResultsError):
        mirrors.mirroredSlice(slice(0.0), [askew])
    along = mirrors.Plane(np.array([0, 0, 1.0]), 0.0, False, ("Cut",))
    assert mirrors.mirroredSlice(slice(0.0), [along]).fields["E"].shape == (3, 11, 3)


def half(program, name="half", start=run, **changed):
    """Half of a cavity, cut by the magnetic plane x = 0."""
    values = {"LOWX": MAGNETIC, "LOWZ": "pec", "LOW": 0, "SIDE": 1, "POINTS": 11, "CELLS": [2, 2, 2], **changed}
    start(program, name, [dipole(PLACE, MOMENT)], SIZE=[1, 1, 1], ORIGIN=[0, 0, 0], **values)


def picturesAreDrawnWithImages(program):
    half(program)
    program.run("mesh", "half.yaml", "-o", "half.h5").expect(0)
    mirrors, mesh = packageModule(program, "fluxtet.mirrors"), packageModule(program, "fluxtet.mesh")
    planes, one = mirrors.planesOf(program.folder / "half"), mesh.readMesh(program.folder / "half.h5")
    both = mirrors.mirroredMesh(one, planes)
    assert len(both.elements) == 96 and both.copies == 2 and len(both.vertices) == 2 * 27 - 9
    names = np.array([*both.surfaces, ""])[both.surface[both.owners[:, 1] < 0]]
    assert sorted(set(names)) == ["x+", "y+", "y-", "z+", "z-"] and (names == "x+").sum() == 16 and len(names) == 80
    assert np.isclose(np.ptp(both.vertices[:, 0]), 2) and (both.surface[both.owners[:, 1] >= 0] == -1).all()
    surfaces = packageModule(program, "fluxtet.pictures.surfaceFile")
    file = surfaces.SurfaceFile(program.folder / "half/dft/boundaries_150MHz.vtkhdf")
    points, triangles, fields = mirrors.mirroredSurface(*surfaces.joined(file, file.coloured([], None)), planes)
    corners = points[triangles]
    area = np.linalg.norm(np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]), axis=1).sum() / 2
    assert np.isclose(area, 4) and len(fields) == len(points)  # y+ and z-, without the plane of symmetry
    for arguments in (
        ("slice", "half/dft/slices/xz_150MHz.h5"),
        ("slice", *map(str, sorted((program.folder / "half/slices").glob("*.h5"))[1:])),
        ("surface", "half", "--surface", "y+"),
    ):
        plot(program, *arguments, "--mirror", "-o", "picture.png").expect(0, "picture.png")
        expectPicture(program.folder / "picture.png")
    plot(program, "surface", "half", "--surface", "x-", "--mirror").expect(2, "x- lies in a plane of symmetry")
    plot(program, "model", "half.h5", "--mirror").expect(2, "--mirror", "directory of a run")
    program.writeChanged((program.folder / "half.yaml").read_text(), (MAGNETIC, "pmc"), name="walls.yaml")
    program.run("run", "walls.yaml", "--set", "output.directory=walls").expect(0)
    plot(program, "slice", "walls/dft/slices/xz_150MHz.h5", "--mirror").expect(2, "no planes of symmetry")


def everyPictureOfARunHasImages(program):
    """Those of `all` are those of each command. What lies in a plane of symmetry has a picture of its own."""
    half(program)
    (phasor,), moments = (sorted((program.folder / "half" / name).glob("*.h5")) for name in ("dft/slices", "slices"))
    folder = program.folder / "half"
    for mirror in ([], ["--mirror"]):
        plot(program, "all", "half", *mirror).expect(
            0, "slice_xz.png", "surface_E_150MHz.png", "dft_slice_xz_150MHz.png"
        )
        for picture, command in (
            ("slice_xz.png", ("slice", *moments)),
            ("dft_slice_xz_150MHz.png", ("slice", phasor)),
            ("surface_E_150MHz.png", ("surface", "half")),
        ):
            plot(program, *command, *mirror, "-o", "one.png").expect(0)
            assert (folder / picture).read_bytes() == (program.folder / "one.png").read_bytes(), (picture, mirror)
        assert (folder / "surface_E_150MHz_x-.png").exists() == bool(mirror)
    plot(program, "surface", "half", "--surface", "x-", "-o", "one.png").expect(0)
    assert (folder / "surface_E_150MHz_x-.png").read_bytes() == (program.folder / "one.png").read_bytes()
    # Where there is no image, this is told, and the others are drawn all the same.
    half(program, "apart", LOW=0.4, SIDE=0.5)
    plot(program, "all", "apart", "--mirror").expect(
        0, "no mirror image: slice xz does not reach the plane of x-", "dft_slice_xz_150MHz.png", "surface_E_150MHz.png"
    )
    half(program, "walls", LOWX="pmc")
    plot(program, "all", "walls", "--mirror").expect(2, "no planes of symmetry")
    assert not list((program.folder / "walls").glob("*.png"))


def drawn(function, *arguments):
    """The bytes of a picture of the report's kind."""
    stream = io.BytesIO()
    function(arguments[0], stream, *arguments[1:])
    return stream.getvalue()


def aReportShowsTheWholeDevice(program):
    """By default, and says so; `--no-mirror` shows what was meshed."""
    quarterAndWhole(program)
    page, plain = report(program, "part"), report(program, "part", "--no-mirror", "-o", "plain.html")
    slices, surfaces = (['Slice "xz"', 'Slice "xz" at 150 MHz'], "|E| on surfaces at 150 MHz")
    fields = [name for name, kind, _ in plain.pictures if kind == "png"]
    assert fields == [*slices, surfaces], fields
    fields = [name for name, kind, _ in page.pictures if kind == "png"]
    words = ", mirrored at x-, z-"
    assert fields == [*(name + words for name in slices), surfaces + words, "|E| on x-, z- at 150 MHz"], fields
    assert page.fact("planes of symmetry") == ["x- (magnetic), z- (electric)"]
    assert "planes of symmetry" not in [row[0] for row in report(program, "whole").tables["Run"]]
    planes = packageModule(program, "fluxtet.mirrors").planesOf(program.folder / "part")
    draw = packageModule(program, "fluxtet.pictures.phasors").draw_phasor_slice
    path = program.folder / "part/dft/slices/xz_150MHz.h5"
    for shown, used in ((page, planes), (plain, ())):
        (content,) = [content for name, _, content in shown.pictures if name.startswith('Slice "xz" at 150 MHz')]
        assert content == drawn(lambda *a: draw(*a, planes=used), path)
    look = packageModule(program, "fluxtet.pictures.surface").Look(planes=planes)
    (content,) = [content for name, _, content in page.pictures if name == surfaces + words]
    draw = packageModule(program, "fluxtet.pictures.surface").draw_surface
    assert content == drawn(draw, program.folder / "part/dft/boundaries_150MHz.vtkhdf", look)


def aReportSaysWhatItDoesNotMirror(program):
    """Slices out of reach, models with too many elements; tables are those of the whole device."""
    half(program, "lossy", runTissue, LOW=0.4, SIDE=0.5)
    page = report(program, "lossy")
    captions = [name for name, kind, _ in page.pictures if kind == "png"]
    reason = ", no mirror image: slice xz does not reach the plane of x-"
    rate = "Specific absorption rate, elements"
    expected = ["Model, mirrored at x-", f"{rate}, mirrored at x-", f'Slice "xz"{reason}']
    assert captions == [*expected, f'Slice "xz" at 150 MHz{reason}'], captions
    assert page.column("Tissues", "mass")[-1] == "2000 kg"
    module = packageModule(program, "fluxtet.report.model")
    drawable, module.MOST_ELEMENTS = module.MOST_ELEMENTS, 48  # of the mesh, its image is too many
    try:
        captions = [name for name, _, _ in report(program, "lossy").pictures]
    finally:
        module.MOST_ELEMENTS = drawable
    assert captions[0].startswith("Model, the part that was meshed") and "plot.py model lossy --mirror" in captions[0]
    captions = [name for name, _, _ in report(program, "lossy", "--no-mirror").pictures]
    assert captions[0] == "Model" and rate in captions and 'Slice "xz"' in captions, captions


def whatSurroundsTheWholeDeviceIsLeftOut(program):
    """A box round half of a body has its sides in the plane of symmetry, which cuts it: with their images they are within."""
    mirrors, module = packageModule(program, "fluxtet.mirrors"), packageModule(program, "fluxtet.pictures.surfaceFile")
    corners = np.array([[0, -1, -1], [1, 1, -1], [1, -1, 1], [0, 1, 1.0]])
    cut = np.array([[0, -2, -2], [0, 2, 2], [0, -2, 2], [0, -2, -2.0]])
    file = object.__new__(module.SurfaceFile)
    file.points, file.surfaces = np.array([2 * corners, corners, cut]), ["Outer", "Body", "Cut"]
    file.surface, file.isInPlane = np.arange(3), np.array([False, False, True])
    file.file = types.SimpleNamespace(places=np.arange(3), sides=lambda faces: [])
    file.planes = [mirrors.Plane(np.array([-1.0, 0, 0]), 0.0, False, ("Cut",))]
    assert file.coloured([], None).tolist() == [False, True, False]
    assert not file.others(file.coloured([], None)).any()
    file.planes, file.isInPlane = [], np.zeros(3, bool)
    assert file.coloured([], None).all()
