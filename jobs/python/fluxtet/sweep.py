# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Runs a case with several values of its keys, or refines it until results are converged."""
import sys

from .convergence import Series
from .errors import ResultsError, StudyError
from .run import openRun
from .study import Study
from .studyFolder import differences, prepare, writeWhole
from .studyJobs import SCRIPT, scriptText
from .studyRuns import STOPPED, Runner, commandOf, findProgram
from .studyTable import leapFrogStep
from .sweepOptions import parser

BAD_INPUT, FAILED = 2, 3  # exit codes


def main(arguments):
    options = parser().parse_args(arguments)
    try:
        study = Study(options)
        if options.table:
            return tableAlone(study)
        command = commandOf(options.command)
        if options.slurm is not None:
            return jobScript(study)
        prepare(study.folder, study.record, options.backup)
        with Runner(command, study.case, study.runOptions(), study.folder) as runner:
            return (converge if study.refinement else sweep)(study, runner)
    except StudyError as error:
        print(f"sweep: {error}", file=sys.stderr)
        return error.code
    except (ResultsError, OSError) as error:
        print(f"sweep: {error}", file=sys.stderr)
        return BAD_INPUT


def tableAlone(study):
    """Of what has finished; exit code 0 if that is all."""
    changes = differences(study.folder, study.record) if study.folder.exists() else ["there is no such folder"]
    if changes:
        raise StudyError(f"{study.folder} does not hold this study: {'; '.join(changes)}")
    if not study.table({}):
        return BAD_INPUT
    return 0 if study.refinement or study.isFinished() else FAILED


def jobScript(study):
    """Nothing is made where jobs/submit.sh refuses a variant."""
    text = scriptText(study.options, findProgram(), study.shared, study.variants, study.folder)
    prepare(study.folder, study.record, study.options.backup)
    path = study.folder / SCRIPT
    writeWhole(path, text)
    print(f"{len(study.variants)} runs in {path}\nsubmit them: sbatch {path}")
    print("then the same command with --table in place of --slurm makes the table")
    return 0


def sweep(study, runner):
    """Runs all variants, whichever of them fail."""
    codes = {}
    for number, variant in enumerate(study.variants, 1):
        if not runner.isStopped:
            codes[variant.name] = runner.run(variant, f"{number}/{len(study.variants)}")
    hasAll = study.table(codes)
    if runner.isStopped:
        return toldStop()
    failed = [name for name, code in codes.items() if code]
    if failed:
        print(f"{len(failed)} of {len(study.variants)} runs failed: {', '.join(failed)}", file=sys.stderr)
        return FAILED
    return 0 if hasAll else BAD_INPUT


def toldStop():
    print("stopped by a signal: the same command goes on", file=sys.stderr)
    return STOPPED


def converge(study, runner):
    """Runs finer and finer variants until the last change of every result is small enough."""
    codes, series = {}, [Series(each.text, study.tolerance) for each in study.expressions]
    for number, variant in enumerate(study.variants, 1):
        codes[variant.name] = runner.run(variant, f"{number}, of at most {len(study.variants)}")
        if codes[variant.name]:
            break
        run = openRun(study.folder / variant.name)
        study.requireFiner(run)
        step = leapFrogStep(run)
        for one, expression in zip(series, study.expressions):
            one.add(expression.answer(run), step)
        if all(one.isConverged for one in series):
            break
    study.table(codes)
    if runner.isStopped:
        return toldStop()
    return toldConvergence(study.refinement, series, any(codes.values()))


def toldConvergence(refinement, series, hasFailed):
    for one in series:
        if one.values:
            print(one.told(refinement))
    if hasFailed:
        print("NOT converged: the last run failed", file=sys.stderr)
    elif not all(one.isConverged for one in series):
        print(f"NOT converged: {refinement.toldEnd(len(series[0].values))}", file=sys.stderr)
    else:
        print(f"converged with {refinement.key} = {refinement.value(len(series[0].values) - 1)}")
        return 0
    return FAILED
