# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""What goes wrong when results are read."""


class ResultsError(Exception):
    """What was asked for is not there, or is not what it should be. The text says what was asked, what there is, and
    which key of the case file keeps it."""


class UnfinishedRunWarning(UserWarning):
    """The run has not come to its end: it goes on, failed or was killed. What it has left so far can be read."""


class StudyError(Exception):
    """A study cannot be made: what is wrong, and what to do. Exit code 2 for bad input, 3 for what failed."""

    def __init__(self, text, code=2):
        super().__init__(text)
        self.code = code
