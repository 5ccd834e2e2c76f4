# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Pictures of fields at given frequencies: magnitude and phase on slices, along lines and at points of `output.dft`."""
import csv
import glob
import os
import re

from plotCommon import (
    AXIS_FROM,
    PlotError,
    finish_axis,
    h5py,
    label_lowest,
    matplotlib,
    np,
    plt,
    prefix_of,
    quantity,
    save,
    scaled,
)
from plotSlices import COMPONENTS, colour_limit, panel_layout, plane_text, read_place, slice_sides

COLOURS = ("#c0392b", "#2471a3", "#229954")  # x, y, z
FAINT = 1e-2  # of the largest value: where a field is weaker, its phase is noise and left out


def unit_of(field, integral):
    return ("V" if field == "E" else "A") + (" s/m" if integral else "/m")


def kind_of(integral):
    """What the numbers are; amplitudes are not effective values."""
    return "Fourier integral" if integral else "peak value"


class PhasorSlice:
    """A slice at one frequency: complex fields [v][u][xyz] and the place of its points."""

    def __init__(self, path):
        try:
            with h5py.File(path, "r") as file:
                self.fields = {
                    name: file[name + "_re"][()].astype(float) + 1j * file[name + "_im"][()]
                    for name in ("E", "H")
                    if name + "_re" in file
                }
                self.name, self.origin, self.u, self.v = read_place(file)
                self.frequency = float(file.attrs["frequency_Hz"])
                self.integral = bool(file.attrs["fourier_integral"])
        except (OSError, KeyError) as error:
            raise PlotError(f"{path} is not a slice of output.dft: {error}") from error
        if not self.fields:
            raise PlotError(f"{path} holds neither E nor H")

    def component(self, wanted):
        """The name of a Cartesian component, or "E" or "H" for the length; by default the strongest one."""
        name = {"magnitude": "E"}.get(wanted, wanted)
        if name is None:
            field = next(iter(self.fields))
            power = np.nansum(np.abs(self.fields[field]) ** 2, axis=(0, 1))
            return field + "xyz"[int(np.argmax(power))]
        if name[0] not in self.fields:
            raise PlotError(
                f"slice {self.name} holds no {name[0]}: ask for it in output.dft, or choose another --component"
            )
        return name


def is_phasor_slice(path):
    try:
        with h5py.File(path, "r") as file:
            return "frequency_Hz" in file.attrs
    except OSError:
        return False


def phasor_slices(directory):
    return sorted(glob.glob(os.path.join(directory, "dft", "slices", "*.h5")))


def symbol_of(component):
    return f"{component[0]}_{component[1]}" if component in COMPONENTS else f"\\mathbf{{{component}}}"


def draw_phasor_slice(path, target, component=None, colour_range=None):
    """Magnitude, and of a component its phase, side by side."""
    s = PhasorSlice(path)
    component = s.component(component)
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
    unit = unit_of(field, s.integral)
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
        f"{symbol}, {kind_of(s.integral)} [{prefix}{unit}]",
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


class PhasorTable:
    """A CSV file of points or of a line: complex values by component, for each frequency."""

    def __init__(self, path):
        self.name = os.path.splitext(os.path.basename(path))[0]
        with open(path, encoding="utf-8", newline="") as stream:
            rows = list(csv.reader(stream))
        if len(rows) < 2 or rows[0][0] != "frequency [Hz]":
            raise PlotError(f'{path} is not a table of output.dft: its first line should begin with "frequency [Hz]"')
        heads = [re.fullmatch(r"([EH][xyz])_(re|im) \[([^\]]*)\]", head) for head in rows[0]]
        try:
            self.frequency = np.array([float(row[0]) for row in rows[1:]])
            self.key = [row[1] for row in rows[1:]]  # name of the point, or distance
            part = {(h[1], h[2]): np.array([float(row[i]) for row in rows[1:]]) for i, h in enumerate(heads) if h}
        except (ValueError, IndexError) as error:
            raise PlotError(f"{path} is damaged: {error}") from error
        self.values = {name: part[name, "re"] + 1j * part[name, "im"] for name, which in part if which == "re"}
        self.integral = any(h and " s/m" in h[3] for h in heads)
        if not self.values:
            raise PlotError(f"{path} holds neither E nor H")

    def fields(self):
        return sorted({name[0] for name in self.values})


