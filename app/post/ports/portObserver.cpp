// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/post/ports/portObserver.hpp"

#include "app/dgtd/case/sourceTraits.hpp"
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
#include <limits>

namespace fluxtet::ports {
namespace {

using Complex = std::complex<double>;

std::vector<Series::Column> columnsOfSeries() {
  return {{"time", "s"}, {"voltage", "V"}, {"current", "A"}};
}

/// The files of the ports. The name of a gap is that of its region, which may hold what a file's name cannot: then its
/// number makes the file's name another than all others.
std::vector<std::filesystem::path> filesOf(const dgtd::DgtdCase& theCase, const std::vector<dgtd::LumpedPort>& ports,
                                           const std::vector<dgtd::WavePort>& wavePorts) {
  std::vector<std::filesystem::path> files;
  for (std::size_t p = 0; p < ports.size(); ++p) {
    std::string name = ports[p].name;
    for (char& c : name)
      if (!std::isalnum(static_cast<unsigned char>(c)) && c != '-' && c != '_' && c != '.') c = '_';
    if (name != ports[p].name || name.starts_with('.')) name += fmt::format("_gap{}", p + 1);
    files.push_back(std::filesystem::path(theCase.output.directory) / outputName::ports / (name + ".csv"));
  }
  for (const dgtd::WavePort& port : wavePorts)
    for (std::size_t m = 0; m < port.modes.size(); ++m)
      files.push_back(std::filesystem::path(theCase.output.directory) / outputName::ports /
                      (nameOfMode(theCase.ports[port.port], static_cast<int>(m)) + ".csv"));
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

/// Time derivative of a current, A/s, from its value now and the last two rows, which are equally far apart. Where
/// there are none nothing has flowed yet.
double slopeAt(double time, double current, const Series& before) {
  const std::size_t rows = before.rows(), columns = before.columns().size();
  if (rows == 0) return 0;
  const auto timeOf = [&](std::size_t back) { return before.values()[(rows - back) * columns]; };
  const auto currentOf = [&](std::size_t back) { return before.values()[(rows - back) * columns + 2]; };
  const double step = time - timeOf(1);
  if (rows == 1) return (current - currentOf(1)) / step;
  return (3 * current - 4 * currentOf(1) + currentOf(2)) / (2 * step);
}

}  // namespace

std::vector<Port> portsOf(const dgtd::DgtdCase& theCase) {
  std::vector<Port> ports;
  for (const dgtd::PortSettings& port : theCase.ports)
    for (int mode = 0; mode < port.numModes(); ++mode)
      ports.push_back({nameOfMode(port, mode),
                       port.isWave() ? std::numeric_limits<double>::quiet_NaN() : port.impedance, port.isWave()});
  return ports;
}

double referenceOf(const dgtd::DgtdCase& theCase) {
  constexpr double nominal = 50;  // of modes, whose impedance changes with the frequency
  const bool hasModes =
      std::any_of(theCase.ports.begin(), theCase.ports.end(), [](const auto& port) { return port.isWave(); });
  return hasModes ? nominal : theCase.output.sParameters->reference.value_or(theCase.ports.front().impedance);
}

template <class Real>
PortObserver<Real>::PortObserver(const dgtd::ObservedRun<Real>& run)
    : run_(run),
      ports_(run.discretisation.lumpedPorts),
      steps_(samplesOf(run)),
      voltages_(run),
      overlaps_(run),
      rowsPerBatch_(std::min(voltages_.rowsPerBatch(), overlaps_.rowsPerBatch())),
      files_(filesOf(run.theCase, ports_, run.discretisation.wavePorts.ports)) {
  if (const auto& wanted = run.theCase.output.sParameters)
    sums_.resize((ports_.size() + 2 * overlaps_.numModes()) * wanted->frequencies.size());
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
    for (const std::filesystem::path& file : files_)
      series_.push_back(
          std::make_unique<Series>(file, file.stem().string(), columnsOfSeries(), run_.continueAfterStep));
  });
}

template <class Real>
void PortObserver<Real>::record(const dgtd::Moment& now) {
  const bool isFull = rows_.size() >= rowsPerBatch_;
  if (isFull) run_.engine.synchronize();  // so that the time of the steps does not count as output
  const ScopedSeconds timing = this->timeOutput();
  if (isFull) writeRows();
  noteRecorded(now);
  for (const int handle : handles()) run_.engine.points().record(handle);
}

template <class Real>
std::vector<int> PortObserver<Real>::handles() const {
  std::vector<int> all;
  for (const std::optional<int>& handle : {voltages_.handle(), overlaps_.handle()})
    if (handle) all.push_back(*handle);
  return all;
}

template <class Real>
auto PortObserver<Real>::recordsOfSteps(std::int64_t step) const -> std::optional<StepRecords> {
  if (steps_.stride != 1 || !steps_.due(step + 1)) return std::nullopt;
  return StepRecords{handles(), static_cast<std::int64_t>(rowsPerBatch_) - static_cast<std::int64_t>(rows_.size())};
}

