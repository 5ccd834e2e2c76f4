# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""The far field: patterns, gains and efficiencies, radar cross-sections, signals over time."""
import math
import os
import re

import numpy as np

from ..farField import FILE, TRANSIENT_FILE, angleOf, angleText
from ..pictures.common import quantity
from ..pictures.farField import (
    DEGREES,
    PHI,
    RCS,
    THETA,
    draw_pattern,
    draw_pattern_in_space,
    draw_rcs,
    draw_rcs_over_frequency,
    frequency_text,
)
from ..pictures.transient import draw_transient
from .figures import figure
from .page import Section, tableOf
from .runs import byFrequency, directoriesOf

CUTS = (0.0, 90.0)  # phi, degrees
SURFACE_PHIS = 12  # a pattern with fewer angles round the axis makes no surface in space
HALF_TURN = 180.0


def direction(theta, phi):
    return f"{THETA} = {angleText(theta)}, {PHI} = {angleText(phi)}"


def largestRecord(far, k, column, name, unit, withDirection):
    """The largest value of a column at the frequency of a number, and its direction."""
    values = far.quantity(column)[k]
    if not np.isfinite(values).any():
        return {}
    theta, phi = np.unravel_index(np.nanargmax(np.where(np.isfinite(values), values, -np.inf)), values.shape)
    record = {name: levelText(values[theta, phi], unit)}
    if withDirection:
        record["in the direction"] = direction(far.thetas[theta], far.phis[phi])
    return record


def levelText(value, unit, digits=2):
    """Without a minus sign before zero."""
    return f"{round(value, digits) + 0.0:.{digits}f} {unit}"


def powerRecord(entry):
    """Powers and efficiencies of an entry of the summary; those of a pulse are in W s^2."""
    record = {}
    for key, name in (("radiated_W", "radiated"), ("radiated_W_s2", "radiated")):
        if entry.get(key) is not None:
            record[name] = quantity(entry[key], "W") if key.endswith("_W") else f"{entry[key]:.4g} W s\u00b2"
    for key, name in (("efficiency", "efficiency"), ("total_efficiency", "total efficiency")):
        if entry.get(key) is not None:
            record[name] = f"{100 * entry[key]:.2f} %"
    return record


def beamRecord(beam):
    record = {}
    for key, name in (("e_plane", "E plane"), ("h_plane", "H plane")):
        plane = beam.get(key) or {}
        if plane.get("beam_width_deg") is not None:
            record[f"half-power width, {name}"] = f"{plane['beam_width_deg']:.4g}{DEGREES}"
        if plane.get("side_lobe_dB") is not None:
            record[f"side lobe, {name}"] = levelText(plane["side_lobe_dB"], "dB", 1)
    if beam.get("back_dB") is not None:
        record["to the back"] = levelText(beam["back_dB"], "dB", 1)
    return record


def summaryOf(part, frequency):
    """The entry of the summary at a frequency."""
    for entry in part.run.summary.get("farField", {}).get("frequencies", []):
        if math.isclose(entry["frequency_Hz"], frequency, rel_tol=1e-6):
            return entry
    return {}


def patternRecord(part, far, k):
    entry = summaryOf(part, far.frequencies[k])
    record = {"run": part.name, "frequency": frequency_text(far.frequencies[k])}
    record.update(largestRecord(far, k, "directivity_dBi", "directivity", "dBi", True))
    for column, name in (("gain_dBi", "gain"), ("realised_gain_dBi", "realised gain")):
        if column in far.heads:
            record.update(largestRecord(far, k, column, name, "dBi", False))
    return {**record, **powerRecord(entry), **beamRecord(entry.get("beam") or {})}


def scatteringRecord(part, far, k):
    entry = summaryOf(part, far.frequencies[k])
    record = {"run": part.name, "frequency": frequency_text(far.frequencies[k])}
    record.update(largestRecord(far, k, RCS.column, "largest cross-section", RCS.unit, True))
    if entry.get("backscatter_m2"):
        area = entry["backscatter_m2"]
        record["monostatic"] = f"{levelText(10 * math.log10(area), RCS.unit)} ({area:.4g} m\u00b2)"
    if entry.get("scattering_cross_section_m2") is not None:
        record["scattering cross-section, all directions"] = f"{entry['scattering_cross_section_m2']:.4g} m\u00b2"
    return record


def withFarField(runs):
    return [part for part in runs.inTime if os.path.exists(os.path.join(part.directory, FILE))]


