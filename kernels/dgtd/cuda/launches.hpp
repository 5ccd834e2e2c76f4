// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Host functions that enqueue kernels, and their arguments. All pointers are device pointers, and no function blocks
// the host, unless it says otherwise. Fields are [slot][elementStride], covariant Bernstein coefficients in V
// (docs/theory.md, section 2.7); nodal values are Cartesian, V/m.
#pragma once

#include "kernels/dgtd/cuda/fewElementsLaunch.hpp"
#include "kernels/dgtd/cuda/rhsArgs.hpp"

#include <cuda_runtime.h>

namespace fluxtet::dgtd::cuda {

/// Elements of a cluster, which a thread block of the fused kernel computes.
template <class Real>
int clusterSizeOf(int order);

/// Gathered traces that a cluster may have at most, so that the shared memory of the present GPU holds them.
template <class Real>
std::int32_t maxGatheredOf(int order, bool withJumps);

/// Clusters that the fused kernel without jump terms computes at a time on the present GPU.
template <class Real>
std::int32_t clustersAtOnce(int order);

/// Clusters that a multiprocessor of the present GPU holds at a time, where they have so many gathered traces at most.
template <class Real>
int clustersPerSm(int order, bool withJumps, std::int32_t maxGathered);

/// Packing blocks (BorderArgs::numPackers) for numTraces traces: fewer than the present GPU runs at a time.
template <class Real>
std::int32_t packingBlocks(int order, std::int32_t numTraces);

/// Whether fused half steps may overlap (ChainArgs) on the present GPU.
template <class Real>
bool halfStepsMayOverlap(int order);

/// Enqueues the fused kernel on the clusters of `args`. With other scales it also computes the residual of Runge-Kutta
/// with the centred flux, and the operator of the time step estimate. Without a source (null) it adds the terms of the
/// target's jumps alone.
template <class Real>
void launchRhs(int order, const RhsArgs<Real>& args, cudaStream_t stream);

/// Enqueues FewElementsKernel on the clusters of `args`.
template <class Real>
void launchFewElements(int order, const FewElementsArgs<Real>& args, cudaStream_t stream);

/// What kernels need to move a field, or some elements of it, between nodal values and its form on the GPU.
template <class Real>
struct FieldLayout {
  int order;
  std::int32_t numElements;               ///< of the rank, or of the list below
  std::int32_t numInterior, borderShift;  ///< as in ClusterSlots
  const Real* edge;                       ///< [slot][3][xyz] m
  const double* toBernstein;              ///< [Np][Np] coefficients from nodal values
  const double* toNodal;                  ///< [Np][Np] nodal values from coefficients
  // A list of elements; null: element e of the rank is in the slot of ClusterSlots in both.
  const std::int32_t* slot;   ///< [numElements] slot in the mesh, of `edge`
  const std::int32_t* place;  ///< [numElements] slot in the array with the values
};
/// Changes the basis of the elements first to first + count - 1: from nodal [count][Np][xyz], V/m, to `field`, and
/// back.
template <class Real>
void launchToField(const FieldLayout<Real>& layout, const Real* nodal, std::int32_t first, std::int32_t count,
                   Real* field, cudaStream_t stream);
template <class Real>
void launchToNodal(const FieldLayout<Real>& layout, const Real* field, std::int32_t first, std::int32_t count,
                   Real* nodal, cudaStream_t stream);

/// Packs traces: record [Nf][2] of the face slotFace[k] = 4 * slot + face goes to destination[k], on this GPU or on
/// another, k = 0, ..., count - 1. V.
template <class Real>
void launchPack(int order, const Real* field, const std::int32_t* slotFace, std::int32_t count,
                Real* const* destination, cudaStream_t stream);

/// One field or two.
template <class Real>
struct SampledFields {
  int count;
  const Real* field[2];
};
/// Where samples go: values [row][field][count][xyz], V/m, in row `number` % rows.
struct SampleRows {
  double* values;
  std::uint32_t rows = 1;  ///< a power of two
  KernelCount number{};
};
/// Samples fields at points, from the Bernstein coefficients of the element in slot[point] with weight [count][Np].
/// edge [slot][3][xyz], m. `beginsEarly`: as in launchSum().
template <class Real>
void launchSample(int order, const SampledFields<Real>& fields, const Real* edge, const std::int32_t* slot,
                  const double* weight, std::int32_t count, const SampleRows& to, bool beginsEarly,
                  cudaStream_t stream);

/// strength[i] = w_i(time) for each waveform i of the table.
void launchStrengths(const WaveformTable& table, KernelTime time, double* strength, cudaStream_t stream);

/// Currents of kernels that do not subtract them themselves (the split kernels, Runge-Kutta).
template <class Real>
struct CurrentArgs {
  int order;
  CurrentList<Real> list;
  const double* strength;             ///< [waveform]
  const ElementRecord<Real>* record;  ///< [slot]
  const Real* scale;                  ///< [material] m
  std::int32_t firstSlot, endSlot;    ///< slots that take part; endSlot is excluded
};
/// out -= scale * sum of coefficient * strength, in the elements that carry currents.
template <class Real>
void launchCurrents(const CurrentArgs<Real>& args, Real* out, cudaStream_t stream);

/// Currents of dispersive media for the split kernels, in the clusters of a range that have states: advances the states
/// by a half step of the field E (or H, whose permeability has the poles) and writes the currents k x, V/m, to current
/// [place][element of the cluster][elementStride]; and E -= scale[material] * current.
template <class Real>
void launchPolarisation(int order, const PoleTerm<Real>* term, const LayerTerm<Real>& layers, ClusterRange clusters,
                        int clusterSize, const ElementRecord<Real>* record, const Real* E, Real* current,
                        cudaStream_t stream);
template <class Real>
void launchSubtractPolarisation(int order, const PoleTerm<Real>* term, ClusterRange clusters, int clusterSize,
                                const ElementRecord<Real>* record, const Real* current, Real* E, cudaStream_t stream);

/// Media with tensors for the split kernels, in the clusters of a range that have them: makes of the increments that an
/// update has added to `field` its new values. old [place][element of the cluster][elementStride]: the field before.
template <class Real>
void launchTensors(int order, const TensorTerm<Real>* term, const LayerTerm<Real>& layers, ClusterRange clusters,
                   int clusterSize, const Real* old, Real* field, cudaStream_t stream);

/// Absorbing layers for the split kernels, in the clusters of a range that hold an element in a layer: keep the field F
/// before its update in old [place][element of the cluster][elementStride], where place [cluster] is -1 for the other
/// clusters; and turn F, which the update of the medium has made of it, into the field after the half step, and advance
/// the states; with `poles`, which are those of F, also these of the same clusters.
template <class Real>
void launchKeepInLayers(int order, const std::int32_t* place, ClusterRange clusters, int clusterSize, const Real* F,
                        Real* old, cudaStream_t stream);
template <class Real>
void launchApplyLayers(int order, const LayerTerm<Real>& term, const std::int32_t* place, ClusterRange clusters,
                       int clusterSize, const ElementRecord<Real>* record, const PoleTerm<Real>* poles, const Real* old,
                       Real* F, cudaStream_t stream);

/// Components u, v of a trace or jump at one node of a face, V (ElementRhs).
template <class Real>
struct alignas(2 * sizeof(Real)) JumpPair {
  Real u, v;
};

/// A face through which plane waves enter, and its wave records (InjectedRun).
struct WaveFace {
  std::array<double, 6> edges;      ///< A->B and A->C, m, with A, B, C the face's vertices in ascending order
  std::int32_t firstWave, endWave;  ///< its waves in WaveArgs::waveOf; endWave is excluded
  double slowness, admittance;      ///< of the medium at the face: s/m; relative to vacuum (laws.hpp)
  double sign;                      ///< factor of the waves
  std::int32_t record;              ///< its wave record
  std::int32_t opposite;            ///< wave record of its other side, which takes the negative waves; -1: none
  std::int32_t profile;             ///< of a port's wave, in WaveArgs::profile; -1: plane waves
};
/// The incident waves at all faces through which they enter.
struct WaveArgs {
  int order;
  const WaveFace* face;
  const double* node;          ///< [face][Nf][xyz] m
  const std::int32_t* waveOf;  ///< indices into `wave`, face by face
  const IncidentWave* wave;
  const double* profile;  ///< [profile][E, H][Nf][xyz] 1/m, DgtdProblem::waveProfile
  WaveformTable waveforms;
  const double* toBernstein;  ///< [Nf][Nf] of a face
};
/// Where the records of a field at a time are written, and for how many of the faces. The time is `base`, s, after the
/// beginning of the step (WaveTimes).
struct WaveInstant {
  Field field;
  double base;
  std::int32_t numFaces;  ///< the first ones of WaveArgs::face
  std::int32_t slice;     ///< for the first step
};
/// The times at which waves are evaluated: `count` instants of each of some consecutive steps.
struct WaveTimes {
  static constexpr int most = 8;
  int count, steps;
  KernelTime first;  ///< the beginning of the first step; `step` null: there is one step only, and it begins at time 0
  int slicesOfStep;  ///< distance of two steps in slices
  WaveInstant of[most];
};
/// Writes records of incident waves: the sign of a face times its waves, as traces, to records
/// [slice][sliceSize] = [slice][wave record][Nf][2], V.
template <class Real>
void launchWaves(const WaveArgs& args, const WaveTimes& times, Real* records, std::int64_t sliceSize,
                 cudaStream_t stream);

/// What the split kernels hand on to each other: intVolume writes `rhs`, intSurface writes `flux`, updateField reads
/// both. No other kernel knows their layout.
template <class Real>
struct SplitTables {
  static constexpr int width = 32;  ///< slots side by side
  Real* rhs;             ///< [slot / width][Np][3][slot % width] r_k of the curl of the source, V (ElementRhs)
  JumpPair<Real>* flux;  ///< [slot / width][4][slot % width][Nf] jumps at the faces, V
};
/// Copy the dense operators of the split kernels, in Bernstein form, from host memory to the present GPU. All engines
/// of one order and precision on a GPU share them. rows [Np][Np][3]: entries of d_i = d/dlambda_i - d/dlambda_0.
template <class Real>
void setDerivatives(int order, const Real* rows);
/// rows [Np][4][Nf]: entries of 3/2 L_f.
template <class Real>
void setLifts(int order, const Real* rows);

/// The split kernels: the half step as published by Cabel, Charles, Lanteri 2011, section 3.1 (splitShape.cuh).
template <class Real>
void launchVolume(int order, const RhsArgs<Real>& args, const SplitTables<Real>& tables, cudaStream_t stream);
template <class Real>
void launchSurface(int order, const RhsArgs<Real>& args, const SplitTables<Real>& tables, cudaStream_t stream);
template <class Real>
void launchUpdate(int order, Field target, const RhsArgs<Real>& args, const SplitTables<Real>& tables,
                  cudaStream_t stream);

/// The right-hand side as RhsArgs states it, with the upwind flux (docs/theory.md, section 2.5): averages are weighted
/// by the media on both sides, and jumps of the target enter in full. `out` must not be `target`.
template <class Real>
struct UpwindArgs {
  RhsArgs<Real> rhs;
  const std::uint32_t* outerMaterial;  ///< [slot][4] material across each face
};
template <class Real>
void launchUpwind(int order, const UpwindArgs<Real>& args, cudaStream_t stream);

/// out[i] += weight * (source[i] - less[i]), i = 0, ..., count - 1; with `fromZero` out[i] = weight * (source[i] -
/// less[i]). `less` may be null, which stands for zeros. The arrays begin at multiples of 16 bytes, and so does their
/// end. `beginsEarly`: its blocks may start while the kernel before in the stream still runs, and wait for its end.
template <class Real>
void launchSum(Real weight, const Real* source, const Real* less, bool fromZero, Real* out, std::int64_t count,
               bool beginsEarly, cudaStream_t stream);

/// Adds the step and the counts of `by` to those of *position.
void launchAdvance(RunPosition* position, const RunPosition& by, cudaStream_t stream);

}  // namespace fluxtet::dgtd::cuda
