// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/statics/staticEngineTest.hpp"

#include <algorithm>
#include <memory>
#include <numeric>
#include <stdexcept>

namespace fluxtet::test {
using namespace fluxtet::statics;

namespace {

/// The matrix and the right-hand side against DenseReference.
class StaticAssembly : public StaticEngineTest {
 protected:
  template <class Real>
  static void expectOperator(StaticEngine<Real>& engine, const DenseReference& reference, const std::string& what) {
    const auto dofs = static_cast<std::int32_t>(reference.f.size());
    const auto x = randomVector<Real>(dofs, 3);
    std::vector<Real> y(x.size());
    engine.apply(x, y);
    const Eigen::VectorXd expected = reference.A * toDense(x);
    constexpr double tolerance = roundingTolerance<Real>();
    EXPECT_LT((toDense(y) - expected).norm(), tolerance * reference.sizeA.norm() * toDense(x).norm()) << what;
    EXPECT_LT(relativeDifference(toDense(engine.diagonal()), reference.A.diagonal(), reference.sizeA.diagonal()),
              tolerance)
        << what;
    EXPECT_LT(relativeDifference(toDense(engine.rightHandSide()), reference.f, reference.sizeF), tolerance) << what;
    if (assembles(GetParam().assembly)) {
      EXPECT_LT(relativeDifference(toDense(engine.matrix()), reference.A, reference.sizeA), tolerance) << what;
    } else {
      EXPECT_THROW(engine.matrix(), std::logic_error);
    }
  }

