// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/setup/lanczos.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace fluxtet::dgtd {
namespace {

constexpr double failureProbability = 1e-5;

double diagonal(const Tridiagonal& T, std::size_t k) {
  return k < T.alpha.size() ? T.alpha[k] : 0;
}

/// Whether all eigenvalues are below x, that is, all pivots of T - x are negative.
bool allAreBelow(const Tridiagonal& T, double x) {
  double pivot = diagonal(T, 0) - x;
  for (std::size_t k = 0; k < T.beta.size() && pivot < 0; ++k)
    pivot = diagonal(T, k + 1) - x - T.beta[k] * T.beta[k] / pivot;
  return pivot < 0;
}

}  // namespace

double Tridiagonal::largest() const {
  double low = 0, high = alpha.empty() ? 0 : std::abs(alpha.front()), before = 0;
  for (std::size_t k = 0; k < beta.size(); ++k)
    high = std::max(high, std::exchange(before, beta[k]) + beta[k] + std::abs(diagonal(*this, k)));
  if (!beta.empty()) high = std::max(high, beta.back() + std::abs(diagonal(*this, beta.size())));
  constexpr int halvings = 60;
  for (int i = 0; i < halvings; ++i) {
    const double middle = (low + high) / 2;
    (allAreBelow(*this, middle) ? high : low) = middle;
  }
  return high;
}

double roundDown(double value) {
  constexpr double grid = 1e-3;
  return std::exp(std::floor(std::log(value) / grid) * grid);
}

double shareMissed(double unknowns, int steps) {
  const double root = std::log(1.648 * std::sqrt(unknowns) / failureProbability) / (2 * steps - 1);
  return root * root;
}

}  // namespace fluxtet::dgtd
