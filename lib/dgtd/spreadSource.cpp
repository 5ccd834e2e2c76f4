// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "dgtd/spreadSource.hpp"

#include "base/mpi.hpp"
#include "dgtd/lineOfSight.hpp"
#include "mesh/quality.hpp"
#include "partition/subMeshGeometry.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

namespace fluxtet {
namespace {

/// The window (1 - r^2/R^2)^4 is smooth enough where it ends, and R in mean edges wide enough for the order's elements
/// to represent what it holds; measured, see docs/verification.md.
constexpr int windowPower = 4;
double radiusInEdges(int order) {
  constexpr std::array<double, maxOrder> radius{1.5, 1.5, 1.2, 1.0};
  return radius[static_cast<std::size_t>(order - minOrder)];
}
/// The moments hold whatever the rule, as both sides use the same; it decides how well the density is resolved.
constexpr int quadratureDegree = 10;

/// The most that the integral of density^2 / window may be, times that of the window: in the open it is 7.1 for degree
/// 5 and 3.3 for 3.
constexpr double roughest = 11;

double meanEdge(const SubMesh& mesh, std::int32_t element) {
  const auto edges = edgeLengths(&mesh.vertices[12 * static_cast<std::size_t>(element)]);
  return std::accumulate(edges.begin(), edges.end(), 0.0) / static_cast<double>(edges.size());
}

/// What the owner of the point's element knows of it.
struct Surroundings {
  double edge = 0;  ///< m, of the point's element
  Medium medium;
  Vec3 eye{};  ///< the point, or where it lies on a face one that is clearly inside the element
};

Surroundings surroundingsOf(const Vec3& at, const LocatedPoint& place, const SubMesh& mesh, const DgtdProblem& problem,
                            MPI_Comm comm) {
  constexpr double inwards = 1e-3;
  std::array<double, 7> known;
  known.fill(-std::numeric_limits<double>::infinity());
  if (place.element >= 0) {
    const Medium medium = mediumOf(problem, place.element);
    const Vec3 eye = at + inwards * (centroidOf(mesh, place.element) - at);
    known = {meanEdge(mesh, place.element), medium.epsilonR, medium.muR, medium.sigma, eye[0], eye[1], eye[2]};
  }
  maxInPlace(comm, known);
  return {known[0], {known[1], known[2], known[3]}, {known[4], known[5], known[6]}};
}

/// Mean edge of the elements within `reach` of the point, by volume.
double meanEdgeNear(const Vec3& at, double reach, const SubMesh& mesh, const DgtdProblem& problem, MPI_Comm comm) {
  std::array<double, 2> sums{};
  for (std::int32_t e = 0; e < mesh.numElements; ++e) {
    if (!isNear(mesh, e, at, reach)) continue;
    const double volume = problem.volume[static_cast<std::size_t>(e)];
    sums[0] += volume * meanEdge(mesh, e);
    sums[1] += volume;
  }
  sumInPlace(comm, sums);
  return sums[0] / sums[1];
}

/// Exponents of the monomials up to a degree, the constant first.
std::vector<std::array<int, 3>> exponents(int degree) {
  std::vector<std::array<int, 3>> all;
  for (int d = 0; d <= degree; ++d)
    for (int i = d; i >= 0; --i)
      for (int j = d - i; j >= 0; --j) all.push_back({i, j, d - i - j});
  return all;
}

/// Points of the elements in sight, where the density is to be found.
class Window {
 public:
  Window(const Vec3& at, double radius, const ReferenceElement& basis)
      : at_(at), radius_(radius), rule_(basis.quadrature(quadratureDegree)) {}

  void find(const SubMesh& mesh, const DgtdProblem& problem, const Surroundings& around, MPI_Comm comm) {
    const auto obstacles = obstaclesNear(at_, radius_, around.medium, mesh, problem, comm);
    for (std::int32_t e = 0; e < mesh.numElements; ++e)
      if (isNear(mesh, e, at_, radius_) && mediumOf(problem, e) == around.medium)
        add(mesh, e, problem.volume[static_cast<std::size_t>(e)], around.eye, obstacles);
  }

  const std::vector<std::int32_t>& elements() const { return elements_; }
  const ReferenceElement::Quadrature& rule() const { return rule_; }
  /// Of all points, in units of the radius from the window's middle.
  const std::vector<Vec3>& places() const { return places_; }
  /// Window times the rule's weight times the element's volume.
  const std::vector<double>& measures() const { return measures_; }

 private:
  void add(const SubMesh& mesh, std::int32_t element, double volume, const Vec3& eye,
           const std::vector<Triangle>& obstacles) {
    const std::size_t before = places_.size();
    bool any = false;
    for (std::size_t q = 0; q < rule_.points.size(); ++q) {
      const Vec3 point = pointAt(mesh, element, rule_.points[q]);
      const Vec3 place = (1 / radius_) * (point - at_);
      const double inside = 1 - dot(place, place);
      if (inside > 0 && !inSight(eye, point, obstacles)) {
        any = false;
        break;
      }
      any = any || inside > 0;
      places_.push_back(place);
      measures_.push_back(inside > 0 ? std::pow(inside, windowPower) * rule_.weights[q] * volume : 0);
    }
    if (any) {
      elements_.push_back(element);
    } else {
      places_.resize(before);
      measures_.resize(before);
    }
  }

