// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/excitations.hpp"

#include "app/dgtd/case/sourceTraits.hpp"
#include "app/dgtd/study.hpp"
#include "app/post/ports/portObserver.hpp"
#include "lib/base/mpi.hpp"
#include "lib/base/version.hpp"
#include "lib/output/earlierSummary.hpp"
#include "lib/output/outputDirectory.hpp"
#include "lib/output/runLog.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <variant>

namespace fluxtet::dgtd {
namespace {

namespace fs = std::filesystem;

std::string contentOf(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

enum class Progress { none, interrupted, done };

/// How far the run of an excitation has come. Throws InputError where its results are those of another case.
Progress progressOf(const DgtdCase& excitation) {
  const fs::path directory = excitation.output.directory;
  if (!fs::exists(directory / outputName::resolvedCase)) return Progress::none;
  require(contentOf(directory / outputName::resolvedCase) == excitation.resolvedYaml,
          "{}: its results are those of another case: leave the case as it was, or choose another --output",
          directory.string());
  if (fs::exists(directory / outputName::summary) && fs::exists(directory / outputName::sParameters))
    return Progress::done;
  const fs::path checkpoints = directory / outputName::checkpoints;
  const bool hasAny = fs::exists(checkpoints) && !fs::is_empty(checkpoints);
  return hasAny ? Progress::interrupted : Progress::none;
}

/// progressOf() on every rank. Collective.
Progress progressOnAll(const DgtdCase& excitation, MPI_Comm comm) {
  std::int64_t progress = 0;
  agreeOnErrors(comm, [&] {
    if (mpiRank(comm) == 0) progress = static_cast<std::int64_t>(progressOf(excitation));
  });
  return static_cast<Progress>(sumOverRanks(comm, progress));
}

/// Warnings of this run, and of those that it found done.
std::vector<std::string> warningsOfAll(const std::vector<DgtdCase>& excitations) {
  std::vector<std::string> warnings = warningsSince(0);
  for (const DgtdCase& excitation : excitations)
    addMissingWarnings(warnings, readEarlierSummary(excitation.output.directory).warnings);
  return warnings;
}

/// Writes the matrix, or the columns that there are. Rank 0 only.
void writeMatrix(const DgtdCase& theCase, const std::vector<DgtdCase>& excitations) {
  const fs::path directory = theCase.output.directory;
  const std::vector<ports::Port> ports = ports::portsOf(theCase);
  std::vector<ports::ScatteringColumn> columns;
  for (const DgtdCase& excitation : excitations)
    columns.push_back(
        ports::readScatteringColumn(fs::path(excitation.output.directory) / outputName::sParameters, ports));
  if (columns.size() == ports.size()) columns = ports::withIdealEnds(std::move(columns), ports);
  writeTextFile(directory / outputName::sParameters, ports::scatteringTable(columns, ports));
  for (const std::string& warning : ports::scatteringWarnings(columns, ports)) spdlog::warn("{}", warning);
  if (columns.size() == ports.size()) {
    writeTextFile(directory / ports::touchstoneName(ports.size()),
                  ports::touchstoneText(columns, ports, ports::referenceOf(theCase)));
    const ports::MatrixCheck check = ports::checkMatrix(columns);
    spdlog::info("S-parameters: largest singular value {:.6g}, largest difference of S_ij and S_ji {:.2g}",
                 check.largestSingularValue, check.largestAsymmetry);
  } else {
    spdlog::info(
        "S-parameters of {} of {} ports, as a table alone: Touchstone wants a run for each port (excite: true)",
        columns.size(), ports.size());
  }
  nlohmann::ordered_json summary{{"status", "done"},
                                 {"version", version()},
                                 {"commit", commit()},
                                 {"runs", nlohmann::ordered_json::array()},
                                 {"sParameters", ports::scatteringJson(columns, ports)},
                                 {"warnings", warningsOfAll(excitations)}};
  for (const DgtdCase& excitation : excitations)
    summary["runs"].push_back(fs::path(excitation.output.directory).filename().string());
  writeTextFile(directory / outputName::summary,
                summary.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n");
}

}  // namespace

std::vector<DgtdCase> excitationsOf(const DgtdCase& theCase) {
  struct Excited {
    std::size_t port;
    int mode;
  };
  std::vector<Excited> excited;
  for (std::size_t p = 0; p < theCase.ports.size(); ++p)
    for (int mode = 0; theCase.ports[p].excited && mode < theCase.ports[p].numModes(); ++mode)
      excited.push_back({p, mode});
  if (!theCase.output.sParameters || excited.size() < 2) return {};
  const std::size_t first = firstPortSource(theCase);
  std::vector<DgtdCase> excitations;
  for (const auto& [p, mode] : excited) {
    DgtdCase& one = excitations.emplace_back(theCase);
    for (std::size_t other = 0; other < one.ports.size(); ++other) {
      SourceSpec& source = one.sources[first + other];
      if (auto* wave = std::get_if<WavePortSource>(&source)) {
        if (other != p) wave->amplitude = 0;
        wave->mode = other == p ? mode : 0;
        wave->waveform = theCase.ports[p].waveform;
      } else {
        auto& lumped = std::get<LumpedPortSource>(source);
        if (other != p) lumped.voltage = 0;
        lumped.waveform = theCase.ports[p].waveform;
      }
    }
    const std::string name = nameOfMode(theCase.ports[p], mode);
    one.output.directory = (fs::path(theCase.output.directory) / name).string();
    one.resolvedYaml =
        fmt::format("# Port {} is excited, all others are matched loads.\n", name) + theCase.resolvedYaml;
  }
  return excitations;
}

template <class Real>
ExitCode runExcitations(const DgtdCase& theCase, const std::vector<DgtdCase>& excitations, const RunOptions& options,
                        MPI_Comm comm) {
  require(
      options.restart.empty() || options.restart == "latest",
      "--restart: the case has {} runs, one for each excited port: '--restart latest' goes on with the one that was "
      "interrupted",
      excitations.size());
  const bool isRestart = !options.restart.empty();
  std::vector<Progress> progress(excitations.size(), Progress::none);
  if (isRestart) {
    for (std::size_t i = 0; i < excitations.size(); ++i) progress[i] = progressOnAll(excitations[i], comm);
    require(std::any_of(progress.begin(), progress.end(), [](Progress p) { return p != Progress::none; }),
            "--restart: {} holds no checkpoint and no finished run of an excited port: start without --restart",
            theCase.output.directory);
  }
  OutputLock lock;
  createOutputDirectory(theCase.output.directory, options.existing, lock, comm);
  agreeOnErrors(comm, [&] {
    if (mpiRank(comm) != 0) return;
    openLog(theCase.output.directory, theCase.file, isRestart ? "the first run that is not done" : "");
    writeTextFile(fs::path(theCase.output.directory) / outputName::resolvedCase, theCase.resolvedYaml);
  });
  Study<Real> study(comm);
  for (std::size_t i = 0; i < excitations.size(); ++i) {
    const std::string name = fs::path(excitations[i].output.directory).filename().string();
    if (mpiRank(comm) == 0)
      spdlog::info("port {} ({} of {}){}", name, i + 1, excitations.size(),
                   progress[i] == Progress::done ? ": done before" : "");
    if (progress[i] == Progress::done) continue;
    RunOptions each = options;
    each.restart = progress[i] == Progress::interrupted ? "latest" : "";
    // What an interrupted run without a checkpoint has left is written anew.
    each.existing = isRestart ? ExistingOutput::continueIn : ExistingOutput::refuse;
    if (study.run(excitations[i], each) == ExitCode::stopped) return ExitCode::stopped;
  }
  agreeOnErrors(comm, [&] {
    if (mpiRank(comm) == 0) writeMatrix(theCase, excitations);
  });
  return ExitCode::done;
}

template ExitCode runExcitations<float>(const DgtdCase&, const std::vector<DgtdCase>&, const RunOptions&, MPI_Comm);
template ExitCode runExcitations<double>(const DgtdCase&, const std::vector<DgtdCase>&, const RunOptions&, MPI_Comm);

}  // namespace fluxtet::dgtd
