# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Pictures of scattering parameters: magnitude and phase over frequency, Smith chart, standing-wave ratio, impedance."""
import collections
import os

from ..ports import OF_A_RUN, TABLE
from ..touchstone import Network, impedance, readTouchstone
from .common import CURVES, STYLES, PlotError, Run, finish_axis, matplotlib, np, plain, plt, prefix_of, save
from .farField import DEGREES, frequency_text
from .phasors import broken_at_wraps

FLAT = 0.2  # an axis spans at least this share of its largest value
WIDEST = 3.0  # points, of the first line
FLOOR_DB = -80.0  # what is below is drawn no lower, so that zeros do not set the axis
MOST_CURVES = 16  # that are drawn unasked: a network of up to four ports
RESISTANCES = (0.2, 0.5, 1.0, 2.0, 5.0)  # circles of the Smith chart, in reference resistances; reactances alike
GRID = {"color": "#c8c8c8", "lw": 0.6, "zorder": 1}
HIGHEST_VSWR = 10.0  # end of its axis: what is worse is not matched at all
TEXT = {"fontsize": 7, "color": "#777777", "ha": "center", "va": "center"}

# One parameter of one network, in words and by its numbers; ports count from 1.
Curve = collections.namedtuple("Curve", "network ports label colour style")


def networks_of(places):
    """From Touchstone files, or of the runs in output directories."""
    return [network_of_run(place) if os.path.isdir(place) else readTouchstone(place) for place in places]


def network_of_run(directory):
    """Of its Touchstone file; where not all ports were excited, the columns of those that were, the others nan."""
    ports = Run(directory).ports
    if ports.hasMatrix or not os.path.exists(os.path.join(directory, TABLE)):
        return ports.matrix
    table = ports.sParameters
    s = np.full((len(table.frequency), len(table.ports), len(table.ports)), np.nan, complex)
    for j, name in enumerate(table.excited):
        s[:, :, table.ports.index(name)] = table.s[:, :, j]
    return Network(table.path, table.frequency, s, np.nan, isNominal=True)


def is_known(network, pair):
    """Whether the port was excited that the wave goes into."""
    return np.isfinite(network.s[:, pair[0] - 1, pair[1] - 1]).any()


def names_of(networks):
    """What tells them from each other: the run's directory, or the file; nothing for a single one."""
    if len(networks) == 1:
        return [""]
    places = [os.path.dirname(network.path) if is_of_run(network) else network.path for network in networks]
    names = [os.path.basename(os.path.abspath(place)) for place in places]
    return names if len(set(names)) == len(names) else [os.path.relpath(place) for place in places]


def is_of_run(network):
    name = os.path.basename(network.path)
    return name.startswith(OF_A_RUN) or name == TABLE


def parameter_name(i, j, ports):
    """S21, or S12,3 where ports have two digits."""
    return f"S{i}{j}" if ports < 10 else f"S{i},{j}"


def curves_of(networks, wanted, diagonal):
    """[Curve]: the wanted pairs of ports (out, in), or all; `diagonal`: only reflections."""
    names, curves, pairs_seen = names_of(networks), [], []
    for network, name in zip(networks, names):
        count = network.ports
        absent = [pair for pair in wanted if max(pair) > count]
        if absent:
            raise PlotError(f"--ports {absent[0][0]},{absent[0][1]}: {network.path} has {count} port(s)")
        pairs = wanted or [(i, j) for j in range(1, count + 1) for i in range(1, count + 1) if i == j or not diagonal]
        unknown = [pair for pair in pairs if not is_known(network, pair)]
        if wanted and unknown:
            raise PlotError(
                f"--ports {unknown[0][0]},{unknown[0][1]}: port {unknown[0][1]} of {network.path} was not excited"
            )
        pairs = [pair for pair in pairs if pair not in unknown]
        if diagonal and any(i != j for i, j in pairs):
            raise PlotError("an impedance belongs to one port: give pairs such as --ports 1,1")
        if not wanted and len(pairs) > MOST_CURVES:
            pairs = pairs[:count] if not diagonal else pairs[:MOST_CURVES]
            print(
                f"{network.path} has {count} ports: the first {len(pairs)} curves are drawn, choose others by --ports"
            )
        for i, j in pairs:
            if (i, j) not in pairs_seen:
                pairs_seen.append((i, j))
            label = (f"port {i}" if diagonal else parameter_name(i, j, count)) + (f", {plain(name)}" if name else "")
            colour = CURVES[pairs_seen.index((i, j)) % len(CURVES)]
            curves.append(Curve(network, (i, j), label, colour, STYLES[networks.index(network) % len(STYLES)]))
    return curves


def values_of(curve):
    i, j = curve.ports
    return curve.network.s[:, i - 1, j - 1]


