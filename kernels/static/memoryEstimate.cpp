// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/static/memoryEstimate.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace fluxtet::statics {
namespace {

constexpr std::int64_t index = sizeof(std::int32_t);

/// Edges and faces of the mesh; in a plane the faces are the elements.
struct Cells {
  double edges, faces;
};
Cells countCells(const StaticSizes& s) {
  const auto vertices = static_cast<double>(s.vertices), elements = static_cast<double>(s.elements);
  if (dimensionOf(s.form) == 2) return {vertices + elements - 1, elements};
  // A cube of n^3 cubes of six tetrahedra has 12 n^2 outer faces; each inner face belongs to two elements.
  const double outer = 12 * std::pow(elements / 6, 2.0 / 3), faces = (4 * elements + outer) / 2;
  return {vertices + faces - elements - 1, faces};
}

/// Nodes of the mesh.
double countNodes(const StaticSizes& s) {
  return static_cast<double>(s.vertices) + (s.order == 1 ? 0 : countCells(s).edges);
}
/// Part of the nodes that have an unknown; the others are prescribed.
double share(const StaticSizes& s) {
  return std::min(1.0, static_cast<double>(s.dofs) / countNodes(s));
}

/// Sizes in bytes of what engines are made of.
struct Parts {
  Parts(const StaticSizes& s, std::size_t bytesPerReal)
      : real(static_cast<std::int64_t>(bytesPerReal)),
        dimension(dimensionOf(s.form)),
        nd(nodesPerElement(s.form, s.order)),
        elements(s.elements),
        dofs(s.dofs),
        nodes(nd * elements),
        freeNodes(std::llround(share(s) * static_cast<double>(nodes))),
        problem(problemBytes(s, bytesPerReal)),
        matrix(index * (dofs + 1) + (index + real) * estimateNonzeros(s)),
        vector(real * dofs),
        elementMatrices(real * elements * nd * (nd + 1) / 2),
        incidence(index * (dofs + 1) + index * freeNodes) {}

  std::int64_t real, dimension, nd, elements, dofs;
  std::int64_t nodes, freeNodes;  ///< of all elements; those of unknowns
  std::int64_t problem, matrix, vector, elementMatrices;
  std::int64_t incidence;  ///< which nodes of elements an unknown has
};

/// What a method holds beside problem and vectors: always, and while it assembles.
struct Held {
  std::int64_t kept = 0, scratch = 0;
};

/// A contribution to a row on the CPU: a value and two indices, aligned.
std::int64_t contributionBytes(const Parts& p) {
  return 2 * index + p.real;
}

/// Of each thread that gathers: the places of all elements, and matrices and loads of those that 2048 rows touch. In
/// space a block of so many rows has a border of about a third of its elements.
std::int64_t gatherBytes(const Parts& p) {
  const std::int64_t ofRows = 2048 * p.freeNodes / (p.nd * std::max<std::int64_t>(p.dofs, 1));
  const std::int64_t touched = std::min(p.elements, p.dimension == 3 ? ofRows * 4 / 3 : ofRows);
  return index * p.elements + p.real * touched * (p.nd * (p.nd + 1) / 2 + p.nd);
}

Held heldOnCpu(const Parts& p, AssemblyMethod method, int threads) {
  switch (method) {
    case AssemblyMethod::sortReduce:  // twice the entries, and where rows begin
      return {p.matrix, 2 * p.nodes * (p.nd + 1) * contributionBytes(p) + 2 * index * (p.dofs + 1)};
    case AssemblyMethod::linkedList:
      return {p.matrix, p.nodes * p.nd * contributionBytes(p) + index * p.dofs};
    case AssemblyMethod::sortNodes:
      return {p.matrix, p.real * p.nodes * (p.nd + 1) + p.incidence};
    case AssemblyMethod::linkNodes:
      return {p.matrix, p.real * p.nodes * (p.nd + 1) + index * (p.dofs + p.nodes)};
    case AssemblyMethod::scatter:
      return {p.matrix + index * p.nodes * p.nd, p.incidence};
    case AssemblyMethod::gather:
      return {p.matrix + p.incidence + index * p.freeNodes * p.nd, threads * gatherBytes(p)};
    case AssemblyMethod::ebe:
      return {p.elementMatrices + p.incidence, 0};
    case AssemblyMethod::ebeColoured:
      return {p.elementMatrices + index * p.elements, 0};
    case AssemblyMethod::ebeRecompute:
      return {index * p.elements, 0};
  }
  throw std::logic_error("unknown assembly method");
}

/// Bytes of so many slots of one byte, in words of four (cuda/assembly/rows.hpp).
std::int64_t slotBytes(std::int64_t slots) {
  return index * ((slots + 3) / 4);
}

Held heldOnGpu(const Parts& p, AssemblyMethod method) {
  const std::int64_t sort = 4 * index * p.nodes;  // keys and numbers, two of each
  const std::int64_t begins = index * (p.dofs + 1), shortLengths = p.dofs;
  const std::int64_t records = p.real * p.nodes * (p.nd + 1), words = index * p.nodes;
  // Keys and numbers before and after, less what stays, and the sort's own copies.
  const std::int64_t incidenceScratch = 5 * index * p.nodes, incidence = begins + index * p.nodes;
  const std::int64_t cgVectors = 3 * p.vector;
  switch (method) {
    case AssemblyMethod::sortReduce:  // rows, and columns with values, each twice
      return {p.matrix + cgVectors, 2 * p.nodes * (p.nd + 1) * (index + 2 * p.real) + begins + shortLengths};
    case AssemblyMethod::linkedList:
      return {p.matrix + cgVectors, p.nodes * p.nd * (2 * index + p.real) + index * p.dofs + shortLengths};
    case AssemblyMethod::sortNodes:
      return {p.matrix + cgVectors, sort + begins + records + shortLengths};
    case AssemblyMethod::linkNodes:
      return {p.matrix + cgVectors, records + index * (p.dofs + p.nodes) + shortLengths};
    case AssemblyMethod::scatter:
      return {p.matrix + cgVectors + p.elements * slotBytes(p.nd * p.nd), sort + begins + shortLengths};
    case AssemblyMethod::gather:
      return {p.matrix + cgVectors + begins + shortLengths + p.nodes * (index + slotBytes(p.nd)),
              sort - index * p.nodes};
    case AssemblyMethod::ebe:  // five vectors that every element has a copy of
      return {incidence + words + p.elementMatrices + 5 * p.real * p.nodes, incidenceScratch};
    case AssemblyMethod::ebeColoured:
      return {p.elementMatrices + index * p.elements + words + cgVectors, incidenceScratch + incidence};
    case AssemblyMethod::ebeRecompute:
      return {index * p.elements + words + cgVectors, incidenceScratch + incidence};
  }
  throw std::logic_error("unknown assembly method");
}

}  // namespace

