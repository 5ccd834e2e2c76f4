# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Ports: scattering parameters, Smith chart, standing-wave ratio, impedance; voltages and currents over time."""
import os

import numpy as np

from ..pictures.common import quantity
from ..pictures.network import (
    draw_impedance,
    draw_parameters,
    draw_smith,
    draw_vswr,
    refer_to_one_resistance,
    vswr,
)
from ..pictures.series import draw_port_series
from ..ports import TABLE
from .figures import figure
from .page import Section, tableOf
from .runs import directoriesOf

MATCHED_DB = -10.0  # of the band that is told


def bandBelow(frequency, level, limit):
    """(low, high) of the frequencies round the lowest level at which it is below `limit`, between samples on the line
    between them; None where it never is."""
    k = int(np.argmin(level))
    if not level[k] < limit:
        return None
    return crossing(frequency, level, limit, k, -1), crossing(frequency, level, limit, k, 1)


def crossing(frequency, level, limit, k, way):
    """Where the level comes up to `limit` on the way from sample k; the last sample where it does not."""
    while 0 <= k + way < len(level):
        if level[k + way] >= limit:
            share = (limit - level[k]) / (level[k + way] - level[k])
            return frequency[k] + share * (frequency[k + way] - frequency[k])
        k += way
    return frequency[k]


def bandText(frequency, level):
    band = bandBelow(frequency, level, MATCHED_DB)
    if band is None:
        return "none"
    low, high = band
    share = 200 * (high - low) / (high + low)
    return f"{quantity(low, 'Hz')} to {quantity(high, 'Hz')} ({share:.3g} %)"


def impedanceText(z):
    sign = "+" if z["im"] >= 0 else "\u2212"
    return f"{z['re']:.4g} {sign} {abs(z['im']):.4g}j \u03a9"


def reflectionRecord(part, entry):
    """The row of an excited port; `entry` of the summary."""
    record = {"run": part.name, "excited port": entry["port"]}
    if entry.get("lowest_reflection_dB") is None:
        return record
    record["lowest reflection"] = f"{entry['lowest_reflection_dB']:.2f} dB"
    record["at"] = quantity(entry["at_Hz"], "Hz", 6)
    record["VSWR there"] = f"{float(vswr(10 ** (entry['lowest_reflection_dB'] / 20))):.4g}"
    if entry.get("impedance_there_ohm"):
        record["impedance there"] = impedanceText(entry["impedance_there_ohm"])
    table = part.run.ports.sParameters
    with np.errstate(divide="ignore"):
        level = 20 * np.log10(np.abs(table.parameter(entry["port"], entry["port"])))
    record[f"below {MATCHED_DB:g} dB"] = bandText(table.frequency, level)
    return record


def portRecords(part):
    """Which port has which number, and what it refers to."""
    for number, port in enumerate(part.run.summary.get("sParameters", {}).get("ports", []), 1):
        ohm = port.get("impedance_ohm")
        reference = f"{ohm:.6g} \u03a9" if ohm else "power waves of the mode"
        yield {"run": part.name, "port": str(number), "name": port["name"], "reference": reference}


def parametersSection(runs):
    parts = [part for part in runs.given if os.path.exists(os.path.join(part.directory, TABLE))]
    if not parts:
        return None
    places = directoriesOf(parts)
    entries = [(part, entry) for part in parts for entry in part.run.summary.get("sParameters", {}).get("excited", [])]
    blocks = [
        figure("Scattering parameters", draw_parameters, lambda to: (places, to, [], True)),
        figure("Reflections in the Smith chart", draw_smith, lambda to: (places, to, [], []), tells=True),
        figure("Voltage standing-wave ratio", draw_vswr, lambda to: (places, to, [])),
    ]
    if refer_to_one_resistance(places):
        blocks.append(figure("Impedance of the ports", draw_impedance, lambda to: (places, to, [])))
    blocks.append(tableOf([reflectionRecord(*entry) for entry in entries], "Reflections"))
    blocks.append(tableOf([record for part in parts for record in portRecords(part)], "Ports"))
    return Section("Scattering parameters", blocks)


def portSeriesSection(runs):
    parts = [part for part in runs.inTime if part.run.ports.names]
    if not parts:
        return None
    caption = "Voltages and currents of ports, gaps and modes over time"
    return Section("Ports over time", [figure(caption, draw_port_series, lambda to: (directoriesOf(parts), to))])
