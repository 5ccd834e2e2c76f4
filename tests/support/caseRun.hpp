// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/run.hpp"
#include "tests/support/table.hpp"

#include <nlohmann/json.hpp>

#include <complex>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace fluxtet::test {

/// A finished run of either solver and what it left.
struct CaseRun {
  std::filesystem::path directory;
  nlohmann::json summary;

  Table probe(const std::string& name) const { return readTable(directory / "probes" / (name + ".csv")); }
  Table energy() const { return readTable(directory / "energy.csv"); }
};

/// How runCase() runs what it is given.
struct RunSettings {
  Backend backend = Backend::cpu;
  /// Mesh files that take the place of geometries, by the geometry's file name: for programs that have no Gmsh.
  std::map<std::string, std::filesystem::path> meshes;
};
/// Of this program; set before the first run.
RunSettings& runSettings();
/// Whether there is time for a test that takes minutes on a CPU: on a GPU, or where FLUXTET_LONG_TESTS is set.
bool isTimeForLongTests();

/// An empty directory for a run of that name, the same on all ranks of MPI_COMM_WORLD. It lies below the system's
/// temporary one in a folder that no other program uses, so that programs may run side by side; gone when the program
/// ends.
std::filesystem::path emptyRunDirectory(const std::string& name);

/// Runs a case given as text, to the end, on MPI_COMM_WORLD, in emptyRunDirectory(name).
CaseRun runCase(const std::string& name, const std::string& yaml, const std::vector<std::string>& overrides = {});

/// Fourier coefficient (2/N) sum w_n x_n exp(-2 pi i f t_n) / mean(w) with a Hann window.
std::complex<double> fourier(const std::vector<double>& time, const std::vector<double>& value, double frequency);

/// Complex amplitude of a probe's column at the end of a run that has become steady, over its last `periods` periods.
std::complex<double> phasor(const CaseRun& run, const std::string& probe, const std::string& column, double frequency,
                            double periods);

/// Frequency at which |fourier| peaks between `low` and `high`, to a thousandth of the resolution 1 / duration.
double peakFrequency(const std::vector<double>& time, const std::vector<double>& value, double low, double high);

/// Rows whose time lies in [begin, end).
void cut(std::vector<double>& time, std::vector<double>& value, double begin, double end);

}  // namespace fluxtet::test
