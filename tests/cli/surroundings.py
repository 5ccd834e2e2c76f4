# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Terminals that close, full disks under a log, names that are none, limits of the system."""
import json
import os
import pty
import signal
import subprocess

from program import kill, rankProcesses, waitFor
from restart import checkpoints, longCase


def shell(program, script, *arguments):
    """A command line of bash in which $FLUXTET stands for the program with the arguments."""
    command = " ".join(f"'{a}'" for a in program.command(arguments))
    return program.resultOf(["bash", "-c", script.replace("$FLUXTET", command)])


def progressThatCannotBeWrittenIsDropped(program):
    program.boxCase()
    shell(program, "$FLUXTET 2> /dev/full", "run", "case.yaml").expect(0)
    shell(program, "$FLUXTET 2>&- >&-", "run", "case.yaml", "--output", "closed").expect(0)
    shell(program, "set -o pipefail; $FLUXTET 2>&1 | true", "run", "case.yaml", "--output", "piped").expect(0)
    for directory in ("out", "closed", "piped"):
        summary = json.loads((program.folder / directory / "summary.json").read_text())
        assert summary["status"] == "done", summary


def aTerminalThatClosesStopsTheRunWithACheckpoint(program):
    """The process leads the session of a terminal of its own, and gets SIGHUP when that goes."""
    longCase(program, steps=100000000, every=100000000)
    child, terminal = pty.fork()
    if child == 0:
        os.chdir(program.folder)
        os.execv(program.binary, [program.binary, "run", "case.yaml"])
    waitFor(lambda: (program.folder / "out/case.yaml").exists(), "the start of the run")
    os.close(terminal)
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == 4, status
    assert len(checkpoints(program, "out")) == 1, checkpoints(program, "out")


def aHangUpOfOneRankStopsAllUnlessItIsIgnored(program):
    longCase(program, steps=100000000, every=100000000)
    process = program.start("run", "case.yaml")
    waitFor(lambda: (program.folder / "out/case.yaml").exists() or process.poll() is not None, "the start of the run")
    kill(rankProcesses(process, program.binary)[-1], signal.SIGHUP)
    text = process.communicate(timeout=60)[0].decode()
    assert process.returncode == 4 and len(checkpoints(program, "out")) == 1, text
    if program.ranks > 1:
        return
    ignoring = subprocess.Popen(
        ["nohup"] + program.command(["run", "case.yaml", "--output", "nohup"]),
        cwd=program.folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    waitFor(
        lambda: (program.folder / "nohup/case.yaml").exists() or ignoring.poll() is not None, "the start of the run"
    )
    kill(ignoring.pid, signal.SIGHUP)
    try:
        ignoring.communicate(timeout=2)
    except subprocess.TimeoutExpired:
        kill(ignoring.pid, signal.SIGTERM)
    text = ignoring.communicate(timeout=60)[0].decode()
    assert ignoring.returncode == 4 and len(checkpoints(program, "nohup")) == 1, text


def aSignalDuringTheStartIsHeld(program):
    """From the program's first own instruction on, while MPI starts: the system's loader alone is before that."""
    longCase(program, steps=100000000, every=100000000)
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        process = program.start("run", "case.yaml", "--backup")
        waitFor(lambda: catches(process.pid, number) or process.poll() is not None, "the program's start")
        kill(process.pid, number)
        text = process.communicate(timeout=60)[0].decode()
        assert process.returncode == 4, f"exit code {process.returncode}:\n{text}"
        assert len(checkpoints(program, "out")) == 1, text
    process = program.start("check", "case.yaml")
    waitFor(lambda: catches(process.pid, signal.SIGTERM) or process.poll() is not None, "the program's start")
    kill(process.pid, signal.SIGTERM)
    text = process.communicate(timeout=60)[0].decode()
    assert process.returncode == -signal.SIGTERM, f"a check was not ended by a signal: {process.returncode}\n{text}"


def catches(pid, number):
    with open(f"/proc/{pid}/status", encoding="ascii") as file:
        caught = [line.split()[1] for line in file if line.startswith("SigCgt:")]
    return bool(caught) and int(caught[0], 16) >> (number - 1) & 1 == 1


def fullStandardOutputIsTold(program):
    program.boxCase()
    for arguments in (["check", "case.yaml"], ["info"], ["schema"], ["--help"], ["mesh", "case.yaml"]):
        shell(program, "$FLUXTET > /dev/full", *arguments).expect(3, "cannot write to standard output", "no space left")


def emptyNamesAreRefused(program):
    program.boxCase()
    for options in (["--restart", ""], ["--output", ""], ["--mesh", ""]):
        program.refuses("run", "case.yaml", *options, words=[options[0], "the name is empty"])
    program.refuses("run", "", words=["CASE", "the name is empty"])
    program.refuses("mesh", "case.yaml", "-o", "", words=["--output", "the name is empty"])


def overLongNamesAreRefused(program):
    program.boxCase()
    long = "x" * 300
    program.refuses("run", long, words=["cannot read the case file", "too long"])
    program.refuses("run", "case.yaml", "--output", f"new/{long}", words=["300 bytes", "--output"])
    program.refuses("run", "case.yaml", "--output", "a/" * 2100, words=["a path of", "--output"])
    program.refuses("run", "case.yaml", "--mesh", long, words=["--mesh"])
    program.refuses("run", "case.yaml", "--restart", long, words=["too long"])
    program.refuses("run", "case.yaml", "--set", f"output.probes[0].name={long}", words=["output.probes[0].name"])


def pipesAreRefused(program):
    program.boxCase()
    os.mkfifo(program.folder / "pipe")
    os.mkfifo(program.folder / "pipe.h5")
    program.refuses("run", "pipe", words=["cannot read the case file", "pipe or a device"])
    program.refuses("run", "case.yaml", "--restart", "pipe", words=["pipe or a device"])
    program.refuses("run", "case.yaml", "--mesh", "pipe.h5", words=["pipe.h5"])
    program.refuses("run", "case.yaml", "--output", "pipe", words=["is not a directory"])


def controlCharactersOfNamesDoNotReachTheTerminal(program):
    escape = "\x1b[2J"
    program.boxCase(("{box: vacuum}", '{box: vacuum, "wrong\\e[2J": vacuum}'))
    text = program.refuses("run", "case.yaml", words=["wrong\\x1b[2J"]).text
    assert escape not in text, repr(text)
    program.boxCase(name=f"case{escape}.yaml")
    text = program.run("check", f"case{escape}.yaml").expect(0, "case\\x1b[2J.yaml is valid").text
    assert escape not in text, repr(text)


def threadsThatTheSystemRefusesAreTold(program):
    """Each thread wants 1 GB of the address space for its stack."""
    program.boxCase()
    limits = "ulimit -s 1000000; ulimit -v 14000000; $FLUXTET"
    words = ("the system lets a rank have", "of the 16", "threads")
    for setting in (["--set", "dgtd.threads=16"], []):
        script = limits if setting else "export OMP_NUM_THREADS=16; " + limits
        shell(program, script, "run", "case.yaml", *setting).expect(2, *words)
    assert not (program.folder / "out").exists()


def farMoreThreadsThanProcessorsAreRefused(program):
    program.boxCase()
    if os.cpu_count() < 4096 // 16:
        program.refuses(
            "run", "case.yaml", "--set", "dgtd.threads=4096", words=["4096 threads", f"{os.cpu_count()} processors"]
        )
