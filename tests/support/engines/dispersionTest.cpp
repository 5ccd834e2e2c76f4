// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Dispersive media: half steps against the plain formulas, the relaxation of a uniform field against the closed
// form, and the bound of the time step.
#include "lib/base/error.hpp"
#include "lib/mesh/clusters.hpp"
#include "tests/support/engines/engineCase.hpp"
#include "tests/support/engines/poleStates.hpp"

#include <Eigen/Dense>
#include <unsupported/Eigen/MatrixFunctions>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <numeric>

namespace fluxtet::test {
using namespace fluxtet::dgtd;

namespace {

class EngineDispersion : public EngineTest {
 protected:
  ProblemOptions options(const FluxChoice& flux) const {
    ProblemOptions all = richOptions(order());
    all.flux = flux;
    all.dispersive = true;
    return all;
  }
};
INSTANTIATE_TEST_SUITE_P(Engines, EngineDispersion, ::testing::ValuesIn(everyEngine()), nameOf);

/// Takes five half steps of random fields and states, from E on, and compares fields and states after each of E. sizes:
/// states of the pole at each position.
template <class Real>
void compareSteps(const EngineKind& kind, const Piece& piece, const std::vector<int>& sizes, bool split) {
  const DgtdProblem& problem = piece.problem;
  const ReferenceScheme reference(problem);
  EngineCase<Real> test(kind, problem);
  const auto& states = test.engine->states();
  ASSERT_EQ(states.size(), std::accumulate(sizes.begin(), sizes.end(), 2u));
  for (StateId s = 2; s < static_cast<StateId>(states.size()); ++s) {
    const std::size_t count = downloadState(*test.engine, s, problem).size();
    const auto values = randomValues<Real>(count, 10 + static_cast<unsigned>(s));
    test.engine->uploadState(s, values);
    EXPECT_LT(relativeDifference(downloadState(*test.engine, s, problem), values), roundingTolerance<Real>());
  }
  auto E = test.fields(Field::E), H = test.fields(Field::H);
  auto x = statesX(*test.engine, problem, E, richStep);
  for (int n = 0; n < 5; ++n) {
    const Field target = n % 2 == 0 ? Field::E : Field::H;
    const HalfStep half{target, richStep, (1 + n) * richTime, (1.5 + n) * richTime};
    auto& mine = target == Field::E ? E : H;
    mine = reference.halfStep(half, mine, target == Field::E ? H : E, &x);
    if (split) {
      test.engine->intVolume(half, test.all);
      test.engine->intSurface(half, test.all);
      test.engine->updateField(half, test.all);
    } else {
      test.engine->fusedHalfStep(half, test.all);
    }
    const double tolerance = (n + 1) * roundingTolerance<Real>();
    EXPECT_LT(relativeDifference(test.fields(target), mine), tolerance) << "half step " << n;
    if (target == Field::H) continue;
    const auto engineX = statesX(*test.engine, problem, test.fields(Field::E), richStep);
    for (std::size_t pole = 0; pole < sizes.size(); ++pole)
      for (std::size_t part = 0; part < static_cast<std::size_t>(sizes[pole]); ++part)
        EXPECT_LT(statesDifference(engineX, x, pole, part), tolerance)
            << "half step " << n << ", pole " << pole << ", state " << part;
  }
}

TEST_P(EngineDispersion, halfStepsEqualThePlainFormulas) {
  for (const FluxChoice& flux : {centredFlux, penalisedE, penalisedFlux})
    for (const bool split : {false, true}) {
      const Piece piece = firstElements(raggedBox(), 277, options(flux));
      compareSteps<float>(kind(), piece, {2, 2}, split);
      compareSteps<double>(kind(), piece, {2, 2}, split);
    }
}

/// A GPU advances several poles in one pass where media meet, and one elsewhere.
TEST_P(EngineDispersion, manyPolesInOneMediumAmongOthersAndInSeveral) {
  const Pole resonance = lorentzPole(0.7, 0.2 / richStep, 0.01 / richStep);
  const std::vector<Pole> relaxations{debyePole(1.5, 2 * richStep), debyePole(0.4, 7 * richStep),
                                      debyePole(0.8, 30 * richStep), drudePole(0.1 / richStep, 0.02 / richStep),
                                      debyePole(0.2, 90 * richStep)};
  const auto first = [&](int count, std::vector<Pole> behind = {}) {
    behind.insert(behind.begin(), relaxations.begin(), relaxations.begin() + count);
    return behind;
  };
  const std::vector<Pole> other{debyePole(2, 11 * richStep), resonance, debyePole(0.6, 5 * richStep)};
  struct Case {
    std::vector<std::vector<Pole>> media;
    std::vector<int> sizes;
  };
  // The last pass, which writes the field too, has one to four relaxations or a resonance.
  const Case cases[] = {{{first(2)}, {1, 1}},
                        {{first(3)}, {1, 1, 1}},
                        {{first(4)}, {1, 1, 1, 1}},
                        {{first(5)}, {1, 1, 1, 1, 1}},
                        {{first(5, {resonance, resonance})}, {1, 1, 1, 1, 1, 2, 2}},
                        {{first(5, {resonance, resonance}), other}, {1, 2, 1, 1, 1, 2, 2}},
                        {{first(4), first(3)}, {1, 1, 1, 1}}};
  ProblemOptions plain = options(penalisedE);
  plain.dispersive = false;
  for (const auto& [media, sizes] : cases)
    for (const bool alone : {false, true}) {
      if (alone && media.size() > 1) continue;
      Piece piece = firstElements(raggedBox(), 277, plain);
      DgtdProblem& problem = piece.problem;
      problem.poles = media;
      for (std::int32_t e = 0; e < problem.numElements; ++e) {
        const auto element = static_cast<std::size_t>(e);
        const auto medium = alone ? 0 : e % 3 < static_cast<int>(media.size()) ? e % 3 : -1;
        problem.polesIndex.push_back(medium);
        problem.epsilonR[element] = 2;
        problem.muR[element] = 1;
        problem.sigma[element] = medium < 0 ? 0.1 * (e % 2) : 0.04;
      }
      for (const bool split : {false, true}) {
        if (split && media.size() == 1) continue;
        compareSteps<float>(kind(), piece, sizes, split);
        compareSteps<double>(kind(), piece, sizes, split);
      }
    }
}

TEST_P(EngineDispersion, aMediumWithoutPolesKeepsItsBitsBesideOnesThatHaveThem) {
  ProblemOptions with = options(centredFlux), without = with;
  without.dispersive = false;
  const Piece dispersive = firstElements(raggedBox(), 277, with), plain = firstElements(raggedBox(), 277, without);
  EngineCase<float> a(kind(), dispersive.problem), b(kind(), plain.problem);
  const HalfStep half{Field::E, richStep, richTime, richTime};
  a.engine->fusedHalfStep(half, a.all);
  b.engine->fusedHalfStep(half, b.all);
  const auto ofA = a.fields(Field::E), ofB = b.fields(Field::E);
  int changed = 0;
  for (std::size_t e = 0; e < ofA.size(); ++e) {
    if (dispersive.problem.polesOf(e).empty())
      EXPECT_EQ(ofA[e], ofB[e]) << "element " << e;
    else
      changed += ofA[e] != ofB[e] ? 1 : 0;
  }
  EXPECT_GT(changed, 50);
}

/// A GPU takes a kernel of its own for elements among which none is dispersive.
TEST_P(EngineDispersion, halfStepsOfPartsWithAndWithoutPolesKeepTheirBits) {
  ProblemOptions plain = options(penalisedE);
  plain.dispersive = false;
  Piece piece = firstElements(raggedBox(), 277, plain);
  DgtdProblem& problem = piece.problem;
  problem.poles = {{debyePole(1.5, 2 * richStep), debyePole(0.4, 7 * richStep)}};
  for (std::int32_t e = 0; e < problem.numElements; ++e)
    problem.polesIndex.push_back(e < elementsPerCluster && e % 2 == 0 ? 0 : -1);
  EngineCase<float> whole(kind(), problem), parts(kind(), problem);
  for (int n = 0; n < 6; ++n) {
    const HalfStep half{n % 2 == 0 ? Field::E : Field::H, richStep, (1 + n) * richTime, (1.5 + n) * richTime};
    whole.engine->fusedHalfStep(half, whole.all);
    for (const ElementRange part :
         {ElementRange{0, elementsPerCluster}, ElementRange{elementsPerCluster, problem.numElements}})
      parts.engine->fusedHalfStep(half, part);
  }
  for (const Field field : {Field::E, Field::H}) EXPECT_EQ(whole.values(field), parts.values(field));
  for (StateId s = 2; s < static_cast<StateId>(whole.engine->states().size()); ++s)
    EXPECT_EQ(downloadState(*whole.engine, s, problem), downloadState(*parts.engine, s, problem));
}

TEST_P(EngineDispersion, statesHaveTheElementsOfTheirPoles) {
  const Piece piece = firstElements(raggedBox(), 277, options(centredFlux));
  const auto engine = kind().make<float>(piece.problem);
  const std::vector<StateInfo>& states = engine->states();
  ASSERT_EQ(states.size(), 6u);
  const char* const names[] = {"E", "H", "pole0a", "pole0b", "pole1a", "pole1b"};
  for (std::size_t s = 0; s < states.size(); ++s) EXPECT_EQ(states[s].name, names[s]);
  EXPECT_FALSE(states[0].elements || states[1].elements);
  for (std::size_t s = 2; s < 6; ++s) {
    std::vector<std::int32_t> expected;
    for (std::int32_t e = 0; e < piece.problem.numElements; ++e) {
      const auto& poles = piece.problem.polesOf(static_cast<std::size_t>(e));
      const std::size_t pole = (s - 2) / 2;
      if (pole < poles.size() && poles[pole].size > static_cast<int>(s % 2)) expected.push_back(e);
    }
    EXPECT_EQ(*states[s].elements, expected) << states[s].name;
    EXPECT_FALSE(expected.empty());
  }
}

TEST_P(EngineDispersion, rungeKuttaRefusesThem) {
  const Piece piece = firstElements(raggedBox(), 77, options(centredFlux));
  EngineCase<float> test(kind(), piece.problem);
  EXPECT_THROW(test.engine->rungeKuttaResidual(0, richStep, 0, test.all), RunError);
}

/// A uniform E in a box with magnetic walls has no curl, so that the medium alone changes it: with a state x,
///   epsilonR dE/dtau = -(c x + e E),   dx/dtau = A x + b E.
struct Relaxation {
  const char* name;
  double epsilonR;
  Pole pole;
  double time;  ///< c0 t, m: a few relaxation times or a period

