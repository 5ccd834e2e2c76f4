// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/static/run.hpp"

#include "app/device/threads.hpp"
#include "app/static/case/checkStaticAgainstMesh.hpp"
#include "app/static/case/staticCase.hpp"
#include "app/static/fieldsFile.hpp"
#include "app/static/forceCut.hpp"
#include "app/static/memoryNeed.hpp"
#include "app/static/rankTeam.hpp"
#include "app/static/report.hpp"
#include "app/static/resultFolder.hpp"
#include "app/static/samples.hpp"
#include "app/static/singlePrecision.hpp"
#include "kernels/static/solveErrors.hpp"
#include "lib/base/mpi.hpp"
#include "lib/base/print.hpp"
#include "lib/base/signals.hpp"
#include "lib/base/timer.hpp"
#include "lib/mesh/loadSimplexMesh.hpp"
#include "lib/mesh/meshCache.hpp"
#include "lib/output/runLog.hpp"

#include <spdlog/spdlog.h>

namespace fluxtet::statics {
namespace {

StaticModel loadModel(const StaticCase& theCase) {
  SimplexMesh mesh = loadSimplexMesh(theCase.mesh);
  checkStaticCaseAgainstMesh(theCase, mesh.groups.regions, mesh.groups.surfaces, mesh.dimension);
  return makeStaticModel(theCase, std::move(mesh));
}

DofMap constrain(const StaticModel& model) {
  DofMap dofs = makeDofMap(model, model.statics.boundaries);
  requireConstrained(model, dofs);
  return dofs;
}

ComputeDevice chooseDevice(const StaticCase& theCase, const RunOptions& options, MPI_Comm comm) {
  const AssemblyMethod method = theCase.settings.assembly;
  require(mpiSize(comm) == 1 || assembles(method) || method == AssemblyMethod::ebe,
          "static.assembly: {} computes on one rank only: use gather, scatter, sortReduce, linkedList, sortNodes, "
          "linkNodes or ebe, or start "
          "without mpirun",
          toString(method));
  return {options.backend, chooseThreads(theCase.settings.threads, comm), comm};
}

StaticDevice viewOf(const ComputeDevice& compute) {
  return {compute.gpu().has_value(), compute.threads()};
}

/// From a case to its results, step by step.
class StaticRun {
 public:
  StaticRun(const StaticCase& theCase, const StaticDevice& device, const ComputeDevice& compute)
      : case_(theCase),
        device_(device),
        compute_(compute),
        model_(loadModel(theCase)),
        dofs_(constrain(model_)),
        samples_(model_),
        excitation_(excitationOf(model_)) {
    facts_.meshFile = fileOfMesh(theCase.mesh, true).value_or("").string();
    for (const std::string& warning : case_.warnings) spdlog::warn("{}", warning);
    for (const ForceQuantity& force : model_.statics.output.forces) {
      requireSurroundings(model_, force);
      warnOfBoundaryBeneath(model_, force);
      warnOfCut(model_, force);
    }
    warnIfNothingDrives(model_, excitation_);
    facts_.meshMs = 1e3 * timer_.seconds();
  }
  std::string checkReport() const {
    return staticCheckReport(case_, model_, dofs_, device_, memoryNeed(mpiSize(compute_.comm())));
  }

  void requireMemory() const;
  void assemble();
  void solve();
  void evaluate();
  void write(ExistingOutput existing, OutputLock& lock);

 private:
  StaticMemoryNeed memoryNeed(int ranks) const { return staticMemoryNeed(model_, dofs_, device_, ranks); }

