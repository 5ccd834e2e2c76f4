// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/cpu/absorbingLayers.hpp"
#include "kernels/dgtd/cpu/cpuEnergies.hpp"
#include "kernels/dgtd/cpu/cpuFields.hpp"
#include "kernels/dgtd/cpu/cpuKrylov.hpp"
#include "kernels/dgtd/cpu/cpuPoints.hpp"
#include "kernels/dgtd/cpu/cpuRetardedSums.hpp"
#include "kernels/dgtd/cpu/cpuSpectra.hpp"
#include "kernels/dgtd/cpu/cpuTraceSums.hpp"
#include "kernels/dgtd/cpu/cpuTraces.hpp"
#include "kernels/dgtd/cpu/elementCurrents.hpp"
#include "kernels/dgtd/cpu/polarisation.hpp"
#include "kernels/dgtd/cpu/tensorMedia.hpp"
#include "kernels/dgtd/fieldEngine.hpp"

#include <array>

namespace fluxtet::dgtd::cpu {

/// FieldEngine on the CPU. Every element is computed by the same instructions in the same order whatever the number of
/// threads, so results do not depend on it, to the last bit.
template <class Real>
class CpuEngine final : public FieldEngine<Real> {
 public:
  CpuEngine(const DgtdProblem& problem, int threads);

  std::string name() const override;
  std::int64_t bytes() const override;

  const std::vector<StateInfo>& states() const override { return states_; }
  void uploadState(StateId id, std::span<const Real> values) override;
  void downloadState(StateId id, std::span<Real> values) const override;
  void upload(Field field, std::span<const Real> values) override;
  void download(Field field, std::span<Real> values) const override;
  void setFaceLaws(const std::vector<FaceLaw>& laws) override { fields_.laws().setLaws(laws); }
  ArrayId addWorkArray() override { return fields_.addWorkArray(); }
  void freeWorkArrays() override { fields_.freeWorkArrays(); }
  void swapArrays(Field field, ArrayId array) override { fields_.swap(field, fields_.workArray(array)); }
  void addArrays(const ArraySum& sum, ElementRange range) override;

  bool readsOuterTarget(Field target) const override { return fields_.readsOuterTarget(target); }
  void intVolume(const HalfStep& half, ElementRange range) override;
  void intSurface(const HalfStep& half, ElementRange range) override;
  void updateField(const HalfStep& half, ElementRange range) override;
  void fusedHalfStep(const HalfStep& half, ElementRange range) override;
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
  using Table = MaterialTable<Real>;

  /// Returns the array for the right-hand side or the Runge-Kutta residual of `field`, allocated on first use.
  AlignedArray<Real>& rhsBuffer(Field field);
  /// Returns the blocks of a range; throws std::logic_error like BlockSlots::blocks().
  BlockRange blocks(ElementRange range) const { return fields_.mesh().slots.blocks(range); }
  /// Writes the outer traces with the incident waves at the half step's times into the ghost slots of both fields, for
  /// the elements of `range`. Those of the target at injected faces are left out unless `injectsTarget`.
  void writeWaves(const HalfStep& half, ElementRange range, bool injectsTarget);
  /// Returns the work of a thread that runs the right-hand side kernel on its blocks.
  BlockWork rhs(const RhsArgs<Real>& args) const;
  /// Returns `work` followed by the subtraction of scale * currents at `time`, s, from `out`. For target H, or without
  /// currents, returns `work` itself.
  BlockWork withCurrents(BlockWork work, Field target, double time, Table scale, Real* out) const;
  /// Returns `work`, which updates the target by a half step of size `step` = c0 dt, with the currents of dispersive
  /// media before and after it; scale as in Polarisation::subtract(). Without such media returns `work` itself.
  BlockWork withPolarisation(BlockWork work, Field target, double step, Table scale, Real* out);
  /// Returns `work`, which turns `from` into `out`, with what media with tensors do before and after it; layers as in
  /// TensorMedia::apply(). Without such media for the target, returns `work` itself.
  BlockWork withTensors(BlockWork work, Field target, typename TensorMedia<Real>::Coefficients coefficients,
                        const AbsorbingLayers<Real>* layers, const Real* from, Real* out);
  /// Returns `work`, the pass of the kernels over a half step of size `step` = c0 dt, with the terms of all media and
  /// layers round it. growth: leapFrogGrowth() by material word, m.
  BlockWork withMedia(BlockWork work, Field target, double step, const Table& growth, Real* out);
  /// Returns `work`, which updates the target to `out` by a half step of size `step` = c0 dt, with what absorbing
  /// layers do before and after it. Without layers, returns `work` itself.
  BlockWork withLayers(BlockWork work, Field target, double step, Real* out);
  /// Computes the volume integrals of the split kernels, or adds the surface integrals.
  void addRhs(const HalfStep& half, ElementRange range, bool volume);
  /// Carries out a half step that is CurlOnly.
  void addCurl(const HalfStep& half, ElementRange range);
  /// Writes what HalfStep::kept asks for, on the listed elements of a range, before a half step that cannot itself: it
  /// has tensors or jump terms.
  void keepCurl(const HalfStep& half, ElementRange range);
  /// Carries out a half step that is DampingOnly.
  void addDamping(const HalfStep& half, ElementRange range);
  /// Throws RunError with the upwind flux.
  void requireLeapFrog() const;
  /// Returns the array that a fused half step writes to: the field itself, or next_ if it reads the target's outer
  /// traces.
  Real* newData(Field target);
  /// Counts the elements that a fused half step of `target` has computed in next_; when it has computed all, makes the
  /// new values the field.
  void endPart(Field target, ElementRange range);

  CpuFields<Real> fields_;
  std::vector<StateInfo> states_;
  ElementCurrents<Real> currents_;
  std::array<Polarisation<Real>, 2> polarisation_;  ///< [field]
  TensorMedia<Real> tensors_;
  AbsorbingLayers<Real> layers_;
  std::array<AlignedArray<Real>, 2> next_;  ///< [field] new values of a half step with readsOuterTarget()
  std::int32_t elementsDone_ = 0;           ///< elements of that half step computed so far
  std::array<AlignedArray<Real>, 2> rhs_;   ///< [field] see rhsBuffer(); leap-frog uses [0] for both fields
  CpuTraces<Real> traces_;
  CpuEnergies<Real> energies_;
  CpuKrylov<Real> krylov_;
  CpuSpectra<Real> spectra_;
  CpuTraceSums<Real> traceSums_;
  CpuRetardedSums<Real> retardedSums_;
  CpuPoints<Real> points_;
};

extern template class CpuEngine<float>;
extern template class CpuEngine<double>;

}  // namespace fluxtet::dgtd::cpu
