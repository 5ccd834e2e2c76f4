// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/device/deviceBuffer.hpp"
#include "kernels/device/pinnedBuffer.hpp"
#include "kernels/device/stream.hpp"
#include "lib/base/error.hpp"
#include "tests/gpu/support/gpuTest.hpp"

#include <limits>
#include <numeric>
#include <string>
#include <vector>

namespace fluxtet::test {
namespace {

TEST(EmptyBuffer, AllocatesNothingAndNeedsNoGpu) {
  DeviceBuffer<double> device(0);
  PinnedBuffer<double> pinned(0);
  EXPECT_TRUE(device.empty());
  EXPECT_EQ(device.data(), nullptr);
  EXPECT_EQ(device.bytes(), 0u);
  EXPECT_TRUE(pinned.empty());
  EXPECT_TRUE(pinned.span().empty());
  EXPECT_NO_THROW(device.zero(nullptr));
  EXPECT_NO_THROW(device.fromHost({}, nullptr));
  EXPECT_NO_THROW(device.toHost({}, nullptr));
}

TEST(EmptyBuffer, TakesNoCopyThatIsLargerThanItself) {
  DeviceBuffer<int> device;
  std::vector<int> values(3);
  EXPECT_THROW(device.fromHost(values, nullptr), RunError);
  EXPECT_THROW(device.toHost(values, nullptr), RunError);
}

/// 0, 1, 2, ...
std::vector<int> numbers(std::size_t count) {
  std::vector<int> values(count);
  std::iota(values.begin(), values.end(), 0);
  return values;
}

class Buffer : public GpuTest {
 protected:
  std::vector<int> read(const DeviceBuffer<int>& device) {
    Stream stream;
    std::vector<int> values(device.size(), -1);
    device.toHost(values, stream);
    stream.synchronize();
    return values;
  }
};

TEST_F(Buffer, ReturnsWhatItWasGiven) {
  for (std::size_t count : {1u, 3u, 1023u, 1u << 20}) {
    Stream stream;
    DeviceBuffer<int> device(count);
    EXPECT_EQ(device.size(), count);
    EXPECT_EQ(device.bytes(), 4 * count);
    device.fromHost(numbers(count), stream);
    stream.synchronize();
    EXPECT_EQ(read(device), numbers(count));
  }
}

TEST_F(Buffer, ReturnsWhatItWasGivenFromPageLockedMemory) {
  Stream stream;
  constexpr std::size_t count = 100003;
  PinnedBuffer<int> to(count), back(count);
  DeviceBuffer<int> device(count);
  std::iota(to.span().begin(), to.span().end(), 0);
  device.fromHost(to.span(), stream);
  device.toHost(back.span(), stream);
  stream.synchronize();
  EXPECT_EQ(std::vector<int>(back.span().begin(), back.span().end()), numbers(count));
}

TEST_F(Buffer, TakesFewerValuesThanItHoldsAndNoMore) {
  Stream stream;
  DeviceBuffer<int> device(5);
  device.zero(stream);
  device.fromHost(std::vector<int>{7, 8}, stream);
  stream.synchronize();
  EXPECT_EQ(read(device), (std::vector<int>{7, 8, 0, 0, 0}));
  std::vector<int> tooMany(6);
  EXPECT_THROW(device.fromHost(tooMany, stream), RunError);
  EXPECT_THROW(device.toHost(tooMany, stream), RunError);
}

TEST_F(Buffer, KeepsItsMemoryWhenMoved) {
  Stream stream;
  DeviceBuffer<int> first(4);
  first.fromHost(numbers(4), stream);
  stream.synchronize();
  const int* const data = first.data();
  DeviceBuffer<int> second(std::move(first));
  EXPECT_TRUE(first.empty());
  EXPECT_EQ(first.data(), nullptr);
  DeviceBuffer<int> third(9);
  third = std::move(second);
  EXPECT_TRUE(second.empty());
  EXPECT_EQ(third.data(), data);
  EXPECT_EQ(read(third), numbers(4));

  PinnedBuffer<int> pinned(2);
  pinned.span()[1] = 5;
  PinnedBuffer<int> taken;
  taken = std::move(pinned);
  EXPECT_TRUE(pinned.empty());
  EXPECT_EQ(taken.span()[1], 5);
}

TEST_F(Buffer, IsGivenBackAtItsEnd) {
  const std::int64_t before = gpuFreeBytes();
  const std::int64_t size = before / 2;
  for (int round = 0; round < 5; ++round) {
    const DeviceBuffer<char> half(static_cast<std::size_t>(size));
    EXPECT_LE(gpuFreeBytes(), before - size / 2);
  }
}

/// The text of the error when a buffer of this many doubles is allocated.
std::string errorOfHuge(std::size_t count) {
  try {
    DeviceBuffer<double> huge(count);
  } catch (const RunError& error) {
    return error.what();
  }
  return "no error";
}

TEST_F(Buffer, TooLargeForTheGpuNamesTheBytesAskedForAndFree) {
  const std::string text = errorOfHuge(std::size_t{1} << 44);
  EXPECT_NE(text.find("GPU 0 is out of memory"), std::string::npos) << text;
  EXPECT_NE(text.find("140737488355328 bytes were asked for"), std::string::npos) << text;
  EXPECT_NE(text.find("bytes are free"), std::string::npos) << text;
  // The CUDA runtime no longer has the error pending, so that the next call does not report it.
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
  EXPECT_NO_THROW(DeviceBuffer<double>(1000));
}

TEST_F(Buffer, OfMoreBytesThanASizeCanSayIsTooLarge) {
  const std::string text = errorOfHuge(std::numeric_limits<std::size_t>::max() / 4);
  EXPECT_NE(text.find("GPU 0 is out of memory"), std::string::npos) << text;
}

}  // namespace
}  // namespace fluxtet::test
