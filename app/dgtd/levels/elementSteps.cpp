// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/levels/elementSteps.hpp"

#include "lib/base/mpiTags.hpp"
#include "lib/base/symmetricTensor.hpp"
#include "lib/basis/orders.hpp"
#include "partition/exchange/haloExchange.hpp"

#include <Eigen/Dense>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace fluxtet::dgtd {
namespace {

/// The largest eigenvalue of B at each order over the largest row norm at order 1, roughly: levels are chosen by it,
/// and whether the step is stable the conditions say (filterConditions()).
constexpr double eigenvalueOverRows[maxOrder + 1] = {0, 1.12, 1.95, 3.0, 4.2};

using Matrix12 = Eigen::Matrix<double, 12, 12>;
using Matrix4 = Eigen::Matrix4d;

/// The inverse root of the P1 mass matrix is sqrt(20 / |K|) times I + rootShare 1 1^T.
const double rootShare = (1 / std::sqrt(5.0) - 1) / 4;

Matrix4 inverseRoot() {
  return Matrix4::Identity() + rootShare * Matrix4::Ones();
}

/// The integral of lambda_a lambda_b over a face of area 1.
double faceMass(int a, int b, int face) {
  return a == face || b == face ? 0 : a == b ? 1.0 / 6 : 1.0 / 12;
}

/// By how much the trace of a field on a face counts in the flux: half of what the outer trace exceeds the own one.
double ownShare(const RowNeighbour& across, double mirror) {
  return across.volume > 0 ? -0.5 : 0.5 * (mirror - 1);
}

/// The Gram matrix of the rows of one field times the element's own inertia. `inertiaAcross`: of the other field, in
/// the element [4] and across its faces [0..3]; `mirror`: by face, of the other field.
Matrix12 gramMatrix(const std::array<Eigen::Vector3d, 4>& g, double volume,
                    const std::array<RowNeighbour, 4>& neighbour, const std::array<double, 5>& inertiaOfOther,
                    const std::array<double, 4>& mirror) {
  // Volume term and the own traces, [test function a][source function b], as vectors c with c x F.
  std::array<Matrix4, 3> c;
  for (int x = 0; x < 3; ++x)
    for (int a = 0; a < 4; ++a)
      for (int b = 0; b < 4; ++b) {
        double value = volume / 4 * g[static_cast<std::size_t>(b)][x];
        for (int f = 0; f < 4; ++f)
          value += ownShare(neighbour[static_cast<std::size_t>(f)], mirror[static_cast<std::size_t>(f)]) *
                   faceMass(a, b, f) * (-3 * volume * g[static_cast<std::size_t>(f)][x]);
        c[static_cast<std::size_t>(x)](a, b) = value;
      }
  const Matrix4 root = inverseRoot();
  for (Matrix4& m : c) m = (20 / volume) * (root * m * root);
  // Sums over k of [u]x [v]x^T = (u . v) I - v u^T with u = c(a, k) and v = c(b, k), in blocks [xyz][a].
  Matrix12 gram;
  const double inverse = 1 / inertiaOfOther[4];
  const auto products = [&](int x, int y) -> Matrix4 {
    return inverse * (c[static_cast<std::size_t>(x)] * c[static_cast<std::size_t>(y)].transpose());
  };
  const std::array<Matrix4, 3> squares{products(0, 0), products(1, 1), products(2, 2)};
  for (int x = 0; x < 3; ++x) {
    const int y = (x + 1) % 3, z = (x + 2) % 3;
    gram.block<4, 4>(4 * x, 4 * x) = squares[static_cast<std::size_t>(y)] + squares[static_cast<std::size_t>(z)];
    gram.block<4, 4>(4 * x, 4 * y) = -products(y, x);
    gram.block<4, 4>(4 * y, 4 * x) = gram.block<4, 4>(4 * x, 4 * y).transpose();
  }
  for (int f = 0; f < 4; ++f) {
    const RowNeighbour& across = neighbour[static_cast<std::size_t>(f)];
    if (across.volume <= 0) continue;
    // Traces m M^-1 m^T of the neighbour's functions on the face, whose mass matrix has the inverse
    // (20 / |K'|) (I - 1 1^T / 5).
    Matrix4 traces = Matrix4::Zero();
    for (int a = 0; a < 4; ++a)
      for (int b = 0; b < 4; ++b)
        if (a != f && b != f) traces(a, b) = 20 / across.volume * (((a == b ? 1.0 : 0.0) + 5) / 144 - 1.0 / 45);
    traces = (20 / volume) * (root * traces * root);
    const Eigen::Vector3d area = -1.5 * volume * g[static_cast<std::size_t>(f)];
    traces /= inertiaOfOther[static_cast<std::size_t>(f)];
    for (int x = 0; x < 3; ++x)
      for (int y = 0; y < 3; ++y)
        gram.block<4, 4>(4 * x, 4 * y) += ((x == y ? area.squaredNorm() : 0) - area[x] * area[y]) * traces;
  }
  return gram;
}

/// The largest eigenvalue of a positive semidefinite matrix: the Rayleigh quotient of a column of its 16th power.
double largestEigenvalue(const Matrix12& gram) {
  Matrix12 power = gram / gram.trace();
  for (int i = 0; i < 4; ++i) {
    power = (power * power).eval();
    power /= power.trace();
  }
  Eigen::Index column = 0;
  power.diagonal().maxCoeff(&column);
  const Eigen::Matrix<double, 12, 1> v = power.col(column);
  return v.dot(gram * v) / v.squaredNorm();
}

/// The smallest principal value of a medium's inertia: the problem holds the largest.
double leastInertia(const DgtdProblem& problem, std::size_t element, Field field) {
  const double scalar = field == Field::E ? problem.epsilonR[element] : problem.muR[element];
  const TensorMedium* const tensors = problem.tensorsOf(element);
  if (tensors == nullptr) return scalar;
  const auto& tensor = field == Field::E ? tensors->epsilonR : tensors->muR;
  if (!tensor) return scalar;
  return principalValues(*tensor)[0];
}

/// The step at order 1 over the height of an element, of most elements of unstructured meshes.
constexpr double stepOverHeight = 0.31;

}  // namespace

