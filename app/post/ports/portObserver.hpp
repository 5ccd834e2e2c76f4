// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/observers/observedRun.hpp"
#include "app/dgtd/observers/observer.hpp"
#include "app/dgtd/observers/sampleSteps.hpp"
#include "app/post/ports/modeOverlaps.hpp"
#include "app/post/ports/portVoltages.hpp"
#include "app/post/ports/scattering.hpp"
#include "lib/output/series.hpp"

#include <complex>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace fluxtet::ports {

/// The ports of the scattering matrix of a case, in the order of `ports:`; each mode of a wave port is one.
std::vector<Port> portsOf(const dgtd::DgtdCase& theCase);
/// Impedance to which the Touchstone file of a case with output.sParameters refers, ohm.
double referenceOf(const dgtd::DgtdCase& theCase);

/// Writes voltage and current of each lumped port and each mode of a wave port over time, ports/NAME.csv. With
/// output.sParameters it makes Fourier integrals of them on the way, and of these at the end the column of the
/// scattering matrix that belongs to the excited port.
template <class Real>
class PortObserver final : public dgtd::Observer<Real> {
 public:
  /// Throws InputError on every rank if the files of an earlier run cannot be continued on a restart. Collective.
  explicit PortObserver(const dgtd::ObservedRun<Real>& run);
  void restore(const CheckpointState& state) override;
  void open() override;
  std::int64_t next(std::int64_t step) const override { return steps_.next(step); }
  void record(const dgtd::Moment& now) override;
  using typename dgtd::Observer<Real>::StepRecords;
  std::optional<StepRecords> recordsOfSteps(std::int64_t step) const override;
  void noteRecorded(const dgtd::Moment& now) override { rows_.push_back(now.step); }
  void flush() override;
  void save(CheckpointState& state, CheckpointSums<Real>& sums) const override;
  void finish(const dgtd::Moment& last, std::vector<std::string>& warnings) override;
  void summarise(const dgtd::Moment& last, RunSummary& summary) const override;

 private:
  /// What the engine records of this rank.
  std::vector<int> handles() const;
  /// Writes the samples so far to the files, and adds them to the sums. Collective.
  void writeRows();
  /// Adds samples to the sums, [quantity]. The currents of modes are those of `timeH`.
  void addToSums(double timeE, double timeH, const std::vector<double>& samples);
  /// The samples of a row: voltages of lumped ports, voltages of modes, currents of modes.
  std::vector<double> samplesAt(double timeE, double timeH, const double* voltages, const double* overlaps) const;
  /// Current, A, out of the positive conductor of a port, without that through its resistance.
  double currentOf(const dgtd::LumpedPort& port, double time, double voltage) const;
  /// A port of the scattering matrix: one of ports_, or a mode.
  struct Terminal {
    std::size_t quantity = 0;  ///< its voltage among the samples
    const dgtd::LumpedPort* lumped = nullptr;
    const dgtd::WavePort* wave = nullptr;
    int mode = 0;
    bool isFed = false;
  };
  std::vector<Terminal> terminals() const;
  /// Waves into the device and out of it at a frequency, normalised by power, and the current into it, A.
  struct Waves {
    std::complex<double> in, out, voltage, current;
  };
  Waves wavesAt(const Terminal& at, std::size_t frequency, std::complex<double> ofWaveform) const;
  std::complex<double> sumOf(std::size_t quantity, std::size_t frequency) const;
  void writeModes() const;
  /// The column of the excited port, from the samples up to `lastStep`.
  ScatteringColumn columnAt(std::int64_t lastStep) const;

  dgtd::ObservedRun<Real> run_;
  const std::vector<dgtd::LumpedPort>& ports_;
  dgtd::SampleSteps steps_;
  PortVoltages<Real> voltages_;
  ModeOverlaps<Real> overlaps_;
  std::size_t rowsPerBatch_ = 1;
  std::vector<std::filesystem::path> files_;     ///< [lumped port, then mode]
  std::vector<std::int64_t> rows_;               ///< steps of the samples that the engine stores
  std::vector<std::unique_ptr<Series>> series_;  ///< [lumped port, then mode] on rank 0
  /// [quantity][frequency] of the samples times exp(-j omega t); empty without S-parameters
  std::vector<std::complex<double>> sums_;
  std::optional<ScatteringColumn> column_;
};

extern template class PortObserver<float>;
extern template class PortObserver<double>;

}  // namespace fluxtet::ports
