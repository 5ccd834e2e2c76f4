// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/levels/penaltyBound.hpp"

#include "kernels/dgtd/laws.hpp"
#include "kernels/dgtd/materials.hpp"
#include "lib/base/mpi.hpp"
#include "lib/base/vec3.hpp"
#include "lib/basis/faceMass.hpp"

#include <spdlog/spdlog.h>
#include <Eigen/Dense>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace fluxtet::dgtd {
namespace {

using Weights = std::array<double, 4>;

/// What multiplies the mean square over each face of an element, 1/m: 2 tau |A_f| / ((Z + Z') epsilonR |K|), where
/// |A_f| = 3 |K| |g_f|.
Weights weightsOf(const DgtdProblem& problem, std::size_t element) {
  const double* g = &problem.gradient[9 * element];
  std::array<Vec3, 4> gradient{Vec3{0, 0, 0}, {g[0], g[1], g[2]}, {g[3], g[4], g[5]}, {g[6], g[7], g[8]}};
  for (std::size_t f = 1; f < 4; ++f) gradient[0] = gradient[0] - gradient[f];
  Weights weights;
  for (std::size_t f = 0; f < 4; ++f) {
    const std::size_t face = 4 * element + f;
    const double share = problem.jumpShareAt(Field::E, face, PenaltyPart::damped);
    const MaterialValues own{problem.epsilonR[element], problem.muR[element]};
    const double sum = fluxImpedance(own, Field::E) + fluxImpedance(mediumAcross(problem, face), Field::E);
    weights[f] = 2 * share * 3 * norm(gradient[f]) / (sum * problem.epsilonR[element]);
  }
  return weights;
}

/// Mean products over the faces of functions that are orthonormal over an element, by face, [Np][Np].
std::array<Eigen::MatrixXd, 4> meansOverFaces(const ReferenceElement& basis) {
  const Eigen::MatrixXd root = basis.fromOrthonormal();
  std::array<Eigen::MatrixXd, 4> ofFace;
  for (int f = 0; f < 4; ++f) {
    const Eigen::MatrixXd mass = faceMass(basis, f);
    Eigen::MatrixXd mean = Eigen::MatrixXd::Zero(basis.np(), basis.np());
    for (int m = 0; m < basis.nf(); ++m)
      for (int k = 0; k < basis.nf(); ++k) mean(basis.faceNode(f, m), basis.faceNode(f, k)) = mass(m, k);
    ofFace[static_cast<std::size_t>(f)] = root.transpose() * mean * root;
  }
  return ofFace;
}

/// An upper bound of the damped penalty's operator element by element.
///
/// The largest eigenvalue of the sum of w_f times the means over the faces f is a convex function of w, the same for
/// every order of the faces, and proportional to w. So with w_0 >= w_1 >= w_2 >= w_3 it is at most
///   (w_0 - w_1) L_1 + (w_1 - w_2) L_2 + (w_2 - w_3) L_3 + w_3 L_4,
/// where L_k is that of the means over k faces together.
class ElementPenalties {
 public:
  ElementPenalties(const DgtdProblem& problem, const ReferenceElement& basis) : problem_(problem) {
    Eigen::MatrixXd sum = Eigen::MatrixXd::Zero(basis.np(), basis.np());
    std::size_t faces = 0;
    for (const Eigen::MatrixXd& mean : meansOverFaces(basis)) {
      sum += mean;
      ofFaces_[faces++] =
          Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(sum, Eigen::EigenvaluesOnly).eigenvalues().maxCoeff();
    }
  }

  /// The bound in an element, 1/m.
  double bound(std::size_t element) const {
    Weights w = weightsOf(problem_, element);
    std::ranges::sort(w, std::ranges::greater{});
    return (w[0] - w[1]) * ofFaces_[0] + (w[1] - w[2]) * ofFaces_[1] + (w[2] - w[3]) * ofFaces_[2] + w[3] * ofFaces_[3];
  }
  /// The largest bound of this rank's elements of some levels.
  double largest(LevelRange levels) const {
    double most = 0;
    if (problem_.dampedPenaltyOfFace.empty()) return most;
#pragma omp parallel for schedule(static) reduction(max : most)
    for (std::size_t e = 0; e < static_cast<std::size_t>(problem_.numElements); ++e)
      if (problem_.levelOf(e) >= levels.first && problem_.levelOf(e) <= levels.last) most = std::max(most, bound(e));
    return most;
  }

