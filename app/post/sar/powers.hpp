// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/observers/spectrum.hpp"
#include "app/dgtd/setup/discretisation.hpp"
#include "app/post/ports/portPower.hpp"

#include <mpi.h>

#include <string>
#include <vector>

namespace fluxtet::sar {

/// Time-averaged powers at one frequency over all ranks, W. What sources give is absorbed or leaves through absorbing
/// boundaries. For lumped ports it is known by itself, from their voltages; the difference then is what the mesh and
/// the boundary of the discontinuous elements lose, and what a run stores that has not become steady. The work of a
/// current that is narrower than the elements, as a dipole's, is that of its own unresolved field and means nothing:
/// what dipoles and current regions give is what is absorbed and leaves.
struct Powers {
  double frequency = 0;  ///< Hz
  int copies = 1;        ///< parts of the whole device, of which the mesh is one; powers are those of all
  struct Region {
    std::string name;
    double absorbed = 0;
  };
  std::vector<Region> regions;  ///< those with losses; without the resistances of lumped ports
  std::vector<Region> walls;    ///< walls and sheets with losses, by surface, and loads, by region or surface
  std::vector<ports::PortPower> ports;
  double impressed = 0;  ///< by the currents of all lumped ports
  double portLoss = 0;   ///< in the resistances of lumped ports
  double absorbed = 0;   ///< of all regions, walls and loads
  /// Through absorbing boundaries and into absorbing layers, net: a wave that enters through the boundary counts as
  /// negative; of one that enters inside of the mesh this is what is scattered.
  double outgoing = 0;
  double rounding = 0;        ///< largest effect of rounding on accepted()
  bool fed = false;           ///< by currents; otherwise by waves, whose power comes in through the boundary
  bool byPortsAlone = false;  ///< the case has no other currents than those of ports
  bool entersInside = false;  ///< a wave enters through a surface inside of the mesh

  /// What ports that are not fed take from the fields, W: a matched load, or the guide behind a wave port.
  double takenByPorts() const;
  /// Power that ports, currents and dipoles give to the fields, W; where ports alone feed, less what they take.
  double accepted() const;
  /// Relative imbalance: |accepted - absorbed - outgoing| / accepted where ports alone feed; |absorbed + outgoing| /
  /// absorbed with waves through boundaries alone, where what ports take counts as absorbed. Not a number where nothing
  /// is absorbed of waves, with waves that enter inside of the mesh, and with dipoles and current regions.
  double imbalance() const;
};

/// Multiplies powers by `factor`, voltages and currents by its square root.
void scalePowers(Powers& powers, double factor);

/// Powers over all ranks. `absorbedDensity` becomes [element], of this rank: mean over each element of what its
/// material takes from E and H (lossesInRun()), W/m^3. Collective.
template <class Real>
Powers computePowers(const dgtd::DgtdCase& theCase, const dgtd::Discretisation& d, const dgtd::Spectrum<Real>& spectrum,
                     std::vector<double>& absorbedDensity, MPI_Comm comm);

}  // namespace fluxtet::sar
