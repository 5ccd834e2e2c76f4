# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Ports and S-parameters: what the runs leave, and what happens when one of them is killed."""
import csv
import json

from program import kill, rankProcesses, waitFor

CASE = """
solver: dgtd
mesh: {box: {size: [6 cm, 1 cm, 1 cm], cells: [6, 1, 1]}}
materials: {air: {}}
regions: {box: air}
boundaries: {x-: absorbing, x+: absorbing, y-: pmc, y+: pmc, z-: pec, z+: pec}
ports:
  - {name: P1, region: box, direction: [0, 0, 1], excite: true}
time: {steps: 3000}
output: {directory: out, sParameters: {band: {from: 1 GHz, to: 2 GHz, points: 3}}, checkpoint: {every: 500}}
"""

LINE = """
SetFactory("OpenCASCADE");
Box(1) = {0, 0, 0, 5, 10, 5};
Box(2) = {5, 0, 0, 40, 10, 5};
Box(3) = {45, 0, 0, 5, 10, 5};
BooleanFragments{ Volume{1, 2, 3}; Delete; }{}
Physical Volume("Left") = {1};
Physical Volume("Line") = {2};
Physical Volume("Right") = {3};
bottom() = Surface In BoundingBox{-1, -1, -0.1, 51, 11, 0.1};
top() = Surface In BoundingBox{-1, -1, 4.9, 51, 11, 5.1};
Physical Surface("Plates") = {bottom(), top()};
a() = Surface In BoundingBox{-1, -0.1, -1, 51, 0.1, 6};
b() = Surface In BoundingBox{-1, 9.9, -1, 51, 10.1, 6};
c() = Surface In BoundingBox{-0.1, -1, -1, 0.1, 11, 6};
d() = Surface In BoundingBox{49.9, -1, -1, 50.1, 11, 6};
Physical Surface("Sides") = {a(), b(), c(), d()};
Mesh.MeshSizeMax = 5;
"""

TWO_PORTS = """
solver: dgtd
mesh: {file: line.geo, scale: 1 mm}
materials: {air: {}}
regions: {Left: air, Line: air, Right: air}
boundaries: {Plates: pec, Sides: pmc}
ports:
  - {name: In, region: Left, direction: [0, 0, 1], excite: true}
  - {name: Out, region: Right, direction: [0, 0, 1], excite: true}
time: {steps: 6000}
output: {directory: out, sParameters: {band: {from: 1 GHz, to: 3 GHz, points: 5}}, checkpoint: {every: 500}}
"""


def writeLine(program, text=TWO_PORTS):
    (program.folder / "line.geo").write_text(LINE)
    (program.folder / "case.yaml").write_text(text)


def checkTellsTheRunTimeOfEachExcitation(program):
    writeLine(program)
    program.run("check", "case.yaml").expect(0, "for the steps of each of 2 runs")
    writeLine(program, TWO_PORTS.replace(", excite: true}", "}", 1))
    text = program.run("check", "case.yaml").expect(0, "for the steps, ").text
    assert "of each of" not in text, text


def table(program, name):
    with open(program.folder / name, newline="") as file:
        return list(csv.DictReader(file))


def sOf(rows):
    return [complex(float(row["S_re"]), float(row["S_im"])) for row in rows]


def onePortRunsInTheDirectoryItself(program):
    (program.folder / "case.yaml").write_text(CASE)
    program.run("run", "case.yaml").expect(0)
    assert (program.folder / "out/sParameters.s1p").exists() and (program.folder / "out/ports/P1.csv").exists()
    rows = table(program, "out/sParameters.csv")
    assert [row["excited"] for row in rows] == ["P1"] * 3
    assert json.loads((program.folder / "out/summary.json").read_text())["sParameters"]["frequencies"] == 3


def everyPortHasARunAndAllHaveAMatrix(program):
    writeLine(program)
    program.run("run", "case.yaml").expect(0)
    for port in ("In", "Out"):
        assert (program.folder / "out" / port / "summary.json").exists()
        assert (program.folder / "out" / port / "ports/In.csv").exists()
    lines = (program.folder / "out/sParameters.s2p").read_text().splitlines()
    assert "# Hz S RI R 50" in lines
    summary = json.loads((program.folder / "out/summary.json").read_text())
    assert summary["status"] == "done" and summary["runs"] == ["In", "Out"]
    log = (program.folder / "out/run.log").read_text()
    assert "port In (1 of 2)" in log and "port Out (2 of 2)" in log and "largest singular value" in log, log
    assert not (program.folder / "out/In/run.log").exists()
    ofRuns = [
        json.loads((program.folder / "out" / port / "summary.json").read_text())["warnings"] for port in ("In", "Out")
    ]
    assert all(warning in summary["warnings"] for warnings in ofRuns for warning in warnings), (summary, ofRuns)
    program.run("run", "case.yaml").expect(2, "out", "finished")  # results are not overwritten


