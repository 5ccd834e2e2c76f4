// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/static/cuda/colouring.hpp"
#include "kernels/static/cuda/elementLimits.hpp"
#include "kernels/static/cuda/problem/stageClock.hpp"
#include "kernels/static/cuda/solverLaunch.hpp"

#include <cub/device/device_radix_sort.cuh>

#include <array>

namespace fluxtet::statics::cuda {
namespace {

constexpr int mostColours = 255;
constexpr std::uint8_t uncoloured = 255;
constexpr int roundsBetweenLooks = 8;
constexpr std::uint32_t movingRounds = 24;

/// Elements of each colour, the uncoloured ones last.
struct Census {
  std::int32_t size[mostColours + 1];
  std::int32_t colours;    ///< that there are
  std::int32_t exhausted;  ///< an element found no colour
};

struct ColourArgs {
  const std::int32_t* elementDof;
  const std::int32_t *begin, *position;  ///< Incidence
  std::int32_t numElements;
  int nd;
};

/// Mixes the bits of an element's number, so that neighbours get unrelated ones (finaliser of MurmurHash3, public
/// domain).
__device__ std::uint32_t mixed(std::uint32_t x) {
  x = (x ^ x >> 16) * 0x85ebca6bu;
  x = (x ^ x >> 13) * 0xc2b2ae35u;
  return x ^ x >> 16;
}
/// Whether a goes before b.
__device__ bool before(std::int32_t a, std::int32_t b) {
  const std::uint32_t x = mixed(static_cast<std::uint32_t>(a)), y = mixed(static_cast<std::uint32_t>(b));
  return x != y ? x > y : a > b;
}

/// Whether an element wants a smaller colour in this round: as many of a colour as it has too many. Never before the
/// first.
__device__ bool restless(std::int32_t e, std::uint8_t colour, std::uint32_t round, std::int32_t mean,
                         const Census& census) {
  if (round == 0 || census.size[colour] <= mean) return false;
  const float share = static_cast<float>(census.size[colour] - mean) / static_cast<float>(census.size[colour]);
  return static_cast<float>(mixed(static_cast<std::uint32_t>(e) + mixed(round))) < share * 4294967296.0f;
}

/// The colours of an element's neighbours. False if one goes before it that is uncoloured or restless too.
__device__ bool neighbourColours(const ColourArgs& args, std::int32_t e, const std::uint8_t* colour,
                                 std::uint32_t round, std::int32_t mean, const Census& census,
                                 std::uint32_t (&used)[8]) {
  for (int a = 0; a < args.nd; ++a) {
    const std::int32_t dof = args.elementDof[std::int64_t{e} * args.nd + a];
    if (dof < 0 || args.begin[dof + 1] - args.begin[dof] >= crowdedFrom) continue;
    for (std::int32_t k = args.begin[dof]; k < args.begin[dof + 1]; ++k) {
      const std::int32_t other = args.position[k] % args.numElements;
      if (other == e) continue;
      const std::uint8_t c = colour[other];
      if ((c == uncoloured || restless(other, c, round, mean, census)) && before(other, e)) return false;
      if (c != uncoloured) used[c / 32] |= 1u << c % 32;
    }
  }
  return true;
}

__device__ bool isFree(const std::uint32_t (&used)[8], int c) {
  return (used[c / 32] >> c % 32 & 1) == 0;
}

/// Round 0: uncoloured elements take the first colour that is free, where they may.
__global__ void pickKernel(ColourArgs args, const std::uint8_t* colour, std::uint8_t* picked, Census* census) {
  const std::int64_t e = std::int64_t{blockIdx.x} * solverThreads + threadIdx.x;
  if (e >= args.numElements || colour[e] != uncoloured) return;
  std::uint32_t used[8] = {};
  if (!neighbourColours(args, static_cast<std::int32_t>(e), colour, 0, 0, *census, used)) return;
  int c = 0;
  while (c < mostColours && !isFree(used, c)) ++c;
  if (c == mostColours) census->exhausted = 1;
  picked[e] = static_cast<std::uint8_t>(c);
}

/// Later rounds: restless elements move to a random one of the free colours below the mean size, where there is one.
__global__ void moveKernel(ColourArgs args, const std::uint8_t* colour, std::uint8_t* picked, const Census* census,
                           std::uint32_t round) {
  const std::int64_t e = std::int64_t{blockIdx.x} * solverThreads + threadIdx.x;
  if (e >= args.numElements) return;
  const auto element = static_cast<std::int32_t>(e);
  const std::int32_t mean = args.numElements / census->colours;
  if (!restless(element, colour[e], round, mean, *census)) return;
  std::uint32_t used[8] = {};
  if (!neighbourColours(args, element, colour, round, mean, *census, used)) return;
  std::uint32_t candidates = 0;
  for (int c = 0; c < census->colours; ++c) candidates += isFree(used, c) && census->size[c] < mean;
  if (candidates == 0) return;
  std::uint32_t skip = mixed(static_cast<std::uint32_t>(e) ^ mixed(~round)) % candidates;
  for (int c = 0; c < census->colours; ++c)
    if (isFree(used, c) && census->size[c] < mean && skip-- == 0) picked[e] = static_cast<std::uint8_t>(c);
}

/// Makes the picked colours known to the next round.
__global__ void commitKernel(std::uint8_t* colour, const std::uint8_t* picked, std::int32_t numElements,
                             Census* census) {
  __shared__ std::int32_t change[mostColours + 1];
  for (unsigned c = threadIdx.x; c <= mostColours; c += solverThreads) change[c] = 0;
  __syncthreads();
  const std::int64_t e = std::int64_t{blockIdx.x} * solverThreads + threadIdx.x;
  if (e < numElements && colour[e] != picked[e]) {
    atomicSub(&change[colour[e]], 1);
    atomicAdd(&change[picked[e]], 1);
    colour[e] = picked[e];
  }
  __syncthreads();
  for (unsigned c = threadIdx.x; c <= mostColours; c += solverThreads) {
    if (change[c] == 0) continue;
    atomicAdd(&census->size[c], change[c]);
    if (c < mostColours) atomicMax(&census->colours, static_cast<std::int32_t>(c) + 1);
  }
}

__global__ void numbersKernel(std::int32_t* numbers, std::int32_t count) {
  const std::int64_t i = std::int64_t{blockIdx.x} * solverThreads + threadIdx.x;
  if (i < count) numbers[i] = static_cast<std::int32_t>(i);
}

/// Elements by colour.
DeviceBuffer<std::int32_t> sortedByColour(const DeviceBuffer<std::uint8_t>& colour,
                                          DeviceBuffer<std::uint8_t>& sortedColour, std::int64_t& scratchBytes,
                                          cudaStream_t stream) {
  const auto count = static_cast<std::int32_t>(colour.size());
  DeviceBuffer<std::int32_t> order(colour.size()), numbers(colour.size());
  numbersKernel<<<blocksOf(count), solverThreads, 0, stream>>>(numbers.data(), count);
  checkLaunch("the numbers of elements");
  std::size_t workBytes = 0;
  const auto sort = [&](void* work) {
    cudaCheck(cub::DeviceRadixSort::SortPairs(work, workBytes, colour.data(), sortedColour.data(), numbers.data(),
                                              order.data(), count, 0, 8, stream),
              "sorting elements by colour");
  };
  sort(nullptr);
  DeviceBuffer<std::byte> work(workBytes);
  sort(work.data());
  cudaCheck(cudaStreamSynchronize(stream));  // before the scratch is freed
  scratchBytes += static_cast<std::int64_t>(numbers.bytes() + work.bytes());
  return order;
}

void finishColouring(Colouring& colouring, const Census& census, cudaStream_t stream) {
  std::vector<std::int32_t> begin{0};
  ColouringReport& report = colouring.report;
  for (int c = 0; c < mostColours; ++c) {
    const std::int64_t size = census.size[c];
    if (size == 0) continue;
    report.smallest = report.colours == 0 ? size : std::min(report.smallest, size);
    report.largest = std::max(report.largest, size);
    ++report.colours;
    begin.push_back(begin.back() + static_cast<std::int32_t>(size));
  }
  colouring.colours = report.colours;
  colouring.begin = DeviceBuffer<std::int32_t>(begin.size());
  colouring.begin.fromHost(begin, stream);
}

}  // namespace

template <class Real>
Colouring colourElements(const DeviceProblem<Real>& problem, const Incidence& incidence, std::int64_t& scratchBytes,
                         cudaStream_t stream) {
  const auto numElements = static_cast<std::size_t>(problem.numElements);
  const ColourArgs args{problem.elementDof.data(), incidence.begin.data(), incidence.position.data(),
                        problem.numElements, nodesPerElement(problem.form, problem.order)};
  DeviceBuffer<std::uint8_t> colour(numElements), picked(numElements);
  cudaCheck(cudaMemsetAsync(colour.data(), uncoloured, colour.bytes(), stream));
  cudaCheck(cudaMemsetAsync(picked.data(), uncoloured, picked.bytes(), stream));
  Census census{};
  census.size[uncoloured] = problem.numElements;
  DeviceBuffer<Census> deviceCensus(1);
  deviceCensus.fromHost({&census, 1}, stream);
  const auto blocks = static_cast<unsigned>(blocksOf(problem.numElements));
  const auto commit = [&] {
    commitKernel<<<blocks, solverThreads, 0, stream>>>(colour.data(), picked.data(), problem.numElements,
                                                       deviceCensus.data());
    checkLaunch("a round of colouring");
  };
  while (census.size[uncoloured] > 0) {
    for (int round = 0; round < roundsBetweenLooks; ++round) {
      pickKernel<<<blocks, solverThreads, 0, stream>>>(args, colour.data(), picked.data(), deviceCensus.data());
      commit();
    }
    deviceCensus.toHost({&census, 1}, stream);
    if (census.exhausted != 0) throwTooManyColours(mostColours);
  }
  for (std::uint32_t round = 1; round <= movingRounds && census.colours > 0; ++round) {
    moveKernel<<<blocks, solverThreads, 0, stream>>>(args, colour.data(), picked.data(), deviceCensus.data(), round);
    commit();
  }
  deviceCensus.toHost({&census, 1}, stream);
  Colouring result;
  result.order = sortedByColour(colour, picked, scratchBytes, stream);
  finishColouring(result, census, stream);
  scratchBytes += static_cast<std::int64_t>(colour.bytes() + picked.bytes());
  return result;
}

template Colouring colourElements(const DeviceProblem<float>&, const Incidence&, std::int64_t&, cudaStream_t);
template Colouring colourElements(const DeviceProblem<double>&, const Incidence&, std::int64_t&, cudaStream_t);

template <class Real>
ColouredElements makeColouredElements(const DeviceProblem<Real>& problem, StageTimes& times, std::int64_t& scratchBytes,
                                      cudaStream_t stream) {
  StageClock clock(stream);
  const Incidence incidence = makeIncidence(problem, scratchBytes, stream);
  clock.end(times.adjacency);
  ColouredElements result;
  std::int64_t colouringBytes = incidence.bytes();
  result.colouring = colourElements(problem, incidence, colouringBytes, stream);
  result.words = makeNodeWords(problem, incidence, result.colouring.order.data(), stream);
  clock.end(times.colouring);
  clock.collect();
  scratchBytes = std::max(scratchBytes + incidence.bytes(), colouringBytes);
  return result;
}

template ColouredElements makeColouredElements(const DeviceProblem<float>&, StageTimes&, std::int64_t&, cudaStream_t);
template ColouredElements makeColouredElements(const DeviceProblem<double>&, StageTimes&, std::int64_t&, cudaStream_t);

}  // namespace fluxtet::statics::cuda
