# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Meshes as the Python package reads them, and pictures of them by plot.py model."""
import itertools
import json
import math
import os
import re
import shutil
from unittest import mock

import h5py
import numpy as np

import planeMesh
from plots import expectPicture, expectTexts, packageModule, plot

# A strip on a block, a sheet upright in the block, and a box of air round them; m.
GEOMETRY = """\
SetFactory("OpenCASCADE");
Box(1) = {-0.2, -0.2, -0.1, 0.4, 0.4, 0.3};
Box(2) = {-0.1, -0.1, 0, 0.2, 0.2, 0.05};
Rectangle(100) = {-0.05, -0.02, 0.05, 0.1, 0.04};
Rectangle(200) = {-0.02, 0, 0, 0.04, 0.05};
Rotate {{1, 0, 0}, {0, 0, 0}, Pi/2} { Surface{200}; }
BooleanFragments{ Volume{1, 2}; Surface{100, 200}; Delete; }{}
e = 1e-4;
block() = Volume In BoundingBox{-0.1-e, -0.1-e, -e, 0.1+e, 0.1+e, 0.05+e};
air() = Volume{:};
air() -= block();
Physical Volume("Air") = {air()};
Physical Volume("Block") = {block()};
Physical Surface("Strip") = Surface In BoundingBox{-0.05-e, -0.02-e, 0.05-e, 0.05+e, 0.02+e, 0.05+e};
Physical Surface("Sheet") = Surface In BoundingBox{-0.02-e, -e, -e, 0.02+e, e, 0.05+e};
Physical Surface("Outer") = Abs(CombinedBoundary{ Volume{:}; });
Mesh.MeshSizeMax = 0.06;
"""
CASE = """\
solver: dgtd
mesh: {file: MESH}
materials: {vacuum: {}, plastic: {epsilon_r: 2}}
regions: {Air: vacuum, Block: plastic}
boundaries: {Outer: absorbing, Strip: pec, Sheet: pec}
sources: [{dipole: {at: [0, 0, 0.1], moment: [0, 0, 1 A*m], waveform: {ricker: {frequency: 300 MHz, delay: 0 s}}}}]
dgtd: {order: 1}
time: {steps: 4}
output: {directory: out, OUTPUT}
"""
EXPECTED_AREAS = {"Strip": 0.1 * 0.04, "Sheet": 0.04 * 0.05, "Outer": 2 * (0.4 * 0.4 + 2 * 0.4 * 0.3)}
KEPT = "snapshots: {every: 4, regions: [Air, Block], boundaries: [Strip, Sheet]}"


def meshed(program, *options, name="mesh.h5"):
    program.write("model.geo", GEOMETRY)
    program.writeChanged(CASE, ("MESH", "model.geo"), ("OUTPUT", KEPT))
    program.run("mesh", "case.yaml", "-o", name, *options).expect(0)
    return packageModule(program, "fluxtet.mesh")


def areasOf(mesh):
    a, b, c = mesh.vertices[mesh.faces].transpose(1, 0, 2)
    areas = 0.5 * np.linalg.norm(np.cross(b - a, c - a), axis=1)
    return {name: areas[mesh.surface == s].sum() for s, name in enumerate(mesh.surfaces)}


def expectModel(mesh):
    """Volumes and neighbours are those of the geometry; the areas of the surfaces by name, m^2."""
    corners = mesh.vertices[mesh.elements]
    volumes = np.abs(np.linalg.det(corners[:, 1:] - corners[:, :1])) / 6
    block = volumes[mesh.region == mesh.regions.index("Block")].sum()
    assert math.isclose(block, 0.2 * 0.2 * 0.05, rel_tol=1e-6), block
    assert math.isclose(volumes.sum(), 0.4 * 0.4 * 0.3, rel_tol=1e-6), volumes.sum()
    inner = mesh.owners[:, 1] >= 0
    assert 4 * len(mesh.elements) == 2 * inner.sum() + (~inner).sum()
    for side in range(2):
        faces, elements = (
            mesh.faces[mesh.owners[:, side] >= 0],
            mesh.elements[mesh.owners[mesh.owners[:, side] >= 0, side]],
        )
        assert (faces[:, :, None] == elements[:, None]).any(axis=2).all()
    return areasOf(mesh)


