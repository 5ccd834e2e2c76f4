// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/mesh/gmshReader.hpp"
#include "tests/support/fixedAddresses.hpp"
#include "tests/unit/mesh/meshTestSupport.hpp"

#include <gmsh.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace fluxtet::test {

inline MeshSource fileSource(const std::string& file) {
  MeshSource source;
  source.file = file;
  return source;
}

/// Runs `work` in a silent Gmsh of its own, with the OpenCASCADE or built-in kernel at hand.
inline void withGmsh(const std::function<void()>& work) {
  gmsh::initialize(0, nullptr, false);
  gmsh::option::setNumber("General.Terminal", 0);
  try {
    gmsh::model::add("test");
    work();
  } catch (const std::string& message) {
    ADD_FAILURE() << "Gmsh: " << message;
  }
  gmsh::finalize();
}

/// A mesh in Gmsh's format 2.2 from nodes (tags 1, 2, ...) and lines of its $Elements section.
inline std::string msh2(const std::vector<double>& nodes, const std::vector<std::string>& elements,
                        const std::string& physicalNames = "") {
  std::string text = "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n" + physicalNames;
  text += "$Nodes\n" + std::to_string(nodes.size() / 3) + "\n";
  for (std::size_t i = 0; i < nodes.size() / 3; ++i)
    text += fmt::format("{} {} {} {}\n", i + 1, nodes[3 * i], nodes[3 * i + 1], nodes[3 * i + 2]);
  text += "$EndNodes\n$Elements\n" + std::to_string(elements.size()) + "\n";
  for (const auto& element : elements) text += element + "\n";
  return text + "$EndElements\n";
}

/// Outer triangles (physical surface 5) and two tetrahedra on the common face of nodes 2, 3, 4.
inline std::vector<std::string> twoTetrahedra(const std::string& firstTags = "2 1 1",
                                              const std::string& secondTags = "2 1 1") {
  return {"1 2 2 5 5 1 2 3",
          "2 2 2 5 5 1 2 4",
          "3 2 2 5 5 1 3 4",
          "4 2 2 5 5 5 2 3",
          "5 2 2 5 5 5 2 4",
          "6 2 2 5 5 5 3 4",
          "17 4 " + firstTags + " 1 2 3 4",
          "18 4 " + secondTags + " 2 3 4 5"};
}
inline const std::vector<double> fiveNodes{0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1};

inline constexpr double mm = 1e-3;

inline double volumeOf(const Mesh& mesh, const std::string& region) {
  return totalVolume(mesh, groupIndex(mesh.groups.regions, region));
}

inline double areaOf(const Mesh& mesh, const std::string& surface) {
  return groupArea(mesh, groupIndex(mesh.groups.surfaces, surface));
}

inline void expectVolume(const Mesh& mesh, const std::string& region, double cubicMillimetres) {
  ASSERT_GE(groupIndex(mesh.groups.regions, region), 0) << region;
  EXPECT_NEAR(volumeOf(mesh, region), cubicMillimetres * mm * mm * mm, 1e-9 * cubicMillimetres * mm * mm * mm)
      << region;
}

inline void expectArea(const Mesh& mesh, const std::string& surface, double squareMillimetres) {
  ASSERT_GE(groupIndex(mesh.groups.surfaces, surface), 0) << surface;
  EXPECT_NEAR(areaOf(mesh, surface), squareMillimetres * mm * mm, 1e-9 * squareMillimetres * mm * mm) << surface;
}

/// Mean length, mm, of the edges of elements whose ends and middle are all within `place`, which is given mm; 0 where
/// there are none.
inline double meanLength(const Mesh& mesh, const std::function<bool(const Vec3&)>& place) {
  double sum = 0, count = 0;
  for (std::int64_t e = 0; e < mesh.numElements(); ++e) {
    const auto x = elementVertices(mesh, e);
    for (std::size_t a = 0; a < 4; ++a)
      for (std::size_t b = a + 1; b < 4; ++b) {
        const Vec3 first = 1e3 * Vec3{x[3 * a], x[3 * a + 1], x[3 * a + 2]};
        const Vec3 second = 1e3 * Vec3{x[3 * b], x[3 * b + 1], x[3 * b + 2]};
        if (!place(first) || !place(second) || !place(0.5 * (first + second))) continue;
        sum += norm(second - first);
        ++count;
      }
  }
  return count > 0 ? sum / count : 0;
}

}  // namespace fluxtet::test
