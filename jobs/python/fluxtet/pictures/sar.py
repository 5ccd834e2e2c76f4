# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Pictures of the specific absorption rate: averages over cubes, or elements, in the three planes through the peak."""
import os
import sys

from ..mirrors import TOUCH, mirroredElements, withImages
from ..sar import ElementSar, Sar
from .common import (
    PlotError,
    ResultsError,
    Run,
    magnitude_bar,
    magnitude_norm,
    matplotlib,
    np,
    place_text,
    powers_at,
    plt,
    prefix_of,
    quantity,
    save,
)
from .section import section

AXES = "xyz"
GREY = "#e4e4e4"  # outside the tissue
HEIGHT = 4.2  # of the tallest panel, inches
MARGIN, GAP = (0.9, 0.9), 1.1  # left and below, and right of each panel, inches
FLATTEST = 0.25  # a side shorter than this share of the longest is stretched to it


class AveragePicture:
    """Averages over cubes at the centres of voxels, [z][y][x]; nothing where there is no tissue. Runs with planes
    of symmetry have none, since a cube there would need the tissue behind the plane."""

    def __init__(self, average):
        self.values, self.voxel = average.values, average.peakVoxel
        self.peak, self.at, self.tissue = average.peak, average.peakAt, average.peakTissue
        self.peaks = self.at[None]
        shape = np.array(self.values.shape[::-1])
        self.low = average.origin - 0.5 * average.spacing
        self.high = average.origin + (shape - 0.5) * average.spacing

    def draw(self, axis, axes, norm, unit, length):
        plane = np.maximum(
            np.take(self.values, self.voxel[axis], axis=2 - axis) / unit, 1e-30
        )  # a logarithm of zero has no colour
        u, v = [k for k in range(3) if k != axis]
        return axes.imshow(
            plane,
            origin="lower",
            cmap="inferno",
            norm=norm,
            aspect="auto",
            interpolation="nearest",
            extent=[x / length for x in (self.low[u], self.high[u], self.low[v], self.high[v])],
        )


class ElementPicture:
    """Means over tetrahedra of tissue, and their images behind `planes` of symmetry; the section of these is drawn."""

    def __init__(self, elements, planes=()):
        points = elements.dataset("Points").astype(float)
        self.points, self.cells, self.values = mirroredElements(points, elements.connectivity, elements.values, planes)
        self.peak, self.at, self.tissue = elements.peak, elements.peakAt, elements.peakTissue
        self.peaks = withImages(self.at[None], planes)
        self.low, self.high = self.points.min(axis=0), self.points.max(axis=0)

    def draw(self, axis, axes, norm, unit, length):
        points, triangles, _, cell = section(self.points, self.cells, self.points[:, 0], axis, self.at[axis])
        return axes.tripcolor(
            points[:, 0] / length,
            points[:, 1] / length,
            triangles,
            facecolors=np.maximum(self.values[cell] / unit, 1e-30),
            cmap="inferno",
            norm=norm,
        )


def rate_unit(rate):
    """Prefix and factor: W/kg, in which limits are given, down to a hundredth."""
    return ("", 1.0) if rate >= 0.01 else prefix_of(rate)


def read_sar(directory, name, planes=()):
    rate = Run(directory).sar[name]
    return ElementPicture(rate, planes) if isinstance(rate, ElementSar) else AveragePicture(rate)


def title_of(directory, name, sar):
    rate = name.rpartition("/")[2]
    what = "means of elements" if rate == "elements" else f"averaged over {rate[:-1]} g"
    powers = powers_at(directory, Sar.frequencyOf(name))
    facts = [quantity(powers["frequency_Hz"], "Hz")] if "frequency_Hz" in powers else []
    facts += [f"{quantity(powers['accepted_W'], 'W')} given by the sources"] if "accepted_W" in powers else []
    prefix, unit = rate_unit(sar.peak)
    where = "(" + ", ".join(f"{1e3 * x:.1f}" for x in sar.at) + ") mm"
    images = len(sar.peaks) - 1
    where += f" and its image{'s' if images > 1 else ''}" if images else ""
    return (
        f"Specific absorption rate, {what}"
        + "".join(f", {fact}" for fact in facts)
        + f"\npeak {sar.peak / unit:.4g} {prefix}W/kg at {where} in {sar.tissue}"
    )


