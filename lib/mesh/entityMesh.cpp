// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/entityMesh.hpp"

#include <gmsh.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string>
#include <utility>

namespace fluxtet {
namespace {

/// Does `transfer`, write() or read(), until all bytes are done.
template <class Byte, class Transfer>
void all(Transfer transfer, int file, Byte* next, std::size_t count) {
  while (count > 0) {
    const ssize_t done = transfer(file, next, count);
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) throw std::string("the mesh of an entity cannot be handed over");
    next += done;
    count -= static_cast<std::size_t>(done);
  }
}

template <class T>
void writeArray(int file, const std::vector<T>& x) {
  const std::size_t count = x.size();
  all(write, file, reinterpret_cast<const char*>(&count), sizeof count);
  all(write, file, reinterpret_cast<const char*>(x.data()), count * sizeof(T));
}

template <class T>
std::vector<T> readArray(int file) {
  std::size_t count = 0;
  all(read, file, reinterpret_cast<char*>(&count), sizeof count);
  std::vector<T> x(count);
  all(read, file, reinterpret_cast<char*>(x.data()), count * sizeof(T));
  return x;
}

}  // namespace

EntityMesh meshOfEntity(int dimension, int tag) {
  EntityMesh mesh;
  const bool withBoundary = false, withParameters = true;
  gmsh::model::mesh::getNodes(mesh.nodeTags, mesh.coordinates, mesh.parameters, dimension, tag, withBoundary,
                              withParameters);
  std::vector<int> types;
  gmsh::model::mesh::getElementTypes(types, dimension, tag);
  for (const int type : types) {
    std::vector<std::size_t> tags;
    EntityElements& elements = mesh.elements.emplace_back();
    elements.type = type;
    gmsh::model::mesh::getElementsByType(type, tags, elements.nodes, tag);
  }
  return mesh;
}

void renumber(EntityMesh& mesh, std::size_t& last) {
  std::vector<std::pair<std::size_t, std::size_t>> newTags;  // by the old ones
  for (std::size_t& tag : mesh.nodeTags) {
    newTags.emplace_back(tag, ++last);
    tag = last;
  }
  std::sort(newTags.begin(), newTags.end());
  for (EntityElements& elements : mesh.elements)
    for (std::size_t& node : elements.nodes) {
      const auto found = std::lower_bound(newTags.begin(), newTags.end(), std::pair{node, std::size_t{0}});
      if (found != newTags.end() && found->first == node) node = found->second;
    }
}

void addToEntity(int dimension, int tag, const EntityMesh& mesh) {
  if (!mesh.nodeTags.empty())
    gmsh::model::mesh::addNodes(dimension, tag, mesh.nodeTags, mesh.coordinates, mesh.parameters);
  for (const EntityElements& elements : mesh.elements)
    gmsh::model::mesh::addElementsByType(tag, elements.type, {}, elements.nodes);
}

void writeMesh(int file, const EntityMesh& mesh) {
  writeArray(file, mesh.nodeTags);
  writeArray(file, mesh.coordinates);
  writeArray(file, mesh.parameters);
  for (const EntityElements& elements : mesh.elements) {
    writeArray(file, std::vector<int>{elements.type});
    writeArray(file, elements.nodes);
  }
}

EntityMesh readMesh(int file) {
  const off_t end = lseek(file, 0, SEEK_END);
  lseek(file, 0, SEEK_SET);
  EntityMesh mesh;
  mesh.nodeTags = readArray<std::size_t>(file);
  mesh.coordinates = readArray<double>(file);
  mesh.parameters = readArray<double>(file);
  while (lseek(file, 0, SEEK_CUR) < end) {
    EntityElements& elements = mesh.elements.emplace_back();
    elements.type = readArray<int>(file).at(0);
    elements.nodes = readArray<std::size_t>(file);
  }
  return mesh;
}

}  // namespace fluxtet
