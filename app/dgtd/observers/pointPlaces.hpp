// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/setup/discretisation.hpp"
#include "kernels/dgtd/engineParts.hpp"
#include "lib/base/vec3.hpp"
#include "lib/mesh/pointLocator.hpp"

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

/// Locates each point and calls `use` with its index and location. Works in batches to need little memory. Collective.
void visitPoints(const Discretisation& discretisation, const PointList& points, MPI_Comm comm,
                 const std::function<void(std::int64_t index, const LocatedPoint& located)>& use);

/// Numbers of the points of a list in this rank's elements, and in the whole mesh.
struct PointCount {
  std::int64_t own = 0, inside = 0;
};
/// Counts the points without storing them. Collective.
PointCount countPoints(const Discretisation& discretisation, const PointList& points, MPI_Comm comm);

/// Where a list of points lies in the mesh. Each point inside belongs to one element of one rank; rank 0 gathers the
/// values that the ranks compute at their own.
class PointPlaces {
 public:
  /// `set` gets this rank's own points, in the order of the list. Collective.
  PointPlaces(const Discretisation& discretisation, const PointList& points, PointSet& set, MPI_Comm comm);
  /// Bytes that `ownPoints` points take on a rank, with their PointSet. `np`: nodes per element.
  static std::int64_t bytes(std::int64_t ownPoints, int np);

  std::size_t numPoints() const { return numPoints_; }
  std::size_t numOwned() const { return owned_.size(); }
  /// [point] true for points outside the mesh; the same on every rank.
  const std::vector<bool>& outside() const { return outside_; }
  /// On rank 0 the values [row][point][xyz], from every rank's own, [row][owned point][xyz], NaN at points outside the
  /// mesh; empty on other ranks. Collective.
  std::vector<double> gather(std::span<const double> own, std::size_t rows) const;

 private:
  MPI_Comm comm_;
  std::size_t numPoints_;
  std::vector<std::int32_t> owned_;                 ///< indices of the points in this rank's elements
  std::vector<std::vector<std::int32_t>> ownedBy_;  ///< rank 0: the same of every rank
  std::vector<bool> outside_;
};

}  // namespace fluxtet::dgtd
