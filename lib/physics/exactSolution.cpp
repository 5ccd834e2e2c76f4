// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/physics/exactSolution.hpp"

#include "lib/base/constants.hpp"
#include "lib/base/error.hpp"

#include <algorithm>
#include <cmath>

namespace fluxtet {

namespace {

void checkIndices(const CavityMode& mode) {
  const bool exists = mode.tm ? mode.m >= 1 && mode.n >= 1 && mode.p >= 0
                              : mode.m >= 0 && mode.n >= 0 && mode.m + mode.n >= 1 && mode.p >= 1;
  require(exists, "{}{} with m, n, p = {}, {}, {} is no mode of a box: {}",
          mode.mark.file.empty() ? "" : toString(mode.mark) + ": ", mode.tm ? "TM" : "TE", mode.m, mode.n, mode.p,
          mode.tm ? "TM needs m >= 1, n >= 1 and p >= 0" : "TE needs m + n >= 1 and p >= 1");
}

/// Wave vector of the standing wave, 1/m.
Vec3 waveVector(const CavityMode& mode, const Vec3& size) {
  return {mode.m * constants::pi / size[0], mode.n * constants::pi / size[1], mode.p * constants::pi / size[2]};
}

/// Direction of the mode's amplitudes (any length), perpendicular to k: TE has no E_z, TM has no H_z.
Vec3 modeShape(const CavityMode& mode, const Vec3& k) {
  if (!mode.tm) return {k[1], -k[0], 0};
  return {-k[0] * k[2], -k[1] * k[2], k[0] * k[0] + k[1] * k[1]};
}

/// E = (a_x cos sin sin, a_y sin cos sin, a_z sin sin cos) cos(omega t) of (k_x x, k_y y, k_z z), which has no
/// tangential part on the walls and no divergence where a.k = 0. Faraday's law then gives H = (b_x sin cos cos, b_y cos
/// sin cos, b_z cos cos sin) sin(omega t) with b = -(k x a) / (mu omega). (R. F. Harrington, Time-Harmonic
/// Electromagnetic Fields, section 4-3, in one form for TE and TM.)
class CavityField final : public ExactSolution {
 public:
  CavityField(const Vec3& origin, const Vec3& k, const Vec3& a, double omega, double mu)
      : origin_(origin), k_(k), a_(a), b_(-1 / (mu * omega) * cross(k, a)), omega_(omega) {}

  Vec3 E(const Vec3& x, double time) const override { return at(electric(time), x); }
  Vec3 H(const Vec3& x, double time) const override { return at(wave(std::sin(omega_ * time) * b_, false), x); }
  StandingWave electric(double time) const override { return wave(std::cos(omega_ * time) * a_, true); }
  StandingWave magnetic(double time) const override {
    return wave(constants::z0 * (std::sin(omega_ * time) * b_), false);
  }

 private:
  StandingWave wave(const Vec3& amplitude, bool cosineAlong) const {
    StandingWave result;
    std::copy(origin_.begin(), origin_.end(), result.origin);
    std::copy(k_.begin(), k_.end(), result.k);
    std::copy(amplitude.begin(), amplitude.end(), result.amplitude);
    result.cosineAlong = cosineAlong;
    return result;
  }
  static Vec3 at(const StandingWave& wave, const Vec3& x) {
    double value[3];
    standingWaveAt(wave, {x[0], x[1], x[2]}, value);
    return {value[0], value[1], value[2]};
  }

  Vec3 origin_, k_, a_, b_;
  double omega_;
};

}  // namespace

std::unique_ptr<ExactSolution> makeCavityMode(const CavityMode& mode, const Vec3& origin, const Vec3& size,
                                              double epsilonR, double muR) {
  checkIndices(mode);
  const Vec3 k = waveVector(mode, size);
  const Vec3 shape = modeShape(mode, k);
  // |E|^2 is linear in each of cos^2(k_i x_i), so its maximum is the square of the largest single amplitude.
  const double largest = std::max({std::abs(shape[0]), std::abs(shape[1]), std::abs(shape[2])});
  const double omega = 2 * constants::pi * cavityFrequency(mode, size, epsilonR, muR);
  return std::make_unique<CavityField>(origin, k, mode.amplitude / largest * shape, omega, constants::mu0 * muR);
}

double cavityFrequency(const CavityMode& mode, const Vec3& size, double epsilonR, double muR) {
  checkIndices(mode);
  return constants::c0 / std::sqrt(epsilonR * muR) * norm(waveVector(mode, size)) / (2 * constants::pi);
}

}  // namespace fluxtet
