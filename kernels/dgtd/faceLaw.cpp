// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/dgtd/faceLaw.hpp"

#include <cmath>
#include <limits>

namespace fluxtet::dgtd {

double boundOf(const FaceLaw& law, double step) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  double bound = law.direct;
  for (const HighPass& pass : law.highPasses) {
    if (pass.strength == 0) continue;
    const double rest = 1 - pass.rate * step / 2;
    if (rest <= 0) return infinity;
    bound += pass.strength / rest;
  }
  if (law.growth > 0) {
    const double rest = 1 - law.stiffness * step * step / 4;
    if (rest <= 0) return infinity;
    bound += law.growth * step / 2 / rest;
  }
  return bound;
}

std::complex<double> responseOf(const FaceLaw& law, double k) {
  const std::complex<double> s(0, k);
  std::complex<double> sum = law.direct;
  for (const HighPass& pass : law.highPasses) sum += pass.strength * s / (s + pass.rate);
  if (law.growth > 0) sum += law.growth / (s + law.decay + law.stiffness / s);
  return sum;
}

std::complex<double> responseOf(const FaceLaw& law, double k, double step) {
  if (step == 0) return responseOf(law, k);
  const std::complex<double> z = std::polar(1.0, k * step), half = std::polar(1.0, k * step / 2);
  // Terms of the old drive, half a step earlier.
  std::complex<double> sum = law.direct;
  for (const HighPass& pass : law.highPasses) sum += pass.strength * (z - 1.0) / (z - 1.0 + pass.rate * step);
  sum /= half;
  // The response of the last term stands at the time of what it is compared with: s is (half - 1/half) / step, and the
  // decay acts on the mean of two steps, (half + 1/half) / 2.
  if (law.growth > 0) {
    const std::complex<double> s = (half - 1.0 / half) / step;
    sum += law.growth / (s + law.decay * (half + 1.0 / half) / 2.0 + law.stiffness / s);
  }
  return sum;
}

}  // namespace fluxtet::dgtd
