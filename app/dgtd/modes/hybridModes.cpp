// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/modes/hybridModes.hpp"

#include "app/dgtd/modes/hybridSpace.hpp"
#include "app/dgtd/modes/orientation.hpp"
#include "lib/base/constants.hpp"
#include "lib/base/error.hpp"
#include "lib/base/frequencyText.hpp"

#include <fmt/format.h>

#include <Eigen/Dense>
#include <Eigen/Sparse>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <random>
#include <utility>

namespace fluxtet::dgtd {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using Sparse = Eigen::SparseMatrix<double>;
using SparseLu = Eigen::SparseLU<Sparse>;

constexpr int transverseOrder = 3;
constexpr int anchors = 7;  ///< frequencies at which modes are computed; odd, so that one is in the middle

/// Modes at one frequency, by descending beta^2.
struct ModesAt {
  std::vector<double> betaSquared;
  std::vector<VectorXd> x;
};

/// The real eigenpairs of largest positive eigenvalue of the projection of T on `basis`; fewer than `count` if there
/// are no more. `images`: T times the columns of `basis`. `largestResidual`: relative, of these pairs.
std::vector<VectorXd> ritzVectors(const MatrixXd& basis, const MatrixXd& images, Index count, double& largestResidual) {
  const Eigen::EigenSolver<MatrixXd> ritz(basis.transpose() * images);
  std::vector<std::pair<double, Index>> order;
  // Rounding makes a conjugate pair of a degenerate one: its real and imaginary part span the same. What is still
  // complex once the residual is small is a complex mode, and left out.
  for (Index i = 0; i < basis.cols(); ++i)
    if (const auto value = ritz.eigenvalues()[i]; value.real() > 0 && std::abs(value.imag()) < 1e-5 * value.real())
      order.emplace_back(-value.real(), i);
  std::sort(order.begin(), order.end());
  if (static_cast<Index>(order.size()) > count) order.resize(static_cast<std::size_t>(count));
  const Eigen::MatrixXcd eigenvectors = ritz.eigenvectors();
  std::vector<VectorXd> vectors;
  largestResidual = 0;
  for (const auto& [minusValue, i] : order) {
    const Eigen::VectorXcd vector = eigenvectors.col(i);
    const VectorXd y = ritz.eigenvalues()[i].imag() < 0 ? vector.imag().normalized() : vector.real().normalized();
    const double residual = (images * y + minusValue * (basis * y)).norm() / -minusValue;
    largestResidual = std::max(largestResidual, residual);
    vectors.push_back(basis * y);
  }
  return vectors;
}

/// Combines the vectors of each group of equal beta^2 so that their fields are orthogonal in power and extremise
/// int w e_t^2, the largest first (SplittingWeight). `scale`: of beta^2, 1/m^2.
void splitDegenerate(ModesAt& modes, const HybridSpace& space, const Sparse& B, double scale) {
  constexpr double equal = 1e-5;
  const std::size_t n = modes.x.size();
  for (std::size_t first = 0, last = 0; first < n; first = last) {
    for (last = first + 1; last < n && modes.betaSquared[last - 1] - modes.betaSquared[last] < equal * scale;) ++last;
    const auto size = static_cast<Index>(last - first);
    if (size < 2) continue;
    MatrixXd group(space.unknowns(), size);
    for (Index i = 0; i < size; ++i) group.col(i) = modes.x[first + static_cast<std::size_t>(i)];
    const MatrixXd power = group.transpose() * (B * group), form = group.transpose() * (space.splittingMass() * group);
    // Backward waves among them have no such combination that is real.
    if (Eigen::LLT<MatrixXd>(power).info() != Eigen::Success) continue;
    const Eigen::GeneralizedSelfAdjointEigenSolver<MatrixXd> split(-form, power);
    group = (group * split.eigenvectors()).eval();
    for (Index i = 0; i < size; ++i) modes.x[first + static_cast<std::size_t>(i)] = group.col(i);
  }
}

/// Block Krylov space of T = (A - s B)^-1 B with s below every -beta^2, as in symmetricModes.cpp; B is indefinite here,
/// and the space orthonormal in the plain sense.
ModesAt solveAt(const HybridSpace& space, double frequency, Index count) {
  constexpr Index blockWidth = 6;
  const CrossSection& section = space.section();
  const double k = 2 * constants::pi * frequency / constants::c0;
  const double slowest = *std::max_element(section.epsilonR.begin(), section.epsilonR.end()) *
                         *std::max_element(section.muR.begin(), section.muR.end());
  const double shift = -1.05 * k * k * slowest;
  const Sparse A = space.curlCurl() - k * k * space.permittivity(), B = space.coupling() - k * k * space.axialMass();
  const SparseLu inverse(A - shift * B);
  // Fields (0, e_z) have A x = 0 and hide all modes below cut-off. Modes are orthogonal to them in B.
  const Index axial = space.axialUnknowns(), transverse = space.unknowns() - axial;
  const Sparse axialOfTransverse = B.bottomRows(axial).leftCols(transverse);
  const SparseLu axialInverse(Sparse(B.bottomRows(axial).rightCols(axial)));
  const auto apply = [&](const MatrixXd& x) {
    MatrixXd y = inverse.solve(B * x);
    y.bottomRows(axial) = -axialInverse.solve(axialOfTransverse * y.topRows(transverse));
    return y;
  };
  requireRun(inverse.info() == Eigen::Success && axialInverse.info() == Eigen::Success,
             "modes of a port: the matrix at {} is singular", frequencyText(frequency));
  std::minstd_rand random;
  MatrixXd basis(space.unknowns(), 0), images(space.unknowns(), 0);
  MatrixXd block(space.unknowns(), blockWidth);
  for (double& value : block.reshaped()) value = static_cast<double>(random()) / 1073741824.0 - 1;
  block = apply(block);
  std::vector<VectorXd> vectors;
  for (int step = 1;; ++step) {
    requireRun(step < 50, "modes of a port: the eigenvalue solver does not converge at {}", frequencyText(frequency));
    require(basis.cols() + blockWidth <= transverse,
            "the triangles of the port are too coarse for its hybrid modes: mesh the port finer");
    for (int pass = 0; pass < 2; ++pass) {
      block -= basis * (basis.transpose() * block);
      block =
          (Eigen::HouseholderQR<MatrixXd>(block).householderQ() * MatrixXd::Identity(block.rows(), blockWidth)).eval();
    }
    const MatrixXd next = apply(block);
    basis.conservativeResize(Eigen::NoChange, basis.cols() + blockWidth);
    images.conservativeResize(Eigen::NoChange, images.cols() + blockWidth);
    basis.rightCols(blockWidth) = block;
    images.rightCols(blockWidth) = next;
    block = next;
    double residual = 0;
    if (step % 3 == 0) vectors = ritzVectors(basis, images, count, residual);
    if (static_cast<Index>(vectors.size()) == count && step % 3 == 0 && residual < 1e-9) break;
  }
  ModesAt modes;
  for (VectorXd& x : vectors) {
    modes.betaSquared.push_back(-x.dot(A * x) / x.dot(B * x));
    modes.x.push_back(std::move(x));
  }
  splitDegenerate(modes, space, B, k * k * slowest);
  return modes;
}

/// |int e x h| of either with the other's, over that of each with itself.
double likeness(const HybridSpace& space, const VectorXd& p, const VectorXd& q) {
  const auto power = [&](const VectorXd& e, const VectorXd& h) {
    return space.transversePart(e).dot(space.coupling() * h);
  };
  return std::sqrt(std::abs(power(p, q) * power(q, p) / (power(p, p) * power(q, q))));
}

/// What (V / I) beta / (omega mu0) of a mode is.
double impedanceFactor(const HybridSpace& space, const VectorXd& x) {
  const VectorXd transverse = space.transversePart(x);
  return transverse.dot(space.mass() * transverse) / transverse.dot(space.coupling() * x);
}

/// Squares of Chebyshev's points of the band, as frequencies.
std::vector<double> anchorFrequencies(const FrequencyBand& band) {
  const double low = band.lowest * band.lowest, high = band.highest * band.highest;
  std::vector<double> frequencies;
  for (int i = 0; i < anchors; ++i)
    frequencies.push_back(std::sqrt((low + high) / 2 - (high - low) / 2 * std::cos(constants::pi * i / (anchors - 1))));
  return frequencies;
}

/// Profiles of the mode `x`; the sign is signOf()'s.
void setProfiles(PortMode& mode, const HybridSpace& space, const VectorXd& x) {
  const VectorXd transverse = space.transversePart(x);
  const double norm = std::sqrt(transverse.dot(space.mass() * transverse));
  const double sign = signOf(profileOf(space.electric(x)), space.section());
  VectorPolynomials e = space.electric(x), h = space.magnetic(x);
  const Eigen::Matrix2d quarterTurn{{0, -1}, {1, 0}};
  const double scale = norm / transverse.dot(space.coupling() * x);
  for (auto& coefficients : e.coefficients) coefficients *= sign / norm;
  for (auto& coefficients : h.coefficients) coefficients = (sign * scale * quarterTurn * coefficients).eval();
  mode.electric = profileOf(std::move(e));
  mode.magnetic = profileOf(std::move(h));
}

}  // namespace

