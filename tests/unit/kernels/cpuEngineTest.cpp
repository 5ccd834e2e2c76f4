// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "engineFixture.hpp"

#include "base/error.hpp"

#include <cmath>

namespace fluxtet::test {
namespace {

TEST(CpuEngine, downloadReturnsWhatWasUploadedBitByBit) {
  const std::vector<std::string> names = cpu::availableInstructionSets();
  for (const auto& name : names) {
    const WithInstructionSet instructionSet(name);
    const Piece piece = makePiece(richBox(), richOptions(3));
    EngineCase<float> test(piece.problem, 2);
    test.E[7] = 1e-42f;  // a denormal number
    test.engine->upload(Field::E, test.E);
    EXPECT_EQ(test.values(Field::E), test.E) << name;
    EXPECT_EQ(test.values(Field::H), test.H) << name;
  }
}

TEST(CpuEngine, resultsAreBitwiseIndependentOfTheNumberOfThreads) {
  ProblemOptions options = richOptions(2);
  const Piece piece = makePiece(richBox(), options);
  const ElementRange all{0, piece.problem.numElements};
  std::vector<float> E;
  double energy = 0;
  for (int threads : {1, 2, 3, 5}) {
    EngineCase<float> test(piece.problem, threads);
    for (int step = 0; step < 4; ++step) {
      test.engine->fusedHalfStep({Field::H, 0.1 * richStep, richTime, richTime}, all);
      test.engine->fusedHalfStep({Field::E, 0.1 * richStep, richTime, richTime}, all);
    }
    if (threads == 1) {
      E = test.values(Field::E);
      energy = test.engine->innerProduct(Field::E, false);
    }
    EXPECT_EQ(test.values(Field::E), E) << threads << " threads";
    EXPECT_EQ(test.engine->innerProduct(Field::E, false), energy) << threads << " threads";
  }
}

TEST(CpuEngine, stabilityOperatorIsSymmetricForAllOrdersAndFluxes) {
  const KuhnBox box = makeKuhnBox({3, 3, 2}, {1, 0.8, 0.7}, 0.25);
  for (int order = minOrder; order <= maxOrder; ++order)
    for (bool upwind : {false, true}) {
      ProblemOptions options = richOptions(order);
      options.upwind = upwind;
      const Piece piece = makePiece(box, options);
      const ReferenceScheme reference(piece.problem);
      const int np = nodesPerElement(order);
      const std::size_t size = static_cast<std::size_t>(piece.problem.numElements) * 3 * np;
      const auto engine = makeCpuEngine<double>(piece.problem, 2);
      // <x, B y> and <B x, y> over both fields.
      std::vector<std::vector<double>> x[2], Bx[2];
      for (int v = 0; v < 2; ++v) {
        for (int f = 0; f < 2; ++f) {
          x[v].push_back(randomValues<double>(size, 10 * v + f));
          engine->upload(static_cast<Field>(f), x[v][f]);
        }
        for (int f = 0; f < 2; ++f) {
          Bx[v].emplace_back(size);
          engine->stabilityOperator(static_cast<Field>(f), true, Bx[v][f]);
        }
      }
      double left = 0, right = 0, quadratic = 0;
      for (int f = 0; f < 2; ++f) {
        const auto field = static_cast<Field>(f);
        left += reference.innerProduct(field, toFields(x[0][f], np), toFields(Bx[1][f], np));
        right += reference.innerProduct(field, toFields(Bx[0][f], np), toFields(x[1][f], np));
        quadratic += std::abs(reference.innerProduct(field, toFields(Bx[0][f], np), toFields(x[0][f], np)));
      }
      EXPECT_NEAR(left, right, 1e-11 * quadratic) << "P" << order << (upwind ? " upwind" : " centred");
      EXPECT_GT(std::abs(left), 1e-6 * quadratic) << "the products vanish and compare nothing";
    }
}

TEST(CpuEngine, samplePointsGivesTheInterpolatedField) {
  const Piece piece = makePiece(richBox(), richOptions(3));
  EngineCase<double> test(piece.problem, 2);
  const ReferenceElement basis(3);
  const std::array<double, 4> lambda{0.1, 0.2, 0.3, 0.4};
  PointSet points;
  for (std::int32_t element : {0, 40, piece.problem.numElements - 1}) {
    points.element.push_back(element);
    for (double w : basis.evaluate(lambda)) points.weight.push_back(w);
  }
  test.engine->addPoints({});
  const int handle = test.engine->addPoints(points);
  std::vector<double> values(9);
  test.engine->samplePoints(handle, Field::H, values);
  const auto H = test.fields(Field::H);
  for (int p = 0; p < 3; ++p) {
    Eigen::Vector3d expected = Eigen::Vector3d::Zero();
    for (int n = 0; n < basis.np(); ++n)
      expected += basis.evaluate(lambda)[n] * H[points.element[p]].row(n).transpose();
    for (int c = 0; c < 3; ++c) EXPECT_NEAR(values[3 * p + c], expected(c), 1e-14);
  }
}

TEST(CpuEngine, predictedBytesAreWithinFivePerCentOfTheBytesHeld) {
  const KuhnBox box = makeKuhnBox({12, 12, 12}, {1, 1, 1});
  for (int order = minOrder; order <= maxOrder; ++order)
    for (bool upwind : {false, true}) {
      ProblemOptions options;
      options.order = order;
      options.upwind = upwind;
      const Piece piece = makePiece(box, options);
      const auto engine = makeCpuEngine<float>(piece.problem, 1);
      if (upwind) engine->rungeKuttaResidual(0, 0.01, 0, {0, piece.problem.numElements});
      const double predicted = static_cast<double>(cpuEngineBytes(order, box.numElements(), sizeof(float), upwind));
      EXPECT_NEAR(predicted / static_cast<double>(engine->bytes()), 1, 0.05) << "P" << order;
    }
}

TEST(CpuEngine, anUnknownInstructionSetIsAnError) {
  const WithInstructionSet instructionSet("mmx");
  EXPECT_THROW(makeCpuEngine<float>(makePiece(richBox(), richOptions(1)).problem, 1), InputError);
}

TEST(CpuEngine, leapFrogWithTheUpwindFluxIsRefused) {
  ProblemOptions options;
  options.upwind = true;
  const Piece piece = makePiece(richBox(), options);
  EngineCase<float> test(piece.problem, 1);
  EXPECT_THROW(test.engine->fusedHalfStep({Field::E, 0.1, 0, 0}, {0, piece.problem.numElements}), RunError);
}

}  // namespace
}  // namespace fluxtet::test
