// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/mesh/subMesh.hpp"
#include "partition/neighbourMessages.hpp"

#include <mpi.h>

#include <span>
#include <vector>

namespace fluxtet::dgtd {

/// Exchanges face traces between ranks by persistent MPI requests on buffers of its own. Use: fill sendBuffer(),
/// start(), compute interior elements, finish(), read receiveBuffer().
template <class Real>
class HaloExchange {
 public:
  /// `valuesPerFace`: values of one face's trace. `tag`: MPI tag, different for each exchange of one communicator.
  /// Collective. Throws RunError on every rank if a message has more values than an MPI count can hold.
  HaloExchange(const HaloPlan& plan, int valuesPerFace, int tag, MPI_Comm comm);

  std::span<Real> sendBuffer() { return send_; }                    ///< [halo face][valuesPerFace], by neighbour
  std::span<const Real> receiveBuffer() const { return receive_; }  ///< the same shape
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
