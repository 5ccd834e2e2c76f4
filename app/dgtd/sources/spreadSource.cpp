// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/sources/spreadSource.hpp"

#include "app/dgtd/sources/sourceWindow.hpp"
#include "lib/base/constants.hpp"
#include "lib/base/mpi.hpp"

#include <array>
#include <cmath>
#include <complex>
#include <optional>

namespace fluxtet::dgtd {
namespace {

/// Exponents [monomial][xyz] of the monomials up to a degree, the constant first.
std::vector<std::array<int, 3>> exponents(int degree) {
  std::vector<std::array<int, 3>> all;
  for (int d = 0; d <= degree; ++d)
    for (int i = d; i >= 0; --i)
      for (int j = d - i; j >= 0; --j) all.push_back({i, j, d - i - j});
  return all;
}

/// Transformation of coordinates after which the window's second moments are the unit matrix (whitening), so that thin
/// layers are well conditioned. Collective.
Eigen::Matrix3d whitening(const SourceWindow& window, MPI_Comm comm) {
  Eigen::Matrix3d moments = Eigen::Matrix3d::Zero();
  double sum = 0;
  for (std::size_t i = 0; i < window.points().size(); ++i) {
    const Eigen::Map<const Eigen::Vector3d> x(window.points()[i].data());
    moments += window.measures()[i] * x * x.transpose();
    sum += window.measures()[i];
  }
  sumInPlace(comm, {moments.data(), 9});
  sum = sumOverRanks(comm, sum);
  const Eigen::Matrix3d factor = (moments / sum).llt().matrixL();
  return factor.inverse();
}

/// Values [point][monomial] of the monomials at the window's points, in coordinates scaled by `scale`.
Eigen::MatrixXd monomials(const SourceWindow& window, const Eigen::Matrix3d& scale, int degree) {
  const auto powers = exponents(degree);
  Eigen::MatrixXd values(window.points().size(), powers.size());
  std::vector<std::array<double, 3>> power(static_cast<std::size_t>(degree) + 1);
  for (std::size_t i = 0; i < window.points().size(); ++i) {
    const Eigen::Vector3d x = scale * Eigen::Map<const Eigen::Vector3d>(window.points()[i].data());
    for (std::size_t d = 0; d < power.size(); ++d)
      for (std::size_t a = 0; a < 3; ++a) power[d][a] = d == 0 ? 1 : power[d - 1][a] * x[static_cast<Eigen::Index>(a)];
    for (std::size_t k = 0; k < powers.size(); ++k)
      values(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(k)) =
          power[static_cast<std::size_t>(powers[k][0])][0] * power[static_cast<std::size_t>(powers[k][1])][1] *
          power[static_cast<std::size_t>(powers[k][2])][2];
  }
  return values;
}

/// Factors that turn the window into the density.
struct Correction {
  Eigen::VectorXd factor;  ///< [point] density / window, 1/m^3
  Eigen::VectorXd image;   ///< [point] the same for the image; empty without a mirror
  double roughness = 1;    ///< integral of density^2 / window times the integral of the window
};

/// In front of a mirror: the window itself for the source, and for the image the part of the image's window in front of
/// the plane. Nothing if there is no mirror or if the two parts do not add up to a ball. Collective.
std::optional<Correction> mirrored(const SourceWindow& window, MPI_Comm comm) {
  if (!window.mirror()) return std::nullopt;
  const auto points = static_cast<Eigen::Index>(window.points().size());
  Correction result{Eigen::VectorXd::Ones(points), Eigen::VectorXd::Zero(points)};
  double sum = 0;
  for (Eigen::Index i = 0; i < points; ++i) {
    const auto k = static_cast<std::size_t>(i);
    if (window.measures()[k] == 0) continue;
    result.image[i] = window.imageShare(window.points()[k]);
    sum += window.measures()[k] * (1 + result.image[i]);
  }
  sum = sumOverRanks(comm, sum);
  const double sphere = 32 * constants::pi / 105 * std::pow(window.radius(), 3);
  constexpr double quadratureError = 0.02;
  if (std::abs(sum / sphere - 1) > quadratureError) return std::nullopt;
  result.factor /= sum;
  result.image /= sum;
  return result;
}

/// The polynomial of spreadDegree by which the window is multiplied to have the moments of a spherically symmetric
/// density: 1 in degree 0, a multiple of the unit matrix in degree 2, 0 in odd degrees. The multiple is the one that
/// minimises the integral of density^2 / window; in free space the polynomial is then a constant. Collective.
Correction correction(const SourceWindow& window, MPI_Comm comm) {
  const Eigen::Matrix3d scale = whitening(window, comm);
  const Eigen::MatrixXd values = monomials(window, scale, spreadDegree);
  const Eigen::Map<const Eigen::VectorXd> measure(window.measures().data(),
                                                  static_cast<Eigen::Index>(window.measures().size()));
  Eigen::MatrixXd gram = values.transpose() * measure.asDiagonal() * values;
  sumInPlace(comm, {gram.data(), static_cast<std::size_t>(gram.size())});

  const Eigen::Matrix3d sphere = scale * scale.transpose();
  const auto powers = exponents(spreadDegree);
  Eigen::MatrixXd moments = Eigen::MatrixXd::Zero(gram.rows(), 2);
  moments(0, 0) = 1;
  for (std::size_t k = 0; k < powers.size(); ++k) {
    const auto& [i, j, l] = powers[k];
    if (i + j + l != 2) continue;
    const int first = i > 0 ? 0 : j > 0 ? 1 : 2, last = l > 0 ? 2 : j > 0 ? 1 : 0;
    moments(static_cast<Eigen::Index>(k), 1) = sphere(first, last);
  }
  const Eigen::MatrixXd solution = gram.completeOrthogonalDecomposition().solve(moments);
  const double multiple = -moments.col(0).dot(solution.col(1)) / moments.col(1).dot(solution.col(1));
  const Eigen::VectorXd coefficients = solution.col(0) + multiple * solution.col(1);
  return {values * coefficients, {}, coefficients[0] * gram(0, 0)};
}

/// sin(x) / x.
std::complex<double> sinc(std::complex<double> x) {
  return std::abs(x) < 1e-4 ? 1.0 - x * x / 6.0 : std::sin(x) / x;
}

/// Form factor F: the Fourier transform of the density averaged over all directions, at the wave numbers times R. The
/// part of the ball behind a mirror enters through the image, at its distances from the image. Collective.
std::vector<std::complex<double>> formFactor(const SourceWindow& window, const Correction& correction,
                                             const std::vector<std::complex<double>>& waveNumbers, MPI_Comm comm) {
  std::vector<std::complex<double>> sums(waveNumbers.size());
  const auto add = [&](double weight, double r) {
    if (weight == 0) return;
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += weight * sinc(r * waveNumbers[i]);
  };
  for (std::size_t p = 0; p < window.points().size(); ++p) {
    const auto at = static_cast<Eigen::Index>(p);
    add(window.measures()[p] * correction.factor[at], norm(window.points()[p]));
    if (correction.image.size() > 0)
      add(window.measures()[p] * correction.image[at], window.distanceFromImage(window.points()[p]));
  }
  std::vector<double> parts;
  for (const auto& sum : sums) parts.insert(parts.end(), {sum.real(), sum.imag()});
  sumInPlace(comm, parts);
  for (std::size_t i = 0; i < sums.size(); ++i) sums[i] = {parts[2 * i], parts[2 * i + 1]};
  return sums;
}

Equaliser equaliserOf(const SourceWindow& window, const Correction& correction, MPI_Comm comm) {
  const MaterialValues& medium = window.medium();
  const double radius = window.radius();
  const EqualiserBand band(medium.sigma * radius * std::sqrt(medium.muR / medium.epsilonR),
                           radius * std::sqrt(medium.epsilonR * medium.muR) / constants::c0);
  return band.equalise(formFactor(window, correction, band.waveNumbers(), comm));
}

/// L2 projection from quadrature points to nodal values on an element of unit volume, [Np][point]; the values at the
/// points include the quadrature weights.
Eigen::MatrixXd projection(const ReferenceElement::Quadrature& rule, const ReferenceElement& basis) {
  Eigen::MatrixXd basisAt(basis.np(), static_cast<Eigen::Index>(rule.points.size()));
  for (std::size_t q = 0; q < rule.points.size(); ++q) {
    const std::vector<double> phi = basis.evaluate(rule.points[q]);
    basisAt.col(static_cast<Eigen::Index>(q)) = Eigen::Map<const Eigen::VectorXd>(phi.data(), basis.np());
  }
  return basis.mass().ldlt().solve(basisAt);
}

/// Nodal values [element][Np] of the window times `factor` [point], 1/m^3.
std::vector<double> densityOf(const SourceWindow& window, const Eigen::VectorXd& factor, const DgtdProblem& problem,
                              const ReferenceElement& basis) {
  const Eigen::MatrixXd project = projection(window.rule(), basis);
  const Eigen::Index points = project.cols();
  std::vector<double> result;
  for (std::size_t k = 0; k < window.elements().size(); ++k) {
    const auto begin = static_cast<Eigen::Index>(k) * points;
    const Eigen::Map<const Eigen::VectorXd> measure(&window.measures()[static_cast<std::size_t>(begin)], points);
    const Eigen::VectorXd density = project * measure.cwiseProduct(factor.segment(begin, points)) /
                                    problem.volume[static_cast<std::size_t>(window.elements()[k])];
    result.insert(result.end(), density.begin(), density.end());
  }
  return result;
}

}  // namespace

SpreadPoint spreadPoint(const Vec3& at, const LocatedPoint& located, const SubMesh& mesh, const DgtdProblem& problem,
                        const ReferenceElement& basis, MPI_Comm comm) {
  const SourceWindow window(at, located, mesh, problem, basis, comm);
  auto corrected = mirrored(window, comm);
  const bool mirror = corrected.has_value();
  if (!mirror) corrected = correction(window, comm);

  SpreadPoint result;
  result.radius = window.radius();
  result.roughness = corrected->roughness;
  result.element = window.elements();
  result.density = densityOf(window, corrected->factor, problem, basis);
  if (mirror) {
    result.mirror = window.mirror();
    result.imageDensity = densityOf(window, corrected->image, problem, basis);
  }
  result.equaliser = equaliserOf(window, *corrected, comm);
  return result;
}

}  // namespace fluxtet::dgtd
