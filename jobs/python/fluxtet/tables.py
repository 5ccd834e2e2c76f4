# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""CSV files of results, whose first line tells names and units of the columns."""
import csv
import re

import numpy as np

from .errors import ResultsError

HEAD = re.compile(r"(.+?) \[(.*)\]")


def headsOf(texts):
    """(name, unit) of each column; without a unit the unit is empty."""
    matches = [HEAD.fullmatch(text) for text in texts]
    return [(match[1], match[2]) if match else (text, "") for match, text in zip(matches, texts)]


def readLines(path):
    try:
        with open(path, encoding="utf-8") as stream:
            return stream.read().splitlines()
    except OSError as error:
        raise ResultsError(f"cannot read {path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise ResultsError(f"{path} is damaged: it is no text") from error


def numbers(lines, path):
    """Rows [row][column] of numbers."""
    try:
        return np.loadtxt(lines, delimiter=",", ndmin=2) if lines else np.zeros((0, 0))
    except ValueError as error:
        raise ResultsError(f"{path} is damaged: {error}") from error


class TextTable:
    """A table with columns of names besides those of numbers. `first`: how its first line begins."""

    def __init__(self, path, first, what):
        self.path = str(path)
        rows = list(csv.reader(readLines(self.path)))
        if len(rows) < 2 or rows[0][0] != first:
            raise ResultsError(f'{self.path} is not {what}: its first line should begin with "{first}"')
        heads = headsOf(rows[0])
        if any(len(row) != len(heads) for row in rows):
            raise ResultsError(f"{self.path} is damaged: its rows are not all of {len(heads)} columns")
        self.texts = {name: [row[i] for row in rows[1:]] for i, (name, _) in enumerate(heads)}
        self.units = dict(heads)

    def column(self, name):
        """Numbers of a column."""
        if name not in self.texts:
            raise ResultsError(f"{self.path} lacks the column {name}")
        try:
            return np.array([float(text) for text in self.texts[name]])
        except ValueError as error:
            raise ResultsError(f"{self.path} is damaged: {error}") from error