StaticSizes StaticSizes::ofOnePart(int ranks) const {
  StaticSizes part = *this;
  for (std::int64_t* count : {&part.vertices, &part.elements, &part.dofs}) *count = (*count + ranks - 1) / ranks;
  return part;
}

std::int64_t estimateNonzeros(const StaticSizes& s) {
  const Cells cells = countCells(s);
  // Pairs of nodes that meet in an element, by the smallest cell that has both: order 1, 1 an edge; order 2, 3 an edge,
  // 6 a face, 3 a tetrahedron.
  const double inside = dimensionOf(s.form) == 3 ? 3 * static_cast<double>(s.elements) : 0;
  const double pairs = s.order == 1 ? cells.edges : 3 * cells.edges + 6 * cells.faces + inside;
  return std::llround(share(s) * (countNodes(s) + 2 * pairs));
}

std::int64_t problemBytes(const StaticSizes& s, std::size_t bytesPerReal) {
  const std::int64_t dim = dimensionOf(s.form), nd = nodesPerElement(s.form, s.order);
  const std::int64_t signs = s.withSigns ? sizeof(std::uint16_t) : 0;
  return static_cast<std::int64_t>(bytesPerReal) * dim * s.vertices + s.elements * (index * (dim + 1 + nd + 1) + signs);
}

MemoryUse cpuStaticBytes(const StaticSizes& sizes, AssemblyMethod method, std::size_t bytesPerReal, int threads) {
  const Parts p(sizes, bytesPerReal);
  const Held held = heldOnCpu(p, method, threads);
  const std::int64_t solve = method == AssemblyMethod::ebe ? 4 * p.real * p.nodes + 2 * p.vector : 5 * p.vector;
  const std::int64_t kept = p.problem + 2 * p.vector + held.kept;
  return {kept + std::max(held.scratch, solve), kept + solve};
}

MemoryUse cudaStaticBytes(const StaticSizes& sizes, AssemblyMethod method, std::size_t bytesPerReal) {
  const Parts p(sizes, bytesPerReal);
  const Held held = heldOnGpu(p, method);
  const std::int64_t kept = p.problem + 5 * p.vector + held.kept;
  return {kept + held.scratch, kept};
}

}  // namespace fluxtet::statics
