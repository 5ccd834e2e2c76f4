// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/engines/engineCase.hpp"

#include <algorithm>
#include <cmath>

namespace fluxtet::test {
using namespace fluxtet::dgtd;

namespace {

/// Returns the largest eigenvalue of the stability operator B, 1/m, by power iteration on B^2, because B alone may have
/// the eigenvalues lambda and -lambda. Leap-frog is stable for steps below 2 over it.
double spectralRadius(FieldEngine<double>& engine, std::size_t size) {
  std::vector<double> x[2] = {randomValues<double>(size, 20), randomValues<double>(size, 21)};
  double square = 0;
  for (int iteration = 0; iteration < 60; ++iteration) {
    for (int twice = 0; twice < 2; ++twice) {
      for (int f = 0; f < 2; ++f) engine.upload(static_cast<Field>(f), x[f]);
      for (int f = 0; f < 2; ++f) x[f] = stabilityProduct(engine, static_cast<Field>(f), false, size);
    }
    double sum = 0;
    for (const auto& values : x)
      for (double v : values) sum += v * v;
    square = std::sqrt(sum);
    for (auto& values : x)
      for (double& v : values) v /= square;
  }
  return std::sqrt(square);
}

struct EnergyHistory {
  double first = 0, lowest = 1e300, highest = 0, last = 0;
};

/// Returns the discrete energy (docs/theory.md, section 3.2), (V/m)^2 m^3, over `steps` leap-frog steps from random
/// fields. `share` is the step over the largest stable one.
template <class Real>
EnergyHistory leapFrogEnergy(const EngineKind& kind, const DgtdProblem& problem, int steps, double share) {
  EngineCase<Real> test(kind, problem);
  auto& engine = *test.engine;
  EngineCase<double> exact(kind, problem);
  const double step = share * 2 / spectralRadius(*exact.engine, test.E.size());
  engine.upload(Field::E, test.E);
  engine.upload(Field::H, test.H);
  EnergyHistory run;
  for (int n = 0; n < steps; ++n) {
    engine.energies().keep(Field::H);
    engine.fusedHalfStep({Field::H, step, 0, 0}, test.all);
    const double energy =
        engine.energies().innerProduct(Field::E, false) + engine.energies().innerProduct(Field::H, true);
    if (n == 0) run.first = energy;
    run.lowest = std::min(run.lowest, energy);
    run.highest = std::max(run.highest, energy);
    run.last = energy;
    engine.fusedHalfStep({Field::E, step, 0, 0}, test.all);
  }
  return run;
}

using EngineEnergy = EngineTest;
INSTANTIATE_TEST_SUITE_P(Engines, EngineEnergy, ::testing::ValuesIn(defaultEngine()), nameOf);

/// The bound: in a half step each value has a random relative rounding error of roundingTolerance, the energy twice
/// that over the root of the number of values, and the errors of the half steps add up as a random walk.
template <class Real>
void expectConservation(const EngineKind& kind, const DgtdProblem& problem) {
  constexpr int steps = 1000;
  const EnergyHistory run = leapFrogEnergy<Real>(kind, problem, steps, 0.9);
  const auto values = static_cast<double>(EngineCase<Real>(kind, problem).E.size());
  EXPECT_GT(run.first, 0);
  EXPECT_LT((run.highest - run.lowest) / run.first, 2 * roundingTolerance<Real>() * std::sqrt(2.0 * steps / values));
}

TEST_P(EngineEnergy, leapFrogWithCentredFluxConservesTheDiscreteEnergyInAClosedBox) {
  ProblemOptions options;
  options.order = order();
  options.sides = {electricWall, magneticWall, electricWall, electricWall, magneticWall, electricWall};
  const Piece piece = makePiece(makeKuhnBox({2, 2, 2}, {1, 1, 1}, 0.2), options);
  expectConservation<float>(kind(), piece.problem);
  expectConservation<double>(kind(), piece.problem);
}

TEST_P(EngineEnergy, absorbingFacesAndConductorsTakeEnergyOut) {
  const KuhnBox box = makeKuhnBox({2, 2, 2}, {1, 1, 1}, 0.2);
  for (bool conducting : {false, true}) {
    ProblemOptions options;
    options.order = order();
    options.variedMaterials = conducting;
    if (!conducting) options.sides[1] = options.sides[4] = absorbingBoundary;
    const EnergyHistory run = leapFrogEnergy<double>(kind(), makePiece(box, options).problem, 400, 0.9);
    EXPECT_LT(run.last, 0.5 * run.first) << (conducting ? "conductor" : "absorbing");
    EXPECT_LE(run.highest, run.first) << (conducting ? "conductor" : "absorbing");
    EXPECT_GT(run.lowest, 0);
  }
}

// The balance of docs/theory.md, section 3.3: up to the limit nothing grows, and what the mesh does not resolve decays.
// Only the size of the energy is compared: the product of H at two times may be negative here, where one step may
// reverse the sign of a mode.
TEST_P(EngineEnergy, leapFrogWithThePenalisedFluxLosesEnergy) {
  ProblemOptions options;
  options.order = order();
  options.sides[1] = magneticWall;
  for (const double penalty : {0.2, 1.0}) {
    options.flux = {"penalised", false, {penalty, penalty}};
    const Piece piece = makePiece(makeKuhnBox({2, 2, 2}, {1, 1, 1}, 0.2), options);
    const EnergyHistory run = leapFrogEnergy<double>(kind(), piece.problem, 1000, 0.9);
    EXPECT_LT(std::abs(run.last), 0.5 * run.first) << penalty;
  }
}

TEST_P(EngineEnergy, ratesWithJumpTermsLoseEnergyAndTheCentredRateKeepsIt) {
  const KuhnBox box = makeKuhnBox({3, 2, 2}, {1, 1, 1}, 0.2);
  for (const FluxChoice& flux : fluxChoices) {
    ProblemOptions options;
    options.order = order();
    options.flux = flux;
    options.sides[2] = magneticWall;
    const Piece piece = makePiece(box, options);
    const ReferenceScheme reference(piece.problem);
    EngineCase<double> test(kind(), piece.problem);
    const auto E = test.fields(Field::E), H = test.fields(Field::H);
    // One stage with a = 0 and step = b = 1 adds the right-hand side to the field.
    test.engine->rungeKuttaResidual(0, 1, 0, test.all);
    test.engine->rungeKuttaUpdate(1, test.all);
    auto rateE = test.fields(Field::E), rateH = test.fields(Field::H);
    for (std::size_t e = 0; e < E.size(); ++e) {
      rateE[e] -= E[e];
      rateH[e] -= H[e];
    }
    const double scale =
        std::sqrt(reference.innerProduct(Field::E, rateE, rateE) * reference.innerProduct(Field::E, E, E));
    const double power = reference.innerProduct(Field::E, E, rateE) + reference.innerProduct(Field::H, H, rateH);
    if (piece.problem.hasJumpTerms())
      EXPECT_LT(power, -0.01 * scale) << flux.name;
    else
      EXPECT_NEAR(power, 0, 1e-12 * scale) << flux.name;
  }
}

}  // namespace
}  // namespace fluxtet::test
