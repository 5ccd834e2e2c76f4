// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/meshFile.hpp"

#include "lib/base/error.hpp"
#include "lib/base/hdf5.hpp"
#include "lib/mesh/meshFileTables.hpp"

#include <algorithm>
#include <numeric>
#include <span>
#include <utility>

namespace fluxtet {
namespace {

/// Opens a mesh of tetrahedra.
hdf5::Handle openSolid(const std::string& path) {
  hdf5::Handle file = openMeshFile(path);
  require(meshDimension(file) == 3, "mesh file {} holds a plane mesh, but tetrahedra are needed here", path);
  return file;
}

std::uint64_t checksumOf(const MeshFileHeader& header) {
  MeshChecksum sum;
  for (const std::int64_t value : {std::int64_t{header.version}, header.totalElements, header.totalVertices})
    sum.add(std::bit_cast<std::uint64_t>(value));
  sum.add(std::span<const std::int64_t>(header.elementOffset));
  sum.add(std::span<const std::int64_t>(header.vertexOffset));
  sum.add(header.groups.regions);
  sum.add(header.groups.surfaces);
  return sum.value();
}

/// What the checksum of a part covers. A part belongs to its header.
struct PartArrays {
  std::span<const std::int64_t> elementId, elementVertex;
  std::span<const std::int32_t> region, faceGroup;
  std::span<const std::int64_t> vertexId;
  std::span<const double> vertices;

