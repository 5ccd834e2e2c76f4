// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/engines/engineCase.hpp"

#include "kernels/dgtd/randomVector.hpp"
#include "lib/base/error.hpp"
#include "lib/basis/referenceElement.hpp"

#include <cmath>

namespace fluxtet::test {
using namespace fluxtet::dgtd;

namespace {

class EngineInterface : public EngineTest {
 protected:
  /// Compares samples at a point in the first, a middle and the last element with the interpolated nodal values. An
  /// empty set of points is registered before.
  template <class Real>
  void compareSamples(double tolerance) const {
    const Piece piece = makePiece(richBox(), richOptions(order()));
    EngineCase<Real> test(kind(), piece.problem);
    const ReferenceElement basis(order());
    const std::array<double, 4> lambda{0.1, 0.2, 0.3, 0.4};
    const auto weights = basis.evaluate(lambda);
    PointSet points;
    for (std::int32_t element : {0, 40, piece.problem.numElements - 1}) {
      points.element.push_back(element);
      for (double w : weights) points.weight.push_back(w);
    }
    test.engine->points().add({});
    const int handle = test.engine->points().add(points);
    for (Field field : {Field::E, Field::H}) {
      std::vector<double> values(9);
      test.engine->points().sample(handle, field, values);
      const auto nodal = test.fields(field);
      for (int p = 0; p < 3; ++p) {
        Eigen::Vector3d expected = Eigen::Vector3d::Zero();
        for (int n = 0; n < basis.np(); ++n) expected += weights[n] * nodal[points.element[p]].row(n).transpose();
        for (int c = 0; c < 3; ++c) EXPECT_NEAR(values[3 * p + c], expected(c), tolerance);
      }
    }
  }

  /// Compares x and k of the time step estimate with the same formulas on nodal values.
  template <class Real>
  void compareEstimateVectors(const FluxChoice& flux) const {
    ProblemOptions options = richOptions(order());
    options.flux = flux;
    const Piece piece = firstElements(richBox(), 77, options);
    EngineCase<Real> test(kind(), piece.problem);
    FieldEngine<Real>& engine = *test.engine;
    std::vector<Real> expected[2];
    for (Field field : {Field::E, Field::H}) {
      const auto Bx = stabilityProduct(engine, field, true, test.E.size());
      const auto& x = field == Field::E ? test.E : test.H;
      for (std::size_t i = 0; i < x.size(); ++i)
        expected[static_cast<int>(field)].push_back(Real(0.5) * x[i] + Real(0.1) * Bx[i]);
    }
    for (Field field : {Field::E, Field::H}) engine.energies().keep(field);
    engine.krylov().apply(0.5, 0.1, true);
    for (Field field : {Field::E, Field::H})
      EXPECT_LT(relativeDifference(test.values(field), expected[static_cast<int>(field)]), roundingTolerance<Real>());
    engine.krylov().apply(1, 0, true);
    for (Field field : {Field::E, Field::H})
      EXPECT_LT(relativeDifference(test.values(field), field == Field::E ? test.E : test.H), roundingTolerance<Real>());
  }

  /// Compares the random vector with its formula.
  template <class Real>
  void compareRandomVector() const {
    const Piece piece = firstElements(richBox(), 77, richOptions(order()));
    const DgtdProblem& problem = piece.problem;
    std::vector<std::int64_t> ids;
    for (std::int64_t e = 0; e < problem.numElements; ++e) ids.push_back((std::int64_t{5} << 31) - 3 * e);
    EngineCase<Real> test(kind(), problem);
    test.engine->krylov().setRandom(ids);
    const ReferenceElement basis(order());
    for (Field field : {Field::E, Field::H}) {
      ReferenceScheme::Fields expected;
      for (std::size_t e = 0; e < ids.size(); ++e) {
        ReferenceScheme::Nodal g(basis.np(), 3);
        for (int n = 0; n < basis.np(); ++n)
          for (int c = 0; c < 3; ++c)
            g(n, c) = normalNumber(normalStream(ids[e], field), static_cast<std::uint64_t>(3 * n + c));
        const double inertia = (field == Field::E ? problem.epsilonR : problem.muR)[e];
        expected.push_back(basis.fromOrthonormal() * g / std::sqrt(problem.volume[e] * inertia));
      }
      EXPECT_LT(relativeDifference(test.fields(field), expected), roundingTolerance<Real>());
    }
    // Its squared norm is the sum of the squares of that many standard normal numbers.
    const auto numbers = static_cast<double>(2 * test.E.size());
    EXPECT_NEAR(2 * test.engine->energies().total(), numbers, 5 * std::sqrt(2 * numbers));
  }

