# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Commands that the Python package carries out: `fluxtet report`, `fluxtet sweep`."""
import os
import stat
import subprocess

from program import moduleOrSkip

# Stands for the package: prints its arguments as a list, and ends with the code that the last one may name.
FAKE = """\
import os, sys
print(sys.argv[1:], os.environ["PYTHONPATH"].split(":")[0], os.environ["FLUXTET_PROGRAM"])
sys.exit(int(sys.argv[-1]) if sys.argv[-1].isdigit() else 0)
"""


def package(program):
    folder = program.folder / "python"
    (folder / "fluxtet").mkdir(parents=True)
    (folder / "fluxtet/__main__.py").write_text(FAKE)
    return folder


def runWith(program, environment, *arguments):
    """`environment`: variables that differ."""
    changed = {**os.environ, **environment}
    done = subprocess.run(
        program.command(arguments), cwd=program.folder, env=changed, capture_output=True, timeout=60, check=False
    )
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def argumentsAndExitCodesArePassedOn(program):
    """By one rank, however many there are."""
    folder = package(program)
    for command in ("report", "sweep"):
        for arguments, code in (([command, "out 1", "--set=a", "--help"], 0), ([command, "7"], 7)):
            done = runWith(program, {"FLUXTET_PYTHON": str(folder)}, *arguments)
            assert done[:2] == (code, f"{arguments} {folder} {os.path.realpath(program.binary)}\n"), done


def aRunMakesItsReport(program):
    """By a package that only tells its arguments, and may fail: the run has succeeded all the same."""
    moduleOrSkip("matplotlib", "matplotlib")
    folder = package(program)
    program.boxCase()
    code, output, _ = runWith(program, {"FLUXTET_PYTHON": str(folder)}, "run", "case.yaml", "--report")
    assert code == 0 and "['report', 'out']" in output, output
    (folder / "fluxtet/__main__.py").write_text("import sys\nsys.exit(2)\n")
    done = runWith(program, {"FLUXTET_PYTHON": str(folder)}, "run", "case.yaml", "--report", "--output", "other")
    assert (
        done[0] == 0 and "there is no report" in done[1] + done[2] and "fluxtet report other" in done[1] + done[2]
    ), done
    # What is missing is known before hours of computing.
    done = runWith(program, {"FLUXTET_PYTHON": "nowhere"}, "run", "case.yaml", "--report", "--output", "third")
    assert done[0] == 2 and "FLUXTET_PYTHON" in done[2] and not (program.folder / "third").exists(), done


def theHelpNamesThem(program):
    program.run("--help").expect(0, "report", "sweep")
    program.refuses("reprot", words=["did you mean 'report'"])


def whatIsMissingIsNamed(program):
    code, _, errors = runWith(program, {"FLUXTET_PYTHON": "nowhere"}, "report")
    assert code == 2 and "nowhere" in errors and "FLUXTET_PYTHON" in errors and "jobs/python" in errors, errors
    # A Python that finds no NumPy, first on the PATH: the one of the system is taken, if it has all.
    folder, bare = package(program), program.folder / "bare"
    bare.mkdir()
    (bare / "python3").write_text("#!/bin/sh\nexit 1\n")
    (bare / "python3").chmod(stat.S_IRWXU)
    code, output, errors = runWith(program, {"FLUXTET_PYTHON": str(folder), "PATH": str(bare)}, "report", "a")
    assert code == 0 and output.startswith("['report', 'a']"), (code, output, errors)
    # None that has it: modules are looked for where there are none.
    isolated = {"FLUXTET_PYTHON": str(folder), "PATH": str(bare), "PYTHONHOME": str(bare)}
    code, output, errors = runWith(program, isolated, "report", "a")
    assert code == 2 and "NumPy" in errors and "python3-h5py" in errors, (code, output, errors)
