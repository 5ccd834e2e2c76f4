#!/usr/bin/env python3
# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Time steps of the shipped cases that fluxtet meshes itself, as Gmsh makes their meshes and mended below a quality.

measureShipped.py FLUXTET CSV QUALITY; the meshes are made anew each time."""
import csv
import os
import pathlib
import re
import subprocess
import sys

MESHES = pathlib.Path(__file__).resolve().parents[3] / "meshes"


def check(program, case, quality):
    """Elements, time step, and what was mended; nothing where there is no time step."""
    done = subprocess.run(
        [program, "check", case, "--set", f"mesh.mendBelow={quality}"],
        capture_output=True,
        text=True,
        env={**os.environ, "FLUXTET_MESH_CACHE": "off"},
    )
    facts = (r"elements +(\d+)", r"time step +(\S+) s", r"mended: (\d+) elements", r", (\d+) are;")
    return [found[1] if (found := re.search(fact, done.stdout + done.stderr)) else "" for fact in facts]


with open(sys.argv[2], "w", newline="", encoding="utf-8") as file:
    rows = csv.writer(file, lineterminator="\n")
    rows.writerow(
        ["case", "elements", "time step [s]", "elements mended", "time step mended [s]", "flatter before", "after"]
    )
    for case in sorted(MESHES.glob("*/case.yaml")):
        asMade, mended = (check(sys.argv[1], case, quality) for quality in ("0", sys.argv[3]))
        if asMade[1] and mended[1]:
            rows.writerow([case.parent.name, *asMade[:2], *mended])
