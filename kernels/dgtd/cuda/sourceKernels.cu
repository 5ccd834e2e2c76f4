// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Kernels that depend on time: waveforms, currents, incident waves, the position of replayed graphs.
#include "kernels/device/check.hpp"
#include "kernels/dgtd/cuda/dispatch.hpp"
#include "kernels/dgtd/cuda/kernelTime.cuh"
#include "kernels/dgtd/cuda/launches.hpp"
#include "kernels/dgtd/laws.hpp"

#include <algorithm>

namespace fluxtet::dgtd::cuda {
namespace {

constexpr int blockSize = 128;

__global__ void strengthKernel(WaveformTable table, KernelTime time, double* strength) {
  const int i = blockIdx.x * blockSize + threadIdx.x;
  if (i < table.count) strength[i] = waveformValue(table.waveform[i], table.tableTime, table.tableValue, timeOf(time));
}

/// out -= scale * sum of coefficient * strength. One block for each element that carries currents; `values` is 3 Np.
template <class Real>
__global__ void currentKernel(CurrentArgs<Real> args, int values, int stride, Real* out) {
  const std::int32_t element = blockIdx.x;
  const CurrentList<Real>& list = args.list;
  const std::int64_t slot = list.slot[element];
  if (slot < args.firstSlot || slot >= args.endSlot) return;
  const Real scale = args.scale[args.record[slot].words >> (4 * faceBits)];
  for (int i = threadIdx.x; i < values; i += blockSize) {
    Real sum = 0;
    for (std::int32_t s = list.begin[element]; s < list.begin[element + 1]; ++s)
      sum += static_cast<Real>(args.strength[list.waveform[s]]) *
             list.coefficient[static_cast<std::int64_t>(s) * values + i];
    out[slot * stride + i] -= scale * sum;
  }
}

/// Threads of a block of waveKernel, and blocks of a launch that keep a GPU busy to its end.
constexpr int waveThreads = 128, waveBlocks = 8192;

/// See launchWaves(). A thread computes a node of a face: at each time the components of the incident field along the
/// face's edges, and then, from all nodes of the face, the Bernstein coefficients of this number. Rows of blocks share
/// the slices.
template <class Real, int order>
__global__ void __launch_bounds__(waveThreads)
    waveKernel(const __grid_constant__ WaveArgs args, const __grid_constant__ WaveTimes times, Real* records,
               std::int64_t sliceSize) {
  constexpr int nf = traceSize(order) / 2, faces = waveThreads / nf;
  __shared__ double nodal[faces * nf][2];
  const int m = threadIdx.x % nf, firstNode = threadIdx.x - m;
  const bool isNode = threadIdx.x < faces * nf;
  const std::int64_t at = static_cast<std::int64_t>(blockIdx.x) * faces + threadIdx.x / nf;
  const WaveFace* const face = args.face + at;
  for (int i = blockIdx.y; i < times.count * times.steps; i += gridDim.y) {
    const WaveInstant& instant = times.of[i % times.count];
    const int step = i / times.count;
    const bool writes = isNode && at < instant.numFaces;
    if (writes) {
      const double time = timeOf(KernelTime{instant.base, times.first.step, times.first.ahead + step, times.first.dt});
      const double* x = args.node + (at * nf + m) * 3;
      double sum[3] = {0, 0, 0};
      for (std::int32_t w = face->firstWave; w < face->endWave; ++w) {
        const IncidentWave& wave = args.wave[args.waveOf[w]];
        const Waveform& waveform = args.waveforms.waveform[wave.waveformOf(instant.field)];
        const double amplitude = face->sign * wave.amplitude;
        if (face->profile >= 0) {
          const std::int64_t profile = 2 * std::int64_t{face->profile} + static_cast<int>(instant.field);
          addPortWave(args.profile + 3 * (profile * nf + m),
                      amplitude * waveformValue(waveform, args.waveforms.tableTime, args.waveforms.tableValue, time),
                      sum);
          continue;
        }
        // Raw pointers, because the operators of std::array are host functions.
        const double* d = reinterpret_cast<const double*>(&wave.direction);
        const double* p = reinterpret_cast<const double*>(&wave.polarization);
        const double* o = reinterpret_cast<const double*>(&wave.origin);
        const double delay = face->slowness * (d[0] * (x[0] - o[0]) + d[1] * (x[1] - o[1]) + d[2] * (x[2] - o[2]));
        const double strength =
            amplitude * waveformValue(waveform, args.waveforms.tableTime, args.waveforms.tableValue, time - delay);
        addPlaneWave(instant.field, d, p, strength, face->admittance, sum);
      }
      const double* edges = reinterpret_cast<const double*>(&face->edges);
      for (int k = 0; k < 2; ++k)
        nodal[threadIdx.x][k] = edges[3 * k] * sum[0] + edges[3 * k + 1] * sum[1] + edges[3 * k + 2] * sum[2];
    }
    __syncthreads();
    if (writes) {
      double u = 0, v = 0;
      for (int n = 0; n < nf; ++n) {
        const double weight = args.toBernstein[m * nf + n];
        u += weight * nodal[firstNode + n][0];
        v += weight * nodal[firstNode + n][1];
      }
      auto* const slice =
          reinterpret_cast<JumpPair<Real>*>(records + (instant.slice + step * times.slicesOfStep) * sliceSize) + m;
      const JumpPair<Real> pair{static_cast<Real>(u), static_cast<Real>(v)};
      slice[static_cast<std::int64_t>(face->record) * nf] = pair;
      if (face->opposite >= 0) slice[static_cast<std::int64_t>(face->opposite) * nf] = {-pair.u, -pair.v};
    }
    __syncthreads();
  }
}

__global__ void advanceKernel(RunPosition* position, RunPosition by) {
  position->step += by.step;
  for (std::size_t i = 0; i < numCounts; ++i) position->count[i] += by.count[i];
}

}  // namespace

void launchStrengths(const WaveformTable& table, KernelTime time, double* strength, cudaStream_t stream) {
  if (table.count == 0) return;
  strengthKernel<<<(table.count + blockSize - 1) / blockSize, blockSize, 0, stream>>>(table, time, strength);
  checkLaunch("strengthKernel");
}

template <class Real>
void launchCurrents(const CurrentArgs<Real>& args, Real* out, cudaStream_t stream) {
  if (args.list.numElements == 0) return;
  const int values = (args.order + 1) * (args.order + 2) * (args.order + 3) / 2;
  currentKernel<<<args.list.numElements, blockSize, 0, stream>>>(args, values, elementStride(args.order), out);
  checkLaunch("currentKernel");
}

template <class Real>
void launchWaves(const WaveArgs& args, const WaveTimes& times, Real* records, std::int64_t sliceSize,
                 cudaStream_t stream) {
  std::int32_t numFaces = 0;
  for (int i = 0; i < times.count; ++i) numFaces = std::max(numFaces, times.of[i].numFaces);
  const int slices = times.count * times.steps;
  if (numFaces == 0 || slices == 0) return;
  withOrder(args.order, [&](auto p) {
    constexpr int faces = waveThreads / (traceSize(p.value) / 2);
    const int columns = (numFaces + faces - 1) / faces;
    const int rows = std::clamp((waveBlocks + columns - 1) / columns, 1, slices);
    waveKernel<Real, p.value><<<dim3(columns, rows), waveThreads, 0, stream>>>(args, times, records, sliceSize);
  });
  checkLaunch("waveKernel");
}

void launchAdvance(RunPosition* position, const RunPosition& by, cudaStream_t stream) {
  advanceKernel<<<1, 1, 0, stream>>>(position, by);
  checkLaunch("advanceKernel");
}

template void launchCurrents(const CurrentArgs<float>&, float*, cudaStream_t);
template void launchCurrents(const CurrentArgs<double>&, double*, cudaStream_t);
template void launchWaves(const WaveArgs&, const WaveTimes&, float*, std::int64_t, cudaStream_t);
template void launchWaves(const WaveArgs&, const WaveTimes&, double*, std::int64_t, cudaStream_t);

}  // namespace fluxtet::dgtd::cuda
