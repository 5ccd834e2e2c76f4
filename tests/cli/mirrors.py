# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Pictures of what lies behind planes of symmetry, against runs of the whole device."""
import itertools

import numpy as np

from plots import expectPicture, packageModule, plot

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


def run(program, name, sources, **values):
    text = CASE.replace("NAME", name).replace("SOURCES", "\n".join(sources))
    for key, value in values.items():
        text = text.replace(key, str(value))
    program.write(f"{name}.yaml", text)
    program.run("run", f"{name}.yaml").expect(0)


def quarterAndWhole(program):
    """A quarter of a cavity, cut by a magnetic plane x = 0 and an electric one z = 0, with a dipole that is in neither; and the
    whole one, in which its images are dipoles. A current is an even vector about a magnetic plane, odd about an electric one.
    """
    magnetic, electric = "{symmetry: magnetic}", "{symmetry: electric}"
    part = {"LOWX": magnetic, "LOWZ": electric, "LOW": 0, "SIDE": 1, "POINTS": 11}
    run(program, "part", [dipole(PLACE, MOMENT)], SIZE=[1, 1, 1], ORIGIN=[0, 0, 0], CELLS=[4, 4, 4], **part)
    sources = []
    for x, z in itertools.product((1, -1), repeat=2):
        sources.append(dipole(PLACE * (x, 1, z), MOMENT * (x, 1, 1) * (z, z, 1)))
    whole = {"LOWX": "pec", "LOWZ": "pec", "LOW": -1, "SIDE": 2, "POINTS": 21}
    run(program, "whole", sources, SIZE=[2, 1, 2], ORIGIN=[-1, 0, -1], CELLS=[8, 4, 8], **whole)


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


def picturesAreDrawnWithImages(program):
    magnetic = "{symmetry: magnetic}"
    values = {"LOWX": magnetic, "LOWZ": "pec", "LOW": 0, "SIDE": 1, "POINTS": 11, "CELLS": [2, 2, 2]}
    run(program, "half", [dipole(PLACE, MOMENT)], SIZE=[1, 1, 1], ORIGIN=[0, 0, 0], **values)
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
    program.writeChanged((program.folder / "half.yaml").read_text(), (magnetic, "pmc"), name="walls.yaml")
    program.run("run", "walls.yaml", "--set", "output.directory=walls").expect(0)
    plot(program, "slice", "walls/dft/slices/xz_150MHz.h5", "--mirror").expect(2, "no planes of symmetry")
