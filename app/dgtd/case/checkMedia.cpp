// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/case/medium.hpp"
#include "app/dgtd/case/checkKeys.hpp"

#include <fmt/format.h>

namespace fluxtet::dgtd {

using namespace config;

namespace {

/// Returns whether all poles are possible.
bool checkPoles(const Value& list, const std::vector<PoleTerm>& poles, const std::string& path, Faults& faults) {
  bool sound = true;
  const auto fault = [&](const Value& value, const std::string& what) {
    faults.add(value.mark, what);
    sound = false;
  };
  for (std::size_t i = 0; i < poles.size(); ++i) {
    const PoleTerm& term = poles[i];
    const double rate = term.pole[0];
    if (rate > 0)
      fault(*list.items[i].find("pole"),
            fmt::format("{}[{}].pole: its real part is {} 1/s, and a polarisation left to itself would grow without "
                        "bound: with the time dependence exp(+j omega t) the real parts of poles are negative",
                        path, i, rate));
    if (term.isReal() && rate == 0)
      fault(*list.items[i].find("pole"),
            fmt::format("{}[{}].pole: a pole at 0 is a conductivity: give sigma = epsilon_0 times its residue instead",
                        path, i));
    if (term.isReal() && term.residue[1] != 0)
      fault(*list.items[i].find("residue"),
            fmt::format("{}[{}].residue: of a real pole the residue is real: set its imaginary part to 0", path, i));
  }
  return sound;
}

/// Whether all terms could be read.
bool isComplete(const Value& material) {
  for (const auto& [name, member] : material.members)
    for (const Value& item : member.items)
      for (const auto& [inner, value] : item.members)
        if (std::holds_alternative<std::monostate>(value.data)) return false;
  return true;
}

void checkPermeability(const Value& value, const Material& material, Faults& faults) {
  const std::string path = "materials." + material.name + ".magnetic";
  if (!isComplete(value)) return;
  const Value* poles = value.find("poles");
  if (poles && !checkPoles(*poles, material.magnetic.poles, path + ".poles", faults)) return;
  if (const auto active = activityOf(material, true))
    faults.add(material.mark,
               fmt::format("{}: it would give energy to the fields, which grow without bound: {}: with the time "
                           "dependence exp(+j omega t) a passive permeability is mu' - j mu'' with mu'' >= 0 at every "
                           "frequency: correct the signs, or fit the data by a passive sum",
                           path, *active));
}

void checkMaterial(const Value& value, const Material& material, Faults& faults) {
  const std::string path = "materials." + material.name;
  if (const Value* magnetic = value.find("magnetic")) checkPermeability(*magnetic, material, faults);
  if (!isComplete(value)) return;
  const Value* poles = value.find("poles");
  if (poles && !checkPoles(*poles, material.dispersion.poles, path + ".poles", faults)) return;
  if (const auto active = activityOf(material))
    faults.add(material.mark,
               fmt::format("{}: it would give energy to the fields, which grow without bound: {}: with the time "
                           "dependence exp(+j omega t) a passive permittivity is epsilon' - j epsilon'' with epsilon'' "
                           ">= 0 at every frequency: correct the signs, or fit the data by a passive sum",
                           path, *active));
}

void checkUse(const DgtdCase& theCase, Faults& faults) {
  for (const RegionAssignment& region : theCase.regions) {
    const Material& material = theCase.materials[static_cast<std::size_t>(region.material)];
    if (material.isPlain()) continue;
    const char* kind = material.isDispersive() ? "a dispersive" : "an anisotropic";
    if (theCase.dgtd.scheme == TimeScheme::rungeKutta || theCase.dgtd.flux == Flux::upwind)
      faults.add(material.mark, fmt::format("materials.{}: {} material needs scheme leapFrog: use flux penalised or "
                                            "centred with it",
                                            material.name, kind));
    if (theCase.cavityMode)
      faults.add(material.mark, fmt::format("materials.{}: initial.cavityMode is not exact in {} material: use one of "
                                            "constant permittivity and permeability, or excite by sources",
                                            material.name, kind));
  }
}

}  // namespace

void checkMedia(const Value& root, const DgtdCase& theCase, Faults& faults) {
  const Value* materials = root.find("materials");
  if (!materials) return;
  for (const Material& material : theCase.materials)
    if (material.isDispersive()) checkMaterial(*materials->find(material.name), material, faults);
  checkUse(theCase, faults);
}

}  // namespace fluxtet::dgtd