def frequency_axis(networks):
    prefix, factor = prefix_of(max(network.frequency[-1] for network in networks))
    return f"frequency [{prefix}Hz]", factor


def legend_of(axis, count):
    """Inside for few curves, beside the axis for more."""
    beside = {"loc": "center left", "bbox_to_anchor": (1.0, 0.5)} if count > 4 else {"loc": "best"}
    axis.legend(fontsize=8, frameon=count <= 4, framealpha=0.85, edgecolor="none", handlelength=1.8, **beside)


def line_style(curve, points):
    """A single frequency is a point."""
    return {"color": curve.colour, "ls": curve.style, "lw": 1.4, "marker": "o" if points == 1 else None, "ms": 4}


def draw_parameters(places, target, ports, phase):
    networks = networks_of(places)
    curves = curves_of(networks, ports, diagonal=False)
    label, factor = frequency_axis(networks)
    figure, axes = plt.subplots(
        1 + phase, 1, squeeze=False, sharex=True, layout="constrained", figsize=(8.0, 6.4 if phase else 4.2)
    )
    for curve in curves:
        at, values = curve.network.frequency / factor, values_of(curve)
        style = line_style(curve, len(at))
        if len({other.ports for other in curves}) > 2:  # S12 often lies on S21 and S22 on S11: the lower one is wider
            style["lw"] = max(WIDEST - 0.6 * CURVES.index(curve.colour), 1.2)
        level = 20 * np.log10(np.maximum(np.abs(values), 10 ** (FLOOR_DB / 20)))
        axes[0, 0].plot(at, level, label=curve.label, **style)
        if phase:
            axes[1, 0].plot(*broken_at_wraps(at, np.degrees(np.angle(values))), label=curve.label, **style)
    axes[0, 0].set_ylabel("|S| [dB]")
    if phase:
        axes[1, 0].set(ylabel=f"phase of S [{DEGREES}]", ylim=(-185, 185), yticks=range(-180, 181, 90))
    axes[-1, 0].set_xlabel(label)
    finish_network(axes[:, 0], networks, curves)
    save(figure, target)


def refer_to_one_resistance(places):
    """Whether impedances follow from the files: those of modes refer to impedances that change with the frequency."""
    return not any(network.isNominal for network in networks_of(places))


def reference_of(networks):
    """What waves refer to, as a title says it."""
    if any(network.isNominal for network in networks):
        return "each port against its own impedance"
    resistances = sorted({network.resistance for network in networks})
    return f"{', '.join(f'{r:g}' for r in resistances)} \u03a9"


def finish_network(axes, networks, curves):
    isNominal = any(network.isNominal for network in networks)
    axes[0].set_title(("" if isNominal else "reference resistance ") + reference_of(networks), fontsize=9)
    for axis in axes:
        finish_axis(axis)
        axis.margins(x=0)
    legend_of(axes[0], len(curves))


def draw_impedance(places, target, ports):
    networks = networks_of(places)
    curves = curves_of(networks, ports, diagonal=True)
    for network in networks:
        if network.isNominal:
            raise PlotError(
                f"{network.path}: its ports refer to impedances of modes, which the file does not hold: impedances are "
                "in sParameters.csv and portModes.csv beside it"
            )
    label, factor = frequency_axis(networks)
    figure, axes = plt.subplots(2, 1, squeeze=False, sharex=True, layout="constrained", figsize=(8.0, 6.0))
    impedances = [impedance(values_of(curve), curve.network.resistance) for curve in curves]
    impedances = [np.where(np.isfinite(z), z, np.nan) for z in impedances]
    if not any(np.isfinite(z).any() for z in impedances):
        raise PlotError(f"{networks[0].path}: the ports are open, their impedances infinite: there is nothing to draw")
    for axis, name, part in zip(axes[:, 0], "RX", (np.real, np.imag)):
        values = np.concatenate([part(z) for z in impedances])
        largest = np.nanmax(np.abs(values), initial=0.0)
        prefix, size = prefix_of(largest, 0.5)
        for curve, z in zip(curves, impedances):
            at = curve.network.frequency / factor
            axis.plot(at, part(z) / size, label=curve.label, **line_style(curve, len(at)))
        axis.set_ylabel(f"{name} [{prefix}\u03a9]")
        if np.nanmax(values) - np.nanmin(values) < FLAT * largest:
            middle = 0.5 * (np.nanmax(values) + np.nanmin(values)) / size
            axis.set_ylim(middle - FLAT * largest / size, middle + FLAT * largest / size)
    axes[1, 0].axhline(0, color="#999999", lw=0.8, zorder=1)
    axes[1, 0].set_xlabel(label)
    finish_network(axes[:, 0], networks, curves)
    save(figure, target)


def vswr(reflection):
    """Voltage standing-wave ratio; infinite where everything is reflected."""
    size = np.abs(reflection)
    with np.errstate(divide="ignore"):
        return np.where(size < 1, (1 + size) / np.maximum(1 - size, 0.0), np.inf)


