// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/setup/makeEngine.hpp"

#include "kernels/dgtd/cudaEngine.hpp"
#include "lib/base/mpi.hpp"

namespace fluxtet::dgtd {

template <class Real>
std::unique_ptr<FieldEngine<Real>> makeEngine(const ComputeDevice& device, const DgtdProblem& problem) {
  std::unique_ptr<FieldEngine<Real>> engine;
  agreeOnErrors(device.comm(), [&] {
    engine = device.gpu() ? makeCudaEngine<Real>(problem) : makeCpuEngine<Real>(problem, device.threads());
  });
  return engine;
}

template std::unique_ptr<FieldEngine<float>> makeEngine(const ComputeDevice&, const DgtdProblem&);
template std::unique_ptr<FieldEngine<double>> makeEngine(const ComputeDevice&, const DgtdProblem&);

}  // namespace fluxtet::dgtd
