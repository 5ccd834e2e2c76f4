// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/static/cuda/assembly/matrixAssembly.hpp"

#include "kernels/static/cuda/assembly/meteredAssembly.hpp"
#include "lib/base/error.hpp"

#include <limits>
#include <stdexcept>

namespace fluxtet::statics::cuda {

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
void MeteredAssembly<Real>::assemble(const DeviceProblem<Real>& problem, DeviceCsr<Real>& matrix,
                                     DeviceBuffer<Real>& rightHandSide, StageTimes& times, std::int64_t& scratchBytes,
                                     cudaStream_t stream) {
  AssemblyTask<Real> task{problem, matrix, rightHandSide, times, stream};
  requireRun(task.nodes() < std::numeric_limits<std::uint32_t>::max(),
             "{} elements have {} nodes, more than 32 bits count: use several ranks", problem.numElements,
             task.nodes());
  const auto dofs = static_cast<std::size_t>(problem.numDofs);
  if (rightHandSide.size() != dofs) rightHandSide = DeviceBuffer<Real>(dofs);
  meter_.restart();
  if (dofs > 0) {
    fill(task);
  } else {
    matrix = {0, 0, DeviceBuffer<std::int32_t>(1), {}, {}};
    matrix.rowBegin.zero(stream);
  }
  scratchBytes += meter_.most() - meter_.now();
}

template class MeteredAssembly<float>;
template class MeteredAssembly<double>;

void requireEntriesInReach(std::int32_t elements, std::int64_t entries) {
  requireRun(entries < std::numeric_limits<std::uint32_t>::max(),
             "{} elements have {} entries, more than 32 bits count: use several ranks or another static.assembly",
             elements, entries);
}

}  // namespace fluxtet::statics::cuda
