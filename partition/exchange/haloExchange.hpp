// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/mesh/subMesh.hpp"
#include "partition/neighbourMessages.hpp"

#include <mpi.h>

#include <span>
#include <vector>

namespace fluxtet::dgtd {

/// Moves face traces between ranks, over buffers that live as long as the object.
/// Use: fill sendBuffer(), start(), compute elsewhere, finish(), read receiveBuffer().
template <class Real>
class HaloExchange {
 public:
  /// Collective. `valuesPerFace` = 3 * Nf. `tag` keeps several exchanges of one communicator apart.
  HaloExchange(const HaloPlan& plan, int valuesPerFace, int tag, MPI_Comm comm);

  std::span<Real> sendBuffer() { return send_; }                    ///< [numHaloFaces][Nf][3]
  std::span<const Real> receiveBuffer() const { return receive_; }  ///< [numHaloFaces][Nf][3]
  void start();
  void finish();

 private:
  std::vector<Real> send_, receive_;
  partition::NeighbourMessages messages_;
  bool inFlight_ = false;  ///< between start() and finish()
};

extern template class HaloExchange<float>;
extern template class HaloExchange<double>;

}  // namespace fluxtet::dgtd
