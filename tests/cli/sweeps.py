# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Sweeps over values of keys, and runs that are refined until a result is converged: python3 -m fluxtet sweep."""
import contextlib
import csv
import io
import json
import math
import os
import re
import shlex
import signal
import subprocess
import sys

import numpy as np

import ports
from packageFields import expectError
from pages import commandLines
from plots import aRoundBody, farField, packageModule
from program import Result, kill, waitFor

EPSILON = 8.8541878188e-12  # F/m, CODATA 2022
# A coaxial line of 10 mm between radii of 10 and 20 mm: no polynomial in r, and straight elements have no error of shape.
COAXIAL = """\
solver: static
mesh: {rectangle: {size: [10 mm, 10 mm], origin: [10 mm, 0 mm], cells: [2, 1]}}   # r, z
materials: {air: {}}
regions: {box: air}
boundaries: {x-: {potential: 1 V}, x+: {potential: 0 V}}
static: {problem: electrostatic, symmetry: axisymmetric}
output: {quantities: [energy, capacitance], points: [{name: middle, at: [15 mm, 5 mm]}], fields: false}
"""
CAPACITANCE = 2 * math.pi * EPSILON * 10e-3 / math.log(2)  # F, between the conductors
# Its own sizes are smaller than those that the test asks for.
PLATE = """\
Physical Surface("box") = {1};
Physical Curve("Left") = {4};
Physical Curve("Right") = {2};
Physical Curve("Sides") = {1, 3};
Mesh.MeshSizeMax = 0.5;
"""
# A line of parallel plates between magnetic side walls, of 376.73 ohm, between ports of another impedance.
LINE = """\
solver: dgtd
mesh: {box: {size: [10 mm, 10 mm, 30 mm], cells: [1, 1, 3]}}
materials: {air: {}}
regions: {box: air}
boundaries: {y-: pec, y+: pec, x-: pmc, x+: pmc}
ports:
  - {name: In, surface: z-, direction: [0, 1, 0], impedance: 1000 ohm, excite: true}
  - {name: Out, surface: z+, direction: [0, 1, 0], impedance: 1000 ohm}
dgtd: {order: 1, precision: double}
time: {end: 4 ns}
output: {sParameters: {band: {from: 5 GHz, to: 7 GHz, points: 3}}}
"""
SELF = "summary.capacitance_F(x-,x-)"


def environment(program):
    package = str(program.cases.parent / "jobs" / "python")
    return {**os.environ, "PYTHONPATH": package, "FLUXTET_PROGRAM": program.binary}


def sweep(program, *arguments):
    """The command in this process: what it prints, and its exit code."""
    os.chdir(program.folder)
    os.environ["FLUXTET_PROGRAM"] = program.binary
    words, text = ["sweep", *map(str, arguments)], io.StringIO()
    with contextlib.redirect_stdout(text), contextlib.redirect_stderr(text):
        try:
            code = packageModule(program, "fluxtet.__main__").main(words)
        except SystemExit as end:
            code = end.code
    return Result(words, code, text.getvalue())


def startSweep(program, *arguments):
    command = [sys.executable, "-m", "fluxtet", "sweep", *map(str, arguments)]
    return subprocess.Popen(
        command, cwd=program.folder, env=environment(program), stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )


