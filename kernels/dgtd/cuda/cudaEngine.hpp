// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/device/graph.hpp"
#include "kernels/dgtd/cuda/absorbingLayers.hpp"
#include "kernels/dgtd/cuda/cudaEnergies.hpp"
#include "kernels/dgtd/cuda/cudaFields.hpp"
#include "kernels/dgtd/cuda/cudaKrylov.hpp"
#include "kernels/dgtd/cuda/cudaPoints.hpp"
#include "kernels/dgtd/cuda/cudaRetardedSums.hpp"
#include "kernels/dgtd/cuda/cudaSpectra.hpp"
#include "kernels/dgtd/cuda/cudaTraceSums.hpp"
#include "kernels/dgtd/cuda/cudaTraces.hpp"
#include "kernels/dgtd/cuda/currents.hpp"
#include "kernels/dgtd/cuda/halfStepChain.hpp"
#include "kernels/dgtd/cuda/incidentWaves.hpp"
#include "kernels/dgtd/cuda/polarisation.hpp"
#include "kernels/dgtd/cuda/tensorMedia.hpp"
#include "kernels/dgtd/fieldEngine.hpp"

#include <array>
#include <bit>
#include <map>
#include <memory>
#include <optional>
#include <tuple>
#include <vector>

namespace fluxtet::dgtd::cuda {

/// FieldEngine on one GPU: takes half steps one by one, or many time steps as replayed CUDA graphs. Its parts
/// (CudaTraces and others) share its CudaFields.
template <class Real>
class CudaEngine final : public FieldEngine<Real> {
 public:
  explicit CudaEngine(const DgtdProblem& problem);

  std::string name() const override;
  std::int64_t bytes() const override;
  void synchronize() override { fields_.streams().synchronize(); }
  /// Half steps that were launched, or recorded, so that they may begin before the half step before has ended.
  std::int64_t overlappingHalfSteps() const { return chain_.overlapping(); }

  const std::vector<StateInfo>& states() const override { return states_; }
  void uploadState(StateId id, std::span<const Real> values) override;
  void downloadState(StateId id, std::span<Real> values) const override;
  void upload(Field field, std::span<const Real> values) override { fields_.fromNodal(values, fields_.data(field)); }
  void download(Field field, std::span<Real> values) const override;
  bool setStandingWave(Field field, const StandingWave& wave) override { return fields_.setStandingWave(field, wave); }
  void setFaceLaws(const std::vector<FaceLaw>& laws) override;
  ArrayId addWorkArray() override { return fields_.addWorkArray(); }
  void freeWorkArrays() override {
    synchronize();
    forgetGraphs();
    fields_.freeWorkArrays();
  }
  void swapArrays(Field field, ArrayId array) override { fields_.swap(field, fields_.workArray(array)); }
  void addArrays(const ArraySum& sum, ElementRange range) override;
  StagesAside stagesAside() const override;
  void turnAside(bool aside) override { streams().turnAside(aside); }
  void join() override { streams().join(); }

  bool readsOuterTarget(Field target) const override { return fields_.readsOuterTarget(target); }
  void intVolume(const HalfStep& half, ElementRange range) override;
  void intSurface(const HalfStep& half, ElementRange range) override;
  void updateField(const HalfStep& half, ElementRange range) override;
  void fusedHalfStep(const HalfStep& half, ElementRange range) override;
  bool borderFirst() const override { return true; }
  bool replays(const TimeStep& step) const override;
  using typename FieldEngine<Real>::TakeStep;
  void replay(const TimeStep& step, std::int64_t first, std::int64_t count, const TakeStep& takeStep) override;
  void rungeKuttaResidual(double a, double step, double time, ElementRange range) override;
  void rungeKuttaUpdate(double b, ElementRange range) override;

