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

/// The bound of this rank's elements.
double boundOfRank(const DgtdProblem& problem, const ReferenceElement& basis) {
  if (problem.dampedPenaltyOfFace.empty()) return 0;
  // The largest eigenvalue of the means over one face (Warburton, Hesthaven 2003).
  const double ofOneFace = (basis.order() + 1) * (basis.order() + 3) / 3.0;
  struct Candidate {
    double atMost;  ///< by the sum of the faces' eigenvalues
    Weights weights;
  };
  std::vector<Candidate> candidates;
  for (std::size_t e = 0; e < static_cast<std::size_t>(problem.numElements); ++e) {
    const Weights w = weightsOf(problem, e);
    if (const double sum = w[0] + w[1] + w[2] + w[3]; sum > 0) candidates.push_back({ofOneFace * sum, w});
  }
  std::sort(candidates.begin(), candidates.end(),
            [](const Candidate& a, const Candidate& b) { return a.atMost > b.atMost; });
  const std::array<Eigen::MatrixXd, 4> ofFace = meansOverFaces(basis);
  double most = 0;
  for (const auto& [atMost, w] : candidates) {
    if (atMost <= most) break;  // no later one can have more
    const Eigen::MatrixXd sum = w[0] * ofFace[0] + w[1] * ofFace[1] + w[2] * ofFace[2] + w[3] * ofFace[3];
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(sum, Eigen::EigenvaluesOnly);
    most = std::max(most, solver.eigenvalues().maxCoeff());
  }
  return most;
}

}  // namespace

double dampedPenaltyBound(const DgtdProblem& problem, const ReferenceElement& basis, MPI_Comm comm) {
  return maxOverRanks(comm, boundOfRank(problem, basis));
}

DampedPenalty dampedPenalty(const DgtdProblem& problem, const ReferenceElement& basis,
                            const std::vector<LevelElements>& levels, double step, MPI_Comm comm) {
  if (levels.empty()) return {};
  const double bound = 0.5 * step * dampedPenaltyBound(problem, basis, comm);
  if (bound == 0) return {};
  const LevelElements& damped = levels.front();
  const DampingPlan plan = dampingPlan(bound);
  spdlog::debug("half a step times the operator of the damped penalty: at most {:.3g}, {} x {} passes", bound,
                plan.repeats, plan.passes);
  return {1, damped.own, damped.crossesRanks, plan};
}

}  // namespace fluxtet::dgtd
