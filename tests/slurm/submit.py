# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""jobs/submit.sh without a SLURM: what it refuses, and the scripts that it fills in."""
import pathlib
import shlex
import shutil
import subprocess
import sys

NEEDS_SLURM = False
# What submit.sh calls; none of them belongs to SLURM.
TOOLS = ("bash", "basename", "dirname", "grep", "nproc", "realpath", "sed", "xargs", "env")


def badNumbersAreRefused(jobs):
    case = jobs.boxCase(20)
    for arguments, words in (
        ((), ["-n RANKS"]),
        (("-n", "two"), ["-n 'two'"]),
        (("-n", 0), ["-n '0'", "1"]),
        (("-n", 3, "--per-node", 2), ["-n 3", "--per-node 2"]),
        (("-n", 2, "--threads", "-1"), ["--threads"]),
        (("-n", 2, "--time", "1h"), ["--time '1h'", "HH:MM:SS"]),
        (("-n", 2, "--time", 2), ["--lead 120", "120 s"]),
        (("-n", 2, "--requeues", "x"), ["--requeues"]),
        (("-n", 2, "--at-once", 2), ["--at-once 2", "--sweep"]),
        (("-n",), ["-n needs a value"]),
    ):
        jobs.refused(case, "--dry-run", *arguments, words=words)


def theTimeLimitMayHaveEveryFormatOfSlurm(jobs):
    case = jobs.boxCase(20)
    for time, seconds in (
        ("2", 120),
        ("1:30", 90),
        ("1:00:09", 3609),
        ("1-1", 90000),
        ("1-1:1", 90060),
        ("0-0:08:09", 489),
    ):
        common = (case, "-n", 1, "--no-check", "--time", time, "--lead")
        assert f"--time={time} --signal=B:USR1@{seconds - 1}" in jobs.dryRun(*common, seconds - 1)
        jobs.refused(*common, seconds, "--dry-run", words=["--lead", f"({seconds} s)"])


def badFilesAreRefused(jobs):
    case = jobs.boxCase(20)
    jobs.refused("missing.yaml", "-n", 1, "--dry-run", words=["no case file 'missing.yaml'"])
    jobs.refused("-n", 1, "--dry-run", words=["no case is named"])
    jobs.refused(case, "other.yaml", "-n", 1, "--dry-run", words=["two cases"])
    jobs.refused(case, "-n", 1, "--dry-run", "--mesh", "missing.h5", words=["--mesh 'missing.h5'"])
    jobs.refused(case, "-n", 1, "--dry-run", "--sweep", "missing.txt", words=["--sweep 'missing.txt'"])
    jobs.refused(case, "-n", 1, "--dry-run", "--output", "50%", words=["50%", "another folder"])
    jobs.refused(case, "-n", 1, "--dry-run", "--partitoin", "x", words=["unknown option '--partitoin'"])


def aCaseThatCheckRefusesIsNotSubmitted(jobs):
    case = jobs.boxCase(20)
    jobs.refused(case, "-n", 1, "--dry-run", "--set", "dgtd.ordre=2", words=["fluxtet check", "ordre"])
    sweep = jobs.folder / "sweep.txt"
    sweep.write_text("dgtd.order=2\ndgtd.order=7\n")
    jobs.refused(case, "-n", 1, "--dry-run", "--sweep", sweep, words=["fluxtet check", "'dgtd.order=7'"])


def badOverridesAreRefused(jobs):
    case = jobs.boxCase(20)
    jobs.refused(case, "-n", 1, "--dry-run", "--set", "dgtd.order", words=["'dgtd.order' is no override"])
    jobs.refused(case, "-n", 1, "--dry-run", "--set", "output.directory=x", words=["--output"])
    sweep = jobs.folder / "sweep.txt"
    for text, words in (
        ("# nothing\n", ["no line"]),
        ("dgtd.order=1\ndgtd.order = 2\n", ["'dgtd.order' is no override"]),
        ("'dgtd.order=1\n", ["a quote has no end"]),
    ):
        sweep.write_text(text)
        jobs.refused(case, "-n", 1, "--dry-run", "--sweep", sweep, words=words)


def badFoldersOfASweepAreRefused(jobs):
    case, sweep, folders = jobs.boxCase(20), jobs.folder / "sweep.txt", jobs.folder / "folders.txt"
    sweep.write_text("dgtd.order=1\ndgtd.order=2\n")
    common = (case, "-n", 1, "--dry-run", "--no-check", "--folders", folders)
    jobs.refused(*common, "--sweep", sweep, words=["--folders", "no such file"])
    folders.write_text("one\ntwo\n")
    jobs.refused(*common, words=["--sweep"])
    expectArray(jobs.dryRun(*common[:2], 1, *common[4:], "--sweep", sweep), "folders", ["one", "two"])
    for text, words in (
        ("one\n", ["1 lines", "2 runs"]),
        ("one\none\n", ["two runs in one folder"]),
        ("one\n\n", ["'' is no name"]),
        ("one\n../two\n", ["'../two' is no name"]),
    ):
        folders.write_text(text)
        jobs.refused(*common, "--sweep", sweep, words=words)


