# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Cases with `solver: static`: what a run prints and leaves, and what is refused."""
import json
import math
import os
import signal
import time

from program import kill, rankProcesses

CASE = """\
solver: static
mesh: {rectangle: {size: [20 mm, 10 mm], cells: [16, 8]}}
materials: {air: {}}
regions: {box: air}
boundaries: {x-: {potential: 10 V}, x+: {potential: 0 V}}
static: {problem: electrostatic, order: 1}
output:
  directory: out
  points: [{name: middle, at: [10 mm, 5 mm]}]
  lines: [{name: across, from: [0 mm, 5 mm], to: [25 mm, 5 mm], points: 6}]
  quantities: [energy, capacitance]
"""
EPSILON_0 = 8.8541878128e-12


def writeCase(program, *replacements, name="case.yaml"):
    return program.writeChanged(CASE, *replacements, name=name)


def refusesCase(program, *replacements, words):
    writeCase(program, *replacements)
    program.refuses("run", "case.yaml", words=words)


def rows(path):
    return [line.split(",") for line in path.read_text().splitlines()]


def aRunLeavesAllItsResults(program):
    writeCase(program)
    program.run("run", "case.yaml").expect(0, "capacitance", "energy")
    out = program.folder / "out"
    files = sorted(os.listdir(out))
    assert files == ["case.yaml", "fields.vtkhdf", "lines", "points.csv", "run.log", "summary.json"], files
    summary = json.loads((out / "summary.json").read_text())
    assert summary["elements"] == 256 and summary["nodes"] == 153 and summary["dofs"] == 135, summary
    assert summary["per_metre_of_depth"] is True and summary["residual"] < 1e-9 and summary["iterations"] > 0, summary
    assert summary["method"] == {"assembly": "gather", "preconditioner": "jacobi"}, summary
    stages = {"mesh", "adjacency", "colouring", "integrate", "sort", "reduce", "convert", "boundary", "solve", "post"}
    assert set(summary["milliseconds"]) == stages, summary
    assert summary["bytes_per_element"]["peak"] >= summary["bytes_per_element"]["after"] > 0, summary


def aUniformFieldIsExact(program):
    writeCase(program)
    program.run("run", "case.yaml").expect(0)
    out = program.folder / "out"
    summary = json.loads((out / "summary.json").read_text())
    assert abs(summary["energy_J"] / (EPSILON_0 * 500**2 / 2 * 0.02 * 0.01) - 1) < 1e-8, summary
    assert summary["capacitance_F"]["names"] == ["x-", "x+"], summary
    matrix = summary["capacitance_F"]["matrix"]
    assert all(abs(abs(c) / (EPSILON_0 / 2) - 1) < 1e-8 for row in matrix for c in row) and matrix[0][1] < 0, summary
    head, point = rows(out / "points.csv")
    assert head == ["name", "x [m]", "y [m]", "potential [V]", "Ex [V/m]", "Ey [V/m]", "Dx [C/m^2]", "Dy [C/m^2]"], head
    assert point[0] == "middle" and abs(float(point[3]) - 5) < 1e-7 and abs(float(point[4]) - 500) < 1e-4, point


def aLineThatLeavesTheMeshHasNoValuesThere(program):
    writeCase(program)
    program.run("run", "case.yaml").expect(0)
    table = rows(program.folder / "out" / "lines" / "across.csv")[1:]
    assert all(abs(float(row[0]) - 0.005 * i) < 1e-15 for i, row in enumerate(table)) and len(table) == 6, table
    assert all(abs(float(row[3]) - 10 + 500 * float(row[0])) < 1e-6 for row in table[:5]), table
    assert table[5][3:] == ["nan"] * 5, table


def everyMethodGivesTheSameEnergy(program):
    writeCase(program)
    for method in (
        "sortReduce",
        "linkedList",
        "sortNodes",
        "linkNodes",
        "scatter",
        "gather",
        "ebe",
        "ebeColoured",
        "ebeRecompute",
    ):
        program.run("run", "case.yaml", "--set", f"static.assembly={method}", "--output", method).expect(0)
        summary = json.loads((program.folder / method / "summary.json").read_text())
        assert abs(summary["energy_J"] / (EPSILON_0 * 500**2 / 2 * 0.02 * 0.01) - 1) < 1e-8, (method, summary)
        assert summary["method"]["assembly"] == method, summary


