// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/parallel/static/gridProblem.hpp"

#include "kernels/static/dispatch.hpp"
#include "kernels/static/elementIntegrals.hpp"
#include "lib/base/hash.hpp"

#include <algorithm>
#include <array>
#include <numeric>

namespace fluxtet::test {

using namespace fluxtet::statics;

namespace {

/// Vertex (i, j, k) of the grid; k = 0 in the plane.
struct Grid {
  int dimension, n;
  int side() const { return n + 1; }
  int vertices() const { return dimension == 2 ? side() * side() : side() * side() * side(); }
  int number(int i, int j, int k) const { return (k * side() + j) * side() + i; }
  std::array<int, 3> place(int v) const { return {v % side(), v / side() % side(), v / (side() * side())}; }
};

/// Within (-0.2, 0.2).
double shift(int vertex, int axis) {
  return 0.4 * (static_cast<double>(hash64(3 * static_cast<std::uint64_t>(vertex) + axis) >> 11) * 0x1p-53 - 0.5);
}

std::vector<double> movedVertices(const Grid& grid) {
  std::vector<double> vertices;
  for (int v = 0; v < grid.vertices(); ++v)
    for (int a = 0; a < grid.dimension; ++a) {
      const int at = grid.place(v)[a];
      vertices.push_back((at + (at > 0 && at < grid.n ? shift(v, a) : 0)) / grid.n);
    }
  return vertices;
}

/// Each order of the axes is a path from one corner of a cell to the opposite one, and its vertices are an element.
std::vector<std::int32_t> kuhnElements(const Grid& grid) {
  std::vector<std::int32_t> elements;
  std::array<int, 3> cells{grid.n, grid.n, grid.dimension == 3 ? grid.n : 1};
  for (int k = 0; k < cells[2]; ++k)
    for (int j = 0; j < cells[1]; ++j)
      for (int i = 0; i < cells[0]; ++i) {
        std::array<int, 3> axes{0, 1, 2};
        bool even = true;
        do {
          std::array<int, 3> at{i, j, k};
          const std::size_t first = elements.size();
          elements.push_back(grid.number(at[0], at[1], at[2]));
          for (int a = 0; a < grid.dimension; ++a) {
            ++at[axes[a]];
            elements.push_back(grid.number(at[0], at[1], at[2]));
          }
          even = (axes[0] < axes[1]) == ((axes[1] < axes[2]) == (axes[0] < axes[2]));
          if (grid.dimension == 2) even = axes[0] < axes[1];
          if (!even) std::swap(elements[first], elements[first + 1]);
        } while (std::next_permutation(axes.begin(), axes.begin() + grid.dimension));
      }
  return elements;
}

/// elementDof of every vertex and its sign.
struct VertexUnknowns {
  std::vector<std::int32_t> dof;
  std::vector<bool> negative;
  std::int32_t numDofs = 0;
};

VertexUnknowns numberUnknowns(const Grid& grid, GridSides sides) {
  VertexUnknowns unknowns{std::vector<std::int32_t>(grid.vertices()), std::vector<bool>(grid.vertices(), false), 0};
  std::int32_t conductor = -1;
  for (int v = 0; v < grid.vertices(); ++v) {
    const auto [i, j, k] = grid.place(v);
    const bool fixed = sides == GridSides::leftRight || sides == GridSides::floating;
    if (fixed && (i == 0 || i == grid.n)) {
      unknowns.dof[v] = i == 0 ? -1 : -2;
    } else if (sides == GridSides::antiperiodic && i == grid.n) {
      unknowns.dof[v] = unknowns.dof[grid.number(0, j, k)];
      unknowns.negative[v] = true;
    } else if (sides == GridSides::floating && i == grid.n / 2) {
      if (conductor < 0) conductor = unknowns.numDofs++;
      unknowns.dof[v] = conductor;
    } else {
      unknowns.dof[v] = unknowns.numDofs++;
    }
  }
  return unknowns;
}

std::int32_t regionOf(const GridProblem& grid, int element, int dimension) {
  double square = 0;
  for (int a = 0; a < dimension; ++a) {
    double centre = 0;
    for (int v = 0; v <= dimension; ++v)
      centre += grid.problem.vertices[dimension * grid.problem.elementVertex[element * (dimension + 1) + v] + a];
    centre = centre / (dimension + 1) - 0.5;
    square += centre * centre;
  }
  return square < 0.09 ? 1 : 0;
}

GridProblem makeGrid(const Grid& grid, FormKind form, GridSides sides, double jump) {
  GridProblem result;
  FemProblem& p = result.problem;
  p.form = form;
  p.vertices = movedVertices(grid);
  p.elementVertex = kuhnElements(grid);
  const VertexUnknowns unknowns = numberUnknowns(grid, sides);
  const int nodes = grid.dimension + 1;
  const auto elements = static_cast<int>(p.elementVertex.size()) / nodes;
  for (const std::int32_t v : p.elementVertex) p.elementDof.push_back(unknowns.dof[v]);
  for (int e = 0; e < elements; ++e) p.coefficientSet.push_back(regionOf(result, e, grid.dimension));
  if (sides == GridSides::antiperiodic) {
    p.elementSign.assign(elements, 0);
    for (std::size_t i = 0; i < p.elementVertex.size(); ++i)
      if (unknowns.negative[p.elementVertex[i]])
        p.elementSign[i / nodes] |= static_cast<std::uint16_t>(1u << (i % nodes));
  }
  p.numDofs = unknowns.numDofs;
  p.numPrescribed = 2;
  p.numCoefficientSets = 2;
  result.coefficients = {{1, 0.5, {}}, {jump, -0.25, {}}};
  result.loads.prescribed = {0, 1};
  if (unknowns.numDofs > 3) result.loads.atDofs = {{3, 0.125}, {unknowns.numDofs / 2, -0.25}, {3, 0.0625}};
  return result;
}

/// Entries in the order in which elements give them.
struct Entry {
  std::int32_t row, column;
  double value;
};

template <FormKind form, int order>
void addElement(const GridProblem& grid, int e, std::vector<Entry>& entries, std::vector<double>& b) {
  using El = Element<form, order>;
  const FemProblem& p = grid.problem;
  double x[El::nv][El::dim];
  for (int v = 0; v < El::nv; ++v)
    for (int a = 0; a < El::dim; ++a) x[v][a] = p.vertices[El::dim * p.elementVertex[El::nv * e + v] + a];
  const ElementCoefficients& c = grid.coefficients[p.coefficientSet[e]];
  double K[El::packed], f[El::nd], d[El::dim];
  std::copy_n(c.d.begin(), El::dim, d);
  elementMatrix<form, order>(x, c.c, K);
  elementLoad<form, order>(x, c.s, d, f);
  const auto sign = [&](int a) { return !p.elementSign.empty() && (p.elementSign[e] >> a & 1) ? -1.0 : 1.0; };
  for (int a = 0; a < El::nd; ++a) {
    const std::int32_t row = p.elementDof[El::nd * e + a];
    if (row < 0) continue;
    b[row] += sign(a) * f[a];
    for (int c2 = 0; c2 < El::nd; ++c2) {
      const std::int32_t column = p.elementDof[El::nd * e + c2];
      const double value = sign(a) * sign(c2) * K[packedIndex(std::max(a, c2), std::min(a, c2))];
      if (column < 0)
        b[row] -= value * grid.loads.prescribed[-1 - column];
      else
        entries.push_back({row, column, value});
    }
  }
}

CsrMatrix<double> merged(std::vector<Entry> entries, std::int32_t rows) {
  std::stable_sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
    return std::array{a.row, a.column} < std::array{b.row, b.column};
  });
  CsrMatrix<double> matrix;
  matrix.rowBegin.assign(rows + 1, 0);
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const bool same = i > 0 && entries[i].row == entries[i - 1].row && entries[i].column == entries[i - 1].column;
    if (same) {
      matrix.value.back() += entries[i].value;
      continue;
    }
    matrix.column.push_back(entries[i].column);
    matrix.value.push_back(entries[i].value);
    ++matrix.rowBegin[entries[i].row + 1];
  }
  std::partial_sum(matrix.rowBegin.begin(), matrix.rowBegin.end(), matrix.rowBegin.begin());
  return matrix;
}

}  // namespace