  template <class Real>
  static void expectPiece(const PieceOptions& options) {
    const StaticPiece piece = makePiece(options);
    expectOperator(*assembledEngine<Real>(piece), DenseReference(piece), fmt::format("{} elements", options.elements));
  }
};

INSTANTIATE_TEST_SUITE_P(Statics, StaticAssembly, ::testing::ValuesIn(allMethods()), testName);

TEST_P(StaticAssembly, equalsPlainLoopsAtRaggedSizes) {
  forEachElement([](PieceOptions piece) {
    for (piece.elements = 1; piece.elements <= 300; piece.elements += piece.elements < 5 ? 1 : 59) {
      expectPiece<float>(piece);
      expectPiece<double>(piece);
    }
  });
}

// As nonlinear materials will want it: each element has coefficients of its own, which change from assembly to
// assembly.
TEST_P(StaticAssembly, equalsPlainLoopsWithCoefficientsOfEachElement) {
  forEachElement([](const PieceOptions& options) {
    StaticPiece piece = makePiece(options);
    piece.problem.numCoefficientSets = piece.problem.numElements();
    std::iota(piece.problem.coefficientSet.begin(), piece.problem.coefficientSet.end(), 0);
    std::unique_ptr<StaticEngine<double>> engine;
    for (const double step : {0.01, 0.02}) {
      piece.coefficients.clear();
      for (std::int32_t e = 0; e < piece.problem.numElements(); ++e)
        piece.coefficients.push_back({1 + step * e, e % 2 == 0 ? 0.0 : 1 - step * e, {0.1, step * e, -1}});
      if (engine)
        engine->assemble(piece.coefficients, piece.loads);
      else
        engine = assembledEngine<double>(piece);
      expectOperator(*engine, DenseReference(piece), fmt::format("step {}", step));
    }
  });
}

TEST_P(StaticAssembly, equalsPlainLoopsOutOfOrder) {
  forEachElement([](PieceOptions piece) {
    piece.shuffled = true;
    expectPiece<float>(piece);
    expectPiece<double>(piece);
  });
}

TEST_P(StaticAssembly, equalsPlainLoopsWithAndWithoutEachKindOfConstraint) {
  forEachElement([](PieceOptions piece) {
    for (const int bits : {0, 1, 2, 4}) {
      piece.prescribed = bits & 1;
      piece.merged = bits & 2;
      piece.negative = bits & 4;
      expectPiece<float>(piece);
      expectPiece<double>(piece);
    }
  });
}

TEST_P(StaticAssembly, anotherAssemblyOnTheSameMeshTakesTheNewCoefficients) {
  forEachElement([](const PieceOptions& options) {
    StaticPiece piece = makePiece(options);
    const auto engine = assembledEngine<double>(piece);
    piece.coefficients = {{3, 1, {}}, {0.2, 0, {}}, {5, -2, {1, 0.5, -3}}};
    piece.loads.prescribed = {-2, 4};
    engine->assemble(piece.coefficients, piece.loads);
    expectOperator(*engine, DenseReference(piece), "assembled again");
  });
}

TEST_P(StaticAssembly, newLoadsChangeTheRightHandSideAlone) {
  forEachElement([](const PieceOptions& options) {
    StaticPiece piece = makePiece(options);
    const auto engine = assembledEngine<double>(piece);
    for (auto& region : piece.coefficients) {
      region.s += 2;
      region.d = {1, -1, 0.5};
    }
    piece.loads.prescribed = {7, -0.5};
    piece.loads.atDofs = {{1, -3}};
    engine->setLoads(piece.coefficients, piece.loads);
    expectOperator(*engine, DenseReference(piece), "other loads");
  });
}

TEST_P(StaticAssembly, aConstantPotentialGivesNothingWithoutConstraints) {
  forEachElement([](PieceOptions options) {
    if (!singularWhenFree(options)) return;
    options.prescribed = options.negative = false;
    const StaticPiece piece = makePiece(options);
    const auto engine = assembledEngine<double>(piece);
    const std::vector<double> one(static_cast<std::size_t>(piece.problem.numDofs), 1.0);
    std::vector<double> y(one.size());
    engine->apply(one, y);
    const Eigen::VectorXd sizes = DenseReference(piece).sizeA.rowwise().sum();
    for (std::size_t i = 0; i < y.size(); ++i)
      EXPECT_LT(std::abs(y[i]), roundingTolerance<double>() * sizes(static_cast<Eigen::Index>(i))) << "row " << i;
  });
}

/// What only a matrix has.
class StaticMatrix : public StaticEngineTest {};
INSTANTIATE_TEST_SUITE_P(Statics, StaticMatrix, ::testing::ValuesIn(assembledMethods()), testName);

TEST_P(StaticMatrix, hasEachEntryOfTheStructureOnceWithAscendingColumns) {
  forEachElement([](const PieceOptions& options) {
    const StaticPiece piece = makePiece(options);
    const DenseReference reference(piece);
    const auto engine = assembledEngine<float>(piece);
    const CsrMatrix<float> matrix = engine->matrix();
    EXPECT_EQ(matrix.rows(), piece.problem.numDofs);
    EXPECT_EQ(matrix.nonzeros(), reference.structure.sum());
    EXPECT_EQ(engine->nonzeros(), matrix.nonzeros());
    for (std::int32_t i = 0; i < matrix.rows(); ++i)
      for (std::int32_t k = matrix.rowBegin[static_cast<std::size_t>(i)];
           k < matrix.rowBegin[static_cast<std::size_t>(i) + 1]; ++k) {
        const std::int32_t column = matrix.column[static_cast<std::size_t>(k)];
        EXPECT_EQ(reference.structure(i, column), 1) << i << ", " << column;
        if (k > matrix.rowBegin[static_cast<std::size_t>(i)]) {
          EXPECT_LT(matrix.column[static_cast<std::size_t>(k) - 1], column) << "row " << i;
        }
      }
  });
}

TEST_P(StaticMatrix, isSymmetric) {
  forEachElement([](const PieceOptions& options) {
    const Eigen::MatrixXd A = toDense(assembledEngine<double>(makePiece(options))->matrix());
    EXPECT_LT((A - A.transpose()).norm(), roundingTolerance<double>() * A.norm());
  });
}

/// What only gather promises.
class StaticGather : public StaticEngineTest {};
INSTANTIATE_TEST_SUITE_P(Statics, StaticGather,
                         ::testing::Values(StaticMethod{AssemblyMethod::gather, ReductionKind::shuffle}), testName);

TEST_P(StaticGather, hasTheSameBitsEachTime) {
  forEachElement([](const PieceOptions& options) {
    const StaticPiece piece = makePiece(options);
    const auto first = assembledEngine<float>(piece), second = assembledEngine<float>(piece);
    EXPECT_EQ(first->matrix().value, second->matrix().value);
    EXPECT_EQ(first->rightHandSide(), second->rightHandSide());
  });
}

TEST_P(StaticGather, givesNewLoadsTheBitsThatAnAssemblyGivesThem) {
  forEachElement([](const PieceOptions& options) {
    StaticPiece piece = makePiece(options);
    const auto engine = assembledEngine<float>(piece);
    for (auto& region : piece.coefficients) region.s += 0.3, region.d = {1, -1, 0.5};
    piece.loads.prescribed = {7.1, -0.3};
    // Several for one unknown, as boundary integrals give them: their sum depends on the order in single precision.
    piece.loads.atDofs = {{1, -3.3}, {2, 1e-3}, {1, 0.7}, {1, 1e4}, {1, 1e-4}};
    engine->setLoads(piece.coefficients, piece.loads);
    const auto other = assembledEngine<float>(piece);
    EXPECT_EQ(engine->rightHandSide(), other->rightHandSide());
  });
}

/// What only the coloured methods have.
class StaticColouring : public StaticEngineTest {};
INSTANTIATE_TEST_SUITE_P(Statics, StaticColouring, ::testing::ValuesIn(colouredMethods()), testName);

TEST_P(StaticColouring, isReportedAndCoversTheMesh) {
  forEachElement([](PieceOptions options) {
    options.merged = false;
    const StaticPiece piece = makePiece(options);
    const auto report = assembledEngine<float>(piece)->colouring();
    ASSERT_TRUE(report.has_value());
    EXPECT_GE(report->largest, report->smallest);
    EXPECT_LE(report->colours * report->smallest, piece.problem.numElements());
    EXPECT_GE(report->colours * report->largest, piece.problem.numElements());
    // As many elements as meet at one node have different colours.
    std::vector<int> meeting(static_cast<std::size_t>(piece.problem.numDofs));
    for (const std::int32_t dof : piece.problem.elementDof)
      if (dof >= 0) ++meeting[static_cast<std::size_t>(dof)];
    EXPECT_GE(report->colours, *std::max_element(meeting.begin(), meeting.end()));
  });
}

}  // namespace
}  // namespace fluxtet::test
