# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Lagrange polynomials on triangles and tetrahedra with evenly spaced nodes, in the order in which VTK counts them
(documentation of vtkHigherOrderTriangle and vtkHigherOrderTetra).

A point is given by its barycentric coordinates, a node by these times the order p: whole numbers that sum to p. The
polynomial that is 1 at node a and 0 at the others is the product over the corners i of
prod_{k < a_i} (p lambda_i - k) / (k + 1) (Silvester, Numerische Mathematik 14, 1969).
"""
import functools

import numpy as np

TRIANGLE_EDGES = ((0, 1), (1, 2), (2, 0))
TETRAHEDRON_EDGES = (*TRIANGLE_EDGES, (0, 3), (1, 3), (2, 3))
TETRAHEDRON_FACES = ((0, 1, 3), (2, 3, 1), (0, 3, 2), (0, 2, 1))
ORDERS = range(1, 9)


def verticesAndEdges(order, corners, edges):
    nodes = [tuple(order * (i == v) for i in range(corners)) for v in range(corners)]
    for a, b in edges:
        nodes += [tuple((order - k) * (i == a) + k * (i == b) for i in range(corners)) for k in range(1, order)]
    return nodes


def triangleNodes(order):
    """Nodes of a triangle of an order: vertices, inner nodes of the edges, then those of a smaller triangle within."""
    if order <= 0:
        return [(0, 0, 0)] if order == 0 else []
    inner = triangleNodes(order - 3)
    return verticesAndEdges(order, 3, TRIANGLE_EDGES) + [tuple(i + 1 for i in node) for node in inner]


def tetrahedronNodes(order):
    """Nodes of a tetrahedron: vertices, inner nodes of edges and of faces, then those of a smaller one within."""
    if order <= 0:
        return [(0, 0, 0, 0)] if order == 0 else []
    nodes = verticesAndEdges(order, 4, TETRAHEDRON_EDGES)
    for face in TETRAHEDRON_FACES:
        for inner in triangleNodes(order - 3):
            nodes.append(tuple(inner[face.index(i)] + 1 if i in face else 0 for i in range(4)))
    return nodes + [tuple(i + 1 for i in node) for node in tetrahedronNodes(order - 4)]


@functools.lru_cache(maxsize=None)
def nodesOf(order, corners):
    """Whole numbers [nodes][corners] that sum to the order, of a triangle (3 corners) or a tetrahedron (4)."""
    return np.array(triangleNodes(order) if corners == 3 else tetrahedronNodes(order))


def orderOf(nodes, corners):
    """The order of a simplex by its number of nodes; None where there is none."""
    counts = {len(nodesOf(order, corners)): order for order in ORDERS}
    return counts.get(nodes)


def shapeFunctions(order, barycentric):
    """Values [points][nodes] of all Lagrange polynomials at barycentric coordinates [points][corners]."""
    barycentric = np.asarray(barycentric, float)
    factors = [np.ones_like(barycentric)]
    for k in range(order):
        factors.append(factors[-1] * (order * barycentric - k) / (k + 1))
    factors = np.array(factors)  # [index][points][corners]
    nodes = nodesOf(order, barycentric.shape[1])
    result = np.ones((len(barycentric), len(nodes)))
    for corner in range(barycentric.shape[1]):
        result *= factors[nodes[:, corner], :, corner].T
    return result


def shapeSlopes(order, barycentric):
    """Derivatives [points][nodes][corners] of the Lagrange polynomials by each barycentric coordinate alone."""
    barycentric = np.asarray(barycentric, float)
    factors, slopes = [np.ones_like(barycentric)], [np.zeros_like(barycentric)]
    for k in range(order):
        slopes.append((slopes[-1] * (order * barycentric - k) + order * factors[-1]) / (k + 1))
        factors.append(factors[-1] * (order * barycentric - k) / (k + 1))
    factors, slopes = np.array(factors), np.array(slopes)
    nodes = nodesOf(order, barycentric.shape[1])
    result = np.ones((len(barycentric), *nodes.shape))
    for corner in range(nodes.shape[1]):
        for by in range(nodes.shape[1]):
            result[:, :, by] *= (slopes if by == corner else factors)[nodes[:, corner], :, corner].T
    return result


@functools.lru_cache(maxsize=None)
def triangleRule(order):
    """Points [points][3] (barycentric) and weights, which sum to 1, that integrate polynomials of degree 2 `order`
    exactly over a triangle: Gauss-Legendre along both sides of a square that is collapsed to it."""
    x, weight = np.polynomial.legendre.leggauss(order + 1)
    x, weight = 0.5 * (x + 1), 0.5 * weight
    u, v = (part.ravel() for part in np.meshgrid(x, x, indexing="ij"))
    points = np.stack([1 - u - (1 - u) * v, u, (1 - u) * v], axis=1)
    return points, 2 * np.outer(weight * (1 - x), weight).ravel()


@functools.lru_cache(maxsize=None)
def massMatrix(order):
    """Means [nodes][nodes] over a triangle of the products of two Lagrange polynomials."""
    points, weights = triangleRule(order)
    values = shapeFunctions(order, points)
    return values.T @ (weights[:, None] * values)


@functools.lru_cache(maxsize=None)
def means(order):
    """Mean [nodes] over a triangle of each Lagrange polynomial."""
    return massMatrix(order).sum(axis=1)
