# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""What becomes of a run that its time limit stops."""
import subprocess

from jobs import ENDLESS, EVERY
from program import Program
from restart import checkpointAt, expectSameDatasets

NEEDS_SLURM = True
RANKS = 2
# SLURM looks at its clock every 30 s and signals what would otherwise be signalled too late: with a limit of 60 s the signal
# comes 5 to 35 s after the start.
LIMIT = ("--time", "1", "--lead", "25")


def jobsOfBothStartersGoOnToTheFieldsOfAnUninterruptedRun(jobs):
    """The end of a run is set when the limit has struck, so that the test depends on no machine's speed."""
    cases = {starter: jobs.boxCase(ENDLESS, f"{starter}.yaml") for starter in ("srun", "mpirun")}
    numbers = {
        starter: jobs.submit(case, "-n", RANKS, f"--{starter}", "--output", starter, *LIMIT)
        for starter, case in cases.items()
    }
    last = {}
    for starter, number in numbers.items():
        jobs.waitForLog(starter, number, "requeued to go on", 90)
        last[starter] = EVERY * (jobs.stoppedStep(starter, number) // EVERY + 2)
        jobs.boxCase(last[starter] + 1, f"{starter}.yaml")
    program = Program(jobs.fluxtet, jobs.mpiexec, RANKS, jobs.folder, jobs.root / "meshes")
    whole = jobs.boxCase(max(last.values()) + 1, "whole.yaml", ("keep: 3", "keep: 1000000"))
    subprocess.run(
        program.command(["run", whole, "--output", "whole"]), cwd=jobs.folder, env=jobs.environment, check=True
    )
    for starter, number in numbers.items():
        assert jobs.end(number, "COMPLETED", 0, seconds=120) >= 1
        summary = jobs.summary(starter)
        assert summary["status"] == "done" and summary["first_step"] > 0 and summary["ranks"] == RANKS, summary
        expectSameBits(program, last[starter], starter, "whole")
        expectToldInLog(jobs.log(starter, number), starter)


def expectSameBits(program, step, output, whole):
    """Of the fields at this step, and of all series up to the end of `output`."""
    expectSameDatasets(*(checkpointAt(program, directory, step) for directory in (output, whole)))
    for name in ("probes/centre.csv", "energy.csv"):
        rows, wholeRows = ((program.folder / directory / name).read_text() for directory in (output, whole))
        assert rows.count("\n") > 2 and wholeRows.startswith(rows), f"{name} of {output} differs"


def expectToldInLog(log, starter):
    for words in (
        "start 1, on ",
        "start 2, on ",
        f"{RANKS} ranks",
        f"running {starter} ",
        "the time limit is near",
        "exit code 4",
        "--restart latest",
        "exit code 0",
    ):
        assert words in log, f"'{words}' is missing:\n{log}"