template <class Real>
void PortObserver<Real>::flush() {
  const ScopedSeconds timing = this->timeOutput();
  writeRows();
}

template <class Real>
double PortObserver<Real>::currentOf(const dgtd::LumpedPort& port, double time, double voltage) const {
  const double generated =
      port.drive * port.across() * run_.discretisation.problem.waveforms.value(static_cast<int>(port.source), time);
  return generated - (port.resistance > 0 ? voltage / port.resistance : 0);
}

template <class Real>
std::vector<double> PortObserver<Real>::samplesAt(double timeE, double timeH, const double* voltages,
                                                  const double* overlaps) const {
  std::vector<double> samples(voltages, voltages + ports_.size());
  const std::size_t modes = overlaps_.numModes();
  for (std::size_t quantity = 0; quantity < 2; ++quantity)
    for (std::size_t m = 0; m < modes; ++m) samples.push_back(overlaps[2 * m + quantity]);
  const dgtd::WavePorts& wavePorts = run_.discretisation.wavePorts;
  const WaveformSet& waveforms = run_.discretisation.problem.waveforms;
  for (const dgtd::PortWave& wave : wavePorts.waves) {
    std::size_t at = ports_.size() + static_cast<std::size_t>(wave.mode);
    for (std::size_t p = 0; p < wave.port; ++p) at += wavePorts.ports[p].modes.size();
    samples[at] += 0.5 * wave.amplitude * waveforms.value(wave.waveform, timeE);
    samples[at + modes] += 0.5 * wave.amplitude * waveforms.value(wave.waveformOfH, timeH) / constants::z0;
  }
  return samples;
}

template <class Real>
void PortObserver<Real>::addToSums(double timeE, double timeH, const std::vector<double>& samples) {
  if (sums_.empty()) return;
  const std::vector<double>& frequencies = run_.theCase.output.sParameters->frequencies;
  const std::size_t voltages = ports_.size() + overlaps_.numModes();
  for (std::size_t f = 0; f < frequencies.size(); ++f) {
    const Complex ofE = rotation(frequencies[f], timeE), ofH = rotation(frequencies[f], timeH);
    for (std::size_t q = 0; q < samples.size(); ++q)
      sums_[q * frequencies.size() + f] += samples[q] * (q < voltages ? ofE : ofH);
  }
}

template <class Real>
void PortObserver<Real>::writeRows() {
  if (rows_.empty()) return;
  const std::vector<double> voltages = voltages_.take(rows_.size()), overlaps = overlaps_.take(rows_.size());
  const std::size_t modes = overlaps_.numModes();
  std::vector<std::vector<double>> samples;
  for (std::size_t row = 0; row < rows_.size(); ++row) {
    const double timeE = static_cast<double>(rows_[row]) * run_.axis.dt, timeH = run_.stepper.timeH(rows_[row]);
    samples.push_back(
        samplesAt(timeE, timeH, voltages.data() + row * ports_.size(), overlaps.data() + row * 2 * modes));
    addToSums(timeE, timeH, samples.back());
  }
  agreeOnErrors(run_.comm, [&] {
    for (std::size_t p = 0; p < series_.size(); ++p) {
      for (std::size_t row = 0; row < rows_.size(); ++row) {
        const double time = static_cast<double>(rows_[row]) * run_.axis.dt;
        const double voltage = samples[row][p];
        const bool isLumped = p < ports_.size();
        const double current = isLumped ? currentOf(ports_[p], time, voltage) : samples[row][p + modes];
        const double excess = isLumped ? ports_[p].filterInductance * slopeAt(time, current, *series_[p]) : 0;
        const double values[] = {time, voltage - excess, current};
        series_[p]->append(rows_[row], values);
      }
      series_[p]->flush();
    }
  });
  rows_.clear();
}

template <class Real>
auto PortObserver<Real>::terminals() const -> std::vector<Terminal> {
  const dgtd::WavePorts& wavePorts = run_.discretisation.wavePorts;
  const auto& settings = run_.theCase.ports;
  const auto lumped = std::count_if(settings.begin(), settings.end(), [](const auto& port) { return !port.isWave(); });
  std::size_t nextLumped = ports_.size() - static_cast<std::size_t>(lumped);  // gaps come before the ports
  std::size_t nextWave = 0, nextMode = ports_.size();
  std::vector<Terminal> terminals;
  for (const dgtd::PortSettings& port : settings) {
    if (!port.isWave()) {
      const dgtd::LumpedPort& own = ports_[nextLumped];
      terminals.push_back({nextLumped++, &own, nullptr, 0, own.drive != 0});
      continue;
    }
    const dgtd::WavePort& own = wavePorts.ports[nextWave];
    for (int mode = 0; mode < port.modes; ++mode) {
      const bool isFed = std::any_of(wavePorts.waves.begin(), wavePorts.waves.end(),
                                     [&](const auto& wave) { return wave.port == nextWave && wave.mode == mode; });
      terminals.push_back({nextMode++, nullptr, &own, mode, isFed});
    }
    ++nextWave;
  }
  return terminals;
}

