// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/case/dgtdCase.hpp"
#include "lib/mesh/subMesh.hpp"

#include <mpi.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace fluxtet::dgtd {

/// A lumped port on its mesh: a prism between two conductors. Its generator is the current density drive w(t) along
/// `direction`, w being the source's waveform, in parallel with its resistance, which is a conductivity of the region.
/// The voltage of the port is -(length / volume) times the integral of E . direction over the region.
struct LumpedPort {
  std::size_t source = 0;              ///< index into DgtdCase::sources and DgtdProblem::waveforms
  std::string name;                    ///< LumpedPortSource::name
  std::vector<std::int32_t> elements;  ///< of this rank, without those of absorbing layers
  Vec3 direction{};                    ///< unit, to the positive conductor
  double length = 0;                   ///< m, extent of the region along the direction
  double volume = 0;                   ///< m^3
  double drive = 0;                    ///< A/m^2 where the waveform is 1
  /// Share of the cross section that is a perfect conductor, at the end of -direction and at that of +direction.
  std::array<double, 2> conductingEnd{};
  double resistance = 0;  ///< ohm; 0: an ideal current source
  /// Cross section, m^2.
  double area() const { return volume / length; }
  /// Conductivity that represents the resistance, S/m; it is added to that of the region's material.
  double conductivity() const { return resistance > 0 ? length / (resistance * area()) : 0; }
};

/// The lumped ports of a case in the order of its sources; all but their elements are the same on every rank.
/// `isInLayer`: [element] whether it belongs to an absorbing layer, into which a region continues, but not its port;
/// may be empty. Collective. Throws InputError on every rank for a region without elements.
std::vector<LumpedPort> findLumpedPorts(const DgtdCase& theCase, const SubMesh& mesh,
                                        const std::vector<bool>& isInLayer, MPI_Comm comm);

}  // namespace fluxtet::dgtd
