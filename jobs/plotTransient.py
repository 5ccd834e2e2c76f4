# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Pictures of the far field over time."""
from plotCommon import Run, finish_axis, label_lowest, plt, prefix_of, save, scaled
from plotFarField import PHI, THETA, angle_text
from plotSeries import COLOURS, legend_beside


def draw_transient(directory, target):
    signals = Run(directory).transientFarField
    figure, axes = plt.subplots(
        len(signals), 1, squeeze=False, sharex=True, layout="constrained", figsize=(8.0, 0.6 + 2.4 * len(signals))
    )
    figure.get_layout_engine().set(h_pad=0.06)
    prefix, factor = prefix_of(max(abs(signal.time).max() for signal in signals))
    for signal, axis in zip(signals, axes[:, 0]):
        values, unit = scaled(signal.rE.T, "V")
        for component, colour, name in zip(values, COLOURS, (THETA, PHI)):
            axis.plot(signal.time / factor, component, color=colour, lw=1.2, label=f"r E along {name}")
        axis.set_ylabel(f"r E [{unit}]")
        axis.set_title(
            f"far field at {THETA} = {angle_text(signal.theta)}, {PHI} = {angle_text(signal.phi)}", fontsize=10
        )
        legend_beside(axis)
        finish_axis(axis)
    label_lowest(axes, f"retarded time t - r/c [{prefix}s]")
    save(figure, target)
