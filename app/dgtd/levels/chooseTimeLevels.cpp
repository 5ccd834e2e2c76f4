// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/levels/chooseTimeLevels.hpp"

#include "app/dgtd/levels/elementNumbers.hpp"
#include "app/dgtd/levels/elementSteps.hpp"
#include "app/dgtd/step/filteredStep.hpp"
#include "lib/base/mpi.hpp"
#include "lib/mesh/subMeshGeometry.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

namespace fluxtet::dgtd {
namespace {

/// Steps between a power of two and the next that are tried as the ratio of the whole step to the shortest.
constexpr int ratiosPerOctave = 8;
/// Bins of steps over the shortest one.
constexpr int bins = ratiosPerOctave * (maxTimeLevel + 8);
/// Candidates whose levels are worked out with all neighbours.
constexpr std::size_t candidatesTried = 6;
/// Levels are chosen where they cost less than this share of one step for all: what they cost is known roughly.
constexpr double worthwhile = 0.87;
/// Share of the elements that are of level 0, at least, where levels are chosen freely. With fewer of them a smaller
/// step with fewer levels is about as good, and costs that are known roughly would make all elements refined ones.
constexpr double leastOfLevel0 = 0.25;
/// Time steps that take as long as the estimate of stability, with levels and without, roughly.
constexpr double estimateWithLevels = 130, estimateWithout = 70;

/// By how much the penalty shortens the step of an element that takes whole steps, a rough fit to the steps at P2
/// (docs/data/penalty/README.md).
double shareOfWholeStep(double penalty) {
  return 1 / (1 + 1.1 * std::pow(penalty, 1.35));
}

/// What steps and levels cost. The result of all methods is the same on all ranks.
class LevelTrade {
 public:
  LevelTrade(const TimeLevelSettings& settings, std::int64_t elements)
      : settings_(settings),
        elements_(static_cast<double>(elements)),
        wholeShare_(shareOfWholeStep(settings.penalty)) {}

  /// The longest whole step of an element of a level, over its own.
  double longestShare(int level) const {
    return level == 0 ? wholeShare_ : std::ldexp(level == 1 ? 1 : finerShare_, level);
  }
  /// The level of an element by itself, from the whole step over its own.
  int coreLevel(double ratio) const {
    int level = 0;
    while (ratio > longestShare(level) * (1 + 1e-9)) ++level;
    return level;
  }

  /// What all time steps cost, of the whole step `step`, m, with levels up to `levels`, where their elements cost
  /// `work` in one.
  double ofRun(double step, double work, int levels) const {
    const double ofStep = work + settings_.costs.ofLaunches(levels);
    if (settings_.duration == 0) return ofStep / step;
    const double steps = settings_.duration / (settings_.cfl * step);
    return levels == 0 ? ofStep * (steps + estimateWithout)
                       : ofStep * (steps + estimateWithLevels) + settings_.costs.setUp * elements_;
  }
  /// The same without what a run costs once.
  double ofTime(double step, double work, int levels) const {
    return (work + settings_.costs.ofLaunches(levels)) / step;
  }
  double ofOneStep(double shortest) const { return ofRun(wholeShare_ * shortest, elements_, 0); }
  double timeOfOneStep(double shortest) const { return ofTime(wholeShare_ * shortest, elements_, 0); }

  /// Whether levels are not worth a thought, with so many elements of level 0.
  bool hasTooFewWholeSteps(double elements) const { return !settings_.levels && elements < leastOfLevel0 * elements_; }

