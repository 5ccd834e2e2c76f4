// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/static/femProblem.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace fluxtet::statics::cpu {

/// Problem as the kernels of the CPU read it: coordinates and coefficients are in the precision of the computation, in
/// the units of FemProblem. The rest is as in FemProblem.
template <class Real>
struct CpuProblem {
  struct Coefficients {
    Real c = 1, s = 0;
    std::array<Real, 3> d{};
    bool hasSource = false;  ///< s or d is not zero
  };

  CpuProblem(FemProblem&& problem, int threadCount);
  /// `all`: [numCoefficientSets]. Throws std::logic_error if the numbers of sets or of prescribed values do not fit.
  void setCoefficients(std::span<const ElementCoefficients> all, const FemLoads& loads);
  /// Size of all arrays, bytes.
  std::int64_t bytes() const;

  FormKind form;
  int order;
  int threads;
  std::int32_t numElements, numDofs, numPrescribed, numCoefficientSets;
  std::vector<Real> vertices;                ///< [numVertices][dimension] m
  std::vector<std::int32_t> elementVertex;   ///< [numElements][dimension + 1]
  std::vector<std::int32_t> elementDof;      ///< [numElements][nodesPerElement]
  std::vector<std::uint16_t> elementSign;    ///< [numElements] or empty
  std::vector<std::int32_t> coefficientSet;  ///< [numElements]
  std::vector<Coefficients> coefficients;    ///< [numCoefficientSets]
  std::vector<Real> prescribed;              ///< [numPrescribed]
};

}  // namespace fluxtet::statics::cpu
