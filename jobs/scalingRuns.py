# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""The points of a scaling study: what each is, and its runs."""
import itertools
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess

import scalingSettings

ROOT = pathlib.Path(__file__).resolve().parent.parent
FINISHED = ("done", "decayed")
WHOLE_RUN_OUTPUTS = ("output.dft", "output.sar")  # wait for a steady state, which --steps may not reach


class ScalingError(Exception):
    """What is wrong and what to do; exit code 2 for bad input, 3 for a run that failed."""

    def __init__(self, text, code=2):
        super().__init__(text)
        self.code = code


def runAll(options):
    """Runs what is not there yet, the smallest points first; returns how many runs wait in SLURM."""
    case = pathlib.Path(options.case)
    if not case.is_file():
        raise ScalingError(f"the case {case} does not exist")
    if solverOf(case, options.set) == "static":
        raise ScalingError(
            f"{case} is a static case, which has no time steps to measure: take a case with `solver: dgtd`, or "
            "`fluxtet bench --solver static`"
        )
    if options.kind == "weak" and options.mesh:
        raise ScalingError(
            "--mesh: in a weak study mesh.box grows with the ranks, and a file cannot: leave it out, or take `strong`"
        )
    study = Study(options, case, boxOf(case, options.set) if options.kind == "weak" else None)
    runs = [
        run
        for point in itertools.product(options.ranks, options.orders, options.exchange)
        for run in study.runs(*point)
    ]
    study.refuseOtherSettings(runs)
    return sum(runPoint(options, case, run) for run in runs if options.force or not isFinished(run.folder))


class Run:
    """One run of a point: where it goes, its number of ranks, KEY=VALUE for --set, its mesh file, and what to keep of these."""

    def __init__(self, folder, ranks, keys, mesh, settings):
        self.folder, self.ranks, self.keys, self.mesh, self.settings = folder, ranks, keys, mesh, settings

    def arguments(self):
        """Options of `fluxtet run` and of jobs/submit.sh alike."""
        return [word for key in self.keys for word in ("--set", key)] + (["--mesh", self.mesh] if self.mesh else [])


class Study:
    """The points that the options name; `box`: what grows in a weak study."""

    def __init__(self, options, case, box):
        self.options, self.case, self.box = options, case, box

    def runs(self, ranks, order, exchange):
        return [
            self.run(self.options.out / pointName(ranks, order, exchange) / f"run{k}", ranks, order, exchange)
            for k in range(1, self.options.repeat + 1)
        ]

    def run(self, folder, ranks, order, exchange):
        keys = self.keysOf(ranks, order, exchange)
        mesh = self.options.mesh and self.options.mesh.replace("RANKS", str(ranks))
        return Run(folder, ranks, keys, mesh, scalingSettings.settingsOf(self.case, self.options.backend, mesh, keys))

    def keysOf(self, ranks, order, exchange):
        """What the user sets comes after what --steps leaves out, so that it can bring it back."""
        keys = [f"{key}=" for key in WHOLE_RUN_OUTPUTS] if self.options.steps else []
        keys += self.options.set
        if order:
            keys.append(f"dgtd.order={order}")
        if exchange:
            keys.append(f"dgtd.exchange={exchange}")
        if self.options.steps:
            keys.append(f"time={{steps: {self.options.steps}}}")
        return keys + (grownBox(self.box, growth(ranks, self.options.grow)) if self.box else [])

    def runsThere(self):
        """What --out holds already, finished or submitted: this study's settings for it."""
        submitted = self.options.out.glob("*/run*.submit.log") if self.options.slurm is not None else []
        folders = {path.parent for path in self.options.out.glob("*/run*/summary.json") if isFinished(path.parent)}
        for folder in sorted(folders | {path.with_name(path.name.split(".")[0]) for path in submitted}):
            point = re.fullmatch(r"(?:P(\d+)_)?(\d+)ranks(?:_(\w+))?", folder.parent.name)
            if point:
                yield self.run(folder, int(point[2]), point[1] and int(point[1]), point[3])

    def refuseOtherSettings(self, runs):
        """The table shows all that is finished in --out: runs with other settings may neither pass for those asked for now nor
        stand beside them."""
        asked = {run.folder for run in runs}
        for run in self.runsThere():
            found = scalingSettings.differences(run.folder, run.settings)
            if not found or (self.options.force and run.folder in asked):
                continue
            todo = (
                "--force runs it again, another --out keeps it"
                if run.folder in asked
                else "it is not asked for now and would stand in the same table: remove it, or choose another --out"
            )
            raise ScalingError(f"{run.folder} was run with other settings ({'; '.join(found)}): {todo}")


def solverOf(case, overrides):
    """`solver` of the case, as far as it can be told without a reader of YAML; the program checks the rest."""
    given = [value for name, _, value in (word.partition("=") for word in overrides) if name.strip() == "solver"]
    inCase = re.search(r"^solver\s*:\s*[\"']?(\w+)", case.read_text(encoding="utf-8", errors="replace"), re.MULTILINE)
    return given[-1].strip() if given else inCase[1] if inCase else "dgtd"


def pointName(ranks, order, exchange):
    return (f"P{order}_" if order else "") + f"{ranks:03}ranks" + (f"_{exchange}" if exchange else "")


