// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/case/commonKeys.hpp"
#include "app/dgtd/case/dgtdKeys.hpp"
#include "lib/base/constants.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

namespace fluxtet::dgtd {

using namespace config;

namespace {

/// Default of `penalty`: of the values tried, the largest that reduces the time step by at most a tenth
/// (docs/data/penalty/README.md).
constexpr double defaultPenalty = 0.2;

void deriveFlux(Value& root) {
  Value* dgtd = root.find("dgtd");
  if (!dgtd) return;
  // A copy: set() may move the values.
  const std::string* const given = dgtd->get<std::string>("flux");
  const std::string flux = given ? *given : "";
  if (!dgtd->find("scheme"))
    dgtd->set("scheme", {.data = std::string(flux == "upwind" ? "rungeKutta" : "leapFrog"), .mark = dgtd->mark});
  if (flux == "penalised" && !dgtd->find("penalty")) dgtd->set("penalty", {.data = defaultPenalty, .mark = dgtd->mark});
}

/// Whether samples of an output are so many time steps apart, more than one.
bool countsSteps(const Value& output) {
  const Value* const every = output.find("every");
  if (!every) return false;
  if (const auto* steps = every->get<std::int64_t>()) return *steps > 1;
  const auto* const interval = every->get<Interval>();
  return interval && interval->steps.value_or(0) > 1;
}

/// Whether a case counts in time steps what it asks for: then it says how long they are. Energies and checkpoints are
/// only more or less often.
bool countsSteps(const Value& time, const Value& output) {
  if (time.find("steps")) return true;
  for (const char* name : {"snapshots", "dft", "farField", "transientFarField"})
    if (const Value* section = output.find(name); section && countsSteps(*section)) return true;
  for (const char* name : {"slices", "probes"})
    if (const Value* list = output.find(name);
        list && std::ranges::any_of(list->items, [](const Value& item) { return countsSteps(item); }))
      return true;
  return false;
}

/// Default of the levels of local time steps: as many as pay, where the scheme and the kernels have them.
void deriveTimeLevels(Value& root) {
  Value* const dgtd = root.find("dgtd");
  Value* const stepping = dgtd ? dgtd->find("localTimeStepping") : nullptr;
  const Value *const time = root.find("time"), *const output = root.find("output");
  if (!stepping || stepping->find("levels") || !time || !output) return;
  const auto is = [&](const char* key, const char* word) {
    const std::string* const given = dgtd->get<std::string>(key);
    return given && *given == word;
  };
  const bool has = is("scheme", "leapFrog") && !is("flux", "upwind") && is("kernels", "fused");
  const char* const levels = has && !countsSteps(*time, *output) ? "auto" : "0";
  stepping->set("levels", {.data = std::string(levels), .mark = stepping->mark});
}

/// Default delays: five standard deviations of a Gaussian; 1.5 periods of a Ricker wavelet's peak frequency.
void deriveWaveform(Value& waveform) {
  if (Value* gaussian = waveform.find("gaussian"); gaussian && !gaussian->find("delay")) {
    if (const double* bandwidth = gaussian->get<double>("bandwidth"))
      gaussian->set("delay", {.data = 5 * std::sqrt(2 * std::log(2.0)) / (constants::pi * *bandwidth)});
  }
  if (Value* ricker = waveform.find("ricker"); ricker && !ricker->find("delay")) {
    if (const double* frequency = ricker->get<double>("frequency")) ricker->set("delay", {.data = 1.5 / *frequency});
  }
}

/// Normalises a vector. Returns false and adds a fault if it is zero.
bool normalise(Value* value, const std::string& path, Faults& faults) {
  const Vec3* vector = value ? value->get<Vec3>() : nullptr;
  if (!vector) return false;
  if (largestComponent(*vector) == 0) {
    faults.add(value->mark, fmt::format("{}: a zero vector has no direction", path));
    return false;
  }
  // A unit vector, up to rounding, stays unchanged, so that a resolved case resolves to itself.
  if (std::abs(norm(*vector) - 1) > 4 * std::numeric_limits<double>::epsilon()) value->data = normalised(*vector);
  return true;
}

void derivePlaneWave(Value& wave, const std::string& path, Faults& faults) {
  constexpr double tolerance = 1e-6;
  if (Value* halfSpace = wave.find("halfSpace"))
    normalise(halfSpace->find("normal"), path + ".halfSpace.normal", faults);
  Value* direction = wave.find("direction");
  Value* polarization = wave.find("polarization");
  const bool good = normalise(direction, path + ".direction", faults);
  if (!normalise(polarization, path + ".polarization", faults) || !good) return;
  const Vec3& d = *direction->get<Vec3>();
  const Vec3& p = *polarization->get<Vec3>();
  if (std::abs(dot(d, p)) <= tolerance) return;
  const Vec3 part = p - dot(d, p) * d;
  const std::string advice = norm(part) > tolerance ? fmt::format("its perpendicular part is [{:.6g}, {:.6g}, {:.6g}]",
                                                                  part[0], part[1], part[2])
                                                    : "it is parallel";
  faults.add(
      polarization->mark,
      fmt::format("{}.polarization: E of a plane wave is perpendicular to its direction, but the cosine between them "
                  "is {:.6g}: {}",
                  path, dot(d, p), advice));
}

/// Default resistance of a lumped port with a voltage: 50 ohm, the usual impedance of lines and generators.
void deriveLumpedPort(Value& port, const std::string& path, Faults& faults) {
  constexpr double usual = 50;
  normalise(port.find("direction"), path + ".direction", faults);
  if (port.find("voltage") && !port.find("resistance")) port.set("resistance", {.data = usual, .mark = port.mark});
}

bool oscillates(const Value& root) {
  const Value* initial = root.find("initial");
  if (initial && initial->find("cavityMode")) return true;
  const auto isSine = [](const Value& source) {
    const Value* waveform = source.find("waveform");
    return waveform && waveform->find("sine");
  };
  if (const Value* sources = root.find("sources"))
    for (const Value& source : sources->items)
      for (const auto& [kind, value] : source.members)
        if (isSine(value)) return true;
  const Value* ports = root.find("ports");
  return ports && std::any_of(ports->items.begin(), ports->items.end(), isSine);
}

/// Defaults of the `kind` of spectra, from the sources, and of the frequency of `sar`, from those of `dft`.
void deriveSpectra(Value& output, bool steady) {
  for (const char* name : {"dft", "farField"})
    if (Value* spectra = output.find(name); spectra && !spectra->find("kind"))
      spectra->set("kind", {.data = std::string(steady ? "amplitude" : "integral"), .mark = spectra->mark});
  const Value* dft = output.find("dft");
  Value* sar = output.find("sar");
  if (!dft || !sar || sar->find("frequency") || sar->find("frequencies")) return;
  const Value* frequencies = dft->find("frequencies");
  const Value* band = dft->find("band");
  const Value* first = frequencies && !frequencies->items.empty() ? &frequencies->items.front()
                       : band                                     ? band->find("from")
                                                                  : nullptr;
  if (first) sar->set("frequency", {.data = first->data, .mark = sar->mark});
}

/// Default waveform of an excited port: a Gaussian whose spectrum falls to one half at the ends of the band of the
/// S-parameters. Of a wave port it falls to -40 dB there, and so to -80 dB sqrt(2) times as far from the middle: to
/// excite a mode below its cut-off, where it does not travel, makes fields that stay at the port.
void derivePortWaveform(Value& port, const Value& root) {
  const bool* excited = port.get<bool>("excite");
  if (!excited || !*excited || port.find("waveform")) return;
  const Value* output = root.find("output");
  const Value* wanted = output ? output->find("sParameters") : nullptr;
  const Value* band = wanted ? wanted->find("band") : nullptr;
  const double* from = band ? band->get<double>("from") : nullptr;
  const double* to = band ? band->get<double>("to") : nullptr;
  if (!from || !to || *to <= *from) return;
  Value gaussian{.mark = port.mark};
  gaussian.set("frequency", {.data = (*from + *to) / 2, .mark = port.mark});
  const std::string* kind = port.get<std::string>("kind");
  const double share = kind && *kind == toString(PortKind::wave) ? 0.01 : 0.5;
  const double narrower = std::sqrt(std::log(0.5) / std::log(share));
  gaussian.set("bandwidth", {.data = narrower * (*to - *from), .mark = port.mark});
  Value waveform{.mark = port.mark};
  waveform.set("gaussian", std::move(gaussian));
  port.set("waveform", std::move(waveform));
}

void derivePortsAndLoads(Value& root, Faults& faults) {
  Value* ports = root.find("ports");
  for (std::size_t i = 0; ports && i < ports->items.size(); ++i) {
    Value& port = ports->items[i];
    normalise(port.find("direction"), fmt::format("ports[{}].direction", i), faults);
    derivePortWaveform(port, root);
    if (Value* waveform = port.find("waveform")) deriveWaveform(*waveform);
  }
  Value* loads = root.find("loads");
  for (std::size_t i = 0; loads && i < loads->items.size(); ++i)
    normalise(loads->items[i].find("direction"), fmt::format("loads[{}].direction", i), faults);
}

void deriveSources(Value& sources, Faults& faults) {
  for (std::size_t i = 0; i < sources.items.size(); ++i) {
    for (auto& [kind, source] : sources.items[i].members) {
      if (Value* waveform = source.find("waveform")) deriveWaveform(*waveform);
      if (kind == "planeWave") derivePlaneWave(source, fmt::format("sources[{}].planeWave", i), faults);
      if (kind == "gap") deriveLumpedPort(source, fmt::format("sources[{}].gap", i), faults);
    }
  }
}

/// The skin of a region that is cut out is a perfect conductor unless the case says what else it is.
void deriveSkins(Value& root) {
  const Value* const regions = root.find("regions");
  Value* const boundaries = root.find("boundaries");
  if (!regions || !boundaries) return;
  for (const auto& [region, material] : regions->members) {
    const std::string* const word = material.get<std::string>();
    if (word && *word == cutOutWord && !boundaries->find(region))
      boundaries->set(region, {.data = std::string(cutOutWord), .mark = material.mark});
  }
}

}  // namespace

void deriveDgtd(Value& root, Faults& faults) {
  deriveSkins(root);
  deriveFlux(root);
  deriveTimeLevels(root);
  if (Value* sources = root.find("sources")) deriveSources(*sources, faults);
  derivePortsAndLoads(root, faults);
  if (Value* output = root.find("output")) deriveSpectra(*output, oscillates(root));
}

}  // namespace fluxtet::dgtd
