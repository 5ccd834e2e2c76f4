# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""What a study is asked for: its variants, its folder, its table."""
import pathlib
import sys

from . import convergence, studyTable
from .answers import Expression
from .errors import StudyError
from .run import Results
from .studyFolder import isFinished, recordOf
from .studyRuns import STOPPED
from .variants import overridesOf, parseSets, product, sharedAndVaried


class Study:
    """What the options ask for, checked: `variants` of a sweep, or the `refinement`."""

    def __init__(self, options):
        self.options, self.case = options, pathlib.Path(options.case)
        self.tolerance = self.unknowns = None  # where a result is to converge; unknowns of the run before
        if not self.case.is_file():
            raise StudyError(f"there is no case file {self.case}")
        self.expressions = None if options.result is None else [Expression(text) for text in options.result]
        self.shared, varied = sharedAndVaried(parseSets(options.set))
        self.refinement = self.refinementOf(varied) if options.converge else None
        if not self.refinement and not varied:
            raise StudyError("there is nothing to vary: give a key several values, as in --set dgtd.order=2,3")
        varied = {self.refinement.key: []} if self.refinement else varied
        self.variants = self.refinement.variants(options.most) if self.refinement else product(varied)
        self.folder = (
            options.output or pathlib.Path("out") / f"{self.name()}-{'converge' if self.refinement else 'sweep'}"
        )
        self.record = recordOf(self.case, self.shared, varied, options.mesh, options.backend)

    def refinementOf(self, varied):
        options = self.options
        if varied:
            raise StudyError(f"--converge: {', '.join(varied)} has several values; give one, or leave --converge out")
        if not self.expressions or not options.tolerance:
            raise StudyError("--converge needs a --result and a --tolerance, such as --tolerance 0.5%")
        if options.slurm is not None:
            raise StudyError("--converge: each run depends on the one before, so that they are no array job of --slurm")
        if options.most < 2:
            raise StudyError(f"--most {options.most}: a change needs two runs")
        self.tolerance = convergence.Tolerance.of(options.tolerance)
        text = self.case.read_text(encoding="utf-8", errors="replace")
        convergence.requireTimeToStay(text, self.shared)
        return convergence.refinementOf(options.converge, text, self.shared, options.first, options.factor)

    def requireFiner(self, run):
        """A mesh from a file does not heed every key, and results that do not change would pass for converged."""
        unknowns = studyTable.sizesOf(run)["unknowns"]
        if self.refinement.key.startswith("mesh.") and unknowns == self.unknowns:
            raise StudyError(
                f"{self.refinement.key} does not refine this mesh, which has {unknowns} unknowns as before: are its own sizes "
                "smaller? Begin with a smaller one (--from), or refine by another key",
                3,
            )
        self.unknowns = unknowns

    def name(self):
        """Of the case, as jobs/submit.sh takes it: its file's, or its folder's if that is called case.yaml."""
        return self.case.resolve().parent.name if self.case.stem == "case" else self.case.stem

    def runOptions(self):
        """Arguments of `fluxtet run` that all variants share."""
        words = ["--backend", self.options.backend] + (["--mesh", self.options.mesh] if self.options.mesh else [])
        return words + [word for override in overridesOf(self.shared) for word in ("--set", override)]

    def table(self, codes):
        """Makes the table; returns whether all results were found. `codes`: {name: exit code} of what ran now."""
        variants = [each for each in self.variants if not self.refinement or self.isThere(each)]
        rows, missing = [], []
        for variant in variants:
            row, lacks = studyTable.rowOf(
                self.folder / variant.name, variant, self.statusOf(variant, codes), self.expressions
            )
            rows.append(row)
            missing += lacks
        if rows:
            studyTable.writeTable(self.folder, rows)
        for text in missing:
            print(text, file=sys.stderr)
        return not missing

    def isFinished(self):
        return all(isFinished(self.folder / variant.name) for variant in self.variants)

    def isThere(self, variant):
        return (self.folder / variant.name).exists()

    def statusOf(self, variant, codes):
        """That of the run (done, decayed, stopped, unfinished), `failed` with the exit code, or `not run`."""
        code = codes.get(variant.name, 0)
        if code not in (0, STOPPED):
            return f"failed ({code})"
        return Results(self.folder / variant.name).status if self.isThere(variant) else "not run"
