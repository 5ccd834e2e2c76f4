// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/static/cuda/colouredElements.hpp"

#include "kernels/static/cuda/problem/stageClock.hpp"

namespace fluxtet::gpu {

template <class Real>
ColouredElements makeColouredElements(const DeviceProblem<Real>& problem, StageTimes& times, std::int64_t& scratchBytes,
                                      cudaStream_t stream) {
  StageClock clock(stream);
  const Incidence incidence = makeIncidence(problem, scratchBytes, stream);
  clock.end(times.adjacency);
  ColouredElements result;
  std::int64_t colouringBytes = incidence.bytes();
  result.colouring = colourElements(problem, incidence, colouringBytes, stream);
  result.words = makeNodeWords(problem, incidence, result.colouring.order.data(), stream);
  clock.end(times.colouring);
  clock.collect();
  scratchBytes = std::max(scratchBytes + incidence.bytes(), colouringBytes);
  return result;
}

template ColouredElements makeColouredElements(const DeviceProblem<float>&, StageTimes&, std::int64_t&, cudaStream_t);
template ColouredElements makeColouredElements(const DeviceProblem<double>&, StageTimes&, std::int64_t&, cudaStream_t);

}  // namespace fluxtet::gpu
