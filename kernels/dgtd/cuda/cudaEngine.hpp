// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/device/deviceBuffer.hpp"
#include "kernels/device/graph.hpp"
#include "kernels/dgtd/cuda/basisChange.hpp"
#include "kernels/dgtd/cuda/clusterMesh.hpp"
#include "kernels/dgtd/cuda/currents.hpp"
#include "kernels/dgtd/cuda/elementEnergies.hpp"
#include "kernels/dgtd/cuda/engineStreams.hpp"
#include "kernels/dgtd/cuda/halfStepChain.hpp"
#include "kernels/dgtd/cuda/incidentWaves.hpp"
#include "kernels/dgtd/cuda/launches.hpp"
#include "kernels/dgtd/cuda/outgoingTraces.hpp"
#include "kernels/dgtd/cuda/points.hpp"
#include "kernels/dgtd/cuda/spectralSums.hpp"
#include "kernels/dgtd/cuda/traceRecords.hpp"
#include "kernels/dgtd/fieldEngine.hpp"

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace fluxtet::gpu {

/// Elements that pass through the staging buffer at once when fields come or go.
inline constexpr std::int32_t stagedElements = 1 << 17;

/// FieldEngine on one GPU: fields as covariant Bernstein coefficients (ElementRate), [slot][elementStride].
template <class Real>
class CudaEngine final : public FieldEngine<Real> {
 public:
  explicit CudaEngine(const DgtdProblem& problem);

  std::string name() const override;
  std::int64_t bytes() const override;
  int traceValuesPerFace() const override { return traceSize(order_); }
  StateId addState() override;
  void upload(Field field, std::span<const Real> values) override;
  void download(Field field, std::span<Real> values) const override;
  bool setStandingWave(Field field, const StandingWave& wave) override;
  void packTraces(Field field, std::span<Real> buffer) override;
  void setHaloTraces(Field field, std::span<const Real> buffer) override;
  std::unique_ptr<DeviceHalo> makeDeviceHalo(std::span<const std::int32_t> offset) override;
  bool readsOuterTarget(Field target) const override { return !jumpScale_[static_cast<std::size_t>(target)].empty(); }
  void intVolume(const HalfStep& half, ElementRange range) override;
  void intSurface(const HalfStep& half, ElementRange range) override;
  void updateField(const HalfStep& half, ElementRange range) override;
  void fusedHalfStep(const HalfStep& half, ElementRange range) override;
  void rungeKuttaResidual(double a, double step, double time, ElementRange range) override;
  void rungeKuttaUpdate(double b, ElementRange range) override;
  void setRandom(std::span<const std::int64_t> elementId) override;
  void stabilityOperator(double a, double b, bool withSigma) override;
  StrongestElement strongestElement(double a) override;
  void keep(Field field) override;
  double innerProduct(Field field, bool withKept) const override;
  double energy() const override;
  void startSpectra(Field field, int count) override;
  void addToSpectra(Field field, std::span<const double> weight) override;
  void downloadSpectrum(Field field, int sum, std::span<Real> values) const override;
  void uploadSpectrum(Field field, int sum, std::span<const Real> values) override;
  int addPoints(PointSet points) override;
  void samplePoints(int handle, Field field, std::span<double> values) const override;
  void recordPoints(int handle) override;
  std::vector<double> takeRecord(int handle) override;
  void synchronize() override { streams_.synchronize(); }
  bool boundaryLayerFirst() const override { return true; }
  bool replays(const TimeStep& step) const override;
  void replay(const TimeStep& step, std::int64_t first, std::int64_t count) override;

 private:
  /// Scales by material of one kind of half step, on the device; made once for each step size.
  struct Scales {
    double step = 0;
    DeviceBuffer<Real> rate, target, current;
    bool hasLoss = false;
  };
  using ValueOf = std::function<double(const MaterialValues&)>;

  Real* data(Field field) { return fields_[static_cast<std::size_t>(field)].data(); }
  const Real* data(Field field) const { return fields_[static_cast<std::size_t>(field)].data(); }
  Real* dataOf(StateId state);
  FieldLayout<Real> layout() const;
  EnergyMesh<Real> energyMesh() const;
  std::size_t fieldSize() const { return static_cast<std::size_t>(slots_.numSlots()) * elementStride(order_); }
  /// Room for the nodal values of as many elements as pass at once. Device pointer.
  Real* stagingBuffer() const;
  /// Zeros where it was empty. Device pointer.
  Real* bufferOf(DeviceBuffer<Real>& buffer);
  Real* rateBuffer(Field field) { return bufferOf(rates_[static_cast<std::size_t>(field)]); }
  Real* keptBuffer(Field field) { return bufferOf(kept_[static_cast<std::size_t>(field)]); }
  void forgetGraphs();
  DeviceBuffer<Real> table(const ValueOf& valueOf) const;
  /// The same into a buffer that work enqueued before may still read.
  void setTable(DeviceBuffer<Real>& buffer, const ValueOf& valueOf);
  const Scales& leapFrogScales(Field target, double step);
  const Scales& rungeKuttaScales(Field target, double step);
  /// Of a half step that is CurlOnly; kept for each step size.
  const Real* curlScale(Field target, double step);
  RateArgs<Real> rateArgs(Field target, ElementRange range);
  RateArgs<Real> leapFrogArgs(Field target, double step, KernelTime sourceTime, ElementRange range);
  /// The same for the fused kernel, which puts the field beside itself if it reads the target's outer traces.
  RateArgs<Real> fusedArgs(Field target, double step, KernelTime sourceTime, ElementRange range);
  RateArgs<Real> curlArgs(const HalfStep& half, ElementRange range);
  /// Counts clusters of a fused half step of `target`; when all are under way the new values are the field.
  void endPart(Field target, std::int32_t numClusters);
  /// Graphs of replayed steps, for the present places of the fields; one step moves those that stand beside.
  struct StepGraphs {
    std::optional<Graph> many, one;
  };
  StepGraphs& stepGraphs(const TimeStep& step);
  /// Enqueues a stage of step `ahead` after that of the step counter.
  void enqueueStage(const Stage& stage, double dt, int ahead, bool isFirst, cudaStream_t stream);
  /// What the host knows of a step that a graph takes: where the fields are after it.
  void countMoves(const TimeStep& step);
  bool isWhole(const ElementList& elements) const;
  /// Whether a step's time is part of it.
  bool timeMatters() const { return !waves_->none() || !currents_->none(); }
  void requireLeapFrog() const;
  void enqueueLayerFirst(const HalfStep& half);
  /// The times of `half` count from zero where `targetTime`, `sourceTime` do not say otherwise.
  void enqueueHalfStep(const HalfStep& half, KernelTime targetTime, KernelTime sourceTime, ElementRange range,
                       const ChainArgs& chain, cudaStream_t stream);
  void writeWaves(Field target, KernelTime targetTime, KernelTime sourceTime, ElementRange range, cudaStream_t stream);
  /// Of the published kernels, which the first of them makes. Device pointers.
  SplitTables<Real> splitTables();
  /// Device pointer to the first record of incident waves.
  Real* waveRecords(Field field);
  /// Device pointers.
  void copyToNodal(const Real* field, std::span<Real> values) const;
  void copyFromNodal(std::span<const Real> values, Real* field);

  int order_;
  bool upwind_;
  ReferenceElement basis_;
  BernsteinOperators operators_;
  ClusterSlots slots_;
  std::vector<MaterialValues> materials_;
  std::int32_t maxRemote_ = 0;
  std::int64_t numWaveRecords_ = 0;
  mutable EngineStreams streams_;

  DeviceBuffer<ElementRecord<Real>> record_;
  DeviceBuffer<std::uint32_t> outerMaterial_;
  DeviceBuffer<Real> edge_;
  DeviceBuffer<double> volume_;
  DeviceBuffer<double> corner_;  ///< DgtdProblem::corner
  DeviceBuffer<RemoteTrace> remote_;
  DeviceBuffer<std::int32_t> waveRecord_;
  OutgoingTraces<Real> outgoing_;
  HalfStepChain chain_;
  DeviceBuffer<double> toBernstein_, toNodal_;
  DeviceBuffer<JumpPair<Real>> splitFlux_;

  std::array<DeviceBuffer<Real>, 2> fields_, rates_, kept_;
  std::array<DeviceBuffer<Real>, 2> next_;  ///< the fields after the half step under way, where readsOuterTarget()
  std::int32_t clustersUnderWay_ = 0;       ///< of that half step
  unsigned turn_ = 0;                       ///< bit of a Field: half steps have exchanged fields_ and next_
  std::array<DeviceBuffer<Real>, 2> jumpScale_;
  std::array<SpectralSums<Real>, 2> spectra_;
  TraceRecords<Real> traces_;
  DeviceBuffer<Real> sendRecords_;          ///< where packTraces() packs
  DeviceBuffer<Real*> sendRecordOf_;        ///< [halo face] into sendRecords_
  std::vector<DeviceBuffer<Real>> states_;  ///< further ones, from number 2 on
  std::map<std::pair<int, double>, DeviceBuffer<Real>> curlScales_;
  std::array<DeviceBuffer<Real>, 2> admittance_;  ///< [material] fluxAdmittance()
  std::array<Scales, 2> leapFrogScales_, rungeKuttaScales_, stabilityScales_;
  std::array<DeviceBuffer<double>, 2> inertia_;
  mutable ElementEnergies energies_;
  mutable DeviceBuffer<Real> staging_;
  std::unique_ptr<IncidentWaves<Real>> waves_;
  std::unique_ptr<Currents<Real>> currents_;
  std::vector<Points<Real>> points_;

  DeviceBuffer<std::int64_t> stepCounter_;
  std::array<StepGraphs, 4> graphs_;  ///< by turn_
  TimeStep graphStep_;
};

}  // namespace fluxtet::gpu
