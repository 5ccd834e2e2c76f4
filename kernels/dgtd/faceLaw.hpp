// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Laws of faces: walls with a surface impedance, and sheets with a surface admittance between two elements. What a law
// does in a half step is written here once, for host and device (docs/theory.md, section 3.10).
#pragma once

#include "kernels/dgtd/field.hpp"
#include "lib/base/hostDevice.hpp"

#include <complex>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace fluxtet::dgtd {

/// The term strength s / (s + rate) of a response, with s = d/dtau. Both are at least 0; rate in 1/m.
struct HighPass {
  double strength = 0, rate = 0;
  bool operator==(const HighPass&) const = default;
};

/// The law of a face: a response Q(s) of one field's tangential trace, the drive, to the other field's,
///   Q(s) = direct + sum strength s / (s + rate) + growth / (s + decay + stiffness / s),   s = d/dtau,
/// with all constants at least 0, so that it is passive. With n the unit normal out of the element:
///   impedance   E_t = Q H_t x n                     on a boundary face, Q relative to Z0;
///   admittance  H_t = Q n x E_t                     on a boundary face, Q relative to 1/Z0;
///   sheet       n x (H+ - H-) = Q (E+ + E-)_t / 2   on both sides of a face between two elements, likewise;
///   sheetImpedance  E_t = Q (H- - H+) x n           on both sides of such a face, Q relative to Z0.
struct FaceLaw {
  enum class Form : std::uint8_t { impedance, admittance, sheet, sheetImpedance };
  static constexpr std::size_t maxHighPasses = 8;

  Form form = Form::impedance;
  double direct = 0;
  std::vector<HighPass> highPasses{};           ///< at most maxHighPasses
  double growth = 0, decay = 0, stiffness = 0;  ///< 1/m, 1/m, 1/m^2; growth 0: there is no such term
  /// The resistive law, direct alone, that takes this law's place in the stability operator: at least
  /// boundOf(law, step) for every step that is taken.
  double bound = 0;
  bool operator==(const FaceLaw&) const = default;

  /// Whether its faces lie between two elements; each side has states of its own, which are alike.
  bool isSheet() const { return form == Form::sheet || form == Form::sheetImpedance; }
  /// Number of states, each a tangential vector at every node of a face: those of the high passes, then the response of
  /// the last term, then its integral times the stiffness.
  int numStates() const { return static_cast<int>(highPasses.size()) + (growth > 0 ? 1 : 0) + (stiffness > 0 ? 1 : 0); }
};

/// The field that drives a law, and whose half step it acts in.
FLUXTET_HOST_DEVICE constexpr Field driveOf(FaceLaw::Form form) {
  return form == FaceLaw::Form::impedance || form == FaceLaw::Form::sheetImpedance ? Field::H : Field::E;
}
/// The drive is the own trace times the first weight plus the neighbour's times the second.
FLUXTET_HOST_DEVICE constexpr double ownWeightOf(FaceLaw::Form form) {
  return form == FaceLaw::Form::sheet ? 0.5 : 1;
}
FLUXTET_HOST_DEVICE constexpr double outerWeightOf(FaceLaw::Form form) {
  return form == FaceLaw::Form::sheet ? 0.5 : form == FaceLaw::Form::sheetImpedance ? -1 : 0;
}
/// Whether the outer trace starts from the neighbour's trace; else the two sides do not see each other but through the
/// law.
FLUXTET_HOST_DEVICE constexpr bool isOpen(FaceLaw::Form form) {
  return form == FaceLaw::Form::sheet;
}
/// The outer trace of the field that answers is mirror (trace + factor n x response): the neighbour's trace where the
/// face is open, else the own one. The other field is mirrored by 1.
FLUXTET_HOST_DEVICE constexpr int mirrorOf(FaceLaw::Form form) {
  return form == FaceLaw::Form::sheet ? 1 : -1;
}
FLUXTET_HOST_DEVICE constexpr int factorOf(FaceLaw::Form form) {
  return form == FaceLaw::Form::sheet ? 1 : form == FaceLaw::Form::admittance ? -2 : 2;
}

/// The constants of a law in half steps of one size.
template <class Real>
struct FaceLawStep {
  int numHighPasses = 0;
  bool resonates = false, hasIntegral = false;
  Real direct = 0, strength[FaceLaw::maxHighPasses] = {}, rate[FaceLaw::maxHighPasses] = {};  ///< rate: rate step
  Real keep = 0, gain = 0, growth = 0, stiffness = 0;                                         ///< stiffness: times step

  FaceLawStep() = default;
  /// `step` = c0 dt, m.
  FaceLawStep(const FaceLaw& law, double step)
      : numHighPasses(static_cast<int>(law.highPasses.size())),
        resonates(law.growth > 0),
        hasIntegral(law.stiffness > 0),
        direct(static_cast<Real>(law.direct)) {
    for (std::size_t k = 0; k < law.highPasses.size(); ++k) {
      strength[k] = static_cast<Real>(law.highPasses[k].strength);
      rate[k] = static_cast<Real>(law.highPasses[k].rate * step);
    }
    const double half = law.decay * step / 2;
    keep = static_cast<Real>((1 - half) / (1 + half));
    gain = static_cast<Real>(step / (1 + half));
    growth = static_cast<Real>(law.growth);
    stiffness = static_cast<Real>(law.stiffness * step);
  }
  /// The resistive law of the stability operator with this bound, dimensionless.
  static FaceLawStep resistive(double value) {
    FaceLawStep result;
    result.direct = static_cast<Real>(value);
    return result;
  }
};

/// Returns the response to one component of the drive as it stands before the half step, and advances the states of
/// that component by the step: state i is state[i * stride].
template <class Real>
FLUXTET_HOST_DEVICE Real respond(const FaceLawStep<Real>& law, Real drive, Real* state, std::int64_t stride) {
  Real response = law.direct * drive;
  for (int k = 0; k < law.numHighPasses; ++k) {
    Real& x = state[k * stride];
    const Real difference = drive - x;
    response += law.strength[k] * difference;
    x += law.rate[k] * difference;
  }
  if (law.resonates) {
    Real& y = state[law.numHighPasses * stride];
    Real force = law.growth * drive;
    if (law.hasIntegral) force -= state[(law.numHighPasses + 1) * stride];
    y = law.keep * y + law.gain * force;
    if (law.hasIntegral) state[(law.numHighPasses + 1) * stride] += law.stiffness * y;
    response += y;
  }
  return response;
}

/// Returns the resistive law that bounds a law in steps up to `step` = c0 dt, m: with it in the law's place the
/// stability operator has a largest eigenvalue below 2 / step if and only if the law's own has (docs/theory.md, section
/// 3.10). Infinity where no such law is stable.
double boundOf(const FaceLaw& law, double step);

/// Returns Q at the wave number k = omega / c0, 1/m, of the continuous law.
std::complex<double> responseOf(const FaceLaw& law, double k);
/// Returns Q as half steps of size `step` = c0 dt, m, make it: the drive is half a step earlier than what it is
/// compared with, and the states advance as respond() says. Step 0: the continuous law.
std::complex<double> responseOf(const FaceLaw& law, double k, double step);

}  // namespace fluxtet::dgtd
