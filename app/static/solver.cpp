// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/static/solver.hpp"

#include "app/static/rankSolver.hpp"
#include "app/static/rankTeam.hpp"

namespace fluxtet::statics {
namespace {

template <class Real>
class EngineSolver : public StaticSolver {
 public:
  EngineSolver(const StaticModel& model, const DofMap& dofs, const StaticDevice& device)
      : model_(model),
        dofs_(dofs),
        solver_(makeFemProblem(model, dofs), model.statics.settings, device, nullptr, MPI_COMM_SELF) {}

  void assemble(const Excitation& excitation) override {
    const FemLoads loads = engineLoads(model_, dofs_, excitation);
    prescribed_ = loads.prescribed;
    solver_.assemble(engineCoefficients(model_, excitation), loads);
  }
  void drive(const Excitation& excitation) override {
    const FemLoads loads = engineLoads(model_, dofs_, excitation);
    prescribed_ = loads.prescribed;
    solver_.setLoads(engineCoefficients(model_, excitation), loads);
  }
  SolveResult solve(std::vector<double>& values) override {
    std::vector<Real> solution(static_cast<std::size_t>(dofs_.numDofs));
    const SolveResult result = solver_.solve(solution);
    values = nodeValues(dofs_, std::vector<double>(solution.begin(), solution.end()), prescribed_);
    return result;
  }
  std::string name() const override { return solver_.engine().name(); }
  StageTimes times() const override { return solver_.engine().times(); }
  MemoryUse memory() const override { return solver_.engine().memory(); }
  std::int64_t nonzeros() const override { return solver_.engine().nonzeros(); }
  std::optional<ColouringReport> colouring() const override { return solver_.engine().colouring(); }

 private:
  const StaticModel& model_;
  const DofMap& dofs_;
  RankSolver<Real> solver_;
  std::vector<double> prescribed_;
};

}  // namespace

std::unique_ptr<StaticSolver> makeStaticSolver(const StaticModel& model, const DofMap& dofs,
                                               const StaticDevice& device) {
  if (device.team != nullptr) return device.team->makeSolver(model, dofs);
  if (model.statics.settings.singlePrecision) return std::make_unique<EngineSolver<float>>(model, dofs, device);
  return std::make_unique<EngineSolver<double>>(model, dofs, device);
}

}  // namespace fluxtet::statics
