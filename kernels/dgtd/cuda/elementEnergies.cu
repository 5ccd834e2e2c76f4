// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/dgtd/cuda/elementEnergies.hpp"

#include "kernels/device/check.hpp"
#include "kernels/dgtd/cuda/bernstein.hpp"
#include "kernels/dgtd/cuda/dispatch.hpp"
#include "kernels/dgtd/cuda/elementFrame.cuh"

#include <algorithm>

namespace fluxtet::dgtd::cuda {
namespace {

/// A block has three warps, one for each Cartesian component. Lane i of a warp computes slot i of the group.
constexpr int blockSize = 3 * energyGroup;
constexpr int maxBlocks = 4096;
constexpr int finalBlockSize = 256;

/// The mass matrix of the Bernstein polynomials of degree p on an element of unit volume, as factor() * entry(): M_ab =
/// (p!)^2 3! / (2p + 3)! * prod_i C(a_i + b_i, a_i), with the binomial coefficients C.
template <int order>
struct BernsteinMass {
  static constexpr double factor() {
    double value = 6;
    for (int i = 1; i <= order; ++i) value *= static_cast<double>(i) * i;
    for (int i = 2; i <= 2 * order + 3; ++i) value /= i;
    return value;
  }
  /// The product of an entry, an integer. As a constant expression it is an operand of the code and takes no load.
  static constexpr double entry(int n, int m) {
    int value = 1;
    for (int v = 0; v < 4; ++v)
      for (int k = 1; k <= nodeOrder<order>.node[m][v]; ++k) value = value * (nodeOrder<order>.node[n][v] + k) / k;
    return value;
  }
};

template <class Real>
struct alignas(16) Word {
  Real value[16 / sizeof(Real)];
};

/// The coefficients of a group's elements in shared memory. Elements are an odd number of values apart, so that the
/// lanes of a warp have no bank conflicts.
template <class Real, int order>
struct Group {
  static constexpr int np = NodeOrder<order>::np;
  static constexpr int stride = elementStride(order), distance = stride | 1;
  static constexpr int perWord = 16 / sizeof(Real), numWords = energyGroup * stride / perWord;
  Real values[energyGroup * distance];

