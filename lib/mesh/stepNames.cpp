// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/stepNames.hpp"

#include <Interface_Static.hxx>
#include <STEPCAFControl_Controller.hxx>

namespace fluxtet {

bool readNamesOfStepFaces() {
  STEPCAFControl_Controller::Init();  // makes the parameter known
  return Interface_Static::SetIVal("read.stepcaf.subshapes.name", 1);
}

}  // namespace fluxtet
