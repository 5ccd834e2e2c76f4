// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/modes/hybridSpace.hpp"

#include "app/dgtd/modes/orientation.hpp"
#include "app/dgtd/modes/outline.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <utility>

namespace fluxtet::dgtd {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;

/// Integrals over the reference triangle of all functions of a triangle, edge functions and gradients of nodes in a
/// row.
struct ReferenceIntegrals {
  MatrixXd curlCurl;                ///< of edge functions
  std::array<MatrixXd, 4> product;  ///< [2 a + b] of component a of one and b of the other

  ReferenceIntegrals(const EdgeBasis& edges, const TriangleBasis& nodes) {
    const Index n = edges.functions(), all = n + static_cast<Index>(nodes.nodes().size());
    curlCurl = MatrixXd::Zero(n, n);
    product.fill(MatrixXd::Zero(all, all));
    const TriangleRule rule = triangleRule(edges.order() + 2);
    for (std::size_t k = 0; k < rule.point.size(); ++k) {
      const auto& [x, y] = rule.point[k];
      Eigen::Matrix2Xd values(2, all);
      values << edges.values(x, y), nodes.gradients(x, y);
      const Eigen::RowVectorXd curls = edges.curls(x, y);
      curlCurl += rule.weight[k] * curls.transpose() * curls;
      for (int a = 0; a < 2; ++a)
        for (int b = 0; b < 2; ++b) product[2 * a + b] += rule.weight[k] * values.row(a).transpose() * values.row(b);
    }
  }

  /// int of the products of all functions on a triangle.
  MatrixXd productOn(const TriangleMap& map) const {
    const Eigen::Matrix2d metric = map.metric();
    return metric(0, 0) * product[0] + metric(0, 1) * product[1] + metric(1, 0) * product[2] +
           metric(1, 1) * product[3];
  }
};

}  // namespace

HybridSpace::HybridSpace(const CrossSection& section, int order) : nodal_(section, order + 1), basis_(order) {
  numberUnknowns();
  assemble();
}

void HybridSpace::numberUnknowns() {
  const CrossSection& cross = section();
  std::set<EdgeKey> electric, magnetic;
  for (const auto& [a, b] : cross.electricEdge) electric.insert(edgeKey(a, b));
  for (const auto& [a, b] : cross.magneticEdge) magnetic.insert(edgeKey(a, b));
  std::map<EdgeKey, std::int32_t> firstOf;
  std::int32_t next = 0;
  places_.resize(cross.triangle.size());
  for (std::size_t triangle = 0; triangle < cross.triangle.size(); ++triangle) {
    auto& places = places_[triangle];
    places.resize(static_cast<std::size_t>(basis_.functions()));
    for (int j = 0; j < 3; ++j) {
      const std::int32_t from = cross.triangle[triangle][j], to = cross.triangle[triangle][(j + 1) % 3];
      const EdgeKey edge = edgeKey(from, to);
      if (electric.contains(edge)) continue;
      // Either side of a magnetic wall has functions of its own.
      const auto [entry, isNew] = firstOf.try_emplace(edge, next);
      if (!isNew && magnetic.contains(edge)) entry->second = next;
      if (entry->second == next) next += basis_.order() + 1;
      for (int i = 0; i <= basis_.order(); ++i)
        places[basis_.onEdge(j, i)] =
            from < to ? Place{entry->second + i, 1} : Place{entry->second + basis_.order() - i, -1};
    }
    for (Index i = basis_.firstInside(); i < basis_.functions(); ++i) places[i].unknown = next++;
  }
  transverse_ = next;
  const auto fixed = nodal_.unknownsOn(cross.electricEdge);
  std::vector<std::int32_t> number(static_cast<std::size_t>(nodal_.unknowns()));
  for (std::size_t i = 0; i < number.size(); ++i)
    number[i] = std::binary_search(fixed.begin(), fixed.end(), static_cast<std::int32_t>(i)) ? -1 : next++;
  axial_ = next - transverse_;
  for (std::size_t triangle = 0; triangle < cross.triangle.size(); ++triangle)
    for (std::size_t node = 0; node < nodal_.basis().nodes().size(); ++node)
      places_[triangle].push_back({number[nodal_.unknown(triangle, node)], 1});
}

