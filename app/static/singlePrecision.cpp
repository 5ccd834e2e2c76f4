// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/static/singlePrecision.hpp"

#include "kernels/static/rounding.hpp"
#include "lib/base/error.hpp"

#include <type_traits>

namespace fluxtet::statics {

template <class Real>
double roundingOfSolution(const StaticEngine<Real>& engine, std::span<const Real> x, RankCoupling* coupling) {
  if (std::is_same_v<Real, double>) return 0;
  constexpr double tooMuch = 0.1;
  const double share =
      roundingOfEnergy<Real>(roundingSums<Real>(x, engine.diagonal(), engine.rightHandSide(), coupling));
  requireRun(
      share < tooMuch,
      "single precision does not carry this problem: rounding may change its energy by up to {:.0f} %, for the mesh "
      "is fine or materials differ by much. Set static.precision: double",
      100 * share);
  return share;
}

template double roundingOfSolution(const StaticEngine<float>&, std::span<const float>, RankCoupling*);
template double roundingOfSolution(const StaticEngine<double>&, std::span<const double>, RankCoupling*);

}  // namespace fluxtet::statics
