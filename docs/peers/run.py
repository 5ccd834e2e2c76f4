#!/usr/bin/env python3
# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Runs the problems, each setting of each program in a process of its own, one after the other, and keeps what came out:
`FLUXTET=build/release/fluxtet python3 run.py [PROBLEM...] [--program NAME] [--out DIR]`. What was measured is measured
again only if others had more than a tenth of the processors meanwhile."""
import argparse
import json
import pathlib

import common

PROBLEMS = {
    "cavity": {
        "fluxtet": [
            {"size": 0.4, "order": 2},
            {"size": 0.25, "order": 2},
            {"size": 0.15, "order": 2},
            {"size": 0.15, "order": 2, "equalVolume": False},
        ],
        "openEMS": [
            {"cells": 20},
            {"cells": 40},
            {"cells": 80},
            {"cells": 20, "inset": 0.5},
            {"cells": 40, "inset": 0.5},
            {"cells": 80, "inset": 0.5},
        ],
        "Meep": [
            {"cells": 40, "ranks": 2},
            {"cells": 20, "inset": 0.5, "ranks": 2},
            {"cells": 40, "inset": 0.5, "ranks": 2},
            {"cells": 40, "axisymmetric": True, "inset": 0.5},
            {"cells": 80, "axisymmetric": True, "inset": 0.5},
            {"cells": 160, "axisymmetric": True},
        ],
        "gprMax": [{"cells": 15}, {"cells": 20}, {"cells": 40}, {"cells": 60}],
        "NGSolve": [
            {"size": 0.8, "order": 2, "curve": 2},
            {"size": 0.5, "order": 2, "curve": 3},
            {"size": 0.5, "order": 3, "curve": 4},
        ],
    },
    "dipole": {
        "fluxtet": [
            {"cells": 4, "order": 4, "layers": 2},
            {"cells": 6, "order": 3, "layers": 2},
            {"cells": 8, "order": 3, "layers": 3},
        ],
        "openEMS": [{"cells": 15, "layers": 8}, {"cells": 30, "layers": 8}, {"cells": 60, "layers": 8}],
        "Meep": [{"cells": 16, "layers": 8}, {"cells": 30, "layers": 8}, {"cells": 30, "layers": 8, "ranks": 2}],
        "gprMax": [{"cells": 15, "layers": 10}, {"cells": 30, "layers": 10}],
    },
    "sphere": {
        "fluxtet": [
            {
                "order": 2,
                "sphere": 0.08,
                "air": 0.16,
                "growth": 0.4,
                "wave": 0.34,
                "far": 0.43,
                "half": 0.55,
                "layers": 2,
            },
            {
                "order": 3,
                "sphere": 0.08,
                "air": 0.25,
                "growth": 0.6,
                "wave": 0.36,
                "far": 0.48,
                "half": 0.62,
                "layers": 2,
            },
        ],
        "openEMS": [
            {"cells": 20, "ratio": 2, "half": 0.35, "layers": 8},
            {"cells": 30, "ratio": 2, "half": 0.35, "layers": 8},
        ],
        "Meep": [
            {"cells": 10, "half": 0.35, "layers": 8},
            {"cells": 20, "half": 0.35, "layers": 8},
            {"cells": 30, "half": 0.35, "layers": 8},
            {"cells": 30, "half": 0.35, "layers": 8, "ranks": 2},
        ],
        "gprMax": [
            {"cells": 10, "half": 0.4, "layers": 8},
            {"cells": 20, "half": 0.4, "layers": 8},
            {"cells": 30, "half": 0.4, "layers": 8},
        ],
    },
    "patch": {
        "fluxtet": [
            {"accuracy": 0.03, "order": 2, "levels": "auto", "layers": 2},
            {"accuracy": 0.03, "order": 2, "levels": 0, "layers": 2},
            {"accuracy": 0.03, "order": 3, "levels": "auto", "layers": 2},
            {"accuracy": 0.01, "order": 2, "levels": "auto", "layers": 2},
            {"accuracy": 0.01, "order": 3, "levels": "auto", "layers": 2},
        ],
        "openEMS": [
            {"edge": 3, "largest": 10, "across": 2, "layers": 8},
            {"edge": 1.5, "largest": 10, "across": 3, "layers": 8},
            {"edge": 0.75, "largest": 8, "across": 4, "layers": 8},
        ],
        "Meep": [{"across": 2, "layers": 8, "ranks": 2}, {"across": 3, "layers": 8, "ranks": 2}],
        "gprMax": [{"cell": 2, "across": 2, "layers": 10}, {"cell": 1, "across": 3, "layers": 10}],
    },
}

QUIET = 0.1  # share of the processors that others may have had in a run that is not repeated


def kept_runs(path):
    """Earlier runs of a file by their settings."""
    if not path.exists():
        return {}
    return {json.dumps(run["settings"]): run for run in json.loads(path.read_text(encoding="utf-8"))}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("problem", nargs="*", default=list(PROBLEMS), help=", ".join(PROBLEMS))
    parser.add_argument("--program", action="append", help="only this one")
    parser.add_argument("--out", type=pathlib.Path, default=common.HERE / "data")
    parser.add_argument("--again", action="store_true", help="also what was measured on a quiet machine before")
    arguments = parser.parse_args()
    for problem in arguments.problem:
        for program, all_settings in PROBLEMS[problem].items():
            if arguments.program and program not in arguments.program:
                continue
            path = arguments.out / f"{problem}-{program}.json"
            before, runs = kept_runs(path), []
            for settings in all_settings:
                old = before.get(json.dumps(settings))
                run = old
                if arguments.again or not old or old["others_share"] > QUIET:
                    run = common.measure(common.HERE / f"{problem}.py", program, settings)
                    tell(problem, run)
                    tellsAll = old and run.keys() <= old.keys()
                    if not arguments.again and tellsAll and old["others_share"] < run["others_share"]:
                        run = old
                runs.append(run)
                later = [before[key] for key in map(json.dumps, all_settings[len(runs) :]) if key in before]
                rows = ",\n".join(map(json.dumps, runs + later))
                path.write_text(f"[\n{rows}\n]\n", encoding="utf-8")


def tell(problem, run):
    near = f", near field {run['near_error']:.5f}" if "near_error" in run else ""
    print(
        f"{problem} {run['program']} {run['settings']}: error {run['error']:.5f}{near}, {run['wall_s']:.1f} s, "
        f"{run['peak_bytes'] / 1e6:.0f} MB, others {100 * run['others_share']:.0f} %",
        flush=True,
    )


if __name__ == "__main__":
    main()