def anInterruptedStudyGoesOnWhereItWas(program):
    writeLine(program, TWO_PORTS.replace("steps: 6000", "steps: 40000").replace("every: 500", "every: 2000"))
    program.refuses("run", "case.yaml", "--output", "whole", "--restart", "latest", words=["checkpoint"])
    program.run("run", "case.yaml", "--output", "whole").expect(0)
    process = program.start("run", "case.yaml", "--output", "killed")
    second = program.folder / "killed/Out/checkpoints"
    waitFor(lambda: (second.exists() and any(second.glob("*.h5"))) or process.poll() is not None, "the second run")
    assert process.poll() is None, process.stdout.read().decode()
    kill(rankProcesses(process, program.binary)[-1])
    process.communicate(timeout=60)
    assert not (program.folder / "killed/sParameters.csv").exists()
    first = (program.folder / "killed/In/summary.json").stat().st_mtime_ns
    program.run("run", "case.yaml", "--output", "killed", "--restart", "latest").expect(0)
    assert (program.folder / "killed/In/summary.json").stat().st_mtime_ns == first, "the first run was repeated"
    killed, whole = (program.folder / f"{name}/sParameters.csv" for name in ("killed", "whole"))
    assert killed.read_text() == whole.read_text()
    changed = program.run("run", "case.yaml", "--output", "killed", "--restart", "latest", "--set", "time.steps=6001")
    changed.expect(2, "another case")


def aRunThatWantsSmallerElementsThanTheFirstIsWarnedOf(program):
    """All have the mesh of the first one."""
    common = TWO_PORTS.replace("scale: 1 mm", "scale: 1 mm, size: auto").replace("steps: 6000", "steps: 20")
    for directory, frequencies, isWarnedOf in (("rising", (2, 4), True), ("falling", (4, 2), False)):
        text = common
        for f in frequencies:
            waveform = f"waveform: {{gaussian: {{frequency: {f} GHz, bandwidth: 1 GHz}}}}"
            text = text.replace("excite: true}", f"excite: true, {waveform}}}", 1)
        writeLine(program, text)
        program.run("run", "case.yaml", "--output", directory).expect(0)
        warnings = json.loads((program.folder / directory / "summary.json").read_text())["warnings"]
        assert any("would make smaller elements for this run" in one for one in warnings) == isWarnedOf, warnings


def sParametersDoNotDependOnTheNumberOfRanks(program):
    writeLine(program, TWO_PORTS.replace("time:", "dgtd: {precision: double}\ntime:"))
    program.run("run", "case.yaml", "--output", "one", ranks=1).expect(0)
    program.run("run", "case.yaml", "--output", "several").expect(0)
    one, several = (sOf(table(program, f"{name}/sParameters.csv")) for name in ("one", "several"))
    assert len(one) == len(several) == 20
    # Double precision: rounding of 6000 steps.
    assert max(abs(a - b) for a, b in zip(one, several)) < 1e-10


STRIPS = """
solver: dgtd
mesh: {box: {size: [30 mm, 10 mm, 5 mm], cells: [6, 2, 1]}}
materials: {air: {}}
regions: {box: air}
boundaries: {y-: pmc, y+: pmc, z-: pec, z+: pec}
ports:
  - {name: P1, surface: x-, direction: [0, 0, 1], impedance: 400 ohm, excite: true}
loads:
  - {surface: x+, direction: [0, 0, 1], resistance: 50 ohm, capacitance: 1 pF, connection: parallel}
dgtd: {precision: double}
time: {steps: 3000}
output: {directory: out, sParameters: {band: {from: 1 GHz, to: 3 GHz, points: 5}}, checkpoint: {every: 500}}
"""


def writeStrips(program, *changes):
    program.writeChanged(STRIPS, *changes)


def stripsDoNotDependOnRanksAndGoOnBitForBit(program):
    writeStrips(program)
    program.run("run", "case.yaml", "--output", "one", ranks=1).expect(0)
    program.run("run", "case.yaml", "--output", "several").expect(0)
    one, several = (sOf(table(program, f"{name}/sParameters.csv")) for name in ("one", "several"))
    assert max(abs(a - b) for a, b in zip(one, several)) < 1e-10
    program.run("run", "case.yaml", "--output", "parts", "--set", "time.steps=1500").expect(0)
    program.run("run", "case.yaml", "--output", "parts", "--restart", "latest").expect(0)
    parts, whole = (program.folder / f"{name}/sParameters.csv" for name in ("parts", "several"))
    assert parts.read_text() == whole.read_text()
    writeStrips(program, ("1 pF", "2 pF"))
    program.run("run", "case.yaml", "--output", "parts", "--restart", "latest").expect(2, "loads")


def whatCannotBeAStripIsRefused(program):
    def refuses(words, *changes):
        writeStrips(program, *changes)
        program.refuses("check", "case.yaml", words=words)

    refuses(["ports[0].region", "missing"], ("surface: x-, ", ""))
    refuses(["ports[0]", "not both"], ("surface: x-", "surface: x-, region: box"))
    refuses(["loads[0]", "region", "surface"], ("surface: x+", "region: box, surface: x+"))
    refuses(
        ["loads[0].surface", "ports[0]"], ("surface: x+", "surface: x-"), ("boundaries: {", "boundaries: {x+: pmc, ")
    )
    refuses(["ports[0].surface", "boundaries"], ("boundaries: {", "boundaries: {x-: pmc, "))
    refuses(["ports[0].surface", "Feed"], ("surface: x-", "surface: Feed"), ("boundaries: {", "boundaries: {x-: pmc, "))
    refuses(
        ["ports[0].surface", "leads out"], ("surface: x-, direction: [0, 0, 1]", "surface: x-, direction: [1, 0, 1]")
    )
    refuses(["ports[0].surface", "leapFrog"], ("precision: double", "flux: upwind"))
    # Not from one conductor to the other.
    writeStrips(program, ("direction: [0, 0, 1], impedance", "direction: [0, 1, 0], impedance"))
    check = program.run("check", "case.yaml")
    check.expect(0, "0 %")
