// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/levels/timeLevels.hpp"

#include "app/dgtd/step/filteredStep.hpp"
#include "lib/base/mpi.hpp"
#include "lib/base/mpiTags.hpp"
#include "lib/mesh/subMeshGeometry.hpp"
#include "partition/exchange/haloExchange.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

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
/// Candidates whose levels are worked out with all neighbours.
constexpr std::size_t candidatesTried = 6;
/// Levels are chosen where they cost less than this share of one step for all. The damped penalty does not bound a
/// step, which alone makes those of refined elements some per cent longer.
constexpr double worthwhile = 0.87;

/// Reads the numbers of neighbours, also beyond the halo faces.
class ElementNumbers {
 public:
  ElementNumbers(const SubMesh& mesh, MPI_Comm comm)
      : mesh_(mesh), exchange_(mesh.halo, 1, mpiTag::elementMarks, comm) {}

  /// The number of the element across each face, [n][4]; at a boundary face that of the element itself. `numbers`: [n].
  template <class Number>
  std::vector<Number> acrossFaces(const std::vector<Number>& numbers) {
    auto send = exchange_.sendBuffer();
    for (std::size_t k = 0; k < mesh_.halo.sendFace.size(); ++k)
      send[k] = numbers[static_cast<std::size_t>(mesh_.halo.sendFace[k] / 4)];
    exchange_.start();
    exchange_.finish();
    const auto received = exchange_.receiveBuffer();
    std::vector<Number> across(mesh_.faceKind.size());
    for (std::size_t face = 0; face < across.size(); ++face) {
      const auto link = static_cast<std::size_t>(mesh_.faceLink[face]);
      switch (mesh_.faceKind[face]) {
        case FaceKind::interior:
          across[face] = numbers[link / 4];
          break;
        case FaceKind::halo:
          across[face] = static_cast<Number>(received[link]);
          break;
        case FaceKind::boundary:
          across[face] = numbers[face / 4];
          break;
      }
    }
    return across;
  }
  /// The largest of a function of the neighbours' numbers for each element, at least its own number. The function is
  /// at most its argument.
  template <class Function>
  std::vector<int> grown(const std::vector<int>& numbers, Function&& ofNeighbour) {
    const std::vector<int> across = acrossFaces(numbers);
    std::vector<int> result = numbers;
    for (std::size_t face = 0; face < across.size(); ++face)
      result[face / 4] = std::max(result[face / 4], ofNeighbour(across[face]));
    return result;
  }

 private:
  const SubMesh& mesh_;
  HaloExchange<double> exchange_;
};

/// By how much the penalty shortens the step of an element that takes whole steps, a rough fit to the steps at P2
/// (docs/data/penalty/README.md).
double shareOfWholeStep(double penalty) {
  return 1 / (1 + 1.1 * std::pow(penalty, 1.35));
}

class Chooser {
 public:
  Chooser(const SubMesh& mesh, const DgtdProblem& problem, std::vector<double> steps, const TimeLevelSettings& settings,
          MPI_Comm comm)
      : mesh_(mesh),
        steps_(std::move(steps)),
        settings_(settings),
        comm_(comm),
        numbers_(mesh, comm),
        wholeShare_(shareOfWholeStep(settings.penalty)) {
    shortest_ = minOverRanks(
        comm, steps_.empty() ? std::numeric_limits<double>::max() : *std::min_element(steps_.begin(), steps_.end()));
    findLongest(elementsOfWholeSteps(problem));
  }

