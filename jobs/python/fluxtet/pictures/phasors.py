# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Pictures of fields at given frequencies: magnitude and phase on slices, along lines and at points of `output.dft`."""
import os

from ..slices import PhasorSlice
from .common import (
    AXIS_FROM,
    COLOURS,
    PlotError,
    Run,
    finish_axis,
    label_lowest,
    matplotlib,
    np,
    plt,
    prefix_of,
    quantity,
    save,
    scaled,
)
from .slices import COMPONENTS, colour_limit, panel_layout, plane_text, slice_sides

FAINT = 1e-2  # of the largest value: where a field is weaker, its phase is noise and left out


def unit_of(field, integral):
    return ("V" if field == "E" else "A") + (" s/m" if integral else "/m")


def kind_of(integral):
    """What the numbers are; amplitudes are not effective values."""
    return "Fourier integral" if integral else "peak value"


def chosen_component(s, wanted):
    """The name of a Cartesian component, or "E" or "H" for the length; by default the strongest one of a slice."""
    name = {"magnitude": "E"}.get(wanted, wanted)
    if name is None:
        field = next(iter(s.fields))
        power = np.nansum(np.abs(s.fields[field]) ** 2, axis=(0, 1))
        return field + "xyz"[int(np.argmax(power))]
    if name[0] not in s.fields:
        raise PlotError(f"slice {s.name} holds no {name[0]}: ask for it in output.dft, or choose another --component")
    return name


def symbol_of(component):
    return f"{component[0]}_{component[1]}" if component in COMPONENTS else f"\\mathbf{{{component}}}"


def draw_phasor_slice(path, target, component=None, colour_range=None):
    """Magnitude, and of a component its phase, side by side."""
    s = PhasorSlice(path)
    component = chosen_component(s, component)
    field, single = component[0], component in COMPONENTS
    values = s.fields[field][..., "xyz".index(component[1])] if single else None
    size = np.abs(values) if single else np.linalg.norm(s.fields[field], axis=-1)
    limit = colour_range or colour_limit(size)
    prefix, factor = prefix_of(limit, AXIS_FROM)
    (u_name, u0, u1), (v_name, v0, v1) = slice_sides(s)
    length_prefix, length = prefix_of(max(abs(x) for x in (u0, u1, v0, v1)))
    _, _, width, height = panel_layout(2, abs(v1 - v0) / abs(u1 - u0))
    panels = 2 if single else 1
    figure, axes = plt.subplots(
        1,
        panels,
        squeeze=False,
        sharey=True,
        layout="constrained",
        figsize=(panels * (width + 1.5) + 0.8, height + 1.6),
    )
    symbol = f"$|{symbol_of(component)}|$"
    unit = unit_of(field, s.isIntegral)
    extent = [x / length for x in (u0, u1, v0, v1)]

    def panel(axis, data, colours, low, high, label, **bar_options):
        palette = matplotlib.colormaps[colours].copy()
        palette.set_bad("#e4e4e4")
        image = axis.imshow(data, origin="lower", cmap=palette, aspect="equal", extent=extent, vmin=low, vmax=high)
        axis.set_xlabel(f"{u_name} [{length_prefix}m]")
        figure.colorbar(image, ax=axis, label=label, shrink=0.9, **bar_options)

    panel(
        axes[0, 0],
        size / factor,
        "inferno",
        0.0,
        limit / factor,
        f"{symbol}, {kind_of(s.isIntegral)} [{prefix}{unit}]",
        extend="max",
    )
    if single:
        phase = np.where(size > FAINT * np.nanmax(size), np.degrees(np.angle(values)), np.nan)
        panel(
            axes[0, 1],
            phase,
            "twilight",
            -180.0,
            180.0,
            f"phase of ${symbol_of(component)}$ [degrees], time exp(+i$\\omega$t)",
            ticks=range(-180, 181, 60),
        )
    axes[0, 0].set_ylabel(f"{v_name} [{length_prefix}m]")
    where = plane_text(s)
    figure.suptitle(
        f'${symbol_of(component)}$ at {quantity(s.frequency, "Hz")}, slice "{s.name}"'
        + (f", {where}" if where else ""),
        fontsize=11,
    )
    save(figure, target)


