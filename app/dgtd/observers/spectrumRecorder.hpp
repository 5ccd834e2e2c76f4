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
#include <string>
#include <vector>

namespace fluxtet::dgtd {

/// The fields that `output.dft` and `output.sar` need summed up; none without `dft`.
FieldSelection summedFields(const OutputSettings& output);
/// Sums over time that an engine has to hold for them: two for each frequency and field.
int numSpectralSums(const OutputSettings& output);

/// The times at which the fields of a run stand.
struct FieldTimes {
  double dt = 0;              ///< s
  double delayH = 0;          ///< s; after n steps E stands at n dt and H at n dt + delayH
  std::int64_t lastStep = 0;  ///< of the run, as it is planned
  double sourcesUpTo = 0;     ///< Hz; there is next to nothing above it in the sources
  double extent = 0;          ///< m, of the mesh, for messages
};

/// Sums the fields of a run up, at the frequencies of `output.dft`, while it steps, and makes amplitudes or Fourier
/// integrals of the sums at its end. The sums stay in the engine; both fields are sampled at the same steps, each at
/// its own time.
template <class Real>
class SpectrumRecorder {
 public:
  /// `output` has `dft`. Nothing is allocated before start(). Throws InputError if the run cannot give what is asked
  /// for.
  SpectrumRecorder(const OutputSettings& output, FieldEngine<Real>& engine, const FieldTimes& times);

  /// Takes the engine's memory for the sums, which begin at zero.
  void start();
  /// The first step after `step` at which a sample is due.
  std::int64_t next(std::int64_t step) const { return steps_.next(step); }
  /// Takes a sample if one is due at `step`, where the fields stand.
  void record(std::int64_t step);

  const std::vector<double>& frequencies() const { return dft_.frequencies; }
  SampleTimes timesE(std::int64_t step) const { return steps_.timesTo(step, times_.dt, 0); }
  /// The spectrum at frequencies()[frequency] from the samples up to `step`, where the run has ended; `valuesPerField`
  /// of an engine's upload(). Throws RunError if it ended too early to have one.
  Spectrum<Real> spectrum(std::size_t frequency, std::int64_t step, std::size_t valuesPerField,
                          const WaveformSet& waveforms) const;
  /// Seconds that this rank's host spent on sampling.
  double seconds() const { return seconds_; }

  /// What a checkpoint keeps of it, and the sums.
  void save(std::map<std::string, double>& scalars) const;
  CheckpointSums<Real> sums(std::size_t valuesPerField) const;
  /// Goes on as another recorder was at `step`: what save() gave and, after start(), sums(). Throws InputError if
  /// amplitudes are being sampled over whole periods up to another end of the run.
  void restore(const std::map<std::string, double>& scalars, std::int64_t step);
  void setSums(const CheckpointSums<Real>& sums);

 private:
  bool isSummed(Field field) const { return field == Field::E ? fields_.E : fields_.H; }
  double delay(Field field) const { return field == Field::E ? 0 : times_.delayH; }
  SampleTimes timesOf(Field field, std::int64_t step) const { return steps_.timesTo(step, times_.dt, delay(field)); }
  int sumsPerField() const { return 2 * static_cast<int>(dft_.frequencies.size()); }
  ComplexField<Real> phasors(Field field, std::size_t frequency, std::int64_t step, std::size_t valuesPerField) const;

  const DftOutput& dft_;
  FieldSelection fields_;
  FieldEngine<Real>& engine_;
  FieldTimes times_;
  SampleSteps steps_;
  double seconds_ = 0;
};

}  // namespace fluxtet::dgtd
