# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Runs the variants of a study on this machine, one after the other."""
import os
import pathlib
import shlex
import shutil
import signal
import subprocess
import time

from .errors import StudyError
from .studyFolder import hasCheckpoint, isFinished
from .variants import overridesOf

ROOT = pathlib.Path(__file__).resolve().parents[3]
OWN = (ROOT / "build/release/fluxtet", ROOT.parent.parent / "bin/fluxtet")  # of a clone, of an installation
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
STOPPED = 4  # exit code of the program after a signal
TAIL = 8  # lines of a log that are shown


def findProgram():
    """The program that started this study, else the one of this clone or installation, else the one on the PATH."""
    own = (str(program) for program in OWN if program.is_file())
    program = os.environ.get("FLUXTET_PROGRAM") or next(own, shutil.which("fluxtet"))
    if not program or not shutil.which(program):
        raise StudyError(
            f"there is no program {program}: FLUXTET_PROGRAM should name it"
            if program
            else "there is no fluxtet: build it, put it on the PATH, or name it by FLUXTET_PROGRAM"
        )
    return program


def commandOf(text):
    """Words that start the program, whose last one is the program itself; `fluxtet` is the one that findProgram finds."""
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise StudyError(f"--command '{text}': {error}") from error
    if not words:
        raise StudyError("--command is empty: it should read like 'mpirun -n 4 fluxtet'")
    if words[-1] == "fluxtet":
        words[-1] = findProgram()
    for word in (words[0], words[-1]):
        if not shutil.which(word):
            raise StudyError(
                f"--command '{text}': there is no program {word}; the last word is fluxtet, as in 'mpirun -n 4 fluxtet'"
            )
    return words


class Runner:
    """Starts runs and passes signals on to them. `command`: words that start the program; `options`: further arguments of
    `fluxtet run` that all variants share. Use as `with Runner(...) as runner`."""

    def __init__(self, command, case, options, folder):
        self.command, self.case, self.options, self.folder = (command, case, options, folder)
        self.child, self.signals, self.before = None, 0, {}

    def __enter__(self):
        heeded = [number for number in SIGNALS if signal.getsignal(number) != signal.SIG_IGN]  # nohup ignores SIGHUP
        self.before = {number: signal.signal(number, self.onSignal) for number in heeded}
        return self

    def __exit__(self, *_):
        for number, handler in self.before.items():
            signal.signal(number, handler)

    @property
    def isStopped(self):
        return self.signals > 0

    def onSignal(self, *_):
        """The first one asks the run for a checkpoint; SIGUSR1 reaches the ranks through mpirun and srun. Further ones end it,
        with its ranks: launchers that were killed would leave them behind."""
        self.signals += 1
        self.signalChild()

    def signalChild(self):
        if self.child is not None and self.child.poll() is None:
            self.child.send_signal(signal.SIGUSR1 if self.signals == 1 else signal.SIGTERM)

    def run(self, variant, position):
        """Exit code of the variant's run; 0 at once where it has finished before. `position`: such as 2/6."""
        folder = self.folder / variant.name
        if isFinished(folder):
            print(f"[{position}] {variant.name}: has finished before", flush=True)
            return 0
        start = startOf(folder)
        print(f"[{position}] {variant.name}: {toldStart(start)}", end="", flush=True)
        begin = time.monotonic()
        code = self.call(variant, folder, start)
        print(f" {self.toldEnd(code, time.monotonic() - begin, variant)}", flush=True)
        return code

    def call(self, variant, folder, start):
        command = [*self.command, "run", str(self.case), "--output", str(folder), *self.options, *start]
        for override in overridesOf(variant.values):
            command += ["--set", override]
        with open(self.logOf(variant), "a", encoding="utf-8") as log:
            log.write(f"$ {shlex.join(command)}\n")
            log.flush()
            # In a group of its own, so that a Ctrl-C reaches it through onSignal alone, which mpirun needs.
            self.child = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT, start_new_session=True
            )
            if self.isStopped:
                self.signalChild()
            code = self.child.wait()
        if code == 0 and not isFinished(folder):
            return 3
        return code

    def toldEnd(self, code, seconds, variant):
        if code == 0:
            return f"done in {seconds:.1f} s"
        log = self.logOf(variant)
        if self.isStopped:
            return f"stopped after {seconds:.1f} s"
        lines = log.read_text(encoding="utf-8", errors="replace").splitlines()
        begin = max(number for number, line in enumerate(lines) if line.startswith("$ "))
        return "\n".join([f"FAILED, {toldCode(code)}; the end of {log}:", *lines[begin + 1 :][-TAIL:]])

    def logOf(self, variant):
        return self.folder / f"{variant.name}.log"


def toldCode(code):
    if code == STOPPED:
        return f"stopped by a signal (exit code {code})"
    return f"exit code {code}" if code >= 0 else f"signal {-code}"


def startOf(folder):
    """Options with which a variant starts: a fresh one from its beginning, an interrupted one from its newest checkpoint. What
    is there without one is moved aside by the program."""
    if hasCheckpoint(folder):
        return ["--restart", "latest"]
    return ["--backup"] if folder.exists() else []


def toldStart(start):
    return "goes on ..." if "--restart" in start else "running ..."
