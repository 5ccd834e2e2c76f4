// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/device/check.hpp"
#include "kernels/device/deviceBuffer.hpp"
#include "kernels/device/pinnedBuffer.hpp"
#include "kernels/device/stream.hpp"
#include "lib/base/error.hpp"
#include "tests/gpu/support/gpuTest.hpp"

#include <atomic>

namespace fluxtet::test {
namespace {

using StreamTest = GpuTest;
using EventTest = GpuTest;

/// Holds up a stream until the gate is opened.
class Gate {
 public:
  void closeOn(cudaStream_t stream) {
    cudaCheck(cudaLaunchHostFunc(
        stream, [](void* open) { static_cast<std::atomic<bool>*>(open)->wait(false); }, &open_));
  }
  void open() {
    open_ = true;
    open_.notify_all();
  }

 private:
  std::atomic<bool> open_ = false;
};

TEST_F(EventTest, IsReachedWhenTheWorkBeforeItIsDone) {
  Stream stream;
  Event event;
  EXPECT_TRUE(event.query()) << "never recorded";
  Gate gate;
  gate.closeOn(stream);
  event.record(stream);
  EXPECT_FALSE(event.query());
  EXPECT_EQ(cudaGetLastError(), cudaSuccess) << "\"not ready\" stayed behind as an error";
  gate.open();
  event.synchronize();
  EXPECT_TRUE(event.query());
}

TEST_F(EventTest, MeasuresTheTimeBetweenTwoMarks) {
  constexpr std::size_t size = 256 << 20;
  Stream stream;
  DeviceBuffer<char> buffer(size);
  Event begin(Event::Timing::on), end(Event::Timing::on);
  buffer.zero(stream);
  begin.record(stream);
  buffer.zero(stream);
  end.record(stream);
  end.synchronize();
  const float time = Event::milliseconds(begin, end);
  EXPECT_GT(time, 0.001F) << "256 MiB in a microsecond";
  EXPECT_LT(time, 10000.0F);
}

TEST_F(EventTest, WithoutTimingMeasuresNothing) {
  Stream stream;
  Event begin, end;
  begin.record(stream);
  end.record(stream);
  end.synchronize();
  EXPECT_THROW(Event::milliseconds(begin, end), RunError);
}

TEST_F(EventTest, OrdersStreams) {
  Stream first(Stream::Priority::low), second(Stream::Priority::high);
  DeviceBuffer<int> buffer(1000);
  PinnedBuffer<int> source(1000), result(1000);
  for (int& value : source.span()) value = 3;
  for (int& value : result.span()) value = -1;
  Event written;
  Gate gate;
  gate.closeOn(first);
  buffer.fromHost(source.span(), first);
  written.record(first);
  second.wait(written);
  buffer.toHost(result.span(), second);
  EXPECT_EQ(result.span()[0], -1) << "the second stream did not wait";
  gate.open();
  second.synchronize();
  for (int value : result.span()) ASSERT_EQ(value, 3);
}

TEST_F(StreamTest, DoesNotWaitForTheDefaultStream) {
  Stream stream;
  DeviceBuffer<int> buffer(10);
  Gate gate;
  gate.closeOn(nullptr);
  buffer.zero(stream);
  EXPECT_NO_THROW(stream.synchronize());
  gate.open();
  cudaCheck(cudaDeviceSynchronize());
}

TEST_F(StreamTest, OfHighPriorityIsAheadWhereTheGpuKnowsPriorities) {
  int least = 0, greatest = 0, low = 0, high = 0;
  cudaCheck(cudaDeviceGetStreamPriorityRange(&least, &greatest));
  const Stream back(Stream::Priority::low), front(Stream::Priority::high);
  cudaCheck(cudaStreamGetPriority(back, &low));
  cudaCheck(cudaStreamGetPriority(front, &high));
  EXPECT_EQ(low, least);
  EXPECT_EQ(high, greatest);
}

TEST_F(StreamTest, AndEventKeepTheirHandlesWhenMoved) {
  Stream stream;
  Event event;
  const cudaStream_t streamHandle = stream;
  const cudaEvent_t eventHandle = event;
  Stream movedStream(std::move(stream));
  Event movedEvent;
  movedEvent = std::move(event);
  EXPECT_EQ(static_cast<cudaStream_t>(movedStream), streamHandle);
  EXPECT_EQ(static_cast<cudaEvent_t>(movedEvent), eventHandle);
  movedEvent.record(movedStream);
  EXPECT_NO_THROW(movedEvent.synchronize());
}

}  // namespace
}  // namespace fluxtet::test
