# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Pictures of series in time: fields at probes, the energy."""
import glob
import os
import re

from plotCommon import PlotError, finish_axis, label_lowest, np, plt, prefix_of, save, scaled

COLOURS = ("#c0392b", "#2471a3", "#229954")  # x, y, z


class Series:
    """A CSV file: `step` and columns with units. A last line that a killed run left unfinished is dropped."""

    def __init__(self, path):
        self.name = os.path.splitext(os.path.basename(path))[0]
        with open(path, encoding="utf-8") as stream:
            lines = stream.read().split("\n")[:-1]
        if not lines or not lines[0].startswith("step,"):
            raise PlotError(f'{path} is not a series of fluxtet: its first line should begin with "step,"')
        heads = [re.fullmatch(r"(\S+) \[(.*)\]", head) for head in lines[0].split(",")[1:]]
        if not all(heads):
            raise PlotError(f'{path}: the header "{lines[0]}" does not read "step,name [unit],..."')
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
        raise PlotError(
            f"no probe {', '.join(sorted(absent))} in {directory}: "
            f"there are {', '.join(probe.name for probe in probes)}"
        )
    return chosen


def fields_of(probe):
    return [field for field in "EH" if f"time_{field}" in probe.columns]


def probe_axes(probes, height, sharex):
    """A row for each probe, a column for each field."""
    fields = sorted({field for probe in probes for field in fields_of(probe)})
    figure, axes = plt.subplots(
        len(probes),
        len(fields),
        squeeze=False,
        sharex=sharex,
        layout="constrained",
        figsize=(1.0 + 4.9 * max(len(fields), 1.4), 0.6 + height * len(probes)),
    )
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
                axis.plot(
                    probe.columns[f"time_{field}"] / time_factor,
                    values[i],
                    color=COLOURS[i],
                    lw=1.2,
                    label=component_label(field, i),
                )
            axis.set_ylabel(f"{field} [{unit}]")
            axis.set_title(f'probe "{probe.name}"', fontsize=10)
            legend_beside(axis)
            finish_axis(axis)
    label_lowest(axes, f"time [{time_prefix}s]")
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
    figure, axes = plt.subplots(
        2 if conserved else 1,
        1,
        squeeze=False,
        sharex=True,
        layout="constrained",
        figsize=(7, 5.2 if conserved else 3.8),
    )
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
