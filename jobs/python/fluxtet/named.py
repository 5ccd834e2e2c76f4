# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Results by name."""
import collections.abc
import functools
import os

from .errors import ResultsError


class ByName(collections.abc.Mapping):
    """A dictionary of results whose class tells `names` and reads one of them when it is asked for (`__getitem__`)."""

    def __iter__(self):
        return iter(self.names)

    def __len__(self):
        return len(self.names)

    def __contains__(self, name):
        return name in self.names


class EAndH:
    """E and H of results that give a field by its name: `of(field)`."""

    @property
    def E(self):
        return self.of("E")

    @property
    def H(self):
        return self.of("H")


class Named(ByName):
    """A dictionary of results of one kind, each of which is read when it is asked for; what is read is not kept here.

    `makers`: {name: function that reads it}; `what` they are, in the singular; `directory` they are from; `key` of the
    case that asks for them."""

    def __init__(self, makers, what, directory, key):
        self.makers, self.what, self.directory, self.key = makers, what, directory, key

    def __getitem__(self, name):
        if name not in self.makers:
            have = f"there are {', '.join(self.makers)}" if self.makers else "there is none"
            raise ResultsError(f"{self.directory} has no {self.what} {name}: {have}; add it to {self.key} of the case")
        return self.makers[name]()

    @property
    def names(self):
        return self.makers.keys()

    def __repr__(self):
        return f"<{self.what}s of {self.directory}: {', '.join(self.makers) or 'none'}>"


def byName(paths, make):
    """{name of the file without its ending: function that reads it}"""
    return {os.path.splitext(os.path.basename(path))[0]: functools.partial(make, path) for path in paths}


def ready(results):
    """The same of results that are there already, by name."""
    return {name: functools.partial(lambda result: result, result) for name, result in results.items()}
