// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/static/dispatch.hpp"
#include "kernels/static/elementIntegrals.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <functional>
#include <random>
#include <string>
#include <vector>

namespace fluxtet::test {
using namespace fluxtet::statics;

namespace {

constexpr double pi = 3.14159265358979323846;

/// Points and weights of Gauss and Legendre on [0, 1], exact to degree 2 n - 1: roots of P_n by Newton's method.
struct GaussRule {
  explicit GaussRule(int n) {
    for (int i = 0; i < n; ++i) {
      double z = std::cos(pi * (i + 0.75) / (n + 0.5)), slope = 0;
      for (int step = 0; step < 50; ++step) {
        double p = 1, previous = 0;
        for (int k = 1; k <= n; ++k) {
          const double next = ((2 * k - 1) * z * p - (k - 1) * previous) / k;
          previous = p;
          p = next;
        }
        slope = n * (z * p - previous) / (z * z - 1);
        z -= p / slope;
      }
      point.push_back((1 + z) / 2);
      weight.push_back(1 / ((1 - z * z) * slope * slope));
    }
  }
  std::vector<double> point, weight;
};

template <class Kind>
class Quadrature {
 public:
  using El = Element<Kind::form, Kind::order>;
  using Vertices = double[El::nv][El::dim];

  explicit Quadrature(const Vertices& x) : geometry_(barycentric(x)) {
    for (int i = 0; i < El::nv; ++i)
      for (int k = 0; k < El::dim; ++k) x_[i][k] = x[i][k];
  }

  /// Integral of integrand(r, values, F) times the weight of the form; F holds the gradients of the basis functions, or
  /// their inductions in the form for A_phi. The unit cube is folded onto the simplex (Duffy 1982).
  template <class Integrand>
  double integral(const Integrand& integrand) const {
    const GaussRule rule(6);
    double sum = 0;
    std::array<std::size_t, 3> i{};
    const std::size_t third = El::dim == 3 ? 6 : 1;
    for (i[0] = 0; i[0] < 6; ++i[0])
      for (i[1] = 0; i[1] < 6; ++i[1])
        for (i[2] = 0; i[2] < third; ++i[2]) sum += at(rule, i, integrand);
    return sum;
  }

 private:
  template <class Integrand>
  double at(const GaussRule& rule, const std::array<std::size_t, 3>& i, const Integrand& integrand) const {
    double lambda[El::nv], rest = 1, weight = geometry_.measure * (El::dim == 2 ? 2 : 6);
    for (int k = 0; k < El::dim; ++k) {
      const double t = rule.point[i[static_cast<std::size_t>(k)]];
      lambda[k] = rest * t;
      weight *= rule.weight[i[static_cast<std::size_t>(k)]] * (k == 0 ? 1 : rest);
      rest *= 1 - t;
    }
    lambda[El::dim] = rest;
    double r = 0, value[El::nd], F[El::nd][El::dim];
    for (int v = 0; v < El::nv; ++v) r += lambda[v] * x_[v][0];
    shapeValues<Kind::form, Kind::order>(lambda, value);
    shapeGradients<Kind::form, Kind::order>(geometry_, lambda, F);
    if constexpr (Kind::form == FormKind::axisymmetricA)
      for (int a = 0; a < El::nd; ++a) {
        const double gradR = F[a][0], gradZ = F[a][1];
        F[a][0] = -gradZ;
        F[a][1] = gradR + value[a] / r;
      }
    if constexpr (Kind::form == FormKind::axisymmetric || Kind::form == FormKind::axisymmetricA) weight *= 2 * pi * r;
    return weight * integrand(value, F);
  }

