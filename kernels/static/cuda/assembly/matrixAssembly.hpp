// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/static/cuda/problem/deviceProblem.hpp"
#include "kernels/static/staticEngine.hpp"

#include <memory>

namespace fluxtet::statics::cuda {

/// One of the methods that assemble a matrix on the GPU.
template <class Real>
class MatrixAssembly {
 public:
  virtual ~MatrixAssembly() = default;
  /// Fills the matrix and the right-hand side [numDofs] from the problem's elements, its coefficients and its
  /// prescribed values; FemLoads::atDofs are added by the caller. Allocates what is not of the right size. Adds its
  /// stages, ms, to `times`, and to `scratchBytes` the largest memory, bytes, that it held beside the problem, the
  /// matrix, the right-hand side and what it keeps. Throws RunError if the memory does not suffice or numbers exceed 32
  /// bits.
  virtual void assemble(const DeviceProblem<Real>& problem, DeviceCsr<Real>& matrix, DeviceBuffer<Real>& rightHandSide,
                        StageTimes& times, std::int64_t& scratchBytes, cudaStream_t stream) = 0;
  /// Fills the right-hand side [numDofs] alone, after assemble() with the same problem and matrix.
  virtual void setLoads(const DeviceProblem<Real>& problem, const DeviceCsr<Real>& matrix,
                        DeviceBuffer<Real>& rightHandSide, cudaStream_t stream) = 0;
  /// Memory that it keeps from one assemble() to the next (pattern, slots), bytes.
  virtual std::int64_t bytes() const = 0;
};

/// Assembly of a matrix [numDofs] by one of the methods that assemble. Throws std::logic_error for the others.
template <class Real>
std::unique_ptr<MatrixAssembly<Real>> makeMatrixAssembly(AssemblyMethod method);

/// Fills the right-hand side [numDofs] alone, from coefficients and prescribed values, by atomic additions.
template <class Real>
void assembleLoads(const DeviceProblem<Real>& problem, DeviceBuffer<Real>& rightHandSide, cudaStream_t stream);

}  // namespace fluxtet::statics::cuda
