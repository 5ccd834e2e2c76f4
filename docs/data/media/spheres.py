#!/usr/bin/env python3
# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Runs dispersive spheres at nine frequencies and writes their efficiencies beside those of the Mie series (mie.py):
absorption of all, extinction of the one whose mesh has room for the surface of a far field.

Usage: spheres.py MESHES FLUXTET   MESHES: folder with water.h5, silver.h5, resonant.h5 (`fluxtet mesh`)
"""
import json
import math
import pathlib
import subprocess
import sys

# Sphere, frequency (Hz), extinction, absorption by mie.py; radius (m).
REFERENCE = [
    ("water", 1e9, 0.019492, 0.014300, 10e-3),
    ("water", 3e9, 1.002223, 0.565867, 10e-3),
    ("water", 5e9, 2.702106, 0.920062, 10e-3),
    ("silver", 856.54988e12, 5.744320, 0.380183, 50e-9),
    ("silver", 749.481145e12, 8.030638, 0.392469, 50e-9),
    ("silver", 599.584916e12, 1.583261, 0.087645, 50e-9),
    ("resonant", 2e9, 1.066983, 0.308029, 20e-3),
    ("resonant", 3e9, 3.016743, 1.011121, 20e-3),
    ("resonant", 4e9, 4.722603, 1.161983, 20e-3),
]
HERE = pathlib.Path(__file__).resolve().parent


def main():
    meshes, command = sys.argv[1], sys.argv[2:]  # MESHES, then fluxtet and what goes before its subcommand
    print(
        "sphere,frequency [Hz],extinction,by Mie,difference [%],absorption,by Mie,difference [%],elements", flush=True
    )
    for sphere, frequency, extinction, absorption, radius in REFERENCE:
        settings = [
            f"sources[0].planeWave.waveform.sine.frequency={frequency!r}",
            f"output.dft.frequencies=[{frequency!r}]",
        ]
        if sphere == "resonant":  # the surface of a far field has room in its mesh
            settings.append(f"output.farField.frequencies=[{frequency!r}]")
        out = pathlib.Path(f"out/{sphere}_{frequency:.4g}")
        arguments = [x for setting in [*settings, f"output.directory={out.resolve()}"] for x in ("--set", setting)]
        run = [*command, "run", str(HERE / f"{sphere}.yaml"), "--mesh", f"{meshes}/{sphere}.h5", *arguments]
        done = subprocess.run(run, capture_output=True, text=True)
        if done.returncode != 0:
            print(done.stdout[-2000:], done.stderr[-2000:])
            continue
        summary = json.loads((out / "summary.json").read_text())
        area = math.pi * radius**2  # 1 W/m^2
        absorbed = summary["powers"]["absorbed_W"] / area
        ofExtinction = ",,"
        if "farField" in summary:
            total = absorbed + summary["farField"]["frequencies"][0]["scattering_cross_section_m2"] / area
            ofExtinction = f"{total:.6f},{extinction},{100 * (total / extinction - 1):+.2f}"
        print(
            f"{sphere},{frequency:.9g},{ofExtinction},{absorbed:.6f},{absorption},"
            f"{100 * (absorbed / absorption - 1):+.2f},{summary['elements']}",
            flush=True,
        )


if __name__ == "__main__":
    main()
