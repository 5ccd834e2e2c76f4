// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/statics/staticPiece.hpp"

#include "kernels/static/elementIntegrals.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <random>

namespace fluxtet::test {

using namespace fluxtet::statics;

namespace {

/// Elements by nodes: vertices first, then the middles of edges.
struct Nodes {
  std::vector<std::int32_t> ofElement;    ///< [elements][nodesPerElement]
  std::vector<std::array<double, 3>> at;  ///< m
};

using Random = std::mt19937;
double uniform(Random& random, double low, double high) {
  return std::uniform_real_distribution<double>(low, high)(random);
}

/// Vertices of a grid of cells^dim cubes, moved by up to a tenth of a cell but for those on the axis x = 0.
std::vector<double> makeVertices(int dim, int cells, Random& random) {
  std::vector<double> vertices;
  const int side = cells + 1, count = dim == 2 ? side * side : side * side * side;
  for (int v = 0; v < count; ++v)
    for (int k = 0, rest = v; k < dim; ++k, rest /= side) {
      const double step = k == 0 && rest % side == 0 ? 0 : uniform(random, -0.1, 0.1);
      vertices.push_back(std::round((rest % side + step) / cells * 1024) / 1024);
    }
  return vertices;
}

/// Each cube is cut along the paths from its lowest to its highest corner (Kuhn 1960), one for each order of the axes.
std::vector<std::int32_t> makeElements(int dim, int cells) {
  std::vector<std::int32_t> elements;
  const int side = cells + 1;
  const std::array<int, 3> stride{1, side, side * side};
  const int layers = dim == 3 ? cells : 1;
  for (int cell = 0; cell < cells * cells * layers; ++cell) {
    std::int32_t corner = 0;
    for (int k = 0, rest = cell; k < dim; ++k, rest /= cells)
      corner += rest % cells * stride[static_cast<std::size_t>(k)];
    std::array<int, 3> axes{0, 1, 2};
    do {
      int inversions = 0;
      for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = i + 1; j < 3; ++j) inversions += axes[i] > axes[j];
      if (dim == 2 && axes[2] != 2) continue;
      std::int32_t v = corner;
      const std::size_t first = elements.size();
      elements.push_back(v);
      for (std::size_t k = 0; k < static_cast<std::size_t>(dim); ++k)
        elements.push_back(v += stride[static_cast<std::size_t>(axes[k])]);
      if (inversions % 2 == 1) std::swap(elements[first], elements[first + 1]);
    } while (std::next_permutation(axes.begin(), axes.end()));
  }
  return elements;
}

Nodes makeNodes(const FemProblem& problem) {
  const int dim = dimensionOf(problem.form), nv = dim + 1;
  Nodes nodes;
  const auto vertexAt = [&](std::int32_t v) {
    std::array<double, 3> x{};
    for (int k = 0; k < dim; ++k)
      x[static_cast<std::size_t>(k)] = problem.vertices[static_cast<std::size_t>(v * dim + k)];
    return x;
  };
  for (std::int32_t v = 0; v < problem.numVertices(); ++v) nodes.at.push_back(vertexAt(v));
  std::map<std::pair<std::int32_t, std::int32_t>, std::int32_t> edges;
  for (std::size_t e = 0; e < problem.coefficientSet.size(); ++e) {
    const std::int32_t* vertex = problem.elementVertex.data() + e * static_cast<std::size_t>(nv);
    nodes.ofElement.insert(nodes.ofElement.end(), vertex, vertex + nv);
    for (int a = 0; a < nodesPerElement(problem.form, problem.order) - nv; ++a) {
      const auto [low, high] = std::minmax(vertex[edgeLow(a)], vertex[edgeHigh(a)]);
      const auto [edge, isNew] = edges.try_emplace({low, high}, static_cast<std::int32_t>(nodes.at.size()));
      if (isNew) {
        const auto p = vertexAt(low), q = vertexAt(high);
        nodes.at.push_back({(p[0] + q[0]) / 2, (p[1] + q[1]) / 2, (p[2] + q[2]) / 2});
      }
      nodes.ofElement.push_back(edge->second);
    }
  }
  return nodes;
}

/// The box itself, its elements in random order where wanted, cut to the first of them.
FemProblem makeBox(const PieceOptions& options, Random& random) {
  FemProblem problem;
  problem.form = options.form;
  problem.order = options.order;
  problem.numCoefficientSets = 3;
  const int dim = dimensionOf(options.form), nv = dim + 1,
            cells = options.cells > 0 ? options.cells
                    : dim == 2        ? 13
                                      : 4;
  problem.vertices = makeVertices(dim, cells, random);
  const std::vector<std::int32_t> all = makeElements(dim, cells);
  std::vector<std::size_t> order(all.size() / static_cast<std::size_t>(nv));
  std::iota(order.begin(), order.end(), 0);
  order.resize(static_cast<std::size_t>(options.elements));
  if (options.shuffled) std::shuffle(order.begin(), order.end(), random);
  for (const std::size_t e : order) {
    const auto first = all.begin() + static_cast<std::ptrdiff_t>(e) * nv;
    problem.elementVertex.insert(problem.elementVertex.end(), first, first + nv);
    problem.coefficientSet.push_back(static_cast<std::int32_t>(e * 7 / 3 % 3));
  }
  return problem;
}

/// What each node is: a dof or -1 - k. Dofs are counted in the order of first use.
void setDofs(FemProblem& problem, const Nodes& nodes, const PieceOptions& options, Random& random) {
  constexpr std::int32_t unused = INT32_MIN;
  std::vector<std::int32_t> dofOf(nodes.at.size(), unused);
  std::int32_t merged = unused;
  problem.numPrescribed = options.prescribed ? 2 : 0;
  for (std::size_t i = 0; i < nodes.ofElement.size(); ++i) {
    const auto node = static_cast<std::size_t>(nodes.ofElement[i]);
    if (dofOf[node] != unused) continue;
    const double x = nodes.at[node][0];
    // The first two nodes see to it that there is a dof and, where wanted, a prescribed value.
    if (options.prescribed && (i == 1 || (i > 1 && x < 0.2)))
      dofOf[node] = -1 - static_cast<std::int32_t>(node % 2);
    else if (options.merged && x > 0.8 && merged != unused)
      dofOf[node] = merged;
    else
      dofOf[node] = problem.numDofs++;
    if (options.merged && x > 0.8 && merged == unused) merged = dofOf[node];
  }
  std::vector<std::int32_t> renumbered(static_cast<std::size_t>(problem.numDofs));
  std::iota(renumbered.begin(), renumbered.end(), 0);
  if (options.shuffled) std::shuffle(renumbered.begin(), renumbered.end(), random);
  for (const std::int32_t node : nodes.ofElement) {
    const std::int32_t dof = dofOf[static_cast<std::size_t>(node)];
    problem.elementDof.push_back(dof < 0 ? dof : renumbered[static_cast<std::size_t>(dof)]);
  }
}

void setSigns(FemProblem& problem, const Nodes& nodes) {
  const int nd = nodesPerElement(problem.form, problem.order);
  for (std::size_t e = 0; e < problem.coefficientSet.size(); ++e) {
    unsigned bits = 0;
    for (int a = 0; a < nd; ++a) {
      const auto node = nodes.ofElement[e * static_cast<std::size_t>(nd) + static_cast<std::size_t>(a)];
      if (node % 5 == 4) bits |= 1u << a;
    }
    problem.elementSign.push_back(static_cast<std::uint16_t>(bits));
  }
}

}  // namespace

StaticPiece makePiece(const PieceOptions& options) {
  Random random(7);
  StaticPiece piece;
  piece.problem = makeBox(options, random);
  const Nodes nodes = makeNodes(piece.problem);
  setDofs(piece.problem, nodes, options, random);
  if (options.negative) setSigns(piece.problem, nodes);
  piece.coefficients = {{2, 0, {}}, {1, 3, {0.5, -1, 2}}, {7, -2, {}}};
  for (std::int32_t k = 0; k < piece.problem.numPrescribed; ++k) piece.loads.prescribed.push_back(1.5 - 2 * k);
  piece.loads.atDofs = {{0, 0.25}, {piece.problem.numDofs - 1, -0.5}, {0, 0.125}};
  return piece;
}

}  // namespace fluxtet::test
