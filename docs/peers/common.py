# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""What the problems share: one measured run in a process of its own, and the runs of fluxtet and openEMS."""
import contextlib
import json
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import threading
import time

import numpy as np

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(ROOT / "jobs" / "python"))

SPEED = 299792458.0  # m/s
VACUUM = 8.8541878128e-12  # F/m, CODATA 2018
THREADS = 2
MARK = "RESULT "  # before the line that a measured process ends with


# --- measuring, the same for all programs


def children_of(pid):
    """`pid` and all processes below it."""
    found = [pid]
    with contextlib.suppress(OSError):
        for task in pathlib.Path(f"/proc/{pid}/task").iterdir():
            for child in (task / "children").read_text(encoding="ascii").split():
                found += children_of(int(child))
    return found


def proportional_bytes(pid):
    """Memory of a process, a page that n processes share counted as 1/n of it."""
    with contextlib.suppress(OSError, ValueError):
        for line in pathlib.Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii").splitlines():
            if line.startswith("Pss:"):
                return 1024 * int(line.split()[1])
    return 0


def busy_seconds():
    """Processor time that all processes of the machine have had."""
    ticks = [int(word) for word in pathlib.Path("/proc/stat").read_text(encoding="ascii").split("\n")[0].split()[1:]]
    return (sum(ticks[:3]) + sum(ticks[5:7])) / os.sysconf("SC_CLK_TCK")  # user, nice, system, interrupts


class MemoryWatch(threading.Thread):
    """The most that a process and those below it held, looked at ten times a second."""

    def __init__(self, pid):
        super().__init__(daemon=True)
        self.pid, self.peak, self.over = pid, 0, threading.Event()

    def run(self):
        while not self.over.wait(0.1):
            self.peak = max(self.peak, sum(map(proportional_bytes, children_of(self.pid))))


def measure(script, program, settings):
    """Runs `script program settings` in a process of its own: what it tells, its wall time from start to end, with
    interpreter, mesh and evaluation, its processor time, the share of the processors that others had meanwhile, and its
    peak memory."""
    command = [sys.executable, str(script), program, json.dumps(settings)]
    if settings.get("ranks", 1) > 1:
        command = ["mpirun", "-n", str(settings["ranks"]), *command]
    begin, busy, own = time.perf_counter(), busy_seconds(), resource.getrusage(resource.RUSAGE_CHILDREN)
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        watch = MemoryWatch(process.pid)
        watch.start()
        text = process.stdout.read()
        process.wait()
        wall = time.perf_counter() - begin
        watch.over.set()
    lines = [line for line in text.splitlines() if line.startswith(MARK)]
    if process.returncode or not lines:
        raise RuntimeError(f"{program} {settings} ended with {process.returncode}:\n{text[-3000:]}")
    result = json.loads(lines[-1][len(MARK) :])
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - own.ru_utime - own.ru_stime
    others = max(0.0, busy_seconds() - busy - cpu) / (wall * os.cpu_count())
    seconds = {"wall_s": wall, "cpu_s": cpu, "others_share": others}
    rounded = {key: float(f"{value:.4g}") for key, value in seconds.items()}
    return {"program": program, "settings": settings, **result, **rounded, "peak_bytes": watch.peak}


def main(programs):
    """The measured process: `script program settings`."""
    os.environ["OMP_NUM_THREADS"] = "1" if "OMPI_COMM_WORLD_SIZE" in os.environ else str(THREADS)
    name, settings = sys.argv[1], json.loads(sys.argv[2])
    with tempfile.TemporaryDirectory(prefix="peers-") as folder:
        result = programs[name](pathlib.Path(folder), settings)
    if result is not None:  # None: not the first rank
        print(MARK + json.dumps(result), flush=True)


# --- fluxtet


def run_fluxtet(folder, case):
    """Runs a case, given as YAML; returns summary.json. The program is $FLUXTET."""
    (folder / "case.yaml").write_text(case, encoding="utf-8")
    out = folder / "out"
    command = [os.environ["FLUXTET"], "run", str(folder / "case.yaml"), "--output", str(out)]
    alone = {**os.environ, "FLUXTET_MESH_CACHE": "off"}  # meshing counts
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=alone)
    if done.returncode:
        raise RuntimeError(done.stdout + done.stderr)
    return json.loads((out / "summary.json").read_text(encoding="utf-8"))


def sizes_of(summary):
    return {
        "cells": summary["elements"],
        "steps": summary["steps"],
        "loop_s": summary["wall_s"]["loop"],
        "commit": summary["commit"],
    }


# --- resonances, by the same evaluation for all programs


def strongest_near(target, when, traces):
    """The strongest oscillation (Hz) of `traces` within 10 % of a frequency."""
    from fluxtet.resonances import findResonances

    found = findResonances(when, traces, lowest=0.9 * target, highest=1.1 * target)
    return max(found, key=lambda one: np.abs(one.amplitude).max()).frequency
