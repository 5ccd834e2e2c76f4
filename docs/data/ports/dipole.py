#!/usr/bin/env python3
# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Input impedance of a cylindrical dipole by a method of moments: the reference of the thin half-wave dipole.

The two arms are tubes with flat ends, perfectly conducting; between them a column of uniform current density, as thick
as the wire, is the generator. All is axially symmetric, so that currents flow along the generatrix only. Unknowns are
the currents at its nodes, piecewise linear (of the total current 2 pi rho K). The generator's function is the column,
the currents on the end faces that carry its current outwards without charge, and a ramp on the first element of either
tube. With Z_mn = -<f_m, E(f_n)> (electric field integral equation, Galerkin) the impedance is
Z = Z_00 - Z_0n (Z_nn)^-1 Z_n0, which is stationary. The ring kernel is split into its static part (complete elliptic
integrals), whose logarithm is integrated with graded Gauss points, and a smooth rest (trapezoidal rule in the angle).

Usage: dipole.py [--length 0.5] [--radius 0.004] [--gap 0.02] [--elements 40] FREQUENCY...   (m, Hz)
Writes a line for each frequency: Hz, resistance and reactance in ohm, and their change against half the elements.
"""

import argparse

import numpy as np
from scipy.special import ellipe, ellipkm1

c0 = 299792458.0
mu0 = 4e-7 * np.pi
eps0 = 1 / (mu0 * c0**2)


def kernels(k, rho, z, rhoS, zS):
    """Means over the angle of exp(-jkR)/(4 pi R), and the same times the cosine of the angle, between rings."""
    dz2 = (z - zS) ** 2
    far = np.sqrt((rho + rhoS) ** 2 + dz2)  # distance of the far points
    m1 = ((rho - rhoS) ** 2 + dz2) / far**2  # 1 - m of the elliptic integrals
    m = 1 - m1
    K, E = ellipkm1(m1), ellipe(m)
    static = K / (2 * np.pi**2 * far)
    with np.errstate(divide="ignore", invalid="ignore"):
        cosine = np.where(m > 1e-8, ((2 - m) * K - 2 * E) / np.where(m > 1e-8, m, 1), 0) / (2 * np.pi**2 * far)
    n = 16
    angle = (np.arange(n) + 0.5) * np.pi / n
    cosA = np.cos(angle)
    R = np.sqrt(np.maximum(far[..., None] ** 2 - 2 * (rho * rhoS)[..., None] * (1 + cosA), 0))
    rest = -1j * k * np.exp(-0.5j * k * R) * np.sinc(k * R / (2 * np.pi)) / (4 * np.pi)
    return static + rest.mean(-1), cosine + (rest * cosA).mean(-1)


def graded(n, levels):
    """Gauss points of [0, 1] in pieces that shrink towards 0."""
    x, w = np.polynomial.legendre.leggauss(n)
    x, w = (x + 1) / 2, w / 2
    edges = [0.0] + [0.15 ** (levels - 1 - i) for i in range(levels)]
    X = np.concatenate([a + (b - a) * x for a, b in zip(edges, edges[1:])])
    W = np.concatenate([(b - a) * w for a, b in zip(edges, edges[1:])])
    return X, W


class Element:
    """A straight piece of a generatrix from a to b, (rho, z), and the total current at its ends for each function."""

    def __init__(self, a, b):
        self.a, self.b = np.array(a, float), np.array(b, float)
        self.length = np.linalg.norm(self.b - self.a)
        self.t = (self.b - self.a) / self.length

    def at(self, s):
        return self.a[0] + s * (self.b[0] - self.a[0]), self.a[1] + s * (self.b[1] - self.a[1])

    def distance(self, other):
        s = np.linspace(0, 1, 9)
        r, z = self.at(s)
        q, y = other.at(s)
        return np.sqrt((r[:, None] - q) ** 2 + (z[:, None] - y) ** 2).min()


def pair(k, p, q, gauss, fine):
    """4 x 4 integrals of N_i(s) N_j(s') t.t' kernel, and the charges' integral, over two elements; N = 1-s, s."""
    x, w = gauss
    near = p.distance(q) < 1.5 * max(p.length, q.length)
    vector, scalar = np.zeros((2, 2), complex), 0j
    if not near:
        S, T = np.meshgrid(x, x, indexing="ij")
        W = w[:, None] * w
        return collect(k, p, q, S.ravel(), T.ravel(), W.ravel())
    # The inner integral is split where the outer point is nearest, and graded towards it.
    outer, weight = graded(8, 4)
    outer = np.concatenate([outer / 2, 1 - outer / 2])
    weight = np.concatenate([weight, weight]) / 2
    g, gw = fine
    S, T, W = [], [], []
    for s, ws in zip(outer, weight):
        r, z = p.at(s)
        d = np.array([r, z]) - q.a
        c = min(max(float(d @ q.t) / q.length, 0.0), 1.0)
        for length, sign in ((c, -1), (1 - c, 1)):
            if length > 0:
                T.append(c + sign * length * g)
                W.append(ws * length * gw)
                S.append(np.full(len(g), s))
    return collect(k, p, q, np.concatenate(S), np.concatenate(T), np.concatenate(W))


def collect(k, p, q, S, T, W):
    r, z = p.at(S)
    rs, zs = q.at(T)
    G, C = kernels(k, r, z, rs, zs)
    mixed = p.t[1] * q.t[1] * G + p.t[0] * q.t[0] * C
    N, M = np.stack([1 - S, S]), np.stack([1 - T, T])
    vector = np.einsum("iw,jw,w->ij", N, M, W * mixed) * p.length * q.length
    return vector, np.sum(W * G)


def impedance(frequency, length, radius, gap, count):
    k = 2 * np.pi * frequency / c0
    half, g = length / 2, gap / 2
    # Generatrix of the upper arm from the middle of the lower end face outwards, along the tube, to the top's middle.
    fraction = (1 - np.cos(np.linspace(0, np.pi, count + 1))) / 2  # finer towards both ends of a tube
    tube = [(radius, g + (half - g) * f) for f in fraction]
    caps = max(4, count // 8)
    ring = radius * (1 - np.cos(np.linspace(0, np.pi / 2, caps + 1))[::-1])
    inner = [(radius * np.sin(f), g) for f in np.linspace(0, np.pi / 2, caps + 1)]
    top = [(x, half) for x, _ in reversed(inner)]
    del ring
    upper = inner + tube[1:] + top[1:]
    elements, ends = [], []  # of each element: list of (function, value at its first node, at its last one)
    nodes = len(upper)
    functions = 1 + 2 * (nodes - 2)
    for arm, sign in ((0, 1), (1, -1)):
        for i in range(nodes - 1):
            a, b = upper[i], upper[i + 1]
            e = Element((a[0], sign * a[1]), (b[0], sign * b[1]))
            on = []
            for node, value in ((i, (1, 0)), (i + 1, (0, 1))):
                if 0 < node < nodes - 1:
                    on.append((1 + arm * (nodes - 2) + node - 1, value))
            # The generator: current flows outwards on the upper arm, inwards on the lower one.
            if i < caps:
                on.append((0, ("cap", sign)))
            elif i == caps:
                on.append((0, (sign, 0)))
            elements.append(e)
            ends.append(on)
    # On the end faces the generator's current is I (rho / a)^2: quadratic. It is taken there as piecewise linear with
    # the same ends, and so is its charge, which the column's current cancels in the same pieces.
    column = []
    x, w = np.polynomial.legendre.leggauss(12)
    for xi, wi in zip(x, w):
        rho = radius * (xi + 1) / 2
        column.append((Element((rho, -g), (rho, g)), wi * (xi + 1) / 2))  # share of the current 2 rho drho / a^2
    gauss1 = np.polynomial.legendre.leggauss(8)
    gauss = ((gauss1[0] + 1) / 2, gauss1[1] / 2)
    fine = graded(8, 7)

    values = []
    for e, on in zip(elements, ends):
        entry = {}
        for f, v in on:
            if v[0] == "cap":
                v = (v[1] * (e.a[0] / radius) ** 2, v[1] * (e.b[0] / radius) ** 2)
            entry[f] = (np.array(v, float), v[1] - v[0], f == 0)
        values.append(entry)
    Z = np.zeros((functions, functions), complex)
    onCap = [0 <= (i % (nodes - 1)) < caps for i in range(len(elements))]
    for i, p in enumerate(elements):
        for j, q in enumerate(elements):
            if j < i:
                continue
            vector, scalar = pair(k, p, q, gauss, fine)
            if j == i:
                vector = (vector + vector.T) / 2
            for m, (vm, dm, gm) in values[i].items():
                for n, (vn, dn, gn) in values[j].items():
                    # The generator has no charge on the end faces.
                    charge = (0 if gm and onCap[i] else dm) * (0 if gn and onCap[j] else dn)
                    z = 1j * 2 * np.pi * frequency * mu0 * (vm @ vector @ vn)
                    z += charge * scalar / (1j * 2 * np.pi * frequency * eps0)
                    Z[m, n] += z
                    if j != i:
                        Z[n, m] += z
    one = np.array([1.0, 1.0])
    for c, share in column:
        for j, q in enumerate(elements):
            vector, _ = pair(k, c, q, gauss, fine)
            for n, (vn, _, _) in values[j].items():
                z = 1j * 2 * np.pi * frequency * mu0 * share * (one @ vector @ vn)
                Z[0, n] += z
                Z[n, 0] += z
        for other, shareOther in column:
            vector, _ = pair(k, c, other, gauss, fine)
            Z[0, 0] += 1j * 2 * np.pi * frequency * mu0 * share * shareOther * (one @ vector @ one)
    return Z[0, 0] - Z[0, 1:] @ np.linalg.solve(Z[1:, 1:], Z[1:, 0])


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--length", type=float, default=0.5)
    parser.add_argument("--radius", type=float, default=0.004)
    parser.add_argument("--gap", type=float, default=0.02)
    parser.add_argument("--elements", type=int, default=40)
    parser.add_argument("frequencies", nargs="+", type=float)
    options = parser.parse_args()
    for f in options.frequencies:
        z = impedance(f, options.length, options.radius, options.gap, options.elements)
        coarse = impedance(f, options.length, options.radius, options.gap, options.elements // 2)
        print(f"{f:.9g} Hz  {z.real:.3f} {z.imag:+.3f} ohm  change {abs(z - coarse):.3f} ohm", flush=True)


if __name__ == "__main__":
    main()
