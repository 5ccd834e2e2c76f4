# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Single numbers of a run, by an expression such as S11_dB@2.4GHz, gain@2.4GHz or summary.energy_J."""
import dataclasses
import math
import re

import numpy as np

from .errors import ResultsError, StudyError
from .quantities import placeOf, told
from .run import PortStudy, StaticRun

EXPRESSION = re.compile(r"(?P<name>[A-Za-z]+)(?P<digits>\d+)?(?P<inside>\([^()]*\))?(?P<rest>[^@]*)(?:@(?P<place>.+))?")
FREQUENCY = re.compile(r"([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)\s*([kMGT]?)(?:Hz)?")
FACTORS = {"": 1.0, "k": 1e3, "M": 1e6, "G": 1e9, "T": 1e12}
EXTREMES = ("min", "max", "atMin", "atMax")
PATTERNS = {  # of a far field: its property, and the unit
    "gain": ("gain", "dBi"),
    "realisedGain": ("realisedGain", "dBi"),
    "directivity": ("directivity", "dBi"),
    "axialRatio": ("axialRatio", "dB"),
    "crossSection": ("radarCrossSection", "dBsm"),
}
FORMS = {  # of a complex number, whose units stand in the name
    "": (np.abs, ""),
    "_dB": (lambda s: 20 * np.log10(np.maximum(np.abs(s), 1e-300)), ""),
    "_deg": (lambda s: np.degrees(np.angle(s)), ""),
    "_re": (np.real, ""),
    "_im": (np.imag, ""),
}
USAGE = (
    "S11@2.4GHz, S11_dB@min, S(Out,In)_deg@1GHz, gain@2.4GHz, gain(90,0)@2.4GHz, farField.radiated_W@2.4GHz, "
    "powers.absorbed_W@900MHz, sar.10g@900MHz, point.NAME.potential, summary.KEY"
)


@dataclasses.dataclass(frozen=True)
class Answer:
    name: str
    unit: str  # empty where the name tells it
    value: float

    @property
    def head(self):
        return f"{self.name} [{self.unit}]" if self.unit else self.name


class Expression:
    """What is asked for: `name` of the quantity, `digits` behind it, what stands `inside` brackets, the `rest` of a path, and
    `place`: a frequency in Hz, an extreme, or None; `port`: of several excited ones the one whose run is meant."""

    def __init__(self, text):
        self.text = text.strip()
        match = EXPRESSION.fullmatch(self.text)
        self.port = None
        if (not match or match["name"] not in READERS) and "/" in self.text:
            self.port, _, rest = self.text.partition("/")
            match = EXPRESSION.fullmatch(rest)
        if not match or match["name"] not in READERS or (match["digits"] and match["name"] != "S"):
            raise StudyError(f"--result {text}: no such result; there are such as {USAGE}")
        self.name, self.digits, self.inside = match["name"], match["digits"], (match["inside"] or "()")[1:-1]
        self.rest, self.place = match["rest"], self.placeIn(match["place"])
        takesExtremes, check = RULES[self.name]
        if (self.place in EXTREMES and not takesExtremes) or not check(self):
            raise StudyError(f"--result {text} is not understood; there are results such as {USAGE}")

    def placeIn(self, text):
        if text is None or text in EXTREMES:
            return text
        match = FREQUENCY.fullmatch(text.strip())
        if not match:
            raise StudyError(
                f"--result {self.text}: '{text}' is no frequency, such as 2.4GHz, and none of {', '.join(EXTREMES)}"
            )
        return float(match[1]) * FACTORS[match[2]]

    def answers(self, run):
        """[Answer]: one, or of a part of the summary all numbers in it."""
        if self.port is not None:
            if not isinstance(run, PortStudy):
                raise ResultsError(f"{run.directory} has no runs of single ports: leave {self.port}/ out")
            run = run.runs[self.port]
        if isinstance(run, StaticRun) != (self.name == "point") and self.name != "summary":
            other = "static" if isinstance(run, StaticRun) else "time-domain"
            raise ResultsError(f"{run.directory} is of a {other} run, which has no {self.name}")
        return READERS[self.name](self, run)

    def answer(self, run):
        """The only one."""
        answers = self.answers(run)
        if len(answers) > 1:
            names = ", ".join(answer.name for answer in answers[:6])
            raise StudyError(f"--result {self.text}: one number is needed, and there are {len(answers)}: {names}, ...")
        return answers[0]

    def frequencyIn(self, frequencies, path):
        """The number of the frequency asked for; without one there must be a single one."""
        if self.place is None and len(frequencies) != 1:
            ends = f"{told(frequencies[0], 'Hz')} to {told(frequencies[-1], 'Hz')}"
            raise ResultsError(f"{path}: at which of {len(frequencies)} frequencies from {ends}? Write {self.text}@...")
        return 0 if self.place is None else placeOf(frequencies, self.place, "Hz", "frequency", path)