def table(program, folder):
    with open(program.folder / folder / "sweep.csv", newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def summary(program, *parts):
    return json.loads(program.folder.joinpath(*parts, "summary.json").read_text())


def everyVariantHasARowWithTheNumbersOfItsSummary(program):
    """All values of one key with all of the other; a single value goes to all runs."""
    program.boxCase()
    cells = ["[2, 2, 2]", "[3, 2, 2]"]
    arguments = ("case.yaml", "--set", "dgtd.order=1,2", "--set", f"mesh.box.cells={','.join(cells)}")
    text = sweep(program, *arguments, "--set", "time.steps=7", "-o", "made").expect(0, "made/sweep.csv").text
    rows = table(program, "made")
    assert [(row["dgtd.order"], row["mesh.box.cells"]) for row in rows] == [(p, c) for p in "12" for c in cells]
    for row, elements in zip(rows, (48, 72, 48, 72)):
        facts = summary(program, "made", row["variant"])
        assert row["variant"] == f"order={row['dgtd.order']}_cells={row['mesh.box.cells'][1:-1].replace(' ', '')}"
        assert row["status"] == "done" and int(row["elements"]) == facts["elements"] == elements
        assert (int(row["unknowns"]), int(row["steps"])) == (facts["dofs"], 7) and facts["order"] == int(
            row["dgtd.order"]
        )
        assert float(row["time step [s]"]) == facts["dt_s"]
        assert float(row["wall time [s]"]) == facts["wall_s"]["total"]
        assert float(row["summary.exact.l2_relative_E"]) == facts["exact"]["l2_relative_E"] > 0
        assert row["variant"] in text and f"{facts['exact']['l2_relative_H']:.6g}" in text
    asked = ("--result", "summary.exact.l2_relative_H", "--result", "summary.limiting_element.at_m[2]")
    sweep(program, *arguments, "--set", "time.steps=7", "-o", "made", "--table", *asked).expect(0)
    for row in table(program, "made"):
        facts = summary(program, "made", row["variant"])
        assert float(row["summary.exact.l2_relative_H"]) == facts["exact"]["l2_relative_H"]
        assert float(row["summary.limiting_element.at_m[2]"]) == facts["limiting_element"]["at_m"][2]
        assert "summary.exact.l2_relative_E" not in row


def aCommandStartsTheRanks(program):
    program.boxCase()
    command = f"{shlex.quote(program.mpiexec)} --oversubscribe --bind-to none -n 2 fluxtet"
    sweep(program, "case.yaml", "--set", "dgtd.order=1,2", "-o", "made", "--command", command).expect(0)
    assert [summary(program, "made", f"order={p}")["ranks"] for p in (1, 2)] == [2, 2]


def valuesAreSplitOutsideOfBracketsAndQuotes(program):
    variants, error = (packageModule(program, f"fluxtet.{name}") for name in ("variants", "errors"))
    for text, values in (
        ("1mm,2 mm", ["1mm", "2 mm"]),
        ("[0, 0, 1 mm],[1, 2, 3]", ["[0, 0, 1 mm]", "[1, 2, 3]"]),
        ("{sine: {frequency: 1 GHz, ramp: 2}}", ["{sine: {frequency: 1 GHz, ramp: 2}}"]),
        ("\"a, b\", 'c,d', Bob's", ['"a, b"', "'c,d'", "Bob's"]),
        ("a=b", ["a=b"]),
        ("", [""]),
        ("1mm..5mm:5", ["1 mm", "2 mm", "3 mm", "4 mm", "5 mm"]),
        ("1..2 GHz:3,10 GHz", ["1 GHz", "1.5 GHz", "2 GHz", "10 GHz"]),
        ("-1e-3..1e-3:3", ["-0.001", "0", "0.001"]),
        ("2..4", ["2", "3", "4"]),
        ("../mesh.geo", ["../mesh.geo"]),
    ):
        found = variants.parseSets([f"key.path={text}"])
        assert found == {"key.path": values}, (text, found)
    for text, words in (
        ("1,,2", "nothing between two commas"),
        ("1,2,", "at an end"),
        ("[1,2", "a bracket is not closed"),
        ("1],2", "']' closes nothing"),
        ('"1,2', "a quote has no end"),
        ("1 mm,2 mm,1mm", "1mm stands there twice"),
        ("1mm..2m:3", "the same unit"),
        ("1mm..2mm", "how many values"),
        ("1..1:4", "two different ends"),
    ):
        expectError(error.StudyError, words, variants.parseSets, [f"key={text}"])
    for word in ("key", "=1", "output.directory=x"):
        expectError(error.StudyError, "--set", variants.parseSets, [word])


def namesOfVariantsTellTheirValues(program):
    variants = packageModule(program, "fluxtet.variants")
    for values, name in (
        ({"mesh.parameters.size": "1.5 mm", "dgtd.order": "3"}, "size=1.5mm_order=3"),
        ({"mesh.box.size": "[1 m, 2 m, -3 m]"}, "size=1m,2m,-3m"),
        ({"mesh.size": "1", "mesh.parameters.size": "2"}, "mesh.size=1_mesh.parameters.size=2"),
        ({"ports[0].impedance": "50 ohm"}, "impedance=50ohm"),
        ({'materials."glass 1.5".epsilon_r': "2"}, "epsilon_r=2"),
        ({"output.snapshots": ""}, "snapshots=default"),
    ):
        assert variants.variantOf(values).name == name, variants.variantOf(values).name
    hard = [
        "a/b",
        "a b/",
        "a:b",
        "{a: b}",
        "$(x)",
        "é",
        "[[1,2],3]",
        "[1,[2,3]]",
        "'1,2'",
        "[4]",
        "4",
        "x" * 300,
        "x" * 301,
    ]
    names = [variants.variantOf({"key": value}).name for value in hard]
    assert len(set(names)) == len(names) and all(re.fullmatch(r"[\w.,=~+-]{5,60}", name) for name in names), names
    grid = variants.product({"a": ["1", "2"], "b": ["x", "y", "z"]})
    assert [each.name for each in grid] == [f"a={a}_b={b}" for a in "12" for b in "xyz"]


def keysOfACaseAreFoundInBlocksAndBraces(program):
    valueAt = packageModule(program, "fluxtet.caseKeys").valueAt
    text = """\
# title: no
title: Bob's {case}   # with a remark
solver: static
mesh: {file: "my #1.geo",   # of the case
       size: 20 mm, sizes: {Patch.edges: 1 mm}, parameters: {h: 0.5, "w d": 2}}
sources:
- planeWave: {size: 3}
static:
    order: 2

    problem: electrostatic
output: {}
"""
    for key, value in (
        ("solver", "static"),
        ("mesh.file", "my #1.geo"),
        ("mesh.size", "20 mm"),
        ('mesh.sizes."Patch.edges"', "1 mm"),
        ("mesh.parameters.h", "0.5"),
        ("static.order", "2"),
        ("static.problem", "electrostatic"),
        ("mesh.refine", None),
        ("sources.size", None),
        ("title", "Bob's {case}"),
        ("dgtd.order", None),
    ):
        assert valueAt(text, key) == value, (key, valueAt(text, key))


def aVariantThatFailsIsToldAndTheOthersRun(program):
    """Order 7 is bad input; one iteration does not solve the equations."""
    program.boxCase()
    result = sweep(program, "case.yaml", "--set", "dgtd.order=7,1", "-o", "orders")
    result.expect(
        3, "[1/2] order=7", "FAILED, exit code 2", "dgtd.order", "[2/2] order=1", "1 of 2 runs failed: order=7"
    )
    assert [row["status"] for row in table(program, "orders")] == ["failed (2)", "done"]
    assert table(program, "orders")[0]["elements"] == ""
    program.write("static.yaml", COAXIAL)
    result = sweep(
        program, "static.yaml", "--set", "static.solve.maxIterations=1,100", "--set", "mesh.refine=2", "-o", "few"
    )
    result.expect(3, "FAILED, exit code 3", "maxIterations=1")
    assert [row["status"] for row in table(program, "few")] == ["failed (3)", "done"]


def longSweep(program):
    """Two variants, each of a second or more; the case has checkpoints."""
    program.boxCase(
        ("steps: 20", "steps: 15000"),
        ("energy: {every: 5}", "energy: {every: 1000}\n  checkpoint: {every: 1000, keep: 1}"),
    )
    return ("case.yaml", "--set", "dgtd.order=1,2", "-o", "made")


def waitForCheckpoint(program, process, variant):
    folder = program.folder / "made" / variant / "checkpoints"
    waitFor(lambda: any(folder.glob("checkpoint_*.h5")) or process.poll() is not None, f"a checkpoint of {variant}")
    assert process.poll() is None, process.stdout.read().decode()


def runOf(process):
    children = open(f"/proc/{process.pid}/task/{process.pid}/children", encoding="ascii").read().split()
    assert len(children) == 1, children
    return int(children[0])


def whatHasFinishedIsNotRunAgainAndWhatWasKilledGoesOn(program):
    arguments = longSweep(program)
    process = startSweep(program, *arguments)
    waitForCheckpoint(program, process, "order=2")
    kill(runOf(process))
    text = process.communicate(timeout=60)[0].decode()
    assert process.returncode == 3 and "FAILED, signal 9" in text, text
    assert [row["status"] for row in table(program, "made")] == ["done", "failed (-9)"]
    sweep(program, *arguments, "--table").expect(3, "unfinished")
    first = program.folder / "made/order=1/summary.json"
    before = first.stat().st_mtime_ns
    sweep(program, *arguments).expect(0, "order=1: has finished before", "order=2: goes on")
    assert first.stat().st_mtime_ns == before
    assert [row["status"] for row in table(program, "made")] == ["done", "done"]
    assert summary(program, "made/order=2")["first_step"] >= 1000 and summary(program, "made/order=2")["steps"] == 15000
    assert not (program.folder / "made/order=2.1").exists()


def aSignalStopsTheSweepAndTheSameCommandGoesOn(program):
    arguments = longSweep(program)
    process = startSweep(program, *arguments)
    waitForCheckpoint(program, process, "order=1")
    process.send_signal(signal.SIGINT)
    text = process.communicate(timeout=60)[0].decode()
    assert process.returncode == 4 and "the same command goes on" in text and "[2/2]" not in text, text
    assert summary(program, "made/order=1")["status"] == "stopped"
    assert [row["status"] for row in table(program, "made")] == ["stopped", "not run"]
    sweep(program, *arguments, "--set", "output.probes=").expect(2, "output.probes was that of the case")
    sweep(program, *arguments).expect(0, "order=1: goes on", "order=2: running")


def whatALostRunLeavesWithoutACheckpointIsMovedAside(program):
    program.boxCase()
    (program.folder / "made/order=1/probes").mkdir(parents=True)
    arguments = ("case.yaml", "--set", "dgtd.order=1,2", "-o", "made")
    sweep(program, *arguments).expect(2, "no study.json tells")
    os.rename(program.folder / "made", program.folder / "kept")
    sweep(program, *arguments).expect(0)
    for path in (program.folder / "made/order=1").rglob("summary.json"):
        path.unlink()
    sweep(program, *arguments).expect(0, "order=1: running", "order=2: has finished before")
    assert (program.folder / "made/order=1.1/case.yaml").exists()


def anotherStudyInTheFolderIsRefusedUnlessItIsMovedAside(program):
    program.boxCase()
    arguments = ("case.yaml", "--set", "dgtd.order=1,2", "--set", "time.steps=4", "-o", "made")
    sweep(program, *arguments).expect(0)
    before = program.tree()
    changed = (*arguments[:3], *arguments[5:])
    sweep(program, *changed).expect(2, "time.steps was 4, now that of the case", "--backup")
    sweep(program, *changed, "--table").expect(2, "time.steps was 4")
    sweep(program, *arguments, "--backend", "cpu").expect(2, "--backend was auto, now cpu")
    sweep(program, *arguments, "--set", "dgtd.flux=centred,upwind").expect(2, "the keys that differ")
    assert program.tree() == before
    sweep(program, *arguments, "--set", "dgtd.order=1,2,3").expect(0, "[2/3] order=2: has finished", "[3/3] order=3")
    program.boxCase(("[0.52 m", "[0.53 m"))
    sweep(program, *arguments).expect(2, "the case file has changed")
    sweep(program, *arguments, "--backup").expect(0, "made is moved to made.1", "[1/2] order=1: running")
    assert (program.folder / "made.1/order=3/summary.json").exists()
    assert not (program.folder / "made/order=3").exists()


def badInputIsRefusedAndNothingIsMade(program):
    program.boxCase()
    program.write("static.yaml", COAXIAL)
    orders = ("--set", "dgtd.order=1,2")
    limit = ("--converge", "refine", "--result", "summary.energy_J", "--tolerance", "1%")
    before = program.tree()
    for arguments, words in (
        (("missing.yaml", *orders), ["no case file missing.yaml"]),
        (("case.yaml",), ["nothing to vary"]),
        (("case.yaml", "--set", "dgtd.order=2"), ["nothing to vary"]),
        (("case.yaml", "--set", "dgtd.order"), ["KEY=VALUE"]),
        (("case.yaml", *orders, "--command", "mpirun -n 4"), ["no program 4", "last word"]),
        (("case.yaml", *orders, "--command", "no-such-launcher fluxtet"), ["no program no-such-launcher"]),
        (("case.yaml", *orders, "--command", ""), ["--command is empty"]),
        (("case.yaml", *orders, "--command", "'fluxtet"), ["--command"]),
        (("case.yaml", *orders, "--result", "S1"), ["--result S1", "S11@2.4GHz"]),
        (("case.yaml", *orders, "--result", "gain@min"), ["--result gain@min"]),
        (("case.yaml", *orders, "--result", "gain(90)"), ["--result gain(90)"]),
        (("case.yaml", *orders, "--result", "S11@2.4 ghz"), ["'2.4 ghz' is no frequency"]),
        (("case.yaml", *orders, "--result", "energy"), ["--result energy"]),
        (("case.yaml", *orders, "--table"), ["no such folder"]),
        (("case.yaml", *orders, "-o", "case.yaml"), ["is a file"]),
        (("case.yaml", *orders, "--slurm", "-n 1", "--table"), ["not allowed with"]),
        (("static.yaml", "--converge", "refine"), ["needs a --result and a --tolerance"]),
        (("static.yaml", *limit, "--set", "static.order=1,2"), ["static.order has several values"]),
        (("static.yaml", *limit, "--slurm", "-n 1"), ["no array job"]),
        (("static.yaml", *limit, "--most", "1"), ["a change needs two runs"]),
        (("static.yaml", *limit, "--tolerance", "0"), ["--tolerance 0"]),
        (("static.yaml", *limit, "--tolerance", "little"), ["--tolerance little"]),
        (("static.yaml", *limit, "--converge", "size"), ["does not tell mesh.size", "--from"]),
        (("static.yaml", *limit, "--converge", "size", "--from", "-1 mm"), ["no size above 0"]),
        (("static.yaml", *limit, "--converge", "size", "--from", "1", "--factor", "1"), ["--factor 1"]),
        (("static.yaml", *limit, "--converge", "order", "--from", "3"), ["no whole number to 2"]),
    ):
        sweep(program, *arguments).expect(2, *words)
        assert program.tree() == before, arguments
    main = packageModule(program, "fluxtet.__main__").main
    with contextlib.redirect_stderr(io.StringIO()) as text:
        assert main([]) == main(["swept"]) == 2
    assert "sweep" in text.getvalue()


def scatteringParametersAreThoseOfTheirTable(program):
    ports.writeLine(program, ports.TWO_PORTS.replace("steps: 6000", "steps: 800"))
    arguments = ("case.yaml", "--set", "dgtd.order=1,2", "--set", "output.sParameters.band.points=5,6", "-o", "made")
    sweep(program, *arguments[:3], *arguments[5:]).expect(0)
    results = (
        "S21@1.5GHz",
        "S(Out,In)_dB@1500 MHz",
        "S12_deg@3e9",
        "S11_re@1GHz",
        "S22_im@1GHz",
        "S11_dB@max",
        "S11@atMax",
    )
    asked = [word for result in results for word in ("--result", result)]
    rows = table(program, "made")
    sweep(program, *arguments[:3], "-o", "made", "--table", *asked, "--result", "Out/summary.steps").expect(0)
    for row, more in zip(rows, table(program, "made")):
        s = packageModule(program).open(program.folder / "made" / row["variant"]).ports.sParameters
        s11, s12, s21, s22 = (s.s[:, i, j] for i, j in ((0, 0), (0, 1), (1, 0), (1, 1)))
        lowest, highest = np.abs(s11).argmin(), np.abs(s11).argmax()
        for found, expected in (
            (row["S11_dB@min"], 20 * math.log10(abs(s11[lowest]))),
            (row["S11@atMin [Hz]"], s.frequency[lowest]),
            (row["S21_dB@max"], 20 * math.log10(np.abs(s21).max())),
            (more["S21@1.5GHz"], abs(s21[1])),
            (more["S(Out,In)_dB@1500 MHz"], 20 * math.log10(abs(s21[1]))),
            (more["S12_deg@3e9"], math.degrees(np.angle(s12[4]))),
            (more["S11_re@1GHz"], s11[0].real),
            (more["S22_im@1GHz"], s22[0].imag),
            (more["S11_dB@max"], 20 * math.log10(abs(s11[highest]))),
            (more["S11@atMax [Hz]"], s.frequency[highest]),
            (more["Out/summary.steps"], 800),
        ):
            assert abs(float(found) - expected) <= 1e-9 * abs(expected), (found, expected)
        assert int(row["elements"]) == summary(program, "made", row["variant"], "In")["elements"]
        seconds = sum(summary(program, "made", row["variant"], port)["wall_s"]["total"] for port in ("In", "Out"))
        assert abs(float(row["wall time [s]"]) - seconds) < 1e-9
    lacking = sweep(program, *arguments[:3], "-o", "made", "--table", "--result", "S31@1GHz", "--result", "S11@2.1GHz")
    lacking.expect(2, "no port 3: there are In, Out", "no frequency 2.1 GHz")
    assert all(row["S31@1GHz"] == "" for row in table(program, "made"))


def resultsOverFrequenciesAreThoseOfFilesAndSummary(program):
    """Of files as runs leave them, at two frequencies."""
    answers, error = (packageModule(program, f"fluxtet.{name}") for name in ("answers", "errors"))
    farField(program, rcs=aRoundBody)
    power = [{"frequency_Hz": f, "absorbed_W": f * 1e-10, "absorbed_by_region_W": {"a.b": f}} for f in (2.45e9, 3e9)]
    average = {"mass_kg": 0.01, "peak_W_per_kg": 1.25}
    rates = {
        "frequency_Hz": 3e9,
        "whole_body": {"mean_W_per_kg": 0.5},
        "averages": [average, {**average, "mass_kg": 1e-3}],
    }
    far = [{"frequency_Hz": f, "radiated_W": 2e-9 * f, "efficiency": None} for f in (2.45e9, 3e9)]
    facts = {"status": "done", "powers": power, "sar": rates, "farField": {"frequencies": far}}
    program.write("out/summary.json", json.dumps(facts))
    run = packageModule(program).open(program.folder / "out")
    for text, value in (
        ("directivity@2.45GHz", 10 * math.log10(1.5)),
        ("directivity(30, 15)@3GHz", 10 * math.log10(1.5 / 4)),
        ("crossSection(0,0)@3 GHz", 10 * math.log10(aRoundBody(3e9, 0))),
        ("farField.radiated_W@3GHz", 6.0),
        ("powers.absorbed_W@2450MHz", 0.245),
        ("powers.absorbed_by_region_W.a.b@3GHz", 3e9),
        ("sar.10g", 1.25),
        ("sar.1g@3GHz", 1.25),
        ("sar.whole_body.mean_W_per_kg", 0.5),
        ("summary.powers[1].frequency_Hz", 3e9),
    ):
        found = answers.Expression(text).answer(run)
        assert abs(found.value - value) < 1e-6 * abs(value), (text, found)
    assert math.isnan(answers.Expression("farField.efficiency@3GHz").answer(run).value)
    heads = [
        answer.head
        for each in packageModule(program, "fluxtet.defaultAnswers").defaultsOf(run)
        for answer in each.answers(run)
    ]
    assert (
        "directivity@2.45GHz [dBi]" in heads and "farField.radiated_W@3GHz" in heads and "sar.10g@3GHz [W/kg]" in heads
    )
    for text, words in (
        ("directivity", "at which of 2 frequencies from 2.45 GHz to 3 GHz"),
        ("gain@3GHz", "only what gaps and ports alone feed"),
        ("powers.absorbed_W@1GHz", "no frequency 1 GHz"),
        ("powers.absorbd_W@3GHz", "no absorbd_W: there are frequency_Hz"),
        ("sar.5g", "output.sar.averages has 10 g, 1 g"),
        ("summary.status", "no number at status"),
        ("summary.powers[2].frequency_Hz", "there are [0] to [1]"),
        ("point.a.potential", "a time-domain run"),
        ("In/summary.steps", "no runs of single ports"),
    ):
        expectError(error.ResultsError, words, answers.Expression(text).answer, run)
    expectError(error.StudyError, "one number is needed", answers.Expression("summary.powers").answer, run)


def aStaticCaseConvergesToItsExactValue(program):
    """The error is near the estimate, the limit nearer to the exact value than the last result, errors fall as h^2."""
    program.write("case.yaml", COAXIAL)
    arguments = ("case.yaml", "--converge", "refine", "--result", SELF, "-o", "made")
    text = sweep(program, *arguments, "--tolerance", "0.5%").expect(0, "converged with mesh.refine = 2").text
    values = [float(row[SELF]) for row in table(program, "made")]
    assert len(values) == 3 and abs(values[2] - values[1]) < 0.005 * values[2] < abs(values[1] - values[0]), values
    share, limit, rate = re.search(r"estimated error ([\d.]+) %, limit (\S+), error ~ h\^([\d.]+)", text).groups()
    error = abs(values[-1] - CAPACITANCE)
    assert 0.8 < float(share) / 100 * values[-1] / error < 1.25, (text, error)
    assert abs(float(limit) - CAPACITANCE) < 0.1 * error and 1.8 < float(rate) < 2.1, text
    again = sweep(program, *arguments, "--tolerance", "0.5%").expect(0, "refine=2: has finished before").text
    assert again.count("has finished before") == 3 and f"estimated error {share} %" in again


def reflectionOfLine(frequency):
    """S11 of LINE, from the transformation of a load by a line."""
    z0, load, tangent = 376.730313, 1000.0, math.tan(2 * math.pi * frequency * 30e-3 / 299792458)
    inner = z0 * (load + 1j * z0 * tangent) / (z0 + 1j * load * tangent)
    return abs((inner - load) / (inner + load))


def errorsToldAndTrue(program, name, text):
    """Of S11 at 6 GHz in the last run: the estimate, that of the time step, the error against the closed form."""
    told, ofStep = re.search(r"estimated error (\S+) %, .*of the time step up to (\S+) %", text).groups()
    last = float(table(program, name)[-1]["S11@6GHz"])
    return float(told) / 100 * last, float(ofStep) / 100 * last, abs(last - reflectionOfLine(6e9))


def scatteringOfALineConvergesToItsClosedForm(program):
    """Waves at 6 GHz are five elements long: refined, the error falls as h^2 and lies near the estimate. With the order it
    is that of the time step from P2 on, which an estimate from orders alone misses by a factor of ten."""
    program.write("case.yaml", LINE)
    arguments = ("case.yaml", "--result", "S11@6GHz", "--tolerance", "0.5%")
    text = sweep(program, *arguments, "--converge", "refine", "-o", "refined").expect(0, "mesh.refine = 2").text
    assert 2 < float(re.search(r"error ~ h\^([\d.]+)", text)[1]) < 2.7, text
    told, ofStep, error = errorsToldAndTrue(program, "refined", text)
    assert 0.7 < told / error < 1.3 and 0.8 < ofStep / error < 1.5 and error < 1e-3, (told, ofStep, error)
    text = sweep(program, *arguments, "--converge", "order", "-o", "orders").expect(0, "dgtd.order = 3").text
    told, ofStep, error = errorsToldAndTrue(program, "orders", text)
    assert told < 0.2 * error and 0.9 < ofStep / error < 1.1 and error < 1e-3, (told, ofStep, error)


def convergenceInTimeNeedsAnEndAndASize(program):
    program.write("case.yaml", LINE.replace("end: 4 ns", "steps: 900"))
    arguments = ("--result", "S11@6GHz", "--tolerance", "0.5%", "-o", "made", "--converge")
    sweep(program, "case.yaml", *arguments, "order").expect(2, "time.steps = 900", "give time.end")
    program.write("auto.yaml", LINE.replace("box: {size", "file: a.geo, size: auto, other: {size"))
    sweep(program, "auto.yaml", *arguments, "size").expect(2, "mesh.size is auto", "--converge mesh.accuracy")
    assert not (program.folder / "made").exists()


def aToleranceThatIsNotReachedIsSaid(program):
    program.write("case.yaml", COAXIAL)
    refine = ("case.yaml", "--converge", "refine", "--result", SELF, "-o", "made", "--most", "2")
    sweep(program, *refine, "--tolerance", "0.5%").expect(
        3, "NOT converged", "--most 2", "two values", "NOT below 0.5 %"
    )
    order = ("case.yaml", "--converge", "order", "--result", "summary.energy_J", "--result", "point.middle.potential")
    sweep(program, *order, "--tolerance", "1e-9", "-o", "order").expect(
        3, "NOT converged", "static.order = 2 is the highest"
    )
    assert [row["static.order"] for row in table(program, "order")] == ["1", "2"]
    assert sweep(program, *order, "--tolerance", "0.1", "-o", "order").expect(0).text.count("below 0.1;") == 2
    several = (
        "case.yaml",
        "--converge",
        "refine",
        "--result",
        "summary.capacitance_F",
        "--tolerance",
        "1",
        "-o",
        "all",
    )
    sweep(program, *several).expect(2, "one number is needed", "summary.capacitance_F(x-,x+)")
    program.write("plate.geo", 'SetFactory("OpenCASCADE");\nRectangle(1) = {0, 0, 0, 2, 1};\n' + PLATE)
    program.writeChanged(
        COAXIAL,
        ("mesh: {rectangle: {size: [10 mm, 10 mm], origin: [10 mm, 0 mm], cells: [2, 1]}}", "mesh: {file: plate.geo}"),
        ("x-", "Left"),
        ("x+", "Right"),
        ("[15 mm, 5 mm]", "[1, 0.5]"),
        name="plate.yaml",
    )
    same = ("plate.yaml", "--converge", "size", "--from", "2", "--result", "summary.energy_J", "--tolerance", "1%")
    sweep(program, *same, "-o", "same").expect(3, "mesh.size does not refine this mesh", "smaller one (--from)")
    failing = ("case.yaml", "--converge", "mesh.rectangle.size", "--from", "1", "--result", SELF, "--tolerance", "1")
    sweep(program, *failing, "-o", "failing").expect(3, "FAILED, exit code 2", "NOT converged: the last run failed")


def errorsAreEstimatedWhereChangesShrinkOneWay(program):
    convergence = packageModule(program, "fluxtet.convergence")
    found = convergence.estimateOf([9.0, 1 + 1.0, 1 + 1 / 4, 1 + 1 / 16])
    assert abs(found.error - 1 / 16) < 1e-12 and abs(found.limit - 1) < 1e-12 and abs(found.ratio - 4) < 1e-12
    assert abs(convergence.errorOfSteps([1 + 1 / 4, 1 + 1 / 9], [1 / 2, 1 / 3]) - 1 / 9) < 1e-12
    for steps in ([None, None], [1.0, 0.95], [1.0, 2.0]):
        assert convergence.errorOfSteps([1, 2], steps) is None, steps
    for values in ([1, 2], [1, 2, 3], [1, 2, 1.5], [1, 2, 4], [1, 1, 1]):
        assert convergence.estimateOf(values) is None, values
    size = convergence.refinementOf("size", "mesh: {file: a.geo, size: 20 mm}", {}, None, 2.0)
    assert [each.values for each in size.variants(3)] == [{"mesh.size": value} for value in ("20 mm", "10 mm", "5 mm")]
    order = convergence.refinementOf("order", "", {"dgtd.order": "3"}, None, 2.0)
    assert [each.name for each in order.variants(9)] == ["order=3", "order=4"]
    own = convergence.refinementOf("mesh.parameters.h", "", {}, "0.3", 1.5)
    assert [each.values["mesh.parameters.h"] for each in own.variants(3)] == ["0.3", "0.2", "0.133333"]


def theJobScriptHasATaskForEachVariant(program):
    """As SLURM would start a task of it, with a launcher that starts one process."""
    program.boxCase()
    cells = "mesh.box.cells=[2, 2, 2],[3, 3, 3]"
    arguments = ("case.yaml", "--set", cells, "--set", "time.steps=5", "-o", "my jobs")
    result = sweep(program, *arguments, "--slurm", "-n 1 --time 20:00 --at-once 1").expect(0, "sbatch", "2 runs")
    script = program.folder / "my jobs/sweep.sbatch"
    assert subprocess.run(["bash", "-n", script], check=False).returncode == 0, script.read_text()
    assert "#SBATCH --array=1-2%1" in script.read_text() and str(script.relative_to(program.folder)) in result.text
    launcher = program.folder / "bin/srun"
    launcher.parent.mkdir()
    launcher.write_text('#!/bin/bash\nwhile [[ $1 == --* ]]; do shift; done\nexec "$@"\n')
    launcher.chmod(0o755)
    job = {"SLURM_ARRAY_JOB_ID": "7", "SLURM_ARRAY_TASK_ID": "2", "SLURM_JOB_ID": "9", "SLURM_NTASKS": "1"}
    job |= {"SLURM_JOB_NODELIST": "here", "SLURM_JOB_NUM_NODES": "1", "PATH": f"{launcher.parent}:{os.environ['PATH']}"}
    done = subprocess.run(
        ["bash", script], cwd=program.folder, env={**os.environ, **job}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert (
        summary(program, "my jobs/cells=3,3,3")["elements"] == 162
        and summary(program, "my jobs/cells=3,3,3")["steps"] == 5
    )
    sweep(program, *arguments, "--table").expect(3, "not run")
    assert [row["status"] for row in table(program, "my jobs")] == ["not run", "done"]
    sweep(program, *arguments, "--set", "dgtd.ordr=2", "--slurm", "-n 1", "-o", "other").expect(
        2, "fluxtet check", "ordr"
    )
    sweep(program, *arguments, "--slurm", "", "-o", "other", "--backup").expect(2, "-n RANKS")


def commandsOnThePageAreUnderstood(program):
    """Every `fluxtet sweep` in docs/studies.md, with results and values."""
    options, answers, variants = (
        packageModule(program, f"fluxtet.{name}") for name in ("sweepOptions", "answers", "variants")
    )
    page = program.cases.parent / "docs" / "studies.md"
    found = 0
    for _, words in commandLines(page):
        if words[:2] != ["fluxtet", "sweep"]:
            continue
        given = options.parser().parse_args(words[2:])
        variants.parseSets(given.set)
        found += len([answers.Expression(text) for text in given.result or [""] if text]) + 1
    for text in re.findall(r"^\| `([^`]+)`", page.read_text(), re.MULTILINE):
        answers.Expression(text)
        found += 1
    assert found > 15, found