def regionsAndSurfacesAreFoundByWhereTheyAre(program):
    """Also where they have no names that say so; on any number of ranks alike."""
    program.write("model.geo", GEOMETRY)
    told = program.runApart("mesh", "model.geo").expect(0).output
    for part in (
        r"region +Block: \d+ tetrahedra, 0.002 m\^3; beside Air\n +centre \(0, 0, 25\) mm, "
        r"from \(-100, -100, 0\) to \(100, 100, 50\) mm\n",
        r"surface +Strip: \d+ faces, 0.004 m\^2; plane, normal \(0, 0, -?1\) from (Air to Block|Block to Air)\n"
        r" +centre \(0, 0, 50\) mm, from \(-50, -20, 50\) to \(50, 20, 50\) mm\n",
        r"Sheet: \d+ faces, 0.002 m\^2; plane, normal \(0, 1, 0\); within Block\n",
        r"Outer: \d+ faces, 0.8 m\^2; outside of Air\n",
    ):
        assert re.search(part, told), f"{part}\n{told}"
    program.run("mesh", "model.geo", "-o", "model.h5").expect(0)
    for ranks in (1, 3):
        again = program.run("mesh", "model.h5", ranks=ranks).expect(0).text
        assert told in again, f"{ranks} ranks\n{told}\n{again}"


def aMeshFileIsReadWithItsNames(program):
    """Also one in parts for several ranks, and one of triangles."""
    meshes = []
    for parts in (1, 3):
        module = meshed(program, "--parts", parts, name=f"{parts}.h5")
        meshes.append(module.readMesh(program.folder / f"{parts}.h5"))
        areas = expectModel(meshes[-1])
        for name, area in EXPECTED_AREAS.items():
            assert math.isclose(areas[name], area, rel_tol=1e-9), (name, areas)
    assert len(meshes[0].faces) == len(meshes[1].faces) and np.array_equal(meshes[0].vertices, meshes[1].vertices)
    program.write("case.yaml", planeMesh.CASE)
    program.run("mesh", "case.yaml", "-o", "plane.h5").expect(0)
    plane = module.readMesh(program.folder / "plane.h5")
    assert plane.isPlane and len(plane.elements) == 256 and plane.regions == ["box"], plane
    a, b = plane.vertices[plane.faces].transpose(1, 0, 2)
    lengths = np.linalg.norm(b - a, axis=1)
    for name, length in (("x-", 0.01), ("y+", 0.02)):
        assert math.isclose(lengths[plane.surface == plane.surfaces.index(name)].sum(), length), name


@mock.patch.dict(os.environ, FLUXTET_MESH_CACHE="off")
def theElementsOfARunAreItsMesh(program):
    """Those in snapshots, or in the mesh file that its case names."""
    module = meshed(program)
    program.run("run", "case.yaml").expect(0)
    kept, file = module.meshOf(program.folder / "out"), module.readMesh(program.folder / "mesh.h5")
    areas = expectModel(kept)
    assert (len(kept.elements), len(kept.faces)) == (len(file.elements), len(file.faces)), kept
    for name in ("Strip", "Sheet"):
        assert math.isclose(areas[name], EXPECTED_AREAS[name], rel_tol=1e-5), (name, areas)
    # Of the block alone nothing surrounds what there is.
    program.run("run", "case.yaml", "--output", "block", "--set", "output.snapshots.regions=[Block]").expect(0)
    plot(program, "model", "block", "-o", "block.svg").expect(0)
    expectTexts(program.folder / "block.svg", "Block", "Sheet", "Strip")
    assert "Block (" not in (program.folder / "block.svg").read_text()
    program.writeChanged(CASE, ("MESH", "mesh.h5"), ("OUTPUT", "energy: {every: 2}"))
    program.run("run", "case.yaml", "--output", "named").expect(0)
    assert math.isclose(areasOf(module.meshOf(program.folder / "named"))["Outer"], EXPECTED_AREAS["Outer"])
    (program.folder / "mesh.h5").unlink()
    plot(program, "model", "named").expect(2, "named holds no mesh", "fluxtet mesh CASE -o mesh.h5")


