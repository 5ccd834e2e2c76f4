// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/device/graph.hpp"
#include "kernels/dgtd/cuda/cudaEnergies.hpp"
#include "kernels/dgtd/cuda/cudaFields.hpp"
#include "kernels/dgtd/cuda/cudaKrylov.hpp"
#include "kernels/dgtd/cuda/cudaPoints.hpp"
#include "kernels/dgtd/cuda/cudaSpectra.hpp"
#include "kernels/dgtd/cuda/cudaTraces.hpp"
#include "kernels/dgtd/cuda/currents.hpp"
#include "kernels/dgtd/cuda/halfStepChain.hpp"
#include "kernels/dgtd/cuda/incidentWaves.hpp"
#include "kernels/dgtd/fieldEngine.hpp"

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <utility>

namespace fluxtet::dgtd::cuda {

/// FieldEngine on one GPU: half steps, one by one and as replayed graphs.
template <class Real>
class CudaEngine final : public FieldEngine<Real> {
 public:
  explicit CudaEngine(const DgtdProblem& problem);

  std::string name() const override;
  std::int64_t bytes() const override;
  void synchronize() override { fields_.streams().synchronize(); }

  void upload(Field field, std::span<const Real> values) override { fields_.fromNodal(values, fields_.data(field)); }
  void download(Field field, std::span<Real> values) const override;
  bool setStandingWave(Field field, const StandingWave& wave) override { return fields_.setStandingWave(field, wave); }
  StateId addState() override { return fields_.addState(); }

  bool readsOuterTarget(Field target) const override { return fields_.readsOuterTarget(target); }
  void intVolume(const HalfStep& half, ElementRange range) override;
  void intSurface(const HalfStep& half, ElementRange range) override;
  void updateField(const HalfStep& half, ElementRange range) override;
  void fusedHalfStep(const HalfStep& half, ElementRange range) override;
  bool borderFirst() const override { return true; }
  bool replays(const TimeStep& step) const override;
  void replay(const TimeStep& step, std::int64_t first, std::int64_t count) override;
  void rungeKuttaResidual(double a, double step, double time, ElementRange range) override;
  void rungeKuttaUpdate(double b, ElementRange range) override;

  HaloTraces<Real>& traces() override { return traces_; }
  FieldEnergies<Real>& energies() override { return energies_; }
  SpectralSums<Real>& spectra() override { return spectra_; }
  PointSamples<Real>& points() override { return points_; }
  KrylovVectors<Real>& krylov() override { return krylov_; }

 private:
  explicit CudaEngine(const DgtdProblem& problem, const ClusterMesh<Real>& mesh);

  /// Scales by material of one kind of half step, on the device; made once for each step size.
  struct Scales {
    double step = 0;
    DeviceBuffer<Real> rhs, target, current;
    bool hasLoss = false;
  };
  /// Graphs of replayed steps, for the present places of the fields; one step moves those that stand beside.
  struct StepGraphs {
    std::optional<Graph> many, one;
  };

  EngineStreams& streams() { return fields_.streams(); }
  const ClusterSlots& slots() const { return fields_.slots(); }
  ElementRange everything() const { return {0, slots().numElements()}; }
  Real* rhsBuffer(Field field) { return fields_.zeroedIfEmpty(rhs_[static_cast<std::size_t>(field)]); }
  const Scales& leapFrogScales(Field target, double step);
  const Scales& rungeKuttaScales(Field target, double step);
  /// Of a half step that is CurlOnly; kept for each step size.
  const Real* curlScale(Field target, double step);
  RhsArgs<Real> leapFrogArgs(Field target, double step, KernelTime sourceTime, ElementRange range);
  /// The same for the fused kernel, which puts the field beside itself if it reads the target's outer traces.
  RhsArgs<Real> fusedArgs(Field target, double step, KernelTime sourceTime, ElementRange range);
  RhsArgs<Real> curlArgs(const HalfStep& half, ElementRange range);
  /// Counts clusters of a fused half step of `target`; when all are under way the new values are the field.
  void endPart(Field target, std::int32_t numClusters);
  void requireLeapFrog() const;
  void enqueueBorderFirst(const HalfStep& half);
  /// `targetTime` and `sourceTime` stand for those of `half`.
  void enqueueHalfStep(const HalfStep& half, KernelTime targetTime, KernelTime sourceTime, ElementRange range,
                       const ChainArgs& chain, cudaStream_t stream);
  void writeWaves(Field target, KernelTime targetTime, KernelTime sourceTime, ElementRange range, cudaStream_t stream);
  /// Of the published kernels, which the first of them makes. Device pointers.
  SplitTables<Real> splitTables();

  StepGraphs& stepGraphs(const TimeStep& step);
  /// Records `steps` time steps.
  void recordSteps(const TimeStep& step, int steps, cudaStream_t stream);
  /// Enqueues a stage of the step `ahead` after that of the step counter.
  void enqueueStage(const Stage& stage, double dt, int ahead, bool isFirst, cudaStream_t stream);
  /// What the host knows of a step that a graph takes: where the fields are after it.
  void countMoves(const TimeStep& step);
  bool isWhole(const ElementList& elements) const;
  void forgetGraphs() { graphs_ = {}; }
  /// Whether a step's time is part of it.
  bool timeMatters() const { return !waves_.none() || !currents_.none(); }

  mutable CudaFields<Real> fields_;
  HalfStepChain chain_;
  IncidentWaves<Real> waves_;
  Currents<Real> currents_;
  std::array<DeviceBuffer<Real>, 2> rhs_;
  std::array<DeviceBuffer<Real>, 2> next_;  ///< the fields after the half step under way, where readsOuterTarget()
  std::int32_t clustersUnderWay_ = 0;       ///< of that half step
  unsigned turn_ = 0;                       ///< bit of a Field: half steps have exchanged the field and next_
  std::array<Scales, 2> leapFrogScales_, rungeKuttaScales_;
  std::map<std::pair<int, double>, DeviceBuffer<Real>> curlScales_;
  DeviceBuffer<JumpPair<Real>> splitFlux_;

  DeviceBuffer<std::int64_t> stepCounter_;
  std::array<StepGraphs, 4> graphs_;  ///< by turn_
  TimeStep graphStep_;
  std::int64_t graphMoves_ = 0;  ///< CudaFields::moves() when they were recorded

  CudaTraces<Real> traces_;
  CudaEnergies<Real> energies_;
  CudaKrylov<Real> krylov_;
  CudaSpectra<Real> spectra_;
  CudaPoints<Real> points_;
};

}  // namespace fluxtet::dgtd::cuda
