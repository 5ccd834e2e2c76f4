// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/basis/referenceElement.hpp"

#include "lib/base/error.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace fluxtet::test {
namespace {

constexpr double tolerance = 2e-13;

class ReferenceElementTest : public ::testing::TestWithParam<int> {
 protected:
  ReferenceElement basis_{GetParam()};

  /// Nodal values of a polynomial given in barycentric coordinates.
  template <class Function>
  Eigen::VectorXd interpolate(Function&& f) const {
    Eigen::VectorXd values(basis_.np());
    for (int n = 0; n < basis_.np(); ++n) values(n) = f(basis_.node(n));
    return values;
  }
};

std::string orderName(const ::testing::TestParamInfo<int>& info) {
  return fmt::format("P{}", info.param);
}
INSTANTIATE_TEST_SUITE_P(Orders, ReferenceElementTest, ::testing::Range(minOrder, maxOrder + 1), orderName);

TEST_P(ReferenceElementTest, nodesAreDistinctLatticePoints) {
  std::set<std::array<int, 4>> seen;
  for (int n = 0; n < basis_.np(); ++n) {
    const auto& index = basis_.nodeIndex(n);
    EXPECT_EQ(index[0] + index[1] + index[2] + index[3], basis_.order());
    for (int i : index) EXPECT_GE(i, 0);
    seen.insert(index);
  }
  EXPECT_EQ(static_cast<int>(seen.size()), nodesPerElement(GetParam()));
}

TEST_P(ReferenceElementTest, basisFunctionsAreOneAtTheirNodeAndZeroAtTheOthers) {
  for (int n = 0; n < basis_.np(); ++n) {
    const auto values = basis_.evaluate(basis_.node(n));
    for (int k = 0; k < basis_.np(); ++k) EXPECT_NEAR(values[k], k == n ? 1 : 0, tolerance);
  }
}

TEST_P(ReferenceElementTest, quadratureIntegratesMonomialsExactly) {
  const int degree = 2 * GetParam() + 2;
  const auto rule = basis_.quadrature(degree);
  const auto factorial = [](int n) { return std::tgamma(n + 1.0); };
  for (int a = 0; a <= degree; ++a)
    for (int b = 0; a + b <= degree; ++b)
      for (int c = 0; a + b + c <= degree; ++c) {
        double sum = 0;
        for (std::size_t q = 0; q < rule.weights.size(); ++q) {
          const auto& x = rule.points[q];
          sum += rule.weights[q] * std::pow(x[0], a) * std::pow(x[2], b) * std::pow(x[3], c);
        }
        const double exact = 6 * factorial(a) * factorial(b) * factorial(c) / factorial(a + b + c + 3);
        EXPECT_NEAR(sum, exact, tolerance * exact + 1e-16) << a << b << c;
      }
}

TEST_P(ReferenceElementTest, fromOrthonormalGivesOrthonormalFunctions) {
  const Eigen::MatrixXd values = basis_.fromOrthonormal();
  const Eigen::MatrixXd products = values.transpose() * basis_.mass() * values;
  EXPECT_LT((products - Eigen::MatrixXd::Identity(basis_.np(), basis_.np())).cwiseAbs().maxCoeff(), tolerance);
}

TEST_P(ReferenceElementTest, massMatrixEqualsItsQuadrature) {
  const auto rule = basis_.quadrature(2 * GetParam());
  Eigen::MatrixXd sum = Eigen::MatrixXd::Zero(basis_.np(), basis_.np());
  for (std::size_t q = 0; q < rule.weights.size(); ++q) {
    const auto values = basis_.evaluate(rule.points[q]);
    const Eigen::Map<const Eigen::VectorXd> phi(values.data(), basis_.np());
    sum += rule.weights[q] * phi * phi.transpose();
  }
  EXPECT_LT((sum - basis_.mass()).cwiseAbs().maxCoeff(), tolerance);
  EXPECT_NEAR(basis_.mass().sum(), 1, tolerance);
}

TEST_P(ReferenceElementTest, derivativeIsExactForPolynomialsOfTheOrder) {
  const int p = GetParam();
  const auto f = [p](const std::array<double, 4>& x) { return std::pow(0.3 + x[1] - 2 * x[2] + 0.5 * x[3], p); };
  const std::array<double, 3> slope{1, -2, 0.5};
  const Eigen::VectorXd values = interpolate(f);
  for (int i = 1; i <= 3; ++i) {
    const Eigen::VectorXd exact = interpolate([&](const std::array<double, 4>& x) {
      return p * slope[i - 1] * std::pow(0.3 + x[1] - 2 * x[2] + 0.5 * x[3], p - 1);
    });
    EXPECT_LT((basis_.derivative(i) * values - exact).cwiseAbs().maxCoeff(), 20 * tolerance) << "lambda_" << i;
  }
}

TEST_P(ReferenceElementTest, derivativeMatricesAreSparseOnEquispacedNodes) {
  const std::array<int, 5> nonZeros{0, 8, 42, 142, 376};
  for (int i = 1; i <= 3; ++i)
    EXPECT_EQ((basis_.derivative(i).array() != 0).count(), nonZeros[GetParam()]) << "lambda_" << i;
}

TEST_P(ReferenceElementTest, liftIntegratesConstantsExactly) {
  // 1^T M (L_f u) = mean of u over face f, so the lift of one has mean one.
  const Eigen::VectorXd one = Eigen::VectorXd::Ones(basis_.np());
  for (int f = 0; f < 4; ++f) {
    const Eigen::VectorXd lifted = basis_.lift(f) * Eigen::VectorXd::Ones(basis_.nf());
    EXPECT_NEAR(one.dot(basis_.mass() * lifted), 1, tolerance) << "face " << f;
  }
}

TEST_P(ReferenceElementTest, derivativesAndLiftsSatisfyTheDivergenceTheorem) {
  // int_K d(uv)/dlambda_i = boundary terms: with n A = -3 |K| g_f this reads, for all u, v,
  // u^T M D_i v + (D_i u)^T M v = -3 (<u, v>_face i - <u, v>_face 0) in unit-volume and unit-area terms.
  const auto& mass = basis_.mass();
  const auto faceProduct = [&](int f) {
    Eigen::MatrixXd trace = Eigen::MatrixXd::Zero(basis_.nf(), basis_.np());
    for (int m = 0; m < basis_.nf(); ++m) trace(m, basis_.faceNode(f, m)) = 1;
    return Eigen::MatrixXd(mass * basis_.lift(f) * trace);
  };
  for (int i = 1; i <= 3; ++i) {
    const Eigen::MatrixXd volume = mass * basis_.derivative(i) + basis_.derivative(i).transpose() * mass;
    const Eigen::MatrixXd surface = -3 * (faceProduct(i) - faceProduct(0));
    EXPECT_LT((volume - surface).cwiseAbs().maxCoeff(), 5 * tolerance) << "lambda_" << i;
  }
}

TEST_P(ReferenceElementTest, elementsThatShareAFaceListItsNodesAlike) {
  // A face has vertices 10 < 20 < 30; a fourth vertex of any id takes any of the four places among them.
  const auto facePoint = [&](const std::array<int, 4>& vertexId, int f, int m) {
    std::map<int, int> point;
    for (int v = 0; v < 4; ++v)
      if (v != f) point[vertexId[v]] = basis_.nodeIndex(basis_.faceNode(f, m))[v];
    return point;
  };
  for (int f = 0; f < 4; ++f) {
    std::array<int, 4> vertexId{10, 20, 30, 10 * f + 5};
    std::sort(vertexId.begin(), vertexId.end());
    for (int m = 0; m < basis_.nf(); ++m) {
      EXPECT_EQ(basis_.nodeIndex(basis_.faceNode(f, m))[f], 0);
      EXPECT_EQ(facePoint(vertexId, f, m), facePoint({10, 20, 30, 40}, 3, m)) << "face " << f << " node " << m;
    }
  }
}

TEST(ReferenceElementOrderTest, anOrderOutsideOneToFourIsAnError) {
  EXPECT_THROW(ReferenceElement(0), InputError);
  EXPECT_THROW(ReferenceElement(5), InputError);
}

}  // namespace
}  // namespace fluxtet::test
