#!/usr/bin/env python3
# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Draws what a fluxtet run left in its output directory: slices, probes, their spectra and the energy of a run in
time, fields on its surfaces and the specific absorption rate; equipotential or flux lines, fields and lines of a static
one."""
import argparse
import glob
import os
import re
import sys

from plotCommon import AXIS_FROM, PlotError, finish_axis, h5py, matplotlib, np, plt, prefix_of, quantity, save, scaled
from plotSar import draw_all_sar, draw_sar, sar_names
from plotStatic import draw_field, draw_lines, draw_potential, draw_static
from plotSurface import Look, draw_all_surfaces, draw_surface, picture_of, surface_files

EXAMPLES = """examples:
  plot.py all out/                                   every picture that the output allows, into out/
  plot.py all out/ --moments all --range 0.5         every moment of the slices, colours from -0.5 to 0.5 V/m
  plot.py slice out/slices/xy_00000400.h5            one moment, strongest component of E
  plot.py slice out/slices/xy_*.h5 --component magnitude -o field.png
  plot.py probes out/ --probe centre                 traces of one probe
  plot.py spectrum out/ --max-frequency 2e9          amplitude spectra, prints the peaks
  plot.py energy out/
  plot.py potential out/ --levels 40                 a static run: equipotential or flux lines
  plot.py field out/ --field H --cut z=0.01          magnitude of a field; in space on the plane z = 1 cm
  plot.py potential out/ --window -0.1 0.1 0 0.2     a part of the plane, m
  plot.py field out/ --decades 3 --range 0.1         logarithmic colours from 0.1 down over three decades
  plot.py lines out/
  plot.py surface out/ --surface Skin --region Tissue   amplitude of E on a surface in space, for all frequencies of output.dft
  plot.py surface out/dft/boundaries_1.8GHz.vtkhdf --view -1 0.5 0.3 --decades 2
  plot.py sar out/ --of 10g                          absorption rate in three planes through its peak

