// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/bench/static/staticBench.hpp"
#include "kernels/static/femProblem.hpp"
#include "lib/mesh/simplexMesh.hpp"

#include <string>
#include <vector>

namespace fluxtet::bench {

/// A static problem as an engine takes it.
struct BenchProblem {
  statics::FemProblem fem;
  std::vector<statics::ElementCoefficients> coefficients;
  statics::FemLoads loads;
};

/// The mesh that the static solver is measured on, loaded and numbered as a run does.
class BenchProblemSource {
 public:
  /// Of a case; or a square metre of triangles, or a box of tetrahedra as large as one metre along its longest side:
  /// potential 0 at x-, 1 V at x+, nothing flows through the other sides, coefficient 1. Throws InputError as the
  /// loader does, and RunError where a generated mesh does not fit the memory.
  BenchProblemSource(const StaticBenchOptions& options, MPI_Comm comm);

  BenchProblem problem(int order) const;
  const statics::StaticCase& theCase() const { return case_; }
  /// The case file, or what was generated.
  std::string text() const;

 private:
  void requireMemory(MPI_Comm comm) const;

  statics::StaticCase case_;
  SimplexMesh mesh_;
};

}  // namespace fluxtet::bench
