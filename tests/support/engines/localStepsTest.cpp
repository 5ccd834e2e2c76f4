// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Local time steps (docs/theory.md, section 3.13): the stages that app/dgtd/step makes of them, on each engine.
#include "app/dgtd/step/filteredStep.hpp"
#include "app/dgtd/step/stagesAside.hpp"
#include "app/dgtd/step/stepExecutor.hpp"
#include "lib/base/constants.hpp"
#include "lib/mesh/clusters.hpp"
#include "tests/support/engines/stableStep.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <string>

namespace fluxtet::test {
using namespace fluxtet::dgtd;

namespace {

constexpr int levels = 3;

/// A box of n x n x 14 perturbed cells, whose size along z falls three times towards z = 0, so that the stable step
/// falls by about 2 each time.
KuhnBox gradedBox(int n = 3) {
  KuhnBox box = makeKuhnBox({n, n, 14}, {0.25 * n, 0.25 * n, 3.5}, 0.15);
  for (Vec3& x : box.vertex) {
    const double cells = x[2] / 0.25;
    x[2] = 0.25 * (cells < 2   ? 0.095 * cells
                   : cells < 5 ? 0.19 + 0.19 * (cells - 2)
                   : cells < 8 ? 0.76 + 0.4 * (cells - 5)
                               : 1.96 + cells - 8);
  }
  return box;
}

/// The level of each element by the size of its cell, and of its neighbours.
std::vector<std::uint8_t> levelsIn(const KuhnBox& box, bool withNeighbours) {
  std::vector<std::uint8_t> core, level;
  for (const auto& element : box.element) {
    double top = 0;
    for (const auto v : element) top = std::max(top, box.vertex[static_cast<std::size_t>(v)][2]);
    core.push_back(top < 0.055 ? 3 : top < 0.21 ? 2 : top < 0.53 ? 1 : 0);
  }
  level = core;
  if (!withNeighbours) return level;
  const auto grow = [&](const std::vector<std::uint8_t>& from, int less) {
    std::vector<std::uint8_t> grown = level;
    for (std::size_t e = 0; e < from.size(); ++e)
      for (const int across : box.neighbour[e])
        if (across >= 0)
          grown[e] = std::max<std::uint8_t>(
              grown[e], static_cast<std::uint8_t>(std::max(0, from[static_cast<std::size_t>(across / 4)] - less)));
    level = grown;
  };
  grow(core, 0);
  for (int i = 1; i < levels; ++i) grow(level, 1);
  return level;
}

ProblemOptions losslessOptions(int order) {
  ProblemOptions options;
  options.order = order;
  options.sides = {electricWall, magneticWall, electricWall, electricWall, magneticWall, electricWall};
  return options;
}

/// The problem with levels; materials that differ by factors of two where `varied`.
DgtdProblem problemOf(const KuhnBox& box, const ProblemOptions& options, bool withNeighbours = true) {
  DgtdProblem problem = makePiece(box, options).problem;
  problem.level = levelsIn(box, withNeighbours);
  return problem;
}

/// A problem with levels whose flux is penalised, between refined elements by the damped part alone. Some elements are
/// dispersive.
DgtdProblem penalisedProblem(const KuhnBox& box, int order) {
  ProblemOptions options = losslessOptions(order);
  options.flux = penalisedE;
  options.variedMaterials = options.dispersive = true;
  DgtdProblem problem = problemOf(box, options);
  for (std::size_t e = 0; e < problem.level.size(); ++e)
    for (int f = 0; f < 4; ++f) {
      const int across = box.neighbour[e][static_cast<std::size_t>(f)];
      const int lower = across < 0 ? problem.level[e]
                                   : std::min(problem.level[e], problem.level[static_cast<std::size_t>(across / 4)]);
      problem.penaltyOfFace.push_back(lower >= 1 ? 0 : 1);
      problem.dampedPenaltyOfFace.push_back(lower >= 1 ? 1 : 0);
    }
  return problem;
}

/// The elements of each level, as whole clusters.
std::vector<LevelElements> listsOf(const KuhnBox& box, const std::vector<std::uint8_t>& level) {
  const auto withNeighbours = [&](const std::vector<std::uint8_t>& of) {
    std::vector<std::uint8_t> result = of;
    for (std::size_t e = 0; e < of.size(); ++e)
      for (const int across : box.neighbour[e])
        if (across >= 0) result[e] = std::max(result[e], of[static_cast<std::size_t>(across / 4)]);
    return result;
  };
  const auto clustersOf = [](const std::vector<std::uint8_t>& of, int least) {
    ElementList list;
    const auto end = static_cast<std::int32_t>(of.size());
    for (std::int32_t first = 0; first < end; first += elementsPerCluster) {
      const std::int32_t last = std::min(first + elementsPerCluster, end);
      if (std::any_of(of.begin() + first, of.begin() + last, [&](int l) { return l >= least; }))
        list.interior.push_back({first, last});
    }
    return list;
  };
  const auto beside = withNeighbours(level);
  std::vector<LevelElements> lists;
  for (int l = 1; l <= levels; ++l)
    lists.push_back({clustersOf(level, l), clustersOf(beside, l), false, false, l, filterTheta(l)});
  return lists;
}

/// All passes of a plan over all elements of a list.
DampedPenalty dampedEverywhere(const ElementList& elements, const DampingPlan& plan) {
  const DampedPenalty::Where everywhere{1, elements, elements, false};
  return {everywhere, everywhere, plan};
}
DampingPlan planOf(int repeats, int passes) {
  return {repeats, passes, true, longestDampingReach(passes)};
}

/// The exchange of a rank without neighbours.
class NoExchange final : public TraceExchange<double> {
 public:
  bool replays() const override { return true; }
  RouteCounts routeCounts() const override { return {}; }
  ExchangeStatistics statistics() const override { return {}; }
  void resetStatistics() override {}

