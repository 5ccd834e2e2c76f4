# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Which jobs come back and which do not."""
from jobs import ENDLESS

NEEDS_SLURM = True


def aFailedRunIsNotRequeued(jobs):
    """A dipole drives single precision beyond its range: exit code 3."""
    (jobs.folder / "jump.csv").write_text("0,0\n1e-9,0\n1.001e-9,1\n1,1\n")
    dipole = (
        "sources: [{dipole: {at: [0.4, 0.5, 0.5], moment: [0, 0, 1e38], waveform: {table: {file: jump.csv}}}}]\ndgtd:"
    )
    case = jobs.boxCase(ENDLESS, "box.yaml", ("precision: double", "precision: single"), ("dgtd:", dipole))
    number = jobs.submit(case, "-n", 2, "--output", "out")
    assert jobs.end(number, "FAILED", 3) == 0
    log = jobs.log("out", number)
    for words in ("no longer finite", "exit code 3", "not requeued: the run failed"):
        assert words in log, log


def aRunStoppedByItsUserIsNotRequeuedAndGoesOnWhenSubmittedAgain(jobs):
    """By a signal to the ranks, which srun's can be sent, and by one to the job script, which does for both."""
    case = jobs.boxCase(ENDLESS)
    ways = {
        "srun": (("--signal=USR1",), "not requeued: not the time limit"),
        "mpirun": (("--batch", "--signal=TERM"), "not requeued: it was told to end"),
    }
    numbers = {starter: jobs.submit(case, "-n", 2, f"--{starter}", "--output", starter) for starter in ways}
    for starter, (options, words) in ways.items():
        jobs.waitForSteps(starter, numbers[starter])
        jobs.cluster.command("scancel", *options, numbers[starter])
        assert jobs.end(numbers[starter], "FAILED", 4) == 0
        assert words in jobs.log(starter, numbers[starter]), jobs.logs()
    reached = jobs.stoppedStep("mpirun", numbers["mpirun"])
    number = jobs.submit(case, "-n", 2, "--mpirun", "--output", "mpirun", "--set", f"time.steps={reached + 10}")
    assert jobs.end(number, "COMPLETED", 0) == 0
    assert jobs.summary("mpirun")["first_step"] == reached


def aJobComesBackAsOftenAsItMay(jobs):
    number = jobs.submit(jobs.boxCase(ENDLESS), "-n", 2, "--output", "out", "--requeues", 1)
    for start in (1, 2):
        jobs.waitForSteps("out", number, start)
        jobs.askToStop(number)
        jobs.waitForLog("out", number, "requeued to go on" if start == 1 else "as often as it may (1)")
    assert jobs.end(number, "FAILED", 4) == 1


def aJobThatSlurmItselfRequeuesGoesOnToo(jobs):
    """As after the failure of a node or for a job of higher priority: SIGTERM, a few seconds, then SIGKILL."""
    case = jobs.boxCase(ENDLESS)
    number = jobs.submit(case, "-n", 2, "--output", "out")
    jobs.waitForSteps("out", number)
    jobs.cluster.command("scontrol", "requeue", number)
    reached = jobs.stoppedStep("out", number)
    jobs.boxCase(reached + 10)
    assert jobs.end(number, "COMPLETED", 0) == 1
    assert jobs.summary("out")["first_step"] == reached


def whatSlurmRefusesIsToldByItself(jobs):
    code, number, errors = jobs.call(jobs.boxCase(20), "-n", 2, "--partition", "no such", "--no-check")
    assert code != 0 and not number, (code, number)
    assert "invalid partition" in errors and "sbatch refuses this job" in errors, errors


def finishedResultsAreNeverTouched(jobs):
    case = jobs.boxCase(20)
    number = jobs.submit(case, "-n", 2, "--output", "out")
    assert jobs.end(number, "COMPLETED", 0) == 0
    before = jobs.tree("out")
    jobs.refused(case, "-n", 2, "--output", "out", words=["finished", "--output"])
    assert jobs.tree("out") == before


def aJobThatLostItsRunBeforeACheckpointStartsAgainAndKeepsWhatThereWas(jobs):
    case = jobs.boxCase(ENDLESS, "box.yaml", ("every: 1000", f"every: {ENDLESS}"))
    number = jobs.submit(case, "-n", 2, "--output", "out")
    jobs.waitForSteps("out", number)
    jobs.cluster.command("scancel", "--signal=USR2", number)  # which the program does not catch
    jobs.cluster.waitForJobs([number], 60)
    assert "not requeued: the run failed" in jobs.log("out", number), jobs.logs()
    jobs.boxCase(20)
    jobs.cluster.command("scontrol", "requeue", number)
    assert jobs.end(number, "COMPLETED", 0) == 1
    assert jobs.summary("out")["first_step"] == 0
    assert (jobs.folder / "out.1/case.yaml").exists() and not (jobs.folder / "out.1/summary.json").exists()


# Tells what a rank was given and computes on the CPU: the GPUs of this SLURM are numbers only.
GPU_PROGRAM = """\
#!/bin/bash
echo "rank $SLURM_PROCID has the GPUs $SLURM_JOB_GPUS, $SLURMD_TRES_BIND, and is told: $*"
exec "{program}" "${{@/#cuda/cpu}}"
"""


def aJobOnGpusGetsOneForEachRank(jobs):
    """Each rank has all GPUs of its node, as many as ranks, and is to take one of them; the run comes to its end."""
    program = jobs.folder / "fluxtet"
    program.write_text(GPU_PROGRAM.format(program=jobs.fluxtet))
    program.chmod(0o755)
    number = jobs.submit(jobs.boxCase(20), "-n", 2, "--gpu", "--threads", 1, "--output", "out", "--fluxtet", program)
    assert jobs.end(number, "COMPLETED", 0) == 0
    log = jobs.log("out", number)
    assert "2 GPUs on this node" in log, log
    for rank in (0, 1):
        told = [
            line for line in log.splitlines() if f"rank {rank} has the GPUs 0,1, gpu:none, and is told: run " in line
        ]
        assert len(told) == 1 and "--backend cuda" in told[0], log
    assert jobs.summary("out")["ranks"] == 2
