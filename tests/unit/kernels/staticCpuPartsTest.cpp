// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// The parts that the CPU engine of the static solver is made of.
#include "kernels/static/cpu/colouring.hpp"
#include "kernels/static/cpu/reductions.hpp"
#include "kernels/static/cpu/rowEntries.hpp"
#include "kernels/static/solveErrors.hpp"
#include "lib/base/error.hpp"
#include "tests/support/statics/staticPiece.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <set>

namespace fluxtet::test {
using namespace fluxtet::statics;
using namespace fluxtet::statics::cpu;

namespace {

std::vector<int> colourOfElements(const Colouring& colouring) {
  std::vector<int> colourOf(colouring.element.size(), -1);
  for (int c = 0; c < colouring.colours(); ++c)
    for (std::int64_t i = colouring.begin[static_cast<std::size_t>(c)];
         i < colouring.begin[static_cast<std::size_t>(c) + 1]; ++i)
      colourOf[static_cast<std::size_t>(colouring.element[static_cast<std::size_t>(i)])] = c;
  return colourOf;
}

CpuProblem<float> pieceProblem(FormKind form, int order, bool merged) {
  PieceOptions options{form, order};
  options.merged = merged;
  return {makePiece(options).problem, 1};
}

TEST(Colouring, noTwoElementsOfAColourShareADof) {
  for (const FormKind form : {FormKind::planar, FormKind::solid})
    for (const int order : {1, 2})
      for (const bool merged : {false, true}) {
        const auto problem = pieceProblem(form, order, merged);
        const Colouring colouring = colourElements(problem);
        const auto nd = static_cast<std::size_t>(nodesPerElement(form, order));
        const std::vector<int> colourOf = colourOfElements(colouring);
        std::set<std::pair<int, std::int32_t>> seen;
        for (std::size_t e = 0; e < colourOf.size(); ++e) {
          if (colourOf[e] < 0) continue;
          const std::set<std::int32_t> dofs(problem.elementDof.begin() + static_cast<std::ptrdiff_t>(e * nd),
                                            problem.elementDof.begin() + static_cast<std::ptrdiff_t>((e + 1) * nd));
          for (const std::int32_t dof : dofs)
            EXPECT_TRUE(dof < 0 || seen.emplace(colourOf[e], dof).second) << "element " << e;
        }
        std::vector<std::int32_t> elements = colouring.element;
        std::sort(elements.begin(), elements.end());
        for (std::size_t e = 0; e < elements.size(); ++e) EXPECT_EQ(elements[e], static_cast<std::int32_t>(e));
      }
}

TEST(Colouring, leavesOutOnlyElementsAtADofOfVeryMany) {
  const auto problem = pieceProblem(FormKind::planar, 1, false);
  EXPECT_EQ(colourElements(problem).begin.back(), problem.numElements);
  auto onConductor = problem;  // all elements at one unknown
  for (std::size_t i = 0; i < onConductor.elementDof.size(); i += 3) onConductor.elementDof[i] = 0;
  EXPECT_EQ(colourElements(onConductor).begin.back(), 0);
}

// Least used first: the colours of a mesh of triangles differ by little, where first fit leaves some nearly empty.
TEST(Colouring, coloursOfAPlaneMeshAreOfLikeSize) {
  const ColouringReport report = reportOf(colourElements(pieceProblem(FormKind::planar, 1, false)));
  EXPECT_LE(report.largest, 2 * report.smallest);
}

TEST(RadixSort, sortsByRowAndKeepsTheOrderWithinOne) {
  std::mt19937 random(3);
  for (const int threads : {1, 3})
    for (const std::int32_t maxRow : {0, 5, 3000, 5000000}) {
      AlignedArray<CooEntry<float>> entries(5000), other(5000);
      for (std::int32_t i = 0; i < 5000; ++i)
        entries[static_cast<std::size_t>(i)] = {std::uniform_int_distribution<std::int32_t>(0, maxRow)(random), i,
                                                1.0f};
      std::vector<CooEntry<float>> expected(entries.data(), entries.data() + entries.size());
      std::stable_sort(expected.begin(), expected.end(), [](const auto& a, const auto& b) { return a.row < b.row; });
      radixSortByRow(entries, other, maxRow, threads);
      for (std::size_t i = 0; i < expected.size(); ++i) ASSERT_EQ(entries[i].column, expected[i].column) << maxRow;
    }
}

TEST(MergeColumns, sumsEqualColumnsOfShortAndLongRows) {
  for (const int count : {0, 1, 20, 1000}) {
    std::vector<CooEntry<double>> row;
    for (int i = 0; i < count; ++i) row.push_back({0, i * 7 % 10, static_cast<double>(i)});
    std::vector<double> expected(10);
    for (const auto& entry : row) expected[static_cast<std::size_t>(entry.column)] += entry.value;
    const auto* end = mergeColumns(row.data(), row.data() + row.size());
    ASSERT_EQ(end - row.data(), std::min(count, 10));
    for (const auto* entry = row.data(); entry < end; ++entry) {
      EXPECT_TRUE(entry == row.data() || entry[-1].column < entry->column);
      EXPECT_EQ(entry->value, expected[static_cast<std::size_t>(entry->column)]);
    }
  }
}

// 1e16 + 1 is 1e16 in double precision, so that a sum tells who met whom first.
TEST(Reductions, addInTheOrderOfTheirScheme) {
  std::array<double, reductionBlock> values{};
  const auto sumOf = [&](ReductionKind kind) {
    auto copy = values;
    return reduceBlock(kind, copy);
  };
  values[0] = 1e16;
  values[1] = 1;
  values[16] = -1e16;  // the first partner in a warp
  EXPECT_EQ(sumOf(ReductionKind::adjacent), 0);
  EXPECT_EQ(sumOf(ReductionKind::remapped), 1);
  EXPECT_EQ(sumOf(ReductionKind::shuffle), 1);
  values[16] = 0;
  values[128] = -1e16;  // the first partner in a block, but in another warp
  EXPECT_EQ(sumOf(ReductionKind::adjacent), 0);
  EXPECT_EQ(sumOf(ReductionKind::remapped), 1);
  EXPECT_EQ(sumOf(ReductionKind::shuffle), 0);
}

TEST(Reductions, sumAllValues) {
  for (const auto kind : {ReductionKind::adjacent, ReductionKind::remapped, ReductionKind::shuffle}) {
    std::array<double, reductionBlock> values;
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<double>(i + 1);
    EXPECT_EQ(reduceBlock(kind, values), 256 * 257 / 2);
  }
}

/// A x = b in plain loops, with a preconditioner of a full matrix.
struct DenseSystem {
  using Vector = std::vector<double>;
  std::vector<Vector> A, inverseM;
  Vector r, x = Vector(r.size()), z = Vector(r.size()), p = Vector(r.size()), q = Vector(r.size());

