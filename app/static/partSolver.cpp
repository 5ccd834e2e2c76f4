// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/static/partSolver.hpp"

#include "app/static/rankSolver.hpp"
#include "lib/base/mpi.hpp"
#include "lib/base/timer.hpp"
#include "partition/static/distributeProblem.hpp"

#include <spdlog/spdlog.h>

#include <optional>
#include <utility>

namespace fluxtet::statics {

namespace {

/// METIS's random numbers start from it: the same mesh and number of ranks give the same parts.
constexpr int partitionSeed = 1;

ProblemPart shareOut(const FemProblem& whole, MPI_Comm comm) {
  const Timer timer;
  std::vector<std::int32_t> ranks;
  agreeOnErrors(comm, [&] {
    if (mpiRank(comm) == 0) ranks = partitionProblem(whole, mpiSize(comm), partitionSeed);
  });
  ProblemPart part = distributeProblem(whole, ranks, comm);
  const auto shared = sumOverRanks(comm, static_cast<std::int64_t>(part.coupling->sharedDofs().size()));
  spdlog::info("shared out to {} ranks in {:.3g} s, with {} copies of unknowns on common borders", mpiSize(comm),
               timer.seconds(), shared);
  return part;
}

template <class Real>
class EnginePartSolver final : public PartSolver {
 public:
  EnginePartSolver(const FemProblem& whole, const StaticSettings& settings, const StaticDevice& device, MPI_Comm comm)
      : part_(shareOut(whole, comm)) {
    agreeOnErrors(comm,
                  [&] { solver_.emplace(std::move(part_.problem), settings, device, part_.coupling.get(), comm); });
  }

  void assemble(std::span<const ElementCoefficients> coefficients, const FemLoads& loads) override {
    const std::vector<ElementCoefficients> everywhere = broadcastCoefficients(coefficients, part_.comm);
    solver_->assemble(everywhere, distributeLoads(loads, part_));
    collectFacts();
  }
  void setLoads(std::span<const ElementCoefficients> coefficients, const FemLoads& loads) override {
    const std::vector<ElementCoefficients> everywhere = broadcastCoefficients(coefficients, part_.comm);
    solver_->setLoads(everywhere, distributeLoads(loads, part_));
  }
  SolveResult solve(std::vector<double>& solution) override {
    std::vector<Real> x(part_.wholeDof.size());
    const SolveResult result = solver_->solve(x);
    const std::vector<Real> whole = gatherDofs<Real>(x, part_);
    solution.assign(whole.begin(), whole.end());
    return result;
  }
  PartFacts facts() const override { return facts_; }
  std::string name() const override { return solver_->engine().name(); }

 private:
  void collectFacts() {
    const auto& engine = solver_->engine();
    facts_ = {engine.times(), engine.memory(), sumOverRanks(part_.comm, engine.nonzeros())};
    facts_.memory.peak = sumOverRanks(part_.comm, facts_.memory.peak);
    facts_.memory.after = sumOverRanks(part_.comm, facts_.memory.after);
    StageTimes& t = facts_.times;
    for (double* time : {&t.adjacency, &t.colouring, &t.integrate, &t.sort, &t.reduce, &t.convert, &t.boundary})
      *time = maxOverRanks(part_.comm, *time);
  }

  ProblemPart part_;
  std::optional<RankSolver<Real>> solver_;
  PartFacts facts_;
};

}  // namespace

std::unique_ptr<PartSolver> makePartSolver(const FemProblem& whole, const StaticSettings& settings,
                                           const StaticDevice& device, MPI_Comm comm) {
  if (settings.singlePrecision) return std::make_unique<EnginePartSolver<float>>(whole, settings, device, comm);
  return std::make_unique<EnginePartSolver<double>>(whole, settings, device, comm);
}

}  // namespace fluxtet::statics
