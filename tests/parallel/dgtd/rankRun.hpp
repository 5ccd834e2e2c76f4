// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// A case on the ranks of a communicator, with an exchange of the test's choice; for either engine.
#pragma once

#include "app/dgtd/setup/discretisation.hpp"
#include "app/dgtd/step/timeStepper.hpp"
#include "lib/base/mpi.hpp"
#include "partition/exchange/traceExchange.hpp"
#include "tests/parallel/output/fieldMesh.hpp"
#include "tests/support/solverCase.hpp"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace fluxtet::test {

template <class Real>
using MakeEngine = std::function<std::unique_ptr<dgtd::FieldEngine<Real>>(const dgtd::DgtdProblem&)>;
template <class Real>
using MakeExchange =
    std::function<std::unique_ptr<dgtd::TraceExchange<Real>>(dgtd::FieldEngine<Real>&, const HaloPlan&, MPI_Comm)>;

template <class Real>
class RankRun {
 public:
  /// `change`: of the case as it is discretised, before the engine is made. Collective.
  RankRun(
      const std::string& yaml, MPI_Comm communicator, const MakeEngine<Real>& makeEngine,
      const MakeExchange<Real>& makeExchange, const std::function<void(dgtd::Discretisation&)>& change = [](auto&) {})
      : comm(communicator),
        theCase(parseDgtdCase(yaml, "test.yaml", {})),
        d(changed(dgtd::discretise(theCase, comm), change)),
        engine(makeEngine(d.problem)),
        exchange(makeExchange(*engine, d.mesh.halo, comm)) {}

  /// A field given by a function of place (m): [element][node][xyz].
  std::vector<Real> interpolate(const std::function<Vec3(const Vec3&)>& function) const {
    return nodalValues<Real>(d.mesh, d.basis, function);
  }
  std::vector<Real> download(dgtd::Field field) const {
    std::vector<Real> values(d.valuesPerField());
    engine->download(field, values);
    return values;
  }
  std::vector<Real> downloadSum(dgtd::Field field, int sum) const {
    std::vector<Real> values(d.valuesPerField());
    engine->spectra().download(field, sum, values);
    return values;
  }
  dgtd::StepPlan plan(dgtd::KernelSet kernels, double dt) const {
    return {d.mesh.numElements, d.mesh.numInterior, static_cast<std::size_t>(d.basis.np()), kernels, dt};
  }

  MPI_Comm comm;
  dgtd::DgtdCase theCase;
  dgtd::Discretisation d;
  std::unique_ptr<dgtd::FieldEngine<Real>> engine;
  std::unique_ptr<dgtd::TraceExchange<Real>> exchange;

 private:
  static dgtd::Discretisation changed(dgtd::Discretisation discretisation,
                                      const std::function<void(dgtd::Discretisation&)>& change) {
    change(discretisation);
    return discretisation;
  }
};

}  // namespace fluxtet::test
