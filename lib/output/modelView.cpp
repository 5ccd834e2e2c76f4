// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/output/modelView.hpp"

#include "lib/base/hdf5.hpp"
#include "lib/base/vec3.hpp"
#include "lib/mesh/edgeFacets.hpp"
#include "lib/mesh/elementVertices.hpp"
#include "lib/mesh/planeStatistics.hpp"
#include "lib/mesh/quality.hpp"
#include "lib/mesh/visitEdges.hpp"
#include "lib/mesh/visitFaces.hpp"
#include "lib/output/describeDataset.hpp"
#include "lib/output/sharedFile.hpp"
#include "lib/output/vtkNodes.hpp"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <system_error>
#include <utility>

namespace fluxtet {
namespace {

constexpr std::uint8_t vtkLineType = 3;
constexpr std::int32_t nothing = -1;  ///< instead of a region: outside of the mesh

/// An unstructured grid of cells of one type.
struct Grid {
  struct Indices {
    std::string name, description;
    std::vector<std::int32_t> values{};  ///< [cells]
    std::vector<std::string> names{};    ///< of what the values mean; empty: plain numbers
  };
  std::uint8_t type = 0;
  int corners = 0;
  std::vector<float> points{};               ///< [points][3], m
  std::vector<std::int64_t> connectivity{};  ///< [cells][corners]
  std::vector<Indices> indices{};
  std::vector<float> quality{};  ///< [cells] or empty

