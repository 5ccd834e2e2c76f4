# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Refines a case until its results change by less than a tolerance, and estimates the error that is left."""
import dataclasses
import math
import re

from .caseKeys import valueAt
from .errors import StudyError
from .variants import QUANTITY, variantOf

HIGHEST = {"dgtd": 4, "static": 2}  # order
FINEST = 8  # mesh.refine


@dataclasses.dataclass(frozen=True)
class Tolerance:
    """`share`: whether the number is one of the last value, or has the unit of the result."""

    number: float
    share: bool

    @staticmethod
    def of(text):
        match = re.fullmatch(r"\s*(\d+\.?\d*(?:[eE][-+]?\d+)?|\.\d+(?:[eE][-+]?\d+)?)\s*(%?)\s*", text)
        if not match or float(match[1]) <= 0:
            raise StudyError(
                f"--tolerance {text}: a share such as 0.5%, or a number in the unit of the result, above 0"
            )
        return Tolerance(float(match[1]) / (100 if match[2] else 1), bool(match[2]))

    def allows(self, change, value):
        return change <= self.number * (abs(value) if self.share else 1)

    def told(self, difference, value):
        if not self.share:
            return f"{difference:.3g}"
        return f"{100 * difference / abs(value):.3g} %" if value else f"{difference:.3g} of a value that is 0"


@dataclasses.dataclass(frozen=True)
class Refinement:
    """What is made finer from run to run: `key` of the case, its first value, by what sizes are divided."""

    key: str
    first: str
    factor: float

    def value(self, number):
        """Text of the value in the run with this number, from 0 on; None beyond the finest."""
        if self.isSize:
            match = QUANTITY.fullmatch(self.first)
            return f"{float(match[1]) / self.factor**number:.6g}{match[2]}{match[3] or ''}"
        value = int(self.first) + number
        return str(value) if value <= self.last else None

    @property
    def isSize(self):
        return self.key.split(".")[-1] not in ("order", "refine")

    @property
    def last(self):
        return FINEST if self.key == "mesh.refine" else HIGHEST[self.key.split(".")[0]]

    def toldEnd(self, runs):
        """Why no finer run follows."""
        if self.value(runs) is None:
            return f"{self.key} = {self.last} is the highest; refine by another key, from a finer beginning"
        return f"--most {runs} runs were made; the same command with more of them goes on"

    def variants(self, most):
        values = [self.value(number) for number in range(most)]
        return [variantOf({self.key: value}) for value in values if value is not None]


def refinementOf(word, caseText, shared, first, factor):
    """Of `size`, `order`, `refine`, or the key of another size. `first`: the value to begin with; None: that of the case.
    What the study's --set gives for the key is taken out of `shared`."""
    key = {"size": "mesh.size", "refine": "mesh.refine", "order": f"{solverOf(caseText, shared)}.order"}.get(word, word)
    default = {"mesh.refine": "0", "dgtd.order": "2"}.get(key)
    given = shared.pop(key, None)
    first = first or given or valueAt(caseText, key) or default
    if key == "mesh.size" and first == "auto":
        raise StudyError(
            f"--converge {word}: sizes follow mesh.accuracy where mesh.size is auto: --converge mesh.accuracy --from 0.03"
        )
    if first is None and key == "static.order":
        first = "1"
    if not first:
        raise StudyError(f"--converge {word}: the case does not tell {key}: give the value to begin with by --from")
    if factor <= 1:
        raise StudyError(f"--factor {factor:g}: sizes are divided by it, so that it must be above 1")
    refinement = Refinement(key, first.strip(), factor)
    if refinement.isSize:
        match = QUANTITY.fullmatch(refinement.first)
        if not match or float(match[1]) <= 0:
            raise StudyError(f"--converge {word}: {key} begins with '{first}', which is no size above 0")
    elif not re.fullmatch(r"\d+", refinement.first) or refinement.value(0) is None:
        raise StudyError(
            f"--converge {word}: {key} begins with '{first}', which is no whole number to {refinement.last}"
        )
    return refinement


