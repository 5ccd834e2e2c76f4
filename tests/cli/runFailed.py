# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Runs that fail (exit code 3): what they say, what they leave, and that no rank is left waiting."""
import resource
import shutil

import numpy

from program import rankProcesses, waitFor
from restart import checkpoints, datasets

ENDLESS = ("steps: 20", "steps: 100000000")
# More than the resolved case, less than what each of the outputs below comes to.
FULL_DISK_BYTES = 16384


def breaksAt(program, seconds):
    """A case in which a current drives single precision beyond its range from a given time on."""
    program.write("jump.csv", f"0,0\n{seconds},0\n{1.0001 * seconds},1\n1,1\n")
    current = "sources: [{current: {region: box, density: [0, 0, 1e38], waveform: {table: {file: jump.csv}}}}]\n"
    return program.boxCase(
        ("precision: double", "precision: single"),
        ("dgtd:", current + "dgtd:"),
        ("steps: 20", "steps: 12"),
        ("energy: {every: 5}", "energy: {every: 0}\n  checkpoint: {every: 5, keep: 3}"),
    )


def fieldThatIsNoLongerFiniteStopsTheRun(program):
    breaksAt(program, 1e-9)
    result = program.run("run", "case.yaml", "--set", "time.steps=20000").expect(
        3, "no longer finite", "at step", "t = ", " s)", "cfl"
    )
    assert "MPI_ABORT" not in result.text, result.text
    assert not (program.folder / "out/summary.json").exists(), "a failed run has a summary"


def failedRestartKeepsTheGoodCheckpointsAndNoOldSummary(program):
    breaksAt(program, 2e-9)
    program.run("run", "case.yaml").expect(0)
    assert (program.folder / "out/summary.json").exists()
    # The energy is looked at every 100 steps only, a checkpoint is due every 5.
    program.run("run", "case.yaml", "--restart", "latest", "--set", "time.steps=20000").expect(3, "no longer finite")
    assert not (program.folder / "out/summary.json").exists(), "the summary of the first run tells of success"
    kept = checkpoints(program, "out")
    assert len(kept) == 3, kept
    for path in kept:
        for name, values in datasets(path).items():
            values = numpy.asarray(values)
            assert values.dtype.kind != "f" or numpy.isfinite(values).all(), f"{name} of {path} is not finite"
    last = max(int(path.stem.rpartition("_")[2]) for path in kept)
    program.run("run", "case.yaml", "--restart", "latest", "--set", f"time.steps={last + 1}").expect(0)


def failInMidRun(program, output, path, ready="case.yaml"):
    """Lets the disk fill up while an endless run writes `output`; `path` must be named. The run has begun when the file `ready` is
    there, and writes no more for a while."""
    shutil.rmtree(program.folder / "out", ignore_errors=True)
    program.boxCase(
        ENDLESS, ("  probes: [{name: centre, at: [0.52 m, 0.47 m, 0.51 m]}]\n  energy: {every: 5}", "  " + output)
    )
    process = program.start("run", "case.yaml")
    waitFor(lambda: (program.folder / "out" / ready).exists() or process.poll() is not None, "the start of the run")
    assert process.poll() is None, process.stdout.read().decode()
    for rank in rankProcesses(process, program.binary):
        resource.prlimit(rank, resource.RLIMIT_FSIZE, (FULL_DISK_BYTES, FULL_DISK_BYTES))
    text = process.communicate(timeout=60)[0].decode(errors="replace")
    assert process.returncode == 3, f"exit code {process.returncode} with '{output}':\n{text}"
    assert path in text and "too large" in text.lower(), f"'{path}' is missing:\n{text}"
    assert "MPI_ABORT" not in text, f"the ranks did not agree on the error:\n{text}"
    assert not (program.folder / "out/summary.json").exists(), f"a failed run has a summary ({output})"
    left = [p for p in (program.folder / "out").rglob("*") if p.suffix in (".tmp", ".part")]
    assert not left, f"unfinished files: {left}"


def fullDiskStopsTheRunAndNamesTheFile(program):
    slices = "slices: [{name: plane, origin: [0, 0, 0.5], u: [1, 0, 0], v: [0, 1, 0], points: [60, 60], every: 5000}]"
    failInMidRun(program, "checkpoint: {every: 1 s}", "out/checkpoints/checkpoint_")
    failInMidRun(program, "snapshots: {every: 5000}", "out/snapshots/fields_", ready="snapshots/fields.vtkhdf.series")
    failInMidRun(program, slices, "out/slices/plane_", ready="slices/plane_00000000.csv")
    failInMidRun(program, "probes: [{name: centre, at: [0.5, 0.5, 0.5]}]", "out/probes/centre.csv")
    failInMidRun(program, "energy: {every: 1}", "out/energy.csv")


def outputDirectoryThatVanishesStopsTheRun(program):
    program.boxCase(ENDLESS)
    process = program.start("run", "case.yaml")
    waitFor(lambda: (program.folder / "out/case.yaml").exists() or process.poll() is not None, "the start of the run")
    assert process.poll() is None, process.stdout.read().decode()
    (program.folder / "out").rename(program.folder / "gone")
    text = process.communicate(timeout=60)[0].decode(errors="replace")
    assert process.returncode == 3, f"exit code {process.returncode}:\n{text}"
    assert "out/" in text and "no such file or directory" in text.lower(), text
    assert not (program.folder / "gone/summary.json").exists()


def outputDirectoryThatCannotBeMadeIsRefused(program):
    program.boxCase()
    program.refuses("run", "case.yaml", "--output", "case.yaml/out", words=["case.yaml/out", "is not a directory"])
