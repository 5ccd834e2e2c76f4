// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/static/cuda/elementLimits.hpp"
#include "kernels/static/cuda/nodeWords.hpp"
#include "kernels/static/cuda/solverLaunch.hpp"

namespace fluxtet::statics::cuda {
namespace {

struct WordArgs {
  const std::int32_t *elementDof, *order, *begin, *specialIndex;
  const std::uint16_t* elementSign;
  std::int32_t numElements;
  int nd;
};

/// A thread for each node; `begin` or `specialIndex` is null.
__global__ void wordsKernel(WordArgs args, NodeWord* words) {
  const std::int64_t i = std::int64_t{blockIdx.x} * solverThreads + threadIdx.x;
  if (i >= std::int64_t{args.numElements} * args.nd) return;
  const std::int64_t k = i % args.numElements, a = i / args.numElements;
  const std::int64_t e = args.order ? args.order[k] : k;
  const std::int32_t* dofs = args.elementDof + e * args.nd;
  const std::int32_t dof = dofs[a];
  std::uint32_t word = NodeWord::prescribed;
  if (dof >= 0) {
    word = static_cast<std::uint32_t>(dof);
    bool special = false;
    if (args.specialIndex && args.specialIndex[dof] >= 0) {
      special = true;
      word = static_cast<std::uint32_t>(args.specialIndex[dof]);
    }
    if (args.begin) {
      special = args.begin[dof + 1] - args.begin[dof] >= crowdedFrom;
      for (int b = 0; b < args.nd; ++b) special = special || (b != a && dofs[b] == dof);
    }
    if (special) word |= NodeWord::specialBit;
    if (args.elementSign && (args.elementSign[e] >> a & 1)) word |= NodeWord::signBit;
  }
  words[i] = {word};
}

template <class Real>
DeviceBuffer<NodeWord> makeWords(const DeviceProblem<Real>& problem, const std::int32_t* order,
                                 const std::int32_t* begin, const std::int32_t* specialIndex, cudaStream_t stream) {
  requireDofsInReach(problem.numDofs, static_cast<std::int32_t>(NodeWord::indexMask));
  const int nd = nodesPerElement(problem.form, problem.order);
  const std::int64_t nodes = std::int64_t{problem.numElements} * nd;
  DeviceBuffer<NodeWord> words(static_cast<std::size_t>(nodes));
  const WordArgs args{problem.elementDof.data(), order, begin, specialIndex, problem.elementSign.data(),
                      problem.numElements,       nd};
  wordsKernel<<<blocksOf(nodes), solverThreads, 0, stream>>>(args, words.data());
  checkLaunch("the words of nodes");
  return words;
}

}  // namespace

template <class Real>
DeviceBuffer<NodeWord> makeNodeWords(const DeviceProblem<Real>& problem, const Incidence& incidence,
                                     const std::int32_t* order, cudaStream_t stream) {
  return makeWords(problem, order, incidence.begin.data(), nullptr, stream);
}

template <class Real>
DeviceBuffer<NodeWord> makeTableWords(const DeviceProblem<Real>& problem, const std::int32_t* specialIndex,
                                      cudaStream_t stream) {
  return makeWords(problem, nullptr, nullptr, specialIndex, stream);
}

template DeviceBuffer<NodeWord> makeNodeWords(const DeviceProblem<float>&, const Incidence&, const std::int32_t*,
                                              cudaStream_t);
template DeviceBuffer<NodeWord> makeNodeWords(const DeviceProblem<double>&, const Incidence&, const std::int32_t*,
                                              cudaStream_t);
template DeviceBuffer<NodeWord> makeTableWords(const DeviceProblem<float>&, const std::int32_t*, cudaStream_t);
template DeviceBuffer<NodeWord> makeTableWords(const DeviceProblem<double>&, const std::int32_t*, cudaStream_t);

}  // namespace fluxtet::statics::cuda
