// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/cpu/blockMesh.hpp"

#include <cstdint>
#include <vector>

namespace fluxtet::dgtd::cpu {

/// The current densities of a problem, sorted by block, so that each thread subtracts those of its own elements in a
/// fixed order.
template <class Real>
class ElementCurrents {
 public:
  ElementCurrents(const DgtdProblem& problem, const BlockSlots& slots);

  bool none() const { return sources_.empty(); }
  /// Returns w(time) of every waveform, [waveform], dimensionless; `time` is in s.
  std::vector<Real> strengths(double time) const;
  /// Computes out -= scale[material word] * coefficient * strength[waveform] for all currents in `blocks`. The
  /// coefficient is Z0 J, V/m^2; `scale` is in m, or 1 for a right-hand side. `material` is RhsArgs::material, and
  /// `out` is [block][node][xyz][lane].
  void subtract(BlockRange blocks, const std::vector<Real>& strength, const Real* scale, const std::int32_t* material,
                Real* out) const;
  std::int64_t bytes() const;

 private:
  struct Source {
    std::int32_t slot = 0;
    int waveform = 0;
  };
  int lanes_, valuesPerElement_;
  std::vector<std::size_t> blockBegin_;  ///< [numBlocks + 1] offsets into sources_; empty without currents
  std::vector<Source> sources_;
  std::vector<Real> coefficient_;  ///< [source][Np][xyz] V/m^2
  WaveformSet waveforms_;
};

extern template class ElementCurrents<float>;
extern template class ElementCurrents<double>;

}  // namespace fluxtet::dgtd::cpu
