// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/study.hpp"

#include "app/dgtd/checkpointIdentity.hpp"
#include "app/dgtd/restart.hpp"
#include "app/dgtd/setup/meshSizes.hpp"
#include "app/dgtd/setup/resolution.hpp"
#include "app/dgtd/setup/stiffElements.hpp"
#include "app/dgtd/simulation.hpp"
#include "lib/base/mpi.hpp"
#include "lib/output/outputDirectory.hpp"
#include "lib/output/runLog.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <map>
#include <string>

namespace fluxtet::dgtd {
namespace {

bool areSame(const BoxMesh& a, const BoxMesh& b) {
  return a.size == b.size && a.origin == b.origin && a.cells == b.cells && a.perturb == b.perturb;
}

bool areSame(const std::optional<AirBox>& a, const std::optional<AirBox>& b) {
  if (!a || !b) return a.has_value() == b.has_value();
  return a->margin == b->margin && a->wavelengths == b->wavelengths && a->margins == b->margins &&
         a->region == b->region;
}

bool areSame(const MeshSource& a, const MeshSource& b) {
  const bool sameBox = a.box.has_value() == b.box.has_value() && (!a.box || areSame(*a.box, *b.box));
  return a.file == b.file && sameBox && a.size == b.size && a.scale == b.scale && a.refine == b.refine &&
         a.parameters == b.parameters && a.sizeOfWaves == b.sizeOfWaves && a.accuracy == b.accuracy &&
         a.sizes == b.sizes && areSame(a.airBox, b.airBox) && a.colours == b.colours && a.priority == b.priority &&
         a.cutOut == b.cutOut;
}

/// checkpointIdentity() without the properties that may differ between the runs of a study.
std::map<std::string, std::string> structureOf(const DgtdCase& theCase, const Discretisation& d, MPI_Comm comm) {
  auto structure = checkpointIdentity(theCase, d, comm);
  structure.erase("sources");
  structure.erase("dft");
  structure.erase("time.maxStep");
  structure.erase("dgtd.cfl");
  return structure;
}

void requireSameStructure(const DgtdCase& first, const DgtdCase& theCase, const Discretisation& d, MPI_Comm comm) {
  constexpr const char* advice = "give it a study of its own";
  require(areSame(first.mesh, theCase.mesh), "{}: the mesh is another than in the first case of the study: {}",
          theCase.file, advice);
  const auto before = structureOf(first, d, comm), now = structureOf(theCase, d, comm);
  for (const auto& [name, value] : before)
    require(now.at(name) == value, "{}: {}: {}, but {} in the first case of the study: {}", theCase.file, name,
            now.at(name), value, advice);
}

/// Whether a mesh by `made` has elements as small as `wanted` asks for.
bool areFineEnough(const AutoSizes& made, const AutoSizes& wanted) {
  const auto isFineEnough = [&](const auto& size) {
    const auto found = made.ofWaves.find(size.first);
    return found != made.ofWaves.end() && found->second <= size.second;
  };
  return made.accuracy == wanted.accuracy && made.order == wanted.order && made.media == wanted.media &&
         made.walls == wanted.walls && made.metal == wanted.metal && made.magnetic == wanted.magnetic &&
         made.gaps == wanted.gaps && made.wavelength <= wanted.wavelength &&
         std::all_of(wanted.ofWaves.begin(), wanted.ofWaves.end(), isFineEnough);
}

/// The mesh follows the waves, metal and gaps of the first case.
void warnOfOtherSizes(const DgtdCase& first, const DgtdCase& theCase) {
  const auto made = settledMesh(first).autoSizes, wanted = settledMesh(theCase).autoSizes;
  if (!made || !wanted || areFineEnough(*made, *wanted)) return;
  spdlog::warn(
      "{}: mesh.size: auto would make smaller elements for this run than for the first one, whose mesh all share: let "
      "that with the highest frequencies be first, or give lengths",
      theCase.file);
}

/// Levels are chosen for the frequencies of the first case.
void warnOfLongSteps(const DgtdCase& first, const DgtdCase& theCase, const Discretisation& d) {
  if (d.timeLevels.count == 0) return;
  const auto before = highestFrequencyOf(first), now = highestFrequencyOf(theCase);
  if (!now || (before && *now <= *before)) return;
  spdlog::warn(
      "{}: local time steps are as long as the lower frequencies of the first run of the study allow: let that with "
      "the "
      "highest ones be first, or set dgtd.localTimeStepping: {{levels: 0}}",
      theCase.file);
}

}  // namespace

template <class Real>
RunSetup<Real>& Study<Real>::setUp(const DgtdCase& theCase, const RunOptions& options) {
  if (setup_) {
    requireSameStructure(*first_, theCase, setup_->discretisation, comm_);
    if (mpiRank(comm_) == 0) {
      warnOfOtherSizes(*first_, theCase);
      warnOfLongSteps(*first_, theCase, setup_->discretisation);
    }
    setup_->excite(theCase);
  } else {
    setup_ = std::make_unique<RunSetup<Real>>(theCase, options.backend, earlierLevels(theCase, options.restart, comm_),
                                              comm_);
    first_ = theCase;
  }
  return *setup_;
}

template <class Real>
ExitCode Study<Real>::run(const DgtdCase& theCase, const RunOptions& options) {
  // The first run also has what the set-up warns of, which all share.
  const std::size_t firstWarning = setup_ ? numWarnings() : 0;
  OutputLock lock;
  claimOutputDirectory(theCase.output.directory, options.existing, lock, comm_);
  RunOptions own = options;
  own.restart = checkpointNamed(options.restart, theCase, comm_);
  return Simulation<Real>(theCase, own, setUp(theCase, own)).run(lock, firstWarning);
}

template <class Real>
RunFacts Study<Real>::facts(const DgtdCase& theCase, const RunOptions& options) {
  Simulation<Real> simulation(theCase, options, setUp(theCase, options));
  RunFacts facts = simulation.facts();
  facts.measured = simulation.measure();
  const Discretisation& d = setup_->discretisation;
  facts.resolution = resolutionLines(theCase, d, {facts.hMin, facts.hMax}, comm_);
  facts.stiffElements = stiffElementsText(d, comm_);
  const DgtdSettings& dgtd = theCase.dgtd;
  if (dgtd.localTimeStepping.levels == TimeLevelChoice::none && dgtd.scheme == TimeScheme::leapFrog &&
      dgtd.flux != Flux::upwind && dgtd.kernels == KernelSet::fused)
    facts.timeLevels = adviceOnTimeLevels(levelsThatPay(theCase, setup_->device.gpu().has_value(), d, comm_));
  return facts;
}

template class Study<float>;
template class Study<double>;

}  // namespace fluxtet::dgtd
