// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/device/deviceBuffer.hpp"
#include "kernels/static/femProblem.hpp"

#include <cstdint>
#include <span>

/// A static problem in the memory of a GPU, its matrix, and what kernels read of both.
namespace fluxtet::statics::cuda {

/// Data of a problem that kernels read; all pointers are device memory. Indices and units are those of FemProblem.
template <class Real>
struct ProblemView {
  const Real* vertices;                ///< [numVertices][dimension] m
  const std::int32_t* elementVertex;   ///< [numElements][dimension + 1]
  const std::int32_t* elementDof;      ///< [numElements][nodesPerElement], see FemProblem
  const std::uint16_t* elementSign;    ///< [numElements] or null
  const std::int32_t* coefficientSet;  ///< [numElements]
  const Real* coefficients;            ///< [numCoefficientSets][5]: c, s, d[3]
  const Real* prescribed;              ///< [numPrescribed]
  std::int32_t numElements, numDofs;
};

/// A problem in the memory of the GPU.
template <class Real>
struct DeviceProblem {
  FormKind form = FormKind::planar;
  int order = 1;
  std::int32_t numElements = 0, numDofs = 0, numCoefficientSets = 0;
  DeviceBuffer<Real> vertices, coefficients, prescribed;
  DeviceBuffer<std::int32_t> elementVertex, elementDof, coefficientSet;
  DeviceBuffer<std::uint16_t> elementSign;

  ProblemView<Real> view() const {
    return {vertices.data(),    elementVertex.data(),  elementDof.data(),
            elementSign.data(), coefficientSet.data(), coefficients.data(),
            prescribed.data(),  numElements,           numDofs};
  }
};

/// Copies the problem's mesh to the GPU and makes room for coefficients and prescribed values. Waits for the stream.
/// Throws RunError if the memory does not suffice.
template <class Real>
DeviceProblem<Real> uploadProblem(const FemProblem& problem, cudaStream_t stream);

/// Copies all sets of coefficients [numCoefficientSets] and the prescribed values [numPrescribed] to the GPU. Throws
/// std::logic_error if they are not as many as the problem has.
template <class Real>
void uploadValues(DeviceProblem<Real>& problem, std::span<const ElementCoefficients> coefficients,
                  const FemLoads& loads, cudaStream_t stream);

/// Size of all arrays of the problem, bytes.
template <class Real>
std::int64_t bytesOf(const DeviceProblem<Real>& problem);

/// An assembled matrix in the memory of a GPU; its arrays are those of CsrMatrix.
template <class Real>
struct DeviceCsr {
  std::int32_t rows = 0;
  std::int64_t nonzeros = 0;
  DeviceBuffer<std::int32_t> rowBegin;  ///< [rows + 1]
  DeviceBuffer<std::int32_t> column;    ///< [nonzeros]
  DeviceBuffer<Real> value;             ///< [nonzeros]
};

}  // namespace fluxtet::statics::cuda
