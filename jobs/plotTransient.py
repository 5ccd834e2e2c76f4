# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Pictures of the far field over time."""
import os

from plotCommon import PlotError, finish_axis, label_lowest, np, plt, prefix_of, save, scaled
from plotFarField import PHI, THETA, angle_text
from plotSeries import COLOURS, legend_beside

FILE = "transientFarField.csv"
HEADS = "theta_deg,phi_deg,time_s,rE_theta_V,rE_phi_V"


def read_signals(directory):
    """[(theta, phi, time [s], r E along theta and phi [2][time] V)] in the order of the file."""
    path = os.path.join(directory, FILE)
    if not os.path.isfile(path):
        raise PlotError(f"{directory} has no {FILE}: add output.transientFarField to the case")
    with open(path, encoding="utf-8") as stream:
        lines = stream.read().splitlines()
    if not lines or lines[0] != HEADS:
        raise PlotError(f'{path} is no far field of fluxtet over time: its first line should be "{HEADS}"')
    try:
        rows = np.loadtxt(lines[1:], delimiter=",", ndmin=2)
    except ValueError as error:
        raise PlotError(f"{path} is damaged: {error}") from error
    if rows.size == 0 or rows.shape[1] != 5 or not np.isfinite(rows).all():
        raise PlotError(f"{path} is damaged: it should hold rows of five finite numbers")
    begins = np.flatnonzero((np.diff(rows[:, :2], axis=0) != 0).any(axis=1)) + 1
    return [(part[0, 0], part[0, 1], part[:, 2], part[:, 3:].T) for part in np.split(rows, begins)]


def draw_transient(directory, target):
    signals = read_signals(directory)
    figure, axes = plt.subplots(
        len(signals), 1, squeeze=False, sharex=True, layout="constrained", figsize=(8.0, 0.6 + 2.4 * len(signals))
    )
    figure.get_layout_engine().set(h_pad=0.06)
    prefix, factor = prefix_of(max(abs(time).max() for _, _, time, _ in signals))
    for (theta, phi, time, field), axis in zip(signals, axes[:, 0]):
        values, unit = scaled(field, "V")
        for component, colour, name in zip(values, COLOURS, (THETA, PHI)):
            axis.plot(time / factor, component, color=colour, lw=1.2, label=f"r E along {name}")
        axis.set_ylabel(f"r E [{unit}]")
        axis.set_title(f"far field at {THETA} = {angle_text(theta)}, {PHI} = {angle_text(phi)}", fontsize=10)
        legend_beside(axis)
        finish_axis(axis)
    label_lowest(axes, f"retarded time t - r/c [{prefix}s]")
    save(figure, target)