def sParameter(asked, run):
    table = run.ports.sParameters
    toPort, fromPort = portsOf(asked, table)
    function, unit = FORMS[asked.rest]
    values = function(table.parameter(toPort, fromPort))
    if asked.place not in EXTREMES:
        return [Answer(asked.text, unit, float(values[asked.frequencyIn(table.frequency, table.path)]))]
    if np.isnan(values).all():
        return [Answer(asked.text, unit, math.nan)]
    index = int(np.nanargmin(values) if asked.place in ("min", "atMin") else np.nanargmax(values))
    if asked.place in ("min", "max"):
        return [Answer(asked.text, unit, float(values[index]))]
    return [Answer(asked.text, "Hz", float(table.frequency[index]))]


def portsOf(asked, table):
    """Names of the two ports, which are given by names or by numbers from 1 on."""
    words = [word.strip() for word in (asked.inside.split(",") if asked.inside else asked.digits)]
    names = []
    for word in words:
        isNumber = word.isdigit() and word not in table.ports
        if isNumber and not 1 <= int(word) <= len(table.ports):
            raise ResultsError(f"{table.path} has no port {word}: there are {', '.join(table.ports)}")
        names.append(table.ports[int(word) - 1] if isNumber else word)
    return names


def isSParameter(asked):
    given = asked.inside.count(",") == 1 if asked.inside else len(asked.digits or "") == 2
    return given and not (asked.inside and asked.digits) and asked.rest in FORMS


def pattern(asked, run):
    """In a direction (theta,phi) in degrees, else the largest of all directions."""
    attribute, unit = PATTERNS[asked.name]
    far = run.farField
    values = getattr(far, attribute)[asked.frequencyIn(far.frequencies, far.path)]
    if asked.inside:
        theta, phi = map(float, asked.inside.split(","))
        return [Answer(asked.text, unit, float(values[far.thetaIndex(theta), far.phiIndex(phi)]))]
    return [Answer(asked.text, unit, float(np.max(values)))]


def isPattern(asked):
    number = r"\s*[-+]?(\d+\.?\d*|\.\d+)\s*"
    return not asked.rest and (not asked.inside or re.fullmatch(f"{number},{number}", asked.inside) is not None)


def atFrequency(asked, run):
    """A number of the entry at a frequency of farField, powers or sar in the summary."""
    part = run.fact(asked.name, f"it comes of output.{'sar' if asked.name == 'powers' else asked.name}")
    entries = part["frequencies"] if asked.name == "farField" else part if isinstance(part, list) else [part]
    index = asked.frequencyIn([entry["frequency_Hz"] for entry in entries], run.path("summary.json"))
    path = asked.rest[1:]
    if asked.name == "sar" and path.endswith("g") and path[:-1].replace(".", "", 1).isdigit():
        return [Answer(asked.text, "W/kg", averagePeak(entries[index], path, run))]
    return numbersAt(entries[index], path, asked.text, run)


def averagePeak(entry, name, run):
    mass = float(name[:-1]) * 1e-3  # kg
    for average in entry.get("averages", []):
        if math.isclose(average["mass_kg"], mass, rel_tol=1e-6):
            return floatOf(average["peak_W_per_kg"])
    have = ", ".join(f"{1e3 * average['mass_kg']:g} g" for average in entry.get("averages", [])) or "none"
    raise ResultsError(f"{run.directory} has no average over {name}: output.sar.averages has {have}")


