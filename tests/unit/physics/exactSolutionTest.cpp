// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/base/constants.hpp"
#include "lib/base/error.hpp"
#include "lib/physics/exactSolution.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <random>

namespace fluxtet::test {
namespace {

const Vec3 origin{0.1, -0.2, 0.3};
const Vec3 size{0.05, 0.02, 0.06};
constexpr double epsilonR = 2.5;
constexpr double muR = 1.3;

CavityMode mode(int m, int n, int p, bool tm, double amplitude = 1) {
  return {.m = m, .n = n, .p = p, .tm = tm, .amplitude = amplitude, .mark = {}};
}

const CavityMode modes[] = {mode(1, 1, 0, true),  mode(1, 1, 1, true),  mode(2, 1, 3, true), mode(1, 0, 1, false),
                            mode(0, 1, 1, false), mode(1, 0, 2, false), mode(2, 3, 1, false)};

using Field = std::function<Vec3(const Vec3&)>;

/// Derivative of component `component` along `axis`, by the central difference of fourth order.
double derivative(const Field& field, const Vec3& x, int component, int axis, double h) {
  const auto at = [&](double shift) {
    Vec3 moved = x;
    moved[axis] += shift * h;
    return field(moved)[component];
  };
  return (8 * (at(1) - at(-1)) - (at(2) - at(-2))) / (12 * h);
}

Vec3 curl(const Field& field, const Vec3& x, double h) {
  return {derivative(field, x, 2, 1, h) - derivative(field, x, 1, 2, h),
          derivative(field, x, 0, 2, h) - derivative(field, x, 2, 0, h),
          derivative(field, x, 1, 0, h) - derivative(field, x, 0, 1, h)};
}

double divergence(const Field& field, const Vec3& x, double h) {
  return derivative(field, x, 0, 0, h) + derivative(field, x, 1, 1, h) + derivative(field, x, 2, 2, h);
}

Vec3 timeDerivative(const std::function<Vec3(double)>& field, double t, double h) {
  return 1 / (12 * h) * (8.0 * (field(t + h) - field(t - h)) - (field(t + 2 * h) - field(t - 2 * h)));
}

/// Calls `check` for each mode at random points and times.
void forEachModeAndPoint(
    const std::function<void(const ExactSolution&, const CavityMode&, const Vec3&, double)>& check) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> share(0, 1);
  for (const CavityMode& m : modes) {
    const auto solution = makeCavityMode(m, origin, size, epsilonR, muR);
    for (int i = 0; i < 20; ++i) {
      const Vec3 x{origin[0] + share(random) * size[0], origin[1] + share(random) * size[1],
                   origin[2] + share(random) * size[2]};
      check(*solution, m, x, 3 * share(random) / cavityFrequency(m, size, epsilonR, muR));
    }
  }
}

constexpr double step = 1e-5;  // m; the modes vary over centimetres

}  // namespace

TEST(CavityMode, isAStandingWaveAtEachTime) {
  forEachModeAndPoint([](const ExactSolution& s, const CavityMode&, const Vec3& x, double t) {
    double E[3], H[3];
    standingWaveAt(s.electric(t), {x[0], x[1], x[2]}, E);
    standingWaveAt(s.magnetic(t), {x[0], x[1], x[2]}, H);
    EXPECT_EQ((Vec3{E[0], E[1], E[2]}), s.E(x, t));
    EXPECT_LT(norm(Vec3{H[0], H[1], H[2]} - constants::z0 * s.H(x, t)), 1e-15);
  });
}

TEST(CavityMode, satisfiesFaradaysLaw) {
  forEachModeAndPoint([](const ExactSolution& s, const CavityMode& m, const Vec3& x, double t) {
    const double omega = 2 * constants::pi * cavityFrequency(m, size, epsilonR, muR);
    const Vec3 curlE = curl([&](const Vec3& y) { return s.E(y, t); }, x, step);
    const Vec3 rate = timeDerivative([&](double time) { return s.H(x, time); }, t, 1e-3 / omega);
    const double scale = omega * std::sqrt(epsilonR * muR) / constants::c0;
    EXPECT_LT(norm(curlE + constants::mu0 * muR * rate), 1e-8 * scale);
  });
}

