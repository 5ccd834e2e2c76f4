#!/usr/bin/env python3
# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Compares the tables of README.md with the raw files in data/, or with --write makes them anew."""
import json
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
PROGRAMS = ("fluxtet", "openEMS", "Meep", "gprMax", "NGSolve")
PROBLEMS = ("cavity", "dipole", "sphere", "patch")
TOLD = {  # settings in words; what is not here is left out, as layers are, and names of surfaces
    "order": "P{}",
    "size": "edges of {} m",
    "sphere": "edges of {} m in the sphere",
    "air": "{} m in air",
    "cells": "{} cells",
    "curve": "curved by order {}",
    "accuracy": "accuracy {}",
    "edge": "cells of {} mm at edges",
    "cell": "cells of about {} mm",
    "largest": "{} mm in air",
    "across": "{} across the substrate",
    "levels": "local time steps",
    "inset": "wall moved in by {} cells",
    "axisymmetric": "as a body of revolution",
    "ratio": "cells up to {} times as large outside",
    "ranks": "{} ranks",
}


def words(settings):
    parts = [text.format(settings[key]) for key, text in TOLD.items() if settings.get(key)]
    if settings.get("equalVolume") is False:
        parts.append("corners on the sphere")
    return ", ".join(parts)


def percent(share, sign=""):
    return f"{100 * share:{sign}.{3 if abs(100 * share) < 0.1 else 2}f} %"


def nearField(run):
    return percent(run["near_error"]) if "near_error" in run else ""


def lowestReflection(run):
    return f"{run['lowest_dB']:.1f} dB at {1e-9 * run['lowest_at_Hz']:.3f} GHz" if "lowest_dB" in run else ""


OWN = {"sphere": {"near field": nearField}, "patch": {"lowest S11": lowestReflection}}  # columns of one problem alone


def row(run, own):
    cells = f"{run['cells']:,}"
    if "unknowns" in run:
        cells += f" ({run['unknowns']:,} unknowns)"
    results = [percent(run["error"], "+" if "frequency_Hz" in run else ""), *(of(run) for of in own.values())]
    others = f"{100 * run['others_share']:.0f} %"
    cpu = f"{run['cpu_s']:.1f} s"
    return (
        f"| {run['program']} | {words(run['settings'])} | {' | '.join(results)} | {cells} | {run['steps']:,} "
        f"| {run['wall_s']:.1f} s | {cpu} | {run['peak_bytes'] / 1e6:.0f} MB | {others} |"
    )


def table(problem):
    runs = []
    for program in PROGRAMS:
        path = HERE / "data" / f"{problem}-{program}.json"
        if path.exists():
            runs += json.loads(path.read_text(encoding="utf-8"))
    own = OWN.get(problem, {})
    heads = ["program", "settings", "error", *own, "cells or elements", "steps"]
    heads += ["wall time", "processor time", "memory", "others"]
    lines = [f"| {' | '.join(heads)} |", "|---" * len(heads) + "|"]
    return "\n".join(lines + [row(run, own) for run in runs])


def main():
    page = HERE / "README.md"
    text = page.read_text(encoding="utf-8")
    made = text
    for problem in PROBLEMS:
        lines = f"<!-- table {problem} -->\n{table(problem)}\n<!-- end -->"
        made = re.sub(rf"<!-- table {problem} -->.*?<!-- end -->", lambda _, lines=lines: lines, made, flags=re.DOTALL)
    if "--write" in sys.argv:
        page.write_text(made, encoding="utf-8")
    elif made != text:
        sys.exit("docs/peers/README.md: the tables are not those of docs/peers/data; make them by table.py --write")


if __name__ == "__main__":
    main()