  struct Candidate {
    double cost = 0, step = 0;
  };
  /// Whole steps in the order of what they cost if no element had a level for the sake of its neighbours. `steps`: of
  /// the elements by themselves; `longest`: the longest whole step, m.
  std::vector<Candidate> candidates(const std::vector<double>& steps, double shortest, double longest,
                                    MPI_Comm comm) const {
    std::array<std::int64_t, bins> count{};
    std::int64_t* const counts = count.data();
#pragma omp parallel for schedule(static) reduction(+ : counts[:bins])
    for (std::size_t e = 0; e < steps.size(); ++e) {
      const int bin = static_cast<int>(std::floor(ratiosPerOctave * std::log2(steps[e] / shortest) + 1e-9));
      ++counts[std::min(bin, bins - 1)];
    }
    mpiCheck(MPI_Allreduce(MPI_IN_PLACE, count.data(), bins, MPI_INT64_T, MPI_SUM, comm));
    std::vector<Candidate> result;
    const int first = settings_.levels ? std::max(0, *settings_.levels - 1) : 0;
    const int last = settings_.levels.value_or(maxTimeLevel);
    for (int i = ratiosPerOctave * first + 1; i <= ratiosPerOctave * last; ++i) {
      const double octaves = static_cast<double>(i) / ratiosPerOctave;
      const int level = static_cast<int>(std::ceil(octaves));
      const double ratio = std::min(longestShare(level) * std::exp2(octaves - level), longest / shortest);
      if (ratio <= 1) continue;
      double work = 0, ofLevel0 = 0;
      for (int b = 0; b < bins; ++b) {
        const auto inBin = static_cast<double>(count[static_cast<std::size_t>(b)]);
        const int levelOfBin = coreLevel(ratio / std::exp2(static_cast<double>(b) / ratiosPerOctave));
        work += inBin * settings_.costs.ofElement(levelOfBin);
        if (levelOfBin == 0) ofLevel0 += inBin;
      }
      if (hasTooFewWholeSteps(ofLevel0)) continue;
      const double step = ratio * shortest;
      result.push_back({ofRun(step, work, coreLevel(ratio)), step});
    }
    std::ranges::sort(result, {}, &Candidate::cost);
    return result;
  }

 private:
  const TimeLevelSettings& settings_;
  double elements_;
  double wholeShare_;  ///< step of an element that takes whole steps over its own by the centred flux
  double finerShare_ = shareOfFinerStep();
};

double shortestOf(const std::vector<double>& steps, MPI_Comm comm) {
  return minOverRanks(comm, steps.empty() ? std::numeric_limits<double>::max() : std::ranges::min(steps));
}

class Chooser {
 public:
  Chooser(const SubMesh& mesh, const DgtdProblem& problem, const std::vector<double>& steps,
          const TimeLevelSettings& settings, MPI_Comm comm)
      : mesh_(mesh),
        steps_(steps),
        settings_(settings),
        comm_(comm),
        numbers_(mesh, comm),
        trade_(settings, mesh.totalElements),
        shortest_(shortestOf(steps, comm)) {
    findLongest(elementsOfWholeSteps(problem));
  }

  TimeLevels best() {
    TimeLevels result = withStep(settings_.step.value_or(trade_.longestShare(0) * shortest_));
    if (settings_.levels == 0) return result;
    double least = worthwhile * trade_.ofOneStep(shortest_);
    for (const double step : settings_.step ? std::vector<double>{} : stepsToTry()) {
      TimeLevels next = withStep(step);
      const double cost = trade_.ofRun(next.step, next.work, next.count);
      if (next.count == 0 || trade_.hasTooFewWholeSteps(static_cast<double>(next.elements[0])) ||
          (cost >= least && !(settings_.levels && result.count == 0)))
        continue;
      least = cost;
      result = std::move(next);
    }
    if (result.step >= longest_ * (1 - 1e-9)) {
      result.holdingElement = holding_;
      result.holdingCentroid = holdingAt_;
      if (holding_ < 0) result.holdingRule = settings_.longest.rule;
    }
    result.speedUp = trade_.timeOfOneStep(shortest_) / trade_.ofTime(result.step, result.work, result.count);
    return result;
  }

