# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Reads what fluxtet leaves in its output directories.

    import fluxtet
    run = fluxtet.open("out")
    run.probes["feed"].values              # E [samples][xyz], V/m
    run.phasor(2.45e9).at([[0, 0, 0.1]])   # E [points][xyz], V/m, complex

Everything is in SI units, fields at a frequency are peak values with time dependence exp(+i omega t), or where
`isIntegral` Fourier integrals of a pulse. What is not there raises ResultsError, which says which key of the case keeps
it. docs/python.md shows every part by examples.
"""
from .errors import ResultsError, UnfinishedRunWarning
from .run import PortStudy, Run, StaticRun, openRun
from .touchstone import Network, readTouchstone

__version__ = "0.1.0"
__all__ = [
    "Network",
    "PortStudy",
    "ResultsError",
    "Run",
    "StaticRun",
    "UnfinishedRunWarning",
    "open",
    "readTouchstone",
]


def open(directory):
    """The results in an output directory: a Run (`solver: dgtd`), a PortStudy (of several excited ports) or a StaticRun
    (`solver: static`). A run that has not come to its end can be read as far as it is, with an UnfinishedRunWarning.
    """
    return openRun(directory)
