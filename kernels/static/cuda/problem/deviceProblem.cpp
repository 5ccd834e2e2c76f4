// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/static/cuda/problem/deviceProblem.hpp"

#include <stdexcept>
#include <vector>

namespace fluxtet::statics::cuda {
namespace {

template <class To, class From>
DeviceBuffer<To> uploaded(const std::vector<From>& values, cudaStream_t stream) {
  DeviceBuffer<To> buffer(values.size());
  if constexpr (std::is_same_v<To, From>)
    buffer.fromHost(values, stream);
  else
    buffer.fromHost(std::vector<To>(values.begin(), values.end()), stream);
  return buffer;
}

}  // namespace

template <class Real>
DeviceProblem<Real> uploadProblem(const FemProblem& problem, cudaStream_t stream) {
  DeviceProblem<Real> result;
  result.form = problem.form;
  result.order = problem.order;
  result.numElements = problem.numElements();
  result.numDofs = problem.numDofs;
  result.numCoefficientSets = problem.numCoefficientSets;
  result.vertices = uploaded<Real>(problem.vertices, stream);
  result.coefficients = DeviceBuffer<Real>(5 * static_cast<std::size_t>(problem.numCoefficientSets));
  result.prescribed = DeviceBuffer<Real>(static_cast<std::size_t>(problem.numPrescribed));
  result.elementVertex = uploaded<std::int32_t>(problem.elementVertex, stream);
  result.elementDof = uploaded<std::int32_t>(problem.elementDof, stream);
  result.coefficientSet = uploaded<std::int32_t>(problem.coefficientSet, stream);
  result.elementSign = uploaded<std::uint16_t>(problem.elementSign, stream);
  return result;
}

template <class Real>
void uploadValues(DeviceProblem<Real>& problem, std::span<const ElementCoefficients> coefficients,
                  const FemLoads& loads, cudaStream_t stream) {
  if (5 * coefficients.size() != problem.coefficients.size() || loads.prescribed.size() != problem.prescribed.size())
    throw std::logic_error("coefficients or prescribed values do not belong to the problem");
  std::vector<Real> values;
  for (const ElementCoefficients& set : coefficients) {
    values.insert(values.end(), {static_cast<Real>(set.c), static_cast<Real>(set.s)});
    for (const double component : set.d) values.push_back(static_cast<Real>(component));
  }
  problem.coefficients.fromHost(values, stream);
  problem.prescribed.fromHost(std::vector<Real>(loads.prescribed.begin(), loads.prescribed.end()), stream);
}

template <class Real>
std::int64_t bytesOf(const DeviceProblem<Real>& problem) {
  return static_cast<std::int64_t>(problem.vertices.bytes() + problem.coefficients.bytes() +
                                   problem.prescribed.bytes() + problem.elementVertex.bytes() +
                                   problem.elementDof.bytes() + problem.coefficientSet.bytes() +
                                   problem.elementSign.bytes());
}

template DeviceProblem<float> uploadProblem(const FemProblem&, cudaStream_t);
template DeviceProblem<double> uploadProblem(const FemProblem&, cudaStream_t);
template void uploadValues(DeviceProblem<float>&, std::span<const ElementCoefficients>, const FemLoads&, cudaStream_t);
template void uploadValues(DeviceProblem<double>&, std::span<const ElementCoefficients>, const FemLoads&, cudaStream_t);
template std::int64_t bytesOf(const DeviceProblem<float>&);
template std::int64_t bytesOf(const DeviceProblem<double>&);

}  // namespace fluxtet::statics::cuda
