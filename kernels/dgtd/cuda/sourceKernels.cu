// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Kernels that depend on time: waveforms, currents, incident waves, the position of replayed graphs.
#include "kernels/device/check.hpp"
#include "kernels/dgtd/cuda/dispatch.hpp"
#include "kernels/dgtd/cuda/kernelTime.cuh"
#include "kernels/dgtd/cuda/launches.hpp"
#include "kernels/dgtd/cuda/outerTrace.cuh"
#include "kernels/dgtd/laws.hpp"

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

/// See launchWaves(). One block for each face, one thread for each of its nodes: the thread computes the components of
/// the incident field along the face's edges at its node, and then, from all nodes, the Bernstein coefficients of this
/// number. At an injected face it adds the neighbour's coefficients.
template <class Real, int order>
__global__ void waveKernel(WaveArgs<Real> args, WaveTraces<Real> traces) {
  constexpr int nf = NodeOrder<order>::nf;
  __shared__ double nodal[nf][2];
  const WaveFace& face = args.face[blockIdx.x];
  const bool isInjected = face.neighbour.word != GatheredTrace::none;
  if (isInjected && !traces.injects) return;
  const int m = threadIdx.x;
  if (isInjected && face.neighbour.kind() == GatheredKind::record && m == 0)
    for (std::int32_t i = 0; i < traces.numAwaited; ++i)
      waitForOtherGpu(traces.awaited[i], countOf(traces.awaitedValue));
  if (m < nf) {
    const double* x = args.node + (static_cast<std::int64_t>(blockIdx.x) * nf + m) * 3;
    double sum[3] = {0, 0, 0};
    for (std::int32_t w = face.firstWave; traces.withWaves && w < face.endWave; ++w) {
      const IncidentWave& wave = args.wave[args.waveOf[w]];
      // Raw pointers, because the operators of std::array are host functions.
      const double* d = reinterpret_cast<const double*>(&wave.direction);
      const double* p = reinterpret_cast<const double*>(&wave.polarization);
      const double* o = reinterpret_cast<const double*>(&wave.origin);
      const double delay = face.slowness * (d[0] * (x[0] - o[0]) + d[1] * (x[1] - o[1]) + d[2] * (x[2] - o[2]));
      const double strength = face.sign * wave.amplitude *
                              waveformValue(args.waveforms.waveform[wave.waveform], args.waveforms.tableTime,
                                            args.waveforms.tableValue, timeOf(traces.time) - delay);
      addPlaneWave(traces.field, d, p, strength, face.admittance, sum);
    }
    const double* edges = reinterpret_cast<const double*>(&face.edges);
    for (int k = 0; k < 2; ++k)
      nodal[m][k] = edges[3 * k] * sum[0] + edges[3 * k + 1] * sum[1] + edges[3 * k + 2] * sum[2];
  }
  __syncthreads();
  if (m >= nf) return;
  Real ofNeighbour[2] = {0, 0};
  if (isInjected)
    outerTrace<Real, order>(outerFaceAt(face.neighbour), traces.values, traces.haloRecords, m, ofNeighbour[0],
                            ofNeighbour[1]);
  for (int k = 0; k < 2; ++k) {
    double sum = 0;
    for (int n = 0; n < nf; ++n) sum += args.toBernstein[m * nf + n] * nodal[n][k];
    traces.record[(static_cast<std::int64_t>(blockIdx.x) * nf + m) * 2 + k] = ofNeighbour[k] + static_cast<Real>(sum);
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
void launchWaves(const WaveArgs<Real>& args, const WaveTraces<Real>& traces, cudaStream_t stream) {
  if (args.numFaces == 0) return;
  withOrder(args.order, [&](auto p) { waveKernel<Real, p.value><<<args.numFaces, 32, 0, stream>>>(args, traces); });
  checkLaunch("waveKernel");
}

void launchAdvance(RunPosition* position, const RunPosition& by, cudaStream_t stream) {
  advanceKernel<<<1, 1, 0, stream>>>(position, by);
  checkLaunch("advanceKernel");
}

template void launchCurrents(const CurrentArgs<float>&, float*, cudaStream_t);
template void launchCurrents(const CurrentArgs<double>&, double*, cudaStream_t);
template void launchWaves(const WaveArgs<float>&, const WaveTraces<float>&, cudaStream_t);
template void launchWaves(const WaveArgs<double>&, const WaveTraces<double>&, cudaStream_t);

}  // namespace fluxtet::dgtd::cuda
