// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Laws of faces: reflection and transmission against closed forms, equality of engines, kernels and ranges, the bound
// of the time step, the eigenvalues of a step, and that states go on where they were.
#include "lib/base/constants.hpp"
#include "lib/base/error.hpp"
#include "tests/support/engines/lawfulPiece.hpp"

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <numbers>
#include <string>

namespace fluxtet::test {
using namespace fluxtet::dgtd;
using Complex = std::complex<double>;

namespace {

using EngineFaceLaws = EngineTest;
INSTANTIATE_TEST_SUITE_P(Engines, EngineFaceLaws, ::testing::ValuesIn(everyEngine()), nameOf);
/// What does not depend on how an engine computes.
using FaceLawPhysics = EngineTest;
INSTANTIATE_TEST_SUITE_P(Engines, FaceLawPhysics, ::testing::ValuesIn(defaultEngine()), nameOf);

FaceLaw impedanceLaw(double direct) {
  return {.form = FaceLaw::Form::impedance, .direct = direct};
}
FaceLaw sheetOf(double ohm) {
  return {.form = FaceLaw::Form::sheet, .direct = constants::z0 / ohm};
}

template <class Real>
void step(FieldEngine<Real>& engine, const HalfStep& half, ElementRange range, bool split) {
  if (!split) return engine.fusedHalfStep(half, range);
  engine.intVolume(half, range);
  engine.intSurface(half, range);
  engine.updateField(half, range);
}

/// Takes six half steps of random fields and states on both engines, and compares fields and states.
template <class Real>
void compareEngines(const EngineKind& kind, const DgtdProblem& problem, bool split) {
  EngineCase<Real> test(kind, problem);
  const auto reference = makeCpuEngine<double>(problem, 1);
  ASSERT_EQ(test.engine->states().size(), 2u + 4 * 4);
  for (StateId s = 0; s < static_cast<StateId>(test.engine->states().size()); ++s) {
    auto values = randomValues<Real>(downloadState(*test.engine, s, problem).size(), 10 + static_cast<unsigned>(s));
    test.engine->uploadState(s, values);
    reference->uploadState(s, std::vector<double>(values.begin(), values.end()));
  }
  for (int n = 0; n < 6; ++n) {
    const HalfStep half{n % 2 == 0 ? Field::E : Field::H, richStep, (1 + n) * richTime, (1.5 + n) * richTime};
    step(*test.engine, half, test.all, split);
    reference->fusedHalfStep(half, test.all);
  }
  const double tolerance = 24 * roundingTolerance<Real>();
  for (const Field field : {Field::E, Field::H}) {
    const auto mine = download(*test.engine, field, test.E.size());
    const auto expected = download(*reference, field, test.E.size());
    EXPECT_LT(relativeDifference(std::vector<double>(mine.begin(), mine.end()), expected), tolerance);
  }
}

TEST_P(EngineFaceLaws, halfStepsEqualThoseOfTheProcessor) {
  for (const FluxChoice& flux : {centredFlux, penalisedFlux})
    for (const bool split : {false, true}) {
      const Piece piece = lawfulPiece(order(), flux);
      compareEngines<float>(kind(), piece.problem, split);
      compareEngines<double>(kind(), piece.problem, split);
    }
}

// The tangential parts of states: the same response follows, so that a run may change its engine.
TEST_P(EngineFaceLaws, statesGoOnWhereTheyWere) {
  const Piece piece = lawfulPiece(order(), centredFlux);
  const DgtdProblem& problem = piece.problem;
  EngineCase<double> test(kind(), problem);
  const auto march = [&](FieldEngine<double>& engine) {
    for (int n = 0; n < 4; ++n) engine.fusedHalfStep({n % 2 == 0 ? Field::E : Field::H, richStep, 0, 0}, test.all);
  };
  march(*test.engine);
  const auto other = kind().make<double>(problem), reference = makeCpuEngine<double>(problem, 1);
  for (StateId s = 0; s < static_cast<StateId>(test.engine->states().size()); ++s)
    for (const auto& to : {other.get(), reference.get()}) to->uploadState(s, downloadState(*test.engine, s, problem));
  for (const auto& engine : {test.engine.get(), other.get(), reference.get()}) march(*engine);
  for (StateId s = 0; s < 2; ++s) {
    const auto expected = downloadState(*test.engine, s, problem);
    EXPECT_LT(relativeDifference(downloadState(*other, s, problem), expected), roundingTolerance<double>());
    EXPECT_LT(relativeDifference(downloadState(*reference, s, problem), expected), roundingTolerance<double>());
  }
  // Laws are replaced, states are not.
  const auto before = downloadState(*test.engine, 3, problem);
  test.engine->setFaceLaws(richLaws());
  EXPECT_EQ(downloadState(*test.engine, 3, problem), before);
}

TEST_P(EngineFaceLaws, wallsAndSheetsNeedLeapFrog) {
  const Piece piece = lawfulPiece(order(), centredFlux);
  EngineCase<float> test(kind(), piece.problem);
  EXPECT_THROW(test.engine->rungeKuttaResidual(0, richStep, 0, test.all), RunError);
  Piece wrong = piece;
  std::swap(wrong.problem.laws.front(), wrong.problem.laws.back());
  EXPECT_THROW(kind().make<float>(wrong.problem), std::logic_error);
}

/// Parallel plates along z, 6 mm apart, with magnetic walls beside: a TEM pulse of Ex enters at z = 0.
class Line {
 public:
  static constexpr double cell = 6e-3, length = 16 * cell;  // m
  static constexpr double peak = 5e9;                       // Hz, up to which the pulse has energy

