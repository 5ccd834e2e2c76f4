# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""What all pictures share: units, axes, files, errors."""
import collections
import os

import matplotlib
import matplotlib.collections
import matplotlib.colors
import matplotlib.patheffects
import matplotlib.pyplot as plt
import matplotlib.ticker
import matplotlib.tri
import numpy as np

from .. import ResultsError, Run, StaticRun

PREFIXES = ((1e9, "G"), (1e6, "M"), (1e3, "k"), (1.0, ""), (1e-3, "m"), (1e-6, "\u00b5"), (1e-9, "n"), (1e-12, "p"))
UNITS = {"E": "V/m", "D": "C/m$^2$", "B": "T", "H": "A/m"}
DOTS = 150  # per inch
AXIS_FROM = 0.5  # an axis up to 0.5 V/m is labelled in V/m, a shorter one in mV/m
MOST_TICKS = 9  # of a logarithmic colour bar that stands at 1, 2 and 5 of each decade
CONSTANT = 1e-6  # values whose range is a smaller share of what they are part of are constant up to rounding


COLOURS = ("#c0392b", "#2471a3", "#229954")  # x, y, z
CURVES = (*COLOURS, "#d68910", "#7d3c98", "#1b2631")
STYLES = ("-", "--", ":", "-.", (0, (6, 1, 1, 1, 1, 1)), (0, (8, 2)), (0, (1, 3)), (0, (4, 1, 1, 1)))

# A run whose results are drawn: what tells it from the others of a picture, and its output directory.
Shown = collections.namedtuple("Shown", "name directory")


class PlotError(ResultsError):
    """Of what was asked for there is no picture; the text says why, or what to do."""


def shown_runs(directories):
    """The runs of a picture, named by their folders, or by their paths where folders have the same name."""
    names = [os.path.basename(os.path.abspath(directory)) for directory in directories]
    if len(set(names)) < len(names):
        names = [os.path.relpath(directory) for directory in directories]
    if len(set(names)) < len(names):
        raise PlotError(f"{directories[0]}: the same run is given twice")
    return [Shown(name, str(directory)) for name, directory in zip(names, directories)]


def label_of(text, run, runs):
    """A curve in the legend: of several runs with the name of its own."""
    return f"{text}, {plain(run.name)}" if len(runs) > 1 else text


def plain(text):
    """A name that is drawn letter by letter: between dollars would be a formula."""
    return text.replace("$", r"\$")


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
    """Into a file, whose name is told, or into what can be written to. `tight`: without the margins that pictures of a
    fixed shape leave."""
    try:
        figure.savefig(target, dpi=DOTS, **({"bbox_inches": "tight"} if tight else {}))
    except (OSError, ValueError) as error:
        raise PlotError(f"cannot write {target}: {error}") from error
    finally:
        plt.close(figure)
    if not hasattr(target, "write"):
        print(target)
