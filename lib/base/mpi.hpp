// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/base/error.hpp"
#include "lib/base/sourceLocation.hpp"

#include <mpi.h>

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace fluxtet {

/// Throws RunError with MPI's own text and the call's place when `code` is not MPI_SUCCESS.
void mpiCheck(int code, SourceLocation where = SourceLocation::current());

/// MPI_Init_thread (funneled) on construction, MPI_Finalize on destruction.
class MpiSession {
 public:
  MpiSession(int& argc, char**& argv);
  ~MpiSession();
  MpiSession(const MpiSession&) = delete;
  MpiSession& operator=(const MpiSession&) = delete;
};

/// Number of this process in `comm`, and number of its processes. Throw RunError where MPI fails.
int mpiRank(MPI_Comm comm);
int mpiSize(MPI_Comm comm);

/// The MPI type of T.
template <class T>
MPI_Datatype mpiType();

/// Runs `work` on this rank and agrees on the outcome over all ranks. Collective.
/// If it threw an Error on any rank, every rank throws the error of the lowest such rank (same code and text),
/// so that no rank waits for one that has left. `work` itself must contain no collective call.
void agreeOnErrors(MPI_Comm comm, const std::function<void()>& work);

/// Sum, largest and smallest of the ranks' values, in the unit of `value`; the result stands on every rank. Collective.
/// Throw RunError where MPI fails.
double sumOverRanks(MPI_Comm comm, double value);
std::int64_t sumOverRanks(MPI_Comm comm, std::int64_t value);
double maxOverRanks(MPI_Comm comm, double value);
std::int64_t maxOverRanks(MPI_Comm comm, std::int64_t value);
double minOverRanks(MPI_Comm comm, double value);
/// Replaces each of `values` [n] by its sum, its largest or its smallest over the ranks, in the unit of the values. All
/// ranks give the same n. Collective. Throw RunError where MPI fails.
void sumInPlace(MPI_Comm comm, std::span<double> values);
void maxInPlace(MPI_Comm comm, std::span<double> values);
void minInPlace(MPI_Comm comm, std::span<double> values);
/// Values of all ranks, [rank], on every rank. Collective. Throws RunError where MPI fails.
std::vector<std::int64_t> gatherOverRanks(MPI_Comm comm, std::int64_t value);

/// The text of rank `root` on every rank. Collective.
std::string broadcast(MPI_Comm comm, std::string text, int root = 0);

/// Sends `toRank[r]` to rank r; returns [rank] what each rank sends to this one. Collective. T is trivially copyable.
/// The data may exceed 2^31 bytes in total, but not 2^31 elements for one pair of ranks. Throws RunError where MPI
/// fails.
template <class T>
std::vector<std::vector<T>> exchangeAll(MPI_Comm comm, const std::vector<std::vector<T>>& toRank);

/// Number of this rank among the ranks of its host, and number of those ranks.
struct HostPlace {
  int rankOnHost = 0;
  int ranksOnHost = 1;
};
/// Collective. Throws RunError where MPI fails.
HostPlace hostPlace(MPI_Comm comm);

}  // namespace fluxtet

#include "lib/base/mpi.inl"
