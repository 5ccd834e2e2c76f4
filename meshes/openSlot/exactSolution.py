#!/usr/bin/env python3
# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Exact field of the open slot (openSlot.geo) by two conformal maps; needs mpmath. Prints the permeance and potentials.

Reflection at the centre line makes the slot the rectangle |x| <= a, 0 <= y <= h. The first map, t = sn(K z / a, k) with
K'(k) / K(k) = h / a, takes it to the upper half plane: the air-gap line to [-1, 1], C to the real t_C > 1, the slot wall to
|t| > t_C. The second, s = F(t, 1 / t_C), takes the half plane to the rectangle |s| <= K2 with the air-gap line as its bottom
and the slot wall as its top, between which the field is uniform: phi = phi_m (1 - Im s / K2').
"""
from mpmath import asin, ellipf, ellipfun, ellipk, mp, mpc, mpf, pi

mp.dps = 30
A, GAP, DEPTH, PHI = mpf(5), mpf(1), mpf(15), mpf(700)  # mm, mm, mm, A
H = GAP + DEPTH
MU0 = 4 * pi * mpf(10) ** -7


def parameters():
    """Parameters m = k^2 of both maps, and K of the first."""
    nome = mp.exp(-pi * H / A)
    m1 = mp.mfrom(q=nome)
    k = ellipk(m1)
    dn = ellipfun("dn", k * GAP / A, m=1 - m1)
    return m1, k, dn**2  # t_C = sn(K + i v, k) = 1 / dn(v, k')


def potential(x, y):
    m1, k, m2 = parameters()
    t = ellipfun("sn", mpc(x, y) * k / A, m=m1)
    if y == 0:
        return PHI
    s = ellipf(asin(mpc(t)), m2)
    return PHI * (1 - abs(s.imag) / ellipk(1 - m2))


def permeance():
    """Flux through the half air-gap line over phi_m, for one metre of depth, H/m."""
    _, _, m2 = parameters()
    return MU0 * ellipk(m2) / ellipk(1 - m2)


if __name__ == "__main__":
    print(f"permeance {mp.nstr(permeance(), 9)} H/m, energy {mp.nstr(permeance() * PHI ** 2 / 2, 9)} J/m")
    for x, y in ((0, 0.5), (0, 1), (0, 2), (0, 5), (0, 10), (2.5, 1), (4, 1), (2.5, 3), (5, 0.5)):
        print(f"phi({x}, {y}) mm = {mp.nstr(potential(mpf(x), mpf(y)), 9)} A")
