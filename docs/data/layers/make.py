# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Writes the cases of a guide with layers at both ends, and of long guides whose ends no wave returns from in time."""

from pathlib import Path


def case(name, order, cell, length, ends):
    across, along = round(1 / cell), round(length / cell)
    step = 0.9 * 0.33 * cell / 3 / order / 2.99792458e8 * 0.55
    Path(f"{name}.yaml").write_text(
        f"""solver: dgtd
mesh:
  box: {{size: [1 m, {cell} m, {along * cell} m], origin: [0 m, 0 m, {-along * cell / 2} m], cells: [{across}, 1, {along}]}}
materials: {{vacuum: {{}}}}
regions: {{box: vacuum}}
boundaries: {{x-: pec, x+: pec, y-: pec, y+: pec, z-: {ends}, z+: {ends}}}
sources:
  - dipole:
      at: [0.5 m, {cell / 2} m, 0 m]
      moment: [0, 1 A*m, 0]
      waveform: {{gaussian: {{frequency: 205 MHz, bandwidth: 120 MHz}}}}
dgtd: {{order: {order}, precision: double}}
time: {{end: 300 ns, maxStep: {step} s}}
output: {{directory: out, probes: [{{name: p, at: [0.5 m, {cell / 2} m, 1.5 m], fields: [E], every: 1}}]}}
"""
    )


case("p2Layers", 2, 0.125, 4, "pml")
case("p2Long", 2, 0.125, 96, "absorbing")
case("p3SixLayers", 3, 0.25, 4, "{pml: {layers: 6, reflection: -200 dB, grading: 2}}")
case("p3Layers", 3, 0.25, 4, "pml")
case("p3Long", 3, 0.25, 96, "absorbing")
