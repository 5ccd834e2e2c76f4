// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/static/cpu/reductions.hpp"

namespace fluxtet::statics::cpu {

namespace {

/// The sum of `count` values, a power of two, by halves.
double sumByHalves(double* values, int count) {
  for (int half = count / 2; half > 0; half /= 2)
    for (int i = 0; i < half; ++i) values[i] += values[i + half];
  return values[0];
}

}  // namespace

double reduceBlock(ReductionKind kind, std::array<double, reductionBlock>& values) {
  constexpr int warp = 32;
  switch (kind) {
    case ReductionKind::adjacent:
      for (std::size_t stride = 1; stride < reductionBlock; stride *= 2)
        for (std::size_t i = 0; i < reductionBlock; i += 2 * stride) values[i] += values[i + stride];
      return values[0];
    case ReductionKind::remapped:
      return sumByHalves(values.data(), reductionBlock);
    case ReductionKind::shuffle:
      break;
  }
  std::array<double, reductionBlock / warp> ofWarp;
  for (std::size_t w = 0; w < ofWarp.size(); ++w) ofWarp[w] = sumByHalves(values.data() + w * warp, warp);
  return sumByHalves(ofWarp.data(), static_cast<int>(ofWarp.size()));
}

}  // namespace fluxtet::statics::cpu
