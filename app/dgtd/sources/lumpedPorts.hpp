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

namespace fluxtet {

/// A gap source on its mesh: a prism between two conductors. With the source's waveform w the generator drives the
/// current density `drive` w along `direction` beside the conductivity, which is its resistance. With E in the gap the
/// voltage is
/// -(length / volume) times the integral of E . direction over the region.
struct LumpedPort {
  std::size_t source = 0;   ///< index into DgtdCase::sources, and so of its waveform
  std::string name;         ///< of the region
  std::int32_t region = 0;  ///< index into MeshGroups::regions
  Vec3 direction{};         ///< unit, to the positive conductor
  double length = 0;        ///< m, along the direction
  double volume = 0;        ///< m^3
  double drive = 0;         ///< A/m^2 where the waveform is 1
  /// Of the cross section, how much at the end of `-direction` and of `direction` is a perfect conductor.
  std::array<double, 2> conductingEnd{};
  double resistance = 0;  ///< ohm; 0: a current source without one
  double area() const { return volume / length; }
  /// S/m; what the resistance adds to the region's material.
  double conductivity() const { return resistance > 0 ? length / (resistance * area()) : 0; }
};

/// The gaps of a case, the same on every rank. Collective. Throws InputError on every rank for a region without
/// elements.
std::vector<LumpedPort> findLumpedPorts(const DgtdCase& theCase, const SubMesh& mesh, MPI_Comm comm);

}  // namespace fluxtet
