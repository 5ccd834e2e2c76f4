// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/caseRun.hpp"

#include "app/caseFile/loadCase.hpp"
#include "app/static/run.hpp"
#include "lib/base/constants.hpp"
#include "lib/base/mpi.hpp"
#include "tests/support/temporaryFolder.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <limits>

namespace fluxtet::test {

RunSettings& runSettings() {
  static RunSettings settings;
  return settings;
}

bool isTimeForLongTests() {
  return runSettings().backend == Backend::cuda || std::getenv("FLUXTET_LONG_TESTS") != nullptr;
}

std::filesystem::path emptyRunDirectory(const std::string& name) {
  static const TemporaryFolder ofThisRank;  // that of rank 0 is used
  static const std::filesystem::path folder = broadcast(MPI_COMM_WORLD, ofThisRank.path().string());
  const auto directory = folder / name;
  MPI_Barrier(MPI_COMM_WORLD);  // others may still read what a run of the same name left
  if (mpiRank(MPI_COMM_WORLD) == 0) std::filesystem::remove_all(directory);
  MPI_Barrier(MPI_COMM_WORLD);
  return directory;
}

CaseRun runCase(const std::string& name, const std::string& yaml, const std::vector<std::string>& overrides) {
  CaseRun run;
  run.directory = emptyRunDirectory(name);
  std::vector<std::string> all;
  for (const auto& [geometry, mesh] : runSettings().meshes)
    if (yaml.find("/" + geometry) != std::string::npos) all.push_back("mesh={file: " + mesh.string() + "}");
  all.insert(all.end(), overrides.begin(), overrides.end());
  all.push_back("output.directory=" + run.directory.string());
  const Case theCase = parseCase(yaml, name + ".yaml", all);
  RunOptions options;
  options.backend = runSettings().backend;
  if (const auto* statics = std::get_if<statics::StaticCase>(&theCase))
    statics::runStatic(*statics, options, MPI_COMM_WORLD);
  else
    dgtd::runDgtd(std::get<dgtd::DgtdCase>(theCase), options, MPI_COMM_WORLD);
  std::ifstream(run.directory / "summary.json") >> run.summary;
  return run;
}

std::complex<double> fourier(const std::vector<double>& time, const std::vector<double>& value, double frequency) {
  std::complex<double> sum = 0;
  double weights = 0;
  const double begin = time.front(), length = time.back() - time.front();
  for (std::size_t i = 0; i < time.size(); ++i) {
    const double window = 0.5 * (1 - std::cos(2 * constants::pi * (time[i] - begin) / length));
    sum += window * value[i] * std::polar(1.0, -2 * constants::pi * frequency * time[i]);
    weights += window;
  }
  return 2.0 * sum / weights;
}

double peakFrequency(const std::vector<double>& time, const std::vector<double>& value, double low, double high) {
  double step = 0.1 / (time.back() - time.front());
  double best = low;
  for (int refinement = 0; refinement < 3; ++refinement) {
    double largest = -1;
    const double from = low, to = high;
    for (double f = from; f <= to; f += step) {
      const double amplitude = std::abs(fourier(time, value, f));
      if (amplitude > largest) {
        largest = amplitude;
        best = f;
      }
    }
    low = best - step;
    high = best + step;
    step /= 10;
  }
  return best;
}

void cut(std::vector<double>& time, std::vector<double>& value, double begin, double end) {
  std::vector<double> keptTime, keptValue;
  for (std::size_t i = 0; i < time.size(); ++i)
    if (time[i] >= begin && time[i] < end) {
      keptTime.push_back(time[i]);
      keptValue.push_back(value[i]);
    }
  time = std::move(keptTime);
  value = std::move(keptValue);
}

std::complex<double> phasor(const CaseRun& run, const std::string& probe, const std::string& column, double frequency,
                            double periods) {
  const Table table = run.probe(probe);
  std::vector<double> time = table["time_E"], value = table[column];
  cut(time, value, time.back() - periods / frequency, std::numeric_limits<double>::infinity());
  return fourier(time, value, frequency);
}

}  // namespace fluxtet::test
