// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/post/ports/portPower.hpp"

#include "app/dgtd/observers/nodalPhasor.hpp"
#include "lib/base/mpi.hpp"
#include "lib/mesh/subMeshGeometry.hpp"

#include <cmath>
#include <cstddef>
#include <vector>

namespace fluxtet::ports {
namespace {

using Complex = std::complex<double>;
using dgtd::NodalPhasor;
using dgtd::phasorOf;

// Integrals that are exact for the polynomials by the mass matrix.

/// Integral of E . direction over the parts of a port on this rank, whose values stand in `rows` of E, V m^2, of a
/// strip V m.
template <class Real>
Complex integralAlong(const dgtd::Discretisation& d, const dgtd::ComplexField<Real>& E, const dgtd::LumpedPort& port,
                      std::span<const std::int32_t> rows) {
  const dgtd::PartIntegrals integrals(d.basis);
  const Eigen::Vector3d along(port.direction.data());
  Complex sum = 0;
  for (std::size_t i = 0; i < port.elements.size(); ++i)
    sum += (integrals.weights(port, i, d.mesh) * phasorOf(E, rows[i], d.basis.np()) * along).value();
  return sum;
}

/// Integral of |E - uniform direction|^2 over these, V^2 m, of a strip V^2 and of the tangential field: the square of
/// the deviation from a uniform field. `uniform`: V/m.
template <class Real>
double squareAbout(const dgtd::Discretisation& d, const dgtd::ComplexField<Real>& E, const dgtd::LumpedPort& port,
                   std::span<const std::int32_t> rows, Complex uniform) {
  const dgtd::PartIntegrals integrals(d.basis);
  const Eigen::RowVector3cd mean = uniform * Eigen::RowVector3d(port.direction.data());
  double sum = 0;
  for (std::size_t i = 0; i < port.elements.size(); ++i) {
    NodalPhasor values = phasorOf(E, rows[i], d.basis.np()).rowwise() - mean;
    if (port.isStrip) {
      const Vec3 area = normalised(outwardAreaOf(d.mesh, port.faces[i]));
      const Eigen::Vector3d n(area.data());
      values -= (values * n) * n.transpose();
    }
    sum += values.conjugate().cwiseProduct(integrals.products(port, i, d.mesh) * values).sum().real();
  }
  return sum;
}

}  // namespace

// Where the resistance is small, current and accepted power are small differences of what the generator drives and what
// its resistance takes: they are formed once, from numbers in double precision, and what the resistance takes of a
// field that is not uniform is a sum of squares of its own.
template <class Real>
PortPower powerOf(const dgtd::LumpedPort& port, const dgtd::Discretisation& d, const dgtd::Spectrum<Real>& spectrum,
                  std::span<const std::int32_t> rows, MPI_Comm comm) {
  const std::complex<double> own =
      -static_cast<double>(port.copies) * integralAlong(d, spectrum.E, port, rows) / port.across();
  PortPower power;
  power.region = port.name;
  power.copies = d.copies() / port.copies;
  power.voltage = {sumOverRanks(comm, own.real()), sumOverRanks(comm, own.imag())};
  const double shunt = port.resistance > 0 ? 1 / port.resistance : 0;
  const double beside =
      port.copies * sumOverRanks(comm, squareAbout(d, spectrum.E, port, rows, -power.voltage / port.length));

  // Drive and conduction meet at half steps, where leap-frog has the mean of two voltages; the current of a strip
  // follows from an extrapolation, whose imaginary part has no power.
  const double angle = 2 * std::acos(spectrum.meanOverStep);  // omega dt
  const std::complex<double> mean = spectrum.meanOverStep * power.voltage;
  const std::complex<double> share = port.isStrip ? port.carried(angle) : spectrum.meanOverStep;
  const std::complex<double> carried = share * power.voltage;
  const std::complex<double> generated = port.drive * port.across() * spectrum.waveform[port.source];
  power.current = generated - shunt * carried;
  power.impressed = 0.5 * (mean * std::conj(generated)).real();
  const double unevenLoss = 0.5 * port.conductivity() * std::norm(spectrum.meanOverStep) * beside;
  power.loss = 0.5 * shunt * (mean * std::conj(carried)).real() + unevenLoss;
  power.accepted = 0.5 * (mean * std::conj(power.current)).real() - unevenLoss;
  const std::complex<double> filtered = port.filteredVoltage(power.voltage, power.current, spectrum.frequency, angle);
  // Of the generator that drives the same current where no filter is in series with it.
  const std::complex<double> alike = generated == 0.0 ? 0.0 : generated - shunt * share * (power.voltage - filtered);
  power.available = 0.125 * port.resistance * std::norm(alike);
  power.voltage = filtered;
  power.currentError = roundingShare<Real> * (std::abs(generated) + std::abs(shunt * mean));
  return power;
}

template PortPower powerOf(const dgtd::LumpedPort&, const dgtd::Discretisation&, const dgtd::Spectrum<float>&,
                           std::span<const std::int32_t>, MPI_Comm);
template PortPower powerOf(const dgtd::LumpedPort&, const dgtd::Discretisation&, const dgtd::Spectrum<double>&,
                           std::span<const std::int32_t>, MPI_Comm);

}  // namespace fluxtet::ports
