// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/device/deviceBuffer.hpp"
#include "kernels/device/ipc.hpp"
#include "kernels/device/pinnedBuffer.hpp"
#include "kernels/device/registeredMemory.hpp"
#include "kernels/device/stream.hpp"
#include "kernels/device/streamFlags.hpp"
#include "lib/base/error.hpp"
#include "tests/gpu/support/gpuTest.hpp"

#include <algorithm>
#include <chrono>
#include <thread>
#include <vector>

namespace fluxtet::test {
namespace {

using StreamFlags = GpuTest;

/// The mechanisms that the driver offers.
std::vector<FlagMechanism> mechanisms() {
  if (flagMechanism() == FlagMechanism::kernels) return {FlagMechanism::kernels};
  return {FlagMechanism::stream, FlagMechanism::kernels};
}

const char* nameOf(FlagMechanism mechanism) {
  return mechanism == FlagMechanism::stream ? "by the stream" : "by kernels";
}

/// One stream writes values, sets the flags and goes on writing elsewhere. The other stream waits for each count and
/// copies what was written before it.
void expectOrder(std::vector<std::uint32_t*> flags, FlagMechanism mechanism) {
  constexpr std::size_t size = 1 << 20;
  Stream writer, reader;
  DeviceBuffer<int> data(size);
  PinnedBuffer<int> source(size), result(size);
  for (std::uint32_t round = 1; round <= 20; ++round) {
    std::fill_n(source.data(), size, static_cast<int>(round));
    std::fill_n(result.data(), size, -1);
    awaitFlags(flags, round, reader, mechanism);
    data.toHost(result.span(), reader);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    EXPECT_EQ(result.span()[size / 2], -1) << "did not wait, round " << round << ' ' << nameOf(mechanism);
    data.fromHost(source.span(), writer);
    signalFlags(flags, round, writer, mechanism);
    writer.synchronize();
    reader.synchronize();
    ASSERT_EQ(std::count(result.data(), result.data() + size, static_cast<int>(round)),
              static_cast<std::ptrdiff_t>(size))
        << "round " << round << ' ' << nameOf(mechanism);
  }
}

TEST_F(StreamFlags, LetAStreamReadWhatAnotherHasWritten) {
  for (const FlagMechanism mechanism : mechanisms()) {
    Stream stream;
    DeviceBuffer<std::uint32_t> counters(300);
    counters.zero(stream);
    stream.synchronize();
    std::vector<std::uint32_t*> flags;
    for (std::size_t i = 0; i < counters.size(); ++i) flags.push_back(counters.data() + i);
    expectOrder({flags[7]}, mechanism);
    counters.zero(stream);
    stream.synchronize();
    expectOrder(flags, mechanism);
  }
}

TEST_F(StreamFlags, MayStandInHostMemory) {
  for (const FlagMechanism mechanism : mechanisms()) {
    std::vector<std::byte> memory(8192, std::byte{0});
    const RegisteredMemory registered(memory);
    expectOrder({reinterpret_cast<std::uint32_t*>(registered.device() + 64),
                 reinterpret_cast<std::uint32_t*>(registered.device() + 4096)},
                mechanism);
  }
}

TEST_F(StreamFlags, ThatAreAheadLetPassAndWrapRound) {
  for (const FlagMechanism mechanism : mechanisms()) {
    Stream stream;
    DeviceBuffer<std::uint32_t> counter(1);
    std::uint32_t* const flag = counter.data();
    signalFlags({&flag, 1}, 5, stream, mechanism);
    awaitFlags({&flag, 1}, 4, stream, mechanism);
    signalFlags({&flag, 1}, 3, stream, mechanism);  // past 2^32
    awaitFlags({&flag, 1}, 0xfffffffeU, stream, mechanism);
    EXPECT_NO_THROW(stream.synchronize());
  }
}

TEST_F(StreamFlags, OfNobodyAreNoWork) {
  Stream stream;
  EXPECT_NO_THROW(signalFlags({}, 1, stream));
  EXPECT_NO_THROW(awaitFlags({}, 1, stream));
}

TEST_F(StreamFlags, MemoryOfNoOneCannotBeOpened) {
  EXPECT_THROW(ImportedMemory(IpcHandle{}), RunError);
  Stream stream;
  DeviceBuffer<char> buffer(10);
  EXPECT_NO_THROW(buffer.zero(stream)) << "the error stayed behind";
  EXPECT_NO_THROW(exportMemory(DeviceBuffer<std::byte>(std::size_t{2} << 20).data()));
}

}  // namespace
}  // namespace fluxtet::test