  /// A line with `law` at its end, or across its middle if it is a sheet.
  Line(const EngineKind& kind, int order, const FaceLaw& law) : box_(makeKuhnBox({1, 1, 16}, {cell, cell, length})) {
    ProblemOptions options;
    options.order = order;
    options.sides = {electricWall, electricWall,      magneticWall,
                     magneticWall, absorbingBoundary, law.isSheet() ? absorbingBoundary : electricWall};
    DgtdProblem problem = makePiece(box_, options).problem;
    addWave(problem, order);
    problem.laws = {law};
    for (std::int32_t face = 0; face < 4 * problem.numElements; ++face)
      if (law.isSheet() ? isInMiddle(face) : sideOf(face) == 5) {
        problem.lawFace.push_back(face);
        problem.lawOfFace.push_back(0);
      }
    // A sheet of 100 ohm shortens the stable step.
    dt_ = (law.isSheet() ? 0.5 : 0.8) * cell / ((order + 1) * (order + 2)) / constants::c0;
    problem.laws[0].bound = boundOf(law, constants::c0 * dt_);
    waveforms_ = problem.waveforms;
    engine_ = kind.make<double>(problem);
    all_ = {0, problem.numElements};
    const ReferenceElement basis(order);
    const auto weights = basis.evaluate({0.25, 0.25, 0.25, 0.25});
    for (const int element : {6 * 2, 6 * 13}) {
      place_.push_back(heightOf(element));
      handle_.push_back(engine_->points().add({{element}, {weights.begin(), weights.end()}}));
    }
  }

  /// Reflection and transmission coefficients of E at each frequency, referred to the wall or the sheet.
  struct Coefficients {
    Complex reflected, transmitted;
  };
  std::vector<Coefficients> measure(const std::vector<double>& frequencies, double where) {
    std::vector<Coefficients> result(frequencies.size());
    std::vector<Complex> incident(frequencies.size());
    const double step = constants::c0 * dt_;
    const auto steps = static_cast<int>((2.5 * length / constants::c0 + 4 * pulse().delay) / dt_);
    for (int n = 0; n < steps; ++n) {
      engine_->fusedHalfStep({Field::H, step, (n - 0.5) * dt_, n * dt_}, all_);
      engine_->fusedHalfStep({Field::E, step, n * dt_, (n + 0.5) * dt_}, all_);
      const double t = (n + 1) * dt_;
      std::array<double, 3> before{}, behind{};
      engine_->points().sample(handle_[0], Field::E, before);
      engine_->points().sample(handle_[1], Field::E, behind);
      for (std::size_t i = 0; i < frequencies.size(); ++i) {
        const double w = 2 * std::numbers::pi * frequencies[i];
        const Complex weight = std::polar(1.0, -w * t);
        incident[i] += weight * waveforms_.value(0, t);
        result[i].reflected += weight * (before[0] - waveforms_.value(0, t - place_[0] / constants::c0)) *
                               std::polar(1.0, w * (2 * where - place_[0]) / constants::c0);
        result[i].transmitted += weight * behind[0] * std::polar(1.0, w * place_[1] / constants::c0);
      }
    }
    for (std::size_t i = 0; i < frequencies.size(); ++i) {
      result[i].reflected /= incident[i];
      result[i].transmitted /= incident[i];
    }
    return result;
  }

