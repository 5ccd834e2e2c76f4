// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/physics/waveform.hpp"

#include <algorithm>
#include <limits>

namespace fluxtet {

namespace {

/// Below this share of its peak a waveform counts as over.
constexpr double negligible = 1e-12;

Waveform makeWaveform(const GaussianWaveform& spec) {
  // Half the spectrum's peak at f +- bandwidth / 2: exp(-2 pi^2 s^2 (bandwidth / 2)^2) = 1/2.
  const double width = std::sqrt(2 * std::log(2.0)) / (constants::pi * spec.bandwidth);
  return {.kind = Waveform::Kind::gaussian, .frequency = spec.frequency, .width = width, .delay = spec.delay};
}

Waveform makeWaveform(const RickerWaveform& spec) {
  return {.kind = Waveform::Kind::ricker, .frequency = spec.frequency, .delay = spec.delay};
}

Waveform makeWaveform(const SineWaveform& spec) {
  return {.kind = Waveform::Kind::sine,
          .frequency = spec.frequency,
          .width = spec.ramp / spec.frequency,
          .phase = spec.phase};
}

Waveform makeWaveform(const TableWaveform& spec) {
  return {.kind = Waveform::Kind::table, .tableSize = static_cast<int>(spec.time.size())};
}

/// Largest a with |1 - 2 a| exp(-a) = negligible, by the fixed point a = ln((2 a - 1) / negligible), which contracts as
/// 2 / (2 a - 1).
double rickerEnd() {
  double a = 30;
  for (int i = 0; i < 20; ++i) a = std::log((2 * a - 1) / negligible);
  return a;
}

/// The row from which the table stays zero, or its last row.
double tableEnd(const Waveform& w, const WaveformSet& set) {
  int last = w.tableSize - 1;
  while (last > 0 && set.tableValue[w.tableBegin + last] == 0 && set.tableValue[w.tableBegin + last - 1] == 0) --last;
  return set.tableTime[w.tableBegin + last];
}

/// The shortest time between two rows.
double shortestInterval(const Waveform& w, const WaveformSet& set) {
  double shortest = std::numeric_limits<double>::infinity();
  for (int row = w.tableBegin + 1; row < w.tableBegin + w.tableSize; ++row)
    shortest = std::min(shortest, set.tableTime[row] - set.tableTime[row - 1]);
  return shortest;
}

}  // namespace

int WaveformSet::add(const WaveformSpec& spec) {
  Waveform w = std::visit([](const auto& kind) { return makeWaveform(kind); }, spec);
  if (const auto* table = std::get_if<TableWaveform>(&spec)) {
    w.tableBegin = static_cast<int>(tableTime.size());
    tableTime.insert(tableTime.end(), table->time.begin(), table->time.end());
    tableValue.insert(tableValue.end(), table->value.begin(), table->value.end());
  }
  waveforms.push_back(w);
  return numSources++;
}

int WaveformSet::addFiltered(const Waveform& filtered) {
  waveforms.push_back(filtered);
  return static_cast<int>(waveforms.size()) - 1;
}

int WaveformSet::addTable(std::span<const double> time, std::span<const double> value) {
  Waveform w{.kind = Waveform::Kind::table, .tableSize = static_cast<int>(time.size())};
  w.tableBegin = static_cast<int>(tableTime.size());
  tableTime.insert(tableTime.end(), time.begin(), time.end());
  tableValue.insert(tableValue.end(), value.begin(), value.end());
  return addFiltered(w);
}

double WaveformSet::value(int waveform, double time) const {
  return waveformValue(waveforms[waveform], tableTime.data(), tableValue.data(), time);
}

Waveform quadratureOf(const Waveform& w) {
  Waveform lagging = w;
  lagging.phase -= constants::pi / 2;
  return lagging;
}

namespace {
double endOfPlain(const Waveform& w, const WaveformSet& set) {
  switch (w.kind) {
    case Waveform::Kind::gaussian:
      return w.delay + w.width * std::sqrt(-2 * std::log(negligible));
    case Waveform::Kind::ricker:
      return w.delay + std::sqrt(rickerEnd()) / (constants::pi * w.frequency);
    case Waveform::Kind::sine:
      return std::numeric_limits<double>::infinity();
    case Waveform::Kind::table:
      return tableEnd(w, set);
  }
  return 0;
}
}  // namespace

double endTime(const Waveform& w, const WaveformSet& set) {
  return endOfPlain(w, set) + w.numTaps / 2 * w.tapInterval;
}

double highestFrequency(const Waveform& w, const WaveformSet& set) {
  switch (w.kind) {
    case Waveform::Kind::gaussian:
      // exp(-2 pi^2 s^2 (f - f0)^2) = 1e-4.
      return w.frequency + std::sqrt(0.5 * std::log(1e4)) / (constants::pi * w.width);
    case Waveform::Kind::ricker:
      return 3.6 * w.frequency;  // x^2 exp(1 - x^2), x = f / frequency, is 8e-5 there
    case Waveform::Kind::sine:
      return w.frequency;
    case Waveform::Kind::table:
      return 1 / shortestInterval(w, set);
  }
  return 0;
}

}  // namespace fluxtet
