// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/device/check.hpp"
#include "kernels/device/deviceBuffer.hpp"
#include "kernels/device/graph.hpp"
#include "kernels/device/pinnedBuffer.hpp"
#include "kernels/device/stream.hpp"
#include "lib/base/error.hpp"
#include "tests/gpu/support/gpuTest.hpp"

#include <vector>

namespace fluxtet::test {
namespace {

class GraphTest : public GpuTest {
 protected:
  static constexpr std::size_t count = 1000;

  void SetUp() override {
    GpuTest::SetUp();
    if (IsSkipped()) return;
    source = PinnedBuffer<int>(count);
    result = PinnedBuffer<int>(count);
    device = DeviceBuffer<int>(count);
    for (int& value : result.span()) value = -1;
  }

  void setSource(int value) {
    for (int& entry : source.span()) entry = value;
  }
  std::vector<int> results() const { return {result.span().begin(), result.span().end()}; }

  PinnedBuffer<int> source, result;
  DeviceBuffer<int> device;
};

TEST_F(GraphTest, RunsNothingWhileItIsCapturedAndEverythingAtEachLaunch) {
  Stream stream;
  const Graph graph(stream, [&] {
    device.fromHost(source.span(), stream);
    device.toHost(result.span(), stream);
  });
  stream.synchronize();
  EXPECT_EQ(results(), std::vector<int>(count, -1));
  for (int value : {4, 5, 6}) {
    setSource(value);
    graph.launch(stream);
    stream.synchronize();
    EXPECT_EQ(results(), std::vector<int>(count, value));
  }
}

TEST_F(GraphTest, TakesAlongStreamsThatForkFromItsOwnAndJoinAgain) {
  Stream stream, side(Stream::Priority::high);
  Event fork, join;
  const Graph graph(stream, [&] {
    device.fromHost(source.span(), stream);
    fork.record(stream);
    side.wait(fork);
    device.toHost(result.span(), side);
    join.record(side);
    stream.wait(join);
  });
  setSource(8);
  graph.launch(stream);
  stream.synchronize();
  EXPECT_EQ(results(), std::vector<int>(count, 8));
}

TEST_F(GraphTest, LeavesTheStreamUsableWhenTheCaptureFails) {
  Stream stream;
  EXPECT_THROW(Graph(stream,
                     [&] {
                       device.zero(stream);
                       throw RunError("on purpose");
                     }),
               RunError);
  EXPECT_THROW(Graph(stream, [&] { stream.synchronize(); }), RunError) << "no capture can wait";
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
  setSource(9);
  device.fromHost(source.span(), stream);
  device.toHost(result.span(), stream);
  stream.synchronize();
  EXPECT_EQ(results(), std::vector<int>(count, 9));
}

TEST_F(GraphTest, StaysWhatItIsWhenMoved) {
  Stream stream;
  Graph first(stream, [&] { device.toHost(result.span(), stream); });
  Graph second(stream, [&] { device.zero(stream); });
  first = std::move(second);
  const Graph third(std::move(first));
  device.fromHost(std::vector<int>(count, 2), stream);
  third.launch(stream);
  device.toHost(result.span(), stream);
  stream.synchronize();
  EXPECT_EQ(results(), std::vector<int>(count, 0));
}

}  // namespace
}  // namespace fluxtet::test
