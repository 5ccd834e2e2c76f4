# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Torque on the round magnet of docs/tutorials/motorTorque in closed form: /usr/bin/python3 motorTorque.py [ANGLE_DEGREES ...]

A magnet that is magnetised along x has A_z = f(r) sin(phi) alone, with f = a r in the magnet, b r + c / r in the air and d r + e / r
in the iron, 0 on its outside; A_z and the tangential H are continuous. The winding is in the air, so that the force on it is that of
J x B on its current, and the rotor feels the opposite. Its own field does not turn it,
since all else is round."""
import sys

import numpy

MU_0 = 4e-7 * numpy.pi


def torquePerMetre(
    angle,
    rotor=20e-3,
    inner=22e-3,
    outer=25e-3,
    bore=26e-3,
    ring=40e-3,
    span=60,
    ampereTurns=500,
    remanence=1.1,
    magnet=1.05,
    iron=1000,
):
    """N m/m; `angle` and `span` in degrees, of the winding's axis from the magnetisation."""
    rows = [  # a, b, c, d, e
        [rotor, -rotor, -1 / rotor, 0, 0],
        [1 / magnet, -1, 1 / rotor**2, 0, 0],
        [0, bore, 1 / bore, -bore, -1 / bore],
        [0, 1, -1 / bore**2, -1 / iron, 1 / (iron * bore**2)],
        [0, 0, 0, ring, 1 / ring],
    ]
    _, b, c, _, _ = numpy.linalg.solve(rows, [0, remanence / magnet, 0, 0, 0])
    span = numpy.radians(span)
    density = ampereTurns / (span * (outer**2 - inner**2) / 2)
    # Integral of r B_r over one side, B_r = (b + c / r^2) cos(phi).
    side = (b * (outer**3 - inner**3) / 3 + c * (outer - inner)) * 2 * numpy.sin(span / 2)
    return 2 * density * side * numpy.sin(numpy.radians(angle))


if __name__ == "__main__":
    for word in sys.argv[1:] or ["90"]:
        print(f"{word} degrees: {torquePerMetre(float(word)):.6f} N m per metre")
