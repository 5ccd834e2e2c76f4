// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Host functions that enqueue kernels. Every pointer is device memory; nothing waits.
#pragma once

#include "kernels/dgtd/cuda/rhsArgs.hpp"

#include <cuda_runtime.h>

namespace fluxtet::dgtd::cuda {

/// Elements that a thread block of the fused kernel owns.
template <class Real>
int clusterSizeOf(int order);

/// Largest number of gathered traces a cluster may have: what the shared memory of the present GPU holds.
template <class Real>
std::int32_t maxRemoteOf(int order, bool withJumps);

/// Clusters that the present GPU computes at a time.
template <class Real>
std::int32_t clustersAtOnce(int order);

/// Blocks of the fused kernel that pack so many traces: always fewer than run at a time.
template <class Real>
std::int32_t packingBlocks(int order, std::int32_t numTraces);

/// Whether fused half steps may overlap (ChainArgs) on the present GPU.
template <class Real>
bool halfStepsMayOverlap(int order);

/// The fused half step (and, with other scales, the residual of Runge-Kutta and the stability operator); with the jump
/// terms that RhsArgs::jumpScale asks for.
template <class Real>
void launchRhs(int order, const RhsArgs<Real>& args, cudaStream_t stream);

/// Where elements stand, and how their nodal values become covariant Bernstein coefficients.
template <class Real>
struct FieldLayout {
  int order;
  std::int32_t numElements, numInterior, borderShift;
  const Real* edge;           ///< [slot][3][3]
  const double* toBernstein;  ///< [Np][Np]
  const double* toNodal;      ///< [Np][Np]
};
/// field[slots of elements first..] = nodal values [count][Np][3], and back.
template <class Real>
void launchToField(const FieldLayout<Real>& layout, const Real* nodal, std::int32_t first, std::int32_t count,
                   Real* field, cudaStream_t stream);
template <class Real>
void launchToNodal(const FieldLayout<Real>& layout, const Real* field, std::int32_t first, std::int32_t count,
                   Real* nodal, cudaStream_t stream);

/// Trace records of the faces `slotFace` (4 * slot + face): record k goes to where destination[k] points, be it here or
/// in another GPU's memory.
template <class Real>
void launchPack(int order, const Real* field, const std::int32_t* slotFace, std::int32_t count,
                Real* const* destination, cudaStream_t stream);

/// values[point][3] = sum weight[point][Np] of the Bernstein coefficients at `slot`.
template <class Real>
void launchSample(int order, const Real* field, const Real* edge, const std::int32_t* slot, const double* weight,
                  std::int32_t count, double* values, cudaStream_t stream);

/// strength[i] = w_i(time).
void launchStrengths(const WaveformTable& table, KernelTime time, double* strength, cudaStream_t stream);

/// Currents, for kernels that leave them to a launch of its own.
template <class Real>
struct CurrentArgs {
  int order;
  CurrentList<Real> list;
  const double* strength;  ///< [waveform]
  const ElementRecord<Real>* record;
  const Real* scale;                ///< [material]
  std::int32_t firstSlot, endSlot;  ///< others are left alone
};
/// out -= scale * sum of coefficient * strength.
template <class Real>
void launchCurrents(const CurrentArgs<Real>& args, Real* out, cudaStream_t stream);

/// Plane waves on the faces where they enter.
struct WaveFace {
  std::array<double, 6> edges;  ///< A->B, A->C, m
  std::int32_t firstWave, endWave;
  double slowness, admittance;  ///< of the medium, s/m and over that of vacuum (laws.hpp)
};
template <class Real>
struct WaveArgs {
  int order;
  std::int32_t numFaces;
  const WaveFace* face;
  const double* node;  ///< [face][Nf][3] m
  const std::int32_t* waveOf;
  const IncidentWave* wave;
  WaveformTable waveforms;
  const double* toBernstein;  ///< [Nf][Nf] of a face
};
/// Incident traces of a field, to its records.
template <class Real>
void launchWaves(const WaveArgs<Real>& args, Field field, KernelTime time, Real* record, cudaStream_t stream);

/// Components u, v of a jump at one node of a face (ElementRhs).
template <class Real>
struct alignas(2 * sizeof(Real)) JumpPair {
  Real u, v;
};

/// What the published kernels hand on to each other.
template <class Real>
struct SplitTables {
  static constexpr int width = 32;  ///< slots side by side
  Real* rhs;             ///< [slot / width][Np][3][slot % width] curl of the source, contravariant (ElementRhs)
  JumpPair<Real>* flux;  ///< [slot / width][4][slot % width][Nf] jumps at the faces
};
/// Their dense operators in Bernstein form, host memory, to the present GPU; all engines of an order share them. Rows
/// of [Np][Np][3] d_i - d_0.
template <class Real>
void setDerivatives(int order, const Real* rows);
/// Rows of [Np][4][Nf] 3/2 L_f.
template <class Real>
void setLifts(int order, const Real* rows);

/// The published kernels.
template <class Real>
void launchVolume(int order, const RhsArgs<Real>& args, const SplitTables<Real>& tables, cudaStream_t stream);
template <class Real>
void launchSurface(int order, const RhsArgs<Real>& args, const SplitTables<Real>& tables, cudaStream_t stream);
template <class Real>
void launchUpdate(int order, Field target, const RhsArgs<Real>& args, const SplitTables<Real>& tables,
                  cudaStream_t stream);

/// As launchRhs, with the upwind flux: averages weighted by the materials across the faces, and all of the target's
/// jumps.
template <class Real>
struct UpwindArgs {
  RhsArgs<Real> rhs;
  const std::uint32_t* outerMaterial;  ///< [slot][4]
};
template <class Real>
void launchUpwind(int order, const UpwindArgs<Real>& args, cudaStream_t stream);

/// field += factor * rhs.
template <class Real>
void launchAxpy(Real factor, const Real* rhs, Real* field, std::int64_t count, cudaStream_t stream);

/// *step += by.
void launchAdvance(std::int64_t* step, std::int64_t by, cudaStream_t stream);

}  // namespace fluxtet::dgtd::cuda
