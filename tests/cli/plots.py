# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Pictures of static results by jobs/plot.py."""
from statics import writeCase

PNG = b"\x89PNG"


def plot(program, *arguments):
    return program.script("plot.py", *arguments)


def expectPicture(path):
    assert path.read_bytes()[:4] == PNG, path


def aPlaneRunGivesLinesAndFields(program):
    for order in ("1", "2"):
        writeCase(program, ("order: 1", f"order: {order}"))
        program.run("run", "case.yaml", "--output", order).expect(0)
        plot(program, "all", order).expect(0, "potential.png", "field.png", "line_across.png")
        for name in ("potential.png", "field.png", "line_across.png"):
            expectPicture(program.folder / order / name)


def aSolidIsCutByAPlane(program):
    solid = ("rectangle: {size: [20 mm, 10 mm], cells: [16, 8]}",
             "box: {size: [20 mm, 10 mm, 10 mm], cells: [4, 2, 2]}")
    points = ("  points: [{name: middle, at: [10 mm, 5 mm]}]\n", "")
    lines = ("  lines: [{name: across, from: [0 mm, 5 mm], to: [25 mm, 5 mm], points: 6}]\n", "")
    writeCase(program, solid, points, lines, ("order: 1", "order: 2"))
    program.run("run", "case.yaml").expect(0)
    for plane in ("z=0", "x=0.007"):
        plot(program, "field", "out", "--cut", plane, "-o", "cut.png").expect(0, "cut.png")
        expectPicture(program.folder / "cut.png")
    plot(program, "potential", "out", "--cut", "z=3").expect(2, "z = 3 m does not meet the mesh")


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


def phasorsOnASurfaceWithTwoSidesAreDrawnFromOneOfThem(program):
    program.run("run", program.cases / "lossySphere" / "case.yaml", "--output", "out",
                "--set", "mesh.parameters={ballSize: 50, airSize: 150}", "--set", "dgtd.order=1", "--set", "time.end=3 ns",
                "--set", "output.dft.after=1 ns", timeout=200).expect(0)
    plot(program, "surface", "out").expect(2, "two sides", "Ball and Air", "--region")
    plot(program, "surface", "out", "--region", "Ball").expect(0, "surface_E_900MHz.png")
    expectPicture(program.folder / "out" / "surface_E_900MHz.png")


def aRunWithoutSurfacesHasNoneToDraw(program):
    program.boxCase(("energy: {every: 5}", "snapshots: {every: 20, fields: [E]}"))
    program.run("run", "case.yaml").expect(0)
    plot(program, "surface", "out").expect(2, "no fields on surfaces", "boundaries")
    plot(program, "surface", "out/snapshots/fields_00000000.vtkhdf").expect(2, "volumes, no surfaces")
