// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/static/names.hpp"

namespace fluxtet {

const char* toString(StaticProblem problem) {
  switch (problem) {
    case StaticProblem::electrostatic:
      return "electrostatic";
    case StaticProblem::magnetostatic:
      return "magnetostatic";
    case StaticProblem::scalarMagnetic:
      return "scalarMagnetic";
  }
  return "";
}

const char* toString(StaticPreconditioner preconditioner) {
  switch (preconditioner) {
    case StaticPreconditioner::none:
      return "none";
    case StaticPreconditioner::jacobi:
      return "jacobi";
    case StaticPreconditioner::amg:
      return "amg";
  }
  return "";
}

}  // namespace fluxtet
