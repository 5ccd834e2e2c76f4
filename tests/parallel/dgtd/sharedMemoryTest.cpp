// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "partition/exchange/sharedMemory.hpp"

#include "lib/base/mpi.hpp"

#include <gtest/gtest.h>

#include <cstring>

namespace fluxtet::test {
using namespace fluxtet::dgtd;

namespace {

TEST(SharedMemory, WhatOneRankWritesTheOthersRead) {
  constexpr std::size_t size = 100000;
  const int rank = mpiRank(MPI_COMM_WORLD);
  SharedMemory own;
  if (rank == 0) own = SharedMemory::create(size);
  const std::string name = broadcast(MPI_COMM_WORLD, own.name());
  SharedMemory seen = SharedMemory::open(name, size);
  EXPECT_EQ(seen.bytes()[size - 1], std::byte{0});
  mpiCheck(MPI_Barrier(MPI_COMM_WORLD));
  own.removeName();
  if (rank == 0) std::memset(own.bytes().data(), 7, size);
  mpiCheck(MPI_Barrier(MPI_COMM_WORLD));
  own = {};
  mpiCheck(MPI_Barrier(MPI_COMM_WORLD));
  EXPECT_EQ(seen.bytes()[0], std::byte{7}) << "the memory must live until its last user has gone";
  EXPECT_EQ(seen.bytes()[size - 1], std::byte{7});
  EXPECT_THROW(SharedMemory::open(name, size), RunError) << "its name is gone";
}

TEST(SharedMemory, LeavesNoNameBehind) {
  std::string name;
  {
    const SharedMemory memory = SharedMemory::create(1000);
    name = memory.name();
    EXPECT_NO_THROW(SharedMemory::open(name, 1000));
  }
  EXPECT_THROW(SharedMemory::open(name, 1000), RunError);
}

TEST(SharedMemory, MoreThanTheHostHasIsAnErrorAndNotASignal) {
  EXPECT_THROW(SharedMemory::create(std::size_t{1} << 50), RunError);
}

}  // namespace
}  // namespace fluxtet::test
