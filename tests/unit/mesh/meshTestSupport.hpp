// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/base/error.hpp"
#include "lib/mesh/elementVertices.hpp"
#include "lib/mesh/mesh.hpp"
#include "lib/mesh/quality.hpp"
#include "lib/mesh/visitFaces.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace fluxtet::test {

/// A folder of its own that goes away with the object.
class MeshFolder {
 public:
  MeshFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "fluxtetMeshTest.XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
    path_ = name;
  }
  ~MeshFolder() { std::filesystem::remove_all(path_); }
  MeshFolder(const MeshFolder&) = delete;
  MeshFolder& operator=(const MeshFolder&) = delete;
  std::string file(const std::string& name) const { return (path_ / name).string(); }
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(file(name), std::ios::binary) << text;
    return file(name);
  }
  bool isEmpty() const { return std::filesystem::is_empty(path_); }

 private:
  std::filesystem::path path_;
};

/// Expects that `work` throws an InputError whose text holds all of `parts`.
template <class Work>
void expectInputError(Work&& work, const std::vector<std::string>& parts) {
  try {
    work();
    ADD_FAILURE() << "no error was thrown";
  } catch (const InputError& error) {
    const std::string text = error.what();
    for (const auto& part : parts)
      EXPECT_NE(text.find(part), std::string::npos) << "`" << part << "` is not in: " << text;
  }
}

inline double elementVolume(const Mesh& mesh, std::int64_t e) {
  return elementGeometry(elementVertices(mesh, e).data()).volume;
}

/// Volume of the elements of one region, or (-1) of all.
inline double totalVolume(const Mesh& mesh, std::int32_t region = -1) {
  double sum = 0;
  for (std::int64_t e = 0; e < mesh.numElements(); ++e)
    if (region < 0 || mesh.region[e] == region) sum += elementVolume(mesh, e);
  return sum;
}

/// Area of a surface group; a face inside the volume counts once.
inline double groupArea(const Mesh& mesh, std::int32_t group) {
  double sum = 0;
  visitFaces(mesh.elements, mesh.numVertices(), [&](std::span<const FaceSide> sides) {
    const std::int64_t side = sides[0].side;
    if (mesh.faceGroup[side] == group) sum += faceAreas(elementVertices(mesh, side / 4).data())[side % 4];
  });
  return sum;
}

inline void expectSameMesh(const Mesh& a, const Mesh& b) {
  EXPECT_EQ(a.vertices, b.vertices);
  EXPECT_EQ(a.elements, b.elements);
  EXPECT_EQ(a.region, b.region);
  EXPECT_EQ(a.faceGroup, b.faceGroup);
  EXPECT_EQ(a.groups.regions, b.groups.regions);
  EXPECT_EQ(a.groups.surfaces, b.groups.surfaces);
}

/// Two tetrahedra on the common face (1, 2, 3); every outer face in the one surface group.
inline Mesh twoElements() {
  Mesh mesh;
  mesh.vertices = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1};
  mesh.elements = {0, 1, 2, 3, 1, 2, 3, 4};
  mesh.region = {0, 0};
  mesh.faceGroup = {-1, 0, 0, 0, 0, 0, 0, -1};
  mesh.groups = {{"Air"}, {"Outer"}};
  return mesh;
}

}  // namespace fluxtet::test
