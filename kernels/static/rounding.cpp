// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/static/rounding.hpp"

#include <array>

namespace fluxtet::statics {

template <class Real>
RoundingSums roundingSums(std::span<const Real> x, std::span<const Real> diagonal, std::span<const Real> load,
                          RankCoupling* coupling) {
  std::array<double, 3> sums{};
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (coupling && coupling->counted()[i] == 0) continue;
    const double value = x[i], weighted = value * static_cast<double>(diagonal[i]);
    sums[0] += value * weighted;
    sums[1] += weighted * weighted;
    sums[2] += value * static_cast<double>(load[i]);
  }
  if (coupling) coupling->sumScalars(sums);
  return {sums[0], sums[1], sums[2]};
}

template RoundingSums roundingSums(std::span<const float>, std::span<const float>, std::span<const float>,
                                   RankCoupling*);
template RoundingSums roundingSums(std::span<const double>, std::span<const double>, std::span<const double>,
                                   RankCoupling*);

}  // namespace fluxtet::statics
