# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Scaling studies whose points are jobs."""
import json
import subprocess
import sys

NEEDS_SLURM = True


def scaling(jobs, *arguments):
    """jobs/scaling.py, started in the folder: exit code and all that it prints."""
    done = subprocess.run(
        [sys.executable, str(jobs.root / "jobs/scaling.py"), *arguments],
        cwd=jobs.folder,
        env=jobs.environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout


def everyPointIsAJobAndTheTableHasThemAll(jobs):
    study = (
        "strong",
        str(jobs.boxCase(20)),
        "--ranks",
        "1,2",
        "--backend",
        "cpu",
        "--fluxtet",
        jobs.fluxtet,
        "--slurm",
        "--time 5",
        "--out",
        "study",
    )
    code, text = scaling(jobs, *study)
    assert code == 3 and "Runs that wait in SLURM: 2" in text, text
    logs = sorted((jobs.folder / "study").rglob("*.submit.log"))
    assert len(logs) == 2, logs
    for log in logs:
        assert jobs.end(log.read_text().split()[-1], "COMPLETED", 0) == 0
    code, text = scaling(jobs, *study)
    assert code == 0, text
    rows = json.loads((jobs.folder / "study/table.json").read_text())["rows"]
    assert [row["ranks"] for row in rows] == [1, 2], rows
    assert all(row["steps"] == 20 for row in rows), rows