  Vec3 at_;
  double radius_;
  ReferenceElement::Quadrature rule_;
  std::vector<std::int32_t> elements_;
  std::vector<Vec3> places_;
  std::vector<double> measures_;
};

/// Coordinates in which the window's second moments are 1 in all directions: thin layers are no special case.
Eigen::Matrix3d whitening(const Window& window, MPI_Comm comm) {
  Eigen::Matrix3d moments = Eigen::Matrix3d::Zero();
  double sum = 0;
  for (std::size_t i = 0; i < window.places().size(); ++i) {
    const Eigen::Map<const Eigen::Vector3d> x(window.places()[i].data());
    moments += window.measures()[i] * x * x.transpose();
    sum += window.measures()[i];
  }
  sumInPlace(comm, {moments.data(), 9});
  sum = sumOverRanks(comm, sum);
  const Eigen::Matrix3d factor = (moments / sum).llt().matrixL();
  return factor.inverse();
}

/// Monomials at all points [point][monomial].
Eigen::MatrixXd monomials(const Window& window, const Eigen::Matrix3d& scale, int degree) {
  const auto powers = exponents(degree);
  Eigen::MatrixXd values(window.places().size(), powers.size());
  std::vector<std::array<double, 3>> power(static_cast<std::size_t>(degree) + 1);
  for (std::size_t i = 0; i < window.places().size(); ++i) {
    const Eigen::Vector3d x = scale * Eigen::Map<const Eigen::Vector3d>(window.places()[i].data());
    for (std::size_t d = 0; d < power.size(); ++d)
      for (std::size_t a = 0; a < 3; ++a) power[d][a] = d == 0 ? 1 : power[d - 1][a] * x[static_cast<Eigen::Index>(a)];
    for (std::size_t k = 0; k < powers.size(); ++k)
      values(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(k)) =
          power[static_cast<std::size_t>(powers[k][0])][0] * power[static_cast<std::size_t>(powers[k][1])][1] *
          power[static_cast<std::size_t>(powers[k][2])][2];
  }
  return values;
}

/// The coefficients of the polynomial of a degree that has the delta function's moments; `gram` of a higher degree.
Eigen::VectorXd momentsOfAPoint(const Eigen::MatrixXd& gram, int degree) {
  const int size = nodesPerElement(degree);
  const Eigen::MatrixXd part = gram.topLeftCorner(size, size);
  return part.completeOrthogonalDecomposition().solve(Eigen::VectorXd::Unit(size, 0));
}

/// The polynomial that the window is multiplied with, at all points: what makes its moments those of the delta
/// function. Beside a wall the density would be rough, many times larger than in the open: a lower degree does there.
Eigen::VectorXd correction(const Window& window, int degree, MPI_Comm comm) {
  const Eigen::MatrixXd values = monomials(window, whitening(window, comm), degree);
  const Eigen::Map<const Eigen::VectorXd> measure(window.measures().data(),
                                                  static_cast<Eigen::Index>(window.measures().size()));
  Eigen::MatrixXd gram = values.transpose() * measure.asDiagonal() * values;
  sumInPlace(comm, {gram.data(), static_cast<std::size_t>(gram.size())});
  Eigen::VectorXd coefficients = momentsOfAPoint(gram, degree);
  if (coefficients[0] * gram(0, 0) > roughest) coefficients = momentsOfAPoint(gram, lowestSpreadDegree);
  return values.leftCols(coefficients.size()) * coefficients;
}

/// Nodal values of what has these values at the rule's points, times weights, on an element of unit volume
/// [Np][points].
Eigen::MatrixXd projection(const ReferenceElement::Quadrature& rule, const ReferenceElement& basis) {
  Eigen::MatrixXd basisAt(basis.np(), static_cast<Eigen::Index>(rule.points.size()));
  for (std::size_t q = 0; q < rule.points.size(); ++q) {
    const std::vector<double> phi = basis.evaluate(rule.points[q]);
    basisAt.col(static_cast<Eigen::Index>(q)) = Eigen::Map<const Eigen::VectorXd>(phi.data(), basis.np());
  }
  return basis.mass().ldlt().solve(basisAt);
}

}  // namespace

int spreadDegree(int order) {
  return order == 1 ? lowestSpreadDegree : 5;
}

SpreadPoint spreadPoint(const Vec3& at, const LocatedPoint& place, const SubMesh& mesh, const DgtdProblem& problem,
                        const ReferenceElement& basis, MPI_Comm comm) {
  const Surroundings around = surroundingsOf(at, place, mesh, problem, comm);
  const double radius = radiusInEdges(basis.order()) * meanEdgeNear(at, around.edge, mesh, problem, comm);
  Window window(at, radius, basis);
  window.find(mesh, problem, around, comm);
  const Eigen::VectorXd factor = correction(window, spreadDegree(basis.order()), comm);

  const Eigen::MatrixXd project = projection(window.rule(), basis);
  const Eigen::Index points = project.cols();
  SpreadPoint result{radius, window.elements(), {}};
  for (std::size_t k = 0; k < result.element.size(); ++k) {
    const auto begin = static_cast<Eigen::Index>(k) * points;
    const Eigen::Map<const Eigen::VectorXd> measure(&window.measures()[static_cast<std::size_t>(begin)], points);
    const Eigen::VectorXd density = project * measure.cwiseProduct(factor.segment(begin, points)) /
                                    problem.volume[static_cast<std::size_t>(result.element[k])];
    result.density.insert(result.density.end(), density.begin(), density.end());
  }
  return result;
}

}  // namespace fluxtet
