# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""The table of a scaling study, from the summary.json of its runs."""
import json
import os

from scalingRuns import FINISHED, ScalingError

# heading, key of a row, format; columns that no row has are left out
COLUMNS = (
    ("order", "order", "P{}"),
    ("exchange", "exchange", "{}"),
    ("ranks", "ranks", "{}"),
    ("elements", "elements", "{:,}"),
    ("steps", "steps", "{:,}"),
    ("time s", "time_s", "{:.3f}"),
    ("10^6 element-steps/s", "rate", "{:,.2f}"),
    ("speed-up", "speed_up", "{:.2f}"),
    ("efficiency", "efficiency", "{:.1%}"),
    ("exchange hidden", "hidden_share", "{:.1%}"),
    ("waiting", "waiting_share", "{:.1%}"),
    ("imbalance", "imbalance", "{:.3f}"),
    ("of work", "work_imbalance", "{:.3f}"),
    ("of time", "time_imbalance", "{:.3f}"),
    ("set-up s", "setup_s", "{:.1f}"),
    ("bytes a rank", "bytes", "{:.3g}"),
)


def readRows(folders, kind):
    """One row for each point, the fastest of its runs, with efficiency and speed-up in its series."""
    points = {}
    for path in sorted({path for folder in folders for path in folder.rglob("summary.json")}):
        row = rowOf(path)
        if row is None:
            continue
        key = (seriesOf(row, kind), row["ranks"])
        if key not in points or row["rate"] > points[key]["rate"]:
            points[key] = row
    if not points:
        raise ScalingError(
            f"no finished run (summary.json) of the time-domain solver in {', '.join(map(str, folders))}", 3
        )
    rows = [points[key] for key in sorted(points)]
    for row in rows:
        first = next(other for other in rows if seriesOf(other, kind) == seriesOf(row, kind))  # of fewest ranks
        row["speed_up"] = row["rate"] / first["rate"] * first["ranks"]
        row["efficiency"] = row["speed_up"] / row["ranks"]
    return rows


def seriesOf(row, kind):
    """What the points of a line have in common."""
    return (
        row["elements"] if kind == "strong" else 0,
        row["order"],
        row["exchange"] or "",
        row["precision"],
        row["gpu"],
    )


def rowOf(path):
    """What a summary tells, or None where it is no finished time-domain run."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        if data["status"] not in FINISHED or "element_steps_per_s" not in data:
            return None
        point = path.parent.parent.name.split("ranks")
        partition = data["partition"]
        return {
            "order": data["order"],
            "ranks": data["ranks"],
            "elements": data["elements"],
            "precision": data["precision"],
            "exchange": point[1][1:] if len(point) == 2 and point[1] else None,
            "gpu": bool(data["gpus"]),
            "backend": data["gpus"][0]["name"] if data["gpus"] else data["backend"],
            "threads": data["threads"],
            "steps": data["steps"] - data["first_step"],
            "time_s": data["wall_s"]["loop"],
            "rate": data["element_steps_per_s"] / 1e6,
            "setup_s": data["wall_s"]["setup"],
            "setup_ms": data.get("setup_ms"),
            "hidden_share": data.get("exchange", {}).get("hidden_share"),
            "imbalance": partition["imbalance"],
            "work_imbalance": partition.get("work_imbalance"),
            "time_imbalance": partition.get("time_imbalance"),
            "waiting_share": partition.get("waiting_share"),
            "bytes": max(data["peak_bytes"]),
            "commit": data["commit"],
            "summary": str(path),
        }
    except (OSError, ValueError) as error:
        raise ScalingError(f"cannot read {path}: {error}", 3) from error
    except KeyError as missing:
        raise ScalingError(
            f"{path} lacks {missing}: another version of fluxtet wrote it; run that point again", 3
        ) from missing


def cellsOf(rows):
    columns = [column for column in COLUMNS if any(row[column[1]] is not None for row in rows)]
    lines = [["" if row[key] is None else form.format(row[key]) for _, key, form in columns] for row in rows]
    return [heading for heading, _, _ in columns], lines


def textTable(rows):
    heading, lines = cellsOf(rows)
    widths = [max(map(len, column)) for column in zip(heading, *lines)]
    return "".join(
        "  ".join(cell.rjust(width) for cell, width in zip(line, widths)) + "\n" for line in [heading, *lines]
    )


def markdownTable(rows):
    heading, lines = cellsOf(rows)
    return "".join("| " + " | ".join(line) + " |\n" for line in [heading, ["---"] * len(heading), *lines])


def writeTables(rows, kind, folder):
    title = (
        f"{kind} scaling, {rows[0]['precision']} precision, {rows[0]['backend']}, threads a rank: {rows[0]['threads']}, "
        f"commit {rows[0]['commit']}"
    )
    text = f"{title}\n\n{textTable(rows)}"
    print(text, end="")
    folder.mkdir(parents=True, exist_ok=True)
    writeWhole(folder / "table.txt", text)
    writeWhole(folder / "table.md", f"{title}\n\n{markdownTable(rows)}")
    writeWhole(folder / "table.json", json.dumps({"kind": kind, "rows": rows}, indent=2) + "\n")


def writeWhole(path, text):
    """Complete or not at all."""
    part = path.with_name(path.name + ".part")
    try:
        part.write_text(text, encoding="utf-8")
        os.replace(part, path)
    except OSError as error:
        raise ScalingError(f"cannot write {path}: {error}", 3) from error
