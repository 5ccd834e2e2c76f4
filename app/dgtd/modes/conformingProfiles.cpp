// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/modes/conformingProfiles.hpp"

#include "app/dgtd/modes/outline.hpp"
#include "app/dgtd/modes/triangleSpace.hpp"
#include "lib/base/disjointSets.hpp"
#include "lib/base/error.hpp"

#include <Eigen/Dense>
#include <Eigen/Sparse>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <utility>

namespace fluxtet::dgtd {

namespace {

using Eigen::Index;
using Eigen::VectorXd;
using Sparse = Eigen::SparseMatrix<double>;
using Edges = std::vector<std::array<std::int32_t, 2>>;

/// A vector at a point (x, y) of the reference triangle of a triangle, 1/m.
using FieldOnTriangle = std::function<Eigen::Vector2d(std::size_t triangle, std::array<double, 2> x)>;

VectorXd solve(const Sparse& matrix, const VectorXd& load) {
  const Eigen::SimplicialLDLT<Sparse> solver(matrix);
  requireRun(solver.info() == Eigen::Success, "modes of a port: the matrix of a profile is singular");
  return solver.solve(load);
}

/// The edges in sets that are connected by their ends.
std::vector<Edges> connectedEdges(const CrossSection& section, const Edges& edges) {
  DisjointSets sets(section.x.size());
  for (const auto& [a, b] : edges) sets.unite(static_cast<std::size_t>(a), static_cast<std::size_t>(b));
  std::map<std::size_t, Edges> parts;
  for (const auto& edge : edges) parts[sets.find(static_cast<std::size_t>(edge[0]))].push_back(edge);
  std::vector<Edges> result;
  for (auto& [name, part] : parts) result.push_back(std::move(part));
  return result;
}

/// int c field . grad l_i for all functions l_i of the space.
VectorXd loadOf(const TriangleSpace& space, const std::vector<double>& c, const FieldOnTriangle& field) {
  const TriangleRule rule = triangleRule(6);  // profiles have order 3, gradients 4 at most
  std::vector<Eigen::Matrix2Xd> gradients;
  for (const auto& [x, y] : rule.point) gradients.push_back(space.basis().gradients(x, y));
  VectorXd load = VectorXd::Zero(space.unknowns());
  for (std::size_t triangle = 0; triangle < c.size(); ++triangle) {
    const TriangleMap map(space.section(), triangle);
    for (std::size_t q = 0; q < rule.point.size(); ++q) {
      const double weight = c[triangle] * map.determinant * rule.weight[q];
      const VectorXd parts = gradients[q].transpose() * (map.inverse * field(triangle, rule.point[q]));
      for (Index i = 0; i < parts.size(); ++i)
        load[space.unknown(triangle, static_cast<std::size_t>(i))] += weight * parts[i];
    }
  }
  return load;
}

/// The function of the space, one value on each of `walls`, whose gradient is nearest to `field`: int c |grad -
/// field|^2 is least.
VectorXd potentialOf(const TriangleSpace& space, const std::vector<double>& c, const std::vector<Edges>& walls,
                     const FieldOnTriangle& field) {
  DisjointSets sets(static_cast<std::size_t>(space.unknowns()));
  for (const Edges& wall : walls) {
    const std::vector<std::int32_t> unknowns = space.unknownsOn(wall);
    for (const std::int32_t unknown : unknowns)
      sets.unite(static_cast<std::size_t>(unknowns[0]), static_cast<std::size_t>(unknown));
  }
  std::vector<Eigen::Triplet<double>> entries;
  for (std::size_t i = 0; i < static_cast<std::size_t>(space.unknowns()); ++i)
    entries.emplace_back(static_cast<Index>(i), static_cast<Index>(sets.find(i)), 1);
  Sparse tied(space.unknowns(), space.unknowns());
  tied.setFromTriplets(entries.begin(), entries.end());
  Sparse matrix = tied.transpose() * space.stiffness(c) * tied;
  // Nothing fixes a constant, nor the unknowns that are tied to others: so little of the unit matrix is no more than
  // rounding in the gradient.
  constexpr double little = 1e-11;
  Sparse unit(matrix.rows(), matrix.cols());
  unit.setIdentity();
  matrix += little * matrix.diagonal().maxCoeff() * unit;
  return tied * solve(matrix, tied.transpose() * loadOf(space, c, field));
}

/// A field that is constant in each triangle, with a continuous tangential component, none at magnetic walls, and thus
/// without a curl anywhere; round the conductors it circulates as a given field.
class CirculatingField {
 public:
  CirculatingField(const CrossSection& section, const ModeProfile& field) : section_(section) {
    numberEdges();
    std::vector<Eigen::Triplet<double>> entries;
    VectorXd along = VectorXd::Zero(edges_);
    for (std::size_t triangle = 0; triangle < section.triangle.size(); ++triangle)
      for (int side = 0; side < 3; ++side) {
        const Side& at = sideOf(triangle, side);
        if (at.edge < 0) continue;
        entries.emplace_back(static_cast<Index>(triangle), at.edge, at.sign);
        along[at.edge] += at.share * at.sign * integral(triangle, side, field);
      }
    // The nearest integrals along the edges that add up to nothing round each triangle.
    Sparse round(static_cast<Index>(section.triangle.size()), edges_);
    round.setFromTriplets(entries.begin(), entries.end());
    const Sparse normal = round * round.transpose();
    along_ = along - round.transpose() * solve(normal, round * along);
  }

