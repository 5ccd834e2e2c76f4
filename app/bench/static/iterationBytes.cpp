// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/bench/static/iterationBytes.hpp"

#include <stdexcept>

namespace fluxtet::bench {
namespace {

constexpr double index = sizeof(std::int32_t);

/// Reals and bytes of indices that are moved for each unknown, each node of each element, and each element.
struct Traffic {
  double realsPerDof = 0, indexBytesPerDof = 0;
  double realsPerNode = 0, indexBytesPerNode = 0;
  double realsPerElement = 0, indexBytesPerElement = 0;
};

/// The CPU reads p and writes q, which costs a read; reads r, q, 1/m and writes r; reads x, p, r, 1/m and writes x, p.
/// The GPU keeps z = r/m for r: it reads z and the last p, writes p and q; then reads x, z, q, p, m and writes x and z.
Traffic assembled(bool onGpu) {
  return {.realsPerDof = onGpu ? 11.0 : 13.0, .indexBytesPerDof = index};
}

/// Elements of one colour share no unknown, so what a colour has brought in is gone when the next one needs it. The GPU
/// reads z, p and y and writes y for each node; and for each unknown makes p (3 reals), then moves 8. The CPU reads x
/// and y and writes y for each node; clears y (2 reals), multiplies x and y (2), then moves 10.
Traffic coloured(bool onGpu) {
  Traffic t{.realsPerDof = onGpu ? 11.0 : 14.0, .realsPerNode = onGpu ? 4.0 : 3.0, .indexBytesPerNode = index};
  if (!onGpu) t.indexBytesPerElement = index;  // the list of elements by colour; the GPU's unknowns lie in that order
  return t;
}

/// GPU: p and h are read, p written; p, x, r read, x, r written; r, m read, h written; two words and a place for each
/// node. CPU: p read, q written (2); r, q read, r written; r read twice; x, p read and written; three indices; and h, m
/// for each unknown.
Traffic replicated(bool onGpu) {
  return {.realsPerDof = onGpu ? 0.0 : 5.0,
          .indexBytesPerDof = index,
          .realsPerNode = onGpu ? 11.0 : 12.0,
          .indexBytesPerNode = 3 * index};
}

Traffic trafficOf(const statics::FemProblem& problem, statics::AssemblyMethod method, bool onGpu) {
  const double nodes = statics::nodesPerElement(problem.form, problem.order), matrix = nodes * (nodes + 1) / 2;
  const double dimension = statics::dimensionOf(problem.form), vertices = dimension + 1;
  if (statics::assembles(method)) return assembled(onGpu);
  Traffic t = method == statics::AssemblyMethod::ebe ? replicated(onGpu) : coloured(onGpu);
  switch (method) {
    case statics::AssemblyMethod::ebe:
      t.realsPerElement = onGpu ? 2 * matrix : matrix;
      break;  // the GPU multiplies twice and keeps no q
    case statics::AssemblyMethod::ebeColoured:
      t.realsPerElement = matrix;
      break;
    case statics::AssemblyMethod::ebeRecompute:
      t.realsPerElement = vertices * dimension;
      t.indexBytesPerElement = (vertices + 2) * index;  // vertices, region, place in the colour
      break;
    default:
      throw std::logic_error("unknown assembly method");
  }
  return t;
}

}  // namespace

double iterationBytes(const statics::FemProblem& problem, statics::AssemblyMethod method, std::int64_t nonzeros,
                      bool singlePrecision, bool onGpu) {
  const double real = singlePrecision ? sizeof(float) : sizeof(double);
  const double dofs = problem.numDofs, elements = problem.numElements();
  const double nodes = elements * statics::nodesPerElement(problem.form, problem.order);
  const Traffic t = trafficOf(problem, method, onGpu);
  return dofs * (t.realsPerDof * real + t.indexBytesPerDof) + nodes * (t.realsPerNode * real + t.indexBytesPerNode) +
         elements * (t.realsPerElement * real + t.indexBytesPerElement) +
         static_cast<double>(nonzeros) * (real + index);
}

}  // namespace fluxtet::bench
