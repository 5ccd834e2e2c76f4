# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Packages that are used where they are installed."""
import importlib

from .errors import ResultsError


def package(name, install):
    """The module `name`; `install`: how pip calls its package."""
    try:
        return importlib.import_module(name)
    except ImportError as missing:
        raise ResultsError(f"this needs the Python package {install}: pip install {install} ({missing})") from missing
