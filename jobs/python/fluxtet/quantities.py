# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Frequencies and moments: how they are told, and how one of several is chosen."""
import numpy as np

from .errors import ResultsError

PREFIXES = ((1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k"), (1.0, ""), (1e-3, "m"), (1e-6, "u"), (1e-9, "n"))
SMALLEST = (1e-12, "p")
SAME = 1e-6  # share of a frequency, or of the last moment, by which a number may miss it
MOST_LISTED = 12


def told(value, unit):
    """A number with its unit and an SI prefix, such as 2.45 GHz."""
    if value == 0:
        return f"0 {unit}"
    factor, prefix = next((pair for pair in PREFIXES if abs(value) >= 0.99999 * pair[0]), SMALLEST)
    return f"{value / factor:.10g} {prefix}{unit}"


def toldAll(values, unit):
    values = list(values)
    if len(values) > MOST_LISTED:
        return f"{len(values)} from {told(values[0], unit)} to {told(values[-1], unit)}"
    return ", ".join(told(value, unit) for value in values) or "none"


def placeOf(values, wanted, unit, what, where):
    """The number of the value that is `wanted` up to rounding; `what` and `where` it is looked for, in words."""
    values = np.asarray(values, float)
    if values.size:
        nearest = int(np.abs(values - wanted).argmin())
        if abs(values[nearest] - wanted) <= SAME * max(abs(wanted), np.abs(values).max() if unit == "s" else 0.0):
            return nearest
    raise ResultsError(f"{where} has no {what} {told(wanted, unit)}: there are {toldAll(values, unit)}")
