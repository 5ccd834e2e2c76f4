# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Pictures of fields at given frequencies: magnitude and phase on slices, along lines and at points of `output.dft`."""
import collections
import os

from ..mirrors import mirroredSlice
from ..slices import PhasorSlice
from .common import (
    AXIS_FROM,
    COLOURS,
    STYLES,
    PlotError,
    Run,
    finish_axis,
    label_lowest,
    label_of,
    matplotlib,
    np,
    plt,
    prefix_of,
    quantity,
    save,
    shown_runs,
)
from .magnitudes import LINEAR, Magnitudes
from .slices import COMPONENTS, panel_layout, plane_text, show_values, slice_sides, told_mirrors, top_of

FEW = 30  # frequencies that are drawn as points
MARKERS = ".x+*sd^v"  # of runs
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


def draw_phasor_slice(path, target, component=None, colour_range=None, scale=LINEAR, planes=()):
    """Magnitude, and of a component its phase, side by side; with its images behind planes of symmetry."""
    s = mirroredSlice(PhasorSlice(path), planes)
    component = chosen_component(s, component)
    field, single = component[0], component in COMPONENTS
    values = s.fields[field][..., "xyz".index(component[1])] if single else None
    size = np.abs(values) if single else np.linalg.norm(s.fields[field], axis=-1)
    largest = np.nanmax(size, initial=0.0)
    magnitudes = Magnitudes(
        scale,
        colour_range or top_of(size, scale),
        largest,
        f"$|{symbol_of(component)}|$, {kind_of(s.isIntegral)}",
        unit_of(field, s.isIntegral),
    )
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

    def panel(axis, data, colours, norm, **options):
        palette = matplotlib.colormaps[colours].copy()
        palette.set_bad("#e4e4e4")
        axis.set_xlabel(f"{u_name} [{length_prefix}m]")
        return show_values(axis, s, data, length, cmap=palette, norm=norm, **options)

    image = panel(axes[0, 0], magnitudes.shown(size), "inferno", magnitudes.norm)
    magnitudes.bar(figure, image, axes[0, 0], shrink=0.9)
    if single:
        faint = FAINT * largest if scale == LINEAR else min(FAINT * largest, magnitudes.bottom)
        phase = np.where(size > faint, np.degrees(np.angle(values)), np.nan)
        # Means of 180 and -180 degrees would be lines of 0.
        turn = matplotlib.colors.Normalize(-180.0, 180.0)
        image = panel(axes[0, 1], phase, "twilight", turn, interpolation="nearest")
        label = f"phase of ${symbol_of(component)}$ [degrees], time exp(+i$\\omega$t)"
        figure.colorbar(image, ax=axes[0, 1], label=label, shrink=0.9, ticks=range(-180, 181, 60))
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


# The fields of a run along `x`, {field: [point][component]}, m or Hz.
Trace = collections.namedtuple("Trace", "run x values isIntegral")


def draw_components(axes, traces, field, factor, dotted):
    """Magnitudes in the upper axes, phases in the lower ones, of the three components of a field. Each component has a
    colour, each run a kind of line. `factor`: of the unit along the axis."""
    here = [trace for trace in traces if field in trace.values]
    runs, isIntegral = [trace.run for trace in traces], here[0].isIntegral
    sizes = [np.abs(trace.values[field]) for trace in here]
    largest = max(np.max(size[np.isfinite(size)], initial=0.0) for size in sizes)
    prefix, unit = prefix_of(largest, AXIS_FROM)
    for trace, size in zip(here, sizes):
        line = "none" if dotted else STYLES[runs.index(trace.run) % len(STYLES)]
        for i, (axis, colour) in enumerate(zip("xyz", COLOURS)):
            style = {
                "color": colour,
                "lw": 1.4,
                "marker": MARKERS[runs.index(trace.run) % len(MARKERS)] if dotted else None,
            }
            label = label_of(f"${field}_{axis}$", trace.run, runs)
            solid = "-" if dotted else line
            axes[0].plot(trace.x / factor, size[:, i] / unit, ls=solid, label=label, ms=4, **style)
            phase = np.where(size[:, i] > FAINT * largest, np.degrees(np.angle(trace.values[field][:, i])), np.nan)
            along = (trace.x / factor, phase) if dotted else broken_at_wraps(trace.x / factor, phase)
            axes[1].plot(*along, ls=line, ms=4, **style)
    axes[0].set_ylabel(f"|{field}|, {kind_of(isIntegral)} [{prefix}{unit_of(field, isIntegral)}]")
    axes[1].set_ylabel("phase, exp(+i$\\omega$t) [degrees]")
    axes[1].set_ylim(-190, 190)
    axes[1].set_yticks(range(-180, 181, 90))
    axes[0].set_ylim(bottom=0)
    axes[0].legend(frameon=False, fontsize=9)
    for axis in axes:
        finish_axis(axis)