def isFinished(folder):
    try:
        return json.loads((folder / "summary.json").read_text(encoding="utf-8"))["status"] in FINISHED
    except (OSError, ValueError, KeyError):
        return False


def boxOf(case, overrides):
    """Cells and sides, with their units, of the case's box."""
    text = case.read_text(encoding="utf-8")
    mesh = re.search(r"^mesh:(.*?)(?=^\S|\Z)", text, re.MULTILINE | re.DOTALL)
    box = mesh and re.search(r"\bbox:(.*)", mesh[1], re.DOTALL)
    if not box:
        raise ScalingError(
            f"{case} has no mesh.box, and no other mesh can grow with the ranks: take `strong`, or a case with a box"
        )
    found = {}
    for key in ("cells", "size"):
        given = [
            value for name, _, value in (word.partition("=") for word in overrides) if name.strip() == f"mesh.box.{key}"
        ]
        inCase = re.search(rf"\b{key}:\s*(\[[^\]]*\])", box[1])
        source = given[-1] if given else inCase and inCase[1]
        parts = [part.strip() for part in source.strip().strip("[]").split(",")] if source else []
        matches = [re.fullmatch(r"([-+.\deE]+?)\s*([a-zA-Z]*)", part) for part in parts]
        if len(matches) != 3 or not all(matches):
            raise ScalingError(
                f"{case}: mesh.box.{key} must be a list of three on one line, like [1 m, 1 m, 1 m], to let it grow: "
                f"write it so, or give it with --set mesh.box.{key}=..."
            )
        found[key] = [(float(match[1]), match[2]) for match in matches]
    return found


def growth(ranks, axes):
    """How many times longer the box is along each axis: the prime factors of `ranks`, each to the axis that has grown least."""
    grown = dict.fromkeys(axes, 1)
    for factor in sorted(primeFactors(ranks), reverse=True):
        grown[min(grown, key=grown.get)] *= factor
    return [grown.get(axis, 1) for axis in "xyz"]


def primeFactors(number):
    factors, divisor = [], 2
    while number > 1:
        while number % divisor == 0:
            factors.append(divisor)
            number //= divisor
        divisor += 1
    return factors


def grownBox(box, factors):
    cells = ", ".join(str(round(count * factor)) for (count, _), factor in zip(box["cells"], factors))
    size = ", ".join(f"{length * factor:.15g} {unit}".strip() for (length, unit), factor in zip(box["size"], factors))
    return [f"mesh.box.cells=[{cells}]", f"mesh.box.size=[{size}]"]


def findProgram(options):
    own = (ROOT / "build/release/fluxtet", ROOT.parent.parent / "bin/fluxtet")  # of a clone, of an installation
    program = options.fluxtet or next((str(one) for one in own if one.is_file()), shutil.which("fluxtet"))
    if not program or not shutil.which(program):
        raise ScalingError("there is no fluxtet: build it, or name it with --fluxtet")
    return program


def runPoint(options, case, run):
    """One run into its folder, whose unfinished or unwanted content goes. 1 if it waits in SLURM, else 0."""
    submission = run.folder.with_suffix(".submit.log")
    if options.slurm is not None and submission.exists() and not options.force:
        print(f"{run.folder} is submitted already (--force: submit it again)")
        return 1
    shutil.rmtree(run.folder, ignore_errors=True)
    run.folder.parent.mkdir(parents=True, exist_ok=True)
    scalingSettings.keep(run.folder, run.settings)
    if options.slurm is not None:
        submit(options, case, run, submission)
        return 1
    launcher = [*options.mpirun, "-n", str(run.ranks)] if run.ranks > 1 else []
    log = run.folder.with_suffix(".log")
    call(
        [
            *launcher,
            findProgram(options),
            "run",
            str(case),
            "--backend",
            options.backend,
            "--output",
            str(run.folder),
            *run.arguments(),
        ],
        log,
    )
    if not isFinished(run.folder):
        raise ScalingError(f"{run.folder} did not come to its end: see {log}", 3)
    return 0


def submit(options, case, run, log):
    """Hands the run to jobs/submit.sh. Its log stays only if it took it."""
    where = {"cuda": ["--gpu"], "cpu": ["--cpu"]}.get(options.backend, [])
    program = ["--fluxtet", options.fluxtet] if options.fluxtet else []
    part = log.with_name(log.name + ".part")
    call(
        [
            "bash",
            str(ROOT / "jobs" / "submit.sh"),
            str(case),
            "-n",
            str(run.ranks),
            "--output",
            str(run.folder),
            *where,
            *program,
            *run.arguments(),
            *shlex.split(options.slurm),
        ],
        part,
    )
    os.replace(part, log)


def call(command, log):
    print(shlex.join(command), flush=True)
    try:
        with open(log, "w", encoding="utf-8") as file:
            done = subprocess.run(command, stdout=file, stderr=subprocess.STDOUT, check=False)
    except OSError as error:
        raise ScalingError(f"cannot start {command[0]}: {error}") from error
    if done.returncode != 0:
        lines = log.read_text(encoding="utf-8", errors="replace").strip().splitlines()
        text = "\n".join(["", *lines[-12:]])
        raise ScalingError(
            f"exit code {done.returncode} of\n  {shlex.join(command)}\nThe end of {log}:{text}",
            2 if done.returncode == 2 else 3,
        )