def place_panels(size):
    """A figure with three panels, across x, y and z, for a body of `size` [xyz], and one for the colours. Short sides are stretched."""
    shown = np.maximum(size, FLATTEST * size.max())
    panes = [shown[[k for k in range(3) if k != axis]] for axis in range(3)]
    panes = np.array(panes) * HEIGHT / max(high for _, high in panes)  # inches
    width, height = MARGIN[0] + sum(wide + GAP for wide, _ in panes) + 1.2, MARGIN[1] + HEIGHT + 1.1
    figure, panels, left = plt.figure(figsize=(width, height)), [], MARGIN[0]
    for wide, high in [*panes, (0.2, HEIGHT)]:
        panels.append(
            figure.add_axes([left / width, (MARGIN[1] + 0.5 * (HEIGHT - high)) / height, wide / width, high / height])
        )
        left += wide + GAP
    return figure, panels[:3], panels[3]


def draw_section(sar, axis, axes, norm, unit, lengths):
    """The plane across `axis` through the peak, with a cross there and at its images in that plane. `lengths`: prefix
    and unit of the coordinates."""
    prefix, length = lengths
    u, v = [k for k in range(3) if k != axis]
    size = sar.high - sar.low
    names = [f"{AXES[k]} [{prefix}m]" + (", stretched" if size[k] < FLATTEST * size.max() else "") for k in (u, v)]
    axes.set_facecolor(GREY)
    image = sar.draw(axis, axes, norm, unit, length)
    crosses = sar.peaks[np.abs(sar.peaks[:, axis] - sar.at[axis]) <= TOUCH * size.max()] / length
    axes.plot(crosses[:, u], crosses[:, v], "+", color="#2ecc71", ms=9, mew=1.5)
    axes.set(
        xlim=(sar.low[u] / length, sar.high[u] / length),
        ylim=(sar.low[v] / length, sar.high[v] / length),
        xlabel=names[0],
        ylabel=names[1],
    )
    box = axes.get_window_extent().width / axes.figure.dpi, axes.get_window_extent().height / axes.figure.dpi
    for side, inches in zip((axes.xaxis, axes.yaxis), box):
        side.set_major_locator(matplotlib.ticker.MaxNLocator(min(8, max(2, int(1.7 * inches))), steps=(1, 2, 5, 10)))
    axes.set_title(place_text(AXES[axis], sar.at[axis], size.max()), fontsize=10)
    return image


def picture_of_sar(directory, name):
    """The picture of a rate: sar_10g.png, sar_900MHz_10g.png."""
    return os.path.join(directory, f"sar_{name.replace('/', '_')}.png")


def draw_sar(directory, name, target, largest=None, decades=None, planes=()):
    """The three planes through the peak, which a cross marks. Colours up to `largest` W/kg (default: the peak), logarithmic
    over `decades` if these are given. `planes` of symmetry, behind which images are drawn."""
    sar = read_sar(directory, name, planes)
    top = largest or sar.peak
    if not top > 0:
        raise PlotError(f"{directory}: the absorption rate is zero everywhere: there is nothing to draw")
    prefix, unit = rate_unit(top)
    figure, panels, colours = place_panels(sar.high - sar.low)
    lengths = prefix_of(np.abs([sar.low, sar.high]).max())
    norm = magnitude_norm(top / unit, decades)
    images = [draw_section(sar, axis, axes, norm, unit, lengths) for axis, axes in enumerate(panels)]
    extend = ("both" if decades else "max") if sar.peak > top else "min" if decades else "neither"
    magnitude_bar(figure, images[0], panels, f"specific absorption rate [{prefix}W/kg]", extend=extend, cax=colours)
    figure.suptitle(title_of(directory, name, sar), fontsize=11)
    save(figure, target, tight=True)
    print(f"peak of {name}: {sar.peak:.4g} W/kg in {sar.tissue}")


def draw_all_sar(directory, planes=()):
    """Every absorption rate that the directory holds; how many. What cannot be drawn is told."""
    drawn = 0
    for name in Run(directory).sar:
        try:
            draw_sar(directory, name, picture_of_sar(directory, name), planes=planes)
            drawn += 1
        except ResultsError as error:
            print(f"no picture of sar/{name}: {error}", file=sys.stderr)
    return drawn
