# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Runs submitted by jobs/submit.sh, and what becomes of them."""
import json
import os
import pathlib
import re
import subprocess

from cluster import waitFor

BOX_CASE = """\
solver: dgtd
mesh:
  box: {size: [1 m, 1 m, 1 m], cells: [6, 6, 6]}
materials: {vacuum: {}}
regions: {box: vacuum}
boundaries: {x-: pec, x+: pec, y-: pec, y+: pec, z-: pec, z+: pec}
initial: {cavityMode: {m: 1, n: 1, p: 0, type: tm}}
dgtd: {order: 2, precision: double}
time: {steps: STEPS}
output:
  probes: [{name: centre, at: [0.52 m, 0.47 m, 0.51 m]}]
  energy: {every: 50}
  checkpoint: {every: 1000, keep: 3}
"""
EVERY = 1000  # steps from one checkpoint to the next
ENDLESS = 100_000_000


class Jobs:
    """Cases in a folder, and the jobs that run them. `cluster` is None where none is needed."""

    def __init__(self, options, folder, cluster):
        self.fluxtet, self.mpiexec, self.root = options.fluxtet, options.mpiexec, options.root
        self.folder, self.cluster = pathlib.Path(folder), cluster
        self.environment = dict(cluster.environment if cluster else os.environ)

    def boxCase(self, steps, name="box.yaml", *replacements):
        """A small cavity, changed by pairs (old, new)."""
        text = BOX_CASE
        for old, new in (("STEPS", str(steps)), *replacements):
            assert old in text, f"the case has no '{old}'"
            text = text.replace(old, new)
        path = self.folder / name
        path.write_text(text)
        return path

    def call(self, *arguments):
        """jobs/submit.sh, started in the folder: exit code, standard output, standard error."""
        command = ["bash", str(self.root / "jobs/submit.sh"), "--fluxtet", self.fluxtet, *(str(a) for a in arguments)]
        done = subprocess.run(
            command, cwd=self.folder, env=self.environment, capture_output=True, text=True, check=False
        )
        return done.returncode, done.stdout, done.stderr

    def submit(self, *arguments):
        """The number of the new job, as jobs/submit.sh prints it."""
        code, number, errors = self.call(*arguments)
        assert code == 0, f"submit.sh ended with code {code}\n{errors}"
        assert number.strip().isdigit(), f"not the number of a job alone: {number}"
        return number.strip()

    def refused(self, *arguments, words):
        """submit.sh ends with a message that holds these words, prints no number and leaves no files."""
        before = sorted(self.folder.rglob("*"))
        code, number, errors = self.call(*arguments)
        assert code != 0 and not number, f"not refused: code {code}, output '{number}'\n{errors}"
        for word in words:
            assert word in errors, f"'{word}' is missing:\n{errors}"
        assert sorted(self.folder.rglob("*")) == before, "files have been made"

    def dryRun(self, *arguments):
        """The job script, which must be one that bash can read."""
        code, script, errors = self.call(*arguments, "--dry-run")
        assert code == 0, errors
        subprocess.run(["bash", "-n"], input=script, text=True, check=True)
        return script

    def log(self, output, number):
        path = self.folder / f"{output}.slurm-{number}.log"
        return path.read_text(errors="replace") if path.exists() else ""

    def waitForLog(self, output, number, words, seconds=60):
        waitFor(
            lambda: words in self.log(output, number),
            f"'{words}' in the log",
            seconds,
            lambda: self.log(output, number) + self.cluster.logs(),
        )

    def waitForSteps(self, output, number, start=1):
        """Until the given start of a job on two ranks is stepping: before, the run tells how its ranks exchange traces."""
        waitFor(
            lambda: self.log(output, number).count("exchange traces") >= start,
            f"the steps of start {start}",
            60,
            lambda: self.log(output, number) + self.cluster.logs(),
        )

    def stoppedStep(self, output, number):
        """Where the run was when a signal stopped it."""
        self.waitForLog(output, number, "stopped by a signal at step")
        return int(re.search(r"stopped by a signal at step (\d+)", self.log(output, number))[1])

    def askToStop(self, number):
        """What --signal makes SLURM do shortly before the time limit, now."""
        self.cluster.command("scancel", "--batch", "--signal=USR1", number)

    def end(self, number, state, exitCode, seconds=90):
        """Waits for the end of a job, which must be this one, and returns how often it was requeued."""
        self.cluster.waitForJobs([number], seconds)
        job = self.cluster.job(number)
        found = (job["JobState"], job["ExitCode"])
        assert found == (state, f"{exitCode}:0"), f"{found}\n{self.logs()}"
        return int(job["Restarts"])

    def logs(self):
        return "\n".join(p.read_text(errors="replace") for p in sorted(self.folder.rglob("*.log")))

    def summary(self, output):
        path = self.folder / output / "summary.json"
        assert path.exists(), f"{output} has no summary\n{self.logs()}"
        return json.loads(path.read_text())

    def tree(self, output):
        """Every file of the results with its size and time."""
        return {p: (p.stat().st_size, p.stat().st_mtime_ns) for p in (self.folder / output).rglob("*") if p.is_file()}
