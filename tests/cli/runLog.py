# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""The log of a run, and its warnings in summary.json."""
import json
import re
import resource
import signal

import runFailed
import statics
from program import kill, rankProcesses, waitFor

# An absorbing box with two sheets of elements to a wave, of which a run warns at its beginning, and a pulse that has not passed, of
# which it warns at its end.
PULSE = """\
solver: dgtd
mesh: {box: {size: [1, 1, 1], cells: [2, 2, 2]}}
materials: {air: {}}
regions: {box: air}
boundaries: {x-: absorbing, x+: absorbing, y-: absorbing, y+: absorbing, z-: absorbing, z+: absorbing}
sources: [{dipole: {at: [0.5, 0.5, 0.5], moment: [0, 0, 1 A*m], waveform: {ricker: {frequency: 400 MHz}}}}]
dgtd: {order: 1}
time: {steps: 40}
output:
  directory: out
  dft: {frequencies: [400 MHz]}
  checkpoint: {every: 20}
"""
STAMP = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d{4} "


def logOf(program, directory="out"):
    """Lines of the log, which all begin with the time, without it."""
    lines = (program.folder / directory / "run.log").read_text().splitlines()
    assert lines and all(re.match(STAMP, line) for line in lines), lines
    return [re.sub(STAMP, "", line, count=1) for line in lines]


def summaryOf(program, directory="out"):
    return json.loads((program.folder / directory / "summary.json").read_text())


def said(text, label):
    """What the program has said on the terminal with a label."""
    return [line.removeprefix(label) for line in text.splitlines() if line.startswith(label)]


def theLogHoldsWhatTheRunSays(program):
    program.write("case.yaml", PULSE)
    text = program.run("run", "case.yaml").expect(0, "nodes per wavelength", "has not passed").text
    log = logOf(program)
    assert re.match(r"fluxtet \S+ \(\S+\): case.yaml starts$", log[0]), log[0]
    labelled = [line for line in text.splitlines() if re.match("(info|warning): ", line)]
    assert len(labelled) > 5 and [line for line in log if re.match("(info|warning): ", line)] == labelled, (log, text)
    # From the first message, before there was a directory, to the last one.
    assert labelled[0].startswith("info: computing on") or program.ranks > 1, labelled
    assert labelled[-1].startswith("info: done: results in out"), labelled
    progress = [line for line in text.splitlines() if line.startswith("step ")]
    assert progress and [line for line in log if line.startswith("step ")] == progress, (log, text)
    assert re.search(r"energy \S+ J \(-?\d+\.\d dB\)", progress[-1]), progress
    assert summaryOf(program)["warnings"] == said(text, "warning: "), text


def aRestartGoesOnInTheSameLog(program):
    program.write("case.yaml", PULSE)
    program.run("run", "case.yaml").expect(0)
    first = (program.folder / "out/run.log").read_text()
    program.run("run", "case.yaml", "--restart", "latest").expect(0)
    both = (program.folder / "out/run.log").read_text()
    assert both.startswith(first) and len(both) > len(first)
    log = logOf(program)
    second = log[len(first.splitlines()) :]
    assert re.match(
        r"fluxtet \S+ \(\S+\): case.yaml goes on from out/checkpoints/checkpoint_\d+.h5$", second[0]
    ), second
    assert second[-1].startswith("info: done: results in out"), second


def aStopIsInTheLog(program):
    program.write("case.yaml", PULSE.replace("steps: 40", "steps: 100000000").replace("every: 20", "every: 1 h"))
    process = program.start("run", "case.yaml")
    waitFor(lambda: (program.folder / "out/case.yaml").exists() or process.poll() is not None, "the start of the run")
    kill(rankProcesses(process, program.binary)[0], signal.SIGTERM)
    text = process.communicate(timeout=60)[0].decode()
    assert process.returncode == 4, text
    assert any(line.startswith("info: stopped by a signal at step") for line in logOf(program)), logOf(program)
    stopped = summaryOf(program)
    assert stopped["status"] == "stopped" and stopped["warnings"] == said(text, "warning: "), stopped


def warningsFromBeforeARestartStay(program):
    """Of a part that was stopped; those at the end of a run need not hold when it goes on."""
    program.write("case.yaml", PULSE)
    text = program.run("run", "case.yaml").expect(0).text
    own = said(text, "warning: ")
    earlier = "the disk was slow"
    for status, expected in (("stopped", [earlier, *own]), ("done", own)):
        before = {**summaryOf(program), "status": status, "warnings": [earlier, own[0]]}
        (program.folder / "out/summary.json").write_text(json.dumps(before))
        program.run("run", "case.yaml", "--restart", "latest").expect(0)
        assert summaryOf(program)["warnings"] == expected, (status, summaryOf(program)["warnings"])


def anErrorIsInTheLog(program):
    runFailed.breaksAt(program, 1e-9)
    text = program.run("run", "case.yaml", "--set", "time.steps=20000").expect(3, "no longer finite").text
    assert logOf(program)[-1] == "error: " + said(text, "error: ")[0], logOf(program)


def aLogThatCannotBeWrittenIsNamed(program):
    program.boxCase()
    (program.folder / "out/run.log").mkdir(parents=True)
    program.run("run", "case.yaml").expect(3, "out/run.log", "is a directory")
    assert not (program.folder / "out/summary.json").exists(), "a run without a log went on"
    # A disk that is full after the run has begun: it goes on to its end, and then says so. The log is longer than any other file.
    program.boxCase(
        ("steps: 20", "steps: 30000"),
        ("  probes: [{name: centre, at: [0.52 m, 0.47 m, 0.51 m]}]\n  energy: {every: 5}", "  energy: {every: 0}"),
    )
    log = program.folder / "full/run.log"
    log.parent.mkdir()
    log.write_bytes(b"x" * 100000)
    process = program.start("run", "case.yaml", "--output", "full")
    started = program.folder / "full/case.yaml"
    waitFor(lambda: started.exists() or process.poll() is not None, "the start of the run")
    most = log.stat().st_size + 300
    resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (most, most))
    text = process.communicate(timeout=60)[0].decode()
    assert process.returncode == 3, text
    last = text.rstrip().splitlines()[-1]
    assert last.startswith("error: cannot write full/run.log") and "too large" in last.lower(), text
    assert summaryOf(program, "full")["steps"] == 30000, "the run did not go on to its end"


def aStaticRunHasItsLogAndWarnings(program):
    statics.writeCase(program, ("potential: 10 V", "potential: 0 V"), ("[energy, capacitance]", "[energy]"))
    text = program.run("run", "case.yaml").expect(0, "nothing drives a field").text
    warnings = said(text, "warning: ")
    assert len(warnings) == 1 and summaryOf(program)["warnings"] == warnings, text
    log = logOf(program)
    assert re.match(r"fluxtet \S+ \(\S+\): case.yaml starts$", log[0]), log
    assert log[1:] == text.splitlines(), (log, text)
    assert log[-1] == "info: results in out", log


def aFinishedRunIsNotRepeated(program):
    for write in (program.boxCase, lambda: statics.writeCase(program)):
        write()
        program.run("run", "case.yaml").expect(0)
        refused = program.refuses("run", "case.yaml", words=["out", "finished and not run again", "--backup"])
        assert "--restart" not in refused.text, refused.text
        # Without its summary it is no finished one.
        (program.folder / "out/summary.json").unlink()
        refused = program.refuses("run", "case.yaml", words=["earlier run", "--backup"])
        assert "finished" not in refused.text, refused.text
        for path in sorted((program.folder / "out").rglob("*"), reverse=True):
            path.unlink() if path.is_file() else path.rmdir()
