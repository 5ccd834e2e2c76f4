// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/static/cpu/cpuProblem.hpp"

#include <stdexcept>
#include <type_traits>
#include <utility>

namespace fluxtet::statics::cpu {

namespace {

template <class Real>
std::vector<Real> converted(std::vector<double>&& values) {
  if constexpr (std::is_same_v<Real, double>)
    return std::move(values);
  else
    return std::vector<Real>(values.begin(), values.end());
}

template <class T>
std::int64_t bytesOf(const std::vector<T>& values) {
  return static_cast<std::int64_t>(values.size() * sizeof(T));
}

}  // namespace

template <class Real>
CpuProblem<Real>::CpuProblem(FemProblem&& problem, int threadCount)
    : form(problem.form),
      order(problem.order),
      threads(threadCount),
      numElements(problem.numElements()),
      numDofs(problem.numDofs),
      numPrescribed(problem.numPrescribed),
      numCoefficientSets(problem.numCoefficientSets),
      vertices(converted<Real>(std::move(problem.vertices))),
      elementVertex(std::move(problem.elementVertex)),
      elementDof(std::move(problem.elementDof)),
      elementSign(std::move(problem.elementSign)),
      coefficientSet(std::move(problem.coefficientSet)) {}

template <class Real>
void CpuProblem<Real>::setCoefficients(std::span<const ElementCoefficients> all, const FemLoads& loads) {
  if (std::ssize(all) != numCoefficientSets || std::ssize(loads.prescribed) != numPrescribed)
    throw std::logic_error("coefficients and prescribed values do not fit the problem");
  coefficients.clear();
  for (const ElementCoefficients& from : all) {
    Coefficients to{static_cast<Real>(from.c), static_cast<Real>(from.s), {}, from.s != 0};
    for (std::size_t k = 0; k < 3; ++k) {
      to.d[k] = static_cast<Real>(from.d[k]);
      to.hasSource = to.hasSource || from.d[k] != 0;
    }
    coefficients.push_back(to);
  }
  prescribed.assign(loads.prescribed.begin(), loads.prescribed.end());
}

template <class Real>
std::int64_t CpuProblem<Real>::bytes() const {
  return bytesOf(vertices) + bytesOf(elementVertex) + bytesOf(elementDof) + bytesOf(elementSign) +
         bytesOf(coefficientSet) + bytesOf(coefficients) + bytesOf(prescribed);
}

template struct CpuProblem<float>;
template struct CpuProblem<double>;

}  // namespace fluxtet::statics::cpu
