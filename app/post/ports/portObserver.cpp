// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/post/ports/portObserver.hpp"

#include "app/dgtd/case/excitation.hpp"
#include "lib/base/constants.hpp"
#include "lib/base/mpi.hpp"
#include "lib/output/outputDirectory.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <filesystem>

namespace fluxtet::ports {
namespace {

using Complex = std::complex<double>;

std::vector<Series::Column> columnsOfSeries() {
  return {{"time", "s"}, {"voltage", "V"}, {"current", "A"}};
}

/// The files of the ports. The name of a gap is that of its region, which may hold what a file's name cannot: then its
/// number makes the file's name another than all others.
std::vector<std::filesystem::path> filesOf(const dgtd::DgtdCase& theCase, const std::vector<dgtd::LumpedPort>& ports) {
  std::vector<std::filesystem::path> files;
  for (std::size_t p = 0; p < ports.size(); ++p) {
    std::string name = ports[p].name;
    for (char& c : name)
      if (!std::isalnum(static_cast<unsigned char>(c)) && c != '-' && c != '_' && c != '.') c = '_';
    if (name != ports[p].name || name.starts_with('.')) name += fmt::format("_gap{}", p + 1);
    files.push_back(std::filesystem::path(theCase.output.directory) / outputName::ports / (name + ".csv"));
  }
  return files;
}

/// The steps at which ports are sampled: for S-parameters as for spectra, else often enough for a picture.
template <class Real>
dgtd::SampleSteps samplesOf(const dgtd::ObservedRun<Real>& run) {
  constexpr double perPeriod = 12;
  constexpr std::int64_t most = 64;  // where nothing drives the fields
  const dgtd::FieldTimes times = fieldTimesOf(run);
  const auto& wanted = run.theCase.output.sParameters;
  if (wanted) return chooseSampleSteps(*wanted, {times.dt, times.lastStep, times.sourcesUpTo, times.extent});
  const double usual = 1 / (perPeriod * std::max(times.sourcesUpTo, 1.0));
  return {0, std::min(most, dgtd::strideOf({}, usual, times.dt))};
}

Complex rotation(double frequency, double time) {
  return std::polar(1.0, -2 * constants::pi * frequency * time);
}

}  // namespace

std::vector<Port> portsOf(const dgtd::DgtdCase& theCase) {
  std::vector<Port> ports;
  for (const dgtd::PortSettings& port : theCase.ports) ports.push_back({port.name, port.impedance});
  return ports;
}

double referenceOf(const dgtd::DgtdCase& theCase) {
  return theCase.output.sParameters->reference.value_or(theCase.ports.front().impedance);
}

template <class Real>
PortObserver<Real>::PortObserver(const dgtd::ObservedRun<Real>& run)
    : run_(run),
      ports_(run.discretisation.lumpedPorts),
      steps_(samplesOf(run)),
      voltages_(run),
      files_(filesOf(run.theCase, ports_)) {
  if (const auto& wanted = run.theCase.output.sParameters) sums_.resize(ports_.size() * wanted->frequencies.size());
  agreeOnErrors(run_.comm, [&] {
    if (mpiRank(run_.comm) != 0) return;
    for (const auto& file : files_) Series::requireContinuable(file, columnsOfSeries(), run_.continueAfterStep);
  });
}

template <class Real>
void PortObserver<Real>::restore(const CheckpointState& state) {
  if (sums_.empty()) return;
  const auto stride = static_cast<std::int64_t>(stored(state.scalars, "ports.stride"));
  require(stride == steps_.stride,
          "output.sParameters: the ports were sampled every {} steps before the checkpoint, and would be every {} now: "
          "leave time and sources as they were",
          stride, steps_.stride);
  for (std::size_t i = 0; i < sums_.size(); ++i)
    sums_[i] = {stored(state.scalars, fmt::format("ports.re{}", i)),
                stored(state.scalars, fmt::format("ports.im{}", i))};
}

template <class Real>
void PortObserver<Real>::save(CheckpointState& state, CheckpointSums<Real>&) const {
  if (sums_.empty()) return;
  state.scalars["ports.stride"] = static_cast<double>(steps_.stride);
  for (std::size_t i = 0; i < sums_.size(); ++i) {
    state.scalars[fmt::format("ports.re{}", i)] = sums_[i].real();
    state.scalars[fmt::format("ports.im{}", i)] = sums_[i].imag();
  }
}

template <class Real>
void PortObserver<Real>::open() {
  agreeOnErrors(run_.comm, [&] {
    if (mpiRank(run_.comm) != 0) return;
    createFolder(std::filesystem::path(run_.theCase.output.directory) / outputName::ports);
    for (std::size_t p = 0; p < ports_.size(); ++p)
      series_.push_back(std::make_unique<Series>(files_[p], ports_[p].name, columnsOfSeries(), run_.continueAfterStep));
  });
}

template <class Real>
void PortObserver<Real>::record(const dgtd::Moment& now) {
  const bool isFull = rows_.size() >= voltages_.rowsPerBatch();
  if (isFull) run_.engine.synchronize();  // so that the time of the steps does not count as output
  const ScopedSeconds timing = this->timeOutput();
  if (isFull) writeRows();
  rows_.push_back(now.step);
  voltages_.record();
}

template <class Real>
void PortObserver<Real>::flush() {
  const ScopedSeconds timing = this->timeOutput();
  writeRows();
}

template <class Real>
double PortObserver<Real>::currentOf(const dgtd::LumpedPort& port, double time, double voltage) const {
  const double generated =
      port.drive * port.area() * run_.discretisation.problem.waveforms.value(static_cast<int>(port.source), time);
  return generated - (port.resistance > 0 ? voltage / port.resistance : 0);
}

template <class Real>
void PortObserver<Real>::addToSums(double time, const double* voltages) {
  if (sums_.empty()) return;
  const std::vector<double>& frequencies = run_.theCase.output.sParameters->frequencies;
  for (std::size_t f = 0; f < frequencies.size(); ++f) {
    const Complex factor = rotation(frequencies[f], time);
    for (std::size_t p = 0; p < ports_.size(); ++p) sums_[p * frequencies.size() + f] += voltages[p] * factor;
  }
}

template <class Real>
void PortObserver<Real>::writeRows() {
  if (rows_.empty()) return;
  const std::vector<double> voltages = voltages_.take(rows_.size());
  for (std::size_t row = 0; row < rows_.size(); ++row)
    addToSums(static_cast<double>(rows_[row]) * run_.axis.dt, &voltages[row * ports_.size()]);
  agreeOnErrors(run_.comm, [&] {
    for (std::size_t p = 0; p < series_.size(); ++p) {
      for (std::size_t row = 0; row < rows_.size(); ++row) {
        const double time = static_cast<double>(rows_[row]) * run_.axis.dt;
        const double voltage = voltages[row * ports_.size() + p];
        const double values[] = {time, voltage, currentOf(ports_[p], time, voltage)};
        series_[p]->append(rows_[row], values);
      }
      series_[p]->flush();
    }
  });
  rows_.clear();
}

// The currents of generator and resistance act at half steps, where leap-frog has the mean of two voltages, V cos(omega
// dt / 2) at each frequency. So the mean enters the waves, as it does the powers (PortPower).
template <class Real>
ScatteringColumn PortObserver<Real>::columnAt(std::int64_t lastStep) const {
  const dgtd::DgtdCase& theCase = run_.theCase;
  const std::vector<double>& frequencies = theCase.output.sParameters->frequencies;
  const std::size_t first = ports_.size() - theCase.ports.size();  // gaps come before the ports
  ScatteringColumn column;
  for (std::size_t p = 0; p < theCase.ports.size(); ++p)
    if (ports_[first + p].drive != 0) column.excited = p;
  const dgtd::LumpedPort& fed = ports_[first + column.excited];
  column.frequencies = frequencies;
  const WaveformSet& waveforms = run_.discretisation.problem.waveforms;
  const dgtd::SampleTimes times = steps_.timesTo(lastStep, run_.axis.dt, 0);
  std::vector<double> time(static_cast<std::size_t>(times.count)), w(time.size());
  for (std::int64_t n = 0; n < times.count; ++n) time[static_cast<std::size_t>(n)] = times[n];
  waveforms.values(static_cast<int>(fed.source), time, w);
  for (std::size_t f = 0; f < frequencies.size(); ++f) {
    Complex generated = 0;
    for (std::size_t n = 0; n < time.size(); ++n) generated += w[n] * rotation(frequencies[f], time[n]);
    generated *= fed.drive * fed.area();  // A
    const double mean = run_.theCase.dgtd.scheme == dgtd::TimeScheme::leapFrog
                            ? std::cos(constants::pi * frequencies[f] * run_.axis.dt)
                            : 1;
    const Complex open = fed.resistance * generated;  // V
    for (std::size_t p = 0; p < theCase.ports.size(); ++p) {
      const Complex voltage = mean * sums_[(first + p) * frequencies.size() + f];
      const Complex wave = (p == column.excited ? 2.0 * voltage - open : 2.0 * voltage) / open;
      column.s.push_back(wave * std::sqrt(fed.resistance / ports_[first + p].resistance));
      if (p == column.excited) column.impedance.push_back(voltage / (generated - voltage / fed.resistance));
    }
  }
  return column;
}

template <class Real>
void PortObserver<Real>::finish(const dgtd::Moment& last, std::vector<std::string>& warnings) {
  flush();
  if (sums_.empty()) return;
  const ScopedSeconds timing = this->timeOutput();
  column_ = columnAt(last.step);
  const std::vector<Port> ports = portsOf(run_.theCase);
  const std::span<const ScatteringColumn> columns(&*column_, 1);
  agreeOnErrors(run_.comm, [&] {
    if (mpiRank(run_.comm) != 0) return;
    const std::filesystem::path directory(run_.theCase.output.directory);
    writeTextFile(directory / outputName::sParameters, scatteringTable(columns, ports));
    if (ports.size() == 1)
      writeTextFile(directory / touchstoneName(1), touchstoneText(columns, ports, referenceOf(run_.theCase)));
  });
  if (mpiRank(run_.comm) == 0) spdlog::info("{}", reflectionText(*column_, ports));
  for (const std::string& warning : scatteringWarnings(columns, ports)) warnings.push_back(warning);
}

template <class Real>
void PortObserver<Real>::summarise(const dgtd::Moment&, RunSummary& summary) const {
  if (!column_) return;
  summary.sections.emplace_back(
      "sParameters", scatteringJson(std::span<const ScatteringColumn>(&*column_, 1), portsOf(run_.theCase)).dump());
}

template class PortObserver<float>;
template class PortObserver<double>;

}  // namespace fluxtet::ports
