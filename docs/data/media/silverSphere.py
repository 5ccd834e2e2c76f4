# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Efficiencies of meshes/silverSphere from one pulse, beside those of the Mie series (mie.py):
/usr/bin/python3 silverSphere.py OUTPUT_DIRECTORY

Scattering is the radiated power over that of the incident wave, whose Fourier integral is known. Extinction is that of
the optical theorem, from amplitude and phase of the field straight ahead: with r E = F exp(-jkr) and exp(j omega t),
sigma = -(4 pi / k) Im(F / E_incident). Absorption is their difference."""
import cmath
import csv
import json
import math
import pathlib
import sys

AREA, Z0, C0 = math.pi * 50e-9**2, 376.730313668, 299792458.0
# Of the case: centre and full width at half maximum of the spectrum, Hz; when the peak passes the middle, s.
CENTRE, BANDWIDTH, DELAY = 720e12, 350e12, 6e-15
# Frequency, Hz: extinction, absorption by mie.py.
REFERENCE = {
    599.584916e12: (1.583261, 0.087645),
    749.481145e12: (8.030638, 0.392469),
    856.549880e12: (5.744320, 0.380183),
}


def incident(frequency):
    """Fourier integral of E at the middle, V s / m."""
    width = math.sqrt(2 * math.log(2)) / (math.pi * BANDWIDTH)
    both = sum(math.exp(-2 * (math.pi * width * (frequency + sign * CENTRE)) ** 2) for sign in (-1, 1))
    return width * math.sqrt(2 * math.pi) / 2 * both * cmath.exp(-2j * math.pi * frequency * DELAY)


def main():
    folder = pathlib.Path(sys.argv[1])
    summary = json.loads((folder / "summary.json").read_text())
    with open(folder / "farField.csv", newline="") as file:
        ahead = [row for row in csv.DictReader(file) if float(row["theta_deg"]) == 0 and float(row["phi_deg"]) == 0]
    print("wavelength [nm],extinction,by Mie,difference [%],absorption,by Mie,difference [%]")
    for row, found in zip(ahead, summary["farField"]["frequencies"]):
        frequency = float(row["frequency_Hz"])
        extinction, absorption = REFERENCE[min(REFERENCE, key=lambda f: abs(f - frequency))]
        E, k = incident(frequency), 2 * math.pi * frequency / C0
        F = float(row["rE_theta_Vs"]) * cmath.exp(1j * math.radians(float(row["rE_theta_phase_deg"])))
        total = -4 * math.pi / k * (F / E).imag / AREA
        absorbed = total - found["scattering_cross_section_m2"] / AREA
        print(
            f"{1e9 * C0 / frequency:.0f},{total:.6f},{extinction},{100 * (total / extinction - 1):+.2f},"
            f"{absorbed:.6f},{absorption},{100 * (absorbed / absorption - 1):+.2f}"
        )


if __name__ == "__main__":
    main()
