// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// What the methods of assembly share, and the functions that make them; each method has a file of its own.
#pragma once

#include "kernels/static/cuda/assembly/matrixAssembly.hpp"
#include "kernels/static/cuda/assembly/primitives.hpp"

namespace fluxtet::statics::cuda {

/// Arguments of one assemble().
template <class Real>
struct AssemblyTask {
  const DeviceProblem<Real>& problem;
  DeviceCsr<Real>& matrix;
  DeviceBuffer<Real>& rightHandSide;
  StageTimes& times;
  cudaStream_t stream;

  /// Number of nodes of an element.
  int nd() const { return nodesPerElement(problem.form, problem.order); }
  /// Number of nodes of all elements; a node of two elements counts twice.
  std::int64_t nodes() const { return static_cast<std::int64_t>(problem.numElements) * nd(); }
};

/// A method whose memory is metered: it checks the limits of 32-bit numbers, makes the right-hand side's memory and
/// counts bytes; `fill` is the method.
template <class Real>
class MeteredAssembly : public MatrixAssembly<Real> {
 public:
  void assemble(const DeviceProblem<Real>& problem, DeviceCsr<Real>& matrix, DeviceBuffer<Real>& rightHandSide,
                StageTimes& times, std::int64_t& scratchBytes, cudaStream_t stream) final;
  void setLoads(const DeviceProblem<Real>& problem, const DeviceCsr<Real>&, DeviceBuffer<Real>& rightHandSide,
                cudaStream_t stream) override {
    assembleLoads(problem, rightHandSide, stream);
  }
  std::int64_t bytes() const final { return meter_.now(); }

 protected:
  /// Fills matrix and right-hand side of a task with at least one unknown, so at least one element.
  virtual void fill(AssemblyTask<Real>& task) = 0;

  ScratchMeter meter_;
};

extern template class MeteredAssembly<float>;
extern template class MeteredAssembly<double>;

/// Throws RunError unless 32-bit numbers tell the entries of all elements apart.
void requireEntriesInReach(std::int32_t elements, std::int64_t entries);

/// Remembers the problem and the matrix for which a pattern was built, and compares them with others.
class BuiltFor {
 public:
  template <class Real>
  bool operator()(const AssemblyTask<Real>& task) const {
    return dofs_ != nullptr && dofs_ == task.problem.elementDof.data() && elements_ == task.problem.numElements &&
           column_ == task.matrix.column.data() && nonzeros_ == task.matrix.nonzeros;
  }
  template <class Real>
  void set(const AssemblyTask<Real>& task) {
    dofs_ = task.problem.elementDof.data();
    elements_ = task.problem.numElements;
    column_ = task.matrix.column.data();
    nonzeros_ = task.matrix.nonzeros;
  }

 private:
  const std::int32_t* dofs_ = nullptr;
  const std::int32_t* column_ = nullptr;
  std::int32_t elements_ = 0;
  std::int64_t nonzeros_ = 0;
};

template <class Real>
std::unique_ptr<MatrixAssembly<Real>> makeSortReduce();
template <class Real>
std::unique_ptr<MatrixAssembly<Real>> makeLinkedList();
template <class Real>
std::unique_ptr<MatrixAssembly<Real>> makeSortNodes();
template <class Real>
std::unique_ptr<MatrixAssembly<Real>> makeLinkNodes();
template <class Real>
std::unique_ptr<MatrixAssembly<Real>> makeScatter();
template <class Real>
std::unique_ptr<MatrixAssembly<Real>> makeGather();

}  // namespace fluxtet::statics::cuda
