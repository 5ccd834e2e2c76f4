# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""What static runs give: energies, forces, matrices of capacitance and inductance, potentials and fields."""
import os

from ..pictures.common import quantity
from ..pictures.static import alike, draw_field, draw_line, draw_potential, lines_of
from .figures import figure
from .page import Section, Table, tableOf
from .runs import directoriesOf

FIELDS_FILE = "fields.vtkhdf"
MATRICES = {"capacitance_F": ("Capacitance", "F"), "inductance_H": ("Inductance", "H")}
VECTORS = {
    "force_N": ("force", "N"),
    "force_reaction_N": ("force on all others", "N"),
    "force_error_N": ("estimated error of the force", "N"),
    "torque_Nm": ("torque", "N m"),
    "torque_error_Nm": ("estimated error of the torque", "N m"),
}


def unitOf(part, unit):
    """In a plane everything is that of 1 m of depth."""
    return f"{unit}/m" if part.run.isPerMetre else unit


def told(value, unit):
    """A number, or the components of a vector, in words; what is not known is a question mark."""
    if isinstance(value, list):
        return "(" + ", ".join("?" if x is None else f"{x:.5g}" for x in value) + f") {unit}"
    return "" if value is None else quantity(value, unit, 5)


def scalarRecords(part):
    summary = part.run.summary
    if summary.get("energy_J") is not None:
        yield "energy", told(summary["energy_J"], unitOf(part, "J"))
    for name, value in (summary.get("flux_linkage_Wb") or {}).items():
        yield f"flux linkage of {name}", told(value, unitOf(part, "Wb"))
    for name, value in (summary.get("floating_potential_V") or {}).items():
        yield f"potential of {name}, floating", told(value, "V")
    for key, (name, unit) in VECTORS.items():
        for region, value in (summary.get(key) or {}).items():
            yield f"{name}, {region}", told(value, unitOf(part, unit))


def quantitiesTable(runs):
    """A column for each run."""
    columns = [dict(scalarRecords(part)) for part in runs.static]
    names = list(dict.fromkeys(name for column in columns for name in column))
    rows = [[name, *(column.get(name, "") for column in columns)] for name in names]
    return Table(["", *(part.name for part in runs.static)], rows) if rows else None


def matrixTables(runs):
    for part in runs.static:
        for key, (title, unit) in MATRICES.items():
            found = part.run.summary.get(key)
            if found:
                rows = [
                    [name, *(told(x, unitOf(part, unit)) for x in row)]
                    for name, row in zip(found["names"], found["matrix"])
                ]
                yield Table(["", *found["names"]], rows, runs.of(part, title))


def pointsTable(runs):
    records = []
    for part in runs.static:
        for name, point in part.run.points.items():
            record = {"point": runs.of(part, name)}
            for key, value in point.values.items():
                unit = point.units[key]
                record[key] = quantity(value, unit) if unit and value == value else str(value)
            records.append(record)
    return tableOf(records, "Points")


def fieldFigures(runs):
    for part in runs.static:
        if os.path.exists(os.path.join(part.directory, FIELDS_FILE)):
            arguments = lambda to: (part.directory, to)
            yield figure(runs.of(part, "Equipotential or flux lines"), draw_potential, arguments)
            yield figure(runs.of(part, "Magnitude of the field"), draw_field, arguments, isDrawing=False)


def lineFigures(runs):
    lines, whole = lines_of(directoriesOf(runs.static))
    for name, found in lines.items():
        yield figure(f'Line "{name}"', draw_line, lambda to: (alike(found), to, whole))


def staticSection(runs):
    if not runs.static:
        return None
    blocks = [quantitiesTable(runs), *matrixTables(runs), pointsTable(runs)]
    blocks += [*fieldFigures(runs), *lineFigures(runs)]
    return Section("Static results", blocks) if any(block is not None for block in blocks) else None