def viewOf(path):
    """Points, cells (one row each), arrays of cells, and names, of a VTKHDF file of cells of one type."""
    with h5py.File(path) as file:
        vtk = file["VTKHDF"]
        assert list(vtk.attrs["Version"]) == [1, 0] and vtk.attrs["Type"] == b"UnstructuredGrid"
        assert vtk["NumberOfPoints"][0] == len(vtk["Points"]) and vtk["NumberOfCells"][0] == len(vtk["Types"])
        corners = {10: 4, 5: 3, 3: 2}[vtk["Types"][0]]
        assert (vtk["Types"][()] == vtk["Types"][0]).all()
        assert np.array_equal(vtk["Offsets"][()], corners * np.arange(len(vtk["Types"]) + 1))
        names = {key: [name.decode() for name in vtk["FieldData"][key]] for key in ("regionNames", "surfaceNames")}
        assert [name.decode() for name in vtk["CellData/region"].attrs["names"]] == names["regionNames"]
        cells = vtk["Connectivity"][()].reshape(-1, corners)
        assert np.array_equal(np.unique(cells), np.arange(len(vtk["Points"])))
        return vtk["Points"][()].astype(float), cells, {k: v[()] for k, v in vtk["CellData"].items()}, names


def expectThatVtkReads(path, cells):
    try:
        from vtkmodules.vtkIOHDF import vtkHDFReader
    except ImportError:
        return
    reader = vtkHDFReader()
    reader.SetFileName(str(path))
    reader.Update()
    assert reader.GetOutput().GetNumberOfCells() == cells
    assert reader.GetOutput().GetFieldData().GetAbstractArray("surfaceNames").GetValue(0)


def paraViewShowsTheMesh(program):
    """`-o FILE.vtkhdf`: elements, and the surfaces beside them with their normals."""
    meshed(program)
    told = program.run("mesh", "mesh.h5", "-o", "view.vtkhdf", "--parts", 3)
    told.expect(0, "written         view.vtkhdf\n", "written         view.surfaces.vtkhdf\n")
    points, cells, data, names = viewOf(program.folder / "view.vtkhdf")
    corners = points[cells]
    volumes = np.abs(np.linalg.det(corners[:, 1:] - corners[:, :1])) / 6
    block = volumes[data["region"] == names["regionNames"].index("Block")].sum()
    assert math.isclose(block, 0.2 * 0.2 * 0.05, rel_tol=1e-5), block
    assert math.isclose(volumes.sum(), 0.4 * 0.4 * 0.3, rel_tol=1e-5), volumes.sum()
    lowest = float(re.search(r"quality +at least ([\d.]+),", told.text)[1])
    assert math.isclose(data["quality"].min(), lowest, rel_tol=0.01) and data["quality"].max() <= 1
    assert sorted(set(data["part"])) == [0, 1, 2]
    expectThatVtkReads(program.folder / "view.vtkhdf", len(cells))

    points, faces, data, names = viewOf(program.folder / "view.surfaces.vtkhdf")
    a, b, c = points[faces].transpose(1, 0, 2)
    areas, regions = 0.5 * np.cross(b - a, c - a), names["regionNames"]
    for name, area in EXPECTED_AREAS.items():
        of = data["surface"] == names["surfaceNames"].index(name)
        assert math.isclose(np.linalg.norm(areas[of], axis=1).sum(), area, rel_tol=1e-5), name
    outer = data["otherRegion"] < 0
    assert np.array_equal(outer, data["surface"] == names["surfaceNames"].index("Outer"))
    enclosed = ((a + b + c)[outer] / 3 * areas[outer]).sum() / 3  # Gauss: the normals point outwards
    assert math.isclose(enclosed, 0.4 * 0.4 * 0.3, rel_tol=1e-5), enclosed
    strip = data["surface"] == names["surfaceNames"].index("Strip")
    up = regions[data["region"][strip][0]] == "Block"
    assert (areas[strip][:, 2] * (1 if up else -1) > 0).all()
    assert {regions[r] for r in data["otherRegion"][strip]} == {"Air" if up else "Block"}
    expectThatVtkReads(program.folder / "view.surfaces.vtkhdf", len(faces))

    program.refuses("mesh", "mesh.h5", "-o", "view.vtkhdf", words=["view.vtkhdf exists"])
    (program.folder / "view.vtkhdf").unlink()
    program.refuses("mesh", "mesh.h5", "-o", "view.vtkhdf", words=["view.surfaces.vtkhdf exists"])
    program.refuses("mesh", "mesh.h5", "-o", "view.vtu", words=[".h5", ".vtkhdf"])
    before = program.tree()
    program.run("mesh", "mesh.h5", "-o", "nowhere/view.vtkhdf").expect(3, "nowhere/view.vtkhdf")
    assert program.tree() == before


