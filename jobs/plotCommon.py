# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""What all pictures share: units, axes, files, errors."""
import pathlib
import sys

PREFIXES = ((1e9, "G"), (1e6, "M"), (1e3, "k"), (1.0, ""), (1e-3, "m"), (1e-6, "\u00b5"), (1e-9, "n"), (1e-12, "p"))
UNITS = {"E": "V/m", "D": "C/m$^2$", "B": "T", "H": "A/m"}
AXIS_FROM = 0.5  # an axis up to 0.5 V/m is labelled in V/m, a shorter one in mV/m
MOST_TICKS = 9  # of a logarithmic colour bar that stands at 1, 2 and 5 of each decade
CONSTANT = 1e-6  # values whose range is a smaller share of what they are part of are constant up to rounding


sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "python"))  # the package of this clone
try:
    import h5py
    import matplotlib
    import matplotlib.collections
    import matplotlib.colors

    matplotlib.use("Agg")
    import matplotlib.patheffects
    import matplotlib.pyplot as plt
    import matplotlib.ticker
    import matplotlib.tri
    import numpy as np
except ImportError as missing:
    print(
        f"plot.py: the Python package {missing.name} is missing: apt-get install python3-numpy python3-h5py "
        "python3-matplotlib, and run with /usr/bin/python3",
        file=sys.stderr,
    )
    sys.exit(2)

from fluxtet import ResultsError, Run, StaticRun  # noqa: E402


class PlotError(Exception):
    """The user's input is wrong; the text says what to do."""


FAULTS = (PlotError, ResultsError)  # what is told without a trace of the program


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


def powers_at(directory, frequency=None):
    """The powers of summary.json at a frequency, Hz, or without one those of a run that has them at one; {} if there are none."""
    try:
        return Run(directory).powers(frequency)
    except ResultsError:
        return {}


def place_text(axis, place, size):
    """A plane, e.g. "z = 5 mm"; `size`: of what it cuts."""
    return f"{axis} = {quantity(place, 'm') if abs(place) > 1e-6 * size else 0}"


def magnitude_norm(largest, decades=None):
    """Colours from 0 to `largest`; with `decades` logarithmic, so many decades down from it."""
    if decades:
        return matplotlib.colors.LogNorm(largest * 10.0**-decades, largest)
    return matplotlib.colors.Normalize(0.0, largest)


def magnitude_bar(figure, image, axes, label, **options):
    """Colour bar of magnitudes, with round numbers where it is logarithmic; what lies outside gets the colour of the end."""
    logarithmic = isinstance(image.norm, matplotlib.colors.LogNorm)
    bar = figure.colorbar(image, ax=axes, label=label, **{"extend": "both" if logarithmic else "max", **options})
    if logarithmic:
        ticks = round_ticks(image.norm.vmin, image.norm.vmax)
        bar.set_ticks(ticks, labels=[f"{tick:g}" for tick in ticks])
        bar.ax.minorticks_off()
    return bar


def round_ticks(low, high):
    """1, 2 and 5 times powers of ten from `low` to `high`, only the powers where that would be many."""
    powers = range(int(np.floor(np.log10(low))), int(np.ceil(np.log10(high))) + 1)
    for digits in ((1, 2, 5), (1,)):
        ticks = [digit * 10.0**power for power in powers for digit in digits]
        ticks = [tick for tick in ticks if low * (1 - 1e-9) <= tick <= high * (1 + 1e-9)]
        if len(ticks) <= MOST_TICKS:
            break
    return ticks


def is_constant(values, reference):
    """Whether values differ by no more than rounding, where `reference` is the range of the whole."""
    finite = values[np.isfinite(values)]
    return not finite.size or np.ptp(finite) <= CONSTANT * reference


def finish_axis(axis):
    axis.grid(True, color="#dddddd", lw=0.6)
    axis.set_axisbelow(True)
    for side in ("top", "right"):
        axis.spines[side].set_visible(False)


def label_lowest(axes, label):
    """Numbers and name of the x axis under the lowest panel in use of each column."""
    for column in axes.T:
        used = [axis for axis in column if axis.get_visible()]
        if used:
            used[-1].tick_params(labelbottom=True)
            used[-1].set_xlabel(label)


def save(figure, target, tight=False):
    """`tight`: without the margins that pictures of a fixed shape leave."""
    try:
        figure.savefig(target, dpi=150, **({"bbox_inches": "tight"} if tight else {}))
    except (OSError, ValueError) as error:
        raise PlotError(f"cannot write {target}: {error}") from error
    finally:
        plt.close(figure)
    print(target)
