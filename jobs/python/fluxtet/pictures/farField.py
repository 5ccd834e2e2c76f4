# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Pictures of the far field: patterns of directivity in polar cuts and in space, radar cross-sections."""
import collections
import os
import re
import sys

from ..farField import FILE, SAME_ANGLE, FarField, angleOf, listed
from ..farField import angleText as angle_text
from .common import (
    CURVES,
    STYLES,
    PlotError,
    ResultsError,
    finish_axis,
    matplotlib,
    np,
    plain,
    plt,
    prefix_of,
    save,
    shown_runs,
)


RANGE_DB = 40.0  # of the radial axis
STEP_DB = 5.0  # its end is a multiple of this
DEEPEST_DB = 60.0  # a radar cross-section is drawn down to so far below its largest value
SAME_DB = 2e-4  # the file has four decimals
MOST_FACES = 90  # of a surface in space, along theta; twice as many along phi
BELOW = {"polar": -0.06, "rectilinear": -0.16}  # where a legend begins, in heights of the axes
THETA, PHI, DEGREES = "\u03b8", "\u03c6", "\u00b0"

# A column of the file, what it is called in a picture, and its unit.
Quantity = collections.namedtuple("Quantity", "column name unit")
QUANTITIES = {
    "directivity": Quantity("directivity_dBi", "directivity", "dBi"),
    "co": Quantity("co_dBi", "co-polar directivity (Ludwig 3, along x)", "dBi"),
    "cross": Quantity("cross_dBi", "cross-polar directivity (Ludwig 3, along y)", "dBi"),
    "gain": Quantity("gain_dBi", "gain", "dBi"),
    "realisedGain": Quantity("realised_gain_dBi", "realised gain", "dBi"),
    "axialRatio": Quantity("axial_ratio_dB", "axial ratio", "dB"),
}
RCS = Quantity("rcs_dBsm", "radar cross-section", "dBsm")

# A curve of a picture: the run, the direction of its cut in words, and its points; angles in degrees.
Curve = collections.namedtuple("Curve", "run cut at values")


def hertz(text):
    """A frequency such as 2.45 GHz, or plain Hz."""
    match = re.fullmatch(r"\s*([^\sA-Za-z]+(?:[eE][+-]?\d+)?)\s*(?:([kMGT]?)Hz)?\s*", text)
    try:
        value = float(match[1]) * {"k": 1e3, "M": 1e6, "G": 1e9, "T": 1e12}.get(match[2], 1.0)
    except (TypeError, ValueError):
        value = 0.0
    if not 0 < value < float("inf"):
        raise ValueError(f'{text} is no frequency like "2.45 GHz" or 2.45e9')
    return value


def frequency_text(frequency):
    """With the digits of the file, so that it can be given back."""
    prefix, factor = prefix_of(frequency)
    return f"{frequency / factor:.10g} {prefix}Hz"


class FarFieldFile(FarField):
    """farField.csv of a Shown run with its name; quantities at a frequency are arrays [theta][phi]."""

    def __init__(self, run):
        self.directory, self.name = run.directory, plain(run.name)
        super().__init__(run.directory)

    def values(self, quantity, frequency):
        return self.quantity(quantity.column)[self.frequencyIndex(frequency)]

    def direction(self, theta, phi):
        return f"{THETA} = {angle_text(self.thetas[theta])}, {PHI} = {angle_text(self.phis[phi])}"


def read_far_fields(directories):
    """The files of all runs, each with a name of its own."""
    return [FarFieldFile(run) for run in shown_runs(directories)]


def chosen_frequency(files, wanted):
    """The first of the first run unless one is asked for."""
    return files[0].first if wanted is None else wanted


