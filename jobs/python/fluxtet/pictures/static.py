# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Pictures of static results: equipotential or flux lines, the magnitude of the field, values along lines, the mesh."""
import os
import re

from .common import (
    AXIS_FROM,
    CURVES,
    STYLES,
    UNITS,
    PlotError,
    StaticRun,
    finish_axis,
    is_constant,
    label_of,
    magnitude_bar,
    magnitude_norm,
    matplotlib,
    np,
    place_text,
    plain,
    plt,
    prefix_of,
    quantity,
    save,
    scaled,
    shown_runs,
)
from .section import planes, section

AXES = "xyz"
POTENTIALS = {
    "electrostatic": ("V", "V"),
    "scalarMagnetic": ("magnetic potential", "A"),
    "magnetostatic": ("A", "Wb/m"),
}
OUTLINE = {"colors": "#1b2631", "linewidths": 0.8}


class StaticPicture:
    """What pictures take of fields.vtkhdf: points [n][3], cells [m][vertices], potential and flux at the points, fields
    [m][3], regions [m]."""

    def __init__(self, directory):
        file = StaticRun(directory).fields
        self.path, self.points, self.cells = file.path, file.nodesOfMesh, file.connectivity
        self.data = {name: file.dataset("PointData/" + name) for name in file.units}
        self.fields = {name: file.of(name) for name in file.fields}
        self.region, self.problem, self.axisymmetric = file.region, file.problem, file.isAxisymmetric
        self.solid = file.corners == 4

    def lines(self):
        """Values whose contours are drawn, what these are, the symbol of the values and their unit."""
        if "flux" in self.data:
            return self.data["flux"], "flux lines (r A = const)", "r A", "Wb"
        kind = "flux lines (A = const)" if self.problem == "magnetostatic" else "equipotential lines"
        return self.data["potential"], kind, *POTENTIALS[self.problem]

    def plane(self, cut):
        """Axis and place at which a solid is cut, or None for a plane mesh."""
        if cut is not None and not self.solid:
            raise PlotError(f"{self.path}: the mesh is a plane, which --cut cannot cut: leave it out")
        return (cut or self.good_plane()) if self.solid else None

    def good_plane(self):
        """The best one that is no equipotential, of which a picture would show nothing."""
        values, cells = self.lines()[0], self.cells[:, :4]
        choice = planes(self.points, cells, self.region)
        for axis, place in choice:
            if not is_constant(section(self.points, cells, values, AXES.index(axis), place)[2], np.ptp(values)):
                return axis, place
        return choice[0]

    def flat(self, values, plane):
        """Plane triangles: points [n][2], triangles, values at the points, cell of each triangle, names of the axes."""
        if plane:
            axis, place = plane
            points, triangles, shown, cell = section(self.points, self.cells[:, :4], values, AXES.index(axis), place)
            if not len(triangles):
                raise PlotError(f"{self.path}: the plane {axis} = {place:g} m does not meet the mesh")
            return points, triangles, shown, cell, [name for name in AXES if name != axis]
        parts = [[0, 1, 2]] if self.cells.shape[1] == 3 else [[0, 3, 5], [3, 1, 4], [5, 4, 2], [3, 4, 5]]
        triangles = np.concatenate([self.cells[:, part] for part in parts])
        cell = np.tile(np.arange(len(self.cells)), len(parts))
        return self.points[:, :2], triangles, values, cell, ["r", "z"] if self.axisymmetric else ["x", "y"]

    def where(self, plane):
        """The end of a title: where a solid is cut."""
        return f", {place_text(*plane, np.ptp(self.points, axis=0).max())}" if plane else ""


def outlines(triangles, region):
    """Edges [k][2] between regions and at the outer boundary."""
    edges = np.sort(np.concatenate([triangles[:, [0, 1]], triangles[:, [1, 2]], triangles[:, [2, 0]]]), axis=1)
    owner = np.tile(region, 3)
    unique, inverse, count = np.unique(edges, axis=0, return_inverse=True, return_counts=True)
    inverse = inverse.ravel()
    low, high = np.full(len(unique), np.iinfo(int).max), np.full(len(unique), -1)
    np.minimum.at(low, inverse, owner)
    np.maximum.at(high, inverse, owner)
    return unique[(count == 1) | (low != high)]


def extent(points, names, window):
    """Lowest and highest corner of the points, or of `window` (x from, to, y from, to)."""
    low, high = points.min(axis=0), points.max(axis=0)
    if window is None:
        return low, high
    begin, end = np.array(window[::2]), np.array(window[1::2])
    if not (np.isfinite(window).all() and (begin < end).all()):
        raise PlotError(f"--window {' '.join(f'{x:g}' for x in window)}: give X0 X1 Y0 Y1 with X0 < X1 and Y0 < Y1, m")
    if (begin >= high).any() or (end <= low).any():
        raise PlotError(
            f"--window {' '.join(f'{x:g}' for x in window)} lies outside the mesh, which reaches from "
            f"({low[0]:g}, {low[1]:g}) m to ({high[0]:g}, {high[1]:g}) m in ({', '.join(names)})"
        )
    return begin, end


