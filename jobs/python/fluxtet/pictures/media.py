# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Pictures of dispersive media: the permittivity that a case asks for, and the relaxations that a run has in its place."""
from .common import (
    CURVES,
    PlotError,
    ResultsError,
    Run,
    finish_axis,
    matplotlib,
    np,
    plain,
    plt,
    prefix_of,
    quantity,
    save,
)


def fits_of(directory):
    """The fits of a run's summary.json that have curves, by the names of their materials."""
    try:
        fits = Run(directory).summary.get("permittivity_fits", {})
    except ResultsError:  # the run goes on, or was killed
        return {}
    return {name: fit for name, fit in fits.items() if "curve" in fit}


def has_fits(directory):
    return bool(fits_of(directory))


def draw_media(directory, target):
    """Every fit of a run: epsilon' and epsilon'' over frequency, wanted and fitted, and the worst error."""
    fits = fits_of(directory)
    if not fits:
        raise PlotError(
            f"{directory} has no fits of permittivities: they come of materials with a lossTangent over a band, coleCole or "
            "a table"
        )
    figure, axes = plt.subplots(len(fits), 2, squeeze=False, layout="constrained", figsize=(8.4, 3.2 * len(fits)))
    for row, (name, fit) in zip(axes, sorted(fits.items())):
        curve = fit["curve"]
        frequency = np.array(curve["frequency_Hz"])
        prefix, factor = prefix_of(frequency.max())
        for part, (axis, label) in enumerate(zip(row, ("\u03b5\u2032", "\u03b5\u2033"))):
            wanted, fitted = (np.array(curve[key])[:, part] for key in ("wanted", "fitted"))
            axis.plot(frequency / factor, wanted, "o", ms=3.5, mfc="none", color=CURVES[1], label="wanted")
            axis.plot(frequency / factor, fitted, color=CURVES[0], label=f"{fit['poles']} relaxations")
            axis.set(xscale="log", xlabel=f"frequency ({prefix}Hz)", ylabel=label)
            if part == 1:
                axis.set_ylim(0.0, 1.08 * max(wanted.max(), fitted.max()))
            axis.xaxis.set_major_locator(matplotlib.ticker.LogLocator(subs=(1, 2, 5)))
            axis.xaxis.set_major_formatter(lambda value, _: f"{value:g}")
            axis.xaxis.set_minor_formatter(matplotlib.ticker.NullFormatter())
            finish_axis(axis)
            axis.legend(fontsize=8, frameon=False)
        row[0].set_title(f"{plain(name)}: {fit['key']}", fontsize=10)
        row[1].set_title(
            f"off by {100 * fit['worst_error']:.2g} % at most, at {quantity(fit['at_Hz'], 'Hz')}", fontsize=10
        )
    save(figure, target)
