# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""The model that was meshed, where its mesh is at hand."""
from ..errors import ResultsError
from ..mesh import meshOf
from ..pictures.model import draw_model
from .figures import figure
from .page import Section


def modelFigures(runs):
    for one in runs.given:
        try:
            mesh = meshOf(one.directory)
        except ResultsError:
            continue
        caption = f"Model, {one.name}" if len(runs.given) > 1 else "Model"
        yield figure(caption, draw_model, lambda to: (mesh, to), isDrawing=False)


def modelSection(runs):
    figures = list(modelFigures(runs))
    return Section("Model", figures) if figures else None
