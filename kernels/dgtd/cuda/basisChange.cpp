// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/dgtd/cuda/basisChange.hpp"

#include <cmath>

namespace fluxtet::dgtd::cuda {
namespace {

/// The Bernstein polynomial B_a at a point, for a multi-index of any length. lambda: barycentric coordinates.
template <std::size_t size>
double bernstein(const std::array<int, size>& index, const std::array<double, size>& lambda) {
  double value = 1;
  int degree = 0;
  for (std::size_t v = 0; v < size; ++v)
    for (int k = 1; k <= index[v]; ++k) value *= lambda[v] * ++degree / k;
  return value;
}

}  // namespace

BernsteinOperators::BernsteinOperators(const ReferenceElement& basis) {
  const int np = basis.np(), nf = basis.nf();
  toNodal.resize(np, np);
  for (int n = 0; n < np; ++n)
    for (int k = 0; k < np; ++k) toNodal(n, k) = bernstein(basis.nodeIndex(k), basis.node(n));
  toBernstein = toNodal.inverse();

  Eigen::MatrixXd faceToNodal(nf, nf);
  for (int n = 0; n < nf; ++n)
    for (int k = 0; k < nf; ++k) faceToNodal(n, k) = toNodal(basis.faceNode(0, n), basis.faceNode(0, k));
  faceToBernstein = faceToNodal.inverse();

  for (int i = 0; i < 3; ++i) derivative[i] = toBernstein * basis.derivative(i + 1) * toNodal;
  for (int f = 0; f < 4; ++f) flux[f] = 1.5 * toBernstein * basis.lift(f) * faceToNodal;
}

}  // namespace fluxtet::dgtd::cuda
