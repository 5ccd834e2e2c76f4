# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Writes the page of one run or of several."""
import os
import tempfile

from ..errors import ResultsError
from .absorption import absorptionSection, powersSection
from .facts import factsSection, warningsSection
from .farFields import crossSectionSection, patternSection, transientSection
from .fieldPictures import phasorsSection, slicesSection
from .model import modelSection
from .networks import parametersSection, portSeriesSection
from .page import MARK, renderPage
from .runs import Runs
from .seriesOfRuns import energySection, probesSection
from .statics import staticSection
from .surfaces import surfacesSection

SECTIONS = (
    factsSection,
    warningsSection,
    modelSection,
    parametersSection,
    patternSection,
    crossSectionSection,
    powersSection,
    absorptionSection,
    staticSection,
    slicesSection,
    phasorsSection,
    surfacesSection,
    probesSection,
    portSeriesSection,
    transientSection,
    energySection,
)
MARK_WITHIN = 1000  # characters from the begin of a page of ours


def writeReport(directories, path=None, mirror=True):
    """A page of HTML on the runs in output directories; default: report.html in the first. Its path. `mirror`: model,
    slices, surfaces and absorption rates have images behind planes of symmetry.

    A page of ours is replaced, another file is not."""
    path = str(path) if path else os.path.join(str(directories[0]), "report.html")
    runs = Runs([str(directory) for directory in directories], mirror)
    refuseForeign(path)
    sections = [section for section in (make(runs) for make in SECTIONS) if section is not None]
    titles = list(dict.fromkeys(title for title in (one.run.title for one in runs.parts) if title))
    title = titles[0] if len(titles) == 1 else ", ".join(one.name for one in runs.given)
    names = ", ".join(one.directory for one in runs.given)
    write(path, renderPage(title, f"Results of fluxtet in {names}", sections))
    return path


def refuseForeign(path):
    """A file that is there already has to be a page of ours."""
    if not os.path.lexists(path):
        return
    if os.path.isdir(path):
        raise ResultsError(f"{path} is a directory: name a file for the report")
    with open(path, encoding="utf-8", errors="replace") as stream:
        if MARK not in stream.read(MARK_WITHIN):
            raise ResultsError(f"{path} is there already and no report of fluxtet: name another file")


def write(path, text):
    """The whole page appears at once, or none."""
    folder = os.path.dirname(os.path.abspath(path))
    try:
        handle, temporary = tempfile.mkstemp(dir=folder, prefix=".report", suffix=".html")
    except OSError as error:
        raise ResultsError(f"cannot write {path}: {error.strerror}") from error
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            stream.write(text)
        os.chmod(temporary, 0o666 & ~currentMask())
        os.replace(temporary, path)
    except OSError as error:
        os.unlink(temporary)
        raise ResultsError(f"cannot write {path}: {error.strerror}") from error


def currentMask():
    """The permissions that new files do not get."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