  static double product(const Vector& a, const Vector& b) {
    return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
  }
  static double apply(const std::vector<Vector>& matrix, const Vector& from, Vector& to) {
    std::transform(matrix.begin(), matrix.end(), to.begin(), [&](const Vector& row) { return product(row, from); });
    return product(from, to);
  }
  void setDirection(double beta) {
    for (std::size_t i = 0; i < p.size(); ++i) p[i] = z[i] + beta * p[i];
  }
  double applyOperator() { return apply(A, p, q); }
  void advance(double alpha) {
    for (std::size_t i = 0; i < x.size(); ++i) {
      x[i] += alpha * p[i];
      r[i] -= alpha * q[i];
    }
  }
  double applyPreconditioner() { return apply(inverseM, r, z); }
};

CgState solved(DenseSystem& system, std::int64_t maxIterations) {
  const double gamma = system.applyPreconditioner();
  const CgLimits limits{1e-20 * gamma, maxIterations, 100};
  CgState state = startState(gamma, limits);
  conjugateGradients(system, state, limits, {});
  return state;
}

TEST(ConjugateGradients, takeAnIterationForEachEigenvalueAndOneWithTheInverse) {
  const std::vector<std::vector<double>> A{{4, 1, 0}, {1, 3, 1}, {0, 1, 2}}, identity{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
      inverse{{5.0 / 18, -1.0 / 9, 1.0 / 18}, {-1.0 / 9, 4.0 / 9, -2.0 / 9}, {1.0 / 18, -2.0 / 9, 11.0 / 18}};
  for (const bool exact : {false, true}) {
    DenseSystem system{A, exact ? inverse : identity, {6, 10, 8}};
    const CgState end = solved(system, 10);
    EXPECT_EQ(end.status, CgState::converged);
    EXPECT_EQ(end.iteration, exact ? 1 : 3);
    for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(system.x[i], static_cast<double>(i + 1), 1e-12);
  }
}

TEST(ConjugateGradients, ofAnOperatorThatIsNotPositiveSaySo) {
  DenseSystem system{{{1, 0}, {0, -3}}, {{1, 0}, {0, 1}}, {1, 1}};
  const CgState end = solved(system, 10);
  EXPECT_EQ(end.status, CgState::notPositive);
  EXPECT_EQ(end.curvature, -2);
  try {
    requireConvergence(end, 2, {}, false);
    FAIL();
  } catch (const RunError& error) {
    EXPECT_NE(std::string(error.what()).find("p.Ap is -2"), std::string::npos) << error.what();
  }
}

TEST(ConjugateGradients, stopWhenToldTo) {
  DenseSystem system{{{2, 0}, {0, 3}}, {{1, 0}, {0, 1}}, {1, 1}};
  const CgLimits limits{0, 10, 100};
  CgState state = startState(system.applyPreconditioner(), limits);
  EXPECT_THROW(conjugateGradients(system, state, limits, [] { return true; }), SolveStopped);
  EXPECT_EQ(state.iteration, 0);
}

TEST(EndIteration, convergesAtTheLimitOfTheStart) {
  const CgLimits limits = limitsOf({SolveSettings::Preconditioner::jacobi, 1e-3, 10}, 4.0, 100);
  CgState state = startState(4.0, limits);
  endIteration(state, 4.1e-6, limits);
  EXPECT_EQ(state.status, CgState::running);
  endIteration(state, 3.9e-6, limits);
  EXPECT_EQ(state.status, CgState::converged);
  EXPECT_EQ(state.iteration, 2);
}

TEST(EndIteration, noNewMinimumForTheWindowIsStagnation) {
  const CgLimits limits = limitsOf({SolveSettings::Preconditioner::jacobi, 1e-8, 1000000}, 1.0, 100);
  CgState state = startState(1.0, limits);
  for (std::int64_t k = 0; k <= leastStagnationWindow; ++k) endIteration(state, 0.5, limits);
  EXPECT_EQ(state.status, CgState::running);
  endIteration(state, 0.5, limits);
  EXPECT_EQ(state.status, CgState::stagnated);
  EXPECT_THROW(requireConvergence(state, 1.0, {}, false), Stagnated);
}

TEST(ConjugateGradients, aResidualThatIsNotANumberIsAnError) {
  DenseSystem system{{{1, 0}, {0, 1}}, {{1, 0}, {0, 1}}, {std::nan(""), 1}};
  EXPECT_EQ(solved(system, 10).status, CgState::notPositive);
}

}  // namespace
}  // namespace fluxtet::test