  std::uint64_t checksum(const MeshFileHeader& header) const {
    MeshChecksum sum(coversHeader(header.version) ? checksumOf(header) : 0);
    sum.add(elementId);
    sum.add(elementVertex);
    sum.add(region);
    sum.add(faceGroup);
    sum.add(vertexId);
    sum.add(vertices);
    return sum.value();
  }
};

/// Elements by part, each part in ascending order of ids; offset[p] is where part p begins.
struct PartOrder {
  std::vector<std::int64_t> element, offset;
};

PartOrder orderByPart(const Mesh& mesh, const std::vector<std::int32_t>& part, int numParts) {
  const std::int64_t n = mesh.numElements();
  PartOrder order;
  order.offset.assign(static_cast<std::size_t>(numParts) + 1, 0);
  order.element.resize(static_cast<std::size_t>(n));
  const auto partOf = [&](std::int64_t e) { return part.empty() ? 0 : part[static_cast<std::size_t>(e)]; };
  for (std::int64_t e = 0; e < n; ++e) {
    if (partOf(e) < 0 || partOf(e) >= numParts)
      throw InputError(fmt::format("element {} is in part {} of {}", e, partOf(e), numParts));
    ++order.offset[partOf(e) + 1];
  }
  std::partial_sum(order.offset.begin(), order.offset.end(), order.offset.begin());
  for (int p = 0; p < numParts; ++p)
    require(order.offset[p] < order.offset[p + 1],
            "part {} of {} has no elements ({} in all): use fewer parts, or the other partition method", p, numParts,
            n);
  auto next = order.offset;
  for (std::int64_t e = 0; e < n; ++e) order.element[next[partOf(e)]++] = e;
  return order;
}

MeshPart extractPart(const Mesh& mesh, std::span<const std::int64_t> elements) {
  MeshPart part;
  part.elementId.assign(elements.begin(), elements.end());
  part.elementVertex.reserve(4 * elements.size());
  part.faceGroup.reserve(4 * elements.size());
  part.region.reserve(elements.size());
  for (const std::int64_t e : elements) {
    part.elementVertex.insert(part.elementVertex.end(), &mesh.elements[4 * e], &mesh.elements[4 * e] + 4);
    part.faceGroup.insert(part.faceGroup.end(), &mesh.faceGroup[4 * e], &mesh.faceGroup[4 * e] + 4);
    part.region.push_back(mesh.region[e]);
  }
  part.vertexId = part.elementVertex;
  std::sort(part.vertexId.begin(), part.vertexId.end());
  part.vertexId.erase(std::unique(part.vertexId.begin(), part.vertexId.end()), part.vertexId.end());
  part.vertices.reserve(3 * part.vertexId.size());
  for (const std::int64_t v : part.vertexId)
    part.vertices.insert(part.vertices.end(), &mesh.vertices[3 * v], &mesh.vertices[3 * v] + 3);
  return part;
}

template <class T>
void append(std::vector<T>& to, const std::vector<T>& values) {
  to.insert(to.end(), values.begin(), values.end());
}

MeshFileHeader headerOf(const Mesh& mesh, const PartOrder& order) {
  MeshFileHeader header;
  header.version = static_cast<int>(meshFileVersion);
  header.parts = static_cast<int>(order.offset.size()) - 1;
  header.totalElements = mesh.numElements();
  header.totalVertices = mesh.numVertices();
  header.elementOffset = order.offset;
  header.groups = mesh.groups;
  return header;
}

/// The parts one after the other; `header` gets where their vertices begin.
MeshPart joinParts(const Mesh& mesh, const PartOrder& order, MeshFileHeader& header) {
  MeshPart all;
  const auto n = static_cast<std::size_t>(mesh.numElements());
  all.elementId.reserve(n);
  all.elementVertex.reserve(4 * n);
  all.region.reserve(n);
  all.faceGroup.reserve(4 * n);
  header.vertexOffset = {0};
  for (int p = 0; p < header.parts; ++p) {
    const auto begin = static_cast<std::size_t>(order.offset[p]), end = static_cast<std::size_t>(order.offset[p + 1]);
    const MeshPart part = extractPart(mesh, std::span(order.element).subspan(begin, end - begin));
    append(all.elementId, part.elementId);
    append(all.elementVertex, part.elementVertex);
    append(all.region, part.region);
    append(all.faceGroup, part.faceGroup);
    append(all.vertexId, part.vertexId);
    append(all.vertices, part.vertices);
    header.vertexOffset.push_back(static_cast<std::int64_t>(all.vertexId.size()));
  }
  return all;
}

/// Part p of all parts.
PartArrays arraysOf(const MeshPart& all, const MeshFileHeader& header, int p) {
  const auto of = [p](const auto& values, const std::vector<std::int64_t>& offset, std::int64_t width) {
    return std::span(values).subspan(static_cast<std::size_t>(width * offset[p]),
                                     static_cast<std::size_t>(width * (offset[p + 1] - offset[p])));
  };
  const auto &element = header.elementOffset, &vertex = header.vertexOffset;
  return {of(all.elementId, element, 1), of(all.elementVertex, element, 4), of(all.region, element, 1),
          of(all.faceGroup, element, 4), of(all.vertexId, vertex, 1),       of(all.vertices, vertex, 3)};
}

MeshFileTables makeTables(MeshPart all, const MeshFileHeader& header) {
  std::vector<std::uint64_t> checksum;
  for (int p = 0; p < header.parts; ++p) checksum.push_back(arraysOf(all, header, p).checksum(header));
  MeshFileTables tables;
  tables.add("regionNames", packNames(header.groups.regions));
  tables.add("surfaceNames", packNames(header.groups.surfaces));
  tables.add("elementOffset", header.elementOffset);
  tables.add("vertexOffset", header.vertexOffset);
  tables.add("partChecksum", std::move(checksum));
  tables.add("elementId", std::move(all.elementId));
  tables.add("elementVertex", std::move(all.elementVertex), 4);
  tables.add("region", std::move(all.region));
  tables.add("faceGroup", std::move(all.faceGroup), 4);
  tables.add("vertexId", std::move(all.vertexId));
  tables.add("vertices", std::move(all.vertices), 3);
  return tables;
}

bool ascendsFromZero(const std::vector<std::int64_t>& offset) {
  return offset.size() >= 2 && offset[0] == 0 && std::is_sorted(offset.begin(), offset.end());
}

MeshFileHeader readHeader(hid_t file, const std::string& path) {
  MeshFileHeader header;
  header.version = static_cast<int>(hdf5::readAttribute<std::int64_t>(file, "version").at(0));
  header.totalElements = hdf5::readAttribute<std::int64_t>(file, "totalElements").at(0);
  header.totalVertices = hdf5::readAttribute<std::int64_t>(file, "totalVertices").at(0);
  header.elementOffset = hdf5::read<std::int64_t>(file, "elementOffset");
  header.vertexOffset = hdf5::read<std::int64_t>(file, "vertexOffset");
  header.groups = {readNames(file, "regionNames"), readNames(file, "surfaceNames")};
  if (!ascendsFromZero(header.elementOffset) || !ascendsFromZero(header.vertexOffset) ||
      header.elementOffset.size() != header.vertexOffset.size() || header.elementOffset.back() != header.totalElements)
    refuseDamagedMesh(path, "its table of parts contradicts itself");
  header.parts = static_cast<int>(header.elementOffset.size()) - 1;
  if (coversHeader(header.version) &&
      std::bit_cast<std::uint64_t>(hdf5::readAttribute<std::int64_t>(file, "headerChecksum").at(0)) !=
          checksumOf(header))
    refuseDamagedMesh(path, "its header and names do not have their checksum");
  return header;
}

bool idsFit(const std::vector<std::int64_t>& ids, std::int64_t total) {
  return std::all_of(ids.begin(), ids.end(), [total](std::int64_t id) { return id >= 0 && id < total; });
}

MeshPart readPart(hid_t file, const std::string& path, const MeshFileHeader& header, int p) {
  const auto firstElement = static_cast<hsize_t>(header.elementOffset[p]);
  const auto elements = static_cast<hsize_t>(header.elementOffset[p + 1]) - firstElement;
  const auto firstVertex = static_cast<hsize_t>(header.vertexOffset[p]);
  const auto vertices = static_cast<hsize_t>(header.vertexOffset[p + 1]) - firstVertex;
  MeshPart part;
  part.elementId = hdf5::readRows<std::int64_t>(file, "elementId", firstElement, elements);
  part.elementVertex = hdf5::readRows<std::int64_t>(file, "elementVertex", firstElement, elements);
  part.region = hdf5::readRows<std::int32_t>(file, "region", firstElement, elements);
  part.faceGroup = hdf5::readRows<std::int32_t>(file, "faceGroup", firstElement, elements);
  part.vertexId = hdf5::readRows<std::int64_t>(file, "vertexId", firstVertex, vertices);
  part.vertices = hdf5::readRows<double>(file, "vertices", firstVertex, vertices);
  const auto checksum = hdf5::readRows<std::uint64_t>(file, "partChecksum", static_cast<hsize_t>(p), 1);
  const PartArrays arrays{part.elementId, part.elementVertex, part.region,
                          part.faceGroup, part.vertexId,      part.vertices};
  if (checksum.at(0) != arrays.checksum(header))
    refuseDamagedMesh(path, fmt::format("part {} does not have its checksum", p));
  if (!idsFit(part.elementId, header.totalElements) || !idsFit(part.vertexId, header.totalVertices))
    refuseDamagedMesh(path, fmt::format("part {} has ids beyond the totals of its header", p));
  part.groups = header.groups;
  part.totalElements = header.totalElements;
  part.totalVertices = header.totalVertices;
  return part;
}

void placePart(const MeshPart& part, Mesh& mesh) {
  for (std::size_t i = 0; i < part.elementId.size(); ++i) {
    const std::int64_t e = part.elementId[i];
    std::copy_n(&part.elementVertex[4 * i], 4, &mesh.elements[4 * e]);
    std::copy_n(&part.faceGroup[4 * i], 4, &mesh.faceGroup[4 * e]);
    mesh.region[e] = part.region[i];
  }
  for (std::size_t i = 0; i < part.vertexId.size(); ++i)
    std::copy_n(&part.vertices[3 * i], 3, &mesh.vertices[3 * part.vertexId[i]]);
}

}  // namespace

void writeMeshFile(const std::string& path, const Mesh& mesh, const std::vector<std::int32_t>& part, int numParts) {
  require(numParts >= 1 && (part.empty() ? numParts == 1 : std::ssize(part) == mesh.numElements()),
          "{} elements cannot be written in {} parts: {} have a part", mesh.numElements(), numParts, part.size());
  const PartOrder order = orderByPart(mesh, part, numParts);
  MeshFileHeader header = headerOf(mesh, order);
  MeshPart all = joinParts(mesh, order, header);
  MeshFileTables tables = makeTables(std::move(all), header);
  if (!mesh.notes.sizes.empty()) tables.add("sizeNotes", packNames(mesh.notes.sizes));
  if (!mesh.notes.warnings.empty()) tables.add("warnings", packNames(mesh.notes.warnings));
  tables.writeFile(path, [&](hid_t file) {
    hdf5::writeAttribute(file, "version", std::int64_t{header.version});
    hdf5::writeAttribute(file, "totalElements", header.totalElements);
    hdf5::writeAttribute(file, "totalVertices", header.totalVertices);
    hdf5::writeAttribute(file, "headerChecksum", std::bit_cast<std::int64_t>(checksumOf(header)));
  });
}

MeshFileHeader readMeshHeader(const std::string& path) {
  return readingMeshFile(path, [&] { return readHeader(openSolid(path), path); });
}

Mesh readWholeMesh(const std::string& path) {
  return readingMeshFile(path, [&] {
    const hdf5::Handle file = openSolid(path);
    const MeshFileHeader header = readHeader(file, path);
    const auto n = static_cast<std::size_t>(header.totalElements);
    Mesh mesh;
    mesh.elements.resize(4 * n);
    mesh.faceGroup.resize(4 * n);
    mesh.region.resize(n);
    mesh.vertices.resize(3 * static_cast<std::size_t>(header.totalVertices));
    for (int p = 0; p < header.parts; ++p) placePart(readPart(file, path, header, p), mesh);
    mesh.groups = header.groups;
    if (hdf5::exists(file, "sizeNotes")) mesh.notes.sizes = readNames(file, "sizeNotes");
    if (hdf5::exists(file, "warnings")) mesh.notes.warnings = readNames(file, "warnings");
    return mesh;
  });
}

MeshPart readMeshPart(const std::string& path, int part) {
  return readingMeshFile(path, [&] {
    const hdf5::Handle file = openSolid(path);
    const MeshFileHeader header = readHeader(file, path);
    require(part >= 0 && part < header.parts, "mesh file {} has parts 0..{}, not {}", path, header.parts - 1, part);
    return readPart(file, path, header, part);
  });
}

}  // namespace fluxtet