  Timer timer_;
  const StaticCase& case_;
  StaticDevice device_;
  const ComputeDevice& compute_;
  StaticModel model_;
  DofMap dofs_;
  Samples samples_;
  Excitation excitation_;
  std::unique_ptr<StaticSolver> solver_;
  std::vector<double> values_;
  StaticQuantities quantities_;
  StaticFacts facts_;
};

void StaticRun::requireMemory() const {
  if (device_.team != nullptr) {
    device_.team->requireMemory(memoryNeed(device_.team->ranks()));
  } else {
    const StaticMemoryNeed need = memoryNeed(1);
    requireStaticMemory(compute_, need.ofEachRank(), need.gpu);
  }
}

void StaticRun::assemble() {
  solver_ = makeStaticSolver(model_, dofs_, device_);
  solver_->assemble(excitation_);
  facts_.stages = solver_->times();
  facts_.nodes = model_.nodes.numNodes();
  facts_.elements = model_.mesh.numElements();
  facts_.dofs = dofs_.numDofs;
  facts_.nonzeros = solver_->nonzeros();
  facts_.memory = solver_->memory();
  facts_.colouring = solver_->colouring();
  facts_.backend = solver_->name();
  spdlog::info("{} elements, P{}, {} unknowns, on {}", facts_.elements, model_.nodes.order, facts_.dofs,
               facts_.backend);
}

void StaticRun::solve() {
  const Timer timer;
  spdlog::info("solving by conjugate gradients, preconditioner {}, tolerance {:.1g}",
               toString(model_.statics.settings.preconditioner), model_.statics.settings.tolerance);
  facts_.solve = solver_->solve(values_);
  facts_.stages.solve = 1e3 * timer.seconds();
  spdlog::info("solved in {} iterations, residual {:.3g}, {:.3g} s", facts_.solve.iterations, facts_.solve.residual,
               facts_.stages.solve / 1e3);
  if (facts_.solve.rounding > roundingToWarnOf)
    spdlog::warn(
        "single precision may have changed the energy by up to {:.1g} %: compare with static.precision: double",
        100 * facts_.solve.rounding);
}

void StaticRun::evaluate() {
  const Timer timer;
  quantities_ = evaluateQuantities(model_, dofs_, excitation_, values_, *solver_, device_);
  facts_.postMs = 1e3 * timer.seconds();
  for (const std::string& line : resultLines(model_, quantities_)) spdlog::info("{}", line);
}

void StaticRun::write(ExistingOutput existing, OutputLock& lock) {
  const Timer timer;
  const std::filesystem::path directory = model_.statics.output.directory;
  createOutputDirectory(directory, existing, lock, MPI_COMM_SELF, false);
  openLog(directory, case_.file, "");
  ResultFolder folder(directory);
  writeTextFile(folder.path() / outputName::resolvedCase, case_.resolvedYaml);
  samples_.write(folder.path(), values_);
  if (model_.statics.output.fields) writeFieldsFile(folder.path() / outputName::fields, model_, values_);
  facts_.caseFile = case_.file;
  facts_.ranks = device_.team != nullptr ? device_.team->ranks() : 1;
  facts_.threads = device_.threads;
  facts_.postMs += 1e3 * timer.seconds();
  facts_.warnings = warningsSince(0);
  writeTextFile(folder.path() / outputName::summary, staticSummaryJson(model_, facts_, quantities_));
  folder.commit();
  spdlog::info("results in {}", directory.string());
}

/// The case is right all the same: `run` may be told another place.
void warnOfOutputDirectory(const StaticCase& theCase, MPI_Comm comm) {
  try {
    checkOutputDirectory(theCase.output.directory, ExistingOutput::refuse, comm, false);
  } catch (const Error& error) {
    if (mpiRank(comm) == 0) spdlog::warn("`fluxtet run` would refuse: {}", error.what());
  }
}

void warnOfStop(int signal) {
  spdlog::warn("stopped by signal {}: no results are written, run the case again from its start", signal);
}

/// Asked between the steps; solvers ask too, and throw SolveStopped.
bool isToStop(const StaticDevice& device) {
  const int signal = device.team != nullptr ? device.team->stopSignalOfAny() : stopSignal();
  if (signal != 0) warnOfStop(signal);
  return signal != 0;
}

/// On the rank that has the mesh.
ExitCode runSteps(const StaticCase& theCase, const RunOptions& options, OutputLock& lock, const StaticDevice& device,
                  const ComputeDevice& compute) {
  StaticRun run(theCase, device, compute);
  run.requireMemory();
  run.assemble();
  if (isToStop(device)) return ExitCode::stopped;
  run.solve();
  if (isToStop(device)) return ExitCode::stopped;
  run.evaluate();
  if (isToStop(device)) return ExitCode::stopped;
  run.write(options.existing, lock);
  return ExitCode::done;
}

ExitCode runOnAllRanks(const StaticCase& theCase, const RunOptions& options, OutputLock& lock, MPI_Comm comm) {
  const ComputeDevice compute = chooseDevice(theCase, options, comm);
  StaticDevice device = viewOf(compute);
  if (mpiSize(comm) == 1) return runSteps(theCase, options, lock, device, compute);
  RankTeam team(theCase.settings, device, compute);
  device.team = &team;
  return team.run([&] { return runSteps(theCase, options, lock, device, compute); });
}

}  // namespace

ExitCode runStatic(const StaticCase& theCase, const RunOptions& options, MPI_Comm comm) {
  if (mpiRank(comm) == 0) keepLog();
  OutputLock lock;
  claimOutputDirectory(theCase.output.directory, options.existing, lock, comm, false);
  try {
    const ExitCode code = runOnAllRanks(theCase, options, lock, comm);
    agreeOnErrors(comm, requireLogWritten);
    return code;
  } catch (const SolveStopped&) {  // on every rank
    const std::int64_t signal = maxOverRanks(comm, std::int64_t{stopSignal()});
    if (mpiRank(comm) == 0) warnOfStop(static_cast<int>(signal));
    return ExitCode::stopped;
  }
}

void checkStatic(const StaticCase& theCase, const RunOptions& options, MPI_Comm comm) {
  const ComputeDevice compute = chooseDevice(theCase, options, comm);
  agreeOnErrors(comm, [&] {
    if (mpiRank(comm) == 0) printText(StaticRun(theCase, viewOf(compute), compute).checkReport());
    if (mpiRank(comm) == 0 && mpiSize(comm) > 1) print("shared out to    {} ranks\n", mpiSize(comm));
  });
  warnOfOutputDirectory(theCase, comm);
}

}  // namespace fluxtet::statics
