// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/case/checkKeys.hpp"
#include "app/dgtd/case/dgtdKeys.hpp"
#include "partition/boxSide.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace fluxtet::dgtd {

using namespace config;

namespace {

void checkCavityMode(const Value& value, const CavityMode& mode, Faults& faults) {
  for (const char* key : {"m", "n", "p"})
    if (!value.get<std::int64_t>(key)) return;
  if (!value.get<std::string>("type")) return;
  if (mode.tm && (mode.m < 1 || mode.n < 1))
    faults.add(mode.mark, fmt::format("initial.cavityMode: TM {} {} {} does not exist: TM needs m >= 1 and n >= 1",
                                      mode.m, mode.n, mode.p));
  if (!mode.tm && (mode.m + mode.n < 1 || mode.p < 1))
    faults.add(mode.mark, fmt::format("initial.cavityMode: TE {} {} {} does not exist: TE needs m + n >= 1 and p >= 1",
                                      mode.m, mode.n, mode.p));
}

void checkFlux(const Value& value, const DgtdSettings& dgtd, Faults& faults) {
  if (const Value* penalty = value.find("penalty"); penalty && dgtd.flux != Flux::penalised)
    faults.add(penalty->mark, fmt::format("dgtd.penalty: belongs to flux penalised, not to {}: leave it out, or change "
                                          "the flux",
                                          toString(dgtd.flux)));
  const bool schemeKnown = value.get<std::string>("scheme") != nullptr;
  if (schemeKnown && dgtd.flux == Flux::upwind && dgtd.scheme == TimeScheme::leapFrog)
    faults.add(value.find("scheme")->mark,
               "dgtd.scheme: leapFrog is unstable with the upwind flux: use scheme rungeKutta, or flux penalised");
}

void checkLocalTimeStepping(const Value& value, const DgtdSettings& dgtd, Faults& faults) {
  if (dgtd.localTimeStepping.levels == TimeLevelChoice::none) return;
  const Value* section = value.find("localTimeStepping");
  const Mark mark = section != nullptr ? section->mark : value.mark;
  if (dgtd.flux == Flux::upwind || dgtd.scheme == TimeScheme::rungeKutta)
    faults.add(mark,
               "dgtd.localTimeStepping needs scheme leapFrog: use flux penalised or centred with it, or levels 0");
  if (dgtd.kernels == KernelSet::split)
    faults.add(mark,
               "dgtd.localTimeStepping needs kernels fused: the published kernels take whole time steps, levels 0");
}

/// An absorbing layer needs leap-frog, and a box that has no standing wave. `what`: what the case says of it.
void checkLayer(const DgtdCase& theCase, const std::string& what, const Mark& mark, Faults& faults) {
  if (theCase.dgtd.flux == Flux::upwind || theCase.dgtd.scheme == TimeScheme::rungeKutta)
    faults.add(mark, what + " needs scheme leapFrog: use flux penalised or centred with it, or absorbing");
  if (theCase.cavityMode) faults.add(mark, what + " does not go with initial.cavityMode, whose walls are pec");
}

void checkLayers(const DgtdCase& theCase, Faults& faults) {
  for (const BoundaryAssignment& boundary : theCase.boundaries)
    if (rowOf(boundary.kind).hasLayer)
      checkLayer(theCase,
                 boundary.port < 0 ? fmt::format("boundaries.{}: pml", boundary.surface)
                                   : fmt::format("ports[{}]: a wave port", boundary.port),
                 boundary.mark, faults);
  for (const MeshLayerAssignment& layer : theCase.meshLayers) {
    if (!partition::boxSideOf(layer.side))
      faults.add(layer.mark, fmt::format("absorbingLayers.{}: a mesh has the sides x-, x+, y-, y+, z- and z+, and each "
                                         "key is one of them",
                                         layer.side));
    checkLayer(theCase, fmt::format("absorbingLayers.{}: an absorbing layer", layer.side), layer.mark, faults);
  }
}

/// Planes of symmetry of the device are those of its far fields too.
void settleSymmetry(DgtdCase& theCase) {
  for (const BoundaryAssignment& boundary : theCase.boundaries) {
    if (boundary.symmetry == Symmetry::none) continue;
    const auto add = [&](auto& output) {
      if (!output) return;
      std::vector<std::string>& names = output->symmetry;
      if (std::find(names.begin(), names.end(), boundary.surface) == names.end()) names.push_back(boundary.surface);
    };
    add(theCase.output.farField);
    add(theCase.output.transientFarField);
  }
}

}  // namespace

void checkDgtdKeys(const Value& root, DgtdCase& theCase, Faults& faults) {
  const Value* initial = root.find("initial");
  settleSymmetry(theCase);
  checkCell(theCase, faults);
  if (theCase.cavityMode) checkCavityMode(*initial->find("cavityMode"), *theCase.cavityMode, faults);
  checkWalls(theCase, faults);
  settleTensors(root, theCase, faults);
  fitMedia(root, theCase, faults);
  checkMedia(root, theCase, faults);
  if (const Value* sources = root.find("sources")) checkSources(*sources, theCase, faults);
  checkPorts(root, theCase, faults);
  checkLayers(theCase, faults);
  if (const Value* dgtd = root.find("dgtd")) {
    checkFlux(*dgtd, theCase.dgtd, faults);
    checkLocalTimeStepping(*dgtd, theCase.dgtd, faults);
  }
  if (const Value* output = root.find("output")) {
    checkOutput(*output, theCase.output, faults);
    checkSpectra(*output, theCase, faults);
  }
  checkDgtdReferences(root, faults);
}

}  // namespace fluxtet::dgtd
