// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/physics/debyeFit.hpp"

#include "lib/base/constants.hpp"
#include "lib/physics/leastSquares.hpp"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace fluxtet::test {
namespace {

using Complex = std::complex<double>;
constexpr double twoPi = 2 * constants::pi;

// Where the unknowns of the plain solution are positive it is that; where not, the projection of b on the others.
TEST(LeastSquares, AreThePlainOnesUnlessAnUnknownWouldBeNegative) {
  const Eigen::MatrixXd A{{1, 1}, {0, 1}, {0, 0}};
  EXPECT_LT((nonNegativeLeastSquares(A, Eigen::Vector3d(3, 1, 7)) - Eigen::Vector2d(2, 1)).norm(), 1e-14);
  EXPECT_LT((nonNegativeLeastSquares(A, Eigen::Vector3d(3, -1, 0)) - Eigen::Vector2d(3, 0)).norm(), 1e-14);
  EXPECT_LT((nonNegativeLeastSquares(A, Eigen::Vector3d(-1, 3, 0)) - Eigen::Vector2d(0, 1)).norm(), 1e-14);
  EXPECT_EQ(nonNegativeLeastSquares(A, Eigen::Vector3d(-1, -3, 2)), Eigen::Vector2d(0, 0));
}

// The conditions of Kuhn and Tucker: at the solution the residual's gradient is zero for positive unknowns, and pushes
// the others below zero.
TEST(LeastSquares, SatisfyTheConditionsOfKuhnAndTucker) {
  std::srand(3);
  for (int trial = 0; trial < 50; ++trial) {
    const Eigen::MatrixXd A = Eigen::MatrixXd::Random(12, 6);
    const Eigen::VectorXd b = Eigen::VectorXd::Random(12), x = nonNegativeLeastSquares(A, b);
    const Eigen::VectorXd descent = A.transpose() * (b - A * x);
    for (Eigen::Index i = 0; i < x.size(); ++i) {
      EXPECT_GE(x[i], 0);
      EXPECT_LT(descent[i], 1e-11) << trial;
      if (x[i] > 0) {
        EXPECT_NEAR(descent[i], 0, 1e-11) << trial;
      }
    }
  }
}

TEST(DebyeFit, OfRelaxationsIsExact) {
  const std::array<ColeColeTerm, 2> terms{{{40, 10e-12, 0}, {8, 1e-9, 0}}};
  const DebyeFit fit = fitDebye(samplesOf(3.5, terms, 0.5, 50e6, 40e9), {.poles = 2});
  ASSERT_EQ(fit.terms.size(), 2u);
  // The search ends at a ten-thousandth of the logarithm of a relaxation time.
  EXPECT_LT(fit.error, 1e-4);
  EXPECT_NEAR(fit.infinity, 3.5, 1e-3 * 3.5);
  EXPECT_NEAR(fit.sigma, 0.5, 1e-3 * 0.5);
}

// C. Gabriel, Compilation of the dielectric properties of body tissues at RF and microwave frequencies (1996): muscle.
TEST(DebyeFit, OfMuscleHasAnErrorOfOneInAHundredWithThreePoles) {
  const std::array<ColeColeTerm, 4> muscle{
      {{50, 7.234e-12, 0.1}, {7000, 353.678e-9, 0.1}, {1.2e6, 318.31e-6, 0.1}, {2.5e7, 2.274e-3, 0}}};
  for (const int poles : {2, 3, 4}) {
    const DebyeFit fit = fitDebye(samplesOf(4, muscle, 0.2, 0.1e9, 6e9), {.poles = poles});
    const DebyeFit dielectric = fitDebye(samplesOf(4, muscle, 0.2, 0.1e9, 6e9), {.poles = poles, .conducts = false});
    fmt::print("| muscle 0.1 to 6 GHz, {} poles: error with and without conductivity | {:.2f} %, {:.2f} % |\n", poles,
               100 * fit.error, 100 * dielectric.error);
    EXPECT_LE(fit.error, poles == 2 ? 0.042 : 0.012);
    EXPECT_LE(dielectric.error, poles == 2 ? 0.05 : 0.012);
    EXPECT_GE(fit.infinity, 1);
    EXPECT_FALSE(activeFrequency({.debye = fit.terms}, fit.sigma));
  }
}

TEST(DebyeFit, TakesTheFewestPolesThatAreGoodEnough) {
  const std::array<ColeColeTerm, 1> one{{{50, 7e-12, 0}}};
  EXPECT_EQ(fitDebye(samplesOf(4, one, 0, 1e9, 20e9), {}).terms.size(), 1u);
  const std::array<ColeColeTerm, 1> spread{{{50, 7e-12, 0.2}}};
  const DebyeFit fit = fitDebye(samplesOf(4, spread, 0, 1e8, 100e9), {});
  EXPECT_GT(fit.terms.size(), 1u);
  EXPECT_LE(fit.error, 0.01);
}

TEST(DebyeFit, OfALossTangentHoldsItInTheWholeBandAndThePermittivityAtItsMiddle) {
  const PermittivitySamples samples = samplesOfLossTangent(4.4, 0.02, 0.5e9, 20e9);
  const DebyeFit fit = fitDebye(samples, {.conducts = false, .error = FitError::losses});
  fmt::print("| loss tangent 0.02, 0.5 to 20 GHz: relaxations, error of the losses | {}, {:.2f} % |\n",
             fit.terms.size(), 100 * fit.error);
  EXPECT_LE(fit.error, 0.01);
  EXPECT_EQ(fit.sigma, 0);
  for (const double f : {0.5e9, std::sqrt(0.5e9 * 20e9), 20e9}) {
    const Complex epsilon = fit.infinity + susceptibility({.debye = fit.terms}, Complex(0, twoPi * f));
    EXPECT_NEAR(-epsilon.imag() / epsilon.real(), 0.02, 0.02 * 0.02);
    if (f > 1e9 && f < 10e9) {
      EXPECT_NEAR(epsilon.real(), 4.4, 0.01 * 4.4);
    }
  }
}

// Kramers and Kronig: between two frequencies epsilon' falls by about (2 / pi) tan(delta) ln(f2 / f1) of itself.
TEST(DebyeFit, OfALossTangentIsCausal) {
  const PermittivitySamples samples = samplesOfLossTangent(4.4, 0.02, 1e9, 10e9);
  EXPECT_NEAR(samples.epsilon.front().real() / samples.epsilon.back().real() - 1,
              2 / constants::pi * 0.02 * std::log(10), 1e-3);
  for (const Complex& epsilon : samples.epsilon) EXPECT_NEAR(-epsilon.imag() / epsilon.real(), 0.02, 1e-12);
}

}  // namespace
}  // namespace fluxtet::test
