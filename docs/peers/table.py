#!/usr/bin/env python3
# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Prints the tables of README.md from data/, or with --write puts them into it."""
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
    "largest": "{} mm in air",
    "across": "{} across the substrate",
    "inset": "wall moved in by {} cells",
    "axisymmetric": "as a body of revolution",
    "ratio": "cells up to {} times as large outside",
    "ranks": "{} ranks",
}


def words(settings):
    parts = [text.format(settings[key]) for key, text in TOLD.items() if key in settings]
    if settings.get("equalVolume") is False:
        parts.append("corners on the sphere")
    return ", ".join(parts)


def row(run):
    error = 100 * run["error"]
    cells = f"{run['cells']:,}"
    if "unknowns" in run:
        cells += f" ({run['unknowns']:,} unknowns)"
    digits = 3 if abs(error) < 0.1 else 2
    signed = f"{error:+.{digits}f} %" if "frequency_Hz" in run else f"{error:.{digits}f} %"
    others = f"{100 * run['others_share']:.0f} %"
    cpu = f"{run['cpu_s']:.1f} s"
    return (
        f"| {run['program']} | {words(run['settings'])} | {signed} | {cells} | {run['steps']:,} "
        f"| {run['wall_s']:.1f} s | {cpu} | {run['peak_bytes'] / 1e6:.0f} MB | {others} |"
    )


def table(problem):
    lines = [
        "| program | settings | error | cells or elements | steps | wall time | processor time | memory | others |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for program in PROGRAMS:
        path = HERE / "data" / f"{problem}-{program}.json"
        if path.exists():
            lines += [row(run) for run in json.loads(path.read_text(encoding="utf-8"))]
    return "\n".join(lines)


def main():
    page = HERE / "README.md"
    text = page.read_text(encoding="utf-8")
    for problem in PROBLEMS:
        made = f"<!-- table {problem} -->\n{table(problem)}\n<!-- end -->"
        if "--write" in sys.argv:
            text = re.sub(rf"<!-- table {problem} -->.*?<!-- end -->", lambda _: made, text, flags=re.DOTALL)
        else:
            print(made)
    if "--write" in sys.argv:
        page.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