  Eigen::Vector2d at(std::size_t triangle) const {
    const auto integralTo = [&](int side) {
      const Side& found = sideOf(triangle, side);
      return found.edge < 0 ? 0.0 : found.sign * along_[found.edge];
    };
    // From the first vertex to the second and to the third.
    return TriangleMap(section_, triangle).inverse.transpose() * Eigen::Vector2d(integralTo(0), -integralTo(2));
  }

 private:
  /// Side i of a triangle goes from its vertex i to vertex i + 1.
  struct Side {
    Index edge = -1;   ///< -1: on a magnetic wall
    double sign = 1;   ///< 1 where the edge goes the same way
    double share = 1;  ///< of the triangle in the edge's integral
  };
  const Side& sideOf(std::size_t triangle, int side) const {
    return side_[3 * triangle + static_cast<std::size_t>(side)];
  }
  std::array<std::int32_t, 2> ends(std::size_t triangle, int side) const {
    const auto& v = section_.triangle[triangle];
    return {v[static_cast<std::size_t>(side)], v[static_cast<std::size_t>((side + 1) % 3)]};
  }

  /// The two triangles at an electric wall without thickness have an edge each.
  void numberEdges() {
    std::set<EdgeKey> electric, magnetic;
    for (const auto& [a, b] : section_.electricEdge) electric.insert(edgeKey(a, b));
    for (const auto& [a, b] : section_.magneticEdge) magnetic.insert(edgeKey(a, b));
    std::map<EdgeKey, std::size_t> shared;
    for (std::size_t triangle = 0; triangle < section_.triangle.size(); ++triangle)
      for (int side = 0; side < 3; ++side) {
        const auto [a, b] = ends(triangle, side);
        const EdgeKey key = edgeKey(a, b);
        Side& own = side_.emplace_back();
        if (magnetic.contains(key)) continue;
        own.sign = a == key.first ? 1 : -1;
        const auto [other, isNew] = shared.emplace(key, side_.size() - 1);
        if (isNew || electric.contains(key)) {
          own.edge = edges_++;
          continue;
        }
        own.edge = side_[other->second].edge;
        own.share = side_[other->second].share = 0.5;
      }
  }

  /// Along a side of a triangle.
  double integral(std::size_t triangle, int side, const ModeProfile& field) const {
    const auto [a, b] = ends(triangle, side);
    const auto& from = section_.x[static_cast<std::size_t>(a)];
    const auto& to = section_.x[static_cast<std::size_t>(b)];
    // Gauss-Legendre with three points.
    double sum = 0;
    for (const auto& [s, weight] : {std::pair{0.5 - 0.5 * std::sqrt(0.6), 5.0 / 18}, std::pair{0.5, 8.0 / 18},
                                    std::pair{0.5 + 0.5 * std::sqrt(0.6), 5.0 / 18}}) {
      const auto value = field(triangle, {from[0] + s * (to[0] - from[0]), from[1] + s * (to[1] - from[1])});
      sum += weight * (value[0] * (to[0] - from[0]) + value[1] * (to[1] - from[1]));
    }
    return sum;
  }

  const CrossSection& section_;
  std::vector<Side> side_;  ///< [triangle][side]
  Index edges_ = 0;
  VectorXd along_;  ///< [edge] integral of the field along it
};

}  // namespace

ConformingProfiles conformingProfiles(const CrossSection& section, const PortMode& mode, int order) {
  const TriangleSpace space(section, order + 1);
  const auto physical = [&](std::size_t triangle, const std::array<double, 2>& x) {
    const TriangleMap map(section, triangle);
    const Eigen::Vector2d moved = map.jacobian * Eigen::Vector2d(x[0], x[1]);
    return std::array<double, 2>{map.x0[0] + moved[0], map.x0[1] + moved[1]};
  };
  const auto valueOf = [&](const ModeProfile& profile) {
    return [&](std::size_t triangle, std::array<double, 2> x) {
      const auto value = profile(triangle, physical(triangle, x));
      return Eigen::Vector2d(value[0], value[1]);
    };
  };
  ConformingProfiles result;
  result.electric = space.gradientProfile(
      potentialOf(space, section.epsilonR, connectedEdges(section, section.electricEdge), valueOf(mode.electric)));
  const CirculatingField circulating(section, mode.magnetic);
  VectorPolynomials h = space.gradient(potentialOf(
      space, section.muR, connectedEdges(section, section.magneticEdge),
      [&, given = valueOf(mode.magnetic)](std::size_t triangle, std::array<double, 2> x) -> Eigen::Vector2d {
        return given(triangle, x) - circulating.at(triangle);
      }));
  const auto constant = std::find(h.monomials.begin(), h.monomials.end(), std::array<int, 2>{0, 0});
  for (std::size_t triangle = 0; triangle < section.triangle.size(); ++triangle)
    h.coefficients[triangle].col(constant - h.monomials.begin()) += circulating.at(triangle);
  result.magnetic = profileOf(std::move(h));
  return result;
}

}  // namespace fluxtet::dgtd
