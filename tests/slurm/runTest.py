#!/usr/bin/env python3
# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Runs one test of the job scripts: runTest.py MODULE FUNCTION --fluxtet BINARY --mpiexec MPIEXEC --root FOLDER.

With exit code 77, "skipped", where the machine cannot run a SLURM of its own."""
import argparse
import importlib
import pathlib
import signal
import sys
import tempfile

from cluster import Cluster, whyNot
from jobs import Jobs

SKIPPED = 77


def stopInOrder(number, _):
    """Ends with an exception, so that the cluster is stopped before."""
    sys.exit(128 + number)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("module")
    parser.add_argument("function")
    parser.add_argument("--fluxtet", required=True)
    parser.add_argument("--mpiexec", required=True)
    parser.add_argument("--root", required=True, type=pathlib.Path)
    options = parser.parse_args()
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, stopInOrder)
    sys.path.append(str(options.root / "tests/cli"))
    module = importlib.import_module(options.module)
    test = getattr(module, options.function)
    with tempfile.TemporaryDirectory(prefix="fluxtet-slurm-") as folder:
        # A path with a space must do.
        work = pathlib.Path(folder) / "my work"
        work.mkdir()
        if not module.NEEDS_SLURM:
            test(Jobs(options, work, None))
            return
        reason = whyNot()
        if reason:
            print(f"skipped: {reason}")
            sys.exit(SKIPPED)
        with Cluster(folder) as cluster:
            test(Jobs(options, work, cluster))


if __name__ == "__main__":
    main()