  TimeLevels best() {
    TimeLevels result = withStep(settings_.step.value_or(wholeShare_ * shortest_));
    if (settings_.levels == 0) return result;
    const double ofOneStep = costOf(result);
    for (const double step : settings_.step ? std::vector<double>{} : candidates()) {
      TimeLevels next = withStep(step);
      const bool isBetter = costOf(next) < (result.count == 0 ? worthwhile * ofOneStep : costOf(result));
      if (isBetter || (settings_.levels && result.count == 0)) result = std::move(next);
    }
    if (result.step >= longest_ * (1 - 1e-9)) {
      result.holdingElement = holding_;
      result.holdingCentroid = holdingAt_;
    }
    result.speedUp = (static_cast<double>(mesh_.totalElements) + settings_.wholeStepCost) / (wholeShare_ * shortest_) /
                     costOf(result);
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
    } least{settings_.longestStep > 0 ? settings_.longestStep : std::numeric_limits<double>::max(), mpiRank(comm_)};
    std::int64_t holding = -1;
    Vec3 at{};
    for (std::size_t e = 0; e < nearness.size(); ++e) {
      const int allowed = std::max(0, levels + 1 - std::max(nearness[e], 1));
      if (nearness[e] == 0) continue;
      if (const double step = steps_[e] * longestShare(allowed); step < least.step) {
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

  /// Steps in the order of their cost without the neighbours' share, the cheapest ones.
  std::vector<double> candidates() const {
    const int bins = ratiosPerOctave * (maxTimeLevel + 8);
    std::vector<std::int64_t> count(static_cast<std::size_t>(bins), 0);
    for (const double step : steps_) {
      const int bin = static_cast<int>(std::floor(ratiosPerOctave * std::log2(step / shortest_) + 1e-9));
      ++count[static_cast<std::size_t>(std::min(bin, bins - 1))];
    }
    mpiCheck(MPI_Allreduce(MPI_IN_PLACE, count.data(), bins, MPI_INT64_T, MPI_SUM, comm_));
    std::vector<std::pair<double, double>> costs;
    const int first = settings_.levels ? std::max(0, *settings_.levels - 1) : 0;
    const int last = settings_.levels.value_or(maxTimeLevel);
    for (int i = ratiosPerOctave * first + 1; i <= ratiosPerOctave * last; ++i) {
      const double octaves = static_cast<double>(i) / ratiosPerOctave;
      const int level = static_cast<int>(std::ceil(octaves));
      const double ratio = std::min(longestShare(level) * std::exp2(octaves - level), longest_ / shortest_);
      if (ratio <= 1) continue;
      double work = settings_.wholeStepCost + launchWork(coreLevel(ratio));
      for (int b = 0; b < bins; ++b)
        work += static_cast<double>(count[static_cast<std::size_t>(b)]) *
                std::exp2(coreLevel(ratio / std::exp2(static_cast<double>(b) / ratiosPerOctave)));
      costs.emplace_back(work / ratio, ratio * shortest_);
    }
    std::sort(costs.begin(), costs.end());
    std::vector<double> result;
    for (const auto& [cost, step] : costs)
      if (result.size() < candidatesTried && (result.empty() || result.back() != step)) result.push_back(step);
    return result;
  }

  /// The longest whole step of an element of a level, over its own.
  double longestShare(int level) const {
    return level == 0 ? wholeShare_ : std::exp2(level) * (level == 1 ? 1 : shareOfFinerStep());
  }
  /// The level of an element by itself, from the whole step over its own.
  int coreLevel(double ratio) const {
    int level = 0;
    while (ratio > longestShare(level) * (1 + 1e-9)) ++level;
    return level;
  }
  /// The curl-curls of all levels, and what saves, restores and adds to whole fields, as long as two of them.
  double launchWork(int levels) const { return levels == 0 ? 0 : settings_.launchCost * (std::exp2(levels) + 1); }

  TimeLevels withStep(double step) {
    TimeLevels result;
    result.step = step;
    std::vector<int> core(steps_.size());
    for (std::size_t e = 0; e < core.size(); ++e) core[e] = coreLevel(step / steps_[e]);
    std::vector<int> level = numbers_.grown(core, [](int across) { return across; });
    for (int i = 1; i < maxTimeLevel; ++i) level = numbers_.grown(level, [](int across) { return across - 1; });
    const int highest = level.empty() ? 0 : *std::max_element(level.begin(), level.end());
    result.count = static_cast<int>(maxOverRanks(comm_, static_cast<std::int64_t>(highest)));
    result.elements.assign(static_cast<std::size_t>(result.count) + 1, 0);
    // An element beside finer ones computes half of their curl-curls, without the second curl.
    const std::vector<int> beside = numbers_.grown(level, [](int across) { return across; });
    double work = 0;
    for (std::size_t e = 0; e < level.size(); ++e) {
      result.level.push_back(static_cast<std::uint8_t>(level[e]));
      ++result.elements[static_cast<std::size_t>(level[e])];
      work += std::exp2(level[e]);
      for (int l = level[e] + 1; l <= beside[e]; ++l) work += 0.5 * std::exp2(l - 1);
    }
    mpiCheck(MPI_Allreduce(MPI_IN_PLACE, result.elements.data(), result.count + 1, MPI_INT64_T, MPI_SUM, comm_));
    result.work = sumOverRanks(comm_, work);
    return result;
  }

  double costOf(const TimeLevels& levels) const {
    return (levels.work + settings_.wholeStepCost + launchWork(levels.count)) / levels.step;
  }

  const SubMesh& mesh_;
  std::vector<double> steps_;
  const TimeLevelSettings& settings_;
  MPI_Comm comm_;
  ElementNumbers numbers_;
  double wholeShare_;  ///< step of an element that takes whole steps over that in steps_
  double shortest_ = 0, longest_ = 0;
  std::int64_t holding_ = -1;
  Vec3 holdingAt_{};
};

}  // namespace

std::vector<bool> elementsOfWholeSteps(const DgtdProblem& problem) {
  std::vector<bool> held(static_cast<std::size_t>(problem.numElements), false);
  for (std::size_t k = 0; k < problem.boundaryFace.size(); ++k)
    if (problem.faceCondition[k].dissipates()) held[static_cast<std::size_t>(problem.boundaryFace[k] / 4)] = true;
  for (const auto* faces : {&problem.lawFace, &problem.injectedFace})
    for (const std::int32_t face : *faces) held[static_cast<std::size_t>(face / 4)] = true;
  for (std::size_t e = 0; e < held.size(); ++e)
    if (problem.isInLayer(static_cast<std::int32_t>(e)) || !problem.polesOf(e, Field::H).empty()) held[e] = true;
  return held;
}

TimeLevels chooseTimeLevels(const SubMesh& mesh, const DgtdProblem& problem, const std::vector<double>& steps,
                            const TimeLevelSettings& settings, MPI_Comm comm) {
  return Chooser(mesh, problem, steps, settings, comm).best();
}

std::vector<std::string> timeLevelsLines(const TimeLevels& levels) {
  std::vector<std::string> lines{
      fmt::format("levels 0 to {} with {} elements: {:.3g} times less work than with one step for all", levels.count,
                  fmt::join(levels.elements, ", "), levels.speedUp)};
  if (levels.holdingElement >= 0)
    lines.push_back(fmt::format(
        "element {} at ({:.6g}, {:.6g}, {:.6g}) m keeps the step from being longer: it is at a boundary that absorbs, "
        "at "
        "a wall, sheet or surface of waves, in a layer, or near one",
        levels.holdingElement, levels.holdingCentroid[0], levels.holdingCentroid[1], levels.holdingCentroid[2]));
  return lines;
}

std::string timeLevelsJson(const TimeLevels& levels) {
  const nlohmann::ordered_json json{
      {"levels", levels.count}, {"elements", levels.elements}, {"times_less_work", levels.speedUp}};
  return json.dump();
}

std::vector<std::string> adviceOnTimeLevels(const TimeLevels& levels) {
  if (levels.count == 0) return {"off, and none would save work"};
  std::vector<std::string> lines{"off; what dgtd.localTimeStepping: {levels: auto} would take:"};
  for (std::string& line : timeLevelsLines(levels)) lines.push_back(std::move(line));
  return lines;
}

std::vector<std::uint8_t> elementsBesideFiner(const SubMesh& mesh, const std::vector<std::uint8_t>& level,
                                              MPI_Comm comm) {
  const std::vector<std::uint8_t> ofFaces = levelsOfFaces(mesh, level, comm);
  std::vector<std::uint8_t> result(level.size(), 0);
  for (std::size_t face = 0; face < ofFaces.size(); ++face)
    if (ofFaces[face] > level[face / 4]) result[face / 4] = 1;
  return result;
}

std::vector<std::uint8_t> levelsOfFaces(const SubMesh& mesh, const std::vector<std::uint8_t>& level, MPI_Comm comm) {
  std::vector<std::uint8_t> result = ElementNumbers(mesh, comm).acrossFaces(level);
  for (std::size_t face = 0; face < result.size(); ++face) result[face] = std::max(result[face], level[face / 4]);
  return result;
}

std::vector<std::uint8_t> levelsNear(const std::vector<std::uint8_t>& ofFaces) {
  std::vector<std::uint8_t> near(ofFaces.size() / 4);
  for (std::size_t face = 0; face < ofFaces.size(); ++face) near[face / 4] = std::max(near[face / 4], ofFaces[face]);
  return near;
}

std::vector<std::uint8_t> levelsNearHalo(const SubMesh& mesh, const std::vector<std::uint8_t>& level, MPI_Comm comm) {
  const std::vector<std::uint8_t> nearFaces = levelsOfFaces(mesh, levelsNear(levelsOfFaces(mesh, level, comm)), comm);
  std::vector<std::uint8_t> result;
  for (const std::int32_t face : mesh.halo.sendFace) result.push_back(nearFaces[static_cast<std::size_t>(face)]);
  return result;
}

std::vector<double> acrossFaces(const SubMesh& mesh, const std::vector<double>& values, MPI_Comm comm) {
  return ElementNumbers(mesh, comm).acrossFaces(values);
}

std::vector<FaceLevels> levelsOfFaces(const SubMesh& mesh, const std::vector<std::uint8_t>& level,
                                      const std::vector<bool>& mark, MPI_Comm comm) {
  std::vector<std::uint8_t> number(level.size());
  for (std::size_t e = 0; e < number.size(); ++e)
    number[e] = static_cast<std::uint8_t>(2 * level[e] + (mark[e] ? 1 : 0));
  std::vector<FaceLevels> result;
  const std::vector<std::uint8_t> across = ElementNumbers(mesh, comm).acrossFaces(number);
  for (std::size_t face = 0; face < across.size(); ++face) {
    const std::uint8_t own = number[face / 4], other = across[face];
    result.push_back({static_cast<std::uint8_t>(std::min(own / 2, other / 2)),
                      static_cast<std::uint8_t>(std::max(own / 2, other / 2)), own % 2 == 1 && other % 2 == 1});
  }
  return result;
}

}  // namespace fluxtet::dgtd
