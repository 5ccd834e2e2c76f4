// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Templates of mpi.hpp.
#pragma once

namespace fluxtet {

template <class T>
MPI_Datatype mpiType() {
  if constexpr (std::is_same_v<T, float>)
    return MPI_FLOAT;
  else if constexpr (std::is_same_v<T, double>)
    return MPI_DOUBLE;
  else if constexpr (std::is_same_v<T, std::int32_t>)
    return MPI_INT32_T;
  else if constexpr (std::is_same_v<T, std::int64_t>)
    return MPI_INT64_T;
  else if constexpr (std::is_same_v<T, std::uint64_t>)
    return MPI_UINT64_T;
  else {
    static_assert(std::is_same_v<T, char> || std::is_same_v<T, std::uint8_t>, "no MPI type for T");
    return MPI_BYTE;
  }
}

namespace detail {
std::vector<std::vector<std::byte>> exchangeBytes(MPI_Comm comm, std::size_t elementSize,
                                                  const std::vector<std::span<const std::byte>>& toRank);
}

template <class T>
std::vector<std::vector<T>> exchangeAll(MPI_Comm comm, const std::vector<std::vector<T>>& toRank) {
  static_assert(std::is_trivially_copyable_v<T>);
  std::vector<std::span<const std::byte>> bytes(toRank.size());
  for (std::size_t r = 0; r < toRank.size(); ++r) bytes[r] = std::as_bytes(std::span<const T>(toRank[r]));
  auto received = detail::exchangeBytes(comm, sizeof(T), bytes);
  std::vector<std::vector<T>> result(received.size());
  for (std::size_t r = 0; r < received.size(); ++r) {
    const T* begin = reinterpret_cast<const T*>(received[r].data());
    result[r].assign(begin, begin + received[r].size() / sizeof(T));
  }
  return result;
}

}  // namespace fluxtet
