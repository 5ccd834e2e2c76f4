// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/static/femProblem.hpp"
#include "kernels/static/methods.hpp"
#include "kernels/static/staticEngine.hpp"

#include <cstddef>
#include <cstdint>

/// Memory of a static engine, counted before there is one: StaticEngine::memory() to within 10 %, for meshes of ten
/// thousand elements or more. Rows of unknowns that many elements share (floating conductors) are counted as others.
namespace fluxtet::statics {

/// Sizes on which the memory of an engine depends.
struct StaticSizes {
  FormKind form = FormKind::planar;
  int order = 1;
  bool withSigns = false;  ///< FemProblem::elementSign is not empty
  std::int64_t vertices = 0, elements = 0, dofs = 0;

  /// Sizes of one of `ranks` equal parts; vertices and dofs that parts share are counted once.
  StaticSizes ofOnePart(int ranks) const;
};

/// Estimates the number of entries of the assembled matrix. They are counted by vertices, edges, faces and cells;
/// Euler's formula gives the numbers that the mesh does not tell, for a body without holes that is about as long as
/// wide.
std::int64_t estimateNonzeros(const StaticSizes& sizes);

/// Bytes of the problem's description alone (FemProblem).
std::int64_t problemBytes(const StaticSizes& sizes, std::size_t bytesPerReal);

/// Bytes of the CPU engine, which solves by Jacobi's preconditioner or none.
MemoryUse cpuStaticBytes(const StaticSizes& sizes, AssemblyMethod method, std::size_t bytesPerReal, int threads);
/// Bytes of the CUDA engine in the memory of its GPU.
MemoryUse cudaStaticBytes(const StaticSizes& sizes, AssemblyMethod method, std::size_t bytesPerReal);

}  // namespace fluxtet::statics
