# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""The variants of a study: which values each of its keys takes, and the name of each variant."""
import collections
import dataclasses
import hashlib
import itertools
import re

from .caseKeys import splitOutside
from .errors import StudyError

NUMBER = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"
RANGE = re.compile(rf"({NUMBER})\s*([^\d\s.:][^\s.:]*)?\s*\.\.\s*({NUMBER})\s*([^\d\s.:][^\s.:]*)?\s*(?::\s*(\d+))?")
QUANTITY = re.compile(rf"({NUMBER})(\s*)([^\d\s].*)?")
LONGEST = 40  # letters of a value in the name of a variant
MOST = 10000  # variants


@dataclasses.dataclass(frozen=True)
class Variant:
    """`name`: of its folder; `values`: {key: value} of the keys that differ between variants."""

    name: str
    values: dict


def parseSets(words):
    """{key: [values]} of the words KEY=VALUE,VALUE,..., of which the last of a key counts."""
    found = {}
    for word in words:
        key, equals, text = word.partition("=")
        key = key.strip()
        if not equals or not key:
            raise StudyError(f"--set {word}: KEY=VALUE or KEY=VALUE,VALUE,... is needed")
        if key == "output.directory":
            raise StudyError("--set output.directory: the folder of the study is named by --output")
        if "\n" in text:
            raise StudyError(f"--set {key}: a value of several lines: write it in braces, or as a list in brackets")
        found[key] = valuesOf(key, text)
    return found


def valuesOf(key, text):
    """Values of a key, between commas outside of brackets and quotes; ranges A..B:COUNT stand for their values."""
    try:
        parts = splitOutside(text, ",")
    except ValueError as error:
        raise StudyError(f"--set {key}={text}: {error}") from error
    if len(parts) > 1 and "" in parts:
        raise StudyError(f"--set {key}={text}: there is nothing between two commas, or at an end")
    values = [value for part in parts for value in valuesOfRange(key, part)]
    twice = next((value for value, count in collections.Counter(map(squeezed, values)).items() if count > 1), None)
    if twice is not None:
        raise StudyError(f"--set {key}={text}: the value {twice} stands there twice")
    return values


def valuesOfRange(key, text):
    """[values] of A..B:COUNT, at equal distances with both ends, or of whole numbers A..B; of anything else the text."""
    match = RANGE.fullmatch(text)
    if not match:
        return [text]
    first, last = float(match[1]), float(match[3])
    unit = match[4] or match[2] or ""
    if match[2] and match[2] != unit:
        raise StudyError(f"--set {key}={text}: both ends of a range need the same unit")
    if match[5] is None:
        if unit or first != int(first) or last != int(last) or last < first:
            raise StudyError(f"--set {key}={text}: how many values? Add their number, as in {text}:5")
        count = int(last - first) + 1
    else:
        count = int(match[5])
    if not 2 <= count <= MOST or first == last:
        raise StudyError(f"--set {key}={text}: a range has two different ends and 2 to {MOST} values")
    step = (last - first) / (count - 1)
    return [f"{first + step * i:.12g}" + (f" {unit}" if unit else "") for i in range(count)]


def sharedAndVaried(sets):
    """{key: its only value} of the keys that all variants share, and {key: [values]} of the others."""
    shared = {key: values[0] for key, values in sets.items() if len(values) == 1}
    return shared, {key: values for key, values in sets.items() if len(values) > 1}


def product(varied):
    """[Variant] of all values of each key with all of the others; the last key changes fastest."""
    count = 1
    for values in varied.values():
        count *= len(values)
    if count > MOST:
        raise StudyError(f"{count} variants: a study has at most {MOST}")
    return [variantOf(dict(zip(varied, values))) for values in itertools.product(*varied.values())]


def variantOf(values):
    names = shortNames(values)
    return Variant("_".join(f"{names[key]}={valueName(value)}" for key, value in values.items()), values)


def shortNames(keys):
    """{key: its last part}, or the whole key where two keys end alike."""
    ends = {key: fileName(re.split(r"\.(?=[^\"]*$)", key)[-1]) for key in keys}
    counts = collections.Counter(ends.values())
    return {key: end if counts[end] == 1 else fileName(key) for key, end in ends.items()}


def valueName(value):
    """The value as a part of a file's name, a list without its brackets. Where more must be left out, a checksum of the value
    keeps the names of different values apart."""
    plain = squeezed(value)
    if not plain:
        return "default"
    parts = plain[1:-1].split(",") if re.fullmatch(r"\[[^\[\]]+,[^\[\]]+\]", plain) else [plain]
    name = ",".join(map(fileName, parts))
    if len(name) <= LONGEST and all(fileName(part) == part for part in parts):
        return name
    return f"{name[:LONGEST]}~{hashlib.sha256(plain.encode()).hexdigest()[:6]}".lstrip("~")


def squeezed(text):
    return re.sub(r"\s+", "", text)


def fileName(text):
    """Letters, digits and few signs, which no shell, no SLURM and no file system takes for anything else."""
    name = re.sub(r"[^A-Za-z0-9_.+-]+", "-", text)
    return name if name == text else name.strip("-")


def overridesOf(values):
    """KEY=VALUE, as of `fluxtet run --set`."""
    return [f"{key}={value}" for key, value in values.items()]
