# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Scattering of a symmetrical inductive iris in a rectangular guide by mode matching, over the band of WR-90:
/usr/bin/python3 inductiveIris.py [OPENING_MM [THICKNESS_MM]]

In the guide E_y = sum (a_n + b_n) phi_n, in the window E_y = sum c_k psi_k, both of odd waves sin((2n - 1) pi x / width)
normalised to 1; H_x follows with the admittances gamma / (j omega mu). E is continuous over the whole guide, zero on the
metal; H in the window, projected on its waves (Wexler 1967). The plane in the middle of the iris is a magnetic or an
electric wall in turn; half the sum and half the difference of both reflections are S11 and S21."""
import sys

import numpy

c0, mu0 = 299792458.0, 4e-7 * numpy.pi


def overlap(n, k, width, opening):
    """Integral of phi_n psi_k over the window: both are sums of exponentials, so it is a closed form."""
    p, q = n * numpy.pi / width, k * numpy.pi / opening
    start = (width - opening) / 2
    phase = p * start  # phi_n = sin(p x' + phase), x' from the edge of the window

    def cosine(rate, angle):  # integral of cos(rate x + angle) from 0 to opening
        return opening * numpy.cos(rate * opening / 2 + angle) * numpy.sinc(rate * opening / 2 / numpy.pi)

    return (cosine(p - q, phase) - cosine(p + q, phase)) / numpy.sqrt(width * opening)


def iris(frequency, width=22.86e-3, opening=10e-3, thickness=2e-3, modes=400):
    """S11 and S21 at the faces of the iris, of the time dependence exp(j omega t)."""
    k0 = 2 * numpy.pi * frequency / c0
    n = 2 * numpy.arange(modes) + 1
    # As many waves a length in the window as in the guide, or the edge's singularity comes out wrong.
    k = 2 * numpy.arange(max(1, round(modes * opening / width))) + 1
    M = overlap(n[:, None], k[None, :], width, opening)
    rate = lambda order, length: numpy.sqrt((order * numpy.pi / length) ** 2 - k0**2 + 0j)
    scale = 2j * numpy.pi * frequency * mu0
    gamma, inside = rate(n, width), rate(k, opening)
    gamma[0] = 1j * abs(gamma[0])
    Y, y = gamma / scale, inside / scale
    reflections = []
    for middle in (numpy.tanh, lambda x: 1 / numpy.tanh(x)):
        A = M.T @ (Y[:, None] * M) + numpy.diag(y * middle(inside * thickness / 2))
        c = numpy.linalg.solve(A, 2 * Y[0] * M[0])
        reflections.append(M[0] @ c - 1)
    magnetic, electric = reflections
    return (magnetic + electric) / 2, (magnetic - electric) / 2


if __name__ == "__main__":
    sizes = [1e-3 * float(word) for word in sys.argv[1:]]
    keys = dict(zip(("opening", "thickness"), sizes))
    print("frequency [Hz],abs S11,abs S21,arg S11 [deg],arg S21 [deg]")
    for frequency in numpy.linspace(8.2e9, 12.4e9, 43):
        r, t = iris(frequency, **keys)
        angles = numpy.degrees(numpy.angle([r, t]))
        print(f"{frequency:.6g},{abs(r):.6f},{abs(t):.6f},{angles[0]:.3f},{angles[1]:.3f}")
