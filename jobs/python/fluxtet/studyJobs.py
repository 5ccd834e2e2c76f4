# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""A study as an array job of SLURM: a task for each variant, by jobs/submit.sh, which fills the job script in."""
import pathlib
import shlex
import subprocess
import tempfile

from .errors import StudyError
from .variants import overridesOf

SUBMIT = pathlib.Path(__file__).resolve().parents[2] / "submit.sh"  # of a clone or an installation
SCRIPT = "sweep.sbatch"
BACKENDS = {"cuda": ["--gpu"], "cpu": ["--cpu"], "auto": []}


def scriptText(options, program, shared, variants, folder):
    """The job script of a study whose folder is `folder`. `options`: those of the command line."""
    if not SUBMIT.is_file():
        raise StudyError(
            f"--slurm needs the job scripts of fluxtet, of a clone or an installation: {SUBMIT} is not there"
        )
    with tempfile.TemporaryDirectory(prefix="fluxtet-sweep-") as lists:
        lines, names = (pathlib.Path(lists) / "sweep.txt", pathlib.Path(lists) / "folders.txt")
        lines.write_text("".join(shlex.join(overridesOf(each.values)) + "\n" for each in variants), encoding="utf-8")
        names.write_text("".join(each.name + "\n" for each in variants), encoding="utf-8")
        command = ["bash", str(SUBMIT), options.case, "--dry-run", "--output", str(folder), "--fluxtet", program]
        command += ["--sweep", str(lines), "--folders", str(names), *BACKENDS[options.backend]]
        command += ["--mesh", options.mesh] if options.mesh else []
        command += [word for override in overridesOf(shared) for word in ("--set", override)]
        done = subprocess.run(
            command + wordsOf(options.slurm), capture_output=True, text=True, errors="replace", check=False
        )
    if done.returncode != 0:
        raise StudyError(f"no job script is written:\n{done.stderr.strip()}")
    return done.stdout


def wordsOf(text):
    try:
        return shlex.split(text)
    except ValueError as error:
        raise StudyError(f"--slurm '{text}': {error}") from error
