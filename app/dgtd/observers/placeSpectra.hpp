// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/observers/observedRun.hpp"
#include "app/dgtd/observers/pointPlaces.hpp"
#include "app/dgtd/observers/spectrum.hpp"
#include "lib/output/phasorFiles.hpp"

#include <mpi.h>

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace fluxtet::dgtd {

/// Calls `use` for this rank's elements that hold the points, lines and slices of `output.dft`, once for each point.
/// Collective.
void visitElementsOfPlaces(const DftOutput& dft, const Discretisation& d, MPI_Comm comm,
                           const std::function<void(std::int32_t element)>& use);

/// Spectra at the points, lines and slices of `output.dft`: the polynomials of the elements, evaluated at each point
/// from the sums of the element that it belongs to (LocatedPoint). Rank 0 gathers and writes them.
template <class Real>
class PlaceSpectra {
 public:
  /// `elements`: those of elementsOfDft(), in which spectra have their values. Throws InputError on every rank for a
  /// point outside the mesh, and for a line or slice that lies wholly outside it. Collective.
  PlaceSpectra(const ObservedRun<Real>& run, std::span<const std::int32_t> elements);

  /// "2 points, 1 line and 1 slice, 40103 points in 5120 elements of the mesh".
  const std::string& description() const { return description_; }
  /// Memory that this object takes on this rank, at its most, bytes.
  std::int64_t bytes() const;
  /// Evaluates the next frequency and writes the slices. `spectrum` has values [element of `elements`][node][xyz].
  /// Collective. Throws RunError on every rank if a file cannot be written.
  void take(const Spectrum<Real>& spectrum);
  /// Writes points and lines. Collective; throws as take().
  void finish() const;

 private:
  void requireInside() const;
  /// Appends the values at this rank's points, [point][xyz], times `factor`.
  void appendValues(const std::vector<Real>& nodal, double factor, std::vector<double>& values) const;

  const DftOutput& dft_;
  const Discretisation& discretisation_;
  MPI_Comm comm_;
  PointSet set_;  ///< of this rank's points; `element` counts in `elements`
  PointPlaces places_;
  PhasorFiles files_;
  std::string description_;
};

}  // namespace fluxtet::dgtd
