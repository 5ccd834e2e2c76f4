// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace fluxtet::test {

/// Tolerance of the difference of two runs after some steps, relative to the fields. A half step rounds by at most
/// roundingTolerance() of the fields. The scheme conserves or loses energy, so that errors do not grow by themselves.
/// They have random signs, so that they add up as the square root of their number.
double roundingGrowth(bool singlePrecision, std::int64_t steps);

/// A tolerance that only equal bits keep.
inline constexpr double bitForBit = 1e-300;

/// summary.json of a run.
nlohmann::json summaryOf(const std::filesystem::path& run);

/// Compares the files that two runs of one case have written.
class RunPair {
 public:
  /// Output directories of the reference and of the run that is compared with it.
  RunPair(std::filesystem::path reference, std::filesystem::path run, double tolerance)
      : reference_(std::move(reference)), run_(std::move(run)), tolerance_(tolerance) {}

  /// Fields of a checkpoint, in the precision of the run.
  void expectSameCheckpoint(std::int64_t step) const;
  /// Fields of a snapshot, which holds them in single precision.
  void expectSameSnapshot(std::int64_t step) const;
  /// Fourier integrals at a frequency as in the file's name ("500MHz"), in single precision.
  void expectSameSpectrum(const std::string& frequency) const;
  /// Points outside the mesh are NaN in both.
  void expectSameSlice(const std::string& name, std::int64_t step) const;
  /// A series in CSV: steps and times are equal, and values differ by at most the tolerance times the largest of their
  /// column.
  void expectSameProbe(const std::string& name) const;
  void expectSameEnergy() const;
  /// Nodal potentials of a static run.
  void expectSamePotential() const;

 private:
  void expectSameDataset(const std::string& file, const std::string& dataset, double tolerance) const;
  void expectSameSeries(const std::string& file, const std::vector<std::vector<std::string>>& kinds,
                        double tolerance) const;

  std::filesystem::path reference_, run_;
  double tolerance_;
};

}  // namespace fluxtet::test