def multigridIsAPreconditioner(program):
    writeCase(program)
    program.run("run", "case.yaml", "--set", "static.solve.preconditioner=amg").expect(0)
    summary = json.loads((program.folder / "out" / "summary.json").read_text())
    assert abs(summary["energy_J"] / (EPSILON_0 * 500**2 / 2 * 0.02 * 0.01) - 1) < 1e-8, summary


def singlePrecisionIsEnoughForFiveDigits(program):
    writeCase(program, ("order: 1", "precision: single"))
    program.run("run", "case.yaml").expect(0)
    summary = json.loads((program.folder / "out" / "summary.json").read_text())
    assert summary["precision"] == "single", summary
    assert abs(summary["energy_J"] / (EPSILON_0 * 500**2 / 2 * 0.02 * 0.01) - 1) < 1e-5, summary


def singlePrecisionTellsWhatRoundingMayHaveChanged(program):
    """A thin strip with current: the exact energy is mu0 J^2 L^3 w / 24, and rounding grows with the fineness squared."""
    program.write(
        "strip.yaml",
        """\
solver: static
static: {problem: magnetostatic, order: 2, precision: single, solve: {preconditioner: amg}}
mesh: {rectangle: {size: [1 cm, 1 m], cells: [2, 60]}}
materials: {air: {}}
regions: {box: air}
boundaries: {y-: {potential: 0 Wb/m}, y+: {potential: 0 Wb/m}}
sources: [{current: {region: box, density: 1 A/mm^2}}]
output: {directory: out, fields: false, quantities: [energy]}
""",
    )
    program.run("run", "strip.yaml").expect(0, "single precision may have changed the energy")
    exact = 4e-7 * math.pi * 1e12 * 0.01 / 24
    for precision, tolerance in (("single", 0.02), ("double", 1e-6)):
        program.run("run", "strip.yaml", "--output", precision, "--set", f"static.precision={precision}").expect(0)
        energy = json.loads((program.folder / precision / "summary.json").read_text())["energy_J"]
        assert abs(energy / exact - 1) < tolerance, (precision, energy, exact)
    program.run("run", "strip.yaml", "--output", "fine", "--set", "mesh.rectangle.cells=[2, 2000]").expect(
        3, "single precision does not carry this problem", "static.precision: double"
    )
    assert not (program.folder / "fine").exists()


def theResolvedCaseRunsAgainWithTheSameResult(program):
    writeCase(program)
    program.run("run", "case.yaml").expect(0)
    program.run("run", "out/case.yaml", "--output", "again").expect(0)
    assert (program.folder / "out/points.csv").read_text() == (program.folder / "again/points.csv").read_text()


def checkTellsTheProblemAndWritesNothing(program):
    writeCase(program)
    before = program.tree()
    program.run("check", "case.yaml").expect(
        0, "256 triangles", "135", "per metre of depth", "gather", "bytes per rank", "engine"
    )
    assert program.tree() == before


def resultsOfAnEarlierRunAreRefusedUnlessMovedAside(program):
    writeCase(program)
    program.run("run", "case.yaml").expect(0)
    program.refuses("run", "case.yaml", words=["out", "--backup"])
    assert "--restart" not in program.run("run", "case.yaml").expect(2).text
    program.run("run", "case.yaml", "--backup").expect(0)
    assert (program.folder / "out.1" / "summary.json").exists() and (program.folder / "out" / "summary.json").exists()


def aFieldThatNothingDrivesIsWarnedOf(program):
    zero = ("potential: 10 V", "potential: 0 V")
    writeCase(program, zero, ("[energy, capacitance]", "[energy]"))
    program.run("run", "case.yaml").expect(0, "nothing drives a field")
    writeCase(program, zero)  # a capacitance is found with potentials of its own
    assert "nothing drives" not in program.run("run", "case.yaml", "--backup").expect(0).text


def aRestartIsRefused(program):
    writeCase(program)
    program.refuses("run", "case.yaml", "--restart", "latest", words=["--restart", "no checkpoints"])


def aProblemWithoutAPotentialIsRefused(program):
    charged = ("{x-: {potential: 10 V}, x+: {potential: 0 V}}", "{x-: {chargeDensity: 1 nC/m^2}}")
    refusesCase(program, charged, (", capacitance", ""), words=["region 'box'", "potential: 0 V"])