void HybridSpace::assemble() {
  const CrossSection& cross = section();
  const ReferenceIntegrals integrals(basis_, nodal_.basis());
  const Index n = basis_.functions();
  std::array<std::vector<Eigen::Triplet<double>>, 6> entries;
  const SplittingWeight splitting(cross);
  for (std::size_t triangle = 0; triangle < cross.triangle.size(); ++triangle) {
    const TriangleMap map(cross, triangle);
    const MatrixXd product = integrals.productOn(map);
    const double epsilonR = cross.epsilonR[triangle], inverseMu = 1 / cross.muR[triangle];
    const double weight = splitting.at(splitting.centreOfTriangle(triangle));
    const auto& places = places_[triangle];
    for (Index i = 0; i < product.rows(); ++i)
      for (Index j = 0; j < product.cols(); ++j) {
        const Place &row = places[i], &column = places[j];
        if (row.unknown < 0 || column.unknown < 0) continue;
        const auto add = [&](int matrix, double value) {
          entries[matrix].emplace_back(row.unknown, column.unknown, row.sign * column.sign * value);
        };
        add(2, inverseMu * product(i, j));
        if (i < n && j < n) {
          add(0, inverseMu * integrals.curlCurl(i, j) / map.determinant);
          add(1, epsilonR * product(i, j));
          add(4, product(i, j));
          add(5, weight * product(i, j));
        } else if (i >= n && j >= n) {
          add(3, epsilonR * map.determinant * nodal_.basis().mass()(i - n, j - n));
        }
      }
  }
  Matrix* const matrices[6] = {&curlCurl_, &permittivity_, &coupling_, &axialMass_, &mass_, &splittingMass_};
  for (int k = 0; k < 6; ++k) {
    matrices[k]->resize(unknowns(), unknowns());
    matrices[k]->setFromTriplets(entries[k].begin(), entries[k].end());
  }
}

VectorPolynomials HybridSpace::electric(const Eigen::VectorXd& x) const {
  VectorPolynomials result{basis_.monomials(), {}, {}};
  for (std::size_t triangle = 0; triangle < section().triangle.size(); ++triangle) {
    Eigen::VectorXd local = Eigen::VectorXd::Zero(basis_.functions());
    for (Index i = 0; i < local.size(); ++i)
      if (const Place& place = places_[triangle][i]; place.unknown >= 0) local[i] = place.sign * x[place.unknown];
    const TriangleMap& map = result.maps.emplace_back(section(), triangle);
    Eigen::Matrix2Xd inReference(2, static_cast<Index>(result.monomials.size()));
    for (int axis = 0; axis < 2; ++axis) inReference.row(axis) = (basis_.coefficients()[axis] * local).transpose();
    result.coefficients.emplace_back(map.inverse.transpose() * inReference);
  }
  return result;
}

VectorPolynomials HybridSpace::magnetic(const Eigen::VectorXd& x) const {
  Eigen::VectorXd axial = Eigen::VectorXd::Zero(nodal_.unknowns());
  for (std::size_t triangle = 0; triangle < section().triangle.size(); ++triangle)
    for (std::size_t node = 0; node < nodal_.basis().nodes().size(); ++node)
      if (const Place& place = places_[triangle][static_cast<std::size_t>(basis_.functions()) + node];
          place.unknown >= 0)
        axial[nodal_.unknown(triangle, node)] = x[place.unknown];
  VectorPolynomials sum = nodal_.gradient(axial);
  const VectorPolynomials transverse = electric(x);
  for (std::size_t triangle = 0; triangle < section().triangle.size(); ++triangle) {
    auto& coefficients = sum.coefficients[triangle];
    for (std::size_t i = 0; i < transverse.monomials.size(); ++i) {
      const auto at =
          std::find(sum.monomials.begin(), sum.monomials.end(), transverse.monomials[i]) - sum.monomials.begin();
      coefficients.col(at) += transverse.coefficients[triangle].col(static_cast<Index>(i));
    }
    coefficients /= section().muR[triangle];
  }
  return sum;
}

Eigen::VectorXd HybridSpace::transversePart(const Eigen::VectorXd& x) const {
  Eigen::VectorXd part = x;
  part.tail(axial_).setZero();
  return part;
}

}  // namespace fluxtet::dgtd
