#!/usr/bin/env python3
# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Power that a layered sphere absorbs from a plane wave, exactly: the Mie series of concentric layers; needs mpmath.

    layeredSphere.py                                  the spheres of meshes/lossySphere and meshes/layeredSphere
    layeredSphere.py 900e6 0.075,60,0.7 0.09,13,0.1   frequency, Hz; layers from inside out: radius, m, epsilon_r, sigma, S/m

The wave of amplitude E0 runs along z, time goes as exp(-i w t) (Bohren, Huffman 1983, chapter 4). In each layer of wave
number k the field is a sum over n of a magnetic (TE) and an electric (TM) part with radial functions u_n(k r) and v_n(k r),
combinations of the Riccati-Bessel functions psi_n and zeta_n; the plane wave has u_n = v_n = psi_n. Tangential E and H are
continuous where u / k and u', v and v' / k are. The multipoles are orthogonal on spheres, so that the power through the one
of radius r is

    P(r) = -(pi E0^2 / (w mu0 |k|^2)) sum_n (2 n + 1) Re{ i k* (u u'* - v' v*) }      (inwards).
"""
import sys

from mpmath import conj, besselj, hankel1, matrix, mp, mpc, mpf, pi, sqrt

mp.dps = 30
C0 = mpf(299792458)
MU0 = 4 * pi * mpf(10) ** -7
EPS0 = 1 / (MU0 * C0**2)
INTENSITY = mpf(1)  # W/m^2
BALLS = {
    "lossySphere": [("0.1", "45.8", "0.766")],
    "layeredSphere": [("0.075", "60", "0.7"), ("0.090", "13", "0.1"), ("0.095", "50", "0.65")],
}


def riccati(function, n, z):
    """z times the spherical function, and its derivative."""

    def value(order):
        return sqrt(pi * z / 2) * function(order + mpf(1) / 2, z)

    here = value(n)
    return here, value(n - 1) - n * here / z


def waves(n, k, r):
    """The 2 x 2 matrix of values (first row) and derivatives of psi_n and zeta_n."""
    psi, zeta = riccati(besselj, n, k * r), riccati(hankel1, n, k * r)
    return matrix([[psi[0], zeta[0]], [psi[1], zeta[1]]])


def radial(n, k, radii, electric):
    """(value, derivative) of the radial function at each radius, seen from inside it, for a plane wave of amplitude 1;
    `k`: of each layer and of the outside."""
    amplitudes, states = matrix([1, 0]), []
    for i, r in enumerate(radii):
        state = waves(n, k[i], r) * amplitudes
        states.append(state)
        ratio = k[i + 1] / k[i]
        across = matrix([state[0], state[1] * ratio]) if electric else matrix([state[0] * ratio, state[1]])
        amplitudes = waves(n, k[i + 1], r) ** -1 * across
    return [state / amplitudes[0] for state in states]


def absorbed(frequency, layers):
    """Power that each layer absorbs, W, from inside out; layers: (outer radius, epsilon_r, sigma)."""
    w = 2 * pi * mpf(frequency)
    radii = [mpf(layer[0]) for layer in layers]
    k = [w / C0 * sqrt(mpc(mpf(e), mpf(s) / (w * EPS0))) for _, e, s in layers] + [w / C0]
    inside = [mpf(0)] * len(layers)
    for n in range(1, 12 + int(4 * w / C0 * radii[-1])):
        u, v = (radial(n, k, radii, electric) for electric in (False, True))
        for i, ki in enumerate(k[:-1]):
            flux = mpc(0, 1) * conj(ki) * (u[i][0] * conj(u[i][1]) - v[i][1] * conj(v[i][0]))
            inside[i] -= (2 * n + 1) * flux.real / abs(ki) ** 2
    scale = pi * 2 * MU0 * C0 * INTENSITY / (w * MU0)  # E0^2 = 2 Z0 times the intensity
    return [scale * (outer - inner) for outer, inner in zip(inside, [0] + inside[:-1])]


def main():
    cases = BALLS if len(sys.argv) < 3 else {"sphere": [tuple(layer.split(",")) for layer in sys.argv[2:]]}
    frequency = sys.argv[1] if len(sys.argv) > 2 else "900e6"
    for name, layers in cases.items():
        powers = absorbed(frequency, layers)
        print(
            f"{name}: {mp.nstr(1000 * sum(powers), 8)} mW in a plane wave of 1 W/m^2 at {mp.nstr(mpf(frequency), 6)} Hz"
        )
        for (radius, _, _), power in zip(layers, powers):
            print(f"  up to {1000 * float(radius):g} mm: {mp.nstr(1000 * power, 8)} mW")


if __name__ == "__main__":
    main()