exit codes: 0 done, 2 a file or a package is missing or not what was expected"""

COMPONENTS = ("Ex", "Ey", "Ez", "Hx", "Hy", "Hz")
COLOURS = ("#c0392b", "#2471a3", "#229954")  # x, y, z
FLOOR_DB = -80.0  # of spectra
RESONANCE_WIDTH = 4.0  # a line is at most so many times 1/T wide; the Hann window alone gives 2


# --- reading

class Series:
    """A CSV file: `step` and columns with units. A last line that a killed run left unfinished is dropped."""

    def __init__(self, path):
        self.name = os.path.splitext(os.path.basename(path))[0]
        with open(path, encoding="utf-8") as stream:
            lines = stream.read().split("\n")[:-1]
        if not lines or not lines[0].startswith("step,"):
            raise PlotError(f"{path} is not a series of fluxtet: its first line should begin with \"step,\"")
        heads = [re.fullmatch(r"(\S+) \[(.*)\]", head) for head in lines[0].split(",")[1:]]
        if not all(heads):
            raise PlotError(f"{path}: the header \"{lines[0]}\" does not read \"step,name [unit],...\"")
        try:
            rows = np.array([[float(value) for value in line.split(",")] for line in lines[1:]])
        except ValueError as error:
            raise PlotError(f"{path} is damaged: {error}") from error
        if len(rows) < 2:
            raise PlotError(f"{path} holds {len(rows)} row(s): let the run go on, or record more often")
        self.columns = {head[1]: rows[:, i + 1] for i, head in enumerate(heads)}
        self.units = {head[1]: head[2] for head in heads}


def probe_order(directory):
    """Place of each probe in the resolved case that a run leaves beside its results; empty without that file."""
    try:
        with open(os.path.join(directory, "case.yaml"), encoding="utf-8") as stream:
            block = re.search(r"^  probes:\n((?:    .*\n)+)", stream.read(), re.MULTILINE)
    except OSError:
        return {}
    names = re.findall(r"^ +- name: \"?([^\"\n]+)", block[1], re.MULTILINE) if block else []
    return {name: place for place, name in enumerate(names)}


def read_probes(directory, wanted):
    paths = sorted(glob.glob(os.path.join(directory, "probes", "*.csv")))
    if not paths:
        raise PlotError(f"{directory} has no probes/*.csv: add output.probes to the case")
    order = probe_order(directory)
    probes = sorted((Series(path) for path in paths), key=lambda probe: order.get(probe.name, len(order)))
    if not wanted:
        return probes
    chosen = [probe for probe in probes if probe.name in wanted]
    absent = set(wanted) - {probe.name for probe in chosen}
    if absent:
        raise PlotError(f"no probe {', '.join(sorted(absent))} in {directory}: "
                        f"there are {', '.join(probe.name for probe in probes)}")
    return chosen


class Slice:
    """One moment of a slice: fields [v][u][xyz] and the place of its points."""

    def __init__(self, path):
        try:
            with h5py.File(path, "r") as file:
                self.fields = {name: file[name][()].astype(float) for name in ("E", "H") if name in file}
                self.origin, self.u, self.v = (np.array(file.attrs[name]) for name in ("origin", "u", "v"))
                self.times = {"E": float(file.attrs["time_E_s"]), "H": float(file.attrs["time_H_s"])}
                name = file.attrs["name"]
                self.name = name.decode() if isinstance(name, bytes) else str(name)
        except (OSError, KeyError) as error:
            raise PlotError(f"{path} is not a slice of fluxtet: {error}") from error
        if not self.fields:
            raise PlotError(f"{path} holds neither E nor H")

    def values(self, component):
        """A Cartesian component, or the magnitude of E ("magnitude", "E") or H ("H")."""
        field = "H" if component.startswith("H") else "E"
        if field not in self.fields:
            raise PlotError(f"slice {self.name} holds no {field}: ask for it in output.slices, "
                            "or choose another --component")
        data = self.fields[field]
        if component in COMPONENTS:
            return data[..., "xyz".index(component[1])]
        return np.linalg.norm(data, axis=-1)


def find(directory):
    if not os.path.isdir(directory):
        raise PlotError(f"{directory} is not a directory: give the output directory of a run")
    return directory


# --- slices

def strongest_component(slices):
    """The component that carries most of the field, over all moments."""
    field = "E" if "E" in slices[0].fields else "H"
    power = [sum(np.nansum(s.fields[field][..., i] ** 2) for s in slices) for i in range(3)]
    return field + "xyz"[int(np.argmax(power))]


def axis_along(direction, origin):
    """Label and first coordinate of a slice's side: a Cartesian axis where it runs along one."""
    length = np.linalg.norm(direction)
    for i, name in enumerate("xyz"):
        if abs(abs(direction[i]) - length) < 1e-9 * length:
            end = origin[i] + direction[i]
            return name, origin[i], end
    return None, 0.0, length


def slice_sides(s):
    sides = []
    for direction, fallback in ((s.u, "distance along u"), (s.v, "distance along v")):
        name, begin, end = axis_along(direction, s.origin)
        sides.append((name or fallback, begin, end))
    return sides


def place_text(s):
    """Where an axis-aligned slice stands, e.g. "z = 0 m"."""
    normal = np.cross(s.u, s.v)
    for i, name in enumerate("xyz"):
        if abs(abs(normal[i]) - np.linalg.norm(normal)) < 1e-9 * np.linalg.norm(normal):
            return f"{name} = {quantity(s.origin[i], 'm')}" if s.origin[i] else f"{name} = 0"
    return ""


def colour_limit(values):
    """Nearly the largest value: a few points next to a source must not fade all the rest."""
    finite = np.abs(values[np.isfinite(values)])
    limit = np.percentile(finite, 99.8) if finite.size else 0.0
    return limit if limit > 0 else (finite.max() if finite.size and finite.max() > 0 else 1.0)


