// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/observers/observedRun.hpp"

#include <cstddef>
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

  /// Calls of record() after which take() is due: the engine keeps a field vector for each part of a port and call.
  /// The same on every rank.
  std::size_t rowsPerBatch() const { return rowsPerBatch_; }
  /// Stores the present voltages in the engine, without waiting for it.
  void record() const;
  /// Returns and clears what record() has stored, [record() call][port], V, in the order of the case's sources; the
  /// same on every rank. `rows`: number of these calls. Collective.
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
