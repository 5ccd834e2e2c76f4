// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/static/case/checkKeys.hpp"
#include "app/static/case/staticKeys.hpp"

#include <fmt/format.h>

namespace fluxtet::statics {

using namespace config;

namespace {

/// What follows waves has no meaning in a static field.
void checkWaveless(const MeshSource& mesh, Faults& faults) {
  if (mesh.sizeOfWaves)
    faults.add(mesh.mark, "mesh.size: auto follows waves, of which a static field has none: give a length");
  if (mesh.airBox && !mesh.airBox->margin)
    faults.add(mesh.airBox->mark,
               "mesh.airBox: a static field has no wavelength: give margin, several times the size "
               "of the solids where the field has to fade");
}

/// Without a condition the skin of a conductor would be an insulator.
void checkSkins(const Value& root, const StaticCase& theCase, Faults& faults) {
  const Value* const boundaries = root.find("boundaries");
  for (const std::string& region : theCase.mesh.cutOut)
    if (!boundaries || !boundaries->find(region))
      faults.add(
          root.find("regions")->find(region)->mark,
          fmt::format("regions.{0}: the region is cut out of the mesh, and its skin needs an entry in boundaries, "
                      "such as '{0}: {{potential: 1 V}}', floating or natural",
                      region));
}

}  // namespace

void checkStaticKeys(const Value& root, const StaticCase& theCase, Faults& faults) {
  if (const Value* sources = root.find("sources")) checkCoils(*sources, faults);
  if (const Value* output = root.find("output")) checkStaticOutput(*output, theCase.output, faults);
  checkWaveless(theCase.mesh, faults);
  checkSkins(root, theCase, faults);
  checkProblem(root, theCase, faults);
  checkStaticReferences(root, faults);
}

}  // namespace fluxtet::statics