def panel_layout(count, shape_ratio):
    """Rows and columns of panels, and the width and height of one in inches."""
    most = 3 if shape_ratio > 0.6 else 2 if shape_ratio > 0.3 else 1
    columns = min(count, 2 if count == 4 else most, most)
    width = min(6.0 if columns == 1 else 3.6, 6.0 / shape_ratio)
    return -(-count // columns), columns, width, width * shape_ratio


def label_lowest(axes, label):
    """Numbers and name of the x axis under the lowest panel in use of each column."""
    for column in axes.T:
        used = [axis for axis in column if axis.get_visible()]
        if used:
            used[-1].tick_params(labelbottom=True)
            used[-1].set_xlabel(label)


def slice_title(symbol, shown, of_moments):
    where = place_text(shown[0])
    title = f"{symbol}, slice \"{shown[0].name}\"" + (f", {where}" if where else "")
    return title + (f"\n{len(shown)} of {of_moments} moments" if of_moments > len(shown) else "")


def draw_slices(slices, target, component=None, colour_range=None, of_moments=0):
    component = component or strongest_component(slices)
    field = "H" if component.startswith("H") else "E"
    signed = component in COMPONENTS
    values = [s.values(component) for s in slices]
    limit = colour_range or colour_limit(np.concatenate([v.ravel() for v in values]))
    unit_prefix, factor = prefix_of(limit, AXIS_FROM)
    (u_name, u0, u1), (v_name, v0, v1) = slice_sides(slices[0])
    length_prefix, length = prefix_of(max(abs(x) for x in (u0, u1, v0, v1)))
    rows, columns, width, height = panel_layout(len(slices), abs(v1 - v0) / abs(u1 - u0))
    figure, axes = plt.subplots(rows, columns, squeeze=False, sharex=True, sharey=True, layout="compressed",
                                figsize=(columns * (width + 0.2) + 2.2, rows * (height + 0.4) + 1.0))
    figure.get_layout_engine().set(w_pad=0.1, h_pad=0.05)
    for side, numbers in ((axes[0, 0].xaxis, width / 0.7), (axes[0, 0].yaxis, height / 0.35)):
        side.set_major_locator(matplotlib.ticker.MaxNLocator(min(8, max(2, int(numbers))), steps=(1, 2, 5, 10)))
    colours = matplotlib.colormaps["RdBu_r" if signed else "inferno"].copy()
    colours.set_bad("#e4e4e4")
    for axis, s, v in zip(axes.flat, slices, values):
        image = axis.imshow(v / factor, origin="lower", cmap=colours, interpolation="bilinear", aspect="equal",
                            extent=[x / length for x in (u0, u1, v0, v1)],
                            vmin=-limit / factor if signed else 0.0, vmax=limit / factor)
        axis.set_title(f"t = {quantity(s.times[field], 's')}", fontsize=10)
    for axis in list(axes.flat)[len(slices):]:
        axis.set_visible(False)
    label_lowest(axes, f"{u_name} [{length_prefix}m]")
    for axis in axes[:, 0]:
        axis.set_ylabel(f"{v_name} [{length_prefix}m]")
    symbol = f"${component[0]}_{component[1]}$" if signed else f"$|{field}|$"
    bar = figure.colorbar(image, ax=axes, extend="both" if signed else "max", shrink=0.9, aspect=30)
    bar.set_label(f"{symbol} [{unit_prefix}{'V/m' if field == 'E' else 'A/m'}]")
    figure.suptitle(slice_title(symbol, slices, of_moments), fontsize=11)
    save(figure, target, tight=True)


def picked_moments(paths, count):
    """Moments evenly spread over the time in which there is a field to see; count 0: all."""
    slices = [Slice(path) for path in paths]
    if not count or len(slices) <= count:
        return slices
    strengths = np.array([np.sqrt(np.nansum(next(iter(s.fields.values())) ** 2)) for s in slices])
    seen = [s for s, strength in zip(slices, strengths) if strength > 0.3 * strengths.max()]
    pool = seen if len(seen) >= count else [slices[i] for i in sorted(np.argsort(-strengths)[:count])]
    return [pool[i] for i in np.linspace(0, len(pool) - 1, count).round().astype(int)]


# --- series

def fields_of(probe):
    return [field for field in "EH" if f"time_{field}" in probe.columns]


def probe_axes(probes, height, sharex):
    """A row for each probe, a column for each field."""
    fields = sorted({field for probe in probes for field in fields_of(probe)})
    figure, axes = plt.subplots(len(probes), len(fields), squeeze=False, sharex=sharex, layout="constrained",
                                figsize=(1.0 + 4.9 * max(len(fields), 1.4), 0.6 + height * len(probes)))
    figure.get_layout_engine().set(w_pad=0.08, h_pad=0.06)
    return figure, axes, fields


def legend_beside(axis):
    """Outside, where it covers no trace."""
    if axis.get_lines():
        axis.legend(loc="center left", bbox_to_anchor=(1.0, 0.5), fontsize=8, frameon=False, handlelength=1.2)


def component_label(field, i):
    return f"${field}_{'xyz'[i]}$"


def draw_probes(probes, target):
    figure, axes, fields = probe_axes(probes, 2.4, sharex=True)
    latest = max(probe.columns[f"time_{f}"][-1] for probe in probes for f in fields_of(probe))
    time_prefix, time_factor = prefix_of(latest)
    for row, probe in zip(axes, probes):
        for axis, field in zip(row, fields):
            if field not in fields_of(probe):
                axis.set_visible(False)
                continue
            traces = np.array([probe.columns[field + c] for c in "xyz"])
            values, unit = scaled(traces, probe.units[field + "x"])
            for i in range(3):
                axis.plot(probe.columns[f"time_{field}"] / time_factor, values[i], color=COLOURS[i], lw=1.2,
                          label=component_label(field, i))
            axis.set_ylabel(f"{field} [{unit}]")
            axis.set_title(f"probe \"{probe.name}\"", fontsize=10)
            legend_beside(axis)
            finish_axis(axis)
    label_lowest(axes, f"time [{time_prefix}s]")
    save(figure, target)


def rings(values):
    """Whether there is still signal in the last twentieth of a trace."""
    return np.sqrt(np.mean(values[-max(1, len(values) // 20):] ** 2)) > 1e-3 * np.max(np.abs(values), initial=0.0)


def amplitude_spectrum(time, values, window):
    """Frequencies and |Fourier integral| of a trace, on a grid four times finer than its length gives."""
    step = (time[-1] - time[0]) / (len(time) - 1)
    if window == "hann" or (window == "auto" and rings(values)):
        values = values * np.hanning(len(values))
    size = 4 * len(values)
    return np.fft.rfftfreq(size, step), np.abs(np.fft.rfft(values, size)) * step


def refined(frequency, amplitude, k):
    """Frequency of the maximum at k, by a parabola through the logarithm."""
    if not 0 < k < len(amplitude) - 1:
        return frequency[k]
    a, b, c = np.log(np.maximum(amplitude[k - 1:k + 2], 1e-300))
    curvature = a - 2 * b + c
    shift = 0.5 * (a - c) / curvature if curvature < 0 else 0.0
    return frequency[k] + shift * (frequency[1] - frequency[0])


def half_width(frequency, amplitude, k):
    """Width at half height of the maximum at k, by its steeper flank: the other may run into a neighbouring line."""
    outside = np.flatnonzero((amplitude < 0.5 * amplitude[k]) | (amplitude > amplitude[k]))
    ends = [*outside[outside < k][-1:], *outside[outside > k][:1]]
    return 2.0 * min((abs(frequency[end] - frequency[k]) for end in ends if amplitude[end] < amplitude[k]),
                     default=np.inf)


def resonances_of(frequency, amplitude, resolution, count=5):
    """The highest local maxima above 3 % of the highest that are about as narrow as the length of the trace allows."""
    inner = amplitude[1:-1]
    at = np.flatnonzero((inner > amplitude[:-2]) & (inner >= amplitude[2:]) & (inner > 0.03 * amplitude.max())) + 1
    narrow = [k for k in at if half_width(frequency, amplitude, k) < RESONANCE_WIDTH * resolution]
    narrow = sorted(narrow, key=lambda k: -amplitude[k])[:count]
    return [refined(frequency, amplitude, k) for k in narrow]


def frequencies_text(frequencies, resolution):
    """With digits down to a tenth of the resolution."""
    prefix, factor = prefix_of(max(frequencies))
    digits = max(0, int(np.ceil(-np.log10(0.1 * resolution / factor))))
    return ", ".join(f"{f / factor:.{digits}f}" for f in frequencies) + f" {prefix}Hz"


def spectrum_summary(trace, time, frequency, amplitude):
    """What a spectrum shows, in words: the lines of a trace that still rings at its end, or where it is strongest."""
    if not amplitude.any():
        return "no field"
    resolution = 1.0 / (time[-1] - time[0])
    prefix, factor = prefix_of(resolution)
    note = f"(resolution {resolution / factor:.{1 if resolution < 10 * factor else 0}f} {prefix}Hz)"
    lines = resonances_of(frequency, amplitude, resolution) if rings(trace) else []
    if lines:
        return f"peaks at {frequencies_text(lines, resolution)} {note}"
    strongest = refined(frequency, amplitude, int(amplitude.argmax()))
    return f"no clear peak, strongest at {frequencies_text([strongest], resolution)} {note}"


def probe_spectra(probe, field, window):
    time = probe.columns[f"time_{field}"]
    spectra = [amplitude_spectrum(time, probe.columns[field + c], window) for c in "xyz"]
    return spectra[0][0], np.array([amplitude for _, amplitude in spectra])


def band_edge(spectra):
    """The highest frequency at which any spectrum is within 40 dB of its peak, and some more."""
    edge = 0.0
    for frequency, amplitude in spectra:
        strong = np.flatnonzero(amplitude.max(axis=0) > 1e-2 * amplitude.max())
        edge = max(edge, frequency[strong[-1]] if strong.size and amplitude.max() > 0 else 0.0)
    return 1.3 * edge or frequency[-1]


def draw_spectrum(probes, target, window, max_frequency):
    figure, axes, fields = probe_axes(probes, 2.6, sharex=True)
    spectra = {(p.name, f): probe_spectra(p, f, window) for p in probes for f in fields_of(p)}
    edge = max_frequency or band_edge(spectra.values())
    prefix, factor = prefix_of(edge)
    for row, probe in zip(axes, probes):
        for axis, field in zip(row, fields):
            if (probe.name, field) not in spectra:
                axis.set_visible(False)
                continue
            frequency, amplitude = spectra[probe.name, field]
            highest = amplitude.max() or 1.0
            for i in range(3):
                level = 20 * np.log10(np.maximum(amplitude[i] / highest, 10 ** (FLOOR_DB / 20 - 1)))
                if level.max() > FLOOR_DB:
                    axis.plot(frequency / factor, level, color=COLOURS[i], lw=1.2, label=component_label(field, i))
            axis.set(xlim=(0, edge / factor), ylim=(FLOOR_DB, 5), ylabel=f"|{field}| [dB of its peak]")
            axis.set_title(f"probe \"{probe.name}\"", fontsize=10)
            legend_beside(axis)
            finish_axis(axis)
            inside = frequency <= edge
            time = probe.columns[f"time_{field}"]
            changing = inside & (frequency > 2.0 / (time[-1] - time[0]))  # a static field is no reason to choose
            i = int(amplitude[:, changing].max(axis=1, initial=0.0).argmax())
            summary = spectrum_summary(probe.columns[field + "xyz"[i]], time, frequency[inside], amplitude[i][inside])
            print(f"probe {probe.name}, {field + 'xyz'[i]}: {summary}")
    label_lowest(axes, f"frequency [{prefix}Hz]")
    save(figure, target)


def draw_energy(directory, target):
    path = os.path.join(directory, "energy.csv")
    if not os.path.exists(path):
        raise PlotError(f"{path} is absent: add output.energy to the case")
    series = Series(path)
    time, total = series.columns["time"], series.columns["total"]
    positive = total[np.isfinite(total) & (total > 0)]
    if not positive.size:
        raise PlotError(f"{path}: the energy is zero throughout: there is nothing to draw")
    conserved = np.nanmin(total) > 0.9 * np.nanmax(total)
    figure, axes = plt.subplots(2 if conserved else 1, 1, squeeze=False, sharex=True, layout="constrained",
                                figsize=(7, 5.2 if conserved else 3.8))
    prefix, factor = prefix_of(time[-1])
    energy_prefix, energy_factor = prefix_of(positive.max())
    top = axes[0, 0]
    lines = (("total", "#1b2631", 1.8), ("electric", COLOURS[0], 1.0), ("magnetic", COLOURS[1], 1.0))
    for name, colour, width in lines:
        if name in series.columns:
            top.plot(time / factor, series.columns[name] / energy_factor, color=colour, lw=width, label=name)
    if not conserved and positive.max() > 1e3 * positive[-1]:
        top.set_yscale("log")
        top.set_ylim(bottom=max(positive[-1] / 10, positive.max() * 1e-12) / energy_factor)
    top.set_ylabel(f"energy [{energy_prefix}J]")
    legend_beside(top)
    finish_axis(top)
    if conserved:
        axes[1, 0].plot(time / factor, total / total[0] - 1, color="#1b2631", lw=1.2)
        axes[1, 0].set_ylabel("relative change of the total")
        finish_axis(axes[1, 0])
    axes[-1, 0].set_xlabel(f"time [{prefix}s]")
    save(figure, target)


# --- pictures and commands

def command_slice(arguments):
    slices = [Slice(path) for path in arguments.files]
    if len({s.name for s in slices}) > 1:
        raise PlotError("the files are of several slices: draw one slice at a time")
    target = arguments.output or os.path.splitext(arguments.files[-1])[0] + ".png"
    draw_slices(slices, target, arguments.component, arguments.range)


def command_probes(arguments):
    directory = find(arguments.directory)
    draw_probes(read_probes(directory, arguments.probe), arguments.output or os.path.join(directory, "probes.png"))


def command_spectrum(arguments):
    directory = find(arguments.directory)
    target = arguments.output or os.path.join(directory, "spectrum.png")
    draw_spectrum(read_probes(directory, arguments.probe), target, arguments.window, arguments.max_frequency)


def command_energy(arguments):
    directory = find(arguments.directory)
    draw_energy(directory, arguments.output or os.path.join(directory, "energy.png"))


def command_potential(arguments):
    directory = find(arguments.directory)
    target = arguments.output or os.path.join(directory, "potential.png")
    draw_potential(directory, target, arguments.levels, arguments.cut, arguments.window)


def command_field(arguments):
    directory = find(arguments.directory)
    target = arguments.output or os.path.join(directory, "field.png")
    draw_field(directory, target, arguments.field, arguments.cut, arguments.window, arguments.range, arguments.decades)


def command_lines(arguments):
    directory = find(arguments.directory)
    if not draw_lines(directory):
        raise PlotError(f"{directory} has no lines/*.csv: add output.lines to the case")


def command_surface(arguments):
    files = [arguments.place] if os.path.isfile(arguments.place) else surface_files(find(arguments.place))
    if not files:
        raise PlotError(f"{arguments.place} has no fields on surfaces: name some in `boundaries` of output.dft or output.snapshots")
    if arguments.output and len(files) > 1:
        raise PlotError(f"{arguments.place} holds {len(files)} frequencies: without -o each gets a picture of its own")
    look = Look(arguments.field, arguments.surface, arguments.region, arguments.view, arguments.decades, arguments.levels,
                arguments.range)
    for path in files:
        draw_surface(path, arguments.output or picture_of(path, look.field), look)


def command_sar(arguments):
    directory = find(arguments.directory)
    names = sar_names(directory)
    if not names:
        raise PlotError(f"{directory} has no sar/*.vtkhdf: add output.sar to the case")
    if arguments.of and arguments.of not in names:
        raise PlotError(f"--of {arguments.of}: {directory} has {', '.join(names)}")
    chosen = [arguments.of] if arguments.of else names
    if arguments.output and len(chosen) > 1:
        raise PlotError(f"{directory} has {', '.join(names)}: choose one by --of, or leave -o out and each gets a picture of its own")
    for name in chosen:
        draw_sar(directory, name, arguments.output or os.path.join(directory, f"sar_{name}.png"), arguments.range, arguments.decades)


def slices_by_name(directory):
    found = {}
    for path in sorted(glob.glob(os.path.join(directory, "slices", "*.h5"))):
        found.setdefault(re.sub(r"_\d+\.h5$", "", os.path.basename(path)), []).append(path)
    return found


def command_all(arguments):
    directory = find(arguments.directory)
    drawn = 0
    for name, paths in slices_by_name(directory).items():
        draw_slices(picked_moments(paths, arguments.moments), os.path.join(directory, f"slice_{name}.png"),
                    arguments.component, arguments.range, of_moments=len(paths))
        drawn += 1
    if glob.glob(os.path.join(directory, "probes", "*.csv")):
        probes = read_probes(directory, [])
        draw_probes(probes, os.path.join(directory, "probes.png"))
        draw_spectrum(probes, os.path.join(directory, "spectrum.png"), "auto", None)
        drawn += 2
    if os.path.exists(os.path.join(directory, "energy.csv")):
        draw_energy(directory, os.path.join(directory, "energy.png"))
        drawn += 1
    drawn += draw_static(directory) + draw_all_surfaces(directory) + draw_all_sar(directory)
    if not drawn:
        raise PlotError(f"{directory} has no slices, probes, energy, fields, lines, surfaces or sar: is it the output directory "
                        "of a run?")


def positive(text):
    value = float(text)
    if not 0 < value < float("inf"):
        raise argparse.ArgumentTypeError(f"{text} is not a number above zero")
    return value


def moments(text):
    if text == "all":
        return 0
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text} is neither a number from 1 on nor \"all\"")
    return int(text)


def levels(text):
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text} is not a whole number from 1 on")
    return int(text)


def cut(text):
    match = re.fullmatch(r"([xyz])=(.+)", text)
    try:
        return match[1], float(match[2])
    except (TypeError, ValueError):
        raise argparse.ArgumentTypeError(f"{text} is not like z=0.01 (m)") from None


def add_colours(sub, unit):
    """Options of magnitudes, which are linear unless decades are given."""
    sub.add_argument("--range", type=positive, metavar="V", help=f"top of the colours, {unit}; default: by the data")
    sub.add_argument("--decades", type=positive, metavar="N", help="logarithmic colours that go down so far; default: linear")


def parser():
    main = argparse.ArgumentParser(prog="plot.py", description=__doc__, epilog=EXAMPLES,
                                   formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = main.add_subparsers(dest="command", required=True, metavar="COMMAND")

    def command(name, function, text, picture=True):
        sub = commands.add_parser(name, help=text, description=text, epilog=EXAMPLES,
                                  formatter_class=argparse.RawDescriptionHelpFormatter)
        sub.set_defaults(function=function)
        if picture:
            sub.add_argument("-o", "--output", metavar="FILE", help="picture (.png, .pdf, .svg); default: by the data")
        return sub

    component = {"choices": COMPONENTS + ("magnitude", "E", "H"),
                 "help": "what to show; magnitude and E: |E|, H: |H|; default: the strongest component"}
    colour_range = {"type": positive, "metavar": "V",
                    "help": "colours from -V to V (magnitudes: 0 to V), in V/m or A/m; default: by the data"}
    one = command("slice", command_slice, "draw slice files; several become panels with one colour scale")
    one.add_argument("files", nargs="+", metavar="FILE.h5")
    one.add_argument("--component", **component)
    one.add_argument("--range", **colour_range)
    for name, function, text in (("probes", command_probes, "draw the fields at the probes over time"),
                                 ("spectrum", command_spectrum, "draw the spectra of the probes, print their peaks")):
        sub = command(name, function, text)
        sub.add_argument("directory", metavar="OUTDIR")
        sub.add_argument("--probe", action="append", default=[], metavar="NAME", help="only this; may be repeated")
        if name == "spectrum":
            sub.add_argument("--max-frequency", type=float, metavar="HZ",
                             help="right end of the axis; default: where there is signal")
            sub.add_argument("--window", choices=("auto", "none", "hann"), default="auto",
                             help="auto: Hann for a trace that still rings at its end, none otherwise")
    command("energy", command_energy, "draw the energy over time").add_argument("directory", metavar="OUTDIR")
    plane = {"type": cut, "metavar": "AXIS=M",
             "help": "in space: the plane to draw, e.g. z=0.01; default: one that meets inner regions and small elements"}
    window = {"type": float, "nargs": 4, "metavar": ("X0", "X1", "Y0", "Y1"),
              "help": "the part to draw, m; default: all"}
    sub = command("potential", command_potential, "draw equipotential or flux lines of a static run")
    sub.add_argument("directory", metavar="OUTDIR")
    sub.add_argument("--levels", type=levels, default=24, metavar="N", help="about how many lines; default: 24")
    sub.add_argument("--cut", **plane)
    sub.add_argument("--window", **window)
    sub = command("field", command_field, "draw the magnitude of a field of a static run")
    sub.add_argument("directory", metavar="OUTDIR")
    sub.add_argument("--field", choices=("E", "D", "B", "H"), help="default: E or B")
    sub.add_argument("--cut", **plane)
    sub.add_argument("--window", **window)
    add_colours(sub, "V/m, C/m^2, T or A/m")
    command("lines", command_lines, "draw potential and field along the lines of a static run",
            picture=False).add_argument("directory", metavar="OUTDIR")
    sub = command("surface", command_surface, "draw the magnitude of a field on surfaces in space (needs VTK)")
    sub.add_argument("place", metavar="OUTDIR|FILE", help="output directory of a run, or one boundaries_*.vtkhdf")
    sub.add_argument("--field", choices=("E", "H"), default="E", help="default: E")
    sub.add_argument("--surface", action="append", default=[], metavar="NAME",
                     help="colour only this surface, the others are grey; may be repeated; default: all")
    sub.add_argument("--region", metavar="NAME", help="take the field on this volume's side of the surface")
    sub.add_argument("--view", type=float, nargs=3, default=(1.0, 0.9, 0.35), metavar=("X", "Y", "Z"),
                     help="where to look from; z is up; default: 1 0.9 0.35")
    sub.add_argument("--range", type=positive, metavar="V", help="top of the colours, V/m or A/m; default: by the data")
    sub.add_argument("--decades", type=positive, default=2.0, metavar="N", help="colours go down so far; default: 2")
    sub.add_argument("--levels", type=levels, default=20, metavar="N", help="bands of colour; default: 20")
    sub = command("sar", command_sar, "draw averages of the absorption rate, or those of elements, in planes through their peak")
    sub.add_argument("directory", metavar="OUTDIR")
    sub.add_argument("--of", metavar="NAME", help="only this: 1g, 10g, ... or elements; default: all that there is")
    add_colours(sub, "W/kg")
    everything = command("all", command_all, "draw everything into OUTDIR", picture=False)
    everything.add_argument("directory", metavar="OUTDIR")
    everything.add_argument("--component", **component)
    everything.add_argument("--range", **colour_range)
    everything.add_argument("--moments", type=moments, default=4, metavar="N",
                            help="how many moments of each slice to show, or \"all\"; default: 4")
    return main


def main():
    arguments = parser().parse_args()
    try:
        arguments.function(arguments)
    except (PlotError, OSError) as error:
        print(f"plot.py: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
