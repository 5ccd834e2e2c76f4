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

/// A list of points (m) that are computed on demand.
struct PointList {
  std::int64_t count = 0;
  std::function<std::vector<Vec3>(std::int64_t begin, std::int64_t end)> between;  ///< points begin to end - 1
};

/// Numbers of the points of a list in this rank's elements, and in the whole mesh.
struct PointCount {
  std::int64_t own = 0, inside = 0;
};
/// Counts the points without storing them. Collective.
PointCount countPoints(const Discretisation& discretisation, const PointList& points, MPI_Comm comm);

/// Values of the fields at a list of points. Each rank's engine samples the points in its elements; rank 0 gathers all.
template <class Real>
class PointSampler {
 public:
  /// Collective. Values at points outside the mesh are NaN.
  PointSampler(FieldEngine<Real>& engine, const Discretisation& discretisation, const PointList& points, MPI_Comm comm);
  /// Bytes that `ownPoints` points take on a rank, in the engine and in this object. `np`: nodes per element.
  static std::int64_t bytes(std::int64_t ownPoints, int np);
  /// [point] true for points outside the mesh; the same on every rank.
  const std::vector<bool>& outside() const { return outside_; }

  /// Appends this rank's present values, [owned point][xyz], to `values`; E in V/m, H in A/m.
  void sample(Field field, std::vector<double>& values) const;
  /// Stores this rank's present values of both fields in the engine, without waiting for it.
  void record() const;
  /// Returns and clears the values stored by record(), [record() call][E, H][owned point][xyz]; E in V/m, H in A/m.
  std::vector<double> takeRecord() const;
  /// On rank 0 the values [row][point][xyz], from every rank's own, [row][owned point][xyz]; empty on other ranks.
  /// Collective.
  std::vector<double> gather(std::span<const double> own, std::size_t rows) const;
  std::size_t numOwned() const { return owned_.size(); }

 private:
  FieldEngine<Real>& engine_;
  MPI_Comm comm_;
  int handle_ = 0;
  std::size_t numPoints_;
  std::vector<std::int32_t> owned_;                 ///< indices of the points in this rank's elements
  std::vector<std::vector<std::int32_t>> ownedBy_;  ///< rank 0: the same of every rank
  std::vector<bool> outside_;
};

}  // namespace fluxtet::dgtd
