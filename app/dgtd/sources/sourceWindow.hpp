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

namespace fluxtet::dgtd {

/// The window function (1 - r^2/R^2)^2 around a point source, r being the distance from it, at the quadrature points of
/// this rank's elements that have the source's medium and an unobstructed line to it (docs/theory.md, section 2.6).
class SourceWindow {
 public:
  /// Around the point `at`, m, which lies in the element `located`. Collective.
  SourceWindow(const Vec3& at, const LocatedPoint& located, const SubMesh& mesh, const DgtdProblem& problem,
               const ReferenceElement& basis, MPI_Comm comm);

  double radius() const { return radius_; }  ///< R, m
  const MaterialValues& medium() const { return medium_; }
  /// Elements of this rank that the window covers wholly or in part.
  const std::vector<std::int32_t>& elements() const { return elements_; }
  const ReferenceElement::Quadrature& rule() const { return rule_; }
  /// Quadrature points [element][point of the rule], relative to the source, in units of R.
  const std::vector<Vec3>& points() const { return points_; }
  /// Window times quadrature weight times element volume at these points, m^3.
  const std::vector<double>& measures() const { return measures_; }
  /// The plane conductor that cuts the window; none if there is no such plane.
  const std::optional<MirrorPlane>& mirror() const { return mirror_; }
  /// Window around the image over the window around the source, at `point` (relative to the source, in units of R).
  double imageShare(const Vec3& point) const;
  /// Distance of `point` from the image, in units of R.
  double distanceFromImage(const Vec3& point) const;

 private:
  void add(const SubMesh& mesh, std::int32_t element, double volume, const Vec3& eye,
           const std::vector<Obstacle>& obstacles);
  Vec3 fromImage(const Vec3& point) const;

  Vec3 at_;
  double radius_ = 0;
  MaterialValues medium_;
  ReferenceElement::Quadrature rule_;
  std::optional<MirrorPlane> mirror_;
  std::vector<std::int32_t> elements_;
  std::vector<Vec3> points_;
  std::vector<double> measures_;
};

}  // namespace fluxtet::dgtd