def isScattering(part):
    return RCS.column in part.run.farField.heads


def cutsOf(parts):
    """phi = 0 and 90 degrees as far as all runs have them, else the first angle of the first run."""
    fields = [part.run.farField for part in parts]
    cuts = [phi for phi in CUTS if all(angleOf(far.phis, phi) is not None for far in fields)]
    return cuts or [float(fields[0].phis[0])]


def recordsOf(parts, recordOf):
    fields = [(part, part.run.farField) for part in parts]
    return [recordOf(part, far, k) for part, far in fields for k in range(len(far.frequencies))]


def patternFigures(parts):
    for frequency, found in byFrequency(parts, lambda part: part.run.farField.frequencies):
        caption = f"Directivity at {frequency_text(frequency)}"
        places, cuts = directoriesOf(found), cutsOf(found)
        if all(len(part.run.farField.thetas) > 1 for part in found):
            yield figure(caption, draw_pattern, lambda to: (places, to, "directivity", frequency, cuts))
        else:
            thetas = [float(found[0].run.farField.thetas[0])]
            yield figure(caption, draw_pattern, lambda to: (places, to, "directivity", frequency, (), thetas))


def surfaceFigures(parts):
    """In space, of the runs with directions all round, at the middle one of each's frequencies."""
    for part in parts:
        far = part.run.farField
        if len(far.phis) >= SURFACE_PHIS and len(far.thetas) > 2:
            frequency = far.frequencies[len(far.frequencies) // 2]
            caption = f"Directivity in space at {frequency_text(frequency)}, {part.name}"
            yield figure(
                caption,
                draw_pattern_in_space,
                lambda to: ([part.directory], to, "directivity", frequency),
                isDrawing=False,
            )


def patternSection(runs):
    parts = [part for part in withFarField(runs) if not isScattering(part)]
    if not parts:
        return None
    table = tableOf(recordsOf(parts, patternRecord), "Largest values, powers and beams")
    return Section("Far field", [*patternFigures(parts), *surfaceFigures(parts), table])


def backwards(part):
    """(theta, phi) in degrees towards where the plane wave of the resolved case comes from; None where it is not told."""
    found = re.search(r"planeWave:\n(?:      +.*\n)*?      +direction: \[([^\]]+)\]", part.run.caseText)
    if not found:
        return None
    x, y, z = (-float(number) for number in found[1].split(","))
    theta = math.degrees(math.atan2(math.hypot(x, y), z))
    return theta, math.degrees(math.atan2(y, x)) % 360.0 if math.hypot(x, y) > 1e-9 else None


def monostaticFigure(parts):
    """Over frequency, of the runs whose table has the direction that the first one's wave comes from."""
    back = backwards(parts[0])
    if back is None:
        return None
    theta, phi = back
    phi = float(parts[0].run.farField.phis[0]) if phi is None else phi
    found = [part for part in parts if backwards(part) == back and hasDirection(part.run.farField, theta, phi)]
    if not found:
        return None
    arguments = lambda to: (directoriesOf(found), to, theta, [phi])
    return figure("Monostatic radar cross-section over frequency", draw_rcs_over_frequency, arguments)


def hasDirection(far, theta, phi):
    places = angleOf(far.thetas, theta), angleOf(far.phis, phi)
    return len(far.frequencies) > 1 and None not in places


def crossSectionFigures(parts):
    for frequency, found in byFrequency(parts, lambda part: part.run.farField.frequencies):
        if all(len(part.run.farField.thetas) > 1 for part in found):
            places, cuts = directoriesOf(found), cutsOf(found)
            caption = f"Bistatic radar cross-section at {frequency_text(frequency)}"
            yield figure(caption, draw_rcs, lambda to: (places, to, frequency, cuts))


def crossSectionSection(runs):
    parts = [part for part in withFarField(runs) if isScattering(part)]
    if not parts:
        return None
    table = tableOf(recordsOf(parts, scatteringRecord), "Cross-sections")
    return Section("Radar cross-section", [*crossSectionFigures(parts), monostaticFigure(parts), table])


def transientSection(runs):
    parts = [part for part in runs.inTime if os.path.exists(os.path.join(part.directory, TRANSIENT_FILE))]
    if not parts:
        return None
    picture = figure("The field at a distance over time", draw_transient, lambda to: (directoriesOf(parts), to))
    return Section("Far field over time", [picture])
