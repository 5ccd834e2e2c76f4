# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""A picture of a plane mesh: its regions, elements and named boundaries."""
from .common import matplotlib, np, plain, plt, prefix_of, save

ELEMENT_EDGES = {"edgecolor": "#1b2631", "linewidth": 0.15}
BOUNDARY_WIDTH = 2.2  # points
LONGER = 7.0  # inches of the longer side


def draw_plane_model(mesh, names, colours, has_edges, target):
    """Draws the regions and boundaries `names` of a Mesh of triangles, `colours` [rgb] by name, and the edges of elements
    or only those between regions."""
    low, high = mesh.vertices[:, :2].min(axis=0), mesh.vertices[:, :2].max(axis=0)
    prefix, unit = prefix_of(float(np.abs([low, high]).max()))
    points, size = mesh.vertices[:, :2] / unit, (high - low) / (high - low).max() * LONGER
    figure, axis = plt.subplots(figsize=size + (2.6, 1.2), layout="constrained")
    handles = []
    for r, name in enumerate(mesh.regions):
        elements = mesh.elements[mesh.region == r]
        if name in names and len(elements):
            style = {"facecolor": colours[name], "label": plain(name)}
            edges = ELEMENT_EDGES if has_edges else {"edgecolor": "face", "linewidth": 0.15}
            axis.add_collection(matplotlib.collections.PolyCollection(points[elements], **style, **edges))
            handles.append(matplotlib.patches.Patch(edgecolor="#1b2631", lw=0.5, **style))
    beside = np.where(mesh.owners < 0, -1, mesh.region[mesh.owners])
    between = points[mesh.faces[beside[:, 0] != beside[:, 1]]]
    axis.add_collection(matplotlib.collections.LineCollection(between, color="#1b2631", linewidths=0.6))
    for s, name in enumerate(mesh.surfaces):
        edges = mesh.faces[mesh.surface == s]
        if name in names and len(edges):
            style = {"color": colours[name], "label": plain(name), "linewidth": BOUNDARY_WIDTH}
            axis.add_collection(matplotlib.collections.LineCollection(points[edges], **style))
            handles.append(matplotlib.lines.Line2D([], [], **style))
    axis.set_aspect("equal")
    axis.autoscale_view()
    axis.set_xlabel(f"x [{prefix}m]")
    axis.set_ylabel(f"y [{prefix}m]")
    axis.set_title(f"mesh of {len(mesh.elements):,} triangles", fontsize=11)
    axis.legend(handles=handles, loc="upper left", bbox_to_anchor=(1.0, 1.0), frameon=False, fontsize=9)
    save(figure, target, tight=True)
