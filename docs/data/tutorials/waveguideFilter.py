# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Scattering of inductive irises in a row in a rectangular guide by mode matching, for docs/tutorials/waveguideFilter:
/usr/bin/python3 waveguideFilter.py [MODES] prints a Touchstone file from 9.5 to 10.5 GHz.

Each face of an iris is a step between the guide and a window in its middle; voltages of the waves sin((2n - 1) pi x / width) are
continuous over the window and zero on the metal, currents are continuous in the window (Wexler 1967). Steps and pieces of guide are
put in a row by their whole scattering matrices, evanescent waves included. The time dependence is exp(j omega t)."""
import sys

import numpy

c0, mu0 = 299792458.0, 4e-7 * numpy.pi


def overlaps(orders, inner, width, opening):
    """Integrals of the waves of the guide times those of the window, both normalised to 1."""
    p, q = orders[:, None] * numpy.pi / width, inner[None, :] * numpy.pi / opening
    phase = p * (width - opening) / 2

    def cosine(rate):  # integral of cos(rate x + phase) over the window
        return opening * numpy.cos(rate * opening / 2 + phase) * numpy.sinc(rate * opening / 2 / numpy.pi)

    return (cosine(p - q) - cosine(p + q)) / numpy.sqrt(width * opening)


def inARow(A, B):
    """Scattering matrices ((11, 12), (21, 22)) of A with B behind it."""
    one = numpy.eye(A[1][1].shape[0])
    before, behind = numpy.linalg.inv(one - B[0][0] @ A[1][1]), numpy.linalg.inv(one - A[1][1] @ B[0][0])
    return (
        (A[0][0] + A[0][1] @ before @ B[0][0] @ A[1][0], A[0][1] @ before @ B[0][1]),
        (B[1][0] @ behind @ A[1][0], B[1][1] + B[1][0] @ behind @ A[1][1] @ B[0][1]),
    )


def line(rates, length):
    through, none = numpy.diag(numpy.exp(-rates * length)), numpy.zeros((len(rates), len(rates)))
    return (none, through), (through, none)


def filter_(frequency, openings, lengths, width=22.86e-3, thickness=2e-3, modes=120):
    """S11 and S21 at the outer faces of the first and the last iris; `lengths` between the irises."""
    k0, scale = 2 * numpy.pi * frequency / c0, 2j * numpy.pi * frequency * mu0
    orders = 2 * numpy.arange(modes) + 1

    def rate(n, length):  # exp(-rate z), decaying or travelling
        square = (n * numpy.pi / length) ** 2 - k0**2
        return numpy.where(square > 0, 1, 1j) * numpy.sqrt(abs(square))

    outside = rate(orders, width)
    whole = None
    for place, opening in enumerate(openings):
        # As many waves a length in the window as in the guide, or the edge's singularity comes out wrong.
        inner = 2 * numpy.arange(max(1, round(modes * opening / width))) + 1
        M, inside = overlaps(orders, inner, width, opening), rate(inner, opening)
        Y, y = outside / scale, inside / scale
        solved = numpy.linalg.inv(numpy.diag(y) + M.T @ (Y[:, None] * M))
        into = 2 * solved @ (M.T * Y)
        back = solved @ (numpy.diag(y) - M.T @ (Y[:, None] * M))
        one, small = numpy.eye(modes), numpy.eye(len(inner))
        step = ((M @ into - one, M @ (small + back)), (into, back))
        mirrored = (step[1][::-1], step[0][::-1])
        iris = inARow(inARow(step, line(inside, thickness)), mirrored)
        whole = iris if whole is None else inARow(inARow(whole, line(outside, lengths[place - 1])), iris)
    return whole[0][0][0, 0], whole[1][0][0, 0]


OPENINGS, LENGTHS = (9.5e-3, 6e-3, 9.5e-3), (17.2e-3, 17.2e-3)

if __name__ == "__main__":
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 120
    print("# Hz S RI R 50")
    for frequency in numpy.linspace(9.5e9, 10.5e9, 101):
        reflected, passed = filter_(frequency, OPENINGS, LENGTHS, modes=count)
        row = [f"{part:.7f}" for s in (reflected, passed, passed, reflected) for part in (s.real, s.imag)]
        print(f"{frequency:.6g}", *row)