def potentialsThatMeetAreRefused(program):
    refusesCase(
        program,
        ("x+: {potential: 0 V}", "y-: {potential: 0 V}"),
        words=["case.yaml:5:", "'x-' (10 V)", "boundaries.y-"],
    )


def aPointOutsideTheMeshIsRefused(program):
    refusesCase(
        program, ("at: [10 mm, 5 mm]", "at: [10 mm, 15 mm]"), words=["case.yaml:9:", "middle", "outside the mesh"]
    )


def aLineOutsideTheMeshIsRefused(program):
    refusesCase(
        program,
        ("from: [0 mm, 5 mm], to: [25 mm, 5 mm]", "from: [0 mm, 15 mm], to: [25 mm, 15 mm]"),
        words=["case.yaml:10:", "across"],
    )


def aBoundaryThatTheMeshDoesNotHaveIsRefused(program):
    refusesCase(program, ("x+: {potential: 0 V}", "xx: {potential: 0 V}"), words=["case.yaml:5:", "'xx'", "x+"])


def aSectionOfTheOtherSolverIsRefused(program):
    refusesCase(program, ("output:", "time: {steps: 5}\noutput:"), words=["case.yaml:7:", "time", "dgtd"])


def tooFewIterationsFailAndLeaveNothing(program):
    writeCase(program, ("order: 1", "solve: {maxIterations: 2}"))
    program.run("run", "case.yaml").expect(3, "maxIterations")
    assert not (program.folder / "out" / "summary.json").exists()


def aFullDiskLeavesNoResults(program):
    """The fields take 27 MB, and 16 MB are allowed; MPI needs some itself."""
    writeCase(
        program,
        ("cells: [16, 8]", "cells: [400, 200]"),
        ("order: 1", "order: 2, solve: {tolerance: 0.1}"),
        ("quantities: [energy, capacitance]", "quantities: [energy]"),
    )
    command = " ".join(f"'{a}'" for a in program.command(["run", "case.yaml"]))
    program.resultOf(["bash", "-c", f"ulimit -f 16384; {command}"]).expect(3, "fields.vtkhdf")
    assert os.listdir(program.folder / "out") == ["run.log"], os.listdir(program.folder / "out")
    assert "error: " in (program.folder / "out/run.log").read_text()


def stopDuring(program, words, *options, within=10):
    """Sends SIGTERM to the last rank after a line with the words, and expects an end within so many seconds, with code 4 and without results."""
    process = program.start("run", "case.yaml", *options)
    text = ""
    while words not in text:
        line = process.stdout.readline().decode()
        assert line, f"the run ended before '{words}':\n{text}"
        text += line
    start = time.monotonic()
    kill(rankProcesses(process, program.binary)[-1], signal.SIGTERM)
    text += process.communicate(timeout=90)[0].decode()
    assert time.monotonic() - start < within, f"stopped after {time.monotonic() - start} s:\n{text}"
    assert process.returncode == 4, f"exit code {process.returncode}:\n{text}"
    assert "stopped by signal 15" in text and "solved in" not in text.split(words)[1], text
    assert not (program.folder / "out").exists(), text


def aSignalDuringTheSolutionLeavesNothing(program):
    """Whichever rank it comes to, long before the solution would end: all unknowns are sought to the last digit."""
    writeCase(program, ("cells: [16, 8]", "cells: [700, 700]"), ("order: 1", "order: 2, solve: {tolerance: 1e-14}"))
    stopDuring(program, "solving by")
    # Setting up is not interrupted, and takes some seconds.
    stopDuring(program, "solving by", "--set", "static.solve.preconditioner=amg", within=40)


def aSignalDuringTheCapacitancesLeavesNothing(program):
    writeCase(program, ("cells: [16, 8]", "cells: [300, 300]"))
    stopDuring(program, "conductor 2 of 2")