def requireTimeToStay(caseText, shared):
    """Refuses a time-domain case whose end is a number of steps: finer elements have shorter ones."""
    steps = shared.get("time.steps") or valueAt(caseText, "time.steps")
    if steps and solverOf(caseText, shared) == "dgtd":
        raise StudyError(
            f"--converge: time.steps = {steps} would end finer runs, whose steps are shorter, at an earlier time: give "
            "time.end in the case in its place"
        )


def solverOf(caseText, shared):
    return shared.get("solver") or valueAt(caseText, "solver") or "dgtd"


@dataclasses.dataclass(frozen=True)
class Estimate:
    """Of the last of some values: the error that is left, the limit that they tend to, by how much changes shrink."""

    error: float
    limit: float
    ratio: float


def estimateOf(values):
    """From the last three, if they go one way by shrinking steps, as if all errors were a power of the size (Richardson) or,
    with the order, shrank by the same factor each time (Aitken); for sizes in a constant ratio both are the same. Else
    None."""
    if len(values) < 3:
        return None
    before, last = values[-2] - values[-3], values[-1] - values[-2]
    if last == 0 or before / last <= 1:
        return None
    ratio = before / last
    left = last / (ratio - 1)
    return Estimate(abs(left), values[-1] + left, ratio)


def errorOfSteps(values, steps):
    """The error of the last value if all of its change from the value before it were that of leap-frog's time steps, which
    falls as their square. None where `steps`, the lengths of both time steps, have none or do not shrink by a tenth, so that
    a change says nothing about them.
    """
    if len(values) < 2 or not steps[-2] or not steps[-1] or steps[-1] > 0.9 * steps[-2]:
        return None
    return abs(values[-1] - values[-2]) / ((steps[-2] / steps[-1]) ** 2 - 1)


class Series:
    """Values of one result, by the name of it, over the runs. `steps`: the time step of each run, s; None where there is
    none, or where its error is of a higher order."""

    def __init__(self, name, tolerance):
        self.name, self.tolerance, self.unit, self.values, self.steps = name, tolerance, "", [], []

    def add(self, answer, step=None):
        if not math.isfinite(answer.value):
            raise StudyError(f"--result {self.name} is {answer.value}, which converges to nothing", 3)
        self.unit = answer.unit
        self.values.append(answer.value)
        self.steps.append(step)

    @property
    def change(self):
        """From the last value but one to the last; None after the first run."""
        return abs(self.values[-1] - self.values[-2]) if len(self.values) > 1 else None

    @property
    def isConverged(self):
        return self.change is not None and self.tolerance.allows(self.change, self.values[-1])

    def told(self, refinement):
        value = f"{self.name} = {self.values[-1]:.8g}" + (f" {self.unit}" if self.unit else "")
        if self.change is None:
            return f"{value} after one run"
        text = f"{value}; the last change was {self.tell(self.change)}, "
        text += "below" if self.isConverged else "NOT below"
        return f"{text} {self.tell(None)}; {self.toldError(refinement)}"

    def tell(self, difference):
        if difference is None:
            return f"{100 * self.tolerance.number:g} %" if self.tolerance.share else f"{self.tolerance.number:g}"
        return self.tolerance.told(difference, self.values[-1])

    def toldError(self, refinement):
        return self.toldEstimate(refinement) + self.toldSteps()

    def toldEstimate(self, refinement):
        estimate = estimateOf(self.values)
        if estimate is None:
            reason = "two values" if len(self.values) == 2 else "changes that do not shrink in one direction"
            reason = "values that are equal" if self.change == 0 else reason
            return f"no estimate of the error from {reason}"
        text = f"estimated error {self.tell(estimate.error)}, limit {estimate.limit:.8g}"
        name = refinement.key.split(".")[-1]
        if name == "order":
            return text
        size = "accuracy" if name == "accuracy" else "h"
        factor = 2.0 if name == "refine" else refinement.factor
        return f"{text}, error ~ {size}^{math.log(estimate.ratio) / math.log(factor):.2g}"

    def toldSteps(self):
        """Where the order grows, errors in space soon lie below those in time, which no estimate from the order sees."""
        error = errorOfSteps(self.values, self.steps)
        return f"; of the time step up to {self.tell(error)}" if error else ""
