# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Directivity and half-power beam widths of a pyramidal horn by aperture theory (Balanis, Antenna Theory, 4th ed., 13.4):
/usr/bin/python3 horn.py [FREQUENCY_GHZ ...]

Lengths as in meshes/pyramidalHorn. The field of TE10 is stretched to the aperture, with the quadratic phase of waves
that come from the flares' apices; outside of the aperture there is none, the horn's edges diffract nothing."""
import sys

import numpy

a, b = 22.86e-3, 10.16e-3  # guide, H and E plane
A, B, flare = 60e-3, 45e-3, 60e-3  # aperture; length from throat to aperture


def fresnel(x):
    """C(x) + j S(x)."""
    t = numpy.linspace(0, x, 20001)
    return numpy.trapz(numpy.exp(0.5j * numpy.pi * t**2), t)


def directivity(wavelength):
    """Balanis (13-52): product of those of the sectoral horns."""
    rhoE, rhoH = flare * B / (B - b), flare * A / (A - a)  # from apex to aperture, along the axis
    root = numpy.sqrt(wavelength * rhoH)
    u, v = (root / A + A / root) / numpy.sqrt(2), (root / A - A / root) / numpy.sqrt(2)
    ofE = 64 * a * rhoE / (numpy.pi * wavelength * B) * abs(fresnel(B / numpy.sqrt(2 * wavelength * rhoE))) ** 2
    ofH = 4 * numpy.pi * b * rhoH / (A * wavelength) * abs(fresnel(u) - fresnel(v)) ** 2
    return numpy.pi * wavelength**2 / (32 * a * b) * ofE * ofH


def beamWidths(wavelength):
    """E plane and H plane, degrees, with the factor (1 + cos theta) / 2 of a Huygens source."""
    k = 2 * numpy.pi / wavelength
    theta = numpy.radians(numpy.linspace(0, 60, 6001))
    widths = []
    for side, rho, taper in (
        (B, flare * B / (B - b), lambda x: numpy.ones_like(x)),
        (A, flare * A / (A - a), lambda x: numpy.cos(numpy.pi * x / A)),
    ):
        x = numpy.linspace(-side / 2, side / 2, 801)
        field = taper(x) * numpy.exp(-0.5j * k * x**2 / rho)
        pattern = abs(numpy.trapz(field * numpy.exp(1j * k * numpy.sin(theta)[:, None] * x), x, axis=1))
        power = (pattern * (1 + numpy.cos(theta))) ** 2
        widths.append(2 * numpy.degrees(theta[numpy.argmax(power < power[0] / 2)]))
    return widths


if __name__ == "__main__":
    print("frequency [GHz],directivity [dBi],beam width in the E plane [deg],in the H plane [deg]")
    for frequency in [float(word) for word in sys.argv[1:]] or [9.0, 10.0, 11.0]:
        wavelength = 0.299792458 / frequency
        inE, inH = beamWidths(wavelength)
        print(f"{frequency:g},{10 * numpy.log10(directivity(wavelength)):.3f},{inE:.1f},{inH:.1f}")
