// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/absorbingLayer.hpp"
#include "kernels/dgtd/cuda/clusterMesh.hpp"
#include "kernels/dgtd/poles.hpp"
#include "lib/base/hostDevice.hpp"
#include "lib/physics/waveform.hpp"

namespace fluxtet::dgtd::cuda {

/// Distance of two elements in a field array, in values: 3 Np, made odd at P3 and P4, so that threads that read their
/// own elements in shared memory have no bank conflicts. (At P1 and P2 they read wide words.) Padding is 0.
constexpr int elementStride(int order) {
  const int values = (order + 1) * (order + 2) * (order + 3) / 2;
  return order <= 2 || values % 2 == 1 ? values : values + 1;
}
/// Values of one trace record: u and v at each node of the face, [Nf][2].
constexpr int traceSize(int order) {
  return (order + 1) * (order + 2);
}

/// Counts that order half steps, streams and ranks: of 32 bits; they grow, wrap round, and begin anew with an exchange.
enum class Count {
  border,  ///< border clusters done
  packed,  ///< packing blocks done
  sentE,
  sentH,  ///< messages sent
  receivedE,
  receivedH,  ///< messages received
  records     ///< PointSamples::record()
};
inline constexpr std::size_t numCounts = 7;
constexpr Count sentOf(Field field) {
  return field == Field::E ? Count::sentE : Count::sentH;
}
constexpr Count receivedOf(Field field) {
  return field == Field::E ? Count::receivedE : Count::receivedH;
}

/// Where a replayed graph begins: the number of its first time step, and the counts (Count) before it.
struct RunPosition {
  std::int64_t step;
  std::uint32_t count[numCounts];
};

/// A time, s, as a kernel computes it (timeOf()): base + (*step + ahead) * dt, or `base` where `step` is null. A
/// replayed graph thus has the time of its present step.
struct KernelTime {
  double base = 0;                     ///< s
  const std::int64_t* step = nullptr;  ///< RunPosition::step, device pointer
  std::int64_t ahead = 0;              ///< steps after that one
  double dt = 0;                       ///< s
};

/// A count as a kernel computes it (countOf()): *base + ahead, or `ahead` where `base` is null.
struct KernelCount {
  const std::uint32_t* base = nullptr;  ///< of RunPosition::count, device pointer
  std::uint32_t ahead = 0;
};

/// The waveforms of a problem. Device pointers.
struct WaveformTable {
  const Waveform* waveform;              ///< [count]
  const double *tableTime, *tableValue;  ///< sampled waveforms (WaveformSet): times, s, and values
  int count;
};

/// The elements that carry currents, and their currents. A source is one current in one element. Device pointers;
/// written by Currents.
template <class Real>
struct CurrentList {
  std::int32_t numElements;
  const std::int32_t* slot;                ///< [numElements] ascending
  const std::int32_t* begin;               ///< [numElements + 1] sources of an element: begin[i] to begin[i + 1] - 1
  const std::int32_t* waveform;            ///< [source] index into WaveformTable
  const Real* coefficient;                 ///< [source][Np][3] covariant Bernstein coefficients of Z0 J, V/m
  std::int32_t firstCluster, numClusters;  ///< consecutive clusters that hold all these elements
  const std::int32_t* clusterBegin;        ///< [numClusters + 1] elements of a cluster in `slot`
};

/// The currents that the fused kernel subtracts from the increments: scale[material] * sum coefficient w(time).
template <class Real>
struct CurrentTerm {
  CurrentList<Real> list;  ///< without clusters: no currents
  WaveformTable waveforms;
  KernelTime time;
  const Real* scale;  ///< [material] m
};

/// The states of the poles of dispersive media, and what a half step of one size needs to advance them. The clusters
/// that hold a dispersive element have states. Device pointers; written by Polarisation.
template <class Real>
struct PoleTerm {
  const std::int32_t* place;  ///< [cluster] index of the cluster among those with states; -1: it has none
  Real* state;                ///< [state][place][element of the cluster][elementStride] z of PoleStep
  /// [place][element of the cluster] 1: advanceLayersAndPoles() advances its poles. Null: it advances none.
  const std::uint8_t* withLayers;
  std::int64_t stateSize;  ///< values of one state
  int numStates, numPoles;
  const std::int32_t* first;                   ///< [numPoles + 1] PolePositions::first
  const PoleCoefficients<Real>* coefficients;  ///< [material][numPoles]
  const Real* scale;                           ///< [material] leapFrogGrowth(), m
};

/// Media whose law is a matrix, in the clusters that have them (TensorMedia): a node's increments i, in covariant
/// components, become its change, growth i + decay F. In a plasma the state advances first: with x = z + gamma F, the
/// increments get k x, and the next z is phi x + gamma F (PlasmaStep; k has the factor -step). In absorbing layers the
/// field that they stretch takes the place of F, and the change is that of it. Device pointers.
template <class Real>
struct TensorTerm {
  const std::int32_t* place;        ///< [cluster] index of the cluster among those with such media; -1: it has none
  const std::uint8_t* isTensor;     ///< [place][element of the cluster]
  const Real* growth;               ///< [place][9][element of the cluster]; the unit matrix where isTensor is 0
  const Real* decay;                ///< the same, 0 where isTensor is 0; null: 0 everywhere
  const std::int32_t* plasmaPlace;  ///< [cluster] index among the clusters with a plasma; -1: it has none
  const Real* plasma;  ///< [plasmaPlace][phi, gamma, k][9][element of the cluster], 0 without plasma; null: no plasma
  Real* state;         ///< [plasmaPlace][element of the cluster][elementStride] z
};

/// A direction d in which elements absorb: where their edges lead, and the constants of LayerFactors that a half step
/// multiplies with. A value along d adds t_k[d] times it to the covariant components p_k. The elements of a sub-layer
/// share few of these.
template <class Real>
struct alignas(16) LayerRecord {
  Real edge[3];                         ///< [k] t_k[d], m
  Real sigma, alpha;                    ///< across, 1/m
  Real growth, pull, gain;              ///< across: quotient; quotient 2 sigma gain; m
  Real growthAlong, pullAlong;          ///< the same along the direction
  Real moreGrowth, morePull, moreGain;  ///< along less across
};

/// An element that may absorb in a direction d. F_d = sum_k p_k g_k[d] is the Cartesian component along it.
template <class Real>
struct alignas(4 * sizeof(Real)) LayerElement {
  Real gradient[3];     ///< [k] g_k[d], 1/m
  std::int32_t record;  ///< index into LayerTerm::Direction::record; 0: it does not absorb
};

/// [direction] a cluster's number among those with an element that absorbs in it; -1: it has none.
struct alignas(16) LayersOfCluster {
  std::int32_t place[3];
  /// Whether no element of the cluster absorbs.
  FLUXTET_HOST_DEVICE bool none() const { return place[0] < 0 && place[1] < 0 && place[2] < 0; }
  /// The direction in which it absorbs, if it is one alone, else -1.
  FLUXTET_HOST_DEVICE int only() const {
    const bool x = place[0] >= 0, y = place[1] >= 0, z = place[2] >= 0;
    return x + y + z != 1 ? -1 : x ? 0 : y ? 1 : 2;
  }
};

/// The states of the absorbing layers of one field, and what a half step of one size needs to advance them. A state has
/// values for the clusters that hold an element which absorbs in its direction. Device pointers; written by
/// AbsorbingLayers.
template <class Real>
struct LayerTerm {
  const LayersOfCluster* ofCluster;  ///< [cluster] null: there is no absorbing layer
  const Real* decay;                 ///< [material] leapFrogDecay()
  struct Direction {
    const LayerRecord<Real>* record;    ///< the first one changes nothing
    const LayerElement<Real>* element;  ///< [place][element of the cluster]
    Real* psi;                          ///< [place][element of the cluster][elementStride] covariant coefficients, V m
  };
  Direction direction[3];
};

/// The border clusters in a launch of the fused kernel: its first blocks compute them and count them in `done`. If
/// numPackers is not 0, so many of the later blocks pack their traces for other ranks, and the last of these sets
/// `flag`. FusedKernel states who waits for which counter. Device pointers.
template <class Real>
struct BorderArgs {
  std::int32_t numClusters;            ///< border clusters, the last of the range; 0: none
  std::uint32_t* done;                 ///< count of border clusters done, over all half steps
  KernelCount doneAtEnd;               ///< value of `done` when the border of this half step is done
  std::int32_t clustersBeforePackers;  ///< interior clusters that are computed before the packing blocks, at most
  std::int32_t numPackers;             ///< packing blocks; 0: nothing is packed
  std::int32_t numTraces;
  const std::int32_t* slotFace;  ///< [numTraces] 4 * slot + face
  Real* const* destination;      ///< [numTraces] where each trace record goes, on this GPU or on another
  std::uint32_t* packed;         ///< count of packing blocks done, over all half steps
  KernelCount packedAtEnd;       ///< value of `packed` when all traces of this half step are packed
  std::uint32_t* const* flag;    ///< [numFlags] counters of neighbours; the last packing block sets them to flagValue
  std::int32_t numFlags;
  KernelCount flagValue;
  /// [numAwaited] counters on this GPU. Neighbours set them to awaitedValue when their traces are here; the border's
  /// blocks wait for that.
  const std::uint32_t* const* awaited;
  std::int32_t numAwaited;
  KernelCount awaitedValue;
};

/// How a half step overlaps with the one before, made by HalfStepChain. The first numEarly blocks may start while the
/// last blocks of the half step before run. Each of them waits for its partners only: the clusters with which its own
/// cluster has faces in common, and that cluster itself. All other blocks wait for the end of the half step before.
/// Device pointers.
struct ChainArgs {
  /// Number of this half step in the chain, from 1 on. 0: it is part of no chain, and the next launch begins when this
  /// one has ended.
  std::uint32_t count;
  bool overlaps;          ///< whether the half step before may still run
  std::int32_t numEarly;  ///< early clusters: the first in the order of the launch, the border before the interior
  const std::int32_t* partner;  ///< [numEarly][maxPartners] counters of the partners; filled up with -1
  std::int32_t maxPartners;
  /// [cluster] counter of the cluster; -1: no early cluster waits for it. Null: no early cluster of the next half step
  /// waits for any.
  const std::int32_t* counterOf;
  /// [counter * counterSpacing] number of the last half step that the counter's cluster has completed; becomes `count`.
  std::uint32_t* halfStepsDone;
};
/// Distance of two counters in halfStepsDone, in counters: 64 bytes, so that polling one does not slow down others.
inline constexpr int counterSpacing = 16;

/// Where a half step of H writes its increments by the curl besides, [slot][elementStride], for the clusters of two
/// ranges (CurlKept). Null: nowhere.
template <class Real>
struct KeptIncrements {
  Real* out;
  std::int32_t first[2], end[2];
};

/// Arguments of the kernels that compute a right-hand side (docs/theory.md, sections 2.3 to 2.7). On a range of
/// clusters
///   out = outScale base + rhsScale rhs + targetScale target,
/// where rhs is the curl of the source with its fluxes and with the dissipative terms of the target, without the sign
/// of the curl (rhsScale has it). Fields are [slot][elementStride], covariant Bernstein coefficients in V; `source` is
/// E and `target` Z0 H, or the other way round. `base` is `out` or `target`. `out` may be `target`, except with jump
/// terms, which read the target's outer traces while other blocks write. Device pointers.
template <class Real>
struct RhsArgs {
  const Real* source;  ///< null: the terms of the target's jumps alone
  const Real* target;  ///< read only where targetScale, jump terms or gathered boundary faces need it
  const Real* base;
  Real* out;
  const ElementRecord<Real>* record;  ///< [slot]
  const GatheredTrace* gathered;      ///< [cluster][gatheredPitch] gathered traces, filled up with GatheredTrace::none
  /// [cluster][gatheredPitch] at gathered boundary faces: wave record of the incident waves; -1: none enters. Null: no
  /// wave enters through boundary faces.
  const std::int32_t* waveRecord;
  /// [cluster] where waves enter between elements. Null: they do so nowhere.
  const InjectedRun* injected;
  /// [cluster][gatheredPitch] at gathered boundary faces: FaceCondition::reflection. Null: 0 everywhere.
  const Real* reflection;
  const Real* sourceTrace;  ///< [trace record][Nf][2] of the source, V: traces of other ranks
  const Real* targetTrace;  ///< the same of the target; read with jump terms or the upwind flux only
  const Real* sourceWave;   ///< [wave record][Nf][2] of the source, V: incident waves (IncidentWaves)
  /// The same of the target; those of injected faces are read with jump terms or the upwind flux only.
  const Real* targetWave;
  /// [slot][4] jump terms of each face: 2 share / (q- + q+) / sqrt(det M), m, with M the FaceMetric and q the impedance
  /// (target E) or admittance (target H) on either side. 0 at gathered boundary faces. Null: no jump terms.
  const Real* jumpScale;
  const Real* rhsScale;        ///< [material] m, with the sign of the curl
  const Real* targetScale;     ///< [material] null: 0
  const Real* fluxAdmittance;  ///< [material] 1/q of makeBoundaryTrace(): 1/Z for target E, Z for target H
  Real outScale;               ///< 0: `base` is not read
  Real sourceMirror[3];        ///< [Mirror] factor of the source's own trace in the outer trace; the target's: Mirrors
  Real dissipation;            ///< sign of the dissipative terms, -1 or 1; 0: without them
  std::int32_t firstCluster, numClusters, clusterSize;
  std::int32_t gatheredPitch;       ///< length of the lists of gathered traces
  std::int32_t maxGathered;         ///< gathered traces of the cluster of these that has most
  BorderArgs<Real> border;          ///< fused kernel only
  CurrentTerm<Real> current;        ///< fused kernel only
  const PoleTerm<Real>* poles;      ///< fused kernel only; null: none of these clusters has a dispersive element
  const TensorTerm<Real>* tensors;  ///< fused kernel only; null: in none of them is a half step a matrix
  LayerTerm<Real> layers;           ///< fused kernel only
  KeptIncrements<Real> kept;        ///< fused kernel without jump terms only
  ChainArgs chain;                  ///< fused kernel only
};

}  // namespace fluxtet::dgtd::cuda