std::vector<PortMode> hybridModes(const CrossSection& section, int count, const FrequencyBand& band) {
  const HybridSpace space(section, transverseOrder);
  const auto frequencies = anchorFrequencies(band);
  // Some more than wanted, so that modes that change places within the band are found.
  std::vector<ModesAt> all;
  for (const double frequency : frequencies) all.push_back(solveAt(space, frequency, count + 3));
  constexpr int middle = anchors / 2;
  std::vector<PortMode> modes;
  for (int i = 0; i < count; ++i) {
    PortMode& mode = modes.emplace_back();
    mode.kind = ModeKind::hybrid;
    mode.name = fmt::format("hybrid {}", i + 1);
    setProfiles(mode, space, all[middle].x[i]);
    mode.dispersion.frequency = frequencies;
    mode.dispersion.betaSquared.resize(anchors);
    mode.dispersion.impedanceFactor.resize(anchors);
    for (const int direction : {-1, 1}) {
      std::size_t at = i;
      for (int anchor = middle; anchor >= 0 && anchor < anchors; anchor += direction) {
        if (anchor != middle) {
          const VectorXd& before = all[anchor - direction].x[at];
          double best = 0;
          for (std::size_t j = 0; j < all[anchor].x.size(); ++j)
            if (const double like = likeness(space, before, all[anchor].x[j]); like > best) best = like, at = j;
          require(best > 0.8,
                  "mode {} of the port cannot be followed from {} to {}: it changes too much, or changes places with "
                  "others; make the band narrower",
                  i + 1, frequencyText(frequencies[anchor - direction], 4), frequencyText(frequencies[anchor], 4));
        }
        mode.dispersion.betaSquared[anchor] = all[anchor].betaSquared[at];
        mode.dispersion.impedanceFactor[anchor] = impedanceFactor(space, all[anchor].x[at]);
      }
    }
  }
  return modes;
}

}  // namespace fluxtet::dgtd