def broken_at_wraps(x, phase):
    """A curve of a phase that ends where it leaves through 180 degrees and begins again at the other side."""
    after = np.nonzero(np.abs(np.diff(phase)) > 180)[0] + 1
    return np.insert(x, after, np.nan), np.insert(phase, after, np.nan)


def draw_components(axes, phasors, field, x, values, dotted):
    """Magnitudes in the upper axes, phases in the lower ones, of the three components [component][point] of a field."""
    size, unit = scaled(np.abs(values), unit_of(field, phasors.isIntegral))
    largest = np.nanmax(size) if np.isfinite(size).any() else 0.0
    for axis, value, magnitude, colour in zip("xyz", values, size, COLOURS):
        style = {"color": colour, "lw": 1.4, "label": f"${field}_{axis}$", "marker": "." if dotted else None}
        axes[0].plot(x, magnitude, **style)
        phase = np.where(magnitude > FAINT * largest, np.degrees(np.angle(value)), np.nan)
        if dotted:
            axes[1].plot(x, phase, ls="none", marker=".", color=colour)
        else:
            axes[1].plot(*broken_at_wraps(x, phase), color=colour, lw=1.4)
    axes[0].set_ylabel(f"|{field}|, {kind_of(phasors.isIntegral)} [{unit}]")
    axes[1].set_ylabel("phase, exp(+i$\\omega$t) [degrees]")
    axes[1].set_ylim(-190, 190)
    axes[1].set_yticks(range(-180, 181, 90))
    axes[0].set_ylim(bottom=0)
    axes[0].legend(frameon=False, fontsize=9)
    for axis in axes:
        finish_axis(axis)


def draw_phasors(phasors, values, x, label, title, target, dotted=False):
    """Of a point or a line; `values`: [point][component] of each field along `x`."""
    fields = sorted(phasors.fields)
    figure, axes = plt.subplots(
        2, len(fields), squeeze=False, sharex=True, layout="constrained", figsize=(1.0 + 4.9 * len(fields), 5.6)
    )
    for field, column in zip(fields, axes.T):
        draw_components(column, phasors, field, x, values[field].T, dotted)
    label_lowest(axes, label)
    figure.suptitle(title, fontsize=11)
    save(figure, target)


def draw_line_phasors(line, k, target):
    """Along a line at the frequency of a number."""
    distance, unit = scaled(line.distance, "m")
    draw_phasors(
        line,
        {field: values[k] for field, values in line.values.items()},
        distance,
        f"distance along the line [{unit}]",
        f'line "{line.name}" at {frequency_name(line.frequency[k])}',
        target,
    )


def frequency_name(frequency):
    return quantity(frequency, "Hz", 12)


def draw_point_phasors(point, target):
    """Over frequency at a point."""
    frequency, unit = scaled(point.frequency, "Hz")
    draw_phasors(
        point,
        point.values,
        frequency,
        f"frequency [{unit}]",
        f'point "{point.name}"',
        target,
        dotted=len(frequency) < 30,
    )


def draw_all_phasors(directory, component=None, colour_range=None):
    """Every picture that points, lines and slices of output.dft allow; how many."""
    dft, drawn = Run(directory).dft, 0
    for s in sorted((one for slices in dft.slices.values() for one in slices), key=lambda one: one.path):
        stem = os.path.splitext(os.path.basename(s.path))[0]
        draw_phasor_slice(s.path, os.path.join(directory, f"dft_slice_{stem}.png"), component, colour_range)
        drawn += 1
    for line in dft.lines.values():
        for k, frequency in enumerate(line.frequency):
            name = f"dft_line_{line.name}_{frequency_name(frequency).replace(' ', '')}.png"
            draw_line_phasors(line, k, os.path.join(directory, name))
            drawn += 1
    points = dft.points
    for point in points.values():
        draw_point_phasors(point, os.path.join(directory, f"dft_point_{point.name}.png"))
    return drawn + len(points)