  HaloTraces<Real>& traces() override { return traces_; }
  FieldEnergies<Real>& energies() override { return energies_; }
  SpectralSums<Real>& spectra() override { return spectra_; }
  TraceSums<Real>& traceSums() override { return traceSums_; }
  RetardedSums& retardedSums() override { return retardedSums_; }
  PointSamples<Real>& points() override { return points_; }
  KrylovVectors<Real>& krylov() override { return krylov_; }

 private:
  explicit CudaEngine(const DgtdProblem& problem, const ClusterMesh<Real>& mesh);

  /// Tables [material] of a half step on the device, made anew when the step size changes: scales of RhsArgs and of the
  /// currents.
  struct Scales {
    double step = 0;                          ///< c0 dt, m
    DeviceBuffer<Real> rhs, target, current;  ///< m, 1, m
    bool decays = false;                      ///< whether `target` is not 0 everywhere
  };
  /// A recorded number of time steps. It is even, so that the steps leave fields and messages in those of the two
  /// arrays and buffers in which they have found them.
  struct StepGraph {
    std::optional<Graph> graph;
    RunPosition moved{};         ///< what the steps add to the position
    std::int64_t bytesSent = 0;  ///< to other ranks
    std::vector<int> records;    ///< handles of the points that they record, one by one
  };
  /// Graphs of manySteps steps, of half as many, and so on down to two.
  using StepGraphs = std::array<StepGraph, std::bit_width(static_cast<unsigned>(manySteps)) - 1>;

  EngineStreams& streams() { return fields_.streams(); }
  const ClusterSlots& slots() const { return fields_.slots(); }
  ElementRange everything() const { return {0, slots().numElements()}; }
  /// A right-hand side, made on first use: the residual of Runge-Kutta; that of E also SplitTables::rhs.
  Real* rhsBuffer(Field field) { return fields_.zeroedIfEmpty(rhs_[static_cast<std::size_t>(field)]); }
  const Scales& leapFrogScales(Field target, double step);
  const Scales& rungeKuttaScales(Field target, double step);
  /// RhsArgs::rhsScale of a half step that is CurlOnly or DampingOnly, kept for each step size.
  const Real* curlScale(Field target, double step, int level);
  const Real* dampingScale(double step, double stepOfLoss, int level);
  /// Arguments of a half step on a range of elements, step = c0 dt, m: of the split kernels, and of the fused kernel.
  /// Where the half step reads the target's outer traces, the fused kernel writes to next_ instead of the field.
  /// Without incident waves.
  RhsArgs<Real> leapFrogArgs(Field target, double step, KernelTime sourceTime, ElementRange range);
  RhsArgs<Real> fusedArgs(Field target, double step, KernelTime sourceTime, ElementRange range);
  RhsArgs<Real> curlArgs(const HalfStep& half, ElementRange range);
  RhsArgs<Real> dampingArgs(const HalfStep& half, ElementRange range);
  /// Takes note that numClusters clusters of a fused half step of `target` have been enqueued. When all clusters have
  /// been, and the half step writes to next_, it exchanges the field and next_.
  void endPart(Field target, std::int32_t numClusters);
  /// Throws RunError with the upwind flux.
  void requireLeapFrog() const;
  /// Enqueue a fused half step: of all elements in one launch; and of a range.
  void enqueueWhole(const HalfStep& half);
  /// Parts of a half step that follow each other may run at the same time.
  enum class Part { only, first, other };
  void enqueuePart(const HalfStep& half, ElementRange range, Part part);
  void enqueueAuxiliary(RhsArgs<Real> args);
  /// Whether FewElementsKernel takes less time for so many clusters than the fused kernel.
  bool areFew(std::int32_t numClusters, bool isAside) const;
  /// Enqueues out += weight * (source - less), or out = weight * (source - less) with `fromZero`, on a range of
  /// elements; `less` may be null.
  void addArray(double weight, const Real* source, const Real* less, bool fromZero, Real* out, ElementRange range);
  /// A time of a half step, s, as a launch argument.
  KernelTime at(double time) { return streams().counts().argument(time); }
  /// Enqueues the writing of the records of incident waves that a half step reads, unless they stand already; and makes
  /// the half step read them. The first comes before the call that orders the half step.
  void writeWaves(const HalfStep& half);
  void enterWaves(RhsArgs<Real>& args, const HalfStep& half);
  /// Makes the half step write what HalfStep::kept asks for.
  void keepCurl(RhsArgs<Real>& args, const HalfStep& half);
  /// Tables of the split kernels, made on first use.
  SplitTables<Real> splitTables();

