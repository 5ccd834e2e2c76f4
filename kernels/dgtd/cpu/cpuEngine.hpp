// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/cpu/cpuEnergies.hpp"
#include "kernels/dgtd/cpu/cpuFields.hpp"
#include "kernels/dgtd/cpu/cpuKrylov.hpp"
#include "kernels/dgtd/cpu/cpuPoints.hpp"
#include "kernels/dgtd/cpu/cpuSpectra.hpp"
#include "kernels/dgtd/cpu/cpuTraces.hpp"
#include "kernels/dgtd/cpu/elementCurrents.hpp"
#include "kernels/dgtd/fieldEngine.hpp"

#include <array>

namespace fluxtet::dgtd::cpu {

/// FieldEngine on the CPU. Every element is computed by the same instructions whatever the number of threads, so
/// results do not depend on it.
template <class Real>
class CpuEngine final : public FieldEngine<Real> {
 public:
  CpuEngine(const DgtdProblem& problem, int threads);

  std::string name() const override;
  std::int64_t bytes() const override;

  void upload(Field field, std::span<const Real> values) override;
  void download(Field field, std::span<Real> values) const override;
  StateId addState() override { return fields_.addState(); }

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
  PointSamples<Real>& points() override { return points_; }
  KrylovVectors<Real>& krylov() override { return krylov_; }

 private:
  using Table = MaterialTable<Real>;

  AlignedArray<Real>& rhsBuffer(Field field);
  BlockRange blocks(ElementRange range) const { return fields_.mesh().slots.blocks(range); }
  void writeWaves(const HalfStep& half, ElementRange range);
  /// Runs the right-hand side kernel on the blocks of a thread.
  BlockWork rhs(const RhsArgs<Real>& args) const;
  /// Currents at `time` into `out`, which `scale` brings to its unit; a no-op for H.
  BlockWork withCurrents(BlockWork work, Field target, double time, Table scale, Real* out) const;
  void addRhs(const HalfStep& half, ElementRange range, bool volume);
  /// A half step that is CurlOnly.
  void addCurl(const HalfStep& half, ElementRange range);
  void requireLeapFrog() const;
  /// Where a fused half step puts the field: in place, or beside if it reads the target's outer traces.
  Real* newData(Field target);
  /// Counts elements of a half step of `target`; when all are there the new values become the field.
  void endPart(Field target, ElementRange range);

  CpuFields<Real> fields_;
  ElementCurrents<Real> currents_;
  std::array<AlignedArray<Real>, 2> next_;  ///< the fields after the half step under way, where readsOuterTarget()
  std::int32_t elementsDone_ = 0;           ///< elements of that half step that are there
  std::array<AlignedArray<Real>, 2> rhs_;   ///< on first use; leap-frog uses the first for either field
  CpuTraces<Real> traces_;
  CpuEnergies<Real> energies_;
  CpuKrylov<Real> krylov_;
  CpuSpectra<Real> spectra_;
  CpuPoints<Real> points_;
};

extern template class CpuEngine<float>;
extern template class CpuEngine<double>;

}  // namespace fluxtet::dgtd::cpu
