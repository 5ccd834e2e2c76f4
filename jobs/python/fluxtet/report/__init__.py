# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""One page of HTML on one run or on several: facts, warnings, pictures and tables of all that they left."""
from .report import writeReport

__all__ = ["writeReport"]
