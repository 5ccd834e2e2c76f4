// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/modes/triangleSpace.hpp"

#include "app/dgtd/modes/outline.hpp"
#include "lib/base/disjointSets.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace fluxtet::dgtd {

namespace {

/// The node of `triangle` (its vertices) on an edge, `step` steps of `order` away from the edge's first vertex.
std::size_t nodeOnEdge(const TriangleBasis& basis, const std::array<std::int32_t, 3>& triangle, const EdgeKey& edge,
                       int step) {
  std::array<int, 3> place{};
  for (int corner = 0; corner < 3; ++corner) {
    if (triangle[corner] == edge.first) place[corner] = basis.order() - step;
    if (triangle[corner] == edge.second) place[corner] = step;
  }
  return basis.nodeAt(place);
}

}  // namespace

TriangleSpace::TriangleSpace(const CrossSection& section, int order) : section_(section), basis_(order) {
  numberUnknowns();
}

void TriangleSpace::numberUnknowns() {
  const std::size_t nodes = basis_.nodes().size();
  std::set<EdgeKey> walls;
  for (const auto* list : {&section_.electricEdge, &section_.magneticEdge})
    for (const auto& [a, b] : *list) walls.insert(edgeKey(a, b));
  DisjointSets sets(section_.triangle.size() * nodes);
  for (const auto& [edge, triangles] : edgesOf(section_)) {
    if (triangles.size() < 2 || walls.contains(edge)) continue;
    for (int step = 0; step <= basis_.order(); ++step) {
      std::size_t corner[2];
      for (int side = 0; side < 2; ++side) {
        const auto triangle = static_cast<std::size_t>(triangles[side]);
        corner[side] = triangle * nodes + nodeOnEdge(basis_, section_.triangle[triangle], edge, step);
      }
      sets.unite(corner[0], corner[1]);
    }
  }
  unknown_.resize(section_.triangle.size() * nodes);
  for (std::size_t i = 0; i < unknown_.size(); ++i) {
    const std::size_t first = sets.find(i);
    unknown_[i] = first == i ? static_cast<std::int32_t>(unknowns_++) : unknown_[first];
  }
}

std::vector<std::int32_t> TriangleSpace::unknownsOn(const std::vector<std::array<std::int32_t, 2>>& edges) const {
  const auto trianglesOf = edgesOf(section_);
  std::set<std::int32_t> found;
  for (const auto& [a, b] : edges) {
    const EdgeKey edge = edgeKey(a, b);
    for (const std::int32_t triangle : trianglesOf.at(edge))
      for (int step = 0; step <= basis_.order(); ++step)
        found.insert(unknown(triangle, nodeOnEdge(basis_, section_.triangle[triangle], edge, step)));
  }
  return {found.begin(), found.end()};
}

std::vector<std::array<double, 2>> TriangleSpace::places() const {
  std::vector<std::array<double, 2>> places(static_cast<std::size_t>(unknowns_));
  for (std::size_t i = 0; i < section_.triangle.size(); ++i)
    for (std::size_t local = 0; local < basis_.nodes().size(); ++local) {
      auto& place = places[unknown(i, local)] = {0, 0};
      for (int corner = 0; corner < 3; ++corner)
        for (int axis = 0; axis < 2; ++axis)
          place[axis] +=
              section_.x[section_.triangle[i][corner]][axis] * basis_.nodes()[local][corner] / basis_.order();
    }
  return places;
}

template <class ElementMatrix>
TriangleSpace::Matrix TriangleSpace::assemble(const ElementMatrix& element) const {
  const std::size_t nodes = basis_.nodes().size();
  std::vector<Eigen::Triplet<double>> entries;
  entries.reserve(section_.triangle.size() * nodes * nodes);
  for (std::size_t triangle = 0; triangle < section_.triangle.size(); ++triangle) {
    const Eigen::MatrixXd matrix = element(triangle);
    for (std::size_t i = 0; i < nodes; ++i)
      for (std::size_t j = 0; j < nodes; ++j)
        entries.emplace_back(unknown(triangle, i), unknown(triangle, j),
                             matrix(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)));
  }
  Matrix sum(unknowns_, unknowns_);
  sum.setFromTriplets(entries.begin(), entries.end());
  return sum;
}

TriangleSpace::Matrix TriangleSpace::stiffness(const std::vector<double>& c) const {
  return assemble([&](std::size_t triangle) -> Eigen::MatrixXd {
    const Eigen::Matrix2d metric = c[triangle] * TriangleMap(section_, triangle).metric();
    const auto& parts = basis_.stiffness();
    return metric(0, 0) * parts[0] + 2 * metric(0, 1) * parts[1] + metric(1, 1) * parts[2];
  });
}

TriangleSpace::Matrix TriangleSpace::mass(const std::vector<double>& c) const {
  return assemble([&](std::size_t triangle) -> Eigen::MatrixXd {
    return c[triangle] * TriangleMap(section_, triangle).determinant * basis_.mass();
  });
}

VectorPolynomials TriangleSpace::gradient(const Eigen::VectorXd& values) const {
  VectorPolynomials result{basis_.monomials(), {}, {}};
  const auto& monomials = result.monomials;
  const auto n = static_cast<Eigen::Index>(monomials.size());
  for (std::size_t triangle = 0; triangle < section_.triangle.size(); ++triangle) {
    Eigen::VectorXd local(n);
    for (Eigen::Index i = 0; i < n; ++i) local[i] = values[unknown(triangle, static_cast<std::size_t>(i))];
    const Eigen::VectorXd c = basis_.coefficients(local);
    const TriangleMap& map = result.maps.emplace_back(section_, triangle);
    Eigen::Matrix2Xd& gradient = result.coefficients.emplace_back(Eigen::Matrix2Xd::Zero(2, n));
    for (Eigen::Index i = 0; i < n; ++i)
      for (int axis = 0; axis < 2; ++axis) {
        auto powers = monomials[static_cast<std::size_t>(i)];
        if (powers[axis]-- == 0) continue;
        const auto at = std::find(monomials.begin(), monomials.end(), powers) - monomials.begin();
        gradient.col(at) += c[i] * (powers[axis] + 1) * map.inverse.row(axis).transpose();
      }
  }
  return result;
}

ModeProfile TriangleSpace::gradientProfile(const Eigen::VectorXd& values, const Eigen::Matrix2d& turn) const {
  VectorPolynomials result = gradient(values);
  for (Eigen::Matrix2Xd& coefficients : result.coefficients) coefficients = (turn * coefficients).eval();
  return profileOf(std::move(result));
}

}  // namespace fluxtet::dgtd