  /// Compares the strongest element of x + a k with the energies of all elements.
  template <class Real>
  void compareStrongestElement() const {
    const Piece piece = firstElements(richBox(), 77, richOptions(order()));
    const ReferenceScheme reference(piece.problem);
    EngineCase<Real> test(kind(), piece.problem);
    const ReferenceScheme::Fields k[] = {test.fields(Field::E), test.fields(Field::H)};
    test.engine->krylov().apply(0, 1, true);
    StrongestElement expected;
    for (std::int32_t e = 0; e < piece.problem.numElements; ++e) {
      double energy = 0;
      for (Field field : {Field::E, Field::H}) {
        ReferenceScheme::Fields alone(test.E.size() / (3 * test.np), ReferenceScheme::Nodal::Zero(test.np, 3));
        alone[e] = test.fields(field)[e] - 0.7 * k[static_cast<int>(field)][e];
        energy += reference.innerProduct(field, alone, alone);
      }
      if (energy > expected.energy) expected = {e, energy};
    }
    const StrongestElement strongest = test.engine->krylov().strongestElement(-0.7);
    EXPECT_EQ(strongest.element, expected.element);
    EXPECT_NEAR(strongest.energy, expected.energy, 10 * roundingTolerance<Real>() * expected.energy);
  }
};

INSTANTIATE_TEST_SUITE_P(Engines, EngineInterface, ::testing::ValuesIn(everyEngine()), nameOf);

TEST_P(EngineInterface, stabilityOperatorIsSymmetric) {
  const KuhnBox box = makeKuhnBox({3, 3, 2}, {1, 0.8, 0.7}, 0.25);
  for (const FluxChoice& flux : fluxChoices) {
    ProblemOptions options = richOptions(order());
    options.flux = flux;
    const Piece piece = makePiece(box, options);
    const ReferenceScheme reference(piece.problem);
    const int np = nodesPerElement(order());
    const std::size_t size = static_cast<std::size_t>(piece.problem.numElements) * 3 * np;
    const auto engine = kind().make<double>(piece.problem);
    // <x, B y> and <B x, y> over both fields.
    std::vector<std::vector<double>> x[2], Bx[2];
    for (int v = 0; v < 2; ++v) {
      for (int f = 0; f < 2; ++f) {
        x[v].push_back(randomValues<double>(size, 10 * v + f));
        engine->upload(static_cast<Field>(f), x[v][f]);
      }
      for (int f = 0; f < 2; ++f) Bx[v].push_back(stabilityProduct(*engine, static_cast<Field>(f), true, size));
    }
    double left = 0, right = 0, quadratic = 0;
    for (int f = 0; f < 2; ++f) {
      const auto field = static_cast<Field>(f);
      left += reference.innerProduct(field, toFields(x[0][f], np), toFields(Bx[1][f], np));
      right += reference.innerProduct(field, toFields(Bx[0][f], np), toFields(x[1][f], np));
      quadratic += std::abs(reference.innerProduct(field, toFields(Bx[0][f], np), toFields(x[0][f], np)));
    }
    EXPECT_NEAR(left, right, 1e-11 * quadratic) << flux.name;
    EXPECT_GT(std::abs(left), 1e-6 * quadratic) << "the products vanish and compare nothing";
  }
}

// The values are of size one. At a single point rounding errors do not average out.
TEST_P(EngineInterface, samplePointsGivesTheInterpolatedField) {
  compareSamples<float>(5 * roundingTolerance<float>());
  compareSamples<double>(roundingTolerance<double>());
}

// The record has more samples than an engine may hold in one piece.
TEST_P(EngineInterface, recordPointsKeepsWhatSamplePointsGivesInItsOrder) {
  const Piece piece = makePiece(richBox(), richOptions(order()));
  EngineCase<double> test(kind(), piece.problem);
  PointSet points{{3, 0}, std::vector<double>(2 * static_cast<std::size_t>(test.np), 0.25)};
  const int handle = test.engine->points().add(points);
  std::vector<double> expected;
  for (int sample = 0; sample < 1100; ++sample) {
    if (sample % 300 == 0)
      test.engine->upload(Field::H, randomValues<double>(test.H.size(), 30 + static_cast<unsigned>(sample)));
    test.engine->points().record(handle);
    for (Field field : {Field::E, Field::H}) {
      expected.resize(expected.size() + 6);
      test.engine->points().sample(handle, field, std::span(expected).last(6));
    }
  }
  EXPECT_EQ(test.engine->points().takeRecord(handle), expected);
  EXPECT_TRUE(test.engine->points().takeRecord(handle).empty());
}

TEST_P(EngineInterface, estimateVectorsFollowTheirFormulas) {
  for (const FluxChoice& flux : fluxChoices) {
    compareEstimateVectors<float>(flux);
    compareEstimateVectors<double>(flux);
  }
}

TEST_P(EngineInterface, theRandomVectorFollowsItsFormula) {
  compareRandomVector<float>();
  compareRandomVector<double>();
}

TEST_P(EngineInterface, strongestElementHasTheMostEnergy) {
  compareStrongestElement<float>();
  compareStrongestElement<double>();
}

TEST_P(EngineInterface, energyIsThatOfBothFields) {
  for (int count : raggedSizes()) {
    const Piece piece = firstElements(raggedBox(), count, richOptions(order()));
    EngineCase<double> test(kind(), piece.problem);
    const double sum =
        test.engine->energies().innerProduct(Field::E, false) + test.engine->energies().innerProduct(Field::H, false);
    EXPECT_NEAR(test.engine->energies().total(), sum, 1e-14 * sum) << count;
    EXPECT_EQ(test.engine->energies().total(), test.engine->energies().total()) << count;
  }
}

TEST_P(EngineInterface, downloadReturnsWhatWasUploadedToRounding) {
  const KuhnBox box = raggedBox();
  for (int count : raggedSizes()) {
    const Piece piece = firstElements(box, count, richOptions(order()));
    const EngineCase<float> single(kind(), piece.problem);
    const EngineCase<double> inDouble(kind(), piece.problem);
    for (Field field : {Field::E, Field::H}) {
      const bool isE = field == Field::E;
      EXPECT_LT(relativeDifference(single.values(field), isE ? single.E : single.H), roundingTolerance<float>())
          << count;
      EXPECT_LT(relativeDifference(inDouble.values(field), isE ? inDouble.E : inDouble.H), roundingTolerance<double>())
          << count;
    }
  }
}

TEST_P(EngineInterface, leapFrogWithTheUpwindFluxIsRefused) {
  ProblemOptions options;
  options.order = order();
  options.flux = upwindFlux;
  const Piece piece = makePiece(richBox(), options);
  EngineCase<float> test(kind(), piece.problem);
  EXPECT_THROW(test.engine->fusedHalfStep({Field::E, 0.1, 0, 0}, test.all), RunError);
}

}  // namespace
}  // namespace fluxtet::test