def extreme_text(file, values, quantity):
    """Where a quantity is largest, or the axial ratio smallest, in words."""
    smallest = quantity.column == "axial_ratio_dB"
    sign = -1.0 if smallest else 1.0
    finite = np.where(np.isfinite(values), sign * values, -np.inf)
    if not np.isfinite(finite).any():
        if smallest and np.isposinf(values).any():
            return "linear polarisation everywhere"
        raise PlotError(f"{file.path}: there is no field at this frequency: there is nothing to draw")
    theta, phi = np.argwhere(finite == finite.max())[0]
    value = values[theta, phi]
    value = 0.0 if abs(value) < 0.005 else value  # without a minus sign
    return f"{'minimum' if smallest else 'maximum'} {value:.2f} {quantity.unit} at {file.direction(theta, phi)}"


def radial_axis(all_values, quantity):
    """Both ends of the radial axis, in dB: so far below the largest value; from 0 for axial ratios."""
    values = np.concatenate([values.ravel() for values in all_values])
    if quantity.column == "axial_ratio_dB":
        values = np.minimum(np.where(np.isnan(values), 0.0, values), RANGE_DB)
        return 0.0, max(STEP_DB, STEP_DB * np.ceil((values.max() - SAME_DB) / STEP_DB))
    top = STEP_DB * np.ceil((values[np.isfinite(values)].max() - SAME_DB) / STEP_DB)
    return top - RANGE_DB, top


def round_trip(angles, values, widest):
    """Points in the order of their angles round a circle, with a break where neighbours are further apart than
    `widest`."""
    angles = np.asarray(angles) % 360.0
    order = np.argsort(angles, kind="stable")
    angles, values = angles[order], np.asarray(values)[order]
    angles, values = np.append(angles, angles[0] + 360.0), np.append(values, values[0])
    gaps = np.flatnonzero(np.diff(angles) > 1.01 * widest + SAME_ANGLE) + 1
    return np.insert(angles, gaps, angles[gaps - 1]), np.insert(values, gaps, np.nan)


def widest_step(angles):
    return np.diff(angles).max(initial=0.0)


def polar_cut(file, values, phi):
    """A cut through the axis: theta to the right in the half plane phi, to the left in the opposite one."""
    here = file.phiIndex(phi)
    if len(file.thetas) < 2:
        raise PlotError(f"{file.path} has only {THETA} = {angle_text(file.thetas[0])}: draw a cut round z, by --theta")
    opposite = angleOf(file.phis, phi + 180.0)
    angles, cut = file.thetas, values[:, here]
    text = f"{PHI} = {angle_text(phi)} right"
    if opposite is not None:
        angles, cut = np.concatenate([angles, -angles]), np.concatenate([cut, values[:, opposite]])
        text += f", {angle_text((phi + 180.0) % 360.0)} left"
    return Curve(file.name, text, *round_trip(angles, cut, widest_step(file.thetas)))


def azimuth_cut(file, values, theta):
    cut = values[file.thetaIndex(theta)]
    if len(file.phis) < 2:
        raise PlotError(f"{file.path} has only {PHI} = {angle_text(file.phis[0])}: draw a cut through z, by --phi")
    return Curve(file.name, f"{THETA} = {angle_text(theta)}", *round_trip(file.phis, cut, widest_step(file.phis)))


def default_cuts(files):
    """phi = 0 and 90 degrees, as far as all files have them."""
    cuts = [phi for phi in (0.0, 90.0) if all(angleOf(file.phis, phi) is not None for file in files)]
    if not cuts:
        raise PlotError(
            "no cut phi = 0\u00b0 or 90\u00b0: choose by --phi or --theta; "
            + "; ".join(f"{file.path} has phi = {listed(file.phis, angle_text)}" for file in files)
        )
    return cuts


def draw_curves(axis, curves, scale, **style):
    """Each cut has a kind of line; of one run each cut has a colour too, of several each run has one. Later runs are
    thinner, so that what they cover is seen. `scale`: what the coordinate is multiplied by."""
    runs = list(dict.fromkeys(curve.run for curve in curves))
    cuts = list(dict.fromkeys(curve.cut for curve in curves))
    for curve in curves:
        run, cut = runs.index(curve.run), cuts.index(curve.cut)
        colour = run if len(runs) > 1 else cut
        axis.plot(
            scale * curve.at,
            curve.values,
            color=CURVES[colour % len(CURVES)],
            ls=STYLES[cut % len(STYLES)],
            lw=1.2 if run else 2.0 if len(runs) > 1 else 1.5,
            label=f"{curve.cut}, {curve.run}" if len(runs) > 1 else curve.cut,
            **style,
        )


