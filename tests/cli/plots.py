# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Pictures of static results by jobs/plot.py."""
import subprocess
import sys

from program import Result
from statics import writeCase

PNG = b"\x89PNG"


def plot(program, *arguments):
    command = [sys.executable, str(program.cases.parent / "jobs" / "plot.py")] + list(arguments)
    done = subprocess.run(command, cwd=program.folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=90,
                          check=False)
    return Result(command, done.returncode, done.stdout.decode(errors="replace"))


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