 private:
  void send(Field, int) override {}
  void receive(Field, int) override {}
};

/// An engine whose levels are listed as all of its elements: that the curls tell levels apart is then all that keeps a
/// level to its elements.
struct LocalCase : EngineCase<double> {
  LocalCase(const EngineKind& kind, const DgtdProblem& problem)
      : EngineCase(kind, problem), everything(ElementList::all(all.end, problem.numInterior)) {
    for (int l = 1; l <= levels; ++l)
      refinement.levels.push_back({everything, everything, false, false, l, filterTheta(l)});
    refinement.arrays = addFilterArrays(*engine, levels);
  }
  void take(const std::vector<Stage>& stages, double time = 0) {
    for (const Stage& stage : stages) {
      if (stage.sum) {
        engine->addArrays(*stage.sum, all);
      } else {
        engine->fusedHalfStep(stage.half.at(time), all);
      }
    }
  }
  /// Energy after some steps over that before; steps end where it has grown beyond doubt.
  double growthIn(int steps, const TimeStep& step) {
    const double before = engine->energies().total();
    double growth = 1;
    for (int i = 0; i < steps && growth < 1e9; ++i) {
      take(step.stages);
      if (i % 50 == 49) growth = engine->energies().total() / before;
    }
    return growth;
  }
  TimeStep stepOf(double step) {
    return filteredLeapFrogStep(step / constants::c0, everything, {false, false}, refinement);
  }
  /// out = base - step C in with the damped penalty's operator C.
  void damp(double step, ArrayId in, ArrayId base, ArrayId out) {
    engine->fusedHalfStep({.target = Field::E, .step = step, .damping = DampingOnly{in, base, out, 0, 1}}, all);
  }
  double product(Field field, ArrayId a, ArrayId b) const {
    return 2 * engine->energies().innerProduct(field, a, b, all);
  }
  void copy(ArrayId from, ArrayId to) { engine->addArrays({from, to, 1, true}, all); }
  /// out = (1/muR) S^T in.
  void curl(ArrayId in, ArrayId out) { engine->fusedHalfStep({Field::H, -1, 0, 0, CurlOnly{in, out, true}}, all); }

