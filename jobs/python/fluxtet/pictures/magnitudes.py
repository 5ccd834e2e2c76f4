# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""How magnitudes become colours: linear, logarithmic over decades, or in decibels."""
import collections

from .common import AXIS_FROM, PlotError, magnitude_bar, magnitude_norm, matplotlib, np, prefix_of, quantity

# Linear by default; with `decades` logarithmic, so many down from the top of the colours; with `decibels` in dB of `reference`,
# V/m or A/m (None: the largest value), so many down from the top.
Scale = collections.namedtuple("Scale", "decades decibels reference", defaults=(None, None, None))
LINEAR = Scale()
DB_OF_DECADE = 20.0  # fields are amplitudes


def decades_of(scale):
    """How many decades of magnitude the colours span; None on a linear scale."""
    return scale.decibels / DB_OF_DECADE if scale.decibels else scale.decades


class Magnitudes:
    """Colours of magnitudes from `top` down, `largest` among them; `name` is what they are and `unit` theirs."""

    def __init__(self, scale, top, largest, name, unit):
        self.decades, self.top, self.largest = decades_of(scale), top, largest
        self.prefix, self.factor = prefix_of(top, AXIS_FROM)
        self.reference = (scale.reference or largest) if scale.decibels else None
        if scale.decibels:
            if not largest > 0:
                raise PlotError("the field is zero: there are no decibels to draw")
            high = self.decibels(top)
            self.norm = matplotlib.colors.Normalize(high - scale.decibels, high)
            self.label = f"{name} [dB re {quantity(self.reference, unit, 3)}]"
        else:
            self.norm = magnitude_norm(top / self.factor, scale.decades)
            self.label = f"{name} [{self.prefix}{unit}]"

    @property
    def bottom(self):
        """The least value that has a colour of its own."""
        return self.top * 10.0**-self.decades if self.decades else 0.0

    def decibels(self, values):
        return DB_OF_DECADE * np.log10(values / self.reference)

    def shown(self, values):
        """Values as the colours take them; what is far below the lowest is raised, since zero has no logarithm."""
        if self.decades:
            values = np.maximum(values, 0.1 * self.bottom)
        return self.decibels(values) if self.reference else values / self.factor

    def bar(self, figure, image, axes, **options):
        """The colour bar; its ends are pointed where values may lie beyond."""
        if self.decades:
            options.setdefault("extend", "both" if self.largest > self.top * (1 + 1e-9) else "min")
        return magnitude_bar(figure, image, axes, self.label, **options)
