// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/bench/bench.hpp"
#include "app/dgtd/setup/discretisation.hpp"

#include <optional>
#include <string>

namespace fluxtet::bench {

/// The mesh that measurements run on, made once for all orders that share it, in the element order of runs.
class BenchMesh {
 public:
  /// Of a case, or boxes of the given or of each order's default size.
  BenchMesh(const BenchOptions& options, bool onGpu, MPI_Comm comm);

  /// Collective. Throws as discretise() does, and RunError where a box's mesh does not fit the memory. Valid until the
  /// next call.
  const dgtd::Discretisation& discretised(int order);

  /// Of the flux; 0: centred.
  double penalty() const { return case_.dgtd.flux == dgtd::Flux::penalised ? case_.dgtd.penalty : 0; }
  /// What the mesh was made for last.
  const dgtd::DgtdCase& theCase() const { return case_; }
  /// "box of Kuhn cells, conducting walls" or the case file.
  std::string text() const;

 private:
  void makeMesh(int order);
  dgtd::DgtdCase boxFor(int order) const;
  /// The case with the flux that is to be measured.
  dgtd::DgtdCase withFlux(dgtd::DgtdCase theCase) const;
  /// Before anything is allocated.
  void requireMemoryForBox() const;

  std::optional<Cells> cells_;     ///< as the user wants them
  std::optional<double> penalty_;  ///< likewise
  bool isBox_, isCavity_, onGpu_;
  MPI_Comm comm_;
  dgtd::DgtdCase case_;
  std::optional<dgtd::Discretisation> discretisation_;
};

}  // namespace fluxtet::bench
