// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/post/ports/wavePortPower.hpp"

#include "app/dgtd/observers/nodalPhasor.hpp"
#include "lib/base/constants.hpp"
#include "lib/base/mpi.hpp"

#include <array>
#include <cmath>
#include <complex>
#include <cstddef>

namespace fluxtet::ports {
namespace {

using Complex = std::complex<double>;
using dgtd::NodalPhasor;

/// V = int E.e and I = int (e x H).n of a mode on this rank, V and A; of the mean of the two sides.
struct Overlap {
  Complex voltage = 0, current = 0;
};
template <class Real>
Overlap overlapOf(const dgtd::WavePort& port, std::size_t mode, const dgtd::Discretisation& d,
                  const dgtd::Spectrum<Real>& spectrum, std::span<const std::int32_t> rows) {
  Overlap overlap;
  for (const OverlapTerm& term : overlapTerms(port, mode, d)) {
    const NodalPhasor E = dgtd::phasorOf(spectrum.E, rows[term.row], d.basis.np());
    const NodalPhasor H = dgtd::phasorOf(spectrum.H, rows[term.row], d.basis.np());
    for (Eigen::Index n = 0; n < E.rows(); ++n) {
      const double weight = term.weight[static_cast<std::size_t>(n)];
      overlap.voltage += weight * E(n, term.component);
      overlap.current += weight * term.sign * H(n, term.across) / constants::z0;
    }
  }
  return overlap;
}

}  // namespace

template <class Real>
std::vector<PortPower> powersOf(const dgtd::WavePort& port, const dgtd::DgtdCase& theCase,
                                const dgtd::Discretisation& d, const dgtd::Spectrum<Real>& spectrum,
                                std::span<const std::int32_t> rows, MPI_Comm comm) {
  std::vector<PortPower> powers;
  for (std::size_t m = 0; m < port.modes.size(); ++m) {
    const Overlap own = overlapOf(port, m, d, spectrum, rows);
    std::array<double, 4> sums{own.voltage.real(), own.voltage.imag(), own.current.real(), own.current.imag()};
    sumInPlace(comm, sums);
    Complex V(sums[0], sums[1]), I(sums[2], sums[3]), entering = 0;
    for (const dgtd::PortWave& wave : d.wavePorts.waves) {
      if (d.wavePorts.ports[wave.port].port != port.port || wave.mode != static_cast<int>(m)) continue;
      // The side of the layer lacks the wave that enters.
      entering = wave.amplitude * spectrum.waveform[static_cast<std::size_t>(wave.waveform)];
      V += 0.5 * entering;
      I += 0.5 * entering / modeImpedance(port.modes[m], spectrum.frequency);
    }
    const Complex Z = modeImpedance(port.modes[m], spectrum.frequency);
    PortPower& power = powers.emplace_back();
    power.region = nameOfMode(theCase.ports[port.port], static_cast<int>(m));
    power.copies = d.copies();
    power.voltage = V;
    power.current = I;
    power.currentError = roundingShare<Real> * std::abs(I);
    power.accepted = 0.5 * spectrum.meanOverStep * (V * std::conj(I)).real();
    power.impressed = entering == 0.0 ? 0 : power.accepted;
    power.available = Z.real() > 0 ? 0.5 * std::norm(entering) * Z.real() / std::norm(Z) : 0;
  }
  return powers;
}

template std::vector<PortPower> powersOf(const dgtd::WavePort&, const dgtd::DgtdCase&, const dgtd::Discretisation&,
                                         const dgtd::Spectrum<float>&, std::span<const std::int32_t>, MPI_Comm);
template std::vector<PortPower> powersOf(const dgtd::WavePort&, const dgtd::DgtdCase&, const dgtd::Discretisation&,
                                         const dgtd::Spectrum<double>&, std::span<const std::int32_t>, MPI_Comm);

}  // namespace fluxtet::ports
