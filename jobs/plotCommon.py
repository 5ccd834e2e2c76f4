# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""What all pictures share: units, axes, files, errors."""
import sys

PREFIXES = ((1e9, "G"), (1e6, "M"), (1e3, "k"), (1.0, ""), (1e-3, "m"), (1e-6, "\u00b5"), (1e-9, "n"), (1e-12, "p"))
UNITS = {"E": "V/m", "D": "C/m$^2$", "B": "T", "H": "A/m"}
AXIS_FROM = 0.5   # an axis up to 0.5 V/m is labelled in V/m, a shorter one in mV/m
CONSTANT = 1e-6   # values whose range is a smaller share of what they are part of are constant up to rounding


class PlotError(Exception):
    """The user's input is wrong; the text says what to do."""


try:
    import h5py
    import matplotlib
    import matplotlib.collections

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
    import matplotlib.ticker
    import matplotlib.tri
    import numpy as np
except ImportError as missing:
    print(f"plot.py: the Python package {missing.name} is missing: apt-get install python3-numpy python3-h5py "
          "python3-matplotlib, and run with /usr/bin/python3", file=sys.stderr)
    sys.exit(2)


def prefix_of(largest, smallest=0.9999):
    """SI prefix and factor that bring `largest` to 1..1000 (from `smallest` on)."""
    for factor, prefix in PREFIXES:
        if abs(largest) >= factor * smallest:
            return prefix, factor
    return ("f", 1e-15) if abs(largest) > 1e-18 else ("", 1.0)


def scaled(values, unit):
    """Values in a handy multiple of the unit, and its name."""
    finite = np.abs(values[np.isfinite(values)])
    prefix, factor = prefix_of(finite.max() if finite.size else 0.0, AXIS_FROM)
    return values / factor, prefix + unit


def quantity(value, unit, digits=4):
    prefix, factor = prefix_of(value)
    return f"{value / factor:.{digits}g} {prefix}{unit}"


def is_constant(values, reference):
    """Whether values differ by no more than rounding, where `reference` is the range of the whole."""
    finite = values[np.isfinite(values)]
    return not finite.size or np.ptp(finite) <= CONSTANT * reference


def finish_axis(axis):
    axis.grid(True, color="#dddddd", lw=0.6)
    axis.set_axisbelow(True)
    for side in ("top", "right"):
        axis.spines[side].set_visible(False)


def save(figure, target):
    try:
        figure.savefig(target, dpi=150)
    except (OSError, ValueError) as error:
        raise PlotError(f"cannot write {target}: {error}") from error
    finally:
        plt.close(figure)
    print(target)