def draw_vswr(places, target, ports):
    networks = networks_of(places)
    curves = curves_of(networks, ports, diagonal=True)
    label, factor = frequency_axis(networks)
    figure, axis = plt.subplots(layout="constrained", figsize=(8.0, 4.2))
    largest = 1.0
    for curve in curves:
        at, values = curve.network.frequency / factor, vswr(values_of(curve))
        axis.plot(at, np.minimum(values, 10 * HIGHEST_VSWR), label=curve.label, **line_style(curve, len(at)))
        largest = max(largest, values.max())
    axis.set(ylabel="voltage standing-wave ratio", xlabel=label, ylim=(1.0, min(HIGHEST_VSWR, 1.05 * largest)))
    finish_network([axis], networks, curves)
    save(figure, target)


def draw_smith(places, target, ports, marks):
    networks = networks_of(places)
    curves = curves_of(networks, ports, diagonal=True)
    figure, axis = plt.subplots(layout="constrained", figsize=(7.2, 6.6))
    smith_grid(axis)
    for curve in curves:
        values = values_of(curve)
        axis.plot(values.real, values.imag, label=curve.label, zorder=3, **line_style(curve, len(values)))
        for mark in marks or sorted({curve.network.frequency[0], curve.network.frequency[-1]}):
            mark_frequency(axis, curve, mark)
    reach = 1.06 * max(1.0, *(np.abs(values_of(curve)).max() for curve in curves))
    axis.set(xlim=(-reach, reach), ylim=(-reach, reach), aspect="equal")
    axis.set_axis_off()
    networks = [curve.network for curve in curves]
    isNominal = any(network.isNominal for network in networks)
    axis.set_title(("reflection, " if isNominal else "reflection against ") + reference_of(networks), fontsize=10)
    axis.legend(fontsize=8, frameon=False, handlelength=1.8, loc="upper left", bbox_to_anchor=(0.92, 1.0))
    save(figure, target)


def smith_grid(axis):
    """Circles of constant resistance and reactance in the plane of the reflection, in reference resistances."""
    turn = np.linspace(0, 2 * np.pi, 721)
    axis.plot(np.cos(turn), np.sin(turn), color="#777777", lw=1.0, zorder=2)
    axis.plot([-1, 1], [0, 0], **GRID)
    for r in RESISTANCES:
        axis.plot((r + np.cos(turn)) / (1 + r), np.sin(turn) / (1 + r), **GRID)
        axis.annotate(f"{r:g}", ((r - 1) / (r + 1), 0), (4, -6), textcoords="offset points", **TEXT)
    along = np.concatenate([[0], np.logspace(-3, 3, 400), [1e9]])  # resistances
    for x in RESISTANCES:
        for sign in (1, -1):
            circle = (along + 1j * sign * x - 1) / (along + 1j * sign * x + 1)
            axis.plot(circle.real, circle.imag, **GRID)
            end = 1.045 * circle[0]
            axis.annotate(f"{sign * x:g}j".replace("-", "\u2212"), (end.real, end.imag), **TEXT)
    for end, name in ((-1.04, "0"), (1.04, "\u221e")):
        axis.annotate(name, (end, 0), **TEXT)


def mark_frequency(axis, curve, frequency):
    """A point at a frequency, between samples on the line between them, and its values on standard output."""
    known = curve.network.frequency
    if not known[0] * (1 - 1e-9) <= frequency <= known[-1] * (1 + 1e-9):
        raise PlotError(
            f"--mark {frequency_text(frequency)}: {curve.network.path} goes from {frequency_text(known[0])} to "
            f"{frequency_text(known[-1])}"
        )
    values = values_of(curve)
    s = np.interp(frequency, known, values.real) + 1j * np.interp(frequency, known, values.imag)
    axis.plot([s.real], [s.imag], "o", color=curve.colour, ms=5, mec="white", mew=0.8, zorder=4)
    away = (7, 5) if s.imag >= 0 else (7, -5)
    axis.annotate(
        frequency_text(frequency),
        (s.real, s.imag),
        away,
        textcoords="offset points",
        fontsize=8,
        color=curve.colour,
        va="center",
        zorder=5,
        path_effects=[matplotlib.patheffects.withStroke(linewidth=2.5, foreground="white")],
    )
    level = 20 * np.log10(max(abs(s), 1e-15))
    where = f"{curve.label} at {frequency_text(frequency)}"
    if curve.network.isNominal:
        print(f"{where}: |S| = {level:.2f} dB")
        return
    z = impedance(s, curve.network.resistance)
    sign = "+" if z.imag >= 0 else "-"
    print(f"{where}: Z = {z.real:.4g} {sign} {abs(z.imag):.4g}j ohm, |S| = {level:.2f} dB")
