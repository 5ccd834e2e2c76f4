# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Radar cross-section of a thin conducting square plate by the method of moments.

The electric field integral equation on N x N square cells, with rooftop currents that also test (Galerkin). On a uniform
grid the product of two rooftops depends on their distance only: an element of the matrix is an integral of exp(-ikR) / R
over the plane times the correlation of the two functions, a B-spline with knots on the grid. R = 0 is a knot, so that
Duffy's transform of the four cells round it makes every integrand smooth. What is left is the singular current at the
edges: the cross-section converges with the side of a cell, and is extrapolated in it. A table's columns are those of
farField.csv; the wave comes from above (travels along -z) and is polarised along x.

usage: plate.py table FREQUENCY_MHZ [FREQUENCY_MHZ ...]     reference for all directions of the shipped case
       plate.py compare FAR_FIELD_CSV [REFERENCE_CSV]       deviations of a run
       plate.py convergence FREQUENCY_MHZ                   cross-section over N, and the balance of powers
"""
import csv
import pathlib
import sys

import numpy as np

C0 = 299792458.0
ETA = 376.730313668
SIDE = 0.3  # m
CELLS = (20, 30, 40)
HERE = pathlib.Path(__file__).resolve().parent


def gauss(count):
    x, w = np.polynomial.legendre.leggauss(count)
    return 0.5 * (x + 1), 0.5 * w


def cell_moments(k, h, reach, powers):
    """[m][n][p][q]: integral of x^p y^q exp(-ikR) / (4 pi R) over the cell at (m, n), 0 <= m, n < reach; x and y count
    from the cell's corner, in units of h."""
    x, w = gauss(12)
    moments = np.empty((reach, reach, *powers), complex)
    px, py = (np.arange(count) for count in powers)
    for m in range(reach):
        for n in range(reach):
            if m == 0 and n == 0:
                # Two triangles: (x, y) = u (1, v) and u (v, 1), with the Jacobian u.
                u, v = np.meshgrid(x, x, indexing="ij")
                weight = np.outer(w, w) * u
                a, b = (np.concatenate([s.ravel(), t.ravel()]) for s, t in ((u, u * v), (u * v, u)))
                weight = np.concatenate([weight.ravel()] * 2)
            else:
                a, b = (g.ravel() for g in np.meshgrid(x, x, indexing="ij"))
                weight = np.outer(w, w).ravel()
            r = h * np.hypot(a + m, b + n)
            kernel = weight * h * h * np.exp(-1j * k * r) / (4 * np.pi * r)
            moments[m, n] = np.einsum("i,pi,qi->pq", kernel, a ** px[:, None], b ** py[:, None])
    return moments


# Coefficients of the pieces in powers of the place in the cell: the hat and the cubic B-spline, from left to right.
HAT = np.array([[0, 1], [1, -1]], float)
CUBIC = np.array([[0, 0, 0, 1], [1, 3, 3, -3], [4, 0, -6, 3], [1, -3, 3, -1]]) / 6


def spline_integrals(moments, along, across, count):
    """[m][n], 0 <= m, n < count: integral of along(x - m) across(y - n) times the kernel. The kernel is even in x and
    y: the cell left of -m is that right of m with the place counted from its other side."""

    def mirrored(coefficients):
        """Powers of 1 - x."""
        polynomial = np.poly1d([0.0])
        for power, c in enumerate(coefficients):
            polynomial = polynomial + c * np.poly1d([-1, 1]) ** power
        full = np.zeros(len(coefficients))
        reverse = polynomial.coeffs[::-1]
        full[: len(reverse)] = reverse
        return full

    def pieces(spline, centre):
        half = len(spline) // 2
        for i, coefficients in enumerate(spline):
            cell = centre - half + i
            yield (cell, coefficients) if cell >= 0 else (-cell - 1, mirrored(coefficients))

    result = np.zeros((count, count), complex)
    for m in range(count):
        for n in range(count):
            for i, a in pieces(along, m):
                for j, b in pieces(across, n):
                    result[m, n] += a @ moments[i, j, : len(a), : len(b)] @ b
    return result


