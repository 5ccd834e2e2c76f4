# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""What a run of a scaling study was asked for, kept beside it, so that results of other settings are never taken for its own."""
import hashlib
import json

SUFFIX = ".settings.json"


def settingsOf(case, backend, mesh, keys):
    """`keys`: KEY=VALUE of `fluxtet run --set`, of which the last of a KEY counts."""
    values = {name.strip(): value.strip() for name, _, value in (key.partition("=") for key in keys)}
    return {"case": hashlib.sha256(case.read_bytes()).hexdigest(), "backend": backend, "mesh": mesh, "set": values}


def keep(folder, settings):
    folder.with_suffix(SUFFIX).write_text(json.dumps(settings, indent=2) + "\n", encoding="utf-8")


def differences(folder, asked):
    """What differs between the run in `folder` and the settings asked for now, in words; empty if nothing does."""
    try:
        then = json.loads(folder.with_suffix(SUFFIX).read_text(encoding="utf-8"))
        return settingsDifferences(then, asked)
    except OSError:
        return summaryDifferences(folder, asked["set"])
    except (ValueError, KeyError, TypeError):
        return [f"{folder.with_suffix(SUFFIX)} is damaged"]


def settingsDifferences(then, asked):
    found = [] if then["case"] == asked["case"] else ["the case file has changed"]
    found += [
        f"--{name} was {then[name] or 'not given'}, now {asked[name] or 'not given'}"
        for name in ("backend", "mesh")
        if then[name] != asked[name]
    ]
    before, now = then["set"], asked["set"]
    return found + [
        f"{name} was {textOf(before, name)}, now {textOf(now, name)}"
        for name in sorted({*before, *now})
        if before.get(name) != now.get(name)
    ]


def textOf(values, name):
    return "that of the case" if name not in values else values[name] or "its default"


def summaryDifferences(folder, asked):
    """Of a run whose settings were not kept: its summary tells steps and order."""
    try:
        summary = json.loads((folder / "summary.json").read_text(encoding="utf-8"))
        facts = {"time": f"{{steps: {summary['steps']}}}", "dgtd.order": str(summary["order"])}
    except (OSError, ValueError, KeyError):
        return []
    return [
        f"{name} was {value}, now {asked[name]}" for name, value in facts.items() if asked.get(name, value) != value
    ]
