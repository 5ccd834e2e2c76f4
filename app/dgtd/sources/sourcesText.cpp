// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/sources/sourcesText.hpp"

#include "lib/base/frequencyText.hpp"
#include "lib/base/hash.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdint>

namespace fluxtet::dgtd {
namespace {

std::string vectorText(const Vec3& v) {
  return fmt::format("({}, {}, {})", v[0], v[1], v[2]);
}

/// A frequency with 15 digits, which every double has.
std::string hertz(double frequency) {
  return frequencyText(frequency, 15);
}

std::uint64_t hashOfRows(const TableWaveform& table) {
  std::uint64_t hash = 0;
  for (std::size_t row = 0; row < table.time.size(); ++row)
    for (const double number : {table.time[row], table.value[row]})
      hash = hash64(hash ^ std::bit_cast<std::uint64_t>(number));
  return hash;
}

struct WaveformText {
  std::string operator()(const GaussianWaveform& w) const {
    return fmt::format("gaussian of {}, bandwidth {}, delay {} s", hertz(w.frequency), hertz(w.bandwidth), w.delay);
  }
  std::string operator()(const RickerWaveform& w) const {
    return fmt::format("ricker of {}, delay {} s", hertz(w.frequency), w.delay);
  }
  std::string operator()(const SineWaveform& w) const {
    return fmt::format("sine of {}, ramp {}, phase {} rad", hertz(w.frequency), w.ramp, w.phase);
  }
  std::string operator()(const TableWaveform& w) const {
    return fmt::format("table of {} rows, {:016x}", w.time.size(), hashOfRows(w));
  }
};

struct SourceText {
  std::string operator()(const PlaneWaveSource& wave) const {
    std::vector<std::string> through = wave.boundaries, inside = wave.inside;
    std::sort(through.begin(), through.end());
    std::sort(inside.begin(), inside.end());
    if (wave.entersInside()) through = {"the surface " + wave.surface};
    std::string text = fmt::format("plane wave along {}, E along {}, {} V/m, through {}", vectorText(wave.direction),
                                   vectorText(wave.polarization), wave.amplitude, fmt::join(through, ", "));
    if (!inside.empty()) text += fmt::format(" round {}", fmt::join(inside, ", "));
    if (wave.originGiven) text += ", origin " + vectorText(wave.origin);
    if (const auto& e = wave.ellipticity)
      text += fmt::format(", elliptical, {} dB, {}", e->axialRatio, e->isRight ? "right" : "left");
    if (const auto& half = wave.halfSpace)
      text += fmt::format(", half space of {} behind {}, normal {}", toString(half->filling), vectorText(half->at),
                          vectorText(half->normal)) +
              (half->layers.empty() ? "" : fmt::format(", layers of {} m", fmt::join(half->layers, ", ")));
    if (const auto& focus = wave.focus)
      text += fmt::format(", beam with its focus at {}, waist {} m at {}", vectorText(focus->at), focus->waist,
                          hertz(focus->frequency));
    return text;
  }
  std::string operator()(const DipoleSource& dipole) const {
    return fmt::format("dipole {} A m at {}, spread and equalised", vectorText(dipole.moment), vectorText(dipole.at));
  }
  std::string operator()(const CurrentSource& current) const {
    return fmt::format("current {} A/m^2 in {}", vectorText(current.density), current.region);
  }
  std::string operator()(const LumpedPortSource& port) const {
    std::string text =
        fmt::format("gap {} along {}", port.surface.empty() ? port.region : port.surface, vectorText(port.direction));
    if (port.voltage) text += fmt::format(", {} V", *port.voltage);
    if (port.current) text += fmt::format(", {} A", *port.current);
    if (port.resistance) text += fmt::format(", {} ohm", *port.resistance);
    return text;
  }
  std::string operator()(const WavePortSource& port) const {
    return fmt::format("wave port {}, mode {}, {} V", port.surface, port.mode + 1, port.amplitude);
  }
};

}  // namespace

std::string sourcesText(const DgtdCase& theCase) {
  std::string text;
  for (const SourceSpec& source : theCase.sources) {
    const std::string waveform =
        std::visit([](const auto& kind) { return std::visit(WaveformText{}, kind.waveform); }, source);
    text += fmt::format("{}, {}; ", std::visit(SourceText{}, source), waveform);
  }
  return text;
}

}  // namespace fluxtet::dgtd
