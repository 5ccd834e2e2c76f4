// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/observers/observedRun.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace fluxtet::ports {

/// Voltages of all lumped ports of a run over time, V: minus the integral of E . direction over the region, divided by
/// the cross section, or over the strip, divided by its width. The integral is exact for the polynomials, and summed up
/// in double precision.
template <class Real>
class PortVoltages {
 public:
  /// Collective.
  explicit PortVoltages(const dgtd::ObservedRun<Real>& run);

  /// Records after which take() is due: the engine keeps a field vector for each part of a port and record.
  /// The same on every rank.
  std::size_t rowsPerBatch() const { return rowsPerBatch_; }
  /// The parts of the ports on this rank that the engine records (PointSamples); nullopt: none.
  std::optional<int> handle() const { return numParts_ == 0 ? std::nullopt : std::optional(handle_); }
  /// Returns and clears what the engine has recorded, [record][port], V, in the order of the case's sources; the same
  /// on every rank. `rows`: number of records. Collective.
  std::vector<double> take(std::size_t rows) const;

 private:
  const dgtd::ObservedRun<Real> run_;
  std::size_t numParts_ = 0;  ///< of all ports on this rank
  std::size_t rowsPerBatch_ = 1;
  int handle_ = 0;
};

extern template class PortVoltages<float>;
extern template class PortVoltages<double>;

}  // namespace fluxtet::ports
