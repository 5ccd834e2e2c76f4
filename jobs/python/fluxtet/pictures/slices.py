# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Pictures of slices: fields on a grid of points in a plane, at moments of a run."""
import sys

from ..mirrors import mirrorsFor
from .common import (
    PlotError,
    label_lowest,
    matplotlib,
    np,
    place_text,
    plt,
    prefix_of,
    quantity,
    save,
)
from .magnitudes import LINEAR, Magnitudes
from .outlines import draw_outlines

COMPONENTS = ("Ex", "Ey", "Ez", "Hx", "Hy", "Hz")


def values_of(s, component):
    """A Cartesian component of a slice, or the magnitude of E ("magnitude", "E") or H ("H")."""
    field = "H" if component.startswith("H") else "E"
    if field not in s.fields:
        raise PlotError(f"slice {s.name} holds no {field}: ask for it in output.slices, or choose another --component")
    data = s.fields[field]
    if component in COMPONENTS:
        return data[..., "xyz".index(component[1])]
    return np.linalg.norm(data, axis=-1)


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


def plane_text(s):
    """Where an axis-aligned slice stands, e.g. "z = 0 m"."""
    normal = np.cross(s.u, s.v)
    for i, name in enumerate("xyz"):
        if abs(abs(normal[i]) - np.linalg.norm(normal)) < 1e-9 * np.linalg.norm(normal):
            return place_text(name, s.origin[i], 0.0)
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


def show_values(axis, s, values, length, **options):
    """Values [v][u] of a slice with the outlines of regions, on axes in units of `length` (m)."""
    (_, u0, u1), (_, v0, v1) = slice_sides(s)
    u0, u1, v0, v1 = (x / length for x in (u0, u1, v0, v1))
    # A point is the middle of its colour, so that colours reach half a step over the sides.
    rows, columns = values.shape
    du, dv = 0.5 * (u1 - u0) / max(columns - 1, 1), 0.5 * (v1 - v0) / max(rows - 1, 1)
    extent = (u0 - du, u1 + du, v0 - dv, v1 + dv) if min(rows, columns) > 1 else (u0, u1, v0, v1)
    image = axis.imshow(values, origin="lower", aspect="equal", extent=extent, **options)
    axis.set_xlim(u0, u1)
    axis.set_ylim(v0, v1)
    draw_outlines(axis, s, (u0, u1, v0, v1), image)
    return image


def top_of(values, scale):
    """Top of the colours where none is given: in decibels the largest value, of which they are by default."""
    finite = np.abs(values[np.isfinite(values)])
    return np.max(finite, initial=0.0) if scale.decibels else colour_limit(values)


def slice_title(symbol, shown, of_moments):
    where = plane_text(shown[0])
    title = f'{symbol}, slice "{shown[0].name}"' + (f", {where}" if where else "")
    return title + (f"\n{len(shown)} of {of_moments} moments" if of_moments > len(shown) else "")


def draw_slices(slices, target, component=None, colour_range=None, of_moments=0, scale=LINEAR):
    """A panel for each moment. Components have signs on a linear scale, on others magnitudes."""
    component = component or strongest_component(slices)
    field = "H" if component.startswith("H") else "E"
    single, unit = component in COMPONENTS, "V/m" if field == "E" else "A/m"
    signed = single and scale == LINEAR
    symbol = f"{component[0]}_{component[1]}" if single else field
    values = [values_of(s, component) for s in slices]
    everywhere = np.concatenate([v.ravel() for v in values])
    limit = colour_range or top_of(everywhere, scale)
    name = f"${symbol}$" if signed else f"$|{symbol}|$"
    magnitudes = Magnitudes(scale, limit, np.nanmax(np.abs(everywhere), initial=0.0), name, unit)
    norm = (
        matplotlib.colors.Normalize(-limit / magnitudes.factor, limit / magnitudes.factor)
        if signed
        else magnitudes.norm
    )
    (u_name, u0, u1), (v_name, v0, v1) = slice_sides(slices[0])
    length_prefix, length = prefix_of(max(abs(x) for x in (u0, u1, v0, v1)))
    rows, columns, width, height = panel_layout(len(slices), abs(v1 - v0) / abs(u1 - u0))
    figure, axes = plt.subplots(
        rows,
        columns,
        squeeze=False,
        sharex=True,
        sharey=True,
        layout="compressed",
        figsize=(columns * (width + 0.2) + 2.2, rows * (height + 0.4) + 1.0),
    )
    figure.get_layout_engine().set(w_pad=0.1, h_pad=0.05)
    for side, numbers in ((axes[0, 0].xaxis, width / 0.7), (axes[0, 0].yaxis, height / 0.35)):
        side.set_major_locator(matplotlib.ticker.MaxNLocator(min(8, max(2, int(numbers))), steps=(1, 2, 5, 10)))
    colours = matplotlib.colormaps["RdBu_r" if signed else "inferno"].copy()
    colours.set_bad("#e4e4e4")
    for axis, s, v in zip(axes.flat, slices, values):
        image = show_values(
            axis,
            s,
            magnitudes.shown(v if signed else np.abs(v)),
            length,
            cmap=colours,
            interpolation="bilinear",
            norm=norm,
        )
        axis.set_title(f"t = {quantity(s.times[field], 's')}", fontsize=10)
    for axis in list(axes.flat)[len(slices) :]:
        axis.set_visible(False)
    label_lowest(axes, f"{u_name} [{length_prefix}m]")
    for axis in axes[:, 0]:
        axis.set_ylabel(f"{v_name} [{length_prefix}m]")
    magnitudes.bar(figure, image, axes, shrink=0.9, aspect=30, **({"extend": "both"} if signed else {}))
    figure.suptitle(slice_title(name, slices, of_moments), fontsize=11)
    save(figure, target, tight=True)


def told_mirrors(s, planes):
    """The planes of symmetry to draw a slice with: none where it has no mirror image, which is told."""
    used, words = mirrorsFor(s, planes)
    if planes and not used:
        print(words, file=sys.stderr)
    return used


def picked_moments(moments, count):
    """Moments evenly spread over the time in which there is a field to see; count 0: all."""
    slices = list(moments)
    if not count or len(slices) <= count:
        return slices
    strengths = np.array([np.sqrt(np.nansum(next(iter(s.fields.values())) ** 2)) for s in slices])
    seen = [s for s, strength in zip(slices, strengths) if strength > 0.3 * strengths.max()]
    pool = seen if len(seen) >= count else [slices[i] for i in sorted(np.argsort(-strengths)[:count])]
    return [pool[i] for i in np.linspace(0, len(pool) - 1, count).round().astype(int)]