# Half a pair of coils: the lower one reaches the plane of symmetry z = 0, or stands `gap` above it.
COILS_GEO = """\
SetFactory("OpenCASCADE");
Rectangle(1) = {20, GAP, 0, 4, 4};
Rectangle(2) = {20, 45, 0, 4, 4};
Rectangle(3) = {0, 0, 0, 60, 60};
BooleanDifference(4) = { Surface{3}; Delete; }{ Surface{1, 2}; };
Coherence;
Physical Surface("Lower") = {1};
Physical Surface("Upper") = {2};
Physical Surface("Air") = {4};
outer() = Abs(CombinedBoundary{ Surface{1, 2, 4}; });
symmetry() = Curve In BoundingBox{-1, -1, -1, 61, 1, 1};
axis() = Curve In BoundingBox{-1, -1, -1, 1, 61, 1};
outer() -= {symmetry(), axis()};
Physical Curve("Symmetry") = {symmetry(), axis()};
Physical Curve("Far") = outer();
Mesh.MeshSizeMin = SIZE;
Mesh.MeshSizeMax = SIZE;
"""
COILS_CASE = """\
solver: static
mesh: {file: coils.geo, scale: 1 mm}
materials: {air: {}}
regions: {Lower: air, Upper: air, Air: air}
boundaries: {Far: {potential: 0 Wb/m}, Symmetry: natural}
sources:
  - current: {region: Lower, density: 1 A/mm^2}
  - current: {region: Upper, density: 1 A/mm^2}
static: {problem: magnetostatic, symmetry: axisymmetric}
output: {directory: out, fields: false, quantities: [{force: Lower}, {force: Upper}]}
"""


def coilForces(program, gap, size, *options):
    program.write("coils.geo", COILS_GEO.replace("GAP", str(gap)).replace("SIZE", str(size)))
    program.write("coils.yaml", COILS_CASE)
    result = program.run("run", "coils.yaml", "--backup", *options).expect(0)
    return result.text, json.loads((program.folder / "out" / "summary.json").read_text())


def aForceAcrossTheOuterBoundaryIsNullAndWarnedOf(program):
    text, summary = coilForces(program, 0, 2)
    assert "force on 'Lower': the region reaches the outer boundary at (r, z) = " in text, text
    assert "component z is null" in text and "on Lower: (0, unknown) N" in text, text
    assert summary["force_N"]["Lower"] == [0, None] and summary["force_reaction_N"]["Lower"] == [0, None], summary
    assert summary["force_N"]["Upper"][1] < 0 and "force on 'Upper': the region reaches" not in text, text


def aForceOnACoarseMeshIsWarnedOf(program):
    """The lower coil is pulled up and down alike but for a little."""
    text, coarse = coilForces(program, 15, 4)
    assert (
        "from those one layer further out" in text and "refine the mesh round it, or take static.order: 2" in text
    ), text
    text, fine = coilForces(program, 15, 1, "--set", "static.order=2")
    assert "further out" not in text and "differ by" not in text, text
    for coil, tolerance in (("Lower", 0.05), ("Upper", 0.001)):
        force, error = fine["force_N"][coil][1], fine["force_error_N"][coil]
        assert error < tolerance * abs(force) and abs(force + fine["force_reaction_N"][coil][1]) < tolerance * abs(
            force
        ), fine
        assert abs(coarse["force_N"][coil][1] - force) < 3 * coarse["force_error_N"][coil], (coarse, fine)


def energyOf(directory):
    return json.loads((directory / "summary.json").read_text())["energy_J"]


def aKilledRunLeavesAllResultsOrNone(program):
    """Killed at any time, from the start to the end of what it writes: the results are whole or absent, and the next run does not
    mind what is left."""
    writeCase(program, ("directory: out", "directory: whole"))
    begin = time.monotonic()
    program.run("run", "case.yaml").expect(0)
    length = time.monotonic() - begin
    names = sorted(path.name for path in (program.folder / "whole").iterdir())
    energy = energyOf(program.folder / "whole")
    outcomes = set()
    for i in range(8):
        directory = program.folder / f"killed{i}"
        process = program.start("run", "case.yaml", "--output", directory.name)
        if i % 2 == 0:
            time.sleep(length * i / 8)
        else:  # while it writes
            waitUntil = time.monotonic() + 10
            while not directory.exists() and process.poll() is None and time.monotonic() < waitUntil:
                pass
            time.sleep(0.002 * (i // 2))
        process.kill()
        process.communicate()
        found = sorted(path.name for path in directory.iterdir()) if directory.exists() else []
        done = "summary.json" in found
        outcomes.add(done)
        if done:
            assert [name for name in found if not name.startswith(".")] == names, (i, found)
            assert energyOf(directory) == energy, i
        else:
            options = ["--backup"] if any(name in names for name in found) else []
            program.run("run", "case.yaml", "--output", directory.name, *options).expect(0)
            assert energyOf(directory) == energy, i
    assert False in outcomes, "no run was killed before its end"