def plane_axes(points, names, title, window):
    """Axes over the points, or over `window` (x from, to, y from, to)."""
    low, high = extent(points, names, window)
    size = high - low
    prefix, factor = prefix_of(max(np.abs(low).max(), np.abs(high).max()))
    width = 6.5 if size[0] > size[1] else max(3.0, 6.5 * size[0] / size[1])
    figure, axis = plt.subplots(figsize=(width + 1.5, min(9.0, width * size[1] / size[0] + 1.0)), layout="constrained")
    axis.set(aspect="equal", xlabel=f"{names[0]} [{prefix}m]", ylabel=f"{names[1]} [{prefix}m]")
    axis.set(xlim=(low[0] / factor, high[0] / factor), ylim=(low[1] / factor, high[1] / factor))
    axis.set_title(title, fontsize=10)
    return figure, axis, factor


def draw_outlines(axis, points, triangles, region):
    edges = outlines(triangles, region)
    axis.add_collection(matplotlib.collections.LineCollection(points[edges], **OUTLINE))


def draw_potential(directory, target, levels=24, cut=None, window=None):
    fields = StaticPicture(directory)
    values, kind, symbol, unit = fields.lines()
    plane = fields.plane(cut)
    points, triangles, shown, cell, names = fields.flat(values, plane)
    constant = is_constant(shown, np.ptp(values))
    if constant:
        middle = 0.0 if is_constant(np.append(shown, 0.0), np.ptp(values)) else shown.mean()
        kind = f"no {kind.split(' (')[0]}: {symbol} is constant here, {quantity(middle, unit)}"
    figure, axis, factor = plane_axes(points, names, kind + fields.where(plane), window)
    mesh = matplotlib.tri.Triangulation(points[:, 0] / factor, points[:, 1] / factor, triangles)
    if not constant:
        shown, unit = scaled(shown, unit)
        contours = axis.tricontour(mesh, shown, levels=levels, cmap="coolwarm", linewidths=0.9)
        colours = matplotlib.cm.ScalarMappable(contours.norm, contours.cmap)
        figure.colorbar(colours, ax=axis, shrink=0.9, label=f"{symbol} [{unit}]")
    draw_outlines(axis, points / factor, triangles, fields.region[cell])
    save(figure, target)


def draw_field(directory, target, name=None, cut=None, window=None, largest=None, decades=None):
    """Colours up to `largest` (default: by the data), logarithmic over `decades` if these are given."""
    fields = StaticPicture(directory)
    name = name or ("E" if "E" in fields.fields else "B")
    if name not in fields.fields:
        raise PlotError(f"{fields.path} holds {' and '.join(sorted(fields.fields))}, not {name}")
    plane = fields.plane(cut)
    points, triangles, _, cell, names = fields.flat(fields.data["potential"], plane)
    magnitude = np.linalg.norm(fields.fields[name], axis=1)
    # A few elements at a sharp edge must not fade all the rest.
    limit = largest or np.percentile(magnitude, 99.5) or magnitude.max() or 1.0
    prefix, unit = prefix_of(limit)
    figure, axis, factor = plane_axes(points, names, f"|{name}|" + fields.where(plane), window)
    mesh = matplotlib.tri.Triangulation(points[:, 0] / factor, points[:, 1] / factor, triangles)
    floor = limit * 10.0 ** -(decades + 1) if decades else 0.0  # a logarithm of zero has no colour
    image = axis.tripcolor(
        mesh,
        facecolors=np.maximum(magnitude[cell], floor) / unit,
        cmap="inferno",
        norm=magnitude_norm(limit / unit, decades),
    )
    magnitude_bar(figure, image, axis, f"|{name}| [{prefix}{UNITS[name]}]", shrink=0.9)
    draw_outlines(axis, points / factor, triangles, fields.region[cell])
    save(figure, target)


def draw_mesh(directory, target, cut=None, window=None):
    """The elements, their fill by region."""
    fields = StaticPicture(directory)
    plane = fields.plane(cut)
    points, triangles, _, cell, names = fields.flat(fields.data["potential"], plane)
    kind = "tetrahedra" if fields.solid else "triangles"
    figure, axis, factor = plane_axes(points, names, f"{len(fields.cells):,} {kind}" + fields.where(plane), window)
    mesh = matplotlib.tri.Triangulation(points[:, 0] / factor, points[:, 1] / factor, triangles)
    regions, colour = np.unique(fields.region, return_inverse=True)
    axis.tripcolor(
        mesh,
        facecolors=colour.ravel()[cell].astype(float),
        cmap="Pastel1",
        vmin=0,
        vmax=max(8, len(regions)),
        edgecolors="#5d6d7e",
        linewidth=0.15,
    )
    draw_outlines(axis, points / factor, triangles, fields.region[cell])
    save(figure, target)


