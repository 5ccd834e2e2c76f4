# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Powers, and the specific absorption rate."""
from ..mirrors import namesOf
from ..pictures.common import quantity
from ..pictures.sar import draw_sar
from .figures import figure
from .page import Section, tableOf
from .runs import fewOf

POWERS = {
    "impressed_W": "given by generators",
    "gap_resistances_W": "lost in generators",
    "accepted_W": "accepted",
    "absorbed_W": "absorbed",
    "outgoing_W": "outgoing",
}


def watts(power):
    return "" if power is None else quantity(power, "W")


def entriesOf(summary, key):
    """At each frequency: the summary has a list of several, or one."""
    found = summary.get(key)
    return found if isinstance(found, list) else [found] if found else []


def withEntries(runs, key):
    return [(part, entry) for part in runs.inTime for entry in entriesOf(part.run.summary, key)]


def headOf(part, entry):
    return {"run": part.name, "frequency": quantity(entry["frequency_Hz"], "Hz", 6)}


def powersRecord(part, entry):
    record = headOf(part, entry)
    record.update({name: quantity(entry[key], "W") for key, name in POWERS.items() if entry.get(key) is not None})
    if entry.get("imbalance") is not None:
        record["imbalance"] = f"{100 * entry['imbalance']:.3g} %"
    return record


def regionRecords(part, entry):
    for key in ("absorbed_by_region_W", "absorbed_by_walls_and_loads_W"):
        for region, power in (entry.get(key) or {}).items():
            yield {**headOf(part, entry), "in": region, "absorbed": watts(power)}


def complexText(pair, unit):
    sign = "+" if pair[1] >= 0 else "\u2212"
    return f"{pair[0]:.4g} {sign} {abs(pair[1]):.4g}j {unit}"


def gapRecords(part, entry):
    for gap in entry.get("gaps") or []:
        record = {**headOf(part, entry), "gap or port": gap.get("region", "")}
        for key, name, unit in (
            ("voltage_V", "voltage", "V"),
            ("current_A", "current", "A"),
            ("impedance_ohm", "impedance", "\u03a9"),
        ):
            if gap.get(key) and None not in gap[key]:
                record[name] = complexText(gap[key], unit)
        if gap.get("accepted_W") is not None:
            record["accepted"] = quantity(gap["accepted_W"], "W")
        yield record


def powersSection(runs):
    entries = withEntries(runs, "powers")
    if not entries:
        return None
    regions, gaps = ([r for entry in entries for r in of(*entry)] for of in (regionRecords, gapRecords))
    tables = [tableOf([powersRecord(*entry) for entry in entries], "Powers, means over time")]
    return Section("Powers", [*tables, tableOf(regions, "Absorbed"), tableOf(gaps, "Gaps and ports, peak values")])


def rateText(rate):
    return "" if rate is None else f"{rate:.4g} W/kg"


def tissueRecords(part, entry):
    tissues = {**entry.get("tissues", {}), "whole body": entry.get("whole_body") or {}}
    for name, values in tissues.items():
        if values:
            yield {
                **headOf(part, entry),
                "tissue": name,
                "mass": f"{values['mass_kg']:.4g} kg",
                "absorbed": watts(values["absorbed_W"]),
                "mean": rateText(values["mean_W_per_kg"]),
                "largest element": rateText(values["largest_element_W_per_kg"]),
            }


def averageRecords(part, entry):
    for average in entry.get("averages") or []:
        record = {**headOf(part, entry), "averaged over": f"{1000 * average['mass_kg']:g} g"}
        record["peak"] = rateText(average.get("peak_W_per_kg"))
        if average.get("at_m"):
            record["at"] = "(" + ", ".join(f"{1000 * x:.4g}" for x in average["at_m"]) + ") mm"
        record["tissue"] = average.get("tissue") or ""
        yield record


def rateFigures(runs):
    for part in runs.inTime:
        planes = runs.planes(part)
        mirrors = f", mirrored at {namesOf(planes)}" if planes else ""
        for name in fewOf(part.run.sar.names):
            caption = runs.of(part, f"Specific absorption rate, {name}") + mirrors
            arguments = lambda to: (part.directory, name, to, None, None, planes)
            yield figure(caption, draw_sar, arguments, isDrawing=False)


def absorptionSection(runs):
    entries = withEntries(runs, "sar")
    if not entries:
        return None
    averages, tissues = ([r for entry in entries for r in of(*entry)] for of in (averageRecords, tissueRecords))
    tables = [tableOf(averages, "Averages over cubes"), tableOf(tissues, "Tissues")]
    return Section("Specific absorption rate", [*rateFigures(runs), *tables])
