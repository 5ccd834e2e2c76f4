# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""The commands that stand on a page of the documentation."""
import re
import shlex


def shellBlocks(page):
    """The blocks of commands of a page, as they are written."""
    return re.findall(r"^ *```sh\n(.*?)^ *```$", page.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)


def commandLines(page):
    """(line, its words) of each command; lines that go on behind a backslash are one."""
    for block in shellBlocks(page):
        for line in block.replace("\\\n", " ").splitlines():
            yield line, shlex.split(line, comments=True)
