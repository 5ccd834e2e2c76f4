# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""The model that was meshed, where its mesh is at hand."""
from ..errors import ResultsError
from ..mesh import elementsInMeshFile, meshOf
from ..mirrors import mirroredMesh, namesOf
from ..pictures.model import Look, draw_model
from .figures import figure
from .page import Note, Section

MOST_ELEMENTS = 100_000  # of a mesh that is drawn, with its images, which takes about 5 s


def modelFigures(runs):
    for one in runs.given:
        try:
            elements, mesh = elementsInMeshFile(one.directory), None
            if elements is None or elements <= MOST_ELEMENTS:
                mesh = meshOf(one.directory)
                elements = len(mesh.elements)
        except ResultsError:
            continue
        caption = f"Model, {one.name}" if len(runs.given) > 1 else "Model"
        if elements > MOST_ELEMENTS:
            yield Note(
                f"{caption}: not drawn here, because it takes long with {elements:,} elements. "
                f"`plot.py model {one.directory}` draws it."
            )
            continue
        planes = runs.planes(one)
        if elements << len(planes) <= MOST_ELEMENTS:
            mesh = mirroredMesh(mesh, planes)
            words = f", mirrored at {namesOf(planes)}" if planes else ""
        else:
            words = f", the part that was meshed: `plot.py model {one.directory} --mirror` draws the whole"
        # A page shows the picture smaller than it is, so one sample for each pixel is enough.
        yield figure(caption + words, draw_model, lambda to: (mesh, to, Look(samples=1)), isDrawing=False)


def modelSection(runs):
    figures = list(modelFigures(runs))
    return Section("Model", figures) if figures else None
