# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Pictures of series in time: fields at probes, the energy."""
from plotCommon import PlotError, Run, finish_axis, label_lowest, np, plt, prefix_of, save, scaled

COLOURS = ("#c0392b", "#2471a3", "#229954")  # x, y, z


def enough(series):
    """A series of which something can be drawn."""
    if len(series) < 2:
        raise PlotError(f"{series.path} holds {len(series)} row(s): let the run go on, or record more often")
    return series


def read_probes(directory, wanted):
    probes = [enough(probe) for probe in Run(directory).probes.values()]
    if not probes:
        raise PlotError(f"{directory} has no probes/*.csv: add output.probes to the case")
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


def probe_axes(probes, height, sharex):
    """A row for each probe, a column for each field."""
    fields = sorted({field for probe in probes for field in probe.fields})
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
    latest = max(probe.columns[f"time_{f}"][-1] for probe in probes for f in probe.fields)
    time_prefix, time_factor = prefix_of(latest)
    for row, probe in zip(axes, probes):
        for axis, field in zip(row, fields):
            if field not in probe.fields:
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
    series = enough(Run(directory).energy)
    time, total = series.columns["time"], series.columns["total"]
    positive = total[np.isfinite(total) & (total > 0)]
    if not positive.size:
        raise PlotError(f"{series.path}: the energy is zero throughout: there is nothing to draw")
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