def broken_at_wraps(x, phase):
    """A curve of a phase that ends where it leaves through 180 degrees and begins again at the other side."""
    after = np.nonzero(np.abs(np.diff(phase)) > 180)[0] + 1
    return np.insert(x, after, np.nan), np.insert(phase, after, np.nan)


def draw_components(axes, table, field, x, rows, dotted):
    """Magnitudes in the upper axes, phases in the lower ones, of the three components of a field."""
    names = [f"{field}{axis}" for axis in "xyz"]
    size, unit = scaled(np.abs(np.array([table.values[name][rows] for name in names])), unit_of(field, table.integral))
    largest = np.nanmax(size) if np.isfinite(size).any() else 0.0
    for name, magnitude, colour in zip(names, size, COLOURS):
        style = {"color": colour, "lw": 1.4, "label": f"${name[0]}_{name[1]}$", "marker": "." if dotted else None}
        axes[0].plot(x, magnitude, **style)
        phase = np.where(magnitude > FAINT * largest, np.degrees(np.angle(table.values[name][rows])), np.nan)
        if dotted:
            axes[1].plot(x, phase, ls="none", marker=".", color=colour)
        else:
            axes[1].plot(*broken_at_wraps(x, phase), color=colour, lw=1.4)
    axes[0].set_ylabel(f"|{field}|, {kind_of(table.integral)} [{unit}]")
    axes[1].set_ylabel("phase, exp(+i$\\omega$t) [degrees]")
    axes[1].set_ylim(-190, 190)
    axes[1].set_yticks(range(-180, 181, 90))
    axes[0].set_ylim(bottom=0)
    axes[0].legend(frameon=False, fontsize=9)
    for axis in axes:
        finish_axis(axis)


def draw_table(table, x, rows, label, title, target, dotted=False):
    fields = table.fields()
    figure, axes = plt.subplots(
        2, len(fields), squeeze=False, sharex=True, layout="constrained", figsize=(1.0 + 4.9 * len(fields), 5.6)
    )
    for field, column in zip(fields, axes.T):
        draw_components(column, table, field, x, rows, dotted)
    label_lowest(axes, label)
    figure.suptitle(title, fontsize=11)
    save(figure, target)


def draw_line_phasors(path, directory):
    """A picture for each frequency, `dft_line_<name>_<frequency>.png`; how many."""
    table = PhasorTable(path)
    frequencies = sorted(set(table.frequency))
    for frequency in frequencies:
        rows = table.frequency == frequency
        distance, unit = scaled(np.array([float(key) for key in table.key])[rows], "m")
        at = quantity(frequency, "Hz", 12)
        draw_table(
            table,
            distance,
            rows,
            f"distance along the line [{unit}]",
            f'line "{table.name}" at {at}',
            os.path.join(directory, f"dft_line_{table.name}_{at.replace(' ', '')}.png"),
        )
    return len(frequencies)


def draw_point_phasors(path, directory):
    """A picture for each point, over frequency, `dft_point_<name>.png`; how many."""
    table = PhasorTable(path)
    names = list(dict.fromkeys(table.key))
    for name in names:
        rows = np.array([key == name for key in table.key])
        frequency, unit = scaled(table.frequency[rows], "Hz")
        draw_table(
            table,
            frequency,
            rows,
            f"frequency [{unit}]",
            f'point "{name}"',
            os.path.join(directory, f"dft_point_{name}.png"),
            dotted=len(frequency) < 30,
        )
    return len(names)


def draw_all_phasors(directory, component=None, colour_range=None):
    """Every picture that points, lines and slices of output.dft allow; how many."""
    drawn = 0
    for path in phasor_slices(directory):
        stem = os.path.splitext(os.path.basename(path))[0]
        draw_phasor_slice(path, os.path.join(directory, f"dft_slice_{stem}.png"), component, colour_range)
        drawn += 1
    for path in sorted(glob.glob(os.path.join(directory, "dft", "lines", "*.csv"))):
        drawn += draw_line_phasors(path, directory)
    points = os.path.join(directory, "dft", "points.csv")
    return drawn + (draw_point_phasors(points, directory) if os.path.exists(points) else 0)
