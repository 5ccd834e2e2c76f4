// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/setup/discretisation.hpp"
#include "kernels/dgtd/fieldEngine.hpp"
#include "lib/base/vec3.hpp"

#include <mpi.h>

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace fluxtet::dgtd {

/// Many points, made as they are needed.
struct PointList {
  std::int64_t count = 0;
  std::function<std::vector<Vec3>(std::int64_t begin, std::int64_t end)> between;  ///< `end` excluded
};

/// Of a list of points, those in this rank's elements, and those that lie in the mesh at all.
struct PointCount {
  std::int64_t own = 0, inside = 0;
};
/// Keeps nothing of the points. Collective.
PointCount countPoints(const Discretisation& discretisation, const PointList& points, MPI_Comm comm);

/// Point values of a list of places, wherever they lie: each rank's engine samples its own, rank 0 gets them all.
template <class Real>
class PointSampler {
 public:
  /// Collective. Points outside the mesh give NaN.
  PointSampler(FieldEngine<Real>& engine, const Discretisation& discretisation, const PointList& points, MPI_Comm comm);
  /// Bytes for so many points on a rank, of the engine's and its own.
  static std::int64_t bytes(std::int64_t ownPoints, int np);
  /// True for points outside the mesh, by point; the same on every rank.
  const std::vector<bool>& outside() const { return outside_; }

  /// This rank's values now, [owned points][3], appended to `values`; E in V/m, H in A/m.
  void sample(Field field, std::vector<double>& values) const;
  /// Adds this rank's values of both fields now to a record, which the engine keeps and need not wait for.
  void record() const;
  /// The record, [samplings][E, H][owned points][3], which is empty then; E in V/m, H in A/m.
  std::vector<double> takeRecord() const;
  /// Rank 0: [rows][points][3] of `rows` samplings, from every rank's own [rows][owned][3]. Collective.
  std::vector<double> gather(std::span<const double> own, std::size_t rows) const;
  std::size_t numOwned() const { return owned_.size(); }

 private:
  FieldEngine<Real>& engine_;
  MPI_Comm comm_;
  int handle_ = 0;
  std::size_t numPoints_;
  std::vector<std::int32_t> owned_;                 ///< indices of the points that lie on this rank
  std::vector<std::vector<std::int32_t>> ownedBy_;  ///< rank 0: the same of every rank
  std::vector<bool> outside_;
};

}  // namespace fluxtet::dgtd