  Barycentric<El::dim, double> geometry_;
  Vertices x_;
};

template <int nv, int dim>
void randomElement(std::mt19937& random, double (&x)[nv][dim], double firstColumn) {
  std::uniform_real_distribution<double> step(-0.3, 0.3);
  for (int i = 0; i < nv; ++i)
    for (int k = 0; k < dim; ++k) x[i][k] = (i == k + 1 ? 1 : 0) + step(random) + (k == 0 ? firstColumn : 0);
}

template <class Function>
void forAllKinds(const Function& function) {
  for (const FormKind form : {FormKind::planar, FormKind::axisymmetric, FormKind::axisymmetricA, FormKind::solid})
    for (const int order : {1, 2}) withElement(form, order, function);
}

/// Rules exact to degree 11 sum 216 terms at most: 1e-13 is a hundred roundings.
constexpr double rounding = 1e-13;

TEST(ElementIntegrals, matricesEqualQuadratureOfHighOrder) {
  forAllKinds([](auto kind) {
    using Kind = decltype(kind);
    using El = Element<Kind::form, Kind::order>;
    if constexpr (Kind::form == FormKind::axisymmetricA) return;  // A / r is no polynomial
    std::mt19937 random(1);
    for (int sample = 0; sample < 5; ++sample) {
      double x[El::nv][El::dim], K[El::packed];
      randomElement(random, x, 0.5);
      elementMatrix<Kind::form, Kind::order>(x, 1.7, K);
      const Quadrature<Kind> quadrature(x);
      for (int a = 0; a < El::nd; ++a)
        for (int b = 0; b < El::nd; ++b) {
          const double expected = quadrature.integral([&](const auto&, const auto& F) {
            double sum = 0;
            for (int k = 0; k < El::dim; ++k) sum += 1.7 * F[a][k] * F[b][k];
            return sum;
          });
          EXPECT_NEAR(K[packedIndex(a, b)], expected, rounding * std::sqrt(K[packedIndex(a, a)] * K[packedIndex(b, b)]))
              << "form " << static_cast<int>(Kind::form) << " order " << Kind::order << " entry " << a << ", " << b;
        }
    }
  });
}

TEST(ElementIntegrals, loadsEqualQuadratureOfHighOrder) {
  forAllKinds([](auto kind) {
    using Kind = decltype(kind);
    using El = Element<Kind::form, Kind::order>;
    std::mt19937 random(2);
    for (int sample = 0; sample < 5; ++sample) {
      double x[El::nv][El::dim], d[El::dim], f[El::nd];
      randomElement(random, x, 0.5);
      const double s = sample == 0 ? 0 : 1.3;
      for (int k = 0; k < El::dim; ++k) d[k] = sample == 1 ? 0 : 0.7 - k;
      elementLoad<Kind::form, Kind::order>(x, s, d, f);
      const Quadrature<Kind> quadrature(x);
      for (int a = 0; a < El::nd; ++a) {
        double size = 0;
        const double expected = quadrature.integral([&](const auto& value, const auto& F) {
          double sum = s * value[a];
          for (int k = 0; k < El::dim; ++k) sum += d[k] * F[a][k];
          return sum;
        });
        size = quadrature.integral([&](const auto& value, const auto& F) {
          double sum = std::abs(s * value[a]);
          for (int k = 0; k < El::dim; ++k) sum += std::abs(d[k] * F[a][k]);
          return sum;
        });
        EXPECT_NEAR(f[a], expected, rounding * size)
            << "form " << static_cast<int>(Kind::form) << " order " << Kind::order << " entry " << a;
      }
    }
  });
}

TEST(ElementIntegrals, rightTriangleHasTheClosedFormMatrix) {
  const double x[3][2] = {{0, 0}, {2, 0}, {0, 2}};
  double K[6];
  elementMatrix<FormKind::planar, 1>(x, 3.0, K);
  const std::array expected{3.0, -1.5, 1.5, -1.5, 0.0, 1.5};  // c / 2 of (2, -1, -1; -1, 1, 0; -1, 0, 1)
  for (std::size_t i = 0; i < 6; ++i) EXPECT_DOUBLE_EQ(K[i], expected[i]);
}

TEST(ElementIntegrals, cornerTetrahedronHasTheClosedFormMatrix) {
  const double x[4][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  double K[10];
  elementMatrix<FormKind::solid, 1>(x, 6.0, K);
  const std::array expected{3.0, -1.0, 1.0, -1.0, 0.0, 1.0, -1.0, 0.0, 0.0, 1.0};
  for (std::size_t i = 0; i < 10; ++i) EXPECT_NEAR(K[i], expected[i], rounding);
}

/// K times the node values of A(r, z), and the same by quadrature of high order; `size` of the sums.
template <int order>
void expectExactProduct(const double (&x)[3][2], const std::function<double(double, double)>& A,
                        const std::string& name) {
  using Kind = ElementKind<FormKind::axisymmetricA, order>;
  using El = Element<Kind::form, order>;
  double K[El::packed], u[El::nd];
  elementMatrix<Kind::form, order>(x, 1.0, K);
  for (int a = 0; a < El::nd; ++a) {
    const int i = a < 3 ? a : edgeLow(a - 3), j = a < 3 ? a : edgeHigh(a - 3);
    u[a] = A((x[i][0] + x[j][0]) / 2, (x[i][1] + x[j][1]) / 2);
  }
  const Quadrature<Kind> quadrature(x);
  for (int a = 0; a < El::nd; ++a) {
    double found = 0, size = 0;
    for (int b = 0; b < El::nd; ++b) {
      found += K[packedIndex(a, b)] * u[b];
      size += std::abs(K[packedIndex(a, b)] * u[b]);
    }
    const double expected = quadrature.integral([&](const auto&, const auto& F) {
      double B[2] = {};
      for (int b = 0; b < El::nd; ++b)
        for (int k = 0; k < 2; ++k) B[k] += u[b] * F[b][k];
      return B[0] * F[a][0] + B[1] * F[a][1];
    });
    EXPECT_NEAR(found, expected, rounding * size) << name << ", order " << order << ", row " << a;
  }
}

/// A = b r / 2 is the field B_z = b; r^2 and r z have fields linear in r and z.
TEST(ElementIntegrals, productsWithAnAThatVanishesOnTheAxisAreExact) {
  std::mt19937 random(3);
  for (const double firstColumn : {0.5, 3.0}) {
    double x[3][2];
    randomElement(random, x, firstColumn);
    const auto linear = [](double r, double) { return r / 2; };
    expectExactProduct<1>(x, linear, "r / 2");
    expectExactProduct<2>(x, linear, "r / 2");
    expectExactProduct<2>(
        x, [](double r, double) { return r * r; }, "r^2");
    expectExactProduct<2>(
        x, [](double r, double z) { return r * z; }, "r z");
  }
}
TEST(ElementIntegrals, aUniformFieldOnTheAxisHasItsEnergy) {
  const double x[3][2] = {{0, 0}, {3, 0}, {0, 2}};  // revolved: a cone of volume pi 9 2 / 3
  double linear[6], quadratic[21];
  elementMatrix<FormKind::axisymmetricA, 1>(x, 1.0, linear);
  elementMatrix<FormKind::axisymmetricA, 2>(x, 1.0, quadratic);
  // A = r / 2 is 3/2 at the vertex off the axis, 3/4 in the middle of its edges 01 and 12.
  EXPECT_NEAR(2.25 * linear[packedIndex(1, 1)], 6 * pi, 6 * pi * rounding);
  const int node[] = {1, 3, 5};
  const double value[] = {1.5, 0.75, 0.75};
  double energy = 0;
  for (int a = 0; a < 3; ++a)
    for (int b = 0; b < 3; ++b) energy += value[a] * quadratic[packedIndex(node[a], node[b])] * value[b];
  EXPECT_NEAR(energy, 6 * pi, 6 * pi * rounding);
}
/// What the rules leave of A / r falls as (h / r)^2 at order 1, faster at order 2.
TEST(ElementIntegrals, matricesOfSmallElementsAwayFromTheAxisEqualQuadratureOfHighOrder) {
  const auto deviation = [](auto kind, double h) {
    using Kind = decltype(kind);
    using El = Element<Kind::form, Kind::order>;
    const double x[3][2] = {{1, 0}, {1 + h, h / 5}, {1 + h / 4, h}};
    double K[El::packed], worst = 0;
    elementMatrix<Kind::form, Kind::order>(x, 1.0, K);
    const Quadrature<Kind> quadrature(x);
    for (int a = 0; a < El::nd; ++a) {
      const double exact =
          quadrature.integral([&](const auto&, const auto& F) { return F[a][0] * F[a][0] + F[a][1] * F[a][1]; });
      worst = std::max(worst, std::abs(K[packedIndex(a, a)] / exact - 1));
    }
    return worst;
  };
  for (const double h : {0.1, 0.05}) {
    EXPECT_LT(deviation(ElementKind<FormKind::axisymmetricA, 1>{}, h), h * h);
    EXPECT_LT(deviation(ElementKind<FormKind::axisymmetricA, 2>{}, h), h * h * h * h);
  }
}

TEST(ElementIntegrals, loadsOfAUniformSourceSumToTheVolume) {
  forAllKinds([](auto kind) {
    using Kind = decltype(kind);
    using El = Element<Kind::form, Kind::order>;
    if constexpr (Kind::form == FormKind::planar || Kind::form == FormKind::solid) {
      double x[El::nv][El::dim] = {}, d[El::dim] = {}, f[El::nd], sum = 0;
      for (int k = 0; k < El::dim; ++k) x[k + 1][k] = 2;
      elementLoad<Kind::form, Kind::order>(x, 1.0, d, f);
      for (const double value : f) sum += value;
      EXPECT_NEAR(sum, El::dim == 2 ? 2 : 8.0 / 6, rounding);
    }
  });
}

}  // namespace
}  // namespace fluxtet::test
