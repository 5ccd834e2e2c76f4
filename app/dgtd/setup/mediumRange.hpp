// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/problem.hpp"
#include "lib/base/mpi.hpp"

#include <mpi.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace fluxtet::dgtd {

/// The relative permittivities and permeabilities of some elements, of which one medium is expected.
struct MediumRange {
  static constexpr std::array names{"permittivity", "permeability"};
  static constexpr double infinity = std::numeric_limits<double>::infinity();
  std::array<double, 2> least{infinity, infinity}, most{-infinity, -infinity};  ///< in the order of `names`

  void include(const DgtdProblem& problem, std::int32_t element) {
    const auto e = static_cast<std::size_t>(element);
    const std::array medium{problem.epsilonR[e], problem.muR[e]};
    for (std::size_t i = 0; i < medium.size(); ++i) {
      least[i] = std::min(least[i], medium[i]);
      most[i] = std::max(most[i], medium[i]);
    }
  }
  /// Makes it that of the elements of all ranks. Collective.
  void gather(MPI_Comm comm) {
    minInPlace(comm, least);
    maxInPlace(comm, most);
  }
  bool none() const { return least[0] > most[0]; }
};

}  // namespace fluxtet::dgtd
