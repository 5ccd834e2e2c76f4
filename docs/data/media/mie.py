#!/usr/bin/env python3
# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Efficiencies of dispersive spheres by the Mie series: the reference of sphere.sh. Time dependence exp(+j omega t).

Writes for each sphere and frequency: Hz, extinction, scattering and absorption over pi a^2. The functions of Riccati and
Bessel are those of scipy; the logarithmic derivative inside of the sphere is found downwards, which is stable at losses.
"""
import numpy as np
from scipy.special import spherical_jn, spherical_yn

C0 = 299792458.0


def efficiencies(m, x):
    """Extinction, scattering, absorption of a sphere of refractive index m (Im m <= 0) and size parameter x."""
    count = int(x + 4 * x ** (1 / 3) + 12)
    n = np.arange(1, count + 1)
    inside = np.conj(m) * x  # Bohren and Huffman: exp(-i omega t)
    start = count + 30 + int(abs(inside))
    derivative = np.zeros(start + 1, complex)
    for k in range(start, 0, -1):
        derivative[k - 1] = k / inside - 1 / (derivative[k] + k / inside)
    d = derivative[1 : count + 1]
    psi = x * spherical_jn(np.arange(count + 1), x)
    chi = -x * spherical_yn(np.arange(count + 1), x)
    xi = psi - 1j * chi
    mm = np.conj(m)
    a = ((d / mm + n / x) * psi[1:] - psi[:-1]) / ((d / mm + n / x) * xi[1:] - xi[:-1])
    b = ((d * mm + n / x) * psi[1:] - psi[:-1]) / ((d * mm + n / x) * xi[1:] - xi[:-1])
    extinction = 2 / x**2 * np.sum((2 * n + 1) * (a + b).real)
    scattering = 2 / x**2 * np.sum((2 * n + 1) * (abs(a) ** 2 + abs(b) ** 2))
    return extinction, scattering, extinction - scattering


def water(w):
    return 4.9 + 75.2 / (1 + 1j * w * 9.36e-12)


def silver(w):
    return 3.7 - 1.37e16**2 / (w**2 - 1j * w * 8.5e13)


def resonant(w):
    w0 = 2 * np.pi * 3e9
    return 1 + 3 * w0**2 / (w0**2 - w**2 + 2j * w * 1e9)


SPHERES = [
    ("water", water, 10e-3, [1e9, 3e9, 5e9]),
    ("silver", silver, 50e-9, [C0 / 350e-9, C0 / 400e-9, C0 / 500e-9]),
    ("resonant", resonant, 20e-3, [2e9, 3e9, 4e9]),
]

if __name__ == "__main__":
    print("sphere,frequency [Hz],extinction,scattering,absorption")
    for name, permittivity, radius, frequencies in SPHERES:
        for f in frequencies:
            w = 2 * np.pi * f
            e, s, a = efficiencies(np.sqrt(permittivity(w)), w * radius / C0)
            print(f"{name},{f:.9g},{e:.6f},{s:.6f},{a:.6f}")