def draw_trace(axis, traces, unit, symbol, whole):
    """`traces`: [(distance, values, style)]; rounding noise, beside the range `whole` of the mesh, does not fill the axis."""
    values = np.concatenate([value for _, value, _ in traces])
    whole = whole or np.abs(values[np.isfinite(values)]).max(initial=0.0)
    constant = is_constant(values, whole)
    prefix, factor = prefix_of(whole if constant else np.nanmax(np.abs(values)), AXIS_FROM)
    for distance, value, style in traces:
        axis.plot(distance, value / factor, lw=1.2, **style)
    if constant and whole > 0 and np.isfinite(values).any():
        middle = np.nanmean(values) / factor
        axis.set_ylim(middle - 0.5 * whole / factor, middle + 0.5 * whole / factor)
        axis.text(0.01, 0.97, "constant up to rounding", transform=axis.transAxes, va="top", fontsize=8)
    axis.set_ylabel(f"{symbol} [{prefix}{unit}]")


def whole_ranges(directory):
    """Range of the potential and largest magnitude of each field in the whole mesh; empty without fields.vtkhdf."""
    if not os.path.exists(os.path.join(directory, "fields.vtkhdf")):
        return {}
    fields = StaticPicture(directory)
    largest = {name: np.linalg.norm(values, axis=1).max() for name, values in fields.fields.items()}
    return {"potential": np.ptp(fields.data["potential"]), **largest}


def field_of(line):
    return "E" if "Ex" in line.columns or "Er" in line.columns else "B"


def components_of(line):
    return [name for name in line.columns if re.fullmatch(field_of(line) + "[xyzr]", name)]


def draw_line(lines, target, whole):
    """The potential and the field along a line, {Shown: StaticLine}: components have colours, runs kinds of line."""
    runs, any_line = list(lines), next(iter(lines.values()))
    prefix, factor = prefix_of(max(line.distance.max() for line in lines.values()), AXIS_FROM)
    potentials, fields = [], []
    for (run, line), style in zip(lines.items(), STYLES * len(runs)):
        at, label = line.distance / factor, plain(run.name) if len(runs) > 1 else None
        potentials.append((at, line.potential, {"color": "#1b2631", "ls": style, "label": label}))
        for name, colour in zip(components_of(line), CURVES):
            fields.append((at, line.columns[name], {"color": colour, "ls": style, "label": label_of(name, run, runs)}))
    figure, axes = plt.subplots(2, 1, sharex=True, figsize=(7.6, 5.2), layout="constrained")
    draw_trace(axes[0], potentials, any_line.units["potential"], "potential", whole.get("potential"))
    field = field_of(any_line)
    draw_trace(axes[1], fields, any_line.units[components_of(any_line)[0]], field, whole.get(field))
    axes[1].set_xlabel(f"distance [{prefix}m]")
    for axis in axes[0 if len(runs) > 1 else 1 :]:
        axis.legend(fontsize=8, frameon=False, loc="center left", bbox_to_anchor=(1.0, 0.5))
    for axis in axes:
        finish_axis(axis)
    axes[0].set_title(f'line "{any_line.name}"', fontsize=10)
    save(figure, target)


def lines_of(directories):
    """{name: {Shown: StaticLine}} of all lines of the runs, and the ranges of the largest whole mesh by quantity."""
    found, whole = {}, {}
    for run in shown_runs(directories):
        lines = StaticRun(run.directory).lines
        for name, line in lines.items():
            found.setdefault(name, {})[run] = line
        for name, size in (whole_ranges(run.directory) if lines else {}).items():
            whole[name] = max(size, whole.get(name, 0.0))
    return found, whole


def alike(lines):
    """Those along which the first line's field was kept: others do not share its axes."""
    first = field_of(next(iter(lines.values())))
    return {run: line for run, line in lines.items() if field_of(line) == first}


def draw_lines(directories):
    """A picture for each line, `line_<name>.png` in the first directory; how many."""
    lines, whole = lines_of(directories)
    for name, found in lines.items():
        draw_line(alike(found), os.path.join(directories[0], f"line_{name}.png"), whole)
    return len(lines)


def draw_static(directory):
    """Every picture that the directory allows; how many."""
    drawn = draw_lines([directory])
    if os.path.exists(os.path.join(directory, "fields.vtkhdf")):
        draw_potential(directory, os.path.join(directory, "potential.png"))
        draw_field(directory, os.path.join(directory, "field.png"))
        drawn += 2
    return drawn
