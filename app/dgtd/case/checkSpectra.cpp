// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/case/checkKeys.hpp"
#include "app/dgtd/case/excitation.hpp"
#include "app/dgtd/case/sourceTraits.hpp"
#include "lib/base/frequencyText.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace fluxtet::dgtd {

using namespace config;

namespace {

std::string gramsText(double mass) {
  return fmt::format("{:.6g} g", 1e3 * mass);
}

/// Adds a fault for a number that a list contains twice. `text` formats a number for the message.
void checkNumbersDiffer(const Value& section, const std::string& name, const std::string& path,
                        std::string (*text)(double), Faults& faults) {
  const Value* list = section.find(name);
  std::vector<double> numbers;
  for (std::size_t i = 0; list && i < list->items.size(); ++i) {
    const double* number = list->items[i].get<double>();
    if (!number) continue;
    if (std::any_of(numbers.begin(), numbers.end(), [&](double other) { return sameNumber(*number, other); }))
      faults.add(list->items[i].mark, fmt::format("{}.{}[{}]: {} is listed twice", path, name, i, text(*number)));
    numbers.push_back(*number);
  }
}

/// An interval of 0 switches other outputs off, but these need samples.
void checkInterval(const Value& value, const std::string& key, const std::optional<Interval>& every, Faults& faults) {
  if (every && every->never())
    faults.add(
        value.find("every")->mark,
        fmt::format("{0}.every: without samples there is nothing to write: give an interval, or remove {0}", key));
}

/// Checks the frequencies and samples of an output.
void checkSampling(const Value& value, const FrequencySampling& sampling, const DgtdCase& theCase, Faults& faults) {
  const std::string& key = sampling.key;
  checkNumbersDiffer(value, "frequencies", key, frequencyText, faults);
  if (sampling.band && sampling.band->to <= sampling.band->from)
    faults.add(value.find("band")->mark,
               fmt::format("{}.band: `to` ({}) is not above `from` ({})", key, frequencyText(sampling.band->to),
                           frequencyText(sampling.band->from)));
  checkInterval(value, key, sampling.every, faults);
  if (theCase.time.end && sampling.after >= *theCase.time.end)
    faults.add(value.find("after")->mark,
               fmt::format("{}.after: {} s is not before the end of the run at {} s: raise time.end, or begin earlier",
                           key, sampling.after, *theCase.time.end));
  checkExcitation(value, sampling, theCase, faults);
}

const Material& materialOf(const RegionAssignment& region, const DgtdCase& theCase) {
  return theCase.materials[static_cast<std::size_t>(region.material)];
}

/// The regions that are tissue: those named, each of which needs a density, or by default all that have one.
void settleTissues(const Value& sar, const DgtdCase& theCase, std::vector<std::string>& tissues, Faults& faults) {
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
    faults.warn(sar.mark,
                "output.sar: no region is of a material with a density, so that there are powers, but no absorption "
                "rates: if some are tissue, give their materials a density, such as 'density: 1000 kg/m^3'");
}

bool isFed(const DgtdCase& theCase) {
  const std::vector<SourceTraits> sources = traitsOfSources(theCase);
  return std::any_of(sources.begin(), sources.end(),
                     [](const SourceTraits& source) { return source.role != SourceRole::wave; });
}

/// Whether at least one source that is not a wave has a strength other than zero.
bool isDriven(const DgtdCase& theCase) {
  const std::vector<SourceTraits> sources = traitsOfSources(theCase);
  return std::any_of(sources.begin(), sources.end(), [](const SourceTraits& source) {
    return source.role != SourceRole::wave && source.strength != 0;
  });
}

/// Checks what absolute results, in W and W/kg, need.
void checkPower(const Value& value, const SarOutput& sar, const DgtdCase& theCase, Faults& faults) {
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

/// Replaces the frequencies of `sar` by those of `dft`, which may differ by rounding.
void settleFrequencies(const Value& value, const std::vector<double>& frequencies, SarOutput& sar, Faults& faults) {
  const Value* one = value.find("frequency");
  const Value* several = value.find("frequencies");
  if (one && several) {
    faults.add(one->mark, "output.sar: give frequency or frequencies, not both");
    return;
  }
  for (double& wanted : sar.frequencies) {
    const auto found =
        std::find_if(frequencies.begin(), frequencies.end(), [&](double f) { return sameNumber(f, wanted); });
    if (found != frequencies.end())
      wanted = *found;
    else if (!frequencies.empty() && (one || several))
      faults.add((one ? one : several)->mark,
                 fmt::format("output.sar.{}: {} is not in output.dft.frequencies; these are {}",
                             one ? "frequency" : "frequencies", frequencyText(wanted), frequenciesText(frequencies)));
  }
}

}  // namespace

void checkSpectra(const Value& output, DgtdCase& theCase, Faults& faults) {
  if (const Value* farField = output.find("farField")) {
    const FarFieldOutput& wanted = *theCase.output.farField;
    checkSampling(*farField, wanted, theCase, faults);
    if (wanted.vtk && (wanted.theta.points < 2 || wanted.phi.points < 2))
      faults.add(farField->find("vtk")->mark,
                 fmt::format("output.farField.vtk: {} theta and {} phi span no surface: give each two points at least, "
                             "or remove vtk",
                             wanted.theta.points, wanted.phi.points));
  }
  if (const Value* sParameters = output.find("sParameters"))
    checkSampling(*sParameters, *theCase.output.sParameters, theCase, faults);
  if (const Value* transient = output.find("transientFarField"))
    checkInterval(*transient, theCase.output.transientFarField->key, theCase.output.transientFarField->every, faults);
  const Value* dft = output.find("dft");
  const Value* value = output.find("sar");
  if (!dft) return;  // the table of keys already demands dft for sar
  checkSampling(*dft, *theCase.output.dft, theCase, faults);
  checkFields(*dft, "output.dft", faults);
  checkBox(*dft, "output.dft", faults);
  checkPlaces(*dft, *theCase.output.dft, faults);
  if (!value) return;
  SarOutput& sar = *theCase.output.sar;
  settleTissues(*value, theCase, sar.regions, faults);
  checkNumbersDiffer(*value, "averages", "output.sar", gramsText, faults);
  if (value->find("frequencies")) checkNumbersDiffer(*value, "frequencies", "output.sar", frequencyText, faults);
  if (sar.regions.empty()) sar.averages.clear();
  settleFrequencies(*value, theCase.output.dft->frequencies, sar, faults);
  checkPower(*value, sar, theCase, faults);
  warnOfTissues(sar, theCase, faults);
}

}  // namespace fluxtet::dgtd
