// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/device/check.hpp"
#include "kernels/static/csrMatrix.hpp"
#include "kernels/static/cuda/assembly/matrixAssembly.hpp"
#include "tests/support/statics/staticPiece.hpp"

#include <vector>

namespace fluxtet::test {

template <class To, class From>
DeviceBuffer<To> toDevice(const std::vector<From>& values) {
  const std::vector<To> converted(values.begin(), values.end());
  DeviceBuffer<To> buffer(converted.size());
  buffer.fromHost(converted, nullptr);
  return buffer;
}
template <class T>
std::vector<T> toHost(const DeviceBuffer<T>& buffer) {
  std::vector<T> values(buffer.size());
  buffer.toHost(values, nullptr);
  return values;
}

template <class Real>
void setCoefficients(statics::cuda::DeviceProblem<Real>& problem, const StaticPiece& piece) {
  std::vector<double> values;
  for (const statics::ElementCoefficients& region : piece.coefficients) {
    values.insert(values.end(), {region.c, region.s});
    values.insert(values.end(), region.d.begin(), region.d.end());
  }
  problem.coefficients = toDevice<Real>(values);
  problem.prescribed = toDevice<Real>(piece.loads.prescribed);
}

template <class Real>
statics::cuda::DeviceProblem<Real> onGpu(const StaticPiece& piece) {
  const statics::FemProblem& host = piece.problem;
  statics::cuda::DeviceProblem<Real> problem;
  problem.form = host.form;
  problem.order = host.order;
  problem.numElements = host.numElements();
  problem.numDofs = host.numDofs;
  problem.numCoefficientSets = host.numCoefficientSets;
  problem.vertices = toDevice<Real>(host.vertices);
  problem.elementVertex = toDevice<std::int32_t>(host.elementVertex);
  problem.elementDof = toDevice<std::int32_t>(host.elementDof);
  problem.coefficientSet = toDevice<std::int32_t>(host.coefficientSet);
  problem.elementSign = toDevice<std::uint16_t>(host.elementSign);
  setCoefficients(problem, piece);
  return problem;
}

/// The results of one method of assembly on a problem.
template <class Real>
struct Assembled {
  statics::CsrMatrix<Real> matrix;
  std::vector<Real> rightHandSide;
  statics::StageTimes times;
  std::int64_t scratchBytes = 0;
};

/// An assembly and the matrix that it fills. It can be used several times.
template <class Real>
class GpuAssembly {
 public:
  explicit GpuAssembly(statics::AssemblyMethod method) : assembly_(statics::cuda::makeMatrixAssembly<Real>(method)) {}

  Assembled<Real> operator()(const statics::cuda::DeviceProblem<Real>& problem) {
    Assembled<Real> result;
    assembly_->assemble(problem, matrix_, rightHandSide_, result.times, result.scratchBytes, nullptr);
    result.matrix = {toHost(matrix_.rowBegin), toHost(matrix_.column), toHost(matrix_.value)};
    result.rightHandSide = toHost(rightHandSide_);
    return result;
  }
  std::int64_t bytesKept() const { return assembly_->bytes(); }

 private:
  std::unique_ptr<statics::cuda::MatrixAssembly<Real>> assembly_;
  statics::cuda::DeviceCsr<Real> matrix_;
  DeviceBuffer<Real> rightHandSide_;
};

}  // namespace fluxtet::test
