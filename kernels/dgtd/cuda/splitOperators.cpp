// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/dgtd/cuda/splitOperators.hpp"

#include "kernels/device/check.hpp"
#include "kernels/dgtd/cuda/launches.hpp"

#include <vector>

namespace fluxtet::dgtd::cuda {

template <class Real>
void setSplitOperators(int order, const BernsteinOperators& operators) {
  const Eigen::Index np = operators.flux[0].rows();
  std::vector<Real> derivatives;
  for (Eigen::Index n = 0; n < np; ++n)
    for (Eigen::Index m = 0; m < np; ++m)
      for (const Eigen::MatrixXd& derivative : operators.derivative)
        derivatives.push_back(static_cast<Real>(derivative(n, m)));
  setDerivatives(order, derivatives.data());
  setLifts(order, liftRows<Real>(operators).data());
  // Copies to symbols may return before they are complete, and the engine's streams do not wait for the legacy stream.
  cudaCheck(cudaStreamSynchronize(cudaStreamLegacy), "waiting for matrices of the split kernels");
}

template void setSplitOperators<float>(int, const BernsteinOperators&);
template void setSplitOperators<double>(int, const BernsteinOperators&);

}  // namespace fluxtet::dgtd::cuda