 private:
  /// The longest step for which elements of whole steps and their surroundings get the levels that they may have: at a
  /// distance of d faces an element may have the level d - 2.
  void findLongest(const std::vector<bool>& isHeld) {
    const int levels = settings_.levels.value_or(maxTimeLevel);
    std::vector<int> nearness(steps_.size());
    for (std::size_t e = 0; e < nearness.size(); ++e) nearness[e] = isHeld[e] ? levels + 3 : 0;
    for (int i = 0; i < levels + 2; ++i) nearness = numbers_.grown(nearness, [](int across) { return across - 1; });
    struct {
      double step;
      int rank;
    } least{settings_.longest.step, mpiRank(comm_)};
    std::int64_t holding = -1;
    Vec3 at{};
    for (std::size_t e = 0; e < nearness.size(); ++e) {
      const int allowed = std::max(0, levels + 1 - std::max(nearness[e], 1));
      if (nearness[e] == 0) continue;
      if (const double step = steps_[e] * trade_.longestShare(allowed); step < least.step) {
        least.step = step;
        holding = mesh_.elementId[e];
        at = centroidOf(mesh_, static_cast<std::int32_t>(e));
      }
    }
    mpiCheck(MPI_Allreduce(MPI_IN_PLACE, &least, 1, MPI_DOUBLE_INT, MPI_MINLOC, comm_));
    mpiCheck(MPI_Bcast(&holding, 1, MPI_INT64_T, least.rank, comm_));
    mpiCheck(MPI_Bcast(at.data(), 3, MPI_DOUBLE, least.rank, comm_));
    longest_ = least.step;
    holding_ = holding;
    holdingAt_ = at;
  }

  /// The cheapest candidates.
  std::vector<double> stepsToTry() const {
    std::vector<double> result;
    for (const auto& candidate : trade_.candidates(steps_, shortest_, longest_, comm_))
      if (result.size() < candidatesTried && (result.empty() || result.back() != candidate.step))
        result.push_back(candidate.step);
    return result;
  }

  TimeLevels withStep(double step) {
    TimeLevels result;
    result.step = step;
    std::vector<int> level(steps_.size());
#pragma omp parallel for schedule(static)
    for (std::size_t e = 0; e < level.size(); ++e) level[e] = trade_.coreLevel(step / steps_[e]);
    level = numbers_.grown(level, [](int across) { return across; });
    for (int i = 1; i < maxTimeLevel; ++i) level = numbers_.grown(level, [](int across) { return across - 1; });
    const int highest = level.empty() ? 0 : std::ranges::max(level);
    result.count = static_cast<int>(maxOverRanks(comm_, static_cast<std::int64_t>(highest)));
    result.elements.assign(static_cast<std::size_t>(result.count) + 1, 0);
    const std::vector<int> beside = numbers_.grown(level, [](int across) { return across; });
    std::vector<std::int64_t> besideOf(result.elements.size(), 0);  // [level] elements beside those of a higher one
    result.level.reserve(level.size());
    for (std::size_t e = 0; e < level.size(); ++e) {
      result.level.push_back(static_cast<std::uint8_t>(level[e]));
      ++result.elements[static_cast<std::size_t>(level[e])];
      for (int l = level[e] + 1; l <= beside[e]; ++l) ++besideOf[static_cast<std::size_t>(l)];
    }
    for (auto* const counts : {&result.elements, &besideOf})
      mpiCheck(MPI_Allreduce(MPI_IN_PLACE, counts->data(), result.count + 1, MPI_INT64_T, MPI_SUM, comm_));
    for (int l = 0; l <= result.count; ++l) {
      const auto at = static_cast<std::size_t>(l);
      result.work += static_cast<double>(result.elements[at]) * settings_.costs.ofElement(l) +
                     static_cast<double>(besideOf[at]) * settings_.costs.besideLevel(l);
    }
    return result;
  }

  const SubMesh& mesh_;
  const std::vector<double>& steps_;
  const TimeLevelSettings& settings_;
  MPI_Comm comm_;
  ElementNumbers numbers_;
  LevelTrade trade_;
  double shortest_ = 0, longest_ = 0;
  std::int64_t holding_ = -1;
  Vec3 holdingAt_{};
};

}  // namespace

bool levelsMayPay(const DgtdProblem& problem, const TimeLevelSettings& settings, MPI_Comm comm) {
  const std::vector<double> steps = roughElementSteps(problem);
  const double shortest = shortestOf(steps, comm);
  const LevelTrade trade(settings, sumOverRanks(comm, static_cast<std::int64_t>(steps.size())));
  const auto candidates = trade.candidates(steps, shortest, settings.longest.step, comm);
  return !candidates.empty() && candidates.front().cost < trade.ofOneStep(shortest);
}

TimeLevels chooseTimeLevels(const SubMesh& mesh, const DgtdProblem& problem, const std::vector<double>& steps,
                            const TimeLevelSettings& settings, MPI_Comm comm) {
  return Chooser(mesh, problem, steps, settings, comm).best();
}

}  // namespace fluxtet::dgtd
