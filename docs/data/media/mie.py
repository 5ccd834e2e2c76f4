#!/usr/bin/env python3
# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Efficiencies of dispersive spheres by the Mie series, the reference of sphere.sh, and the fields in and about a sphere. Time
dependence exp(+j omega t).

Writes for each sphere and frequency: Hz, extinction, scattering and absorption over pi a^2. The functions of Riccati and
Bessel are those of scipy; the logarithmic derivative inside of the sphere is found downwards, which is stable at losses.
"""
import numpy as np
from scipy.special import spherical_jn, spherical_yn

C0 = 299792458.0


def coefficients(m, x):
    """n, a_n and b_n of the scattered field, c_n and d_n of the field inside, of a sphere of refractive index m (Im m <= 0)
    and size parameter x, as in Bohren and Huffman 1983, section 4.3, with their exp(-i omega t)."""
    count = int(x + 4 * x ** (1 / 3) + 12)
    n = np.arange(1, count + 1)
    mm = np.conj(m)
    inside = mm * x
    start = count + 30 + int(abs(inside))
    derivative = np.zeros(start + 1, complex)
    for k in range(start, 0, -1):
        derivative[k - 1] = k / inside - 1 / (derivative[k] + k / inside)
    d = derivative[1 : count + 1]
    psi = x * spherical_jn(np.arange(count + 1), x)
    chi = -x * spherical_yn(np.arange(count + 1), x)
    xi = psi - 1j * chi
    slope = xi[:-1] - n / x * xi[1:]
    a = ((d / mm + n / x) * psi[1:] - psi[:-1]) / ((d / mm + n / x) * xi[1:] - xi[:-1])
    b = ((d * mm + n / x) * psi[1:] - psi[:-1]) / ((d * mm + n / x) * xi[1:] - xi[:-1])
    both = 1j * mm / (inside * spherical_jn(n, inside))  # psi xi' - xi psi' = i
    return n, a, b, both / (slope - mm * d * xi[1:]), both / (mm * slope - d * xi[1:])


def efficiencies(m, x):
    """Extinction, scattering, absorption of a sphere of refractive index m (Im m <= 0) and size parameter x."""
    n, a, b, _, _ = coefficients(m, x)
    extinction = 2 / x**2 * np.sum((2 * n + 1) * (a + b).real)
    scattering = 2 / x**2 * np.sum((2 * n + 1) * (abs(a) ** 2 + abs(b) ** 2))
    return extinction, scattering, extinction - scattering


def multipoles(points, k, magnetic, electric, outgoing):
    """Sum of E_n (magnetic_n M_o1n + electric_n N_e1n), 4.17 to 4.20 and 4.37 there, at `points` [...][xyz]."""
    x, y, z = np.moveaxis(points, -1, 0)
    r = np.maximum(np.sqrt(x**2 + y**2 + z**2), 1e-6 / abs(k))
    mu, phi = z / r, np.arctan2(y, x)
    sine = np.sqrt(np.maximum(1 - mu**2, 0))
    rho = k * r
    radial, polar, azimuthal = (np.zeros(r.shape, complex) for _ in range(3))
    before, pi = np.zeros_like(r), np.ones_like(r)
    for n, (m, e) in enumerate(zip(magnetic, electric), 1):
        scale = 1j**n * (2 * n + 1) / (n * (n + 1))
        tau = n * mu * pi - (n + 1) * before
        here, slope = spherical_jn(n, rho), spherical_jn(n, rho, True)
        if outgoing:
            here, slope = here + 1j * spherical_yn(n, rho), slope + 1j * spherical_yn(n, rho, True)
        slope = here / rho + slope
        radial += scale * e * n * (n + 1) * sine * pi * here / rho
        polar += scale * (m * pi * here + e * tau * slope)
        azimuthal -= scale * (m * tau * here + e * pi * slope)
        before, pi = pi, ((2 * n + 1) * mu * pi - (n + 1) * before) / n
    radial, polar, azimuthal = radial * np.cos(phi), polar * np.cos(phi), azimuthal * np.sin(phi)
    across = radial * sine + polar * mu
    return np.stack(
        [
            across * np.cos(phi) - azimuthal * np.sin(phi),
            across * np.sin(phi) + azimuthal * np.cos(phi),
            radial * mu - polar * sine,
        ],
        axis=-1,
    )


def field_inside(points, m, k, radius):
    """As `field`, of points that are inside or on the surface."""
    _, _, _, c, d = coefficients(m, k * radius)
    return np.conj(multipoles(points, k * np.conj(m), c, -1j * d, False))


def field_outside(points, m, k, radius):
    """As `field`, of points that are outside or on the surface."""
    _, a, b, _, _ = coefficients(m, k * radius)
    total = multipoles(points, k, -b, 1j * a, True)
    total[..., 0] += np.exp(1j * k * points[..., 2])
    return np.conj(total)


def field(points, m, k, radius):
    """Total E at `points` [...][xyz] of a sphere of refractive index m (Im m <= 0) about the origin, k being the wave number
    outside, in the wave exp(j omega t - j k z) along x."""
    within = np.linalg.norm(points, axis=-1) < radius
    total = np.zeros(points.shape, complex)
    total[within] = field_inside(points[within], m, k, radius)
    total[~within] = field_outside(points[~within], m, k, radius)
    return total


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
