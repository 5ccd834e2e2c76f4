// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/static/cuda/assembly/turnedElement.hpp"
#include "kernels/static/dispatch.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace fluxtet::test {
using namespace fluxtet::statics;
using namespace fluxtet::statics::cuda;

namespace {

template <int nv>
void expectEvenPermutations(int nodes) {
  for (int node = 0; node < nodes; ++node) {
    const unsigned turn = turnFor<nv>(node);
    int inversions = 0, seen = 0;
    for (int i = 0; i < nv; ++i) {
      seen |= 1 << turnedVertex(turn, i);
      for (int j = i + 1; j < nv; ++j) inversions += turnedVertex(turn, i) > turnedVertex(turn, j);
    }
    EXPECT_EQ(seen, (1 << nv) - 1) << node;
    EXPECT_EQ(inversions % 2, 0) << node;
    EXPECT_EQ(turnedNode<nv>(turn, node < nv ? 0 : nv), node);
  }
}

TEST(TurnedElement, keepsItsOrientationAndHasTheNodeFirst) {
  expectEvenPermutations<3>(6);
  expectEvenPermutations<4>(10);
}

/// The largest difference between an entry of the matrix and the same entry of the turned element, relative to the
/// largest entry.
template <FormKind form, int order>
double rowError(const double (&x)[Element<form, order>::nv][Element<form, order>::dim], int node) {
  using El = Element<form, order>;
  double K[El::packed], turned[El::nv][El::dim], row[El::nd];
  elementMatrix<form, order>(x, 1.5, K);
  const unsigned turn = turnFor<El::nv>(node);
  for (int i = 0; i < El::nv; ++i)
    for (int k = 0; k < El::dim; ++k) turned[i][k] = x[turnedVertex(turn, i)][k];
  if (node < El::nv) {
    elementRow<form, order, 0>(turned, 1.5, row);
  } else if constexpr (order == 2) {
    elementRow<form, order, El::nv>(turned, 1.5, row);
  }
  double error = 0, largest = 0;
  for (int i = 0; i < El::packed; ++i) largest = std::max(largest, std::abs(K[i]));
  for (int j = 0; j < El::nd; ++j)
    error = std::max(error, std::abs(row[j] - K[packedIndex(node, turnedNode<El::nv>(turn, j))]));
  return error / largest;
}

TEST(TurnedElement, hasTheRowsOfTheElementsMatrix) {
  constexpr double corners[4][3] = {{1, 0.1, 0}, {2.3, 0.2, 0.3}, {1.4, 1.7, -0.2}, {1.2, 0.6, 1.9}};
  for (const FormKind form : {FormKind::planar, FormKind::axisymmetric, FormKind::axisymmetricA, FormKind::solid})
    for (const int order : {1, 2})
      withElement(form, order, [&]<class Kind>(Kind) {
        using El = Element<Kind::form, Kind::order>;
        double x[El::nv][El::dim];
        for (int i = 0; i < El::nv; ++i) std::copy_n(corners[i], El::dim, x[i]);
        // Entries are sums of at most a hundred rounded products.
        for (int node = 0; node < El::nd; ++node)
          EXPECT_LT((rowError<Kind::form, Kind::order>(x, node)), 1e-14) << static_cast<int>(form) << order << node;
      });
}

}  // namespace
}  // namespace fluxtet::test
