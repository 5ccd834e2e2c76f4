// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/base/timer.hpp"
#include "lib/base/vec3.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace fluxtet {

/// What a run was and how it went: the content of summary.json. A value that is not finite is written as null.
struct RunSummary {
  std::string caseFile, version, commit;
  std::string status;  ///< "done", "stopped" (by a signal, after a checkpoint) or "decayed" (untilDecay was reached)

  std::int64_t elements = 0;
  std::int64_t dofs = 0;  ///< unknowns of E and H together
  int order = 0, ranks = 1, threads = 1;
  std::string backend, precision;
  struct Gpus {
    std::string name;
    int count = 0;
  };
  std::vector<Gpus> gpus;     ///< that the ranks computed on, by name; none: the CPU
  double hMin = 0, hMax = 0;  ///< m
  /// Figures of the rank with most, over the mean of all ranks; 1 is perfect.
  struct Balance {
    double elements = 1;
    double work = 1;                     ///< of the elements, by what they cost where the fields are
    std::optional<double> time;          ///< s of the loop without waiting for others; on a CPU, with several ranks
    std::optional<double> waitingShare;  ///< of the loop, mean of the ranks; where `time` is
  } balance;
  std::int64_t cutFaces = 0;  ///< faces between ranks

  double dt = 0;                      ///< s
  std::int64_t firstStep = 0;         ///< where this process began; > 0 after a restart
  std::int64_t steps = 0;             ///< where it ended
  std::int64_t limitingElement = -1;  ///< global id of the element that limits the time step
  Vec3 limitingElementAt{};           ///< its centroid, m

  struct WallTime {
    double setUp = 0, loop = 0, output = 0;  ///< s
    double exchange = 0;                     ///< s, waiting for halo data; part of loop
    double total = 0;                        ///< s
  } wall;
  std::vector<PhaseTimer::Phase> setUpPhases;  ///< in their order, each on the rank where it took longest

  /// Exchange of traces: numbers of pairs of ranks by route, and cost.
  struct ExchangeSummary {
    int host = 0, peer = 0, gpuAware = 0, pinnedShared = 0, pinnedMpi = 0;
    double bytesPerStep = 0;            ///< sum over all ranks
    std::optional<double> hiddenShare;  ///< share of messageSeconds hidden behind computation; measured on GPUs
    double messageSeconds = 0;          ///< mean, s, from the start of packing to the arrival
    int pairs() const { return host + peer + gpuAware + pinnedShared + pinnedMpi; }
  };
  std::optional<ExchangeSummary> exchange;  ///< with several ranks

  struct Energy {
    double initial = 0, final = 0, maxRelativeDrift = 0;  ///< J, J, share of the initial energy
    double level = 0;                                     ///< dB, of the final energy over the largest
  };
  std::optional<Energy> energy;
  struct ExactError {
    double E = 0, H = 0;  ///< relative L2 errors
  };
  std::optional<ExactError> exact;
  /// Samples of the fields' spectra.
  struct Dft {
    std::vector<double> frequencies;  ///< Hz
    std::int64_t samples = 0;
    double firstTime = 0, lastTime = 0;  ///< s, of E
    std::optional<double> seconds;       ///< spent on sampling, on the slowest rank; part of the loop; on the CPU
  };
  std::optional<Dft> dft;
  std::vector<std::string> warnings;                          ///< of the set-up and of the end
  std::vector<std::pair<std::string, std::string>> sections;  ///< further objects: name, JSON text
  std::vector<std::int64_t> peakBytes;                        ///< of the host's memory, by rank
  std::vector<std::int64_t> gpuBytes;  ///< held by the engine on its GPU, by rank; empty on the CPU

  std::int64_t stepsRun() const { return steps - firstStep; }
};

std::string summaryJson(const RunSummary& summary);
/// Writes <directory>/summary.json, complete or not at all. Rank 0 only.
void writeSummary(const std::filesystem::path& directory, const RunSummary& summary);

}  // namespace fluxtet
