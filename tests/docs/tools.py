# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Programs that the checks of sources ask, each in one version only: others judge differently."""
import shutil
import subprocess

SKIPPED = 77  # exit code where the program is missing


def findProgram(names, version):
    """The first of these programs that tells this version, or None."""
    for name in names:
        program = shutil.which(name)
        if program:
            told = subprocess.run([program, "--version"], capture_output=True, text=True, check=False).stdout
            if version in told:
                return program
    return None
