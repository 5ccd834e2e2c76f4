# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Pictures of the far field over time, of one run or of several."""
from ..farField import angleText
from .common import (
    COLOURS,
    STYLES,
    Run,
    finish_axis,
    label_lowest,
    label_of,
    np,
    plt,
    prefix_of,
    save,
    shown_runs,
)
from .farField import PHI, THETA
from .series import legend_beside


def draw_transient(directories, target):
    """A panel for each direction; each component has a colour, each run a kind of line."""
    runs = shown_runs(directories)
    panels = {}
    for run in runs:
        for signal in Run(run.directory).transientFarField:
            panels.setdefault((angleText(signal.theta), angleText(signal.phi)), []).append((run, signal))
    figure, axes = plt.subplots(
        len(panels), 1, squeeze=False, sharex=True, layout="constrained", figsize=(8.0, 0.6 + 2.4 * len(panels))
    )
    figure.get_layout_engine().set(h_pad=0.06)
    signals = [signal for found in panels.values() for _, signal in found]
    prefix, factor = prefix_of(max(abs(signal.time).max() for signal in signals))
    for ((theta, phi), found), axis in zip(panels.items(), axes[:, 0]):
        unit, size = prefix_of(max(np.abs(signal.rE).max() for _, signal in found), 0.5)
        for run, signal in found:
            for values, colour, name in zip(signal.rE.T, COLOURS, (THETA, PHI)):
                axis.plot(
                    signal.time / factor,
                    values / size,
                    color=colour,
                    ls=STYLES[runs.index(run) % len(STYLES)],
                    lw=1.2,
                    label=label_of(f"r E along {name}", run, runs),
                )
        axis.set_ylabel(f"r E [{unit}V]")
        axis.set_title(f"far field at {THETA} = {theta}, {PHI} = {phi}", fontsize=10)
        legend_beside(axis)
        finish_axis(axis)
    label_lowest(axes, f"retarded time t - r/c [{prefix}s]")
    save(figure, target)
