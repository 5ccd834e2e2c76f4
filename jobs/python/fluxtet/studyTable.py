# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""The table of a study: a row for each variant with its values, its size and its results."""
import csv
import io

from .caseKeys import valueAt
from .defaultAnswers import defaultsOf
from .errors import ResultsError
from .run import PortStudy, openRun
from .studyFolder import isFinished, writeWhole

TABLE = "sweep.csv"


def rowOf(folder, variant, status, expressions):
    """{head of a column: value} of a variant, and what could not be found, in words. `expressions`: results that are asked
    for; None: those that its run has."""
    row = {"variant": variant.name, **variant.values, "status": status}
    if not isFinished(folder):
        return row, []
    run = openRun(folder)
    row.update(sizesOf(run))
    missing = []
    for expression in defaultsOf(run) if expressions is None else expressions:
        try:
            row.update({answer.head: answer.value for answer in expression.answers(run)})
        except ResultsError as error:
            row[expression.text] = None
            missing.append(f"--result {expression.text}: {error}")
    return row, missing


def sizesOf(run):
    """Elements, unknowns, steps and seconds; of several excited ports the seconds of all runs together."""
    parts = list(run.runs.values()) if isinstance(run, PortStudy) else [run]
    summary = parts[0].summary
    sizes = {
        "elements": summary.get("elements"),
        "unknowns": summary.get("dofs"),
        "time step [s]": summary.get("dt_s"),
        "steps": summary.get("steps"),
        "wall time [s]": sum(secondsOf(part.summary) for part in parts),
    }
    return {head: value for head, value in sizes.items() if value is not None}


def leapFrogStep(run):
    """The time step of a run, s; None of static runs, and of those with Runge-Kutta steps."""
    part = next(iter(run.runs.values())) if isinstance(run, PortStudy) else run
    return None if valueAt(part.caseText, "dgtd.flux") == "upwind" else part.summary.get("dt_s")


def secondsOf(summary):
    """Of the time domain the total of the process that finished the run; of static fields the sum of the stages."""
    if "wall_s" in summary:
        return summary["wall_s"]["total"]
    return sum(summary.get("milliseconds", {}).values()) / 1000


def headsOf(rows):
    """All columns, in the order in which they first appear; results come after what every row has."""
    return list(dict.fromkeys(head for row in sorted(rows, key=len, reverse=True) for head in row))


def csvText(rows):
    stream = io.StringIO()
    writer = csv.DictWriter(stream, headsOf(rows), restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return stream.getvalue()


def printedText(rows):
    heads = headsOf(rows)
    lines = [heads, *([told(row.get(head)) for head in heads] for row in rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(heads))]
    return "\n".join("  ".join(text.ljust(width) for text, width in zip(line, widths)).rstrip() for line in lines)


def told(value):
    return "" if value is None else f"{value:.6g}" if isinstance(value, float) else str(value)


def writeTable(folder, rows):
    writeWhole(folder / TABLE, csvText(rows))
    print()
    print(printedText(rows))
    print(f"\n{folder / TABLE}")
