# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""fluxtet as `cmake --install` leaves it, far from its sources."""
import os
import pathlib
import shutil
import subprocess
import sys

from program import Result, moduleOrSkip
from pythonCommands import FAKE

JOBS = "share/fluxtet/jobs"


class Installation:
    """A moved installation, whose user has another home and works in another folder."""

    def __init__(self, program):
        cmake = shutil.which("cmake")
        if cmake is None:
            print("skipped: there is no cmake on the PATH")
            sys.exit(77)
        self.prefix, self.folder = program.folder / "moved", program.folder / "work"
        build, first = pathlib.Path(program.binary).parent, program.folder / "prefix"
        subprocess.run([cmake, "--install", build, "--prefix", first], check=True, capture_output=True)
        first.rename(self.prefix)
        self.folder.mkdir()
        self.home = program.folder / "home"
        self.home.mkdir()

    @property
    def program(self):
        return str(self.prefix / "bin/fluxtet")

    def run(self, *words, **variables):
        environment = {**os.environ, "HOME": str(self.home), **variables}
        for name in ("FLUXTET_PYTHON", "FLUXTET_PROGRAM", "PYTHONPATH"):
            if name not in variables:
                environment.pop(name, None)
        words = [str(word) for word in words]
        done = subprocess.run(
            words, cwd=self.folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
        )
        return Result(words, done.returncode, done.stdout.decode(errors="replace"))


def anInstallationWorksWhereverItIs(program):
    moduleOrSkip("matplotlib", "matplotlib")
    installed = Installation(program)
    installed.run(installed.program, "--version").expect(0, "fluxtet")
    installed.run(installed.program, "new", "patch").expect(0, "patch.yaml", "patch.geo")
    shutil.move(program.boxCase(), installed.folder)
    installed.run(installed.program, "run", "case.yaml").expect(0)
    installed.run(installed.program, "report", "out").expect(0, "report.html")
    assert "<h2" in (installed.folder / "out/report.html").read_text()
    installed.run(sys.executable, installed.prefix / JOBS / "plot.py", "energy", "out").expect(0, "energy.png")
    sweep = ["sweep", "case.yaml", "--set", "time.steps=2,4", "--output", "study"]
    installed.run(installed.program, *sweep, PATH="/usr/bin:/bin").expect(0, "[2/2] steps=4: running ... done")


def itsOwnPackageIsTakenUnlessAnotherIsNamed(program):
    """Packages that only tell where they are, in place of the installed one and elsewhere."""
    installed = Installation(program)
    own, other = installed.prefix / JOBS / "python", program.folder / "other"
    (other / "fluxtet").mkdir(parents=True)
    for folder in (own, other):
        (folder / "fluxtet/__main__.py").write_text(FAKE)
    installed.run(installed.program, "report", "a").expect(0, f"['report', 'a'] {own} {installed.program}")
    installed.run(installed.program, "report", "a", FLUXTET_PYTHON=str(other)).expect(0, f"['report', 'a'] {other}")
    installed.run(installed.program, "report", "a", FLUXTET_PYTHON="nowhere").expect(2, "nowhere", "FLUXTET_PYTHON")
    # A program without one, such as that of a build folder, has the package of its sources.
    shutil.rmtree(own)
    installed.run(installed.program, "report", "--help").expect(0, "usage")


def itsScriptsSubmitItsOwnProgram(program):
    installed = Installation(program)
    shutil.move(program.boxCase(), installed.folder)
    script = installed.prefix / JOBS / "submit.sh"
    done = installed.run("bash", script, "case.yaml", "-n", "2", "--no-check", "--dry-run", PATH="/usr/bin:/bin")
    done.expect(0, f"fluxtet={installed.program}", f"source {installed.prefix / JOBS / 'slurm'}/job.sh")
    done = installed.run(
        sys.executable,
        "-m",
        "fluxtet",
        "sweep",
        "case.yaml",
        "--set",
        "time.steps=2,4",
        "--slurm",
        "-n 2 --no-check",
        PATH="/usr/bin:/bin",
        PYTHONPATH=str(installed.prefix / JOBS / "python"),
    )
    done.expect(0, "sweep.sbatch")


def whatIsInstalledHasNoRestOfTheSources(program):
    """Pages of the documentation, the licence, no files that Python or the tests left."""
    prefix = Installation(program).prefix
    names = {str(path.relative_to(prefix)) for path in prefix.rglob("*") if path.is_file()}
    for name in ("LICENSE", "README.md", "docs/userGuide.md", "docs/images/actuator.png"):
        assert f"share/doc/fluxtet/{name}" in names, name
    package = program.cases.parent / "jobs/python/fluxtet"
    modules = {f"{JOBS}/python/fluxtet/{path.relative_to(package)}" for path in package.rglob("*.py")}
    assert modules == {name for name in names if name.startswith(f"{JOBS}/python/fluxtet/")}
    unwanted = ("__pycache__", ".pyc", "docs/data/", "CMakeLists")
    assert not [name for name in names if any(word in name for word in unwanted)], names