  /// Loads f, or f + factor g if g is not null. All threads of the block call it. The caller puts block barriers before
  /// and after it.
  __device__ void load(const Real* f, Real factor, const Real* g, std::int64_t firstSlot) {
    const auto* from = reinterpret_cast<const Word<Real>*>(f + firstSlot * stride);
    const auto* more = g == nullptr ? nullptr : reinterpret_cast<const Word<Real>*>(g + firstSlot * stride);
#pragma unroll 4
    for (int w = threadIdx.x; w < numWords; w += blockSize) {
      Word<Real> word = from[w];
      if (more != nullptr) {
        const Word<Real> other = more[w];
        for (int i = 0; i < perWord; ++i) word.value[i] += factor * other.value[i];
      }
      for (int i = 0; i < perWord; ++i) {
        const int at = perWord * w + i;
        values[at + at / stride * (distance - stride)] = word.value[i];
      }
    }
  }
  /// Sets p [Np] to one Cartesian component of an element's Bernstein coefficients, V/m. g: that component of the
  /// gradients g_1, g_2, g_3, 1/m.
  __device__ void component(int element, const double (&g)[3], double (&p)[np]) const {
    const Real* own = values + element * distance;
    forEach<np>([&](auto n) {
      p[n.value] = g[0] * own[3 * n.value] + g[1] * own[3 * n.value + 1] + g[2] * own[3 * n.value + 2];
    });
  }
};

/// p^T M p and p^T M q, without BernsteinMass::factor(). p, q [Np].
template <int order, int np>
__device__ double squareOf(const double (&p)[np]) {
  using Mass = BernsteinMass<order>;
  double total = 0;
  forEach<np>([&](auto n) {
    constexpr double diagonal = Mass::entry(n.value, n.value);
    double row = diagonal * p[n.value];
    forEach<n.value>([&](auto m) {
      constexpr double twice = 2 * Mass::entry(n.value, m.value);
      row += twice * p[m.value];
    });
    total += p[n.value] * row;
  });
  return total;
}
template <int order, int np>
__device__ double productOf(const double (&p)[np], const double (&q)[np]) {
  using Mass = BernsteinMass<order>;
  double total = 0;
  forEach<np>([&](auto n) {
    double row = 0;
    forEach<np>([&](auto m) {
      constexpr double entry = Mass::entry(n.value, m.value);
      row += entry * q[m.value];
    });
    total += p[n.value] * row;
  });
  return total;
}

/// The part of this thread's Cartesian component in the energy of its element, (V/m)^2 m^3. All threads of the block
/// call it.
template <class Real, int order, bool squared>
__device__ double componentEnergy(const EnergyMesh<Real>& mesh, const EnergyTerms<Real>& terms, std::int64_t firstSlot,
                                  Group<Real, order>& group) {
  const int lane = threadIdx.x % energyGroup, c = threadIdx.x / energyGroup;
  const std::int64_t slot = firstSlot + lane;
  const double volume = mesh.volume[slot];
  const std::uint64_t material = mesh.record[slot].words >> (4 * faceBits);
  double energy = 0;
  for (int t = 0; t < terms.count; ++t) {
    const EnergyTerm<Real>& term = terms.term[t];
    const Frame frame(term.edge + 9 * slot);
    const double g[3] = {frame.gradient(0, c), frame.gradient(1, c), frame.gradient(2, c)};
    double p[Group<Real, order>::np], product;
    __syncthreads();
    group.load(term.f, terms.factor, squared ? term.g : nullptr, firstSlot);
    __syncthreads();
    group.component(lane, g, p);
    if constexpr (squared) {
      product = squareOf<order>(p);
    } else {
      double q[Group<Real, order>::np];
      __syncthreads();
      group.load(term.g, 0, nullptr, firstSlot);
      __syncthreads();
      group.component(lane, g, q);
      product = productOf<order>(p, q);
    }
    energy += term.weight[material] * product;
  }
  // The values in a slot without element are arbitrary, perhaps not finite.
  return volume > 0 ? BernsteinMass<order>::factor() * volume * energy : 0;
}

/// The two reductions: how two results become one, and the result of no elements.
struct Sum {
  __device__ static SlotEnergy none() { return {0, -1}; }
  __device__ static SlotEnergy combine(const SlotEnergy& a, const SlotEnergy& b) { return {a.energy + b.energy, -1}; }
};
struct Largest {
  __device__ static SlotEnergy none() { return {-1, -1}; }
  __device__ static SlotEnergy combine(const SlotEnergy& a, const SlotEnergy& b) {
    return b.energy > a.energy || (b.energy == a.energy && b.slot < a.slot) ? b : a;
  }
};

/// Reduces the results of the block's `size` threads to one, which is returned to thread 0. All threads call it.
template <class Reduction, int size>
__device__ SlotEnergy overBlock(SlotEnergy own) {
  static_assert((size & (size - 1)) == 0);
  __shared__ SlotEnergy all[size];
  all[threadIdx.x] = own;
  for (int half = size / 2; half > 0; half /= 2) {
    __syncthreads();
    if (static_cast<int>(threadIdx.x) < half)
      all[threadIdx.x] = Reduction::combine(all[threadIdx.x], all[threadIdx.x + half]);
  }
  return all[0];
}

template <class Reduction, class Real, int order, bool squared>
__global__ void __launch_bounds__(blockSize)
    energyKernel(const __grid_constant__ EnergyMesh<Real> mesh, const __grid_constant__ EnergyTerms<Real> terms,
                 SlotEnergy* partial) {
  __shared__ Group<Real, order> group;
  __shared__ double component[blockSize];
  const int thread = threadIdx.x;
  SlotEnergy own = Reduction::none();
  for (std::int64_t first = static_cast<std::int64_t>(blockIdx.x) * energyGroup; first < mesh.numSlots;
       first += static_cast<std::int64_t>(gridDim.x) * energyGroup) {
    component[thread] = componentEnergy<Real, order, squared>(mesh, terms, first, group);
    __syncthreads();
    if (thread < energyGroup && mesh.volume[first + thread] > 0) {
      const double energy = component[thread] + component[thread + energyGroup] + component[thread + 2 * energyGroup];
      own = Reduction::combine(own, {energy, first + thread});
    }
  }
  if (thread >= energyGroup) return;
  for (int half = energyGroup / 2; half > 0; half /= 2) {
    const SlotEnergy other{__shfl_down_sync(0xffffffffu, own.energy, half),
                           __shfl_down_sync(0xffffffffu, own.slot, half)};
    own = Reduction::combine(own, other);
  }
  if (thread == 0) partial[blockIdx.x] = own;
}

template <class Reduction>
__global__ void finalKernel(const SlotEnergy* partial, int count, SlotEnergy* result) {
  SlotEnergy own = Reduction::none();
  for (int i = threadIdx.x; i < count; i += finalBlockSize) own = Reduction::combine(own, partial[i]);
  own = overBlock<Reduction, finalBlockSize>(own);
  if (threadIdx.x == 0) *result = own;
}

}  // namespace

ElementEnergies::ElementEnergies() : partial_(maxBlocks), result_(1) {}

template <class Reduction, class Real>
SlotEnergy ElementEnergies::reduce(const EnergyMesh<Real>& mesh, const EnergyTerms<Real>& terms, cudaStream_t stream) {
  const int blocks = static_cast<int>(std::min<std::int64_t>(maxBlocks, mesh.numSlots / energyGroup));
  if (blocks > 0)
    withOrder(mesh.order, [&](auto p) {
      if (terms.squared) {
        energyKernel<Reduction, Real, p.value, true><<<blocks, blockSize, 0, stream>>>(mesh, terms, partial_.data());
      } else if constexpr (std::is_same_v<Reduction, Sum>) {
        energyKernel<Reduction, Real, p.value, false><<<blocks, blockSize, 0, stream>>>(mesh, terms, partial_.data());
      }
      checkLaunch("energyKernel");
    });
  finalKernel<Reduction><<<1, finalBlockSize, 0, stream>>>(partial_.data(), blocks, result_.data());
  checkLaunch("finalKernel");
  cudaCheck(cudaStreamSynchronize(stream), "waiting for energies");
  return *result_.data();
}

template <class Real>
double ElementEnergies::sum(const EnergyMesh<Real>& mesh, const EnergyTerms<Real>& terms, cudaStream_t stream) {
  return reduce<Sum>(mesh, terms, stream).energy;
}

template <class Real>
SlotEnergy ElementEnergies::largest(const EnergyMesh<Real>& mesh, const EnergyTerms<Real>& terms, cudaStream_t stream) {
  return reduce<Largest>(mesh, terms, stream);
}

template double ElementEnergies::sum(const EnergyMesh<float>&, const EnergyTerms<float>&, cudaStream_t);
template double ElementEnergies::sum(const EnergyMesh<double>&, const EnergyTerms<double>&, cudaStream_t);
template SlotEnergy ElementEnergies::largest(const EnergyMesh<float>&, const EnergyTerms<float>&, cudaStream_t);
template SlotEnergy ElementEnergies::largest(const EnergyMesh<double>&, const EnergyTerms<double>&, cudaStream_t);

}  // namespace fluxtet::dgtd::cuda