def draw_traces(traces, factor, label, title, target, dotted=False):
    """Of a point or a line, a column for each field."""
    fields = sorted({field for trace in traces for field in trace.values})
    figure, axes = plt.subplots(
        2, len(fields), squeeze=False, sharex=True, layout="constrained", figsize=(1.0 + 4.9 * len(fields), 5.6)
    )
    for field, column in zip(fields, axes.T):
        draw_components(column, traces, field, factor, dotted)
    label_lowest(axes, label)
    figure.suptitle(title, fontsize=11)
    save(figure, target)


def alike(phasors):
    """Those of the kind of the first run: Fourier integrals and peak values share no axis."""
    first = next(iter(phasors.values())).isIntegral
    return {run: one for run, one in phasors.items() if one.isIntegral == first}


def draw_line_phasors(lines, frequency, target):
    """Along a line at a frequency that all have, {Shown: LinePhasors}."""
    traces = []
    for run, line in alike(lines).items():
        k = int(np.abs(line.frequency - frequency).argmin())
        values = {field: values[k] for field, values in line.values.items()}
        traces.append(Trace(run, line.distance, values, line.isIntegral))
    prefix, factor = prefix_of(max(trace.x.max() for trace in traces), AXIS_FROM)
    name = next(iter(lines.values())).name
    title = f'line "{name}" at {frequency_name(frequency)}'
    draw_traces(traces, factor, f"distance along the line [{prefix}m]", title, target)


def frequency_name(frequency):
    return quantity(frequency, "Hz", 12)


def draw_point_phasors(points, target):
    """Over frequency at a point, {Shown: PointPhasors}."""
    traces = [Trace(run, point.frequency, point.values, point.isIntegral) for run, point in alike(points).items()]
    prefix, factor = prefix_of(max(trace.x.max() for trace in traces), AXIS_FROM)
    dotted = max(len(trace.x) for trace in traces) < FEW
    title = f'point "{next(iter(points.values())).name}"'
    draw_traces(traces, factor, f"frequency [{prefix}Hz]", title, target, dotted)


def draw_all_phasors(directory, component=None, colour_range=None, planes=()):
    """Every picture that points, lines and slices of output.dft allow, slices with images behind `planes` of symmetry; how
    many. Of a slice that has no image this is told."""
    dft, drawn = Run(directory).dft, 0
    (run,) = shown_runs([directory])
    for s in sorted((one for slices in dft.slices.values() for one in slices), key=lambda one: one.path):
        stem = os.path.splitext(os.path.basename(s.path))[0]
        target = os.path.join(directory, f"dft_slice_{stem}.png")
        draw_phasor_slice(s.path, target, component, colour_range, planes=told_mirrors(s, planes))
        drawn += 1
    for line in dft.lines.values():
        for frequency in line.frequency:
            name = f"dft_line_{line.name}_{frequency_name(frequency).replace(' ', '')}.png"
            draw_line_phasors({run: line}, frequency, os.path.join(directory, name))
            drawn += 1
    points = dft.points
    for point in points.values():
        draw_point_phasors({run: point}, os.path.join(directory, f"dft_point_{point.name}.png"))
    return drawn + len(points)