  /// The graphs of this time step for the arrays of the fields and the buffers of messages that come next.
  StepGraphs& stepGraphs(const TimeStep& step);
  /// Records `steps` time steps in the stream, which is empty or has only work that the steps wait for.
  StepGraph record(int steps, double dt, const TakeStep& takeStep, cudaStream_t stream);
  /// Enqueues the graph, recorded on first use.
  void launch(StepGraph& graph, int steps, double dt, const TakeStep& takeStep, cudaStream_t stream);
  /// Whether the list holds all elements of the rank.
  bool isWhole(const ElementList& elements) const;
  void forgetGraphs() { graphs_.clear(); }
  /// Whether replayed half steps need RunPosition: they depend on time or exchange messages.
  bool needsPosition() const {
    return !waves_.none() || !currents_.none() || slots().numBorderClusters() > 0 || !graphStep_.records.empty();
  }

  mutable CudaFields<Real> fields_;
  HalfStepChain chain_;
  bool isShort_ = false;           ///< whether a half step of all elements takes few rounds of blocks
  bool fewFindRoomAside_ = false;  ///< whether blocks of FewElementsKernel soon find room beside a half step of all
  /// [target] where the parts of a half step end that have launches of their own (partsOfHalfStep()).
  std::array<std::vector<std::int32_t>, 2> parts_;
  IncidentWaves<Real> waves_;
  Currents<Real> currents_;
  std::vector<StateInfo> states_;
  mutable std::array<Polarisation<Real>, 2> polarisation_;  ///< [field]
  mutable TensorMedia<Real> tensors_;
  mutable AbsorbingLayers<Real> layers_;
  std::array<DeviceBuffer<Real>, 2> rhs_;
  std::array<DeviceBuffer<Real>, 2> next_;  ///< [target] new values of a half step, where readsOuterTarget()
  std::int32_t clustersUnderWay_ = 0;       ///< clusters of that half step that have been enqueued
  unsigned turn_ = 0;                       ///< bit of each Field: 1 after an odd number of exchanges with next_
  std::array<Scales, 2> leapFrogScales_, rungeKuttaScales_;
  /// [material] by target, step size and level
  std::map<std::tuple<int, double, int>, DeviceBuffer<Real>> curlScales_;
  /// [material] by step size, step of the loss, and level
  std::map<std::tuple<double, double, int>, DeviceBuffer<Real>> dampingScales_;
  DeviceBuffer<JumpPair<Real>> splitFlux_;

  std::map<unsigned, StepGraphs> graphs_;  ///< by the arrays and buffers that come next
  TimeStep graphStep_;                     ///< the time step of the graphs
  std::int64_t graphMoves_ = 0;            ///< CudaFields::moves() when they were recorded
  /// With other ranks, one event is recorded behind every graph, alternately; the host then blocks until the GPU has
  /// reached the older one.
  std::array<Event, 2> replayed_;
  std::size_t graphsLaunched_ = 0;

  CudaTraces<Real> traces_;
  CudaEnergies<Real> energies_;
  CudaKrylov<Real> krylov_;
  CudaSpectra<Real> spectra_;
  CudaTraceSums<Real> traceSums_;
  CudaRetardedSums<Real> retardedSums_;
  CudaPoints<Real> points_;
};

}  // namespace fluxtet::dgtd::cuda
