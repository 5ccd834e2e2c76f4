# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Array jobs: one run for each line of a file."""
import csv

from jobs import ENDLESS

NEEDS_SLURM = True


def everyLineIsARunInAFolderOfItsOwn(jobs):
    file = jobs.folder / "orders and places.txt"
    file.write_text(
        "# order, place\ndgtd.order=1\n\n  dgtd.order=2 'output.probes[0].at=[300 mm, 300 mm, 100 mm]'\n"
        "dgtd.order=3 time.steps=30\n"
    )
    number = jobs.submit(
        jobs.boxCase(20),
        "-n",
        1,
        "--sweep",
        file,
        "--at-once",
        2,
        "--output",
        "swept",
        "--set",
        "output.energy.every=10",
    )
    for task, (order, steps) in enumerate(((1, 20), (2, 20), (3, 30)), start=1):
        assert jobs.end(f"{number}_{task}", "COMPLETED", 0) == 0
        summary = jobs.summary(f"swept/{task:03d}")
        assert (summary["order"], summary["steps"]) == (order, steps), summary
        with open(jobs.folder / f"swept/{task:03d}/energy.csv", newline="") as rows:
            assert len(list(csv.reader(rows))) == 2 + steps // 10, "the override of all runs is missing"
    resolved = (jobs.folder / "swept/002/case.yaml").read_text()
    assert "0.1" in resolved and "0.52" not in resolved, resolved


def foldersOfASweepMayBeNamed(jobs):
    lines, names = jobs.folder / "sweep.txt", jobs.folder / "folders.txt"
    lines.write_text("dgtd.order=1\ndgtd.order=2\n")
    names.write_text("order=1\norder=2,wide\n")
    number = jobs.submit(jobs.boxCase(20), "-n", 1, "--sweep", lines, "--folders", names, "--output", "swept")
    for task, name in enumerate(("order=1", "order=2,wide"), start=1):
        assert jobs.end(f"{number}_{task}", "COMPLETED", 0) == 0
        assert jobs.summary(f"swept/{name}")["order"] == task


def onlyTheTaskThatTheLimitStopsComesBack(jobs):
    """The last one: SLURM knows it by the number of the whole array, too."""
    file = jobs.folder / "sweep.txt"
    file.write_text("dgtd.order=1\ndgtd.order=2\n")
    number = jobs.submit(jobs.boxCase(ENDLESS), "-n", 2, "--sweep", file, "--output", "swept")
    for task in (1, 2):
        jobs.waitForSteps("swept", f"{number}_{task}")
    jobs.askToStop(f"{number}_2")
    jobs.waitForSteps("swept", f"{number}_2", start=2)
    assert "start 2" not in jobs.log("swept", f"{number}_1"), jobs.logs()
    assert jobs.cluster.job(f"{number}_1")["JobState"] == "RUNNING"


def anotherSweepInTheSameFolderIsRefusedAndLinesAtTheEndAreNot(jobs):
    file = jobs.folder / "sweep.txt"
    file.write_text("dgtd.order=1\n")
    arguments = (jobs.boxCase(20), "-n", 1, "--sweep", file, "--output", "swept")
    number = jobs.submit(*arguments)
    assert jobs.end(f"{number}_1", "COMPLETED", 0) == 0
    before = jobs.tree("swept/001")
    file.write_text("dgtd.order=2\n")
    jobs.refused(*arguments, words=["another sweep", "--output"])
    file.write_text("dgtd.order=1\ndgtd.order=2\n")
    number = jobs.submit(*arguments)
    for task in (1, 2):
        assert jobs.end(f"{number}_{task}", "COMPLETED", 0) == 0
    assert "finished results: nothing to do" in jobs.log("swept", f"{number}_1"), jobs.logs()
    assert jobs.tree("swept/001") == before and jobs.summary("swept/002")["order"] == 2
