// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/static/cuda/assembly/methods.hpp"
#include "kernels/static/cuda/assembly/valueKernels.hpp"

#include <stdexcept>

namespace fluxtet::gpu {

template <class Real>
std::unique_ptr<MatrixAssembly<Real>> makeMatrixAssembly(AssemblyMethod method) {
  switch (method) {
    case AssemblyMethod::sortReduce:
      return makeSortReduce<Real>();
    case AssemblyMethod::linkedList:
      return makeLinkedList<Real>();
    case AssemblyMethod::sortNodes:
      return makeSortNodes<Real>();
    case AssemblyMethod::linkNodes:
      return makeLinkNodes<Real>();
    case AssemblyMethod::scatter:
      return makeScatter<Real>();
    case AssemblyMethod::gather:
      return makeGather<Real>();
    default:
      throw std::logic_error("this method assembles no matrix");
  }
}
template std::unique_ptr<MatrixAssembly<float>> makeMatrixAssembly(AssemblyMethod);
template std::unique_ptr<MatrixAssembly<double>> makeMatrixAssembly(AssemblyMethod);

template <class Real>
void assembleLoads(const DeviceProblem<Real>& problem, DeviceBuffer<Real>& rightHandSide, cudaStream_t stream) {
  const auto dofs = static_cast<std::size_t>(problem.numDofs);
  if (rightHandSide.size() != dofs) rightHandSide = DeviceBuffer<Real>(dofs);
  rightHandSide.zero(stream);
  if (dofs > 0) launchLoads(problem, rightHandSide.data(), stream);
}
template void assembleLoads(const DeviceProblem<float>&, DeviceBuffer<float>&, cudaStream_t);
template void assembleLoads(const DeviceProblem<double>&, DeviceBuffer<double>&, cudaStream_t);

}  // namespace fluxtet::gpu
