# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Pictures of series in time: fields at probes, voltages and currents of ports, the energy; of one run or of several."""
from .common import (
    COLOURS,
    CURVES,
    STYLES,
    PlotError,
    Run,
    finish_axis,
    label_lowest,
    label_of,
    np,
    plain,
    plt,
    prefix_of,
    save,
    scaled,
    shown_runs,
)

BLACK = "#1b2631"
FLOOR_DB = -120.0  # an energy that vanishes is drawn no lower
CONSERVED = 0.9  # an energy that keeps this share of its largest value has no decay to be drawn


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


def probes_of(directories, wanted=()):
    """{Shown: [Probe]} of the runs of a picture."""
    return {run: read_probes(run.directory, wanted) for run in shown_runs(directories)}


class ProbePanels:
    """A row for each probe by its name, a column for each field; runs share the panels of what they both have."""

    def __init__(self, probes, height):
        """`probes`: {Shown: [Probe]}"""
        self.runs = list(probes)
        self.names = list(dict.fromkeys(probe.name for own in probes.values() for probe in own))
        self.fields = sorted({field for own in probes.values() for probe in own for field in probe.fields})
        self.figure, self.axes = plt.subplots(
            len(self.names),
            len(self.fields),
            squeeze=False,
            sharex=True,
            layout="constrained",
            figsize=(1.0 + 4.9 * max(len(self.fields), 1.4), 0.6 + height * len(self.names)),
        )
        self.figure.get_layout_engine().set(w_pad=0.08, h_pad=0.06)
        self.probes = {
            (name, field): [(run, probe) for run, own in probes.items() for probe in own if isHere(probe, name, field)]
            for name in self.names
            for field in self.fields
        }

    def __iter__(self):
        """(axis, name of the probe, field, [(Shown, Probe)]) of what is there; panels of nothing are hidden."""
        for row, name in zip(self.axes, self.names):
            for axis, field in zip(row, self.fields):
                found = self.probes[name, field]
                axis.set_visible(bool(found))
                if found:
                    yield axis, name, field, found

    def style(self, run, component):
        """Each component has a colour, each run a kind of line."""
        return {"color": COLOURS[component], "ls": STYLES[self.runs.index(run) % len(STYLES)], "lw": 1.2}

    def label(self, run, field, component):
        return label_of(component_label(field, component), run, self.runs)


def isHere(probe, name, field):
    return probe.name == name and field in probe.fields


def legend_beside(axis):
    """Outside, where it covers no trace."""
    if axis.get_lines():
        axis.legend(loc="center left", bbox_to_anchor=(1.0, 0.5), fontsize=8, frameon=False, handlelength=1.8)


def component_label(field, i):
    return f"${field}_{'xyz'[i]}$"


def draw_probes(probes, target):
    """`probes`: {Shown: [Probe]}"""
    panels = ProbePanels(probes, 2.4)
    latest = max(probe.columns[f"time_{f}"][-1] for own in probes.values() for probe in own for f in probe.fields)
    time_prefix, time_factor = prefix_of(latest)
    for axis, name, field, found in panels:
        largest = np.array([np.nanmax(np.abs(probe.valuesOf(field)), initial=0.0) for _, probe in found])
        _, unit = scaled(largest, found[0][1].units[field + "x"])
        factor = prefix_of(largest.max(), 0.5)[1]
        for run, probe in found:
            for i, values in enumerate(probe.valuesOf(field).T):
                time = probe.timeOf(field) / time_factor
                axis.plot(time, values / factor, label=panels.label(run, field, i), **panels.style(run, i))
        axis.set_ylabel(f"{field} [{unit}]")
        axis.set_title(f'probe "{name}"', fontsize=10)
        legend_beside(axis)
        finish_axis(axis)
    label_lowest(panels.axes, f"time [{time_prefix}s]")
    save(panels.figure, target)


def draw_port_series(directories, target):
    """Voltages and currents of ports, gaps and modes over time: each port has a colour, each run a kind of line."""
    runs = shown_runs(directories)
    series = [(run, name, enough(port)) for run in runs for name, port in Run(run.directory).ports.items()]
    if not series:
        raise PlotError(f"{directories[0]} has no ports/*.csv: add `ports` to the case")
    names = list(dict.fromkeys(name for _, name, _ in series))
    prefix, factor = prefix_of(max(port.time[-1] for _, _, port in series))
    figure, axes = plt.subplots(2, 1, squeeze=False, sharex=True, layout="constrained", figsize=(8.0, 5.2))
    for axis, column, unit in zip(axes[:, 0], ("voltage", "current"), "VA"):
        largest = max(np.nanmax(np.abs(port[column]), initial=0.0) for _, _, port in series)
        size_prefix, size = prefix_of(largest, 0.5)
        for run, name, port in series:
            axis.plot(
                port.time / factor,
                port[column] / size,
                color=CURVES[names.index(name) % len(CURVES)],
                ls=STYLES[runs.index(run) % len(STYLES)],
                lw=1.2,
                label=label_of(name, run, runs),
            )
        axis.set_ylabel(f"{column} [{size_prefix}{unit}]")
        legend_beside(axis)
        finish_axis(axis)
    axes[1, 0].set_xlabel(f"time [{prefix}s]")
    save(figure, target)


def read_energies(runs):
    """{Shown: Series}; each has some energy."""
    energies = {run: enough(Run(run.directory).energy) for run in runs}
    for series in energies.values():
        if not (series["total"] > 0).any():
            raise PlotError(f"{series.path}: the energy is zero throughout: there is nothing to draw")
    return energies


def is_conserved(total):
    return np.nanmin(total) > CONSERVED * np.nanmax(total)


def decay_dB(total):
    """Of the largest value, dB."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.maximum(10 * np.log10(total / np.nanmax(total)), FLOOR_DB)


def draw_energy(directories, target):
    """The energy in J, and below how it decays in dB, or changes where it is conserved. Of one run its parts too."""
    runs = shown_runs(directories)
    energies = read_energies(runs)
    conserved = all(is_conserved(series["total"]) for series in energies.values())
    figure, axes = plt.subplots(2, 1, squeeze=False, sharex=True, layout="constrained", figsize=(7.6, 5.2))
    top, bottom = axes[:, 0]
    prefix, factor = prefix_of(max(series.time[-1] for series in energies.values()))
    energy_prefix, energy_factor = prefix_of(max(np.nanmax(series["total"]) for series in energies.values()))
    for (run, series), colour in zip(energies.items(), CURVES * len(runs)):
        time, total = series.time / factor, series["total"]
        style = {"color": colour if len(runs) > 1 else BLACK, "ls": STYLES[runs.index(run) % len(STYLES)]}
        top.plot(time, total / energy_factor, lw=1.6, label=plain(run.name) if len(runs) > 1 else "total", **style)
        bottom.plot(time, total / total[0] - 1 if conserved else decay_dB(total), lw=1.2, **style)
        for name, part in zip(("electric", "magnetic"), COLOURS):
            if len(runs) == 1 and name in series.columns:
                top.plot(time, series[name] / energy_factor, color=part, lw=1.0, label=name)
    top.set_ylabel(f"energy [{energy_prefix}J]")
    bottom.set_ylabel("relative change of the total" if conserved else "total [dB of its peak]")
    bottom.set_xlabel(f"time [{prefix}s]")
    legend_beside(top)
    for axis in (top, bottom):
        finish_axis(axis)
    save(figure, target)