 private:
  const DgtdProblem& problem_;
  std::array<double, 4> ofFaces_{};  ///< [k - 1] L_k
};

}  // namespace

double dampedPenaltyBound(const DgtdProblem& problem, const ReferenceElement& basis, LevelRange levels, MPI_Comm comm) {
  return maxOverRanks(comm, ElementPenalties(problem, basis).largest(levels));
}

PenaltyOfLevels penaltyOfLevels(const DgtdProblem& problem, const ReferenceElement& basis, double step, MPI_Comm comm) {
  const ElementPenalties penalties(problem, basis);
  PenaltyOfLevels result{0.5 * step * maxOverRanks(comm, penalties.largest({1, 1})),
                         0.5 * step * maxOverRanks(comm, penalties.largest({2, maxTimeLevel}))};
  for (const std::uint8_t level : problem.level) {
    result.elementsOfLevel1 += level == 1 ? 1 : 0;
    result.elementsAbove += level > 1 ? 1 : 0;
  }
  result.elementsOfLevel1 = sumOverRanks(comm, result.elementsOfLevel1);
  result.elementsAbove = sumOverRanks(comm, result.elementsAbove);
  return result;
}

void fitPenaltyOfLevel1(const SubMesh& mesh, const ReferenceElement& basis, double step, const PenaltyOfLevels& penalty,
                        DgtdProblem& problem, MPI_Comm comm) {
  constexpr double leastShare = 0.6, mostBelow = 0.01;
  const double most = mostInLevel1(penalty) / (0.5 * step);
  if (most == 0) return;
  const ElementPenalties penalties(problem, basis);
  std::vector<double> share(static_cast<std::size_t>(problem.numElements), 1);
  std::int64_t below = 0, elements = 0;
#pragma omp parallel for schedule(static) reduction(+ : below, elements)
  for (std::size_t e = 0; e < share.size(); ++e) {
    if (problem.levelOf(e) != 1) continue;
    ++elements;
    if (const double bound = penalties.bound(e); bound > most) share[e] = most / bound;
    if (share[e] < leastShare) ++below;
  }
  below = sumOverRanks(comm, below);
  elements = sumOverRanks(comm, elements);
  if (static_cast<double>(below) > mostBelow * static_cast<double>(elements)) return;
  const std::vector<double> across = acrossFaces(mesh, share, comm);
  for (std::size_t face = 0; face < across.size(); ++face)
    problem.dampedPenaltyOfFace[face] *= std::min(share[face / 4], across[face]);
}

DampedPenalty dampedPenalty(const PenaltyOfLevels& penalty, const std::vector<LevelElements>& levels) {
  if (levels.empty()) return {};
  DampedPenalty damped;
  damped.plan = dampingPlan(penalty);
  const auto of = [](const LevelElements& list) {
    return DampedPenalty::Where{list.level, list.own, list.withNeighbours, list.crossesRanks};
  };
  damped.last = of(levels.front());
  if (levels.size() > 1) damped.before = of(levels[1]);
  if (damped.plan.everywhere) {
    damped.before = damped.last;
    // A pass over all of them reads no elements beside them: the faces there have no damped penalty.
    damped.before.withNeighbours = damped.before.elements;
  }
  spdlog::debug(
      "half a step times the operator of the damped penalty: at most {:.3g} at level 1, {:.3g} above; "
      "{} x {} passes{}",
      penalty.inLevel1, penalty.above, damped.plan.repeats, damped.plan.passes,
      damped.plan.everywhere ? " everywhere" : "");
  return damped;
}

}  // namespace fluxtet::dgtd
