// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// What a build without CUDA has in place of the static engine.
#include "kernels/static/staticEngine.hpp"
#include "lib/base/error.hpp"

namespace fluxtet::statics {

template <class Real>
std::unique_ptr<StaticEngine<Real>> makeCudaStaticEngine(FemProblem, const StaticEngineSettings&) {
  throw InputError("this build of fluxtet has no CUDA engine");
}

template std::unique_ptr<StaticEngine<float>> makeCudaStaticEngine(FemProblem, const StaticEngineSettings&);
template std::unique_ptr<StaticEngine<double>> makeCudaStaticEngine(FemProblem, const StaticEngineSettings&);

}  // namespace fluxtet::statics