GridProblem squareGrid(int n, GridSides sides, double jump, FormKind form) {
  return makeGrid({2, n}, form, sides, jump);
}
GridProblem cubeGrid(int n, GridSides sides, double jump) {
  return makeGrid({3, n}, FormKind::solid, sides, jump);
}

PlainSystem assemblePlainly(const GridProblem& grid) {
  PlainSystem system;
  system.rightHandSide.assign(grid.problem.numDofs, 0);
  std::vector<Entry> entries;
  withElement(grid.problem.form, grid.problem.order, [&](auto kind) {
    for (int e = 0; e < grid.problem.numElements(); ++e)
      addElement<decltype(kind)::form, decltype(kind)::order>(grid, e, entries, system.rightHandSide);
  });
  for (const auto& [dof, value] : grid.loads.atDofs) system.rightHandSide[dof] += value;
  system.matrix = merged(std::move(entries), grid.problem.numDofs);
  return system;
}

std::vector<double> product(const CsrMatrix<double>& matrix, const std::vector<double>& x) {
  std::vector<double> y(x.size(), 0);
  for (std::int32_t i = 0; i < matrix.rows(); ++i)
    for (std::int32_t k = matrix.rowBegin[i]; k < matrix.rowBegin[i + 1]; ++k)
      y[i] += matrix.value[k] * x[matrix.column[k]];
  return y;
}

}  // namespace fluxtet::test
