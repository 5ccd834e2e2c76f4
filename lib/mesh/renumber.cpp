// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/renumber.hpp"

#include "lib/mesh/spaceFillingCurve.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <numeric>
#include <utility>

namespace fluxtet {
namespace {

using Ids = std::vector<std::int32_t>;

Ids inverseOf(const Ids& order) {
  Ids inverse(order.size());
  for (std::size_t k = 0; k < order.size(); ++k) inverse[order[k]] = static_cast<std::int32_t>(k);
  return inverse;
}

/// `values` [n][width] in the order of `order`.
template <class T>
std::vector<T> permuted(const std::vector<T>& values, const Ids& order, int width) {
  std::vector<T> result(values.size());
  for (std::size_t k = 0; k < order.size(); ++k)
    std::copy_n(&values[static_cast<std::size_t>(order[k]) * width], width, &result[k * width]);
  return result;
}

/// Elements in the order of their lowest vertex; those of one vertex keep their order.
Ids orderByLowestVertex(const SimplexMesh& mesh) {
  const std::size_t corners = static_cast<std::size_t>(mesh.dimension) + 1;
  const auto lowest = [&](std::size_t e) {
    const auto first = mesh.elements.begin() + static_cast<std::ptrdiff_t>(e * corners);
    return *std::min_element(first, first + static_cast<std::ptrdiff_t>(corners));
  };
  const std::size_t n = mesh.region.size();
  Ids next(static_cast<std::size_t>(mesh.numVertices()) + 1, 0);
  for (std::size_t e = 0; e < n; ++e) ++next[lowest(e) + 1];
  std::partial_sum(next.begin(), next.end(), next.begin());
  Ids order(n);
  for (std::size_t e = 0; e < n; ++e) order[next[lowest(e)]++] = static_cast<std::int32_t>(e);
  return order;
}

void sortFacets(SimplexMesh& mesh) {
  const int d = mesh.dimension;
  std::vector<std::array<std::int32_t, 4>> rows(mesh.facetGroup.size());  // group, vertices
  for (std::size_t f = 0; f < rows.size(); ++f) {
    rows[f] = {mesh.facetGroup[f], 0, 0, 0};
    std::copy_n(&mesh.facets[f * d], d, &rows[f][1]);
    std::sort(&rows[f][1], &rows[f][1] + d);
  }
  std::sort(rows.begin(), rows.end());
  for (std::size_t f = 0; f < rows.size(); ++f) {
    mesh.facetGroup[f] = rows[f][0];
    std::copy_n(&rows[f][1], d, &mesh.facets[f * d]);
  }
}

}  // namespace

void renumberAlongCurve(SimplexMesh& mesh) {
  {
    const Ids order = hilbertOrder(mesh.vertices, mesh.dimension);
    mesh.vertices = permuted(mesh.vertices, order, mesh.dimension);
    const Ids id = inverseOf(order);
    for (auto& v : mesh.elements) v = id[v];
    for (auto& v : mesh.facets) v = id[v];
  }
  const Ids order = orderByLowestVertex(mesh);
  mesh.elements = permuted(mesh.elements, order, mesh.dimension + 1);
  mesh.region = permuted(mesh.region, order, 1);
  sortFacets(mesh);
}

}  // namespace fluxtet
