# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Which results a table shows of a run where none are asked for."""
from .answers import Expression
from .quantities import told
from .run import PortStudy, StaticRun

STATIC_KEYS = "energy_J capacitance_F inductance_H flux_linkage_Wb floating_potential_V force_N torque_Nm".split()
MOST_FREQUENCIES = 3  # that far fields, powers and absorption rates are shown at
MOST_PORTS = 3


def defaultsOf(run):
    """[Expression] that are shown of a run where none are asked for."""
    return [Expression(text) for text in defaultTexts(run)]


def defaultTexts(run):
    if isinstance(run, StaticRun):
        return [f"summary.{key}" for key in STATIC_KEYS if key in run.summary]
    if isinstance(run, PortStudy):
        return list(ofPorts(run.summary))
    return [*ofPorts(run.summary), *ofFrequencies(run.summary), *(["summary.exact"] if "exact" in run.summary else [])]


def ofPorts(summary):
    """Lowest reflections, where they are, and the largest transmissions."""
    names = [port["name"] for port in summary.get("sParameters", {}).get("ports", [])][:MOST_PORTS]
    excited = [entry["port"] for entry in summary.get("sParameters", {}).get("excited", [])]
    for j, name in enumerate(names, 1):
        if name in excited:
            yield from (f"S{j}{j}_dB@min", f"S{j}{j}@atMin")
            yield from (f"S{i}{j}_dB@max" for i in range(1, len(names) + 1) if i != j)


def ofFrequencies(summary):
    """Far fields, powers and absorption rates."""
    for entry in summary.get("farField", {}).get("frequencies", [])[:MOST_FREQUENCIES]:
        place = placeText(entry["frequency_Hz"])
        if "backscatter_m2" not in entry:
            yield f"{'gain' if 'accepted_W' in entry else 'directivity'}@{place}"
        yield from (f"farField.{key}@{place}" for key in ("radiated_W", "efficiency", "backscatter_m2") if key in entry)
    for key, wanted in (("powers", ("accepted_W", "absorbed_W", "outgoing_W")), ("sar", ("whole_body.mean_W_per_kg",))):
        part = summary.get(key, [])
        for entry in (part if isinstance(part, list) else [part])[:MOST_FREQUENCIES]:
            place = placeText(entry["frequency_Hz"])
            yield from (f"{key}.{name}@{place}" for name in wanted if name.split(".")[0] in entry)
            yield from (f"{key}.{1e3 * each['mass_kg']:g}g@{place}" for each in entry.get("averages", []))


def placeText(frequency):
    return told(frequency, "Hz").replace(" ", "")