  ElementList everything;
  Refinement refinement;
};

/// A step that elements of level 0 take well, m.
double wholeStep(const EngineKind& kind, int order) {
  static std::map<std::string, double> known;
  double& step = known[fmt::format("{} {}", kind.name, order)];
  if (step == 0)
    step = 0.85 *
           stableStep(kind, makePiece(makeKuhnBox({3, 3, 4}, {0.75, 0.75, 1}, 0.15), losslessOptions(order)).problem);
  return step;
}

using EngineLocalSteps = EngineTest;
INSTANTIATE_TEST_SUITE_P(Engines, EngineLocalSteps, ::testing::ValuesIn(defaultEngine()), nameOf);

// S^T F(e) = G S^T e with a symmetric G: (S^T F(e), S^T f) = (S^T e, S^T F(f)).
TEST_P(EngineLocalSteps, theFilterIsASymmetricOperatorBehindTheCurl) {
  ProblemOptions options = losslessOptions(order());
  options.variedMaterials = true;
  LocalCase test(kind(), problemOf(gradedBox(), options));
  const ArrayId E = arrayOf(Field::E);
  const ArrayId e = test.engine->addWorkArray(), f = test.engine->addWorkArray(), curlOfE = test.engine->addWorkArray(),
                curlOfF = test.engine->addWorkArray();
  test.copy(E, e);
  test.engine->upload(Field::E, test.H);
  test.copy(E, f);
  std::vector<Stage> ofE, ofF;
  appendFilter(1, e, wholeStep(kind(), order()), test.refinement, ofE);
  appendFilter(1, f, wholeStep(kind(), order()), test.refinement, ofF);
  const auto productWithFiltered = [&](const std::vector<Stage>& filter, ArrayId filtered) {
    const ArrayId other = filtered == e ? f : e;
    test.curl(other, curlOfF);
    test.take(filter);
    test.curl(filtered, curlOfE);
    return test.product(Field::H, curlOfE, curlOfF);
  };
  test.engine->upload(Field::E, test.E);
  const double first = productWithFiltered(ofE, e);
  const double size = test.product(Field::H, curlOfF, curlOfF);
  test.copy(E, e);
  const double second = productWithFiltered(ofF, f);
  EXPECT_NEAR(first, second, 1e-12 * size);
  EXPECT_GT(std::abs(first), 1e-6 * size);
}

TEST_P(EngineLocalSteps, theFilterChangesElementsOfALevelAlone) {
  const KuhnBox box = gradedBox();
  const std::vector<std::uint8_t> level = levelsIn(box, true);
  LocalCase test(kind(), problemOf(box, losslessOptions(order())));
  std::vector<Stage> filter;
  appendFilter(1, arrayOf(Field::E), wholeStep(kind(), order()), test.refinement, filter);
  const auto before = test.values(Field::E);
  test.take(filter);
  const auto after = test.values(Field::E);
  const std::size_t each = before.size() / level.size();
  for (std::size_t e = 0; e < level.size(); ++e) {
    const bool isSame = std::equal(before.begin() + static_cast<std::ptrdiff_t>(e * each),
                                   before.begin() + static_cast<std::ptrdiff_t>((e + 1) * each),
                                   after.begin() + static_cast<std::ptrdiff_t>(e * each));
    ASSERT_EQ(isSame, level[e] == 0) << "element " << e;
  }
}

// |E^{n+1} - E^n|^2 - (E^{n+1}, E^{n+1} - 2 E^n + E^{n-1}) does not change. Rounding of a step is some 1e-16 of |E|^2,
// of which the invariant is the part (omega step)^2.
TEST_P(EngineLocalSteps, keepTheirInvariant) {
  LocalCase test(kind(), problemOf(gradedBox(), losslessOptions(order())));
  const TimeStep step = test.stepOf(wholeStep(kind(), order()));
  const ArrayId E = arrayOf(Field::E);
  const ArrayId older = test.engine->addWorkArray(), old = test.engine->addWorkArray(),
                difference = test.engine->addWorkArray();
  const auto invariant = [&] {
    test.copy(E, older);
    test.take(step.stages);
    test.copy(E, old);
    test.take(step.stages);
    test.copy(E, difference);
    test.engine->addArrays({old, difference, -1}, test.all);
    double value = test.product(Field::E, difference, difference);
    test.engine->addArrays({old, difference, -1}, test.all);
    test.engine->addArrays({older, difference, 1}, test.all);
    value -= test.product(Field::E, E, difference);
    return value;
  };
  const double first = invariant();
  EXPECT_GT(first, 0);
  const int steps = std::getenv("FLUXTET_LONG_TESTS") ? 100'000 : 400;
  for (int i = 0; i < steps; ++i) test.take(step.stages);
  const double change = invariant() / first - 1;
  std::printf("after %d steps it has changed by %.1e of itself\n", steps, change);
  EXPECT_NEAR(change, 0, 1e-12);
}

TEST_P(EngineLocalSteps, areOfSecondOrderInTime) {
  const KuhnBox box = gradedBox();
  ProblemOptions options;
  options.order = order();
  LocalCase test(kind(), problemOf(box, options));
  // The mode TE111 at the time when H is zero, between electric walls.
  const ReferenceElement basis(order());
  const double k = constants::pi / 0.75, ofLength = constants::pi / (0.25 * 7.96);
  std::vector<double> smooth;
  for (const auto& element : box.element)
    for (int n = 0; n < basis.np(); ++n) {
      Vec3 x{0, 0, 0};
      for (std::size_t v = 0; v < 4; ++v) x = x + basis.node(n)[v] * box.vertex[static_cast<std::size_t>(element[v])];
      const double along = std::sin(ofLength * x[2]);
      smooth.insert(smooth.end(), {std::cos(k * x[0]) * std::sin(k * x[1]) * along,
                                   -std::sin(k * x[0]) * std::cos(k * x[1]) * along, 0.0});
    }
  const double time = 0.3;
  const auto fieldAfter = [&](int steps, bool local) {
    const double step = time / steps;
    test.engine->upload(Field::E, smooth);
    test.engine->upload(Field::H, std::vector<double>(smooth.size(), 0.0));
    test.engine->fusedHalfStep({Field::H, 0.5 * step, 0, 0}, test.all);
    const TimeStep stages = filteredLeapFrogStep(step / constants::c0, test.everything, {false, false},
                                                 local ? test.refinement : Refinement{});
    for (int i = 0; i < steps; ++i) test.take(stages.stages);
    return test.values(Field::E);
  };
  // The steps are so short that the error of modes that the mesh does not resolve is of second order too, in the
  // smallest elements as well. The error of the reference is 1/64 and 1/16 of the two below, of the same sign.
  const int steps = static_cast<int>(std::ceil(8 * time / wholeStep(kind(), order())));
  const auto exact = fieldAfter(8 * steps, true);
  const double coarse = relativeDifference(fieldAfter(steps, true), exact);
  const double fine = relativeDifference(fieldAfter(2 * steps, true), exact);
  EXPECT_GT(std::log2(coarse / fine), 1.9) << coarse << ", " << fine;
  // They tend to the fields without local time steps, whose own error is larger: the filter takes away three quarters
  // of the error of leap-frog where it acts.
  EXPECT_LT(relativeDifference(exact, fieldAfter(16 * steps, false)), coarse / 4);
}

// (f, C e) = (C f, e), and (e, C e) >= 0.
TEST_P(EngineLocalSteps, theDampedPenaltyIsASymmetricDissipativeOperatorOnItsElements) {
  const KuhnBox box = gradedBox();
  const DgtdProblem problem = penalisedProblem(box, order());
  LocalCase test(kind(), problem);
  const ArrayId e = test.engine->addWorkArray(), f = test.engine->addWorkArray(), zero = test.engine->addWorkArray(),
                ofE = test.engine->addWorkArray(), ofF = test.engine->addWorkArray();
  test.copy(arrayOf(Field::E), e);
  test.engine->upload(Field::E, test.H);
  test.copy(arrayOf(Field::E), f);
  test.damp(-1, e, zero, ofE);
  test.damp(-1, f, zero, ofF);
  const double size = test.product(Field::E, ofE, e);
  EXPECT_GT(size, 0);
  EXPECT_NEAR(test.product(Field::E, ofE, f), test.product(Field::E, ofF, e), 1e-12 * size);
  test.copy(ofE, arrayOf(Field::E));
  const auto values = test.values(Field::E);
  const std::size_t each = values.size() / problem.level.size();
  for (std::size_t i = 0; i < problem.level.size(); ++i) {
    const bool isZero =
        std::all_of(values.begin() + static_cast<std::ptrdiff_t>(i * each),
                    values.begin() + static_cast<std::ptrdiff_t>((i + 1) * each), [](double v) { return v == 0; });
    ASSERT_EQ(isZero, problem.level[i] < 1) << "element " << i;
  }
}

// A half step of E has both parts, and the operator that bounds the step the bounded one alone.
TEST_P(EngineLocalSteps, halfStepsHaveAllOfThePenaltyAndTheBoundOfTheStepHasNot) {
  const KuhnBox box = gradedBox();
  DgtdProblem problem = penalisedProblem(box, order()), bounded = problem;
  for (DgtdProblem* each : {&problem, &bounded}) {
    each->polesIndex.clear();
    std::fill(each->sigma.begin(), each->sigma.end(), 0.0);
  }
  std::fill(bounded.dampedPenaltyOfFace.begin(), bounded.dampedPenaltyOfFace.end(), 0.0);
  LocalCase all(kind(), problem), part(kind(), bounded);
  const double step = 0.01 * wholeStep(kind(), order());
  const ArrayId before = part.engine->addWorkArray();
  part.copy(arrayOf(Field::E), before);
  for (LocalCase* each : {&all, &part}) each->engine->fusedHalfStep({Field::E, step, 0, 0}, each->all);
  EXPECT_GT(relativeDifference(all.values(Field::E), part.values(Field::E)), 1e-6);
  // The damped part from the engine that knows it.
  const ArrayId copied = all.engine->addWorkArray(), result = all.engine->addWorkArray();
  const auto whole = all.values(Field::E);
  all.engine->upload(Field::E, all.E);
  all.copy(arrayOf(Field::E), copied);
  all.engine->upload(Field::E, part.values(Field::E));
  all.damp(step, copied, arrayOf(Field::E), result);
  all.copy(result, arrayOf(Field::E));
  EXPECT_LT(relativeDifference(all.values(Field::E), whole), 1e-13);
  for (LocalCase* each : {&all, &part}) {
    each->engine->upload(Field::E, each->E);
    each->engine->upload(Field::H, each->H);
    each->engine->krylov().apply(0, step, false);
  }
  EXPECT_EQ(all.values(Field::E), part.values(Field::E));
}

// The polynomial is what keeps the damped penalty from growing over a step that is long for small elements.
TEST_P(EngineLocalSteps, thePenaltyIsStableDampedAndUnstableAsItIs) {
  const DgtdProblem problem = penalisedProblem(gradedBox(), order());
  const auto growthOf = [&](DampingPlan plan) {
    LocalCase test(kind(), problem);
    test.refinement.damped = dampedEverywhere(test.everything, plan);
    const TimeStep step = test.stepOf(0.9 * wholeStep(kind(), order()));
    return test.growthIn(200, step);
  };
  EXPECT_LT(growthOf(planOf(1, 5)), 10);
  EXPECT_LT(growthOf(planOf(2, 4)), 10);
  const double asItIs = growthOf({});
  EXPECT_TRUE(asItIs > 1e6 || !std::isfinite(asItIs)) << asItIs;
}

TEST_P(EngineLocalSteps, replayedStepsAreThoseOneByOneBitForBit) {
  const DgtdProblem problem = penalisedProblem(gradedBox(), order());
  LocalCase replayed(kind(), problem), stepped(kind(), problem);
  for (LocalCase* each : {&replayed, &stepped})
    each->refinement.damped = dampedEverywhere(each->everything, planOf(2, 3));
  const TimeStep step = replayed.stepOf(0.5 * wholeStep(kind(), order()));
  if (!replayed.engine->replays(step)) GTEST_SKIP() << "this engine replays no steps";
  replayed.engine->replay(step, 0, 21, [&](double time) { replayed.take(step.stages, time); });
  for (int i = 0; i < 21; ++i) stepped.take(step.stages, i * step.dt);
  for (const Field field : {Field::E, Field::H}) EXPECT_EQ(replayed.values(field), stepped.values(field));
}

// Steps one by one and many at once.
TEST_P(EngineLocalSteps, stagesAsideGiveTheSameBits) {
  const KuhnBox box = gradedBox(5);
  const DgtdProblem problem = penalisedProblem(box, order());
  LocalCase serial(kind(), problem), aside(kind(), problem);
  const std::array jumpTerms{serial.engine->readsOuterTarget(Field::E), serial.engine->readsOuterTarget(Field::H)};
  Refinement refinement = serial.refinement;
  refinement.levels = listsOf(box, problem.level);
  refinement.damped = dampedEverywhere(refinement.levels[0].own, planOf(2, 3));
  const double dt = 0.5 * wholeStep(kind(), order()) / constants::c0;
  const TimeStep step = filteredLeapFrogStep(dt, serial.everything, jumpTerms, refinement);
  const TimeStep split = withStagesAside(step, refinement, StagesAside::all);
  const TimeStep before = withStagesAside(step, refinement, StagesAside::beforeHalfStep);
  const TimeStep both = withStagesAside(step, refinement, StagesAside::withHalfStepOfE);
  const auto count = [](const TimeStep& of, auto&& isCounted) {
    return std::count_if(of.stages.begin(), of.stages.end(), isCounted);
  };
  const auto isWave = std::mem_fn(&Stage::isHalfStep);
  EXPECT_EQ(count(step, isWave), 2);
  EXPECT_EQ(count(split, isWave), 3);
  // Each chain aside, and what waits for it.
  EXPECT_EQ(count(split, [](const Stage& stage) { return stage.joins; }), 4);
  // Damping acts on all refined elements.
  const auto damping = refinement.damped.plan.repeats * (1 + refinement.damped.plan.passes);
  EXPECT_EQ(count(split, [](const Stage& stage) { return stage.aside; }),
            count(step, [&](const Stage& stage) { return !isWave(stage); }) - 2 - damping);
  EXPECT_EQ(count(before, isWave), 3);
  EXPECT_EQ(count(before, [](const Stage& stage) { return stage.joins; }), 2);
  const auto magnetic = std::find_if(step.stages.begin(), step.stages.end(), [&](const Stage& stage) {
    return isWave(stage) && stage.half.target == Field::H;
  });
  EXPECT_EQ(count(before, [](const Stage& stage) { return stage.aside; }),
            magnetic - step.stages.begin() - 1 - damping);
  // Both half steps in two parts; the damping is aside, too, behind the part of E there.
  EXPECT_EQ(count(both, isWave), 4);
  EXPECT_EQ(count(both, [](const Stage& stage) { return stage.joins; }), 3);
  EXPECT_EQ(count(both, [](const Stage& stage) { return stage.aside; }), magnetic - step.stages.begin());
  NoExchange exchange;
  StepExecutor<double> one(*serial.engine, exchange, KernelSet::fused),
      other(*aside.engine, exchange, KernelSet::fused);
  for (const auto& [first, steps] : {std::array{0, 1}, {1, 21}, {22, 2}}) {
    for (const TimeStep& divided : {split, before, both}) {
      one.advanceMany(step, first, steps);
      other.advanceMany(divided, first, steps);
      for (const Field field : {Field::E, Field::H}) ASSERT_EQ(serial.values(field), aside.values(field));
    }
  }
}

// More steps than an engine may hold records of in one piece, and two sets of points.
TEST_P(EngineLocalSteps, recordsOfManyStepsAreThoseOfStepsOneByOneBitForBit) {
  const DgtdProblem problem = penalisedProblem(gradedBox(), order());
  LocalCase many(kind(), problem), single(kind(), problem);
  for (LocalCase* each : {&many, &single}) each->refinement.damped = dampedEverywhere(each->everything, planOf(2, 3));
  const TimeStep step = many.stepOf(0.3 * wholeStep(kind(), order()));
  std::array<std::vector<int>, 2> handles;
  for (auto* const each : {&many, &single})
    for (const std::int32_t first : {0, 5}) {
      const PointSet points{{first, first + 1}, std::vector<double>(2 * static_cast<std::size_t>(each->np), 0.25)};
      handles[each == &many ? 0 : 1].push_back(each->engine->points().add(points));
    }
  TimeStep recorded = step;
  recorded.records = handles[0];
  EXPECT_EQ(many.engine->replays(recorded), many.engine->replays(step));
  NoExchange exchange;
  StepExecutor<double> atOnce(*many.engine, exchange, KernelSet::fused),
      oneByOne(*single.engine, exchange, KernelSet::fused);
  std::int64_t first = 0;
  for (const std::int64_t count : {1, 23, 700}) {
    atOnce.advanceMany(recorded, first, count);
    for (std::int64_t i = 0; i < count; ++i) {
      oneByOne.advance(step, first + i);
      for (const int handle : handles[1]) single.engine->points().record(handle);
    }
    first += count;
    for (std::size_t set = 0; set < 2; ++set) {
      const std::vector<double> expected = single.engine->points().takeRecord(handles[1][set]);
      EXPECT_EQ(expected.size(), static_cast<std::size_t>(count) * 2 * 2 * 3);
      EXPECT_EQ(many.engine->points().takeRecord(handles[0][set]), expected) << count << " steps";
      EXPECT_TRUE(std::ranges::all_of(expected, [](double value) { return std::abs(value) < 1e3; }));
      EXPECT_TRUE(std::ranges::any_of(expected, [](double value) { return std::abs(value) > 1e-6; }));
    }
  }
}

// The level of a neighbour matters: without it a step that is stable otherwise is not.
TEST_P(EngineLocalSteps, areStableWithTheNeighboursOfSmallElementsAndNotWithoutThem) {
  const auto growthOf = [&](bool withNeighbours) {
    LocalCase test(kind(), problemOf(gradedBox(), losslessOptions(order()), withNeighbours));
    const TimeStep step = test.stepOf(wholeStep(kind(), order()));
    return test.growthIn(1500, step);
  };
  EXPECT_LT(growthOf(true), 30);
  const double without = growthOf(false);
  EXPECT_TRUE(without > 1e6 || !std::isfinite(without)) << without;
}

}  // namespace
}  // namespace fluxtet::test
