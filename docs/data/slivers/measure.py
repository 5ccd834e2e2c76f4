#!/usr/bin/env python3
# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Time step that a layer between two boxes leaves, by its thickness, the size of its elements and Gmsh's algorithm.

measure.py FLUXTET CSV [mesh.KEY=VALUE ...]; the mesh is made anew each time."""
import csv
import os
import pathlib
import re
import subprocess
import sys

CASE = pathlib.Path(__file__).resolve().parent / "slab.yaml"
# Thickness and size, mm; where the size is that of all 20 mm the boxes have it too.
LAYERS = [(t, 20) for t in (1, 2, 5, 10, 20, 40)] + [(2, s) for s in (1.5, 2, 3, 4, 6, 10)]


def check(program, thickness, size, algorithm):
    """Elements, time step, and what local time steps would save; why there is no mesh."""
    settings = (
        f"mesh.parameters={{t: {thickness}, s: {20 if size == 20 else 1000}}}",
        f"mesh.sizes={{Slab: {size} mm}}",
        f"mesh.algorithm={algorithm}",
        *sys.argv[3:],
    )
    done = subprocess.run(
        [program, "check", CASE, *(word for setting in settings for word in ("--set", setting))],
        capture_output=True,
        text=True,
        env={**os.environ, "FLUXTET_MESH_CACHE": "off"},
    )
    if done.returncode:
        return ["", "", "", "an element is flat" if "is flat" in done.stderr + done.stdout else "refused"]
    facts = (r"elements +(\d+)", r"time step +(\S+) s", r"elements: ([\d.]+) times less work")
    return [found[1] if (found := re.search(fact, done.stdout)) else "" for fact in facts] + [""]


with open(sys.argv[2], "w", newline="", encoding="utf-8") as file:
    rows = csv.writer(file, lineterminator="\n")
    rows.writerow(
        [
            "thickness [mm]",
            "size [mm]",
            "algorithm",
            "elements",
            "time step [s]",
            "work less with local steps",
            "refused",
        ]
    )
    for t, s in LAYERS:
        for name in ("delaunay", "hxt"):
            rows.writerow([t, s, name, *check(sys.argv[1], t, s, name)])
