# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Reads scattering parameters from Touchstone files, version 1.x (Touchstone File Format Specification, IBIS Open
Forum, revision 1.1, 2002): any number of ports, RI, MA and DB, Hz to GHz, any reference resistance."""
import dataclasses
import os
import re

import numpy as np

from .errors import ResultsError

UNITS = {"HZ": 1.0, "KHZ": 1e3, "MHZ": 1e6, "GHZ": 1e9}
FORMATS = ("RI", "MA", "DB")
PARAMETERS = "SYZHG"
DEFAULTS = ("GHZ", "S", "MA", 50.0)  # of an option line, the standard's


class TouchstoneError(ResultsError):
    """The file is not what it should be; the text says where and why."""


@dataclasses.dataclass
class Network:
    """Scattering parameters of a network: s[k][i][j] is the wave out of port i + 1 for a unit wave into port j + 1 at
    frequency k, both against `resistance`."""

    path: str
    frequency: np.ndarray  # Hz, ascending
    s: np.ndarray  # complex [frequency][port][port]
    resistance: float  # ohm
    isNominal: bool = False  # each port refers to an impedance of its own, as fluxtet writes it for modes of wave ports

    @property
    def ports(self):
        return self.s.shape[1]


def readTouchstone(path):
    """The Network in a file NAME.sNp."""
    ports = portsOf(path)
    try:
        with open(path, encoding="utf-8", errors="replace") as stream:
            lines = stream.read().splitlines()
    except OSError as error:
        raise TouchstoneError(f"cannot read {path}: {error.strerror}") from error
    options, records = None, []
    for number, line in enumerate(lines, 1):
        text = line.split("!", 1)[0].strip()
        if text.startswith("["):
            raise TouchstoneError(f"{path}, line {number}: {text.split()[0]} is of Touchstone 2, only 1.x is read")
        if text.startswith("#"):
            options = options or optionsOf(text, f"{path}, line {number}")  # the first one counts
        elif text:
            records.append((number, numbersOf(text, f"{path}, line {number}")))
    if options is None:
        raise TouchstoneError(f'{path} has no option line, such as "# Hz S RI R 50"')
    unit, form, resistance = options
    rows = rowsOf(records, 1 + 2 * ports**2, path)
    frequency = unit * rows[:, 0]
    if not np.isfinite(rows).all():
        raise TouchstoneError(f"{path} holds values that are not finite")
    if frequency[0] < 0 or (np.diff(frequency) <= 0).any():
        raise TouchstoneError(f"{path}: its frequencies do not ascend")
    isNominal = any(line.startswith("!") and "R is nominal" in line for line in lines)
    return Network(path, frequency, matricesOf(rows[:, 1:], form, ports), resistance, isNominal)


def portsOf(path):
    match = re.fullmatch(r"\.s([1-9]\d*)p", os.path.splitext(path)[1].lower())
    if not match:
        raise TouchstoneError(f"{path} does not tell its number of ports: its name should end in .s1p, .s2p, ...")
    return int(match[1])


def optionsOf(text, place):
    """(unit in Hz, form, resistance) of an option line; what is left out has the standard's default."""
    unit, parameter, form, resistance = DEFAULTS
    words = text[1:].upper().split()
    while words:
        word = words.pop(0)
        if word in UNITS:
            unit = word
        elif word in FORMATS:
            form = word
        elif word == "R" and words:
            resistance = positiveNumber(words.pop(0), place)
        elif len(word) == 1 and word in PARAMETERS:
            parameter = word
        else:
            raise TouchstoneError(f'{place}: "{word}" is not understood in an option line, such as "# Hz S RI R 50"')
    if parameter != "S":
        raise TouchstoneError(f"{place}: {parameter} parameters; only S is read")
    return UNITS[unit], form, resistance


def positiveNumber(word, place):
    try:
        value = float(word)
    except ValueError:
        value = 0.0
    if not 0 < value < float("inf"):
        raise TouchstoneError(f'{place}: the reference resistance "{word}" is no number of ohms above zero')
    return value


def numbersOf(text, place):
    try:
        return [float(word) for word in text.split()]
    except ValueError as error:
        raise TouchstoneError(f"{place}: {error}") from error


def rowsOf(records, length, path):
    """Numbers by frequency [frequency][length]. A frequency begins a line, and a matrix ends one: a line of an odd count
    begins a new one, as values come in pairs."""
    rows = []
    for number, values in records:
        if len(values) % 2:
            if length == 9 and len(values) == 5 and rows and len(rows[-1]) == 9 and values[0] <= rows[-1][0]:
                raise TouchstoneError(f"{path}, line {number}: noise parameters, which are not read")
            if rows and len(rows[-1]) != length:
                raise TouchstoneError(shortText(path, number, rows[-1], length))
            rows.append(values)
        elif not rows:
            raise TouchstoneError(f"{path}, line {number}: data should begin with a frequency and a pair of values")
        else:
            rows[-1] = rows[-1] + values
        if len(rows[-1]) > length:
            raise TouchstoneError(
                f"{path}, line {number}: {len(rows[-1]) - 1} values at a frequency, {length - 1} are due: is the number "
                "of ports in its name right?"
            )
    if not rows:
        raise TouchstoneError(f"{path} holds no data")
    if len(rows[-1]) != length:
        raise TouchstoneError(shortText(path, records[-1][0], rows[-1], length))
    return np.array(rows)


def shortText(path, number, row, length):
    return (
        f"{path}, line {number}: {len(row) - 1} instead of {length - 1} values at the frequency before: is the file cut "
        "off, or the number of ports in its name wrong?"
    )


def matricesOf(values, form, ports):
    """[frequency][row][column]: by rows, but of two ports by columns, S11 S21 S12 S22."""
    first, second = values[:, 0::2], values[:, 1::2]
    if form == "RI":
        entries = first + 1j * second
    else:
        size = 10.0 ** (first / 20.0) if form == "DB" else first
        entries = size * np.exp(1j * np.radians(second))
    matrices = entries.reshape(-1, ports, ports)
    return matrices.transpose(0, 2, 1) if ports == 2 else matrices


def impedance(reflection, resistance):
    """Z of a port from its reflection against a resistance, ohm; infinite where all comes back in phase."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return resistance * (1 + reflection) / (1 - reflection)