def whatAStudyOfPortsHasLeftIsGoneOnFrom(jobs):
    """Its runs, in folders of their own, have the checkpoints, and what has finished is not repeated."""

    def hasCheckpoint():
        script = 'source "$1/jobs/slurm/results.sh"; hasCheckpoint "$2"'
        return subprocess.run(["bash", "-c", script, "bash", jobs.root, folder], check=False).returncode == 0

    folder = jobs.folder / "out"
    (folder / "In").mkdir(parents=True)
    (folder / "case.yaml").write_text("")
    assert not hasCheckpoint()
    (folder / "In/summary.json").write_text('{\n  "status": "stopped"\n}\n')
    assert not hasCheckpoint()
    (folder / "In/summary.json").write_text('{\n  "status": "done"\n}\n')
    assert hasCheckpoint()
    (folder / "In/summary.json").unlink()
    for name in ("In/checkpoints", "checkpoints"):
        (folder / name).mkdir()
        assert not hasCheckpoint()
        (folder / name / "checkpoint_12.h5").write_text("")
        assert hasCheckpoint()
        (folder / name / "checkpoint_12.h5").unlink()


def withoutSlurmTheMessageSaysSo(jobs):
    tools = jobs.folder / "tools"
    tools.mkdir()
    for tool in TOOLS:
        (tools / tool).symlink_to(shutil.which(tool))
    jobs.environment["PATH"] = str(tools)
    case = jobs.boxCase(20)
    jobs.refused(case, "-n", 1, words=["no sbatch", "--dry-run"])
    assert "runCase" in jobs.dryRun(case, "-n", 1, "--no-check"), "the script is not shown"


def aRootWithoutCgroupsIsSkippedWithTheReason(jobs):
    """In a mount namespace whose /sys is empty."""
    inEmptySys = ["unshare", "--mount", "bash", "-c", 'mount -t tmpfs none /sys && exec "$@"', "bash"]
    if subprocess.run(inEmptySys + ["true"], capture_output=True, check=False).returncode != 0:
        print("skipped: this machine does not let the test make a mount namespace")
        sys.exit(77)
    folder = pathlib.Path(__file__).parent
    command = [
        sys.executable,
        folder / "runTest.py",
        "requeue",
        "finishedResultsAreNeverTouched",
        "--fluxtet",
        jobs.fluxtet,
        "--mpiexec",
        jobs.mpiexec,
        "--root",
        jobs.root,
    ]
    done = subprocess.run(inEmptySys + command, capture_output=True, text=True, check=False)
    assert done.returncode == 77, f"code {done.returncode}\n{done.stdout}{done.stderr}"
    assert "skipped: " in done.stdout and ("cgroup" in done.stdout or "not found" in done.stdout), done.stdout


def theScriptHoldsWhatWasAskedFor(jobs):
    place = 'output.probes[0].at=[0, 0, "$HOME"]'
    script = jobs.dryRun(
        jobs.boxCase(20),
        "-n",
        8,
        "--per-node",
        4,
        "--threads",
        3,
        "--partition",
        "long",
        "--account",
        "my group",
        "--sbatch",
        "--exclusive",
        "--sbatch",
        "--mem=0",
        "--no-check",
        "--set",
        place,
        "--requeues",
        0,
    )
    for line in (
        "--nodes=2 --ntasks=8 --ntasks-per-node=4 --cpus-per-task=3",
        '#SBATCH --partition="long"',
        '#SBATCH --account="my group"',
        "#SBATCH --exclusive",
        "#SBATCH --mem=0",
        "--no-requeue",
        "--time=1:00:00 --signal=B:USR1@120",
    ):
        assert line in script, f"'{line}' is missing:\n{script}"
    assert "{{" not in script, script
    assert "gpu" not in script, script
    expectArray(script, "arguments", ["--backend", "cpu", "--set", place])


def onGpusEachRankHasOne(jobs):
    script = jobs.dryRun(jobs.boxCase(20), "-n", 8, "--per-node", 4, "--gpu", "--no-check")
    for words in ("--nodes=2 --ntasks=8 --ntasks-per-node=4 --cpus-per-task=4", "--gpus-per-node=4", "--gpu-bind=none"):
        assert words in script, f"'{words}' is missing:\n{script}"
    expectArray(script, "arguments", ["--backend", "cuda"])
    script = jobs.dryRun(jobs.boxCase(20), "-n", 2, "--per-node", 4, "--gpu", "--no-check")
    assert "--nodes=1 --ntasks=2 --ntasks-per-node=2" in script and "--gpus-per-node=2" in script, script


def expectArray(script, name, words):
    """bash's %q quoting is read by shlex alike where it needs no $'...'."""
    line = next(line for line in script.splitlines() if line.startswith(f"{name}=("))
    found = shlex.split(line[len(name) + 2 : -1])
    assert found == words, found