def paraViewShowsAPlaneMesh(program):
    program.write("case.yaml", planeMesh.CASE)
    program.run("mesh", "case.yaml", "-o", "plane.vtkhdf").expect(0, "written         plane.surfaces.vtkhdf")
    points, cells, data, names = viewOf(program.folder / "plane.vtkhdf")
    assert len(cells) == 256 and (points[:, 2] == 0).all() and names["regionNames"] == ["box"]
    assert np.allclose(data["quality"], data["quality"][0]) and "part" not in data
    points, edges, data, names = viewOf(program.folder / "plane.surfaces.vtkhdf")
    along = points[edges[:, 1]] - points[edges[:, 0]]
    normals = np.stack([along[:, 1], -along[:, 0]], axis=1)
    for name, normal in (("x-", [-0.01, 0]), ("x+", [0.01, 0]), ("y-", [0, -0.02]), ("y+", [0, 0.02])):
        of = data["surface"] == names["surfaceNames"].index(name)
        assert np.allclose(normals[of].sum(axis=0), normal, atol=1e-8), name
    assert (data["otherRegion"] == -1).all() and (data["region"] == 0).all()


def meshFileOf(program, directory):
    return json.loads((program.folder / directory / "summary.json").read_text()).get("mesh_file")


def aRunNamesItsMeshInTheCache(program):
    """In space and in a plane, from a geometry; as long as it is there."""
    cache = program.folder / "cache"
    with mock.patch.dict(os.environ, FLUXTET_MESH_CACHE=str(cache)):
        module = meshed(program)
        program.writeChanged(CASE, ("MESH", "model.geo"), ("OUTPUT", "energy: {every: 2}"))
        program.run("run", "case.yaml").expect(0)
        program.run("new", "magnet", "-o", "magnet.yaml").expect(0)
        program.run("run", "magnet.yaml", "--output", "plane").expect(0)
    for directory in ("out", "plane"):
        path = meshFileOf(program, directory)
        assert re.fullmatch(rf"{re.escape(str(cache))}/[0-9a-f]{{32}}\.h5", path), path
        assert module.meshOf(program.folder / directory).path == path
    assert math.isclose(areasOf(module.meshOf(program.folder / "out"))["Outer"], EXPECTED_AREAS["Outer"])
    plot(program, "model", "out", "-o", "model.svg").expect(0)
    expectTexts(program.folder / "model.svg", "Block", "Sheet", "Strip")
    program.script("plot.py", "model", "plane").expect(0)
    (program.folder / "cache").rename(program.folder / "moved")
    plot(program, "model", "out").expect(2, "out holds no mesh", "in the cache")
    assert module.meshOf(program.folder / "plane").path.endswith("fields.vtkhdf")  # that static runs keep