  /// Returns E at `time`, from E = 1 and x = 0.
  double exact() const {
    Eigen::Matrix3d M;
    M << -pole.e, -pole.c[0], -pole.c[1], pole.b[0], pole.A[0], pole.A[1], pole.b[1], pole.A[2], pole.A[3];
    M.row(0) /= epsilonR;
    return Eigen::Matrix3d((time * M).exp())(0, 0);
  }
};

/// Returns the error of E after `steps` steps.
double relaxationError(const EngineKind& kind, int order, const Relaxation& medium, int steps) {
  ProblemOptions options;
  options.order = order;
  options.sides.fill(magneticWall);
  DgtdProblem problem = makePiece(makeKuhnBox({2, 2, 2}, {1, 1, 1}, 0.2), options).problem;
  const auto elements = static_cast<std::size_t>(problem.numElements);
  problem.epsilonR.assign(elements, medium.epsilonR);
  problem.poles = {{medium.pole}};
  problem.polesIndex.assign(elements, 0);
  const auto engine = kind.make<double>(problem);
  const double step = medium.time / steps;
  std::vector<double> uniform(elements * 3 * static_cast<std::size_t>(nodesPerElement(order)));
  const auto upload = [&](StateId state, double value) {
    for (std::size_t i = 0; i < uniform.size(); ++i) uniform[i] = static_cast<double>(i % 3 + 1) * value;
    engine->uploadState(state, uniform);
  };
  upload(stateOf(Field::E), 1);
  upload(stateOf(Field::H), 0);
  const PoleStep rule = trapezoidalStep(medium.pole, step);
  for (int part = 0; part < medium.pole.size; ++part) upload(2 + part, -rule.gamma[static_cast<std::size_t>(part)]);
  const ElementRange all{0, problem.numElements};
  for (int n = 0; n < steps; ++n) {
    engine->fusedHalfStep({Field::E, step, 0, 0}, all);
    engine->fusedHalfStep({Field::H, step, 0, 0}, all);
  }
  const auto E = download(*engine, Field::E, uniform.size());
  double error = 0;
  for (std::size_t i = 0; i < E.size(); ++i)
    error = std::max(error, std::abs(E[i] / static_cast<double>(i % 3 + 1) - medium.exact()));
  return error;
}

TEST_P(EngineDispersion, aUniformFieldRelaxesAsInTheClosedForm) {
  const Relaxation media[] = {{"Debye", 2, debyePole(3, 0.1), 0.1},
                              {"Drude", 1.5, drudePole(20, 4), 0.35},
                              {"Lorentz", 1, lorentzPole(2, 30, 3), 0.1},
                              {"complex pair", 2, complexPair({-5, 40}, {0, -30}), 0.1}};
  for (const Relaxation& medium : media) {
    EXPECT_GT(std::abs(medium.exact() - 1), 0.2) << medium.name;
    const double coarse = relaxationError(kind(), order(), medium, 40),
                 fine = relaxationError(kind(), order(), medium, 80);
    EXPECT_LT(coarse, 0.01) << medium.name;
    EXPECT_NEAR(std::log2(coarse / fine), 2, 0.1) << medium.name << ": the trapezoidal rule is of second order";
  }
  // Without collisions E oscillates at the plasma frequency, in a medium of epsilonR at plasma / sqrt(epsilonR).
  const Relaxation plasma{"plasma", 4, drudePole(20, 0), 0.3};
  EXPECT_NEAR(plasma.exact(), std::cos(20 * 0.3 / 2), 1e-12);
  // A Debye medium ends at epsilonR over its static permittivity.
  EXPECT_NEAR((Relaxation{"", 2, debyePole(3, 0.1), 10}.exact()), 2.0 / 5, 1e-12);
}

// Poles leave the bound of the time step as it is, also those that a step does not resolve: plasma step = 5.
TEST_P(EngineDispersion, polesDoNotShortenTheTimeStep) {
  ProblemOptions plain;
  plain.order = order();
  DgtdProblem problem = makePiece(makeKuhnBox({2, 2, 2}, {1, 1, 1}, 0.2), plain).problem;
  const double step = 0.99 * 2 / largestEigenvalue(kind(), problem);
  problem.poles = {{debyePole(70, 0.3 * step)},
                   {drudePole(5 / step, 0.01 / step)},
                   {lorentzPole(3, 2 / step, 0.01 / step), lorentzPole(2, 0.1 / step, 0)},
                   {complexPair({-0.1 / step, 1 / step}, {0, -2 / step})}};
  for (std::int32_t e = 0; e < problem.numElements; ++e) problem.polesIndex.push_back(e % 5 - 1);
  EngineCase<double> test(kind(), problem);
  const double first = fieldNorm(test);
  for (int n = 0; n < 3000; ++n) {
    test.engine->fusedHalfStep({Field::E, step, 0, 0}, test.all);
    test.engine->fusedHalfStep({Field::H, step, 0, 0}, test.all);
  }
  // Near the limit fields are up to (1 - 0.99^2)^(-1/2) = 7 times what the conserved energy says, and the states begin
  // with energy of their own.
  EXPECT_LT(fieldNorm(test), 30 * first);
}

// Rounding of single precision in media without losses, whose poles the step does not resolve (plasma step = 4): the
// mean energy of the fields over 100,000 steps is the same at the end of a million steps as at their beginning.
TEST_P(EngineDispersion, aMillionStepsInSinglePrecisionDoNotGrow) {
  if (order() > 1) GTEST_SKIP() << "one order is enough";
  if (!std::getenv("FLUXTET_LONG_TESTS")) GTEST_SKIP() << "takes a minute: set FLUXTET_LONG_TESTS to run it";
  ProblemOptions plain;
  plain.order = order();
  DgtdProblem problem = makePiece(makeKuhnBox({2, 2, 2}, {1, 1, 1}, 0.2), plain).problem;
  const double step = 0.99 * 2 / largestEigenvalue(kind(), problem);
  problem.poles = {{drudePole(4 / step, 0)}, {lorentzPole(3, 2 / step, 0), lorentzPole(2, 0.1 / step, 0)}};
  for (std::int32_t e = 0; e < problem.numElements; ++e) problem.polesIndex.push_back(e % 3 - 1);
  EngineCase<float> test(kind(), problem);
  constexpr int windows = 10, stepsOfWindow = 100'000, every = 50;
  std::array<double, windows> mean{};
  for (int w = 0; w < windows; ++w) {
    for (int n = 0; n < stepsOfWindow; ++n) {
      test.engine->fusedHalfStep({Field::E, step, 0, 0}, test.all);
      test.engine->fusedHalfStep({Field::H, step, 0, 0}, test.all);
      if (n % every == 0) mean[static_cast<std::size_t>(w)] += test.engine->energies().total() * every / stepsOfWindow;
    }
    std::printf("steps %d to %d: mean energy of the fields over that of the first ones %.5f\n", w * stepsOfWindow,
                (w + 1) * stepsOfWindow, mean[static_cast<std::size_t>(w)] / mean[0]);
  }
  EXPECT_NEAR(mean.back() / mean.front(), 1, 0.05);
}

}  // namespace
}  // namespace fluxtet::test
