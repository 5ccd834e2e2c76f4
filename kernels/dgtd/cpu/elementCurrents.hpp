// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/cpu/blockMesh.hpp"

#include <cstdint>
#include <vector>

namespace fluxtet::dgtd::cpu {

/// The currents of a problem, by block, so that each thread adds those of its own elements in a fixed order.
template <class Real>
class ElementCurrents {
 public:
  ElementCurrents(const DgtdProblem& problem, const BlockSlots& slots);

  bool none() const { return sources_.empty(); }
  /// w(t) of every waveform.
  std::vector<Real> strengths(double time) const;
  /// out -= scale[material word] coefficient strength[waveform], for the elements of blocks [begin, end).
  void subtract(BlockRange blocks, const std::vector<Real>& strength, const Real* scale, const std::int32_t* material,
                Real* out) const;
  std::int64_t bytes() const;

 private:
  struct Source {
    std::int32_t slot = 0;
    int waveform = 0;
  };
  int lanes_, valuesPerElement_;
  std::vector<std::size_t> blockBegin_;  ///< [numBlocks + 1] into sources_; empty if there are none
  std::vector<Source> sources_;
  std::vector<Real> coefficient_;  ///< [source][Np][3]
  WaveformSet waveforms_;
};

extern template class ElementCurrents<float>;
extern template class ElementCurrents<double>;

}  // namespace fluxtet::dgtd::cpu
