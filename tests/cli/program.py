# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""The program under test, started in a folder of its own."""
import importlib
import os
import pathlib
import signal
import subprocess
import sys
import time

SKIPPED = 77  # exit code

BOX_CASE = """\
solver: dgtd
mesh:
  box: {size: [1 m, 1 m, 1 m], cells: [3, 3, 3]}
materials:
  vacuum: {}
  glass: {epsilon_r: 4}
regions: {box: vacuum}
boundaries: {x-: pec, x+: pec, y-: pec, y+: pec, z-: pec, z+: pec}
initial: {cavityMode: {m: 1, n: 1, p: 0, type: tm}}
dgtd: {order: 2, precision: double}
time: {steps: 20}
output:
  directory: out
  probes: [{name: centre, at: [0.52 m, 0.47 m, 0.51 m]}]
  energy: {every: 5}
"""


def moduleOrSkip(name, package):
    """A Python module that not every machine has, of a package by its name for pip; without it the test counts as skipped."""
    try:
        return importlib.import_module(name)
    except ImportError as missing:
        print(f"skipped: {package} is not installed ({missing})")
        sys.exit(SKIPPED)


class Result:
    """`text`: what came on standard output and standard error, in its order, or where they were asked for apart the one
    behind the other; `output`: on standard output alone, where that was asked for."""

    def __init__(self, arguments, code, text, output=None):
        self.arguments, self.code, self.text, self.output = arguments, code, text, output

    def expect(self, code, *words):
        """The exit code, and words that the output must contain (in any case of letters)."""
        said = f"\n$ {' '.join(self.arguments)}\n{self.text}"
        assert self.code == code, f"exit code {self.code}, expected {code}:{said}"
        for word in words:
            assert word.lower() in self.text.lower(), f"'{word}' is missing from the output:{said}"
        return self


class Program:
    def __init__(self, binary, mpiexec, ranks, folder, cases):
        self.binary, self.mpiexec, self.ranks = binary, mpiexec, ranks
        self.folder, self.cases = pathlib.Path(folder), pathlib.Path(cases)

    def write(self, name, text):
        path = self.folder / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    def boxCase(self, *replacements, name="case.yaml"):
        """A small valid case, changed by pairs (old, new)."""
        return self.writeChanged(BOX_CASE, *replacements, name=name)

    def writeChanged(self, text, *replacements, name="case.yaml"):
        """A case that is `text`, changed by pairs (old, new)."""
        for old, new in replacements:
            assert old in text, f"the base case has no '{old}'"
            text = text.replace(old, new)
        return self.write(name, text)

    def command(self, arguments, ranks=None):
        ranks = ranks or self.ranks
        launcher = [] if ranks == 1 else [self.mpiexec, "--oversubscribe", "--bind-to", "none", "-n", str(ranks)]
        return launcher + [self.binary] + [str(a) for a in arguments]

    def run(self, *arguments, ranks=None, timeout=90):
        command = self.command(arguments, ranks)
        # mpiexec passes both streams on in pieces, so that a line of one may stand within a line of the other.
        return self.resultApart(command, timeout) if command[0] == self.mpiexec else self.resultOf(command, timeout)

    def runApart(self, *arguments, timeout=90):
        """For what other programs read: libraries and the system may say something on standard error."""
        return self.resultApart(self.command(arguments), timeout)

    def resultApart(self, command, timeout):
        done = subprocess.run(command, cwd=self.folder, capture_output=True, timeout=timeout, check=False)
        output, errors = (text.decode(errors="replace") for text in (done.stdout, done.stderr))
        return Result(command, done.returncode, output + errors, output)

    def script(self, name, *arguments):
        """A Python script of jobs/."""
        return self.resultOf([sys.executable, str(self.cases.parent / "jobs" / name)] + [str(a) for a in arguments])

    def resultOf(self, command, timeout=90):
        done = subprocess.run(
            command, cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=timeout, check=False
        )
        return Result(command, done.returncode, done.stdout.decode(errors="replace"))

    def start(self, *arguments, ranks=None):
        return subprocess.Popen(
            self.command(arguments, ranks), cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )

    def refuses(self, *arguments, words=(), keep=None):
        """Bad input: exit code 2, the words, and nothing created or changed. `keep`: what is there already."""
        before = self.tree()
        result = self.run(*arguments).expect(2, *words)
        assert self.tree() == before, f"files changed from {sorted(before)} to {sorted(self.tree())}:\n{result.text}"
        return result

    def tree(self):
        """Every file below the folder with its content's size and time."""
        return {
            str(p.relative_to(self.folder)): (p.stat().st_size, p.stat().st_mtime_ns)
            for p in self.folder.rglob("*")
            if p.is_file()
        }


def waitFor(condition, what, seconds=60):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, f"waited {seconds} s in vain for {what}"
        time.sleep(0.02)


def rankProcesses(process, binary):
    """Process ids of the ranks: the children of mpirun, or the process itself."""
    if pathlib.Path(os.readlink(f"/proc/{process.pid}/exe")).name == pathlib.Path(binary).name:
        return [process.pid]
    children = pathlib.Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    return [int(pid) for pid in children]


def kill(pid, number=signal.SIGKILL):
    os.kill(pid, number)
