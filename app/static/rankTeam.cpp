// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/static/rankTeam.hpp"

#include "lib/base/mpi.hpp"
#include "lib/base/signals.hpp"

#include <fmt/format.h>

#include <array>
#include <map>
#include <new>

namespace fluxtet::statics {

/// Rank 0's side of a solver.
class RankTeam::LedSolver final : public StaticSolver {
 public:
  LedSolver(RankTeam& team, std::int32_t number, const StaticModel& model, const DofMap& dofs)
      : team_(team), number_(number), model_(model), dofs_(dofs) {
    const FemProblem whole = makeFemProblem(model, dofs);
    team_.order(Order::make, number_,
                [&] { solver_ = makePartSolver(whole, team_.settings_, team_.device_, team_.comm_); });
  }
  ~LedSolver() override {
    if (!team_.failedTogether_) team_.order(Order::drop, number_, [&] { solver_.reset(); });
  }

  void assemble(const Excitation& excitation) override {
    give(Order::assemble, excitation, &PartSolver::assemble);
    facts_ = solver_->facts();
  }
  void drive(const Excitation& excitation) override { give(Order::setLoads, excitation, &PartSolver::setLoads); }
  SolveResult solve(std::vector<double>& values) override {
    std::vector<double> solution;
    SolveResult result;
    team_.order(Order::solve, number_, [&] { result = solver_->solve(solution); });
    values = nodeValues(dofs_, solution, prescribed_);
    return result;
  }

  std::string name() const override { return solver_->name(); }  // of rank 0; all ranks have the same kind of engine
  StageTimes times() const override { return facts_.times; }
  MemoryUse memory() const override { return facts_.memory; }
  std::int64_t nonzeros() const override { return facts_.nonzeros; }
  std::optional<ColouringReport> colouring() const override { return std::nullopt; }

 private:
  using Step = void (PartSolver::*)(std::span<const ElementCoefficients>, const FemLoads&);
  void give(Order what, const Excitation& excitation, Step step) {
    const FemLoads loads = engineLoads(model_, dofs_, excitation);
    const std::vector<ElementCoefficients> coefficients = engineCoefficients(model_, excitation);
    prescribed_ = loads.prescribed;
    team_.order(what, number_, [&] { (*solver_.*step)(coefficients, loads); });
  }

  RankTeam& team_;
  std::int32_t number_;
  const StaticModel& model_;
  const DofMap& dofs_;
  std::unique_ptr<PartSolver> solver_;
  PartFacts facts_;
  std::vector<double> prescribed_;
};

RankTeam::RankTeam(const StaticSettings& settings, const StaticDevice& device, const ComputeDevice& compute)
    : settings_(settings), device_(device), compute_(compute), comm_(compute.comm()) {}

int RankTeam::ranks() const {
  return mpiSize(comm_);
}

std::unique_ptr<StaticSolver> RankTeam::makeSolver(const StaticModel& model, const DofMap& dofs) {
  return std::make_unique<LedSolver>(*this, made_++, model, dofs);
}

int RankTeam::stopSignalOfAny() {
  std::int64_t signal = 0;
  order(Order::askForSignal, 0, [&] { signal = maxOverRanks(comm_, std::int64_t{stopSignal()}); });
  return static_cast<int>(signal);
}

void RankTeam::requireMemory(const StaticMemoryNeed& need) {
  order(Order::requireMemory, 0, [&] { requireMemoryTogether(need); });
}

void RankTeam::requireMemoryTogether(const StaticMemoryNeed& need) const {
  std::array<std::int64_t, 3> bytes{need.ofEachRank(), need.whole, need.gpu};
  mpiCheck(MPI_Bcast(bytes.data(), 3, MPI_INT64_T, 0, comm_));
  requireStaticMemory(compute_, bytes[0] + (mpiRank(comm_) == 0 ? bytes[1] : 0), bytes[2]);
}

void RankTeam::order(Order what, std::int32_t solver, const std::function<void()>& work) {
  std::array<std::int32_t, 2> message{static_cast<std::int32_t>(what), solver};
  mpiCheck(MPI_Bcast(message.data(), 2, MPI_INT32_T, 0, comm_));
  try {
    work();
  } catch (...) {
    failedTogether_ = true;
    throw;
  }
}

void RankTeam::dismiss(ExitCode code, const std::string& error) {
  order(Order::end, static_cast<std::int32_t>(code), [&] { broadcast(comm_, error); });
}

ExitCode RankTeam::run(const std::function<ExitCode()>& lead) {
  if (mpiRank(comm_) != 0) return follow();
  const auto fail = [&](ExitCode code, const std::string& error) {
    if (!failedTogether_) dismiss(code, error);
  };
  try {
    const ExitCode code = lead();
    dismiss(code, "");
    return code;
  } catch (const Error& error) {
    fail(error.code(), error.what());
    throw;
  } catch (const std::exception& error) {
    fail(ExitCode::runFailed, error.what());
    throw;
  }
}

ExitCode RankTeam::follow() {
  std::map<std::int32_t, std::unique_ptr<PartSolver>> solvers;
  std::vector<double> nothing;
  for (;;) {
    std::array<std::int32_t, 2> message{};
    mpiCheck(MPI_Bcast(message.data(), 2, MPI_INT32_T, 0, comm_));
    const std::int32_t number = message[1];
    switch (static_cast<Order>(message[0])) {
      case Order::requireMemory:
        requireMemoryTogether({});
        break;
      case Order::make:
        solvers[number] = makePartSolver({}, settings_, device_, comm_);
        break;
      case Order::assemble:
        solvers.at(number)->assemble({}, {});
        break;
      case Order::setLoads:
        solvers.at(number)->setLoads({}, {});
        break;
      case Order::solve:
        solvers.at(number)->solve(nothing);
        break;
      case Order::drop:
        solvers.erase(number);
        break;
      case Order::askForSignal:
        maxOverRanks(comm_, std::int64_t{stopSignal()});
        break;
      case Order::end: {
        const auto code = static_cast<ExitCode>(number);
        const std::string error = broadcast(comm_, "");
        if (!error.empty()) throw Error(code, error);
        return code;
      }
    }
  }
}

}  // namespace fluxtet::statics
