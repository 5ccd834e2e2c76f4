# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""What was computed, by what, in which time; and what the runs warned of."""
from ..pictures.common import quantity
from ..run import PortStudy
from .page import Bullets, Section, Table

ENDS = {"done": "done", "decayed": "done: the fields had decayed (untilDecay)"}


def count(value):
    return f"{value:,}"


def seconds(value):
    """A wall time."""
    if value < 60:
        return f"{value:.3g} s"
    minutes, rest = divmod(round(value), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min {rest} s"


def machineOf(summary):
    """What computed it: the backend, GPUs, ranks."""
    parts = [summary["backend"]] if "backend" in summary else []
    parts += [f"{gpu['count']} x {gpu['name']}" for gpu in summary.get("gpus") or []]
    if "ranks" in summary:
        parts.append(f"{summary['ranks']} rank(s), {summary.get('threads', 1)} thread(s) each")
    return ", ".join(parts)


def wallTimeOf(summary):
    if "milliseconds" in summary:
        times = summary["milliseconds"]
        return f"{seconds(sum(times.values()) / 1000)} (solution {seconds(times.get('solve', 0.0) / 1000)})"
    times = summary.get("wall_s", {})
    parts = ", ".join(
        f"{name} {seconds(times[key])}" for key, name in (("setup", "set-up"), ("loop", "steps")) if key in times
    )
    return seconds(times["total"]) + (f" ({parts})" if parts else "") if "total" in times else ""


def meshOf(summary):
    edges = [summary.get(key) for key in ("h_min_m", "h_max_m")]
    text = f"{count(summary['elements'])} elements" if "elements" in summary else ""
    if "nodes" in summary:
        text += f", {count(summary['nodes'])} nodes"
    return text + (f", edges of {quantity(edges[0], 'm')} to {quantity(edges[1], 'm')}" if all(edges) else "")


def symmetryOf(summary):
    planes = summary.get("symmetry_planes", [])
    return ", ".join(f"{', '.join(plane['surfaces'])} ({plane['kind']})" for plane in planes)


def stepsOf(summary):
    if "steps" not in summary:
        return ""
    steps = summary["steps"]
    return count(steps) + (f", to {quantity(steps * summary['dt_s'], 's')}" if summary.get("dt_s") else "")


def energyOf(summary):
    energy = summary.get("energy_J")
    if not isinstance(energy, dict):
        return ""
    level = energy.get("final_over_peak_dB")
    text = quantity(energy["final"], "J") if energy.get("final") is not None else ""
    return text + (f", {level:.1f} dB of its peak" if level is not None else "")


FACTS = {
    "title": lambda run: run.title,
    "case": lambda run: run.summary.get("case", ""),
    "output directory": lambda run: run.directory,
    "ended": lambda run: ENDS.get(run.status, run.status),
    "problem": lambda run: run.summary.get("problem", ""),
    "mesh": lambda run: meshOf(run.summary),
    "planes of symmetry": lambda run: symmetryOf(run.summary),
    "order": lambda run: f"P{run.summary['order']}" if "order" in run.summary else "",
    "unknowns": lambda run: count(run.summary["dofs"]) if "dofs" in run.summary else "",
    "precision": lambda run: run.summary.get("precision", ""),
    "time step": lambda run: quantity(run.summary["dt_s"], "s") if "dt_s" in run.summary else "",
    "steps": lambda run: stepsOf(run.summary),
    "final energy": lambda run: energyOf(run.summary),
    "iterations": lambda run: count(run.summary["iterations"]) if "iterations" in run.summary else "",
    "residual": lambda run: f"{run.summary['residual']:.3g}" if run.summary.get("residual") is not None else "",
    "backend": lambda run: machineOf(run.summary),
    "wall time": lambda run: wallTimeOf(run.summary),
    "speed": lambda run: speedOf(run.summary),
    "memory": lambda run: memoryOf(run.summary),
    "program": lambda run: f"fluxtet {run.summary.get('version', '')} ({run.summary.get('commit', '')})",
}


def speedOf(summary):
    rate = summary.get("element_steps_per_s")
    return f"{rate / 1e6:.4g} million element-steps/s" if rate else ""


def memoryOf(summary):
    host = summary.get("peak_bytes")
    return f"{sum(host) / 2**20:,.0f} MiB on the host" if isinstance(host, list) and host else ""


def factsSection(runs):
    """Facts that no run has are left out."""
    rows = [[name, *(fact(part.run) for part in runs.parts)] for name, fact in FACTS.items()]
    heads = ["", *(part.name for part in runs.parts)]
    table = Table(heads, [row for row in rows if any(row[1:])], merges=True)
    return Section("Runs" if runs.areSeveral else "Run", [table])


def warningsSection(runs):
    """Each text once, with the runs that it is of."""
    places = {}
    for part in [*(one for one in runs.given if isinstance(one.run, PortStudy)), *runs.parts]:
        for text in part.run.warnings:
            places.setdefault(text, []).append(part.name)
    texts = [f"{', '.join(names)}: {text}" if runs.areSeveral else text for text, names in places.items()]
    return Section("Warnings", [Bullets(texts)], "warnings") if texts else None
