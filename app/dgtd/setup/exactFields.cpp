// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/setup/exactFields.hpp"

#include "lib/base/constants.hpp"
#include "lib/base/mpi.hpp"
#include "lib/mesh/subMeshGeometry.hpp"

#include <cmath>

namespace fluxtet::dgtd {
namespace {

/// The exact E or Z0 H at a point and time, V/m.
Vec3 normalised(const ExactSolution& exact, Field field, const Vec3& x, double time) {
  return field == Field::E ? exact.E(x, time) : constants::z0 * exact.H(x, time);
}

}  // namespace

std::unique_ptr<ExactSolution> exactSolutionOf(const DgtdCase& theCase, const Discretisation& d) {
  if (!theCase.cavityMode) return nullptr;
  const Material& material = theCase.materials.at(static_cast<std::size_t>(theCase.regions.front().material));
  for (const auto& region : theCase.regions)
    require(
        region.material == theCase.regions.front().material && material.sigma == 0,
        "{}: initial.cavityMode is exact only in a box of one lossless material: use one material without sigma, or "
        "remove `initial`",
        toString(theCase.cavityMode->mark));
  const Vec3 size = d.boundingBox[1] - d.boundingBox[0];
  return makeCavityMode(*theCase.cavityMode, d.boundingBox[0], size, material.epsilonR, material.muR);
}

template <class Real>
std::vector<Real> interpolate(const ExactSolution& exact, const Discretisation& d, Field field, double time) {
  std::vector<Real> values(d.valuesPerField());
  const int np = d.basis.np();
#pragma omp parallel for schedule(static)
  for (std::int32_t e = 0; e < d.mesh.numElements; ++e)
    for (int n = 0; n < np; ++n) {
      const Vec3 x = pointAt(d.mesh, e, d.basis.node(n));
      const Vec3 value = normalised(exact, field, x, time);
      for (std::size_t c = 0; c < 3; ++c)
        values[(static_cast<std::size_t>(e) * static_cast<std::size_t>(np) + static_cast<std::size_t>(n)) * 3 + c] =
            static_cast<Real>(value[c]);
    }
  return values;
}

template <class Real>
void setExactField(FieldEngine<Real>& engine, const ExactSolution& exact, const Discretisation& d, Field field,
                   double time) {
  const StandingWave wave = field == Field::E ? exact.electric(time) : exact.magnetic(time);
  if (!engine.setStandingWave(field, wave)) engine.upload(field, interpolate<Real>(exact, d, field, time));
}

template <class Real>
double relativeError(const ExactSolution& exact, const Discretisation& d, Field field, double time,
                     std::span<const Real> values, MPI_Comm comm) {
  const auto quadrature = d.basis.quadrature(2 * d.basis.order() + 4);
  const auto np = static_cast<std::size_t>(d.basis.np());
  std::vector<std::vector<double>> basisAt;
  for (const auto& point : quadrature.points) basisAt.push_back(d.basis.evaluate(point));

  double error = 0, energy = 0;
#pragma omp parallel for schedule(static) reduction(+ : error, energy)
  for (std::int32_t e = 0; e < d.mesh.numElements; ++e) {
    const auto element = static_cast<std::size_t>(e);
    const Real* nodal = &values[element * np * 3];
    double elementError = 0, elementEnergy = 0;
    for (std::size_t q = 0; q < quadrature.points.size(); ++q) {
      const Vec3 x = pointAt(d.mesh, e, quadrature.points[q]);
      Vec3 difference = normalised(exact, field, x, time);
      for (std::size_t n = 0; n < np; ++n)
        for (std::size_t c = 0; c < 3; ++c) difference[c] -= basisAt[q][n] * static_cast<double>(nodal[3 * n + c]);
      const Vec3 E = normalised(exact, Field::E, x, time), H = normalised(exact, Field::H, x, time);
      elementError += quadrature.weights[q] * dot(difference, difference);
      elementEnergy +=
          quadrature.weights[q] * (d.problem.epsilonR[element] * dot(E, E) + d.problem.muR[element] * dot(H, H));
    }
    const double c = field == Field::E ? d.problem.epsilonR[element] : d.problem.muR[element];
    error += d.problem.volume[element] * c * elementError;
    energy += d.problem.volume[element] * elementEnergy;
  }
  return std::sqrt(sumOverRanks(comm, error) / sumOverRanks(comm, energy));
}

template std::vector<float> interpolate(const ExactSolution&, const Discretisation&, Field, double);
template std::vector<double> interpolate(const ExactSolution&, const Discretisation&, Field, double);
template void setExactField(FieldEngine<float>&, const ExactSolution&, const Discretisation&, Field, double);
template void setExactField(FieldEngine<double>&, const ExactSolution&, const Discretisation&, Field, double);
template double relativeError(const ExactSolution&, const Discretisation&, Field, double, std::span<const float>,
                              MPI_Comm);
template double relativeError(const ExactSolution&, const Discretisation&, Field, double, std::span<const double>,
                              MPI_Comm);

}  // namespace fluxtet::dgtd