  std::size_t cells() const { return connectivity.size() / static_cast<std::size_t>(corners); }
};

const std::string root = "VTKHDF/";

void allocateIndices(hid_t group, hsize_t cells, const Grid::Indices& indices) {
  hdf5::allocate<std::int32_t>(group, indices.name, {cells});
  describeDataset(group, indices.name, "1", indices.description);
  if (indices.names.empty()) return;
  const hdf5::Handle dataset(hdf5::check(H5Dopen2(group, indices.name.c_str(), H5P_DEFAULT)));
  hdf5::writeAttribute(dataset, "names", indices.names);
}

void layOut(hid_t file, const Grid& grid, const MeshGroups& groups) {
  const auto cells = static_cast<hsize_t>(grid.cells());
  const hdf5::Handle vtk = hdf5::createGroup(file, "VTKHDF");
  hdf5::writeAttribute(vtk, "Version", std::vector<std::int64_t>{1, 0});
  hdf5::writeAttribute(vtk, "Type", "UnstructuredGrid");
  for (const auto& [name, value] : {std::pair("NumberOfPoints", grid.points.size() / 3),
                                    {"NumberOfCells", grid.cells()},
                                    {"NumberOfConnectivityIds", grid.connectivity.size()}})
    hdf5::write<std::int64_t>(vtk, name, std::vector<std::int64_t>{static_cast<std::int64_t>(value)}, {1});
  hdf5::allocate<float>(vtk, "Points", {grid.points.size() / 3, 3});
  describeDataset(vtk, "Points", "m", "position");
  hdf5::allocate<std::int64_t>(vtk, "Connectivity", {grid.connectivity.size()});
  hdf5::allocate<std::int64_t>(vtk, "Offsets", {cells + 1});
  hdf5::allocate<std::uint8_t>(vtk, "Types", {cells});
  hdf5::createGroup(vtk, "PointData");
  const hdf5::Handle cellData = hdf5::createGroup(vtk, "CellData");
  for (const auto& indices : grid.indices) allocateIndices(cellData, cells, indices);
  if (!grid.quality.empty()) {
    hdf5::allocate<float>(cellData, "quality", {cells});
    describeDataset(cellData, "quality", "1", "1: regular, 0: flat");
  }
  const hdf5::Handle fieldData = hdf5::createGroup(vtk, "FieldData");
  hdf5::writeTexts(fieldData, "regionNames", groups.regions);
  hdf5::writeTexts(fieldData, "surfaceNames", groups.surfaces);
}

std::int64_t bytesOf(const Grid& grid) {
  constexpr std::size_t overhead = 1 << 15;
  const std::size_t perCell = sizeof(std::int64_t) + 1 + (grid.indices.size() + 1) * sizeof(std::int32_t);
  return static_cast<std::int64_t>(grid.points.size() * sizeof(float) +
                                   grid.connectivity.size() * sizeof(std::int64_t) + grid.cells() * perCell + overhead);
}

/// The file with all of its values, which has no name yet.
std::unique_ptr<SharedFile> written(const std::filesystem::path& path, const Grid& grid, const MeshGroups& groups) {
  auto file = std::make_unique<SharedFile>(
      path, bytesOf(grid), [&](hid_t hdf) { layOut(hdf, grid, groups); }, MPI_COMM_SELF);
  std::vector<std::int64_t> offsets(grid.cells() + 1);
  for (std::size_t c = 0; c < offsets.size(); ++c) offsets[c] = static_cast<std::int64_t>(c) * grid.corners;
  file->writeRows<float>(root + "Points", grid.points, 0);
  file->writeRows<std::int64_t>(root + "Connectivity", grid.connectivity, 0);
  file->writeRows<std::int64_t>(root + "Offsets", offsets, 0);
  file->writeRows<std::uint8_t>(root + "Types", std::vector<std::uint8_t>(grid.cells(), grid.type), 0);
  for (const auto& indices : grid.indices)
    file->writeRows<std::int32_t>(root + "CellData/" + indices.name, indices.values, 0);
  if (!grid.quality.empty()) file->writeRows<float>(root + "CellData/quality", grid.quality, 0);
  return file;
}

std::vector<std::filesystem::path> writeBoth(const std::filesystem::path& path, const Grid& elements,
                                             const Grid& surfaces, const MeshGroups& groups) {
  const auto elementFile = written(path, elements, groups);
  if (surfaces.connectivity.empty()) {
    elementFile->commit();
    return {path};
  }
  const std::filesystem::path beside = surfacesBeside(path);
  const auto surfaceFile = written(beside, surfaces, groups);
  surfaceFile->commit();
  try {
    elementFile->commit();
  } catch (...) {
    std::error_code ignored;
    std::filesystem::remove(beside, ignored);
    throw;
  }
  return {path, beside};
}

/// Coordinates of all vertices; of a plane mesh z = 0.
std::vector<float> pointsOf(const std::vector<double>& vertices, std::size_t dimension) {
  std::vector<float> points(vertices.size() / dimension * 3, 0);
  for (std::size_t i = 0; i < vertices.size(); ++i)
    points[i / dimension * 3 + i % dimension] = static_cast<float>(vertices[i]);
  return points;
}

/// Keeps the points that cells use, in their order.
void dropUnusedPoints(Grid& grid) {
  std::vector<std::int64_t> used = grid.connectivity;
  std::sort(used.begin(), used.end());
  used.erase(std::unique(used.begin(), used.end()), used.end());
  std::vector<float> points;
  points.reserve(3 * used.size());
  for (const std::int64_t v : used) points.insert(points.end(), &grid.points[3 * v], &grid.points[3 * v] + 3);
  grid.points = std::move(points);
  for (std::int64_t& v : grid.connectivity) v = std::lower_bound(used.begin(), used.end(), v) - used.begin();
}

template <class AnyMesh>
Grid elementGrid(const AnyMesh& mesh, std::size_t dimension, std::uint8_t type) {
  Grid grid{.type = type, .corners = static_cast<int>(dimension) + 1, .points = pointsOf(mesh.vertices, dimension)};
  grid.connectivity.assign(mesh.elements.begin(), mesh.elements.end());
  grid.indices.push_back({"region", "number of the region", mesh.region, mesh.groups.regions});
  return grid;
}

/// Without cells.
template <class AnyMesh>
Grid surfaceGrid(const AnyMesh& mesh, std::size_t dimension, std::uint8_t type) {
  Grid grid{.type = type, .corners = static_cast<int>(dimension), .points = pointsOf(mesh.vertices, dimension)};
  grid.indices = {{"surface", "number of the surface", {}, mesh.groups.surfaces},
                  {"region", "number of the region behind the face", {}, mesh.groups.regions},
                  {"otherRegion", "number of the region before the face, -1: outside", {}, mesh.groups.regions}};
  return grid;
}

void addFacet(Grid& grid, const std::vector<std::int64_t>& corners, std::int32_t surface, std::int32_t region,
              std::int32_t otherRegion) {
  grid.connectivity.insert(grid.connectivity.end(), corners.begin(), corners.end());
  grid.indices[0].values.push_back(surface);
  grid.indices[1].values.push_back(region);
  grid.indices[2].values.push_back(otherRegion);
}

/// Corners of a face of an element, anticlockwise when looked at from outside of it.
std::vector<std::int64_t> outwardFace(const Mesh& mesh, std::int64_t side) {
  const auto v = faceVertices(&mesh.elements[side - side % 4], static_cast<int>(side % 4));
  // With its vertex f moved to the front, the orientation of an element changes sign for odd f.
  const bool isPositive = (sixSignedVolumes(elementVertices(mesh, side / 4).data()) > 0) != (side % 2 != 0);
  return isPositive ? std::vector{v[0], v[1], v[2]} : std::vector{v[0], v[2], v[1]};
}

Grid surfacesOf(const Mesh& mesh) {
  Grid grid = surfaceGrid(mesh, 3, vtkTriangleType(1));
  visitFaces(mesh.elements, mesh.numVertices(), [&](std::span<const FaceSide> sides) {
    const std::int32_t surface = mesh.faceGroup[sides[0].side];
    if (surface < 0) return;
    const auto regionOf = [&](const FaceSide& side) { return mesh.region[side.side / 4]; };
    const FaceSide& behind = sides.size() > 1 && regionOf(sides[1]) < regionOf(sides[0]) ? sides[1] : sides[0];
    const FaceSide& before = sides.size() > 1 && &behind == &sides[0] ? sides[1] : sides[0];
    addFacet(grid, outwardFace(mesh, behind.side), surface, regionOf(behind),
             sides.size() > 1 ? regionOf(before) : nothing);
  });
  dropUnusedPoints(grid);
  return grid;
}

Grid curvesOf(const SimplexMesh& mesh) {
  Grid grid = surfaceGrid(mesh, 2, vtkLineType);
  EdgeFacets facets(mesh);
  visitEdges(mesh.elements, mesh.numVertices(), [&](std::int32_t lower, std::span<const EdgeSide> sides) {
    std::int32_t region = mesh.region[sides[0].side / 3];
    std::int32_t other = sides.size() > 1 ? mesh.region[sides[1].side / 3] : nothing;
    // The first side's triangle is on the left of an edge that it walks, and its outer normal on the right.
    bool isForward = sides[0].forward;
    if (other != nothing && other < region) {
      std::swap(region, other);
      isForward = !isForward;
    }
    const std::vector<std::int64_t> ends =
        isForward ? std::vector<std::int64_t>{lower, sides[0].upper} : std::vector<std::int64_t>{sides[0].upper, lower};
    for (const std::int32_t f : facets.on(lower, sides[0].upper))
      addFacet(grid, ends, mesh.facetGroup[static_cast<std::size_t>(f)], region, other);
  });
  dropUnusedPoints(grid);
  return grid;
}

}  // namespace

std::filesystem::path surfacesBeside(const std::filesystem::path& file) {
  return std::filesystem::path(file).replace_extension(".surfaces" + file.extension().string());
}

std::vector<std::filesystem::path> writeModelView(const std::filesystem::path& file, const Mesh& mesh,
                                                  const std::vector<std::int32_t>& part) {
  Grid elements = elementGrid(mesh, 3, vtkTetrahedronType(1));
  for (std::int64_t e = 0; e < mesh.numElements(); ++e)
    elements.quality.push_back(static_cast<float>(elementQuality(elementVertices(mesh, e).data())));
  if (!part.empty()) elements.indices.push_back({"part", "part of --parts", part});
  return writeBoth(file, elements, surfacesOf(mesh), mesh.groups);
}

std::vector<std::filesystem::path> writeModelView(const std::filesystem::path& file, const SimplexMesh& mesh) {
  Grid elements = elementGrid(mesh, 2, vtkTriangleType(1));
  for (std::size_t e = 0; e < mesh.region.size(); ++e)
    elements.quality.push_back(static_cast<float>(triangleQuality(mesh, &mesh.elements[3 * e])));
  return writeBoth(file, elements, curvesOf(mesh), mesh.groups);
}

}  // namespace fluxtet
