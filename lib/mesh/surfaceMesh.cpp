// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/surfaceMesh.hpp"

#include <gmsh.h>

#include <cstdlib>

namespace fluxtet {
namespace {

std::vector<std::size_t> elementNodes(int type, int tag) {
  std::vector<std::size_t> unused, nodes;
  gmsh::model::mesh::getElementsByType(type, unused, nodes, tag);
  return nodes;
}

double lengthOf(const std::vector<std::size_t>& lines, const NodePositions& positions) {
  double length = 0;
  for (std::size_t i = 0; i < lines.size(); i += 2) length += norm(positions.at(lines[i + 1]) - positions.at(lines[i]));
  return length;
}

}  // namespace

NodePositions nodePositions() {
  std::vector<std::size_t> tags;
  std::vector<double> x, unused;
  gmsh::model::mesh::getNodes(tags, x, unused);
  NodePositions result;
  for (std::size_t i = 0; i < tags.size(); ++i) result[tags[i]] = {x[3 * i], x[3 * i + 1], x[3 * i + 2]};
  return result;
}

std::vector<std::size_t> lineNodes(int curve) {
  return elementNodes(1, curve);
}

std::vector<std::size_t> triangleNodes(int surface) {
  return elementNodes(2, surface);
}

std::vector<Triangle> trianglesOf(const std::vector<std::size_t>& nodes, const NodePositions& positions) {
  std::vector<Triangle> triangles;
  triangles.reserve(nodes.size() / 3);
  for (std::size_t i = 0; i < nodes.size(); i += 3)
    triangles.push_back({positions.at(nodes[i]), positions.at(nodes[i + 1]), positions.at(nodes[i + 2])});
  return triangles;
}

std::vector<Box<3>> boxesOf(const std::vector<Triangle>& triangles) {
  std::vector<Box<3>> boxes;
  boxes.reserve(triangles.size());
  for (const Triangle& corners : triangles) {
    boxes.push_back(Box<3>::empty());
    for (const Vec3& corner : corners) boxes.back().include({corner, corner});
  }
  return boxes;
}

double widthOf(int surface, const NodePositions& positions) {
  const auto nodes = triangleNodes(surface);
  double area = 0, boundary = 0;
  for (std::size_t i = 0; i < nodes.size(); i += 3) {
    const Vec3 &a = positions.at(nodes[i]), &b = positions.at(nodes[i + 1]), &c = positions.at(nodes[i + 2]);
    area += norm(cross(b - a, c - a)) / 2;
  }
  std::vector<int> unused, curves;
  gmsh::model::getAdjacencies(2, surface, unused, curves);
  for (const int curve : curves) boundary += lengthOf(lineNodes(std::abs(curve)), positions);
  return boundary > 0 ? 2 * area / boundary : 0;
}

}  // namespace fluxtet
