// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/device/check.hpp"
#include "kernels/device/deviceBuffer.hpp"
#include "kernels/device/gpu.hpp"
#include "kernels/device/roofline.hpp"
#include "kernels/device/stream.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace fluxtet {
namespace {

constexpr int threadsPerBlock = 256;
constexpr int runs = 20;

constexpr int wordsPerThread = 8;

/// to[i] = from[i] for `count` words of 16 bytes, device pointers. Each thread has wordsPerThread loads in flight. One
/// thread block copies threadsPerBlock * wordsPerThread consecutive words.
__global__ void __launch_bounds__(threadsPerBlock)
    copyKernel(float4* __restrict__ to, const float4* __restrict__ from, std::int64_t count) {
  const std::int64_t first = std::int64_t{blockIdx.x} * threadsPerBlock * wordsPerThread + threadIdx.x;
  float4 word[wordsPerThread];
#pragma unroll
  for (int k = 0; k < wordsPerThread; ++k)
    if (first + k * threadsPerBlock < count) word[k] = from[first + k * threadsPerBlock];
#pragma unroll
  for (int k = 0; k < wordsPerThread; ++k)
    if (first + k * threadsPerBlock < count) to[first + k * threadsPerBlock] = word[k];
}

constexpr int chains = 8;  ///< independent chains of multiply-adds in one thread, which hide their latency
constexpr int linksPerPass = 16;
constexpr int fmaPasses = 2048;

/// Computes x = factor x + term repeatedly in `chains` registers of each thread. x starts and stays non-negative for
/// the factor and term that the caller passes, so the condition of the only store never holds; the compiler does not
/// know this and cannot remove the arithmetic.
template <class Real>
__global__ void __launch_bounds__(threadsPerBlock) fmaKernel(Real* impossible, Real factor, Real term) {
  Real x[chains];
  for (int c = 0; c < chains; ++c) x[c] = Real(threadIdx.x + c);
#pragma unroll 1
  for (int pass = 0; pass < fmaPasses; ++pass) {
#pragma unroll
    for (int link = 0; link < linksPerPass; ++link) {
#pragma unroll
      for (int c = 0; c < chains; ++c) x[c] = factor * x[c] + term;
    }
  }
  Real sum = 0;
  for (int c = 0; c < chains; ++c) sum += x[c];
  if (sum < 0) *impossible = sum;
}

/// Returns the number of thread blocks that fill every multiprocessor of the current GPU once.
template <class Kernel>
int blocksToFill(Kernel kernel) {
  int gpu = 0, multiprocessors = 0, blocks = 0;
  cudaCheck(cudaGetDevice(&gpu), "asking for the current GPU");
  cudaCheck(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, gpu),
            "asking for the multiprocessors of a GPU");
  cudaCheck(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, threadsPerBlock, 0),
            "asking for the occupancy of a kernel");
  return blocks * multiprocessors;
}

/// Returns the median time of `launch` over `runs` runs, in s. As many runs before them are not counted; in these the
/// clocks rise.
template <class Launch>
double medianSeconds(const Stream& stream, const char* kernel, const Launch& launch) {
  Event begin(Event::Timing::on), end(Event::Timing::on);
  std::array<float, runs> time{};
  for (int run = -runs; run < runs; ++run) {
    begin.record(stream);
    launch();
    checkLaunch(kernel);
    end.record(stream);
    end.synchronize();
    if (run >= 0) time[run] = Event::milliseconds(begin, end);
  }
  std::sort(time.begin(), time.end());
  return 0.5e-3 * (double{time[runs / 2 - 1]} + time[runs / 2]);
}

template <class Real>
double fmaRate() {
  const Stream stream;
  DeviceBuffer<Real> impossible(1);
  const int blocks = blocksToFill(fmaKernel<Real>);
  // x tends to 1, so there are no infinities and no denormals.
  const double seconds = medianSeconds(stream, "fmaKernel", [&] {
    fmaKernel<Real><<<blocks, threadsPerBlock, 0, stream>>>(impossible.data(), Real(0.5), Real(0.5));
  });
  return 2.0 * chains * linksPerPass * fmaPasses * threadsPerBlock * blocks / seconds;
}

}  // namespace

double measureCopyBandwidth() {
  constexpr std::int64_t most = std::int64_t{2} << 30;
  const std::int64_t bytes = std::min(most, gpuFreeBytes() / 2);
  const std::int64_t count = bytes / 2 / static_cast<std::int64_t>(sizeof(float4));
  const Stream stream;
  DeviceBuffer<float4> from(count), to(count);
  from.zero(stream);
  constexpr std::int64_t wordsPerBlock = std::int64_t{threadsPerBlock} * wordsPerThread;
  const auto blocks = static_cast<unsigned>((count + wordsPerBlock - 1) / wordsPerBlock);
  const double seconds = medianSeconds(
      stream, "copyKernel", [&] { copyKernel<<<blocks, threadsPerBlock, 0, stream>>>(to.data(), from.data(), count); });
  return 2.0 * static_cast<double>(count) * sizeof(float4) / seconds;
}

double measureFmaRate(bool doublePrecision) {
  gpuFreeBytes();  // throws InputError without a GPU
  return doublePrecision ? fmaRate<double>() : fmaRate<float>();
}

}  // namespace fluxtet
