// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/bench/static/methodTimer.hpp"

#include "app/bench/static/iterationBytes.hpp"
#include "kernels/static/solveErrors.hpp"
#include "lib/base/timer.hpp"

#include <algorithm>
#include <limits>
#include <memory>

namespace fluxtet::bench {
namespace {

template <class Sample, class Key>
Sample medianOf(std::vector<Sample> samples, const Key& key) {
  std::sort(samples.begin(), samples.end(), [&](const Sample& a, const Sample& b) { return key(a) < key(b); });
  return samples[samples.size() / 2];
}

template <class Real>
class MethodTimer {
 public:
  MethodTimer(const BenchProblem& problem, const MethodSetting& setting) : problem_(problem), setting_(setting) {}

  StaticMeasurement measure(std::string& engineName) {
    m_.method = setting_.method;
    if (setting_.method == statics::AssemblyMethod::ebe) m_.reduction = setting_.reduction;
    m_.order = problem_.fem.order;
    m_.singlePrecision = sizeof(Real) == sizeof(float);
    m_.elements = problem_.fem.numElements();
    m_.dofs = problem_.fem.numDofs;
    timeFirst();
    engineName = engine_->name();
    timeAgain();
    solution_.resize(static_cast<std::size_t>(problem_.fem.numDofs));
    timeIteration();
    if (setting_.solve) timeSolve(*setting_.solve);
    return m_;
  }

 private:
  void makeEngine();
  AssemblyTime timeOneAssembly();
  void timeFirst();
  void timeAgain();
  /// Whether `most` iterations have been made, and their time; else the run has ended before, by convergence or
  /// rounding.
  struct Run {
    bool complete = false;
    double seconds = 0;
  };
  Run iterate(std::int64_t most);
  double secondsBetween(std::int64_t few, std::int64_t many);
  void timeIteration();
  void timeSolve(const statics::SolveSettings& settings);

  const BenchProblem& problem_;
  const MethodSetting& setting_;
  StaticMeasurement m_;
  std::unique_ptr<statics::StaticEngine<Real>> engine_;
  std::vector<Real> solution_;
};

template <class Real>
void MethodTimer<Real>::makeEngine() {
  engine_.reset();
  const statics::StaticEngineSettings settings{setting_.method, setting_.reduction, setting_.threads, nullptr};
  const Timer timer;
  engine_ = setting_.onGpu ? statics::makeCudaStaticEngine<Real>(problem_.fem, settings)
                           : statics::makeCpuStaticEngine<Real>(problem_.fem, settings);
  m_.setUpSeconds = timer.seconds();
}

template <class Real>
AssemblyTime MethodTimer<Real>::timeOneAssembly() {
  const Timer timer;
  engine_->assemble(problem_.coefficients, problem_.loads);
  const double seconds = timer.seconds();
  return {engine_->times(), seconds, 1};
}

/// New engines, after one that may load code.
template <class Real>
void MethodTimer<Real>::timeFirst() {
  makeEngine();
  timeOneAssembly();
  constexpr std::size_t most = 21, least = 1;
  std::vector<AssemblyTime> samples;
  for (const Timer timer; samples.size() < least || (timer.seconds() < setting_.seconds && samples.size() < most);) {
    makeEngine();
    samples.push_back(timeOneAssembly());
  }
  m_.first = medianOf(samples, [](const AssemblyTime& t) { return t.seconds; });
  m_.first.samples = static_cast<int>(samples.size());
  m_.memory = engine_->memory();
  m_.nonzeros = engine_->nonzeros();
  m_.colouring = engine_->colouring();
}

template <class Real>
void MethodTimer<Real>::timeAgain() {
  timeOneAssembly();
  constexpr std::size_t most = 1001, least = 3;
  std::vector<AssemblyTime> samples;
  for (const Timer timer; samples.size() < least || (timer.seconds() < setting_.seconds && samples.size() < most);)
    samples.push_back(timeOneAssembly());
  m_.again = medianOf(samples, [](const AssemblyTime& t) { return t.seconds; });
  m_.again.samples = static_cast<int>(samples.size());
}

template <class Real>
typename MethodTimer<Real>::Run MethodTimer<Real>::iterate(std::int64_t most) {
  statics::SolveSettings settings;
  settings.tolerance = sizeof(Real) == sizeof(float) ? 1e-4 : 1e-10;
  settings.maxIterations = most;
  const Timer timer;
  try {
    engine_->solve(settings, solution_);
    return {};
  } catch (const statics::Stagnated&) {
    return {};
  } catch (const statics::NotConverged&) {
    return {true, timer.seconds()};
  }
}

/// A solve does more than iterate: the difference of two lengths, each the fastest of some samples, is free of it.
/// Neither converges, so that both end alike. Beside other programs it takes more samples until the longer one takes
/// longer.
template <class Real>
double MethodTimer<Real>::secondsBetween(std::int64_t few, std::int64_t many) {
  constexpr int enough = 5, most = 50;
  double ofFew = std::numeric_limits<double>::infinity(), ofMany = ofFew;
  for (int i = 0; i < enough || (i < most && ofMany <= ofFew); ++i) {
    ofMany = std::min(ofMany, iterate(many).seconds);
    ofFew = std::min(ofFew, iterate(few).seconds);
  }
  return ofMany - ofFew;
}

template <class Real>
void MethodTimer<Real>::timeIteration() {
  constexpr std::int64_t shortest = 4;
  const std::int64_t longest = statics::leastStagnationWindow / 2;  // far from what a solve calls stagnation
  iterate(shortest);
  std::int64_t many = 0;
  for (std::int64_t most = shortest; most <= longest; most *= 2) {
    const Run run = iterate(most);
    if (!run.complete) break;
    many = most;
    if (run.seconds > setting_.seconds / 5) break;
  }
  if (many == 0) return;
  const std::int64_t few = many / 4;
  const double seconds = secondsBetween(few, many);
  if (!(seconds > 0)) return;  // below what the clock and the system's noise let see
  m_.iteration =
      IterationTime{seconds / static_cast<double>(many - few), many - few,
                    iterationBytes(problem_.fem, setting_.method, m_.nonzeros, m_.singlePrecision, setting_.onGpu)};
}

template <class Real>
void MethodTimer<Real>::timeSolve(const statics::SolveSettings& settings) {
  SolveTime time;
  time.tolerance = settings.tolerance;
  const Timer timer;
  try {
    time.result = engine_->solve(settings, solution_);
  } catch (const RunError& error) {
    time.failure = error.what();
  }
  time.seconds = timer.seconds();
  m_.solve = time;
}

}  // namespace

template <class Real>
StaticMeasurement measureMethod(const BenchProblem& problem, const MethodSetting& setting, std::string& engineName) {
  return MethodTimer<Real>(problem, setting).measure(engineName);
}

template StaticMeasurement measureMethod<float>(const BenchProblem&, const MethodSetting&, std::string&);
template StaticMeasurement measureMethod<double>(const BenchProblem&, const MethodSetting&, std::string&);

}  // namespace fluxtet::bench