def theModelIsDrawnWithItsNames(program):
    """What surrounds the model is left out unless it is asked for."""
    meshed(program)
    plot(program, "model", "mesh.h5").expect(0, "mesh.png")
    expectPicture(program.folder / "mesh.png")
    plot(program, "model", "mesh.h5", "--edges", "--view", "-1", "-1", "1", "-o", "model.svg").expect(0, "model.svg")
    expectTexts(program.folder / "model.svg", "Block", "Strip", "Sheet", "Air (not drawn)", "x", "y", "z", "50 mm")
    assert "<!-- Outer -->" not in (program.folder / "model.svg").read_text()
    plot(program, "model", "mesh.h5", "--show", "Air", "--hide", "Strip", "-o", "model.svg").expect(0)
    expectTexts(program.folder / "model.svg", "Block", "Sheet", "Air")
    assert "<!-- Strip -->" not in (program.folder / "model.svg").read_text()
    # A whole name tells it, and not the beginning of one.
    shutil.copyfile(program.folder / "mesh.h5", program.folder / "layer.h5")
    with h5py.File(program.folder / "layer.h5", "r+") as file:
        names = bytes(file["regionNames"][()]).replace(b"Air", b"AirBox").replace(b"Block", b"Layer1")
        del file["regionNames"]
        file["regionNames"] = np.frombuffer(names, np.uint8)
    plot(program, "model", "layer.h5", "-o", "layer.svg").expect(0)
    expectTexts(program.folder / "layer.svg", "Layer1", "AirBox (not drawn)")
    # Where no name tells what surrounds the model, it is the region at the outside.
    with h5py.File(program.folder / "mesh.h5", "r+") as file:
        names = bytes(file["regionNames"][()])
        file["regionNames"][...] = np.frombuffer(names.replace(b"Air", b"Gas"), np.uint8)
    for options in ([], ["--hide", "Block"]):
        plot(program, "model", "mesh.h5", *options, "-o", "gas.svg").expect(0)
        text = (program.folder / "gas.svg").read_text()
        assert re.search(r"<!-- [^>]*Gas[^>]* \(not drawn\) -->", text) and "<!-- Gas -->" not in text, options
    program.write("case.yaml", planeMesh.CASE)
    program.run("mesh", "case.yaml", "-o", "plane.h5").expect(0)
    plot(program, "model", "plane.h5", "-o", "plane.svg").expect(0)
    expectTexts(program.folder / "plane.svg", "box", "x-", "y+", "x [mm]", "y [mm]", "mesh of 256 triangles")


def theNearestTriangleIsSeen(program):
    """In any order, small or large; the pixels of a triangle are as many as its area."""
    drawn = packageModule(program, "fluxtet.pictures.raster").drawn
    far = np.array([[10.0, 10, 1], [110, 10, 1], [10, 110, 1]])
    near = np.array([[20.0, 20, 2], [40, 20, 2], [20, 40, 2]])
    through = np.array([[10.0, 10, 0], [110, 10, 4], [10, 110, 0]])  # before the first one where column > 35
    unmarked = np.zeros((3, 3), bool)
    for order in itertools.permutations(range(3)):
        layer = drawn(np.array([far, near, through])[list(order)], unmarked, 120, 130)
        seen = np.array(order)[layer.number]
        assert seen[25, 25] == 1 and seen[25, 15] == 0 and seen[25, 80] == 2 and seen[90, 15] == 0, order
        assert not layer.seen[115, 5] and math.isclose(layer.depth[25, 25], 2)
        assert abs(layer.seen.sum() - 5000) < 60, layer.seen.sum()
    random = np.random.default_rng(3)
    for size in (1.5, 8, 60, 400):
        corners = np.concatenate([200 + size * random.uniform(-0.5, 0.5, (1, 3, 2)), np.zeros((1, 3, 1))], axis=2)
        (a, b, c), layer = corners[0, :, :2], drawn(corners, np.ones((1, 3), bool), 400, 400)
        area = 0.5 * abs(np.linalg.det([b - a, c - a]))
        assert abs(layer.seen.sum() - area) <= 2 * size + 1, (size, area, layer.seen.sum())
        assert layer.edge[layer.seen].min(initial=0) >= 0 and layer.edge[layer.seen].max(initial=0) <= size


def whatIsNoModelIsRefused(program):
    meshed(program)
    plot(program, "model", "case.yaml").expect(2, "fluxtet mesh case.yaml -o mesh.h5")
    plot(program, "model", "mesh.h5", "--hide", "Cover").expect(2, "no region or surface Cover", "Air, Block, Outer")
    plot(program, "model", "mesh.h5", "--hide", "Block", "--hide", "Strip", "--hide", "Sheet").expect(2, "none is left")
    plot(program, "model", "mesh.h5", "--view", "0", "0", "0").expect(2, "no direction")
    plot(program, "model", "nothing.h5").expect(2, "nothing.h5")
    content = (program.folder / "mesh.h5").read_bytes()
    program.write("short.h5", content[: len(content) // 2])
    refused = plot(program, "model", "short.h5").expect(2, "short.h5")
    assert "Traceback" not in refused.text, refused.text
