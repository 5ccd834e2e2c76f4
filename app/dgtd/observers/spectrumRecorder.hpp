// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/case/dgtdCase.hpp"
#include "app/dgtd/observers/sampleSteps.hpp"
#include "app/dgtd/observers/spectrum.hpp"
#include "kernels/dgtd/fieldEngine.hpp"
#include "lib/output/checkpoint.hpp"
#include "lib/physics/waveform.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace fluxtet::dgtd {

/// The fields whose spectra `output.dft` and `output.sar` need; none without `dft`.
FieldSelection summedFields(const OutputSettings& output);
/// Number of sums over time that the engine holds for them: two for each frequency and field.
int numSpectralSums(const OutputSettings& output);

/// Time axis of the fields of a run, and of its sources.
struct FieldTimes {
  double dt = 0;              ///< s
  double delayH = 0;          ///< s; after n steps E is at n dt and H at n dt + delayH
  std::int64_t lastStep = 0;  ///< planned last step
  double sourcesUpTo = 0;     ///< Hz; the sources have negligible content above it
  double extent = 0;          ///< m, extent of the mesh, for error messages
};

/// Sums on a list of elements or faces of an engine.
template <class Real>
struct ListedSums {
  RunningSums<Real>& sums;
  int list = 0;
};

/// Sums up the fields on a list of elements or faces at the frequencies of an output during a run, and computes
/// amplitudes or Fourier integrals from the sums at its end. The sums stay in the engine. Both fields are sampled at
/// the same steps, each at its own time.
template <class Real>
class SpectrumRecorder {
 public:
  /// `prefix`: of the names in checkpoints, so that they differ from those of other recorders. Allocates nothing.
  /// Throws InputError if the run is too short or its steps too long for the frequencies.
  SpectrumRecorder(const FrequencySampling& sampling, FieldSelection fields, ListedSums<Real> to,
                   const FieldTimes& times, std::string prefix = "");
  /// That of `output.dft`, on all elements.
  SpectrumRecorder(const OutputSettings& output, FieldEngine<Real>& engine, const FieldTimes& times)
      : SpectrumRecorder(*output.dft, summedFields(output), {engine.spectra(), SpectralSums<Real>::allElements},
                         times) {}

  /// Allocates the sums in the engine; they are zero.
  void start();
  /// The first step after `step` at which a sample is due.
  std::int64_t next(std::int64_t step) const { return steps_.next(step); }
  /// Takes a sample of the present fields if one is due at `step`, their step.
  void record(std::int64_t step);

  /// Hz.
  const std::vector<double>& frequencies() const { return dft_.frequencies; }
  /// Times of the samples of E up to `step`.
  SampleTimes timesE(std::int64_t step) const { return steps_.timesTo(step, times_.dt, 0); }
  /// The spectrum at frequencies()[frequency] from the samples up to `step`, the last of the run. `valuesPerField`:
  /// number of values of a sum on this rank. Throws RunError if there are too few samples.
  Spectrum<Real> spectrum(std::size_t frequency, std::int64_t step, std::size_t valuesPerField,
                          const WaveformSet& waveforms) const;
  /// Time that this rank's host has spent on sampling, s.
  double seconds() const { return seconds_; }

  /// State for a checkpoint: scalars by name, and the sums.
  void save(std::map<std::string, double>& scalars) const;
  void saveSums(const std::shared_ptr<const RecordPlaces>& places, CheckpointSums<Real>& sums) const;
  /// Adds the names of the sums with `places`, without values.
  void listSums(const std::shared_ptr<const RecordPlaces>& places, CheckpointSums<Real>& sums) const;
  /// Restores the scalars of a checkpoint at `step`, and the sums after start(). Throws InputError if the checkpoint
  /// has samples for amplitudes over whole periods up to another end of the run.
  void restore(const std::map<std::string, double>& scalars, std::int64_t step);
  void setSums(const CheckpointSums<Real>& sums);

 private:
  bool isSummed(Field field) const { return field == Field::E ? fields_.E : fields_.H; }
  double delay(Field field) const { return field == Field::E ? 0 : times_.delayH; }
  SampleTimes timesOf(Field field, std::int64_t step) const { return steps_.timesTo(step, times_.dt, delay(field)); }
  int sumsPerField() const { return 2 * static_cast<int>(dft_.frequencies.size()); }
  ComplexField<Real> phasors(Field field, std::size_t frequency, std::int64_t step, std::size_t valuesPerField) const;

  std::string sumName(Field field, int sum) const;
  /// Calls use(field, sum) for all sums.
  template <class Use>
  void visitSums(const Use& use) const {
    for (const Field field : {Field::E, Field::H})
      for (int i = 0; isSummed(field) && i < sumsPerField(); ++i) use(field, i);
  }

  const FrequencySampling& dft_;
  FieldSelection fields_;
  ListedSums<Real> to_;
  std::string prefix_;
  FieldTimes times_;
  SampleSteps steps_;
  double seconds_ = 0;
};

}  // namespace fluxtet::dgtd