std::vector<double> roughElementSteps(const DgtdProblem& problem) {
  const double share = stepOverHeight * eigenvalueOverRows[1] / eigenvalueOverRows[problem.order];
  std::vector<double> steps(static_cast<std::size_t>(problem.numElements));
#pragma omp parallel for schedule(static)
  for (std::size_t e = 0; e < steps.size(); ++e) {
    const double* const g = &problem.gradient[9 * e];
    const std::array<Vec3, 3> gradient{Vec3{g[0], g[1], g[2]}, {g[3], g[4], g[5]}, {g[6], g[7], g[8]}};
    double steepest = norm(gradient[0] + gradient[1] + gradient[2]);
    for (const Vec3& ofVertex : gradient) steepest = std::max(steepest, norm(ofVertex));
    steps[e] = share * std::sqrt(leastInertia(problem, e, Field::E) * leastInertia(problem, e, Field::H)) / steepest;
  }
  return steps;
}

RowNorms rowNorms(const double* gradient, double volume, double epsilonR, double muR,
                  const std::array<RowNeighbour, 4>& neighbour) {
  std::array<Eigen::Vector3d, 4> g;
  g[0] = Eigen::Vector3d::Zero();
  for (std::size_t k = 0; k < 3; ++k) {
    g[k + 1] = {gradient[3 * k], gradient[3 * k + 1], gradient[3 * k + 2]};
    g[0] -= g[k + 1];
  }
  std::array<double, 5> epsilon{}, mu{};
  std::array<double, 4> mirrorOfE{}, mirrorOfH{};
  for (std::size_t f = 0; f < 4; ++f) {
    epsilon[f] = neighbour[f].epsilonR;
    mu[f] = neighbour[f].muR;
    mirrorOfE[f] = neighbour[f].mirrorOfE;
    mirrorOfH[f] = -neighbour[f].mirrorOfE;
  }
  epsilon[4] = epsilonR;
  mu[4] = muR;
  RowNorms norms;
  norms.ofE = largestEigenvalue(gramMatrix(g, volume, neighbour, mu, mirrorOfH)) / epsilonR;
  const bool isInside =
      std::all_of(neighbour.begin(), neighbour.end(), [](const RowNeighbour& n) { return n.volume > 0; });
  const bool isUniform = std::all_of(neighbour.begin(), neighbour.end(),
                                     [&](const RowNeighbour& n) { return n.epsilonR == epsilonR && n.muR == muR; });
  norms.ofH =
      isInside && isUniform ? norms.ofE : largestEigenvalue(gramMatrix(g, volume, neighbour, epsilon, mirrorOfE)) / muR;
  return norms;
}

std::vector<double> elementSteps(const SubMesh& mesh, const DgtdProblem& problem, MPI_Comm comm) {
  const auto n = static_cast<std::size_t>(mesh.numElements);
  std::vector<double> epsilon(n), mu(n);
  for (std::size_t e = 0; e < n; ++e) {
    epsilon[e] = leastInertia(problem, e, Field::E);
    mu[e] = leastInertia(problem, e, Field::H);
  }
  HaloExchange<double> exchange(mesh.halo, 3, mpiTag::elementMarks, comm);
  auto send = exchange.sendBuffer();
  for (std::size_t k = 0; k < mesh.halo.sendFace.size(); ++k) {
    const auto element = static_cast<std::size_t>(mesh.halo.sendFace[k] / 4);
    send[3 * k] = problem.volume[element];
    send[3 * k + 1] = epsilon[element];
    send[3 * k + 2] = mu[element];
  }
  exchange.start();
  exchange.finish();
  const auto received = exchange.receiveBuffer();
  const double factor = 2 / eigenvalueOverRows[problem.order];
  std::vector<double> steps(n);
#pragma omp parallel for schedule(static)
  for (std::size_t e = 0; e < n; ++e) {
    std::array<RowNeighbour, 4> neighbour;
    for (std::size_t f = 0; f < 4; ++f) {
      const auto link = static_cast<std::size_t>(mesh.faceLink[4 * e + f]);
      switch (mesh.faceKind[4 * e + f]) {
        case FaceKind::interior:
          neighbour[f] = {problem.volume[link / 4], epsilon[link / 4], mu[link / 4], 0};
          break;
        case FaceKind::halo:
          neighbour[f] = {received[3 * link], received[3 * link + 1], received[3 * link + 2], 0};
          break;
        case FaceKind::boundary:
          neighbour[f] = {0, epsilon[e], mu[e], problem.faceCondition[link].reflection};
          break;
      }
    }
    const RowNorms norms = rowNorms(&problem.gradient[9 * e], problem.volume[e], epsilon[e], mu[e], neighbour);
    steps[e] = factor / std::sqrt(std::max(norms.ofE, norms.ofH));
  }
  return steps;
}

}  // namespace fluxtet::dgtd
