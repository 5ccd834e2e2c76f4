// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/static/cuda/gridSum.cuh"
#include "kernels/static/cuda/nodeWords.hpp"

namespace fluxtet::statics::cuda {

/// Adds to the node's dof. Elements of one colour do not meet, so nobody else does at this time, unless the dof is
/// special.
template <class Real>
__device__ void addToNode(Real* y, NodeWord word, Real value) {
  if (!word.free()) return;
  if (word.special())
    atomicAdd(y + word.index(), value);
  else
    y[word.index()] += value;
}

/// y += A x colour by colour, for cgKernel. `Elements::add(x, y, k, t)` is what thread t of the threads for element k
/// does.
template <class Elements>
struct ColouredProduct {
  static constexpr bool accumulates = true;
  static constexpr int blocksPerProcessor = Elements::blocksPerProcessor;

  Elements elements;
  const std::int32_t* __restrict__ begin;  ///< [colours + 1]
  int colours;
  std::int32_t numDofs;

  template <class Vector, class Real>
  __device__ double apply(const Vector& x, Real* y, WholeGrid& grid) const {
    constexpr int perElement = Elements::threadsPerElement;
    for (std::int64_t i = gridThread(); i < numDofs; i += gridThreads()) x.keep(i, x.at(i));
    double curvature = 0;
    for (int c = 0; c < colours; ++c) {
      if (c > 0) grid.sync();
      const std::int64_t end = std::int64_t{begin[c + 1]} * perElement;
      for (std::int64_t i = std::int64_t{begin[c]} * perElement + gridThread(); i < end; i += gridThreads())
        curvature += elements.add(x, y, i / perElement, static_cast<int>(i % perElement));
    }
    return curvature;
  }
};

}  // namespace fluxtet::statics::cuda