def legend_below(axis):
    axis.legend(loc="upper center", bbox_to_anchor=(0.5, BELOW[axis.name]), ncols=2, fontsize=8, frameon=False)


def title_of(files, facts, quantity, frequency):
    lines = [f"{quantity.name[0].upper()}{quantity.name[1:]} at {frequency_text(frequency)}"]
    lines += [f"{file.name}: {fact}" if len(files) > 1 else fact for file, fact in zip(files, facts)]
    return "\n".join(lines)


def tell(files, facts, quantity, frequency):
    for file, fact in zip(files, facts):
        print(f"{file.directory}: {quantity.name} at {frequency_text(frequency)}: {fact}")


def polar_axes(low, high, quantity, of_theta, title):
    figure, axis = plt.subplots(
        figsize=(5.8, 6.1 + 0.17 * title.count("\n")), layout="constrained", subplot_kw={"projection": "polar"}
    )
    turns = np.arange(0, 360, 30)
    if of_theta:
        axis.set_theta_zero_location("N")
        axis.set_theta_direction(-1)
        axis.set_thetagrids(turns, [angle_text(min(turn, 360 - turn)) for turn in turns])
    else:
        axis.set_thetagrids(turns, [angle_text(turn) for turn in turns])
    axis.set_ylim(low, high)
    step = 10.0 if high - low > 20.0 else STEP_DB
    ticks = step * np.arange(np.floor(low / step) + 1, np.ceil(high / step))
    ticks = np.append(ticks, high)
    labels = [f"{tick:g}".replace("-", "\u2212") for tick in ticks]
    labels[-1] = f"{labels[-1]} {quantity.unit}"
    axis.set_rgrids(ticks, labels, angle=15, fontsize=8, color="#333333")
    for label in axis.get_yticklabels():
        label.set_bbox({"facecolor": "white", "edgecolor": "none", "pad": 0.6, "alpha": 0.8})
    axis.grid(True, color="#cccccc", lw=0.6)
    axis.set_title(title, fontsize=10, pad=14)
    axis.spines["polar"].set_color("#888888")
    return figure, axis


def draw_pattern(directories, target, name="directivity", frequency=None, phis=(), thetas=()):
    """Polar cuts through the axis, or round it where angles theta are given."""
    files, quantity = read_far_fields(directories), QUANTITIES[name]
    frequency = chosen_frequency(files, frequency)
    values = [file.values(quantity, frequency) for file in files]
    if thetas:
        curves = [azimuth_cut(file, field, theta) for file, field in zip(files, values) for theta in thetas]
    else:
        cuts = phis or default_cuts(files)
        curves = [polar_cut(file, field, phi) for file, field in zip(files, values) for phi in cuts]
    facts = [extreme_text(file, field, quantity) for file, field in zip(files, values)]
    low, high = radial_axis(values, quantity)
    title = title_of(files, facts, quantity, frequency)
    figure, axis = polar_axes(low, high, quantity, not thetas, title)
    inside = [curve._replace(values=np.clip(curve.values, low, high)) for curve in curves]
    draw_curves(axis, inside, np.pi / 180.0, clip_on=False)
    legend_below(axis)
    save(figure, target, tight=True)
    tell(files, facts, quantity, frequency)