template <class Real>
Complex PortObserver<Real>::sumOf(std::size_t quantity, std::size_t frequency) const {
  return sums_[quantity * run_.theCase.output.sParameters->frequencies.size() + frequency];
}

// The currents of generator and resistance act at half steps, where leap-frog has the mean of two voltages, V cos(omega
// dt / 2) at each frequency. So that enters the waves, as it does the powers (PortPower); the resistance of a strip
// carries a little less or more.
template <class Real>
auto PortObserver<Real>::wavesAt(const Terminal& at, std::size_t frequency, Complex ofWaveform) const -> Waves {
  const double f = run_.theCase.output.sParameters->frequencies[frequency];
  if (at.lumped != nullptr) {
    const bool isLeapFrog = run_.theCase.dgtd.scheme == dgtd::TimeScheme::leapFrog;
    const double angle = isLeapFrog ? 2 * constants::pi * f * run_.axis.dt : 0;
    const double R = at.lumped->resistance, root = 2 * std::sqrt(R);
    const Complex ofE = sumOf(at.quantity, frequency);
    const Complex generated = at.isFed ? at.lumped->drive * at.lumped->across() * ofWaveform : 0;  // A
    const Complex current = generated - at.lumped->carried(angle) * ofE / R;
    const Complex voltage = std::cos(angle / 2) * at.lumped->filteredVoltage(ofE, current, f, angle);
    return {(voltage + R * current) / root, (voltage - R * current) / root, voltage, current};
  }
  // At the reference plane the wave into the device is later, and that out of it was earlier.
  const dgtd::PortMode& mode = at.wave->modes[static_cast<std::size_t>(at.mode)];
  // Waves of the mode, which in a lossy line have a complex impedance, over the root of the power that one alone has.
  const Complex Z = modeImpedance(mode, f);
  const double root = std::sqrt(Z.real()) / std::abs(Z);
  const Complex shift = std::exp(propagationConstant(mode, f) * run_.theCase.ports[at.wave->port].deembed);
  const Complex V = sumOf(at.quantity, frequency), I = sumOf(at.quantity + overlaps_.numModes(), frequency);
  const Complex in = 0.5 * root * (V + Z * I) / shift, out = 0.5 * root * (V - Z * I) * shift;
  return {in, out, (in + out) / root, (in - out) / (root * Z)};
}

template <class Real>
ScatteringColumn PortObserver<Real>::columnAt(std::int64_t lastStep) const {
  const std::vector<double>& frequencies = run_.theCase.output.sParameters->frequencies;
  const std::vector<Terminal> all = terminals();
  ScatteringColumn column;
  column.frequencies = frequencies;
  for (std::size_t p = 0; p < all.size(); ++p)
    if (all[p].isFed) column.excited = p;
  const Terminal& fed = all[column.excited];
  const WaveformSet& waveforms = run_.discretisation.problem.waveforms;
  const dgtd::SampleTimes times = steps_.timesTo(lastStep, run_.axis.dt, 0);
  std::vector<double> time(static_cast<std::size_t>(times.count)), w(time.size());
  if (fed.lumped != nullptr) {
    for (std::int64_t n = 0; n < times.count; ++n) time[static_cast<std::size_t>(n)] = times[n];
    waveforms.values(static_cast<int>(fed.lumped->source), time, w);
  }
  for (std::size_t f = 0; f < frequencies.size(); ++f) {
    Complex ofWaveform = 0;
    for (std::size_t n = 0; n < time.size(); ++n) ofWaveform += w[n] * rotation(frequencies[f], time[n]);
    const Waves ofFed = wavesAt(fed, f, ofWaveform);
    for (const Terminal& at : all) {
      const Waves waves = wavesAt(at, f, ofWaveform);
      column.s.push_back(waves.out / ofFed.in);
      column.in.push_back(waves.in / ofFed.in);
    }
    column.impedance.push_back(ofFed.voltage / ofFed.current);
  }
  return column;
}

/// Cut-off, propagation constant and impedance of all modes at the frequencies of the S-parameters. Rank 0 only.
template <class Real>
void PortObserver<Real>::writeModes() const {
  std::string text = "port,mode,cut-off [Hz],frequency [Hz],beta [rad/m],Z [ohm],alpha [1/m],Z_im [ohm]\n";
  for (const dgtd::WavePort& port : run_.discretisation.wavePorts.ports)
    for (std::size_t m = 0; m < port.modes.size(); ++m)
      for (const double f : run_.theCase.output.sParameters->frequencies) {
        const Complex gamma = propagationConstant(port.modes[m], f), Z = modeImpedance(port.modes[m], f);
        text += fmt::format("{},{},{:.15g},{:.15g},{:.15g},{:.15g},{:.15g},{:.15g}\n",
                            nameOfMode(run_.theCase.ports[port.port], static_cast<int>(m)), port.modes[m].name,
                            cutoffFrequency(port.modes[m]), f, gamma.imag(), Z.real(), gamma.real(), Z.imag());
      }
  writeTextFile(std::filesystem::path(run_.theCase.output.directory) / outputName::portModes, text);
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
    if (overlaps_.numModes() > 0) writeModes();
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
