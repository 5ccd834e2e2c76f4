// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/dgtd/cuda/cudaKrylov.hpp"

#include "kernels/dgtd/cuda/randomField.hpp"
#include "kernels/dgtd/cuda/toDevice.hpp"

namespace fluxtet::dgtd::cuda {

template <class Real>
void CudaKrylov<Real>::setRandom(std::span<const std::int64_t> elementId) {
  cudaStream_t stream = fields_.streams().orderComputeAfterExchange();
  const Eigen::MatrixXd fromNormal = fields_.operators().toBernstein * fields_.basis().fromOrthonormal();
  const auto fromNormalOnDevice = toDevice<double>(std::span(&fromNormal, 1), stream);
  DeviceBuffer<std::int64_t> ids(elementId.size());
  ids.fromHost(elementId, stream);
  for (const Field field : {Field::E, Field::H}) {
    FieldLayout<Real> layout = fields_.layout();
    layout.edge = energies_.edge(field);
    launchRandomField<Real>({layout, field, ids.data(), fromNormalOnDevice.data(), fields_.volume(), fields_.record(),
                             energies_.halfInertia(field), fields_.data(field)},
                            stream);
  }
  waitFor(stream);
}

template <class Real>
void CudaKrylov<Real>::apply(double a, double b, bool withSigma) {
  for (const Field target : {Field::E, Field::H}) {
    fields_.setTable(rhsScale_[static_cast<std::size_t>(target)],
                     [&](const MaterialValues& m) { return explicitGrowth(m, target, b); });
    if (withSigma && target == Field::E)
      fields_.setTable(conductionScale_, [&](const MaterialValues& m) { return -conductionStep(m, Field::E, b); });
  }
  cudaStream_t stream = fields_.streams().orderComputeAfterExchange();
  const ElementRange all{0, fields_.slots().numElements()};
  for (const Field target : {Field::E, Field::H}) {
    const auto f = static_cast<std::size_t>(target);
    RhsArgs<Real> args = fields_.rhsArgs(target, all);
    args.base = args.out = energies_.kept(target).data();
    args.outScale = static_cast<Real>(a);
    args.rhsScale = rhsScale_[f].data();
    args.targetScale = withSigma && target == Field::E ? conductionScale_.data() : nullptr;
    args.dissipation = 1;
    if (target == Field::E) fields_.takePenalty(PenaltyPart::bounded, args);
    args.tensors = tensors_.explicitTerm(target);
    fields_.laws().enterBounds(args, target, stream);
    if (fields_.isUpwind()) {
      launchUpwind(fields_.order(), UpwindArgs<Real>{args, fields_.outerMaterial()}, stream);
    } else {
      launchRhs(fields_.order(), args, stream);
    }
  }
  for (const Field field : {Field::E, Field::H}) fields_.swap(field, energies_.kept(field));
  fields_.markMoved();
}

template <class Real>
StrongestElement CudaKrylov<Real>::strongestElement(double a) {
  const StrongestElement strongest = energies_.strongest(a);
  energies_.dropKept();
  return strongest;
}

template class CudaKrylov<float>;
template class CudaKrylov<double>;

}  // namespace fluxtet::dgtd::cuda
