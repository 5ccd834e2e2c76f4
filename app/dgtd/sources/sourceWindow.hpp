// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/sources/lineOfSight.hpp"
#include "kernels/dgtd/problem.hpp"
#include "lib/basis/referenceElement.hpp"
#include "lib/mesh/pointLocator.hpp"
#include "lib/mesh/subMesh.hpp"

#include <mpi.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace fluxtet {

/// The window (1 - r^2/R^2)^2 about a point source, at quadrature points of this rank's elements that are in sight of
/// it and of its medium (docs/theory.md, section 2.6).
class SourceWindow {
 public:
  /// About `at`, which `place` locates. Collective.
  SourceWindow(const Vec3& at, const LocatedPoint& located, const SubMesh& mesh, const DgtdProblem& problem,
               const ReferenceElement& basis, MPI_Comm comm);

  double radius() const { return radius_; }  ///< m
  const Medium& medium() const { return medium_; }
  const std::vector<std::int32_t>& elements() const { return elements_; }
  const ReferenceElement::Quadrature& rule() const { return rule_; }
  /// Of all points [element][point of the rule], in units of the radius from the window's middle.
  const std::vector<Vec3>& points() const { return points_; }
  /// The window there times the rule's weight times the element's volume.
  const std::vector<double>& measures() const { return measures_; }
  /// A plane conductor that cuts the window.
  const std::optional<MirrorPlane>& mirror() const { return mirror_; }
  /// At a place in the window: that about the image over that about the point itself.
  double imageShare(const Vec3& point) const;
  /// Of a place from the image, in units of the radius.
  double distanceFromImage(const Vec3& point) const;

 private:
  void add(const SubMesh& mesh, std::int32_t element, double volume, const Vec3& eye,
           const std::vector<Obstacle>& obstacles);
  Vec3 fromImage(const Vec3& point) const;

  Vec3 at_;
  double radius_ = 0;
  Medium medium_;
  ReferenceElement::Quadrature rule_;
  std::optional<MirrorPlane> mirror_;
  std::vector<std::int32_t> elements_;
  std::vector<Vec3> points_;
  std::vector<double> measures_;
};

}  // namespace fluxtet