def staticPoint(asked, run):
    name, _, column = asked.rest[1:].rpartition(".")
    point = run.points[name]
    if column not in point.values:
        raise ResultsError(f"point {name} of {run.directory} has {', '.join(point.values)}, no {column}")
    return [Answer(asked.text, point.units[column], float(point.values[column]))]


def inSummary(asked, run):
    return numbersAt(run.summary, asked.rest[1:], asked.text, run)


def numbersAt(part, path, text, run):
    """[Answer] of all numbers at a path of names with dots and indices in brackets; (a,b) are names of a matrix."""
    found = partAt(part, path, run)
    answers = list(leaves(found, text))
    if not answers:
        raise ResultsError(f"{run.path('summary.json')} has no number at {path}")
    return answers


def partAt(part, path, run):
    """Names may hold dots and brackets: the longest one that fits is taken."""
    while path:
        index = re.match(r"\[(\d+)\]", path)
        pair = re.match(r"\(([^()]+),([^()]+)\)", path)
        path = path.removeprefix(".")
        if isMatrix(part) and pair and all(name in part["names"] for name in pair.groups()):
            i, j = (part["names"].index(name) for name in pair.groups())
            part, rest = part["matrix"][i][j], path[pair.end() :]
        elif isinstance(part, list) and index and int(index[1]) < len(part):
            part, rest = part[int(index[1])], path[index.end() :]
        else:
            names = [name for name in part if path.startswith(name)] if isinstance(part, dict) else []
            names = [name for name in names if path[len(name) :][:1] in ("", ".", "[", "(")]
            if not names:
                raise ResultsError(f"{run.path('summary.json')} has no {path}: {toldParts(part)}")
            name = max(names, key=len)
            part, rest = part[name], path[len(name) :]
        path = rest
    return part


def toldParts(part):
    if isMatrix(part):
        return f"a matrix of {', '.join(part['names'])}, such as ({part['names'][0]},{part['names'][-1]})"
    if isinstance(part, list):
        return f"there are [0] to [{len(part) - 1}]"
    return f"there are {', '.join(part)}" if isinstance(part, dict) else "it is a single value"


def isMatrix(part):
    return isinstance(part, dict) and part.keys() == {"names", "matrix"}


def leaves(part, name):
    """Answers of all numbers in a part of the summary; of a matrix those of each pair once."""
    if isMatrix(part):
        for i, first in enumerate(part["names"]):
            for j in range(i, len(part["names"])):
                yield Answer(f"{name}({first},{part['names'][j]})", "", floatOf(part["matrix"][i][j]))
    elif isinstance(part, dict):
        for key, value in part.items():
            yield from leaves(value, f"{name}.{key}")
    elif isinstance(part, list):
        for index, value in enumerate(part):
            yield from leaves(value, f"{name}[{index}]")
    elif part is None or (isinstance(part, (int, float)) and not isinstance(part, bool)):
        yield Answer(name, "", floatOf(part))


def floatOf(number):
    """`null` of the summary is what is not finite."""
    return math.nan if number is None else float(number)


def isPath(asked):
    return asked.rest.startswith(".") and len(asked.rest) > 1 and not asked.inside


def isPathWithoutPlace(asked):
    return isPath(asked) and asked.place is None


READERS = {
    "S": sParameter,
    "farField": atFrequency,
    "powers": atFrequency,
    "sar": atFrequency,
    "point": staticPoint,
    "summary": inSummary,
    **dict.fromkeys(PATTERNS, pattern),
}
RULES = {  # whether extremes are understood, and what the rest must be
    "S": (True, isSParameter),
    "farField": (False, isPath),
    "powers": (False, isPath),
    "sar": (False, isPath),
    "point": (False, isPathWithoutPlace),
    "summary": (False, isPathWithoutPlace),
    **dict.fromkeys(PATTERNS, (False, isPattern)),
}
