// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/observers/observedRun.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace fluxtet::ports {

/// Voltage and current of the modes of all wave ports over time: V = int E.e in V and I = int (E x H).n / V = int (e x
/// H).n in A, of the mean traces of both sides of the port's faces. The integrals are exact for the polynomials, and
/// summed up in double precision. At a port that is fed, the side of the layer lacks the wave that enters, so that the
/// mean lacks half of it.
template <class Real>
class ModeOverlaps {
 public:
  /// Collective.
  explicit ModeOverlaps(const dgtd::ObservedRun<Real>& run);

  std::size_t numModes() const { return numModes_; }
  /// Records after which take() is due, as PortVoltages::rowsPerBatch().
  std::size_t rowsPerBatch() const { return rowsPerBatch_; }
  /// The points of this rank that the engine records (PointSamples); nullopt: none.
  std::optional<int> handle() const { return terms_.empty() ? std::nullopt : std::optional(handle_); }
  /// Returns and clears what the engine has recorded, [record][mode][V, I], V and A, mode by mode of port by port; the
  /// same on every rank. `rows`: number of records. Collective.
  std::vector<double> take(std::size_t rows) const;

 private:
  /// What the value of a field vector at a "point" adds to a mode, as in OverlapTerm.
  struct Term {
    std::uint32_t mode = 0;
    int component = 0, across = 0;
    double sign = 1;
  };
  const dgtd::ObservedRun<Real> run_;
  std::size_t numModes_ = 0;
  std::vector<Term> terms_;
  std::size_t rowsPerBatch_ = 1;
  int handle_ = 0;
};

extern template class ModeOverlaps<float>;
extern template class ModeOverlaps<double>;

}  // namespace fluxtet::ports
