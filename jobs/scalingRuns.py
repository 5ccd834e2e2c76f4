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

ROOT = pathlib.Path(__file__).resolve().parent.parent
FINISHED = ("done", "decayed")


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
    if options.kind == "weak" and options.mesh:
        raise ScalingError("--mesh: in a weak study mesh.box grows with the ranks, and a file cannot: leave it out, or take `strong`")
    box = boxOf(case, options.set) if options.kind == "weak" else None
    submitted = 0
    for ranks, order, exchange in itertools.product(options.ranks, options.orders, options.exchange):
        folder = options.out / pointName(ranks, order, exchange)
        arguments = pointArguments(options, ranks, order, exchange, box)
        for k in range(1, options.repeat + 1):
            if options.force or not isFinished(folder / f"run{k}"):
                submitted += runPoint(options, case, folder / f"run{k}", ranks, arguments)
    return submitted


def pointName(ranks, order, exchange):
    return (f"P{order}_" if order else "") + f"{ranks:03}ranks" + (f"_{exchange}" if exchange else "")


def isFinished(folder):
    try:
        return json.loads((folder / "summary.json").read_text(encoding="utf-8"))["status"] in FINISHED
    except (OSError, ValueError, KeyError):
        return False


def pointArguments(options, ranks, order, exchange, box):
    """Options of `fluxtet run` and of jobs/submit.sh alike."""
    keys = list(options.set)
    if order:
        keys.append(f"dgtd.order={order}")
    if exchange:
        keys.append(f"dgtd.exchange={exchange}")
    if options.steps:
        keys.append(f"time={{steps: {options.steps}}}")
    if box:
        keys += grownBox(box, growth(ranks, options.grow))
    arguments = [word for key in keys for word in ("--set", key)]
    return arguments + (["--mesh", options.mesh.replace("RANKS", str(ranks))] if options.mesh else [])


def boxOf(case, overrides):
    """Cells and sides, with their units, of the case's box."""
    text = case.read_text(encoding="utf-8")
    mesh = re.search(r"^mesh:(.*?)(?=^\S|\Z)", text, re.MULTILINE | re.DOTALL)
    box = mesh and re.search(r"\bbox:(.*)", mesh[1], re.DOTALL)
    if not box:
        raise ScalingError(f"{case} has no mesh.box, and no other mesh can grow with the ranks: take `strong`, or a case with a box")
    found = {}
    for key in ("cells", "size"):
        given = [value for name, _, value in (word.partition("=") for word in overrides) if name.strip() == f"mesh.box.{key}"]
        inCase = re.search(rf"\b{key}:\s*(\[[^\]]*\])", box[1])
        source = given[-1] if given else inCase and inCase[1]
        parts = [part.strip() for part in source.strip().strip("[]").split(",")] if source else []
        matches = [re.fullmatch(r"([-+.\deE]+?)\s*([a-zA-Z]*)", part) for part in parts]
        if len(matches) != 3 or not all(matches):
            raise ScalingError(f"{case}: mesh.box.{key} must be a list of three on one line, like [1 m, 1 m, 1 m], to let it grow: "
                               f"write it so, or give it with --set mesh.box.{key}=...")
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
    built = ROOT / "build" / "release" / "fluxtet"
    program = options.fluxtet or (str(built) if built.is_file() else shutil.which("fluxtet"))
    if not program or not shutil.which(program):
        raise ScalingError("there is no fluxtet: build it, or name it with --fluxtet")
    return program


def runPoint(options, case, folder, ranks, arguments):
    """One run into `folder`, whose unfinished or unwanted content goes. 1 if it waits in SLURM, else 0."""
    submission = folder.with_suffix(".submit.log")
    if options.slurm is not None and submission.exists() and not options.force:
        print(f"{folder} is submitted already (--force: submit it again)")
        return 1
    shutil.rmtree(folder, ignore_errors=True)
    folder.parent.mkdir(parents=True, exist_ok=True)
    if options.slurm is not None:
        submit(options, case, folder, ranks, arguments, submission)
        return 1
    launcher = [*options.mpirun, "-n", str(ranks)] if ranks > 1 else []
    call([*launcher, findProgram(options), "run", str(case), "--backend", options.backend, "--output", str(folder), *arguments],
         folder.with_suffix(".log"))
    if not isFinished(folder):
        raise ScalingError(f"{folder} did not come to its end: see {folder.with_suffix('.log')}", 3)
    return 0


def submit(options, case, folder, ranks, arguments, log):
    """Hands the run to jobs/submit.sh. Its log stays only if it took it."""
    where = {"cuda": ["--gpu"], "cpu": ["--cpu"]}.get(options.backend, [])
    program = ["--fluxtet", options.fluxtet] if options.fluxtet else []
    part = log.with_name(log.name + ".part")
    call(["bash", str(ROOT / "jobs" / "submit.sh"), str(case), "-n", str(ranks), "--output", str(folder), *where, *program,
          *arguments, *shlex.split(options.slurm)], part)
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
        raise ScalingError(f"exit code {done.returncode} of\n  {shlex.join(command)}\nThe end of {log}:{text}",
                           2 if done.returncode == 2 else 3)
