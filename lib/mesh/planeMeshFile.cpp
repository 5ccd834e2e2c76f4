// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/planeMeshFile.hpp"

#include "lib/mesh/meshFileTables.hpp"
#include "lib/mesh/validatePlaneMesh.hpp"

namespace fluxtet {
namespace {

std::uint64_t checksumOf(const SimplexMesh& mesh, std::int64_t version) {
  MeshChecksum sum;
  if (coversHeader(version)) {
    sum.add(std::bit_cast<std::uint64_t>(version));
    sum.add(mesh.groups.regions);
    sum.add(mesh.groups.surfaces);
  }
  sum.add(std::span<const double>(mesh.vertices));
  sum.add(std::span<const std::int32_t>(mesh.elements));
  sum.add(std::span<const std::int32_t>(mesh.region));
  sum.add(std::span<const std::int32_t>(mesh.facets));
  sum.add(std::span<const std::int32_t>(mesh.facetGroup));
  return sum.value();
}

}  // namespace

void writePlaneMeshFile(const std::string& path, const SimplexMesh& mesh) {
  MeshFileTables tables;
  tables.add("regionNames", packNames(mesh.groups.regions));
  tables.add("surfaceNames", packNames(mesh.groups.surfaces));
  tables.add("vertices", mesh.vertices, 2);
  tables.add("elements", mesh.elements, 3);
  tables.add("region", mesh.region);
  tables.add("facets", mesh.facets, 2);
  tables.add("facetGroup", mesh.facetGroup);
  tables.writeFile(path, [&](hid_t file) {
    hdf5::writeAttribute(file, "version", meshFileVersion);
    hdf5::writeAttribute(file, "dimension", std::int64_t{2});
    hdf5::writeAttribute(file, "checksum", std::bit_cast<std::int64_t>(checksumOf(mesh, meshFileVersion)));
  });
}

SimplexMesh readPlaneMeshFile(const std::string& path) {
  return readingMeshFile(path, [&] {
    const hdf5::Handle file = openMeshFile(path);
    require(meshDimension(file) == 2, "mesh file {} holds tetrahedra, but a plane mesh is needed here", path);
    SimplexMesh mesh;
    mesh.vertices = hdf5::read<double>(file, "vertices");
    mesh.elements = hdf5::read<std::int32_t>(file, "elements");
    mesh.region = hdf5::read<std::int32_t>(file, "region");
    mesh.facets = hdf5::read<std::int32_t>(file, "facets");
    mesh.facetGroup = hdf5::read<std::int32_t>(file, "facetGroup");
    mesh.groups = {readNames(file, "regionNames"), readNames(file, "surfaceNames")};
    const auto version = hdf5::readAttribute<std::int64_t>(file, "version").at(0);
    const auto checksum = hdf5::readAttribute<std::int64_t>(file, "checksum").at(0);
    if (std::bit_cast<std::uint64_t>(checksum) != checksumOf(mesh, version))
      refuseDamagedMesh(path, "it does not have its checksum");
    validatePlaneMesh(mesh, path);
    return mesh;
  });
}

bool isPlaneMeshFile(const std::string& path) {
  return readingMeshFile(path, [&] { return meshDimension(openMeshFile(path)) == 2; });
}

}  // namespace fluxtet
