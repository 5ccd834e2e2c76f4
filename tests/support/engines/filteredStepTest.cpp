// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// A time step that is not leap-frog, built from the same stages. Elements that are too small for the step are
// stabilised by a filter of E, which costs a curl-curl on these elements alone (Diaz, Grote 2009, damped as by Grote,
// Michel, Sauter 2021; here with one class of fine elements, for staggered fields). H is driven by F = E - theta step^2
// P (1/epsilonR) S (1/muR) S^T E in place of E, where P restricts to the fine elements.
#include "lib/base/constants.hpp"
#include "lib/mesh/clusters.hpp"
#include "tests/support/engines/engineCase.hpp"
#include "tests/support/engines/stableStep.hpp"

#include <algorithm>
#include <cmath>

namespace fluxtet::test {
using namespace fluxtet::dgtd;

namespace {

constexpr std::int32_t fineElements = elementsPerCluster;    ///< the thin cells and their neighbours
constexpr std::int32_t aroundFine = 2 * elementsPerCluster;  ///< the fine elements and their neighbours
constexpr double thinness = 0.4;                             ///< size of thin cells along z, relative to the others
constexpr double length = 2.5;                               ///< m, along z

/// A box of 2 x 2 x 16 cells; the first two layers along z, 48 of 384 elements, are thinner by the factor `thin`.
KuhnBox boxWithThinCells(double thin) {
  KuhnBox box = makeKuhnBox({2, 2, 16}, {0.5, 0.5, length});
  const double cell = length / 16;
  for (Vec3& x : box.vertex) x[2] = x[2] < 2.5 * cell ? thin * x[2] : x[2] - 2 * (1 - thin) * cell;
  return box;
}

DgtdProblem problemOf(const KuhnBox& box, int order) {
  ProblemOptions options;
  options.order = order;
  return makePiece(box, options).problem;
}

/// Returns E of the mode TE111, [element][node][xyz], at the time when H is zero. The length is that of the box with
/// thin cells.
std::vector<double> smoothField(const KuhnBox& box, int order) {
  const ReferenceElement basis(order);
  const double pi = constants::pi;
  std::vector<double> values;
  for (const auto& element : box.element)
    for (int n = 0; n < basis.np(); ++n) {
      Vec3 x{0, 0, 0};
      for (std::size_t v = 0; v < 4; ++v) x = x + basis.node(n)[v] * box.vertex[static_cast<std::size_t>(element[v])];
      const double along = std::sin(pi * x[2] / (length - 2 * (1 - thinness) * length / 16));
      values.insert(values.end(), {std::cos(2 * pi * x[0]) * std::sin(2 * pi * x[1]) * along,
                                   -std::sin(2 * pi * x[0]) * std::cos(2 * pi * x[1]) * along, 0.0});
    }
  return values;
}

Stage plainStage(Field target, double step, const ElementList& all) {
  return {.half = {target, step, 0, 0}, .elements = all};
}
Stage curlStage(Field target, double step, const CurlOnly& curl, std::int32_t elements) {
  return {.half = {target, step, 0, 0, curl}, .elements = ElementList::all(elements, elements)};
}

/// The filtered step: E is updated with H; F takes the place of E; H is updated with F; E is restored.
TimeStep filteredStep(double step, const ElementList& all, ArrayId work) {
  constexpr double theta = 1.03 / 16;
  const CurlOnly toWork{arrayOf(Field::E), work, true}, fromWork{work, arrayOf(Field::E), false};
  return {step / constants::c0,
          {plainStage(Field::E, step, all), curlStage(Field::H, step, toWork, aroundFine),
           curlStage(Field::E, theta * step, fromWork, fineElements), plainStage(Field::H, step, all),
           curlStage(Field::E, -theta * step, fromWork, fineElements)}};
}
TimeStep plainStep(double step, const ElementList& all) {
  return {step / constants::c0, {plainStage(Field::E, step, all), plainStage(Field::H, step, all)}};
}

template <class Real>
void take(FieldEngine<Real>& engine, const TimeStep& step, int count) {
  for (int i = 0; i < count; ++i)
    for (const Stage& stage : step.stages)
      for (const ElementRange& range : stage.elements.interior) engine.fusedHalfStep(stage.half, range);
}

struct FilteredCase : EngineCase<double> {
  FilteredCase(const EngineKind& kind, const DgtdProblem& problem)
      : EngineCase(kind, problem), elements(ElementList::all(all.end, all.end)), work(engine->addWorkArray()) {}
  /// Returns E at c0 t = `time`, m, after `steps` steps from E = `smooth` and H = 0 at time 0.
  std::vector<double> fieldAfter(double time, int steps, bool filtered, const std::vector<double>& smooth) {
    const double step = time / steps;
    engine->upload(Field::E, smooth);
    engine->upload(Field::H, std::vector<double>(smooth.size(), 0.0));
    engine->fusedHalfStep({Field::H, 0.5 * step, 0, 0}, all);
    take(*engine, filtered ? filteredStep(step, elements, work) : plainStep(step, elements), steps);
    return values(Field::E);
  }
  ElementList elements;
  ArrayId work;
};

using EngineFilteredStep = EngineTest;
INSTANTIATE_TEST_SUITE_P(Engines, EngineFilteredStep, ::testing::ValuesIn(defaultEngine()), nameOf);

// A half step with waves leaves their traces in the engine; the curl alone must not read them.
TEST_P(EngineFilteredStep, theCurlAloneReadsNoIncidentWave) {
  const auto curlAfterAHalfStep = [&](bool waves) {
    ProblemOptions options = richOptions(order());
    options.wave = waves;
    const Piece piece = makePiece(richBox(), options);
    EngineCase<double> test(kind(), piece.problem);
    test.engine->fusedHalfStep({Field::E, richStep, richTime, richTime}, test.all);
    test.engine->upload(Field::E, test.E);
    const CurlOnly fromHToE{arrayOf(Field::H), arrayOf(Field::E), false};
    test.engine->fusedHalfStep({Field::E, richStep, richTime, richTime, fromHToE}, test.all);
    return test.values(Field::E);
  };
  EXPECT_EQ(curlAfterAHalfStep(true), curlAfterAHalfStep(false));
}

TEST_P(EngineFilteredStep, isStableWhereThinCellsMakeLeapFrogUnstable) {
  const DgtdProblem problem = problemOf(boxWithThinCells(thinness), order());
  const double ofThin = stableStep(kind(), problem),
               ofOthers = stableStep(kind(), problemOf(boxWithThinCells(1), order()));
  const double step = 0.85 * std::min(ofOthers, 2 * ofThin);
  ASSERT_GT(step, 1.2 * ofThin);
  FilteredCase plain(kind(), problem), filtered(kind(), problem);
  const double before = plain.engine->energies().total();
  take(*plain.engine, plainStep(step, plain.elements), 60);
  EXPECT_GT(plain.engine->energies().total(), 1e6 * before);
  take(*filtered.engine, filteredStep(step, filtered.elements, filtered.work), 1000);
  EXPECT_LT(filtered.engine->energies().total(), 10 * before);
}

TEST_P(EngineFilteredStep, isOfSecondOrderInTime) {
  const KuhnBox box = boxWithThinCells(thinness);
  const DgtdProblem problem = problemOf(box, order());
  const auto smooth = smoothField(box, order());
  FilteredCase test(kind(), problem);
  const double time = 0.5;
  // The steps are a quarter of the stable one, so that the error of the modes that the mesh does not resolve is of
  // second order too.
  const int steps = static_cast<int>(std::ceil(4 * time / stableStep(kind(), problemOf(boxWithThinCells(1), order()))));
  // The reference has 10 times as many steps, so its error is 1/100 and 1/25 of the two errors below.
  const auto exact = test.fieldAfter(time, 10 * steps, false, smooth);
  const double coarse = relativeDifference(test.fieldAfter(time, steps, true, smooth), exact);
  const double fine = relativeDifference(test.fieldAfter(time, 2 * steps, true, smooth), exact);
  EXPECT_GT(std::log2(coarse / fine), 1.9) << coarse << ", " << fine;
}

TEST_P(EngineFilteredStep, replayedStepsAreThoseOneByOneBitForBit) {
  const DgtdProblem problem = problemOf(boxWithThinCells(thinness), order());
  FilteredCase replayed(kind(), problem), stepped(kind(), problem);
  const TimeStep step = filteredStep(0.002, replayed.elements, replayed.work);
  if (!replayed.engine->replays(step)) GTEST_SKIP() << "this engine replays no steps";
  std::int64_t first = 0;
  for (const int count : {17, 1, 3}) {
    replayed.engine->replay(step, first, count, [&](double) { take(*replayed.engine, step, 1); });
    take(*stepped.engine, step, count);
    first += count;
    for (const Field field : {Field::E, Field::H}) ASSERT_EQ(replayed.values(field), stepped.values(field)) << count;
  }
}

}  // namespace
}  // namespace fluxtet::test
