// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/static/cuda/assembly/scratch.hpp"
#include "kernels/static/cuda/assembly/stageClock.hpp"
#include "kernels/static/cuda/matrixAssembly.hpp"
#include "lib/base/error.hpp"

#include <limits>

namespace fluxtet::gpu {

/// What one assemble() works on.
template <class Real>
struct AssemblyTask {
  const DeviceProblem<Real>& problem;
  DeviceCsr<Real>& matrix;
  DeviceBuffer<Real>& rightHandSide;
  StageTimes& times;
  cudaStream_t stream;

  int nd() const { return nodesPerElement(problem.form, problem.order); }
  /// Nodes of all elements.
  std::int64_t nodes() const { return static_cast<std::int64_t>(problem.numElements) * nd(); }
};

/// What the methods share: limits, the right-hand side's memory, the count of bytes.
template <class Real>
class MeteredAssembly : public MatrixAssembly<Real> {
 public:
  void assemble(const DeviceProblem<Real>& problem, DeviceCsr<Real>& matrix, DeviceBuffer<Real>& rightHandSide,
                StageTimes& times, std::int64_t& scratchBytes, cudaStream_t stream) final {
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
  std::int64_t bytes() const final { return meter_.now(); }

 protected:
  /// There is at least one unknown, so at least one element.
  virtual void fill(AssemblyTask<Real>& task) = 0;

  ScratchMeter meter_;
};

}  // namespace fluxtet::gpu
