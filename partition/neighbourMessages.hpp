// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <cstddef>
#include <vector>

namespace fluxtet::partition {

/// A message to a rank and the message that comes back from it. The buffers belong to others; MPI may use them between
/// the starts and finish().
struct MessagePair {
  int rank = 0;
  const void* send = nullptr;
  void* receive = nullptr;
  int count = 0;  ///< of values, either way
};

/// Messages that are sent again and again, by persistent requests. Move-only. Throws RunError where MPI fails.
class NeighbourMessages {
 public:
  NeighbourMessages() = default;
  /// `tag` keeps several of one communicator apart. Not collective: the other side makes its own.
  NeighbourMessages(const std::vector<MessagePair>& pairs, MPI_Datatype type, int tag, MPI_Comm comm);
  NeighbourMessages(NeighbourMessages&& other) noexcept;
  NeighbourMessages& operator=(NeighbourMessages&& other) noexcept;
  /// Does not wait for messages that are on their way: after an error the other side may never send.
  ~NeighbourMessages();

  void startReceives();
  void startSends();
  /// Blocks until all that was started is done.
  void finish();

 private:
  void start(std::size_t first);

  std::vector<MPI_Request> requests_;  ///< all receives, then all sends
  bool receiving_ = false;             ///< since startReceives()
};

}  // namespace fluxtet::partition
