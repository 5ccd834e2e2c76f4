// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/observers/pointPlaces.hpp"
#include "app/dgtd/setup/discretisation.hpp"
#include "kernels/dgtd/fieldEngine.hpp"

#include <mpi.h>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace fluxtet::dgtd {

/// Values of the fields at a list of points. Each rank's engine samples the points in its elements; rank 0 gathers all.
template <class Real>
class PointSampler {
 public:
  /// Collective. Values at points outside the mesh are NaN.
  PointSampler(FieldEngine<Real>& engine, const Discretisation& discretisation, const PointList& points, MPI_Comm comm);
  /// Bytes that `ownPoints` points take on a rank, in the engine and in this object. `np`: nodes per element.
  static std::int64_t bytes(std::int64_t ownPoints, int np);
  /// [point] true for points outside the mesh; the same on every rank.
  const std::vector<bool>& outside() const { return places_.outside(); }

  /// Appends this rank's present values, [owned point][xyz], to `values`; E in V/m, H in A/m.
  void sample(Field field, std::vector<double>& values) const;
  /// The points of this rank that the engine records (PointSamples); nullopt: none.
  std::optional<int> handle() const { return numOwned() == 0 ? std::nullopt : std::optional(handle_); }
  /// Returns and clears the recorded values, [record][E, H][owned point][xyz]; E in V/m, H in A/m.
  std::vector<double> takeRecord() const;
  /// On rank 0 the values [row][point][xyz], from every rank's own, [row][owned point][xyz]; empty on other ranks.
  /// Collective.
  std::vector<double> gather(std::span<const double> own, std::size_t rows) const { return places_.gather(own, rows); }
  std::size_t numOwned() const { return places_.numOwned(); }

 private:
  PointSampler(FieldEngine<Real>& engine, const Discretisation& discretisation, const PointList& points, PointSet&& set,
               MPI_Comm comm);

  FieldEngine<Real>& engine_;
  PointPlaces places_;
  int handle_ = 0;
};

}  // namespace fluxtet::dgtd