TEST(CavityMode, satisfiesAmperesLaw) {
  forEachModeAndPoint([](const ExactSolution& s, const CavityMode& m, const Vec3& x, double t) {
    const double omega = 2 * constants::pi * cavityFrequency(m, size, epsilonR, muR);
    const Vec3 curlH = curl([&](const Vec3& y) { return s.H(y, t); }, x, step);
    const Vec3 rate = timeDerivative([&](double time) { return s.E(x, time); }, t, 1e-3 / omega);
    EXPECT_LT(norm(curlH - constants::epsilon0 * epsilonR * rate), 1e-8 * constants::epsilon0 * epsilonR * omega);
  });
}

TEST(CavityMode, hasNoDivergence) {
  forEachModeAndPoint([](const ExactSolution& s, const CavityMode&, const Vec3& x, double t) {
    EXPECT_NEAR(divergence([&](const Vec3& y) { return s.E(y, t); }, x, step), 0, 1e-6);
    EXPECT_NEAR(divergence([&](const Vec3& y) { return s.H(y, t); }, x, step), 0, 1e-8);
  });
}

TEST(CavityMode, hasNoTangentialEAndNoNormalHOnTheWalls) {
  forEachModeAndPoint([](const ExactSolution& s, const CavityMode&, const Vec3& x, double t) {
    for (int axis = 0; axis < 3; ++axis) {
      for (const double end : {0.0, 1.0}) {
        Vec3 wall = x;
        wall[axis] = origin[axis] + end * size[axis];
        Vec3 tangential = s.E(wall, t);
        tangential[axis] = 0;
        EXPECT_LT(norm(tangential), 1e-12);
        EXPECT_LT(std::abs(s.H(wall, t)[axis]), 1e-14);
      }
    }
  });
}

TEST(CavityMode, tmHasNoHzAndTeHasNoEz) {
  forEachModeAndPoint([](const ExactSolution& s, const CavityMode& m, const Vec3& x, double t) {
    EXPECT_EQ(m.tm ? s.H(x, t)[2] : s.E(x, t)[2], 0);
  });
}

TEST(CavityMode, theAmplitudeIsTheLargestE) {
  for (CavityMode m : modes) {
    m.amplitude = 3;
    const auto solution = makeCavityMode(m, origin, size, epsilonR, muR);
    double largest = 0;
    constexpr int cells = 36;  // quarter waves of up to 3 half waves are among its points
    for (int i = 0; i <= cells; ++i)
      for (int j = 0; j <= cells; ++j)
        for (int k = 0; k <= cells; ++k) {
          const Vec3 x{origin[0] + i * size[0] / cells, origin[1] + j * size[1] / cells,
                       origin[2] + k * size[2] / cells};
          largest = std::max(largest, norm(solution->E(x, 0)));
        }
    EXPECT_NEAR(largest, 3, 1e-12) << m.m << m.n << m.p << (m.tm ? "tm" : "te");
  }
}

TEST(CavityMode, startsWithEAloneAndReturnsAfterOnePeriod) {
  forEachModeAndPoint([](const ExactSolution& s, const CavityMode& m, const Vec3& x, double t) {
    EXPECT_EQ(norm(s.H(x, 0)), 0);
    const double period = 1 / cavityFrequency(m, size, epsilonR, muR);
    EXPECT_LT(norm(s.E(x, t + period) - s.E(x, t)), 1e-12);
  });
}

TEST(CavityFrequency, agreesWithThePublishedBox) {
  EXPECT_NEAR(cavityFrequency(mode(1, 0, 1, false), size, 1, 1), 3.902423e9, 500);
  EXPECT_NEAR(cavityFrequency(mode(1, 0, 2, false), size, 1, 1), 5.826918e9, 500);
  EXPECT_NEAR(cavityFrequency(mode(1, 1, 0, true), size, 1, 1), 8.072159e9, 500);
}

TEST(CavityFrequency, fallsWithTheRefractiveIndex) {
  EXPECT_DOUBLE_EQ(cavityFrequency(mode(1, 1, 0, true), size, 4, 1),
                   cavityFrequency(mode(1, 1, 0, true), size, 1, 1) / 2);
}

TEST(CavityMode, indicesWithoutAModeAreRefused) {
  for (const CavityMode& m : {mode(0, 1, 0, true), mode(1, 0, 0, true), mode(1, 1, -1, true), mode(1, 1, 0, false),
                              mode(0, 0, 1, false), mode(-1, 2, 1, false)})
    EXPECT_THROW(makeCavityMode(m, origin, size, 1, 1), InputError) << m.m << m.n << m.p << (m.tm ? "tm" : "te");
}

}  // namespace fluxtet::test
