// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/static/cuda/rankSums.hpp"

#include "kernels/device/check.hpp"
#include "kernels/static/cuda/vectorKernels.hpp"

namespace fluxtet::statics::cuda {

template <class Real>
RankSums<Real>::RankSums(RankCoupling& coupling, cudaStream_t stream)
    : coupling_(coupling),
      shared_(coupling.sharedDofs().size()),
      counted_(coupling.counted().size()),
      packed_(shared_.size()),
      host_(shared_.size()) {
  shared_.fromHost(coupling.sharedDofs(), stream);
  counted_.fromHost(coupling.counted(), stream);
}

template <class Real>
void RankSums<Real>::sumVector(Real* vector, cudaStream_t stream) {
  gatherAt(packed_.data(), vector, shared_.data(), numShared(), stream);
  sumTable(packed_.data(), stream);
  scatterAt(vector, packed_.data(), shared_.data(), numShared(), stream);
}

template <class Real>
void RankSums<Real>::sumTable(Real* table, cudaStream_t stream) {
  copyBytes(host_.data(), table, host_.bytes(), host_.bytes(), stream);
  cudaCheck(cudaStreamSynchronize(stream));
  coupling_.sumShared(host_.span());
  copyBytes(table, host_.data(), host_.bytes(), host_.bytes(), stream);
}

template <class Real>
double RankSums<Real>::sum(double value) {
  coupling_.sumScalars({&value, 1});
  return value;
}

template class RankSums<float>;
template class RankSums<double>;

}  // namespace fluxtet::statics::cuda
