# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""What goes wrong when results are read."""


class ResultsError(Exception):
    """What was asked for is not there, or is not what it should be. The text says what was asked, what there is, and
    which key of the case file keeps it."""


class UnfinishedRunWarning(UserWarning):
    """The run has not come to its end: it goes on, failed or was killed. What it has left so far can be read."""