def few_of(count, most):
    """Numbers of at most about `most` of so many points, with both ends."""
    places = np.arange(0, count, max(1, -(-(count - 1) // most)))
    return places if places[-1] == count - 1 else np.append(places, count - 1)


def closed_grid(file, values):
    """Angles and values for a surface; one that goes all the way round is closed."""
    thetas, phis = file.thetas, file.phis
    if len(thetas) < 3 or len(phis) < 3:
        raise PlotError(
            f"{file.path}: a surface needs three angles theta and phi, there are {len(thetas)} and {len(phis)}: "
            "draw cuts without --3d"
        )
    last = phis[0] + 360.0 - phis[-1]
    if SAME_ANGLE < last <= 1.01 * widest_step(phis) + SAME_ANGLE:
        phis, values = np.append(phis, phis[0] + 360.0), np.concatenate([values, values[:, :1]], axis=1)
    t, p = few_of(len(thetas), MOST_FACES), few_of(len(phis), 2 * MOST_FACES)
    return np.radians(thetas[t]), np.radians(phis[p]), values[np.ix_(t, p)]


def draw_axes_in_space(axis, surface, length):
    """The axes x, y, z, from where the surface ends."""
    outline = [matplotlib.patheffects.withStroke(linewidth=3, foreground="white")]
    for name, points, towards in zip("xyz", surface, np.eye(3)):
        start = min(max(points.max(), 0.0), length)
        end = 1.15 if name == "z" else 1.3
        style = {"zorder": 10, "path_effects": outline}
        axis.plot(*np.outer(towards, [start, end * length]), color="#444444", lw=1.0, **style)
        axis.text(*((end + 0.12) * length * towards), name, ha="center", va="center", fontsize=10, **style)


def draw_pattern_in_space(directories, target, name="directivity", frequency=None):
    """Surfaces whose distance from the origin and colour are the quantity over the floor."""
    files, quantity = read_far_fields(directories), QUANTITIES[name]
    frequency = chosen_frequency(files, frequency)
    values = [file.values(quantity, frequency) for file in files]
    grids = [closed_grid(file, field) for file, field in zip(files, values)]
    facts = [extreme_text(file, field, quantity) for file, field in zip(files, values)]
    low, high = radial_axis(values, quantity)
    figure, row = plt.subplots(
        1,
        len(files),
        squeeze=False,
        figsize=(1.2 + 5.2 * len(files), 5.4),
        layout="constrained",
        subplot_kw={"projection": "3d", "computed_zorder": False},
    )
    length = max(np.nanmax(np.clip(field, low, high)) for _, _, field in grids) - low or high - low
    norm, colours = matplotlib.colors.Normalize(low, high), matplotlib.colormaps["turbo"]
    for axis, file, fact, (thetas, phis, field) in zip(row[0], files, facts, grids):
        radius = np.clip(np.nan_to_num(field, nan=low, posinf=high, neginf=low), low, high) - low
        x, y = (radius * np.outer(np.sin(thetas), turn(phis)) for turn in (np.cos, np.sin))
        z = radius * np.cos(thetas)[:, None]
        middle = low + 0.25 * (radius[1:, 1:] + radius[:-1, 1:] + radius[1:, :-1] + radius[:-1, :-1])
        axis.plot_surface(
            x, y, z, rstride=1, cstride=1, facecolors=colours(norm(middle)), linewidth=0, antialiased=False, zorder=1
        )
        draw_axes_in_space(axis, (x, y, z), length)
        for limits in (axis.set_xlim, axis.set_ylim, axis.set_zlim):
            limits(-length, length)
        axis.set_box_aspect((1, 1, 1), zoom=1.25)
        axis.view_init(elev=22, azim=40)
        axis.set_axis_off()
        axis.set_title(f"{file.name}: {fact}" if len(files) > 1 else fact, fontsize=10)
    figure.suptitle(f"{quantity.name[0].upper()}{quantity.name[1:]} at {frequency_text(frequency)}", fontsize=11)
    figure.colorbar(
        matplotlib.cm.ScalarMappable(norm, colours),
        ax=list(row[0]),
        label=f"{quantity.name} [{quantity.unit}]",
        shrink=0.8,
        extend="max" if quantity.column == "axial_ratio_dB" else "min",
    )
    save(figure, target, tight=True)
    tell(files, facts, quantity, frequency)


def read_rcs(directories):
    files = read_far_fields(directories)
    for file in files:
        if RCS.column not in file.heads:
            raise PlotError(f"{file.path}: the run has no single plane wave, and so no column {RCS.column}")
    return files


def cross_section_axes(curves, label, title, markers, target):
    """A picture of radar cross-sections over what `label` says."""
    finite = np.concatenate([curve.values[np.isfinite(curve.values)] for curve in curves])
    if not finite.size:
        raise PlotError("the radar cross-section is zero throughout: there is nothing to draw")
    high = finite.max()
    low = max(finite.min(), high - DEEPEST_DB)
    margin = max(0.05 * (high - low), 0.5)
    low, high = low - margin, high + margin
    # What vanishes goes down out of the picture.
    inside = [curve._replace(values=np.maximum(curve.values, low - DEEPEST_DB)) for curve in curves]
    figure, axis = plt.subplots(figsize=(7.2, 4.2), layout="constrained")
    draw_curves(axis, inside, 1.0, **({"marker": "o", "ms": 3} if markers else {}))
    axis.set(xlabel=label, ylabel=f"{RCS.name} [{RCS.unit}]", ylim=(low, high))
    axis.set_xlim(min(curve.at[0] for curve in curves), max(curve.at[-1] for curve in curves))
    axis.set_title(title, fontsize=10)
    finish_axis(axis)
    legend_below(axis)
    save(figure, target)


def draw_rcs(directories, target, frequency=None, phis=()):
    """Radar cross-sections over theta in cuts, phi = 0 unless others are given."""
    files = read_rcs(directories)
    frequency = chosen_frequency(files, frequency)
    curves, facts = [], []
    for file in files:
        values = file.values(RCS, frequency)
        for phi in phis or [0.0]:
            curves.append(Curve(file.name, f"{PHI} = {angle_text(phi)}", file.thetas, values[:, file.phiIndex(phi)]))
        if len(file.thetas) < 2:
            raise PlotError(f"{file.path} has only one theta: draw over frequency, by --theta DEG --over frequency")
        facts.append(extreme_text(file, values, RCS))
    title = f"Bistatic {RCS.name} at {frequency_text(frequency)}"
    few = max(len(curve.at) for curve in curves) <= 20
    cross_section_axes(curves, f"{THETA} [{DEGREES}]", title, few, target)
    tell(files, facts, RCS, frequency)


def draw_rcs_over_frequency(directories, target, theta, phis=()):
    """Radar cross-sections in a direction, or in one for each phi."""
    files = read_rcs(directories)
    prefix, factor = prefix_of(max(file.frequencies[-1] for file in files))
    curves = []
    for file in files:
        if len(file.frequencies) < 2:
            raise PlotError(f"{file.path} has only {frequency_text(file.frequencies[0])}: draw over theta instead")
        for phi in phis or [0.0]:
            values = file.quantity(RCS.column)[:, file.thetaIndex(theta), file.phiIndex(phi)]
            text = f"{THETA} = {angle_text(theta)}, {PHI} = {angle_text(phi)}"
            curves.append(Curve(file.name, text, file.frequencies / factor, values))
    few = max(len(curve.at) for curve in curves) <= 20
    cross_section_axes(
        curves, f"frequency [{prefix}Hz]", f"{RCS.name[0].upper()}{RCS.name[1:]} over frequency", few, target
    )


def draw_all_far_fields(directory):
    """The pattern of a run, and its radar cross-section where it has one; how many. What cannot be drawn is told."""
    if not os.path.exists(os.path.join(directory, FILE)):
        return 0
    drawn = 0
    try:
        draw_pattern([directory], os.path.join(directory, "pattern.png"))
        drawn += 1
        if RCS.column in FarField(directory).heads:
            draw_rcs([directory], os.path.join(directory, "rcs.png"))
            drawn += 1
    except ResultsError as error:
        print(f"no picture of {os.path.join(directory, FILE)}: {error}", file=sys.stderr)
    return drawn
