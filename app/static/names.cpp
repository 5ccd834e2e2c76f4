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

const char* toString(AssemblyMethod method) {
  switch (method) {
    case AssemblyMethod::sortReduce:
      return "sortReduce";
    case AssemblyMethod::linkedList:
      return "linkedList";
    case AssemblyMethod::sortNodes:
      return "sortNodes";
    case AssemblyMethod::linkNodes:
      return "linkNodes";
    case AssemblyMethod::scatter:
      return "scatter";
    case AssemblyMethod::gather:
      return "gather";
    case AssemblyMethod::ebe:
      return "ebe";
    case AssemblyMethod::ebeColoured:
      return "ebeColoured";
    case AssemblyMethod::ebeRecompute:
      return "ebeRecompute";
  }
  return "";
}

const char* toString(ReductionKind reduction) {
  switch (reduction) {
    case ReductionKind::adjacent:
      return "adjacent";
    case ReductionKind::remapped:
      return "remapped";
    case ReductionKind::shuffle:
      return "shuffle";
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
