// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/sources/impressedCurrents.hpp"

#include "app/dgtd/sources/spreadSource.hpp"
#include "lib/base/constants.hpp"
#include "lib/base/mpi.hpp"
#include "lib/mesh/pointLocator.hpp"

#include <span>

namespace fluxtet::dgtd {
namespace {

void appendNodeVector(DgtdProblem& problem, double weight, const Vec3& vector) {
  for (const double component : vector) problem.sourceCoefficient.push_back(weight * component);
}

/// A point current I dl delta(x - at), its delta function spread over the elements round it.
SpreadDipole addDipole(const DipoleSource& dipole, std::size_t source, const SubMesh& mesh,
                       const ReferenceElement& basis, DgtdProblem& problem, MPI_Comm comm) {
  const LocatedPoint place = locatePoints(mesh, std::span<const Vec3>(&dipole.at, 1), comm).front();
  require(place.elementId >= 0, "{}: the dipole at ({}, {}, {}) m lies outside the mesh: move it inside",
          toString(dipole.mark), dipole.at[0], dipole.at[1], dipole.at[2]);
  const bool isSpecial = place.element >= 0 && !problem.isPlain(static_cast<std::size_t>(place.element));
  require(sumOverRanks(comm, static_cast<std::int64_t>(isSpecial)) == 0,
          "{}: the dipole lies in a dispersive or anisotropic medium, for whose wavelengths its shape cannot be "
          "corrected: put it into "
          "a region of constant permittivity, or use a current or a gap",
          toString(dipole.mark));
  const SpreadPoint spread = spreadPoint(dipole.at, place, mesh, problem, basis, comm);
  const int equalised = problem.waveforms.addFiltered(spread.equaliser.applied(problem.waveforms.waveforms[source]));
  for (const std::int32_t element : spread.element) problem.sources.push_back({element, equalised});
  const Vec3 image = spread.mirror ? spread.mirror->imageOf(dipole.moment) : Vec3{};
  for (std::size_t n = 0; n < spread.density.size(); ++n) {
    Vec3 moment = spread.density[n] * dipole.moment;
    if (spread.mirror) moment = moment + spread.imageDensity[n] * image;
    appendNodeVector(problem, constants::z0, moment);
  }
  return {source, spread.radius, spread.roughness};
}

/// A uniform current density, A/m^2, in an element.
void addCurrent(std::int32_t element, const Vec3& density, int waveform, const ReferenceElement& basis,
                DgtdProblem& problem) {
  problem.sources.push_back({element, waveform});
  for (int n = 0; n < basis.np(); ++n) appendNodeVector(problem, constants::z0, density);
}

/// The current of a generator on a strip: in the elements at it, the density whose integral with each basis function is
/// that of the sheet's current, of which each of two sides takes one half (docs/theory.md, section 3.9).
void addSheetCurrent(const LumpedPort& port, const SubMesh& mesh, const ReferenceElement& basis, DgtdProblem& problem) {
  const PartIntegrals integrals(basis);
  const Eigen::LDLT<Eigen::MatrixXd> mass(basis.mass());
  for (std::size_t i = 0; i < port.faces.size(); ++i) {
    const std::int32_t e = port.elements[i];
    const Eigen::VectorXd density =
        mass.solve(integrals.weights(port, i, mesh).transpose()) / problem.volume[static_cast<std::size_t>(e)];  // 1/m
    problem.sources.push_back({e, static_cast<int>(port.source)});
    for (int n = 0; n < basis.np(); ++n)
      appendNodeVector(problem, constants::z0 * port.drive * density[n], port.direction);
  }
}

}  // namespace

std::vector<SpreadDipole> addCurrents(const DgtdCase& theCase, const SubMesh& mesh, const ReferenceElement& basis,
                                      DgtdProblem& problem, MPI_Comm comm) {
  std::vector<SpreadDipole> dipoles;
  for (std::size_t i = 0; i < theCase.sources.size(); ++i) {
    if (const auto* dipole = std::get_if<DipoleSource>(&theCase.sources[i]))
      dipoles.push_back(addDipole(*dipole, i, mesh, basis, problem, comm));
    if (const auto* current = std::get_if<CurrentSource>(&theCase.sources[i]))
      // A region continues into the absorbing layers, but its sources do not.
      for (std::int32_t e = 0; e < mesh.numElements; ++e)
        if (mesh.region[static_cast<std::size_t>(e)] == groupIndex(mesh.groups.regions, current->region) &&
            !problem.isInLayer(e))
          addCurrent(e, current->density, static_cast<int>(i), basis, problem);
  }
  return dipoles;
}

void addGenerator(const LumpedPort& port, const SubMesh& mesh, const ReferenceElement& basis, DgtdProblem& problem) {
  if (port.drive == 0) return;
  if (port.isStrip) return addSheetCurrent(port, mesh, basis, problem);
  for (const std::int32_t e : port.elements)
    addCurrent(e, port.drive * port.direction, static_cast<int>(port.source), basis, problem);
}

}  // namespace fluxtet::dgtd
