// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/base/frequencyText.hpp"
#include "lib/config/bind.hpp"
#include "lib/config/excitation.hpp"
#include "lib/config/nearest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace fluxtet::config {

namespace {

std::string gramsText(double mass) {
  return fmt::format("{:.6g} g", 1e3 * mass);
}

/// The numbers of a list, smallest first; one that is given twice is a fault. Faulty elements are left out.
/// `text` says a number for messages.
std::vector<double> bindNumbers(const Value& section, const std::string& name, const std::string& path,
                                std::string (*text)(double), Faults& faults) {
  std::vector<double> numbers;
  const Value* list = section.find(name);
  if (!list) return numbers;
  for (std::size_t i = 0; i < list->items.size(); ++i) {
    const double* number = list->items[i].get<double>();
    if (!number) continue;
    if (std::any_of(numbers.begin(), numbers.end(), [&](double other) { return sameNumber(*number, other); }))
      faults.add(list->items[i].mark, fmt::format("{}.{}[{}]: {} is listed twice", path, name, i, text(*number)));
    numbers.push_back(*number);
  }
  std::sort(numbers.begin(), numbers.end());
  return numbers;
}

/// An interval of 0 switches other outputs off; here there would be nothing to write.
void checkSampled(const Value& dft, const DftOutput& output, Faults& faults) {
  if (output.every && output.every->never())
    faults.add(dft.find("every")->mark,
               "output.dft.every: without samples there is nothing to write: give an interval, or remove output.dft");
}

DftOutput bindDft(const Value& value, const TimeSettings& time, Faults& faults) {
  DftOutput dft;
  dft.mark = value.mark;
  dft.frequencies = bindNumbers(value, "frequencies", "output.dft", frequencyText, faults);
  dft.fields = bindFields(value, "output.dft", faults);
  read(value, "after", dft.after);
  if (const auto* every = value.get<Interval>("every")) dft.every = *every;
  readChoice(value, "kind", dft.kind, {{"amplitude", SpectrumKind::amplitude}, {"integral", SpectrumKind::integral}});
  dft.regions = readTexts(value, "regions");
  dft.boundaries = readTexts(value, "boundaries");
  dft.box = bindBox(value, "output.dft", faults);
  checkSampled(value, dft, faults);
  if (time.end && dft.after >= *time.end)
    faults.add(value.find("after")->mark,
               fmt::format("output.dft.after: {} s is not before the end of the run at {} s: raise time.end, or begin "
                           "earlier",
                           dft.after, *time.end));
  return dft;
}

const Material& materialOf(const RegionAssignment& region, const Case& theCase) {
  return theCase.materials[static_cast<std::size_t>(region.material)];
}

/// The regions that are tissue: those named, of which each needs a density, or all that have one.
std::vector<std::string> bindTissues(const Value& sar, const Case& theCase, Faults& faults) {
  std::vector<std::string> tissues = readTexts(sar, "regions");
  const bool named = !tissues.empty();
  for (const RegionAssignment& region : theCase.regions) {
    const Material& material = materialOf(region, theCase);
    const bool listed = std::find(tissues.begin(), tissues.end(), region.region) != tissues.end();
    if (!named && material.density > 0) tissues.push_back(region.region);
    if (named && listed && material.density == 0)
      faults.add(sar.find("regions")->mark,
                 fmt::format("output.sar.regions: '{0}' is of the material '{1}', which has no density: give "
                             "materials.{1}.density",
                             region.region, material.name));
  }
  if (tissues.empty())
    faults.add(sar.mark,
               "output.sar: no region is of a material with a density: give the tissues' materials their density, such "
               "as 'density: 1000 kg/m^3'");
  return tissues;
}

bool isFed(const Case& theCase) {
  return std::any_of(theCase.sources.begin(), theCase.sources.end(),
                     [](const SourceSpec& source) { return !std::holds_alternative<PlaneWaveSource>(source); });
}

/// Whether one of those is not zero.
bool isDriven(const Case& theCase) {
  return std::any_of(theCase.sources.begin(), theCase.sources.end(), [](const SourceSpec& source) {
    return !std::holds_alternative<PlaneWaveSource>(source) && strengthOf(source) != 0;
  });
}

/// What it takes for results in W and W/kg.
void checkPower(const Value& value, const SarOutput& sar, const Case& theCase, Faults& faults) {
  if (sar.power && !isFed(theCase))
    faults.add(value.find("power")->mark,
               "output.sar.power: it is given away by a gap, current or dipole source, but the case has none: remove "
               "it, or add the antenna's source");
  else if (sar.power && !isDriven(theCase))
    faults.add(
        value.find("power")->mark,
        "output.sar.power: what drives nothing has no power to scale: the voltage of every gap is zero: give the "
        "antenna's gap a voltage, or remove it");
  if (!sar.power && theCase.output.dft->kind == SpectrumKind::integral)
    faults.add(value.mark,
               "output.sar: Fourier integrals of a pulse (output.dft.kind: integral) say nothing of power in W: give "
               "output.sar.power to scale them, or a source with the waveform sine");
}

SarOutput bindSar(const Value& value, const Case& theCase, Faults& faults) {
  SarOutput sar;
  sar.mark = value.mark;
  read(value, "frequency", sar.frequency);
  read(value, "power", sar.power);
  sar.regions = bindTissues(value, theCase, faults);
  sar.averages = bindNumbers(value, "averages", "output.sar", gramsText, faults);
  read(value, "voxel", sar.voxel);
  const std::vector<double>& frequencies = theCase.output.dft->frequencies;
  const auto found =
      std::find_if(frequencies.begin(), frequencies.end(), [&](double f) { return sameNumber(f, sar.frequency); });
  if (found != frequencies.end()) {
    sar.frequency = *found;
  } else if (!frequencies.empty() && value.get<double>("frequency")) {
    faults.add(value.find("frequency")->mark,
               fmt::format("output.sar.frequency: {} is not in output.dft.frequencies; these are {}",
                           frequencyText(sar.frequency), frequenciesText(frequencies)));
  }
  checkPower(value, sar, theCase, faults);
  warnOfTissues(sar, theCase, faults);
  return sar;
}

}  // namespace

void bindSpectra(const Value& output, Case& theCase, Faults& faults) {
  const Value* dft = output.find("dft");
  const Value* sar = output.find("sar");
  if (dft) {
    theCase.output.dft = bindDft(*dft, theCase.time, faults);
    checkExcitation(*dft, theCase, faults);
  }
  // That sar needs dft stands in the table of keys.
  if (sar && dft) theCase.output.sar = bindSar(*sar, theCase, faults);
}

}  // namespace fluxtet::config