 private:
  int sideOf(std::int32_t face) const {
    return box_.side[static_cast<std::size_t>(face / 4)][static_cast<std::size_t>(face % 4)];
  }
  double heightOf(int element) const {
    double z = 0;
    for (const int v : box_.element[static_cast<std::size_t>(element)])
      z += box_.vertex[static_cast<std::size_t>(v)][2] / 4;
    return z;
  }
  bool isInMiddle(std::int32_t face) const {
    if (sideOf(face) >= 0) return false;
    for (int v = 0; v < 4; ++v) {
      const int vertex = box_.element[static_cast<std::size_t>(face / 4)][static_cast<std::size_t>(v)];
      if (v != face % 4 && std::abs(box_.vertex[static_cast<std::size_t>(vertex)][2] - length / 2) > 1e-9) return false;
    }
    return true;
  }
  static Waveform pulse() {
    Waveform w;
    w.kind = Waveform::Kind::gaussian;
    w.width = 1.2 / (2 * std::numbers::pi * peak / 2);
    w.delay = 4.5 * w.width;
    return w;
  }
  void addWave(DgtdProblem& problem, int order) const {
    problem.waveforms = {};
    problem.waveforms.waveforms = {pulse()};
    problem.waves = {{{0, 0, 1}, {1, 0, 0}, {0, 0, 0}, 1, 0}};
    problem.waveBegin = {0};
    const ReferenceElement basis(order);
    for (std::size_t k = 0; k < problem.boundaryFace.size(); ++k) {
      const std::int32_t face = problem.boundaryFace[k];
      if (sideOf(face) != 4) continue;
      problem.waveFace.push_back(static_cast<std::int32_t>(k));
      problem.waveOfFace.push_back(0);
      problem.waveBegin.push_back(static_cast<std::int32_t>(problem.waveOfFace.size()));
      for (int m = 0; m < basis.nf(); ++m) {
        const auto lambda = basis.node(basis.faceNode(face % 4, m));
        Vec3 x{0, 0, 0};
        for (std::size_t v = 0; v < 4; ++v)
          x = x +
              lambda[v] * box_.vertex[static_cast<std::size_t>(box_.element[static_cast<std::size_t>(face / 4)][v])];
        problem.waveNode.insert(problem.waveNode.end(), x.begin(), x.end());
      }
    }
  }

