#!/usr/bin/env python3
# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Runs one command-line test: runTest.py MODULE FUNCTION --ranks N --fluxtet BINARY --mpiexec MPIEXEC --cases FOLDER."""
import argparse
import importlib
import tempfile

from program import Program


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("module")
    parser.add_argument("function")
    parser.add_argument("--ranks", type=int, default=1)
    parser.add_argument("--fluxtet", required=True)
    parser.add_argument("--mpiexec", required=True)
    parser.add_argument("--cases", required=True)
    options = parser.parse_args()
    test = getattr(importlib.import_module(options.module), options.function)
    with tempfile.TemporaryDirectory(prefix="fluxtet-cli-") as folder:
        test(Program(options.fluxtet, options.mpiexec, options.ranks, folder, options.cases))


if __name__ == "__main__":
    main()
