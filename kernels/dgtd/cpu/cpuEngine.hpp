// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/cpu/blockMesh.hpp"
#include "kernels/dgtd/cpu/elementCurrents.hpp"
#include "kernels/dgtd/cpu/incidentWaves.hpp"

#include <array>
#include <functional>
#include <vector>

namespace fluxtet::cpu {

/// FieldEngine on the CPU: elements in blocks of one vector's lanes, blocks shared among OpenMP threads in fixed
/// contiguous parts. Every element is computed by the same instructions whatever the number of threads, so results do
/// not depend on it.
template <class Real>
class CpuEngine final : public FieldEngine<Real> {
 public:
  CpuEngine(const DgtdProblem& problem, int threads);

  std::string name() const override;
  std::int64_t bytes() const override;

  StateId addState() override;
  void upload(Field field, std::span<const Real> values) override;
  void download(Field field, std::span<Real> values) const override;
  int traceValuesPerFace() const override { return 3 * basis_.nf(); }
  void packTraces(Field field, std::span<Real> buffer) override;
  void setHaloTraces(Field field, std::span<const Real> buffer) override;

  bool readsOuterTarget(Field target) const override { return jumpShare_[static_cast<int>(target)] != 0; }
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

  void startSpectra(Field field, int count) override;
  void addToSpectra(Field field, std::span<const double> weight) override;
  void downloadSpectrum(Field field, int sum, std::span<Real> values) const override;
  void uploadSpectrum(Field field, int sum, std::span<const Real> values) override;

  int addPoints(PointSet points) override;
  void samplePoints(int handle, Field field, std::span<double> values) const override;
  void recordPoints(int handle) override;
  std::vector<double> takeRecord(int handle) override;

 private:
  /// A number per material word.
  using Table = std::vector<Real>;
  using BlockWork = std::function<void(BlockRange)>;
  /// Sums over time of one field.
  struct Spectra {
    int count = 0;
    AlignedArray<Real> sums;  ///< [block][sum][node][xyz][lane]
  };

  int valuesPerElement() const { return 3 * basis_.np(); }
  std::int64_t blockSize() const { return static_cast<std::int64_t>(valuesPerElement()) * kernels_.lanes; }
  /// Where value 0 of a slot stands; value i follows i * lanes further on.
  std::int64_t place(std::int32_t slot) const { return slot / kernels_.lanes * blockSize() + slot % kernels_.lanes; }
  Real* data(Field field) { return fields_[static_cast<int>(field)].data(); }
  const Real* data(Field field) const { return fields_[static_cast<int>(field)].data(); }
  Real* dataOf(StateId state) { return state < 2 ? fields_[state].data() : states_.at(state - 2).data(); }

  /// Zeros for so many blocks, each part first touched by the thread that works on it.
  AlignedArray<Real> zeros(std::int32_t numBlocks, std::int64_t valuesPerBlock) const;
  /// The same for all blocks (and ghosts) of a field.
  AlignedArray<Real> newField(bool withGhosts) const;
  const Spectra& spectra(Field field, int sum) const;
  /// Where a sum's values of a block begin.
  std::int64_t placeOfSum(const Spectra& spectra, std::int32_t block, int sum) const {
    return (static_cast<std::int64_t>(block) * spectra.count + sum) * blockSize();
  }
  AlignedArray<Real>& rateBuffer(Field field);
  AlignedArray<Real>& keptBuffer(Field field);
  double energyWeight(std::int32_t slot, Field field) const;
  /// Runs `work` on each thread's own blocks.
  void parallel(BlockRange blocks, const BlockWork& work) const;

  template <class Function>
  Table table(Function&& valueOf) const;

  /// fluxImpedance() of each material.
  Table impedanceTable(Field target) const;
  RateArgs<Real> rateArgs(Field target) const;
  /// Currents at `time` into `out`, which `scale` brings to its unit; a no-op for H.
  BlockWork withCurrents(BlockWork work, Field target, double time, Table scale, Real* out) const;
  void addRate(const HalfStep& half, ElementRange range, bool volume);
  /// A half step that is CurlOnly.
  void addCurl(const HalfStep& half, ElementRange range);
  void requireLeapFrog() const;
  /// Where a fused half step puts the field: in place, or beside if it reads the target's outer traces.
  Real* newData(Field target);
  /// Counts elements of a half step of `target`; when all are there the new values become the field.
  void endPart(Field target, ElementRange range);
  /// The nodal values of a block's elements, into a block and out of it.
  void gatherBlock(std::int32_t block, std::span<const Real> from, Real* to) const;
  void scatterBlock(std::int32_t block, const Real* from, std::span<Real> to) const;
  /// to += factor from.
  void add(double factor, const Real* from, Real* to, BlockRange blocks) const;
  BlockRange allBlocks() const { return {0, mesh_.slots.numBlocks()}; }

  ReferenceElement basis_;
  KernelTable<Real> kernels_;
  int threads_;
  bool upwind_;
  std::array<double, 2> jumpShare_;
  BlockMesh<Real> mesh_;
  IncidentWaves<Real> waves_;
  ElementCurrents<Real> currents_;
  std::vector<std::int32_t> elementOfSlot_;  ///< -1: none
  std::vector<std::int32_t> sendFace_;
  std::array<AlignedArray<Real>, 2> fields_;
  std::vector<AlignedArray<Real>> states_;   ///< further ones, from number 2 on
  std::array<AlignedArray<Real>, 2> next_;   ///< the fields after the half step under way, where readsOuterTarget()
  std::int32_t stepped_ = 0;                 ///< elements of that half step that are there
  std::array<AlignedArray<Real>, 2> rates_;  ///< on first use; leap-frog uses the first for either field
  std::array<AlignedArray<Real>, 2> kept_;
  std::array<Spectra, 2> spectra_;
  AlignedArray<double> mass_;
  std::vector<PointSet> points_;
  std::vector<std::vector<double>> records_;  ///< [handle], see takeRecord()
};

extern template class CpuEngine<float>;
extern template class CpuEngine<double>;

}  // namespace fluxtet::cpu
