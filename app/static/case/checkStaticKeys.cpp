// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/static/case/checkKeys.hpp"
#include "app/static/case/staticKeys.hpp"

namespace fluxtet::statics {

using namespace config;

void checkStaticKeys(const Value& root, const StaticCase& theCase, Faults& faults) {
  if (const Value* sources = root.find("sources")) checkCoils(*sources, faults);
  if (const Value* output = root.find("output")) checkStaticOutput(*output, theCase.output, faults);
  checkProblem(root, theCase, faults);
  checkStaticReferences(root, faults);
}

}  // namespace fluxtet::statics