class Plate:
    """Currents on N x N cells for a wave from above with |E| = 1 V/m."""

    def __init__(self, frequency, cells):
        self.k = k = 2 * np.pi * frequency / C0
        self.h = h = SIDE / cells
        self.cells = cells
        moments = cell_moments(k, h, cells + 2, (4, 2))
        charge = spline_integrals(moments, HAT, HAT, cells)
        current = h * h * spline_integrals(moments, CUBIC, HAT, cells)

        # Rooftops along x: edge i between the cells i and i + 1 in the row j; those along y likewise.
        i, j = (g.ravel() for g in np.meshgrid(np.arange(cells - 1), np.arange(cells), indexing="ij"))
        count = len(i)
        left, right = (i, j), (i + 1, j)
        low, high = (j, i), (j, i + 1)

        def between(one, other):
            return charge[abs(one[0][:, None] - other[0]), abs(one[1][:, None] - other[1])]

        def divergence(first, second):
            (a, b), (c, d) = first, second
            return between(a, c) - between(a, d) - between(b, c) + between(b, d)

        alongX = current[abs(i[:, None] - i), abs(j[:, None] - j)]
        z = np.empty((2 * count, 2 * count), complex)
        scalar = ETA / (1j * k)
        z[:count, :count] = 1j * k * ETA * alongX + scalar * divergence((left, right), (left, right))
        # By the plate's symmetry the block along y is that along x with the parts of the places exchanged.
        z[count:, count:] = z[:count, :count]
        z[:count, count:] = scalar * divergence((left, right), (low, high))
        z[count:, :count] = z[:count, count:].T
        right_side = np.concatenate([np.full(count, h * h), np.zeros(count)])
        solution = np.linalg.solve(z, right_side)
        self.x, self.y = solution[:count], solution[count:]
        edge, row = (i + 1) * h - SIDE / 2, (j + 0.5) * h - SIDE / 2
        self.at_x, self.at_y = (edge, row), (row, edge)

    def far_field(self, theta, phi):
        """r E exp(ikr) along theta and phi."""
        k, h = self.k, self.h
        ux, uy = np.sin(theta) * np.cos(phi), np.sin(theta) * np.sin(phi)

        def integral(value, at, along, across):
            # The transform of a rooftop: sinc^2 along, sinc across.
            shape = h * h * np.sinc(k * h * along / (2 * np.pi)) ** 2 * np.sinc(k * h * across / (2 * np.pi))
            return shape * np.sum(value * np.exp(1j * k * (at[0] * ux + at[1] * uy)))

        jx, jy = integral(self.x, self.at_x, ux, uy), integral(self.y, self.at_y, uy, ux)
        factor = -1j * k * ETA / (4 * np.pi)
        return (
            factor * np.cos(theta) * (jx * np.cos(phi) + jy * np.sin(phi)),
            factor * (jy * np.cos(phi) - jx * np.sin(phi)),
        )

    def cross_section(self, theta, phi):
        a, b = self.far_field(theta, phi)
        return 4 * np.pi * (abs(a) ** 2 + abs(b) ** 2)

    def powers(self):
        """Scattered power by integration over the sphere, and power taken from the wave by the theorem of forward
        scattering, W."""
        nodes, weights = np.polynomial.legendre.leggauss(24)
        angles = 2 * np.pi * np.arange(48) / 48
        scattered = sum(
            w * np.mean([self.cross_section(np.arccos(x), phi) for phi in angles]) / 2 for x, w in zip(nodes, weights)
        )
        # The wave travels along -z; there theta points along -x at phi = 0.
        forward = -self.far_field(np.pi, 0)[0]
        return scattered, -4 * np.pi / self.k * forward.imag


def extrapolated(values):
    """Value at h = 0 of a polynomial in h through all of CELLS."""
    h = 1 / np.array(CELLS)
    return np.linalg.solve(h[:, None] ** np.arange(len(h)), np.array(values))[0]


def read(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


def write_table(frequencies):
    print("frequency_Hz,theta_deg,phi_deg,rcs_dBsm")
    for frequency in frequencies:
        plates = [Plate(frequency, cells) for cells in CELLS]
        for theta in range(0, 181, 2):
            for phi in (0, 90):
                values = [plate.cross_section(np.radians(theta), np.radians(phi)) for plate in plates]
                # In the plane of the plate and across its currents there is no field but by rounding.
                level = 10 * np.log10(max(extrapolated(values), 1e-12))
                print(f"{frequency:.10g},{theta},{phi},{level:.4f}")
        print(f"{frequency / 1e6:g} MHz done", file=sys.stderr)


def compare(run, reference):
    def keyed(rows):
        return {tuple(round(float(r[k]), 3) for k in ("frequency_Hz", "theta_deg", "phi_deg")): r for r in rows}

    exact, found = keyed(read(reference)), keyed(read(run))
    for frequency in sorted({key[0] for key in exact}):
        keys = [key for key in exact if key[0] == frequency and key in found]
        if not keys:
            continue
        pairs = {key: (float(found[key]["rcs_dBsm"]), float(exact[key]["rcs_dBsm"])) for key in keys}
        largest = max(level for _, level in pairs.values())
        deviation = max((abs(a - b) for a, b in pairs.values() if b > largest - 20), default=0)
        back, forward = pairs[frequency, 0, 0], pairs[frequency, 180, 0]
        print(
            f"{frequency / 1e6:g} MHz: monostatic {back[1]:.3f} dBsm, computed {back[0] - back[1]:+.3f} dB; "
            f"forwards {forward[0] - forward[1]:+.3f} dB; bistatic within 20 dB of the maximum at most {deviation:.3f} dB"
        )


def convergence(frequency):
    values = []
    for cells in CELLS:
        plate = Plate(frequency, cells)
        values.append(plate.cross_section(0, 0))
        scattered, taken = plate.powers()
        print(
            f"{cells} cells: {10 * np.log10(values[-1]):.4f} dBsm; scattered / taken power - 1 {scattered / taken - 1:+.1e}"
        )
    limit = extrapolated(values)
    optics = 4 * np.pi * SIDE**4 * (frequency / C0) ** 2
    print(f"extrapolated {10 * np.log10(limit):.4f} dBsm; physical optics {10 * np.log10(optics):.4f} dBsm")


def main(arguments):
    if len(arguments) >= 2 and arguments[0] == "table":
        write_table([float(f) * 1e6 for f in arguments[1:]])
    elif len(arguments) in (2, 3) and arguments[0] == "compare":
        compare(arguments[1], arguments[2] if len(arguments) == 3 else HERE / "plate" / "moments.csv")
    elif len(arguments) == 2 and arguments[0] == "convergence":
        convergence(float(arguments[1]) * 1e6)
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