  KuhnBox box_;
  double dt_ = 0;
  WaveformSet waveforms_;
  std::unique_ptr<FieldEngine<double>> engine_;
  ElementRange all_;
  std::vector<double> place_;
  std::vector<int> handle_;
};

constexpr double ohm = 1 / constants::z0, henry = constants::c0 / constants::z0, farad = constants::c0 * constants::z0;
const std::vector<double> frequencies{1e9, 3e9, 5e9};

/// Expects the reflection of the impedances Z, ohm, at the frequencies. `lag`: how much the phase of Z may be off.
void expectReflection(const EngineKind& kind, int order, const char* what, const FaceLaw& law,
                      const std::vector<Complex>& Z) {
  const auto found = Line(kind, order, law).measure(frequencies, Line::length);
  for (std::size_t i = 0; i < frequencies.size(); ++i) {
    const Complex expected = (Z[i] - constants::z0) / (Z[i] + constants::z0);
    SCOPED_TRACE(fmt::format("{} at {} GHz", what, frequencies[i] / 1e9));
    EXPECT_NEAR(std::abs(found[i].reflected), std::abs(expected), 0.005);
    EXPECT_LT(std::abs(found[i].reflected - expected), 0.02);
  }
}

std::vector<Complex> overFrequencies(const auto& impedance) {
  std::vector<Complex> Z;
  for (const double f : frequencies) Z.push_back(impedance(Complex(0, 2 * std::numbers::pi * f)));
  return Z;
}

// The circuits of docs/verification.md, with the impedances of a vacuum line: those of a line of 188.365 ohm times two.
TEST_P(FaceLawPhysics, wallsReflectAsTheirCircuits) {
  if (order() != 3) GTEST_SKIP() << "one order resolves the line well";
  const auto expect = [&](const char* what, const FaceLaw& law, const auto& impedance) {
    expectReflection(kind(), order(), what, law, overFrequencies(impedance));
  };
  using enum FaceLaw::Form;
  expect("R", impedanceLaw(100 * ohm), [](Complex) { return Complex(100); });
  FaceLaw series{.form = admittance, .growth = 1 / (10e-9 * henry), .decay = 100 * ohm / (10e-9 * henry)};
  expect("R + L", series, [](Complex s) { return 100.0 + s * 10e-9; });
  FaceLaw parallel{.form = impedance, .growth = 1 / (0.5e-12 * farad), .decay = 1 / (100 * ohm * 0.5e-12 * farad)};
  expect("R || C", parallel, [](Complex s) { return 1.0 / (1.0 / 100 + s * 0.5e-12); });
  series.decay = 20 * ohm / (4e-9 * henry);
  series.growth = 1 / (4e-9 * henry);
  series.stiffness = 1 / (4e-9 * henry * 0.25e-12 * farad);
  expect("R + L + C", series, [](Complex s) { return 20.0 + s * 4e-9 + 1.0 / (s * 0.25e-12); });
  FaceLaw highPass = impedanceLaw(0);
  highPass.highPasses = {{100 * ohm, 100 * ohm / (10e-9 * henry)}};
  expect("R || L", highPass, [](Complex s) { return 1.0 / (1.0 / 100 + 1.0 / (s * 10e-9)); });
}

// Gamma = -Y / (2 + Y), T = 2 / (2 + Y), Y = Z0 / R: -0.653217 and 0.346783 of 100 ohm, -1/3 of 377 ohm.
TEST_P(FaceLawPhysics, sheetsReflectAndTransmitTheirShares) {
  if (order() != 3) GTEST_SKIP() << "one order resolves the line well";
  for (const double R : {100.0, constants::z0, -100.0}) {  // the last one by the form of an impedance
    const FaceLaw law =
        R > 0 ? sheetOf(R) : FaceLaw{.form = FaceLaw::Form::sheetImpedance, .direct = std::abs(R) / constants::z0};
    const auto found = Line(kind(), order(), law).measure({1e9, 3e9}, Line::length / 2);
    const double Y = constants::z0 / std::abs(R);
    for (const auto& at : found) {
      EXPECT_NEAR(std::abs(at.reflected), Y / (2 + Y), 0.002) << R;
      EXPECT_NEAR(std::abs(at.transmitted), 2 / (2 + Y), 0.002) << R;
      EXPECT_LT(at.reflected.real(), 0) << R;
    }
  }
}

/// A closed box of P1 with walls and sheets, with the bounds of steps of size `step`.
Piece closedBox(const KuhnBox& box, int order, double step) {
  ProblemOptions options;
  options.order = order;
  Piece piece = makePiece(box, options);
  addLaws(box, piece, richLaws());
  for (FaceLaw& law : piece.problem.laws) law.bound = boundOf(law, step);
  return piece;
}

/// The step that is 2 / lambda_max(B) where the bounds in B are those of that step: a fixed point, which is approached
/// from both sides in turn.
double largestStep(const EngineKind& kind, const KuhnBox& box, int order) {
  double step = 0;
  for (int i = 0; i < 8; ++i) step = 2 / largestEigenvalue(kind, closedBox(box, order, step).problem);
  return step;
}

/// Returns the largest absolute value of the eigenvalues of one step of E and H with all states.
double spectralRadius(const EngineKind& kind, const DgtdProblem& problem, double step) {
  EngineCase<double> test(kind, problem);
  const auto numStates = static_cast<StateId>(test.engine->states().size());
  // Of the nodal vectors of a state only some values count; those that the engine gives back are the unknowns.
  std::vector<std::vector<double>> zero;
  for (StateId s = 0; s < numStates; ++s) {
    std::vector<double> ones(downloadState(*test.engine, s, problem).size(), 1.0);
    test.engine->uploadState(s, ones);
    zero.emplace_back(ones.size(), 0.0);
  }
  std::vector<std::pair<StateId, std::size_t>> unknown;
  for (StateId s = 0; s < numStates; ++s) {
    const auto values = downloadState(*test.engine, s, problem);
    for (std::size_t i = 0; i < values.size(); ++i)
      if (values[i] != 0) unknown.emplace_back(s, i);
  }
  const auto size = static_cast<Eigen::Index>(unknown.size());
  Eigen::MatrixXd matrix(size, size);
  for (Eigen::Index j = 0; j < size; ++j) {
    const auto [state, value] = unknown[static_cast<std::size_t>(j)];
    for (StateId s = 0; s < numStates; ++s) {
      auto values = zero[static_cast<std::size_t>(s)];
      if (s == state) values[value] = 1;
      test.engine->uploadState(s, values);
    }
    test.engine->fusedHalfStep({Field::E, step, 0, 0}, test.all);
    test.engine->fusedHalfStep({Field::H, step, 0, 0}, test.all);
    std::vector<std::vector<double>> values;
    for (StateId s = 0; s < numStates; ++s) values.push_back(downloadState(*test.engine, s, problem));
    for (Eigen::Index i = 0; i < size; ++i) {
      const auto [s, k] = unknown[static_cast<std::size_t>(i)];
      matrix(i, j) = values[static_cast<std::size_t>(s)][k];
    }
  }
  return Eigen::EigenSolver<Eigen::MatrixXd>(matrix, false).eigenvalues().cwiseAbs().maxCoeff();
}

// docs/theory.md, section 3.10: the resistive bounds in B bound the step of the laws with all their states, and no
// better bound exists: beyond it a mode grows.
TEST_P(FaceLawPhysics, noEigenvalueOfAStepExceedsOneBelowTheBound) {
  if (order() > 1) GTEST_SKIP() << "the matrix of the step is too large";
  const KuhnBox box = makeKuhnBox({1, 1, 1}, {0.15, 0.125, 0.17});
  const double bound = largestStep(kind(), box, order());
  const DgtdProblem problem = closedBox(box, order(), bound).problem;
  EXPECT_LT(spectralRadius(kind(), problem, 0.999 * bound), 1 + 1e-11);
  EXPECT_GT(spectralRadius(kind(), problem, 1.02 * bound), 1 + 1e-3);
}

// The bounds enlarge B, each by its own weight: what they add to it is positive.
TEST_P(FaceLawPhysics, boundsEnlargeTheStabilityOperator) {
  if (order() > 2) GTEST_SKIP() << "as at lower orders";
  const KuhnBox box = makeKuhnBox({2, 1, 2}, {0.25, 0.15, 0.25}, 0.2);
  const Piece piece = closedBox(box, order(), 0.001);
  const DgtdProblem& problem = piece.problem;
  Piece without = piece;
  for (FaceLaw& law : without.problem.laws) law.bound = 0;
  const double with = largestEigenvalue(kind(), problem), bare = largestEigenvalue(kind(), without.problem);
  EXPECT_GT(with, bare);
  EXPECT_LT(with, 2 * bare);
}

// Random fields of single precision lose energy and never gain any.
TEST_P(FaceLawPhysics, energyNeverGrows) {
  if (order() > 2) GTEST_SKIP() << "as at lower orders";
  const KuhnBox box = makeKuhnBox({2, 1, 2}, {0.25, 0.15, 0.25}, 0.2);
  const double step = 0.95 * largestStep(kind(), box, order());
  EngineCase<float> test(kind(), closedBox(box, order(), step).problem);
  double before = std::numeric_limits<double>::infinity(), first = 0, last = 0;
  for (int window = 0; window < 10; ++window) {
    double most = 0;
    for (int n = 0; n < 200; ++n) {
      test.engine->fusedHalfStep({Field::E, step, 0, 0}, test.all);
      test.engine->fusedHalfStep({Field::H, step, 0, 0}, test.all);
      most = std::max(most, test.engine->energies().total());
    }
    EXPECT_LT(most, before * (1 + 1e-4)) << "window " << window;
    if (window == 0) first = most;
    before = last = most;
  }
  EXPECT_LT(last, 0.5 * first);
}

}  // namespace
}  // namespace fluxtet::test
