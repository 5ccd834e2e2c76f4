#!/usr/bin/env python3
# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Compares tables of far fields with closed forms.

compare.py dipole TABLE...   the Hertzian dipole of dipole.yaml: amplitude and phase, pattern
compare.py small TABLE...    meshes/smallDipole: the same
compare.py transient TABLE...  the dipole of transient.yaml, over time
compare.py sphere TABLE...   the conducting sphere of sphere.yaml: the Mie series
"""
import cmath
import csv
import math
import sys

Z0, C0 = 376.730313668, 299792458.0


def rows(path):
    with open(path, newline="") as file:
        return [{name: float(value) for name, value in row.items()} for row in csv.DictReader(file)]


def bellPulse(frequency, bandwidth):
    """The Fourier integral of a gaussian waveform."""
    width = math.sqrt(2 * math.log(2)) / (math.pi * bandwidth)

    def spectrum(f):
        def bell(offset):
            return math.exp(-2 * (math.pi * width * offset) ** 2)

        return (
            0.5
            * width
            * math.sqrt(2 * math.pi)
            * (bell(f - frequency) + bell(f + frequency))
            * cmath.exp(-2j * math.pi * f * 5 * width)
        )

    return spectrum


def ricker(frequency):
    """The Fourier integral of a ricker waveform."""

    def spectrum(f):
        x = f / frequency
        delay = 1.5 / frequency
        return 2 / math.sqrt(math.pi) / frequency * x**2 * math.exp(-(x**2)) * cmath.exp(-2j * math.pi * f * delay)

    return spectrum


def compareDipole(path, moment, spectrum, at):
    """`at`: place of the dipole from the origin of the phases, m; moment: A m."""
    field, pattern = 0, 0
    for row in rows(path):
        theta, phi, f = math.radians(row["theta_deg"]), math.radians(row["phi_deg"]), row["frequency_Hz"]
        k = 2 * math.pi * f / C0
        radial = (math.sin(theta) * math.cos(phi), math.sin(theta) * math.sin(phi), math.cos(theta))
        largest = k * Z0 / (4 * math.pi) * moment * spectrum(f)
        exact = 1j * largest * math.sin(theta) * cmath.exp(1j * k * sum(a * b for a, b in zip(radial, at)))
        found = cmath.rect(row["rE_theta_Vs"], math.radians(row["rE_theta_phase_deg"]))
        field = max(field, abs(found - exact) / abs(largest), row["rE_phi_Vs"] / abs(largest))
        pattern = max(pattern, abs(10 ** (row["directivity_dBi"] / 10) / 1.5 - math.sin(theta) ** 2))
    print(f"{path}: largest error of the field {100 * field:.3f} %, of the pattern {100 * pattern:.3f} %")


def dipole(path):
    compareDipole(path, 1, bellPulse(600e6, 400e6), (0.010, 0.012, 0.008))


def small(path):
    compareDipole(path, 1e-3, ricker(400e6), (0, 0, 0))


def transient(path):
    """The far field over time of the dipole of transient.yaml, relative to the peak across it."""
    width = math.sqrt(2 * math.log(2)) / (math.pi * 400e6)
    delay = 5 * width
    turn, at, factor = 2 * math.pi * 600e6, (0.010, 0.012, 0.008), Z0 / (4 * math.pi * C0)

    def slope(t):
        x = t - delay
        bell = math.exp(-0.5 * (x / width) ** 2)
        return -bell * (x / width**2 * math.cos(turn * x) + turn * math.sin(turn * x))

    error, largest = 0, factor * max(abs(slope(delay + k * 1e-12)) for k in range(-2000, 2000))
    for row in rows(path):
        theta, phi = math.radians(row["theta_deg"]), math.radians(row["phi_deg"])
        radial = (math.sin(theta) * math.cos(phi), math.sin(theta) * math.sin(phi), math.cos(theta))
        t = row["time_s"] + sum(a * b for a, b in zip(radial, at)) / C0
        exact = factor * math.sin(theta) * slope(t)
        error = max(error, abs(row["rE_theta_V"] - exact) / largest, abs(row["rE_phi_V"]) / largest)
    print(f"{path}: largest error of the field {100 * error:.3f} %")


def riccati(x, count):
    """psi_n(x) = x j_n(x) and zeta_n(x) = x h_n^(2)(x) with their derivatives, n = 1 to count."""
    ratio = [0.0] * (count + 40)  # psi_n' / psi_n by downward recurrence
    for n in range(len(ratio) - 1, 0, -1):
        ratio[n - 1] = n / x - 1 / (ratio[n] + n / x)
    psi, zeta = [math.sin(x)], [complex(math.sin(x), math.cos(x))]
    chi = [math.cos(x), math.cos(x) / x + math.sin(x)]
    result = []
    for n in range(1, count + 1):
        psi.append(psi[-1] / (ratio[n] + n / x))
        if n >= 2:
            chi.append((2 * n - 1) / x * chi[n - 1] - chi[n - 2])
        zeta.append(complex(psi[n], chi[n]))
        result.append((psi[n], psi[n - 1] - n / x * psi[n], zeta[n], zeta[n - 1] - n / x * zeta[n]))
    return result


def mie(x, theta):
    """S_1 and S_2 of a conducting sphere (Bohren, Huffman, Absorption and Scattering of Light by Small Particles)."""
    series = riccati(x, int(x + 4 * x ** (1 / 3) + 10))
    mu, before, now, s1, s2 = math.cos(theta), 0.0, 1.0, 0, 0
    for n, (psi, dpsi, zeta, dzeta) in enumerate(series, 1):
        tau = n * mu * now - (n + 1) * before
        a, b = dpsi / dzeta, psi / zeta
        factor = (2 * n + 1) / (n * (n + 1))
        s1 += factor * (a * now + b * tau)
        s2 += factor * (a * tau + b * now)
        before, now = now, ((2 * n + 1) * mu * now - (n + 1) * before) / n
    return s1, s2


def sphere(path):
    radius = 0.25
    table = rows(path)
    for f in sorted({row["frequency_Hz"] for row in table}):
        k = 2 * math.pi * f / C0
        strongest, worst, back = -math.inf, 0, None
        exact = {}
        for row in table:
            if row["frequency_Hz"] != f:
                continue
            s1, s2 = mie(k * radius, math.radians(row["theta_deg"]))
            s = s2 if row["phi_deg"] == 0 else s1
            exact[row["theta_deg"], row["phi_deg"]] = 10 * math.log10(4 * math.pi * abs(s) ** 2 / k**2)
        strongest = max(exact.values())
        for row in table:
            if row["frequency_Hz"] != f:
                continue
            value = exact[row["theta_deg"], row["phi_deg"]]
            if value > strongest - 20:
                worst = max(worst, abs(row["rcs_dBsm"] - value))
            if row["theta_deg"] == 180:
                back = row["rcs_dBsm"] - value, 10 ** (value / 10) / (math.pi * radius**2)
        print(
            f"{path}: ka {k * radius:.3f}: monostatic {back[0]:+.3f} dB (exact {back[1]:.6f} pi a^2), "
            f"largest deviation within 20 dB of the maximum {worst:.2f} dB"
        )


if __name__ == "__main__":
    comparisons = {"dipole": dipole, "small": small, "transient": transient, "sphere": sphere}
    if len(sys.argv) < 3 or sys.argv[1] not in comparisons:
        sys.exit(__doc__)
    for table in sys.argv[2:]:
        comparisons[sys.argv[1]](table)
