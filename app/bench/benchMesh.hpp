// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/bench/bench.hpp"
#include "app/dgtd/setup/discretisation.hpp"

#include <optional>
#include <string>

namespace fluxtet::bench {

/// The mesh of the measurements, made once for all orders that share it, with the element order of a run.
class BenchMesh {
 public:
  /// The mesh of a case, or boxes of the given size or of each order's default size.
  BenchMesh(const BenchOptions& options, bool onGpu, MPI_Comm comm);

  /// The discretisation for an order, valid until the next call. Collective. Throws as discretise() does, and RunError
  /// if memory is too small for the mesh of a box.
  const dgtd::Discretisation& discretised(int order);

  /// Penalty of the flux; 0: centred.
  double penalty() const { return case_.dgtd.flux == dgtd::Flux::penalised ? case_.dgtd.penalty : 0; }
  /// The case of the last mesh.
  const dgtd::DgtdCase& theCase() const { return case_; }
  /// Description for reports: "box of Kuhn cells, conducting walls" or the case file.
  std::string text() const;

 private:
  void makeMesh(int order);
  dgtd::DgtdCase boxFor(int order) const;
  /// The case with the flux to measure.
  dgtd::DgtdCase withFlux(dgtd::DgtdCase theCase) const;
  /// Checks the memory before anything is allocated.
  void requireMemoryForBox() const;

  std::optional<Cells> cells_;     ///< as given by the user
  std::optional<double> penalty_;  ///< as given by the user
  bool isBox_, isCavity_, onGpu_;
  MPI_Comm comm_;
  dgtd::DgtdCase case_;
  std::optional<dgtd::Discretisation> discretisation_;
};

}  // namespace fluxtet::bench
