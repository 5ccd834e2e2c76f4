// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/bench/static/staticBench.hpp"

#include "app/bench/device.hpp"
#include "app/bench/jsonFile.hpp"
#include "app/bench/static/benchProblem.hpp"
#include "app/bench/static/methodTimer.hpp"
#include "app/bench/static/staticReport.hpp"
#include "app/static/case/staticCase.hpp"
#include "app/static/case/staticKeys.hpp"
#include "lib/base/mpi.hpp"
#include "lib/base/print.hpp"
#include "lib/output/outputDirectory.hpp"

namespace fluxtet::bench {
namespace {

constexpr statics::AssemblyMethod allMethods[] = {
    statics::AssemblyMethod::sortReduce, statics::AssemblyMethod::linkedList,  statics::AssemblyMethod::sortNodes,
    statics::AssemblyMethod::linkNodes,  statics::AssemblyMethod::scatter,     statics::AssemblyMethod::gather,
    statics::AssemblyMethod::ebe,        statics::AssemblyMethod::ebeColoured, statics::AssemblyMethod::ebeRecompute};
constexpr statics::ReductionKind allReductions[] = {statics::ReductionKind::adjacent, statics::ReductionKind::remapped,
                                                    statics::ReductionKind::shuffle};

std::vector<MethodSetting> methodsOf(const StaticBenchOptions& options) {
  auto methods = options.methods;
  if (methods.empty()) methods.assign(std::begin(allMethods), std::end(allMethods));
  auto reductions = options.reductions;
  if (reductions.empty()) reductions.assign(std::begin(allReductions), std::end(allReductions));
  std::vector<MethodSetting> result;
  for (const statics::AssemblyMethod method : methods) {
    if (method != statics::AssemblyMethod::ebe) {
      result.emplace_back().method = method;
      continue;
    }
    for (const statics::ReductionKind reduction : reductions) {
      MethodSetting& setting = result.emplace_back();
      setting.method = method;
      setting.reduction = reduction;
    }
  }
  return result;
}

/// The case's tolerance, where it is not the default of the case's precision, or the default of the measured one: what
/// double precision reaches is below the rounding of single precision.
double toleranceFor(const statics::StaticSettings& ofCase, bool singlePrecision) {
  const bool given = ofCase.tolerance != statics::defaultTolerance(ofCase.singlePrecision);
  return given ? ofCase.tolerance : statics::defaultTolerance(singlePrecision);
}

/// One call of `fluxtet bench` for the static solver.
class StaticBench {
 public:
  StaticBench(const StaticBenchOptions& options, MPI_Comm comm)
      : options_(options),
        device_(options.backend, options.theCase ? options.theCase->settings.threads : 0, comm),
        source_(options, comm) {}

  void run() {
    const statics::StaticSettings& ofCase = source_.theCase().settings;
    const auto orders = options_.orders.empty() ? std::vector<int>{ofCase.order} : options_.orders;
    const auto precision =
        options_.precision.value_or(ofCase.singlePrecision ? PrecisionChoice::single : PrecisionChoice::fp64);
    gatherFacts();
    for (const int order : orders) {
      const BenchProblem problem = source_.problem(order);
      facts_.dimension = statics::dimensionOf(problem.fem.form);
      for (const MethodSetting& setting : methodsOf(options_)) {
        if (precision != PrecisionChoice::fp64) measure<float>(problem, setting);
        if (precision != PrecisionChoice::single) measure<double>(problem, setting);
      }
    }
    printText(staticTableNotes());
    if (!options_.json.empty()) writeTextFile(options_.json, staticBenchJson(facts_, measurements_));
  }

 private:
  void gatherFacts() {
    facts_.machine = machineFacts();
    facts_.gpu = device_.gpu();
    facts_.mesh = source_.text();
    facts_.problem = toString(source_.theCase().settings.problem);
    facts_.threads = device_.threads();
    facts_.secondsPerMeasurement = options_.seconds;
    facts_.bandwidth = device_.measureBandwidth();
  }

  template <class Real>
  void measure(const BenchProblem& problem, MethodSetting setting) {
    setting.onGpu = device_.gpu().has_value();
    setting.threads = device_.threads();
    setting.seconds = options_.seconds;
    const statics::StaticSettings& ofCase = source_.theCase().settings;
    if (options_.solve)
      setting.solve = statics::SolveSettings{statics::SolveSettings::Preconditioner::jacobi,
                                             toleranceFor(ofCase, sizeof(Real) == sizeof(float)), ofCase.maxIterations};
    measurements_.push_back(measureMethod<Real>(problem, setting, facts_.engine));
    if (measurements_.size() == 1) printText(staticTableHead(facts_));
    printText(staticTableRow(facts_, measurements_.back()));
  }

  const StaticBenchOptions& options_;
  Device device_;
  BenchProblemSource source_;
  StaticBenchFacts facts_;
  std::vector<StaticMeasurement> measurements_;
};

}  // namespace

void runStaticBench(const StaticBenchOptions& options, MPI_Comm comm) {
  require(mpiSize(comm) == 1, "the static solver is measured on one rank: start `fluxtet bench` without mpirun");
  requireNewJsonFile(options.json);
  StaticBench(options, comm).run();
}

}  // namespace fluxtet::bench
