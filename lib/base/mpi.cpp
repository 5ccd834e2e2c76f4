// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/base/mpi.hpp"

#include "lib/base/mpiTags.hpp"

#include <cstring>

namespace fluxtet {

void mpiCheck(int code, SourceLocation where) {
  if (code == MPI_SUCCESS) return;
  char text[MPI_MAX_ERROR_STRING];
  int length = 0;
  MPI_Error_string(code, text, &length);
  throw RunError(fmt::format("MPI: {} ({}:{})", std::string(text, length), where.file, where.line));
}

MpiSession::MpiSession(int& argc, char**& argv) {
  int provided = 0;
  mpiCheck(MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided));
  requireRun(provided >= MPI_THREAD_FUNNELED,
             "this MPI library gives no thread support (level {}): use one built with MPI_THREAD_FUNNELED", provided);
}

MpiSession::~MpiSession() {
  MPI_Finalize();
}

int mpiRank(MPI_Comm comm) {
  int rank = 0;
  mpiCheck(MPI_Comm_rank(comm, &rank));
  return rank;
}

int mpiSize(MPI_Comm comm) {
  int size = 1;
  mpiCheck(MPI_Comm_size(comm, &size));
  return size;
}

void agreeOnErrors(MPI_Comm comm, const std::function<void()>& work) {
  const int rank = mpiRank(comm);
  const int size = mpiSize(comm);
  int code = 0;
  std::string message;
  try {
    work();
  } catch (const Error& error) {
    code = static_cast<int>(error.code());
    message = error.what();
  } catch (const std::bad_alloc&) {
    code = static_cast<int>(ExitCode::runFailed);
    message = fmt::format("out of memory on rank {}: use more ranks or a smaller mesh", rank);
  } catch (const std::exception& error) {
    code = static_cast<int>(ExitCode::runFailed);
    message = error.what();
  }
  int failing = code != 0 ? rank : size;
  mpiCheck(MPI_Allreduce(MPI_IN_PLACE, &failing, 1, MPI_INT, MPI_MIN, comm));
  if (failing == size) return;
  mpiCheck(MPI_Bcast(&code, 1, MPI_INT, failing, comm));
  throw Error(static_cast<ExitCode>(code), broadcast(comm, message, failing));
}

namespace {
template <class T>
T reduceAll(MPI_Comm comm, T value, MPI_Op operation) {
  mpiCheck(MPI_Allreduce(MPI_IN_PLACE, &value, 1, mpiType<T>(), operation, comm));
  return value;
}

void reduceInPlace(MPI_Comm comm, std::span<double> values, MPI_Op operation) {
  mpiCheck(MPI_Allreduce(MPI_IN_PLACE, values.data(), static_cast<int>(values.size()), MPI_DOUBLE, operation, comm));
}
}  // namespace

double sumOverRanks(MPI_Comm comm, double value) {
  return reduceAll(comm, value, MPI_SUM);
}
std::int64_t sumOverRanks(MPI_Comm comm, std::int64_t value) {
  return reduceAll(comm, value, MPI_SUM);
}
double maxOverRanks(MPI_Comm comm, double value) {
  return reduceAll(comm, value, MPI_MAX);
}
std::int64_t maxOverRanks(MPI_Comm comm, std::int64_t value) {
  return reduceAll(comm, value, MPI_MAX);
}
double minOverRanks(MPI_Comm comm, double value) {
  return reduceAll(comm, value, MPI_MIN);
}
void sumInPlace(MPI_Comm comm, std::span<double> values) {
  reduceInPlace(comm, values, MPI_SUM);
}
void maxInPlace(MPI_Comm comm, std::span<double> values) {
  reduceInPlace(comm, values, MPI_MAX);
}
void minInPlace(MPI_Comm comm, std::span<double> values) {
  reduceInPlace(comm, values, MPI_MIN);
}

std::vector<std::int64_t> gatherOverRanks(MPI_Comm comm, std::int64_t value) {
  std::vector<std::int64_t> all(static_cast<std::size_t>(mpiSize(comm)));
  mpiCheck(MPI_Allgather(&value, 1, MPI_INT64_T, all.data(), 1, MPI_INT64_T, comm));
  return all;
}

std::string broadcast(MPI_Comm comm, std::string text, int root) {
  std::int64_t length = static_cast<std::int64_t>(text.size());
  mpiCheck(MPI_Bcast(&length, 1, MPI_INT64_T, root, comm));
  text.resize(static_cast<std::size_t>(length));
  mpiCheck(MPI_Bcast(text.data(), static_cast<int>(length), MPI_CHAR, root, comm));
  return text;
}

HostPlace hostPlace(MPI_Comm comm) {
  MPI_Comm host = MPI_COMM_NULL;
  mpiCheck(MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &host));
  HostPlace place{mpiRank(host), mpiSize(host)};
  mpiCheck(MPI_Comm_free(&host));
  return place;
}

namespace detail {

std::vector<std::vector<std::byte>> exchangeBytes(MPI_Comm comm, std::size_t elementSize,
                                                  const std::vector<std::span<const std::byte>>& toRank) {
  const int size = mpiSize(comm);
  std::vector<std::int64_t> sendCount(size), receiveCount(size);
  for (int r = 0; r < size; ++r) sendCount[r] = static_cast<std::int64_t>(toRank[r].size() / elementSize);
  mpiCheck(MPI_Alltoall(sendCount.data(), 1, MPI_INT64_T, receiveCount.data(), 1, MPI_INT64_T, comm));

  // Pairwise messages of one contiguous type each: counts stay below 2^31 even where bytes do not.
  MPI_Datatype element;
  mpiCheck(MPI_Type_contiguous(static_cast<int>(elementSize), MPI_BYTE, &element));
  mpiCheck(MPI_Type_commit(&element));
  std::vector<std::vector<std::byte>> received(size);
  std::vector<MPI_Request> requests;
  constexpr int tag = mpiTag::listsOfBytes;
  const int self = mpiRank(comm);
  for (int r = 0; r < size; ++r) {
    received[r].resize(static_cast<std::size_t>(receiveCount[r]) * elementSize);
    if (r == self || receiveCount[r] == 0) continue;
    requests.emplace_back();
    mpiCheck(MPI_Irecv(received[r].data(), static_cast<int>(receiveCount[r]), element, r, tag, comm, &requests.back()));
  }
  for (int r = 0; r < size; ++r) {
    if (r == self || sendCount[r] == 0) continue;
    requests.emplace_back();
    mpiCheck(MPI_Isend(toRank[r].data(), static_cast<int>(sendCount[r]), element, r, tag, comm, &requests.back()));
  }
  if (!toRank[self].empty()) std::memcpy(received[self].data(), toRank[self].data(), toRank[self].size());
  mpiCheck(MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE));
  mpiCheck(MPI_Type_free(&element));
  return received;
}

}  // namespace detail
}  // namespace fluxtet
