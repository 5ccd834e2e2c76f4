# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""The command line of `fluxtet sweep`."""
import argparse
import os
import pathlib

DESCRIPTION = """Runs a case with several values of its keys, or refines it until results are converged, and makes one table
of all."""
EPILOG = """examples:
  sweep case.yaml --set mesh.size=1mm..5mm:5 --set dgtd.order=2,3 --output sizes
  sweep case.yaml --set 'ports[0].impedance=50 ohm,75 ohm' --result S11_dB@2.4GHz --command "mpirun -n 4 fluxtet"
  sweep case.yaml --set dgtd.order=2,3,4 --slurm "-n 16 --time 2:00:00" --output orders; sbatch orders/sweep.sbatch
  sweep case.yaml --converge size --result S11@2.4GHz --tolerance 0.5%
  sweep case.yaml --converge order --result summary.energy_J --tolerance 1e-12

results:
  S11, S11_dB, S11_deg, S11_re, S11_im, S(Out,In)     at a frequency, or @min, @max, @atMin, @atMax
  gain, realisedGain, directivity, axialRatio, crossSection     the largest, or of a direction: gain(90,0)@2.4GHz
  farField.KEY, powers.KEY, sar.KEY, sar.10g     of summary.json at a frequency
  point.NAME.COLUMN, summary.KEY.KEY[0], PORT/RESULT     docs/studies.md explains them

The same command goes on with a study that was interrupted: what has finished is not run again, what has checkpoints goes
on from the newest, what failed is tried again.

exit codes: 0 done, 2 bad input, 3 a run failed or the tolerance was not reached, 4 stopped by a signal"""


def parser():
    result = argparse.ArgumentParser(
        prog="fluxtet sweep" if "FLUXTET_PROGRAM" in os.environ else "python3 -m fluxtet sweep",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    result.add_argument("case", metavar="CASE", help="the case file (YAML)")
    result.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="KEY=VALUES",
        help="values of a key of the case, between commas outside of brackets and quotes; 1mm..5mm:5 stands for five values "
        "at equal distances. Each value is run with each of the other keys; a single value is for all runs. May be repeated",
    )
    result.add_argument(
        "-o",
        "--output",
        type=pathlib.Path,
        metavar="DIR",
        help="folder of the study (default out/NAME-sweep, or -converge)",
    )
    result.add_argument("--backup", action="store_true", help="move another study in DIR aside (to DIR.1, DIR.2, ...)")
    result.add_argument(
        "--result",
        action="append",
        metavar="RESULT",
        help="a column of the table, instead of those that the runs have; may be repeated",
    )
    result.add_argument("--mesh", metavar="FILE", help="as of `fluxtet run`")
    result.add_argument("--backend", choices=("auto", "cpu", "cuda"), default="auto", help="as of `fluxtet run`")
    where = result.add_mutually_exclusive_group()
    where.add_argument(
        "--command",
        default="fluxtet",
        metavar="COMMAND",
        help="what starts a run, e.g. 'mpirun -n 4 fluxtet' (default fluxtet, on one rank)",
    )
    where.add_argument(
        "--slurm",
        metavar="OPTIONS",
        help="run nothing: write DIR/sweep.sbatch, an array job with a task for each variant, with these options of "
        "jobs/submit.sh, e.g. '-n 16 --gpu'",
    )
    where.add_argument("--table", action="store_true", help="run nothing: make the table of what has finished")
    group = result.add_argument_group("convergence")
    group.add_argument(
        "--converge",
        metavar="WHAT",
        help="refine until --result changes by less than --tolerance: size (mesh.size), order, refine (mesh.refine), or the "
        "key of another size",
    )
    group.add_argument("--tolerance", metavar="T", help="a share of the result such as 0.5%%, or a number in its unit")
    group.add_argument("--most", type=int, default=5, metavar="N", help="at most so many runs (default 5)")
    group.add_argument("--factor", type=float, default=1.5, metavar="F", help="divides a size each time (default 1.5)")
    group.add_argument("--from", dest="first", metavar="VALUE", help="the first value (default: that of the case)")
    return result
