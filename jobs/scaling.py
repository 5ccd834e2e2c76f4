#!/usr/bin/env python3
# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Strong and weak scaling of a time-domain case: runs it on several numbers of ranks, makes the table and draws it."""
import argparse
import pathlib
import shlex
import sys

import scalingRuns
import scalingTable
from scalingRuns import ScalingError

EXAMPLES = """examples:
  scaling.py strong meshes/head/case.yaml --ranks 1,2,4 --orders 1,2 --steps 200 --out out/strong
  scaling.py weak case.yaml --ranks 1,8 --steps 100 --out out/weak                  a case with mesh.box: cells and size grow
  scaling.py strong case.yaml --mesh m3_RANKS.h5 --backend cuda --out out/m3        RANKS stands for their number
  scaling.py strong case.yaml --ranks 8,64 --slurm "--gpu --per-node 4 --time 30:00" --out out/strong
  scaling.py strong --report brought/m1 brought/m3 --out out/report                 only the table and the picture

Each point is a run in OUT/P<order>_<ranks>ranks[_<exchange>]/run<k>; one whose summary.json tells that it came to its end is not
run again, unless --force. The fastest of --repeat runs counts. OUT then holds table.txt, table.md, table.json and scaling.png.
A point that OUT holds from other settings (case, --set, --steps, --mesh, --backend) is an error: --force runs it again.
On several hosts prepare partitioned meshes first (`fluxtet mesh --parts N`): METIS on one process is no part of the scaling.

exit codes: 0 done, 2 bad input, 3 a run failed or is not there yet"""


def parseArguments():
    parser = argparse.ArgumentParser(
        description=__doc__, epilog=EXAMPLES, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "kind", choices=("weak", "strong"), help="weak: as many elements on each rank; strong: as many in all"
    )
    parser.add_argument("case", nargs="?", metavar="CASE", help="the case file")
    parser.add_argument("--ranks", type=numbers, default=[1, 2, 4, 8], metavar="N,N", help="default 1,2,4,8")
    parser.add_argument("--orders", type=numbers, default=[None], metavar="P,P", help="default: that of the case")
    parser.add_argument(
        "--exchange",
        type=lambda text: text.split(","),
        default=[None],
        metavar="WAY,WAY",
        help="dgtd.exchange; default: that of the case",
    )
    parser.add_argument(
        "--steps",
        type=positive,
        metavar="N",
        help="instead of the case's section `time`, and without output.dft and output.sar, which sample the end of a "
        "whole run (--set output.dft=... brings them back)",
    )
    parser.add_argument("--repeat", type=positive, default=1, metavar="N", help="runs of each point (default 1)")
    parser.add_argument("--backend", choices=("auto", "cpu", "cuda"), default="auto", help="default auto")
    parser.add_argument(
        "--set", action="append", default=[], metavar="KEY=VALUE", help="as of `fluxtet run`; may be repeated"
    )
    parser.add_argument("--mesh", metavar="FILE", help="as of `fluxtet run`; RANKS in it becomes their number")
    parser.add_argument(
        "--grow",
        choices=("x", "y", "z", "xy", "xz", "yz", "xyz"),
        default="xyz",
        help="weak: the axes along which the box grows (default xyz: as nearly a cube as can be; one axis: a chain)",
    )
    parser.add_argument(
        "--fluxtet",
        metavar="PROGRAM",
        help="default: build/release/fluxtet, or that of the same installation, else the one on the PATH",
    )
    parser.add_argument(
        "--mpirun",
        type=shlex.split,
        default=["mpirun", "--bind-to", "none"],
        metavar="COMMAND",
        help="what starts the ranks, before -n (default 'mpirun --bind-to none')",
    )
    parser.add_argument(
        "--slurm",
        nargs="?",
        const="",
        metavar="OPTIONS",
        help="submit one job for each point by jobs/submit.sh, with these options of it (--slurm=--gpu, if it is one word)",
    )
    parser.add_argument("--force", action="store_true", help="run finished points again")
    parser.add_argument(
        "--report",
        nargs="*",
        type=pathlib.Path,
        metavar="DIR",
        help="run nothing: read the summaries in these folders (default: in --out)",
    )
    parser.add_argument(
        "--out", required=True, type=pathlib.Path, metavar="DIR", help="folder of the runs and the results"
    )
    options = parser.parse_args()
    if (options.case is None) == (options.report is None):
        parser.error("one CASE is needed, or --report")
    return options


def numbers(text):
    return sorted({positive(word) for word in text.split(",")})


def positive(text):
    value = int(text)
    if value < 1:
        raise ValueError
    return value


def main():
    options = parseArguments()
    folders = options.report or [options.out]
    if options.report is None:
        waiting = scalingRuns.runAll(options)
        if waiting:
            print(
                f"Runs that wait in SLURM: {waiting}. When they are done, scaling.py {options.kind} --report --out {options.out}"
            )
            return 3
    rows = scalingTable.readRows(folders, options.kind)
    scalingTable.writeTables(rows, options.kind, options.out)
    try:
        import plotScaling  # needs Matplotlib, which hosts of runs need not have
    except ImportError as missing:
        print(
            f"no picture: the Python package {missing.name} is missing (--report draws it where it is)", file=sys.stderr
        )
        return 0
    plotScaling.draw(rows, options.kind, options.out / "scaling.png")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except ScalingError as error:
        print(f"scaling.py: {error}", file=sys.stderr)
        sys.exit(error.code)
