// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/device/deviceBuffer.hpp"
#include "kernels/static/femProblem.hpp"

#include <cstdint>

namespace fluxtet::gpu {

/// What kernels read of a problem. Device pointers.
template <class Real>
struct ProblemView {
  const Real* vertices;               ///< [numVertices][dimension] m
  const std::int32_t* elementVertex;  ///< [numElements][dimension + 1]
  const std::int32_t* elementDof;     ///< [numElements][nodesPerElement], see FemProblem
  const std::uint16_t* elementSign;   ///< [numElements] or null
  const std::int32_t* region;         ///< [numElements]
  const Real* coefficients;           ///< [numRegions][5]: c, s, d[3]
  const Real* prescribed;             ///< [numPrescribed]
  std::int32_t numElements, numDofs;
};

/// A problem in the memory of the GPU.
template <class Real>
struct DeviceProblem {
  FormKind form = FormKind::planar;
  int order = 1;
  std::int32_t numElements = 0, numDofs = 0, numRegions = 0;
  DeviceBuffer<Real> vertices, coefficients, prescribed;
  DeviceBuffer<std::int32_t> elementVertex, elementDof, region;
  DeviceBuffer<std::uint16_t> elementSign;

  ProblemView<Real> view() const {
    return {vertices.data(),    elementVertex.data(), elementDof.data(),
            elementSign.data(), region.data(),        coefficients.data(),
            prescribed.data(),  numElements,          numDofs};
  }
};

/// The assembled matrix in the memory of the GPU: as CsrMatrix.
template <class Real>
struct DeviceCsr {
  std::int32_t rows = 0;
  std::int64_t nonzeros = 0;
  DeviceBuffer<std::int32_t> rowBegin;  ///< [rows + 1]
  DeviceBuffer<std::int32_t> column;    ///< [nonzeros]
  DeviceBuffer<Real> value;             ///< [nonzeros]
};

}  // namespace fluxtet::gpu
