// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/gpu/runs/results.hpp"

#include "lib/base/hdf5.hpp"
#include "tests/support/rounding.hpp"
#include "tests/support/table.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>

namespace fluxtet::test {
namespace {

/// Rounding of two files in single precision: half a unit in the last place of each.
constexpr double singleFile = 1.2e-7;
/// The largest error at one point, relative to the root mean square over all points.
constexpr double pointwise = 10;

std::vector<double> datasetOf(const std::filesystem::path& file, const std::string& name) {
  const hdf5::Handle handle = hdf5::openFile(file.string());
  return hdf5::read<double>(handle, name);
}

double largest(const Table& table, const std::vector<std::string>& columns) {
  double result = 0;
  for (const auto& name : columns)
    for (const double value : table[name]) result = std::max(result, std::abs(value));
  return result;
}

}  // namespace

double roundingGrowth(bool singlePrecision, std::int64_t steps) {
  const double halfStep = singlePrecision ? roundingTolerance<float>() : roundingTolerance<double>();
  return halfStep * std::sqrt(2 * static_cast<double>(steps));
}

nlohmann::json summaryOf(const std::filesystem::path& run) {
  return nlohmann::json::parse(std::ifstream(run / "summary.json"));
}

void RunPair::expectSameDataset(const std::string& file, const std::string& dataset, double tolerance) const {
  const auto expected = datasetOf(reference_ / file, dataset), found = datasetOf(run_ / file, dataset);
  ASSERT_EQ(found.size(), expected.size()) << run_ / file;
  double difference = 0, size = 0;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    ASSERT_EQ(std::isnan(found[i]), std::isnan(expected[i])) << run_ / file << ": " << dataset << " at " << i;
    if (std::isnan(expected[i])) continue;
    difference += std::pow(found[i] - expected[i], 2);
    size += std::pow(expected[i], 2);
  }
  EXPECT_GT(size, 0) << reference_ / file << ": " << dataset << " is zero and shows nothing";
  EXPECT_LT(std::sqrt(difference / size), tolerance) << run_ / file << ": " << dataset;
}

void RunPair::expectSameCheckpoint(std::int64_t step) const {
  for (const char* field : {"E", "H"})
    expectSameDataset(fmt::format("checkpoints/checkpoint_{:08}.h5", step), field, tolerance_);
}

void RunPair::expectSameSnapshot(std::int64_t step) const {
  for (const char* field : {"E", "H"})
    expectSameDataset(fmt::format("snapshots/fields_{:08}.vtkhdf", step), fmt::format("VTKHDF/PointData/{}", field),
                      tolerance_ + singleFile);
}

void RunPair::expectSameSpectrum(const std::string& frequency) const {
  for (const char* part : {"E_re", "E_im", "E_abs", "H_re", "H_im", "H_abs"})
    expectSameDataset(fmt::format("dft/fields_{}.vtkhdf", frequency), fmt::format("VTKHDF/PointData/{}", part),
                      tolerance_ + singleFile);
}

void RunPair::expectSameSlice(const std::string& name, std::int64_t step) const {
  for (const char* field : {"E", "H"})
    expectSameDataset(fmt::format("slices/{}_{:08}.h5", name, step), field, tolerance_ + singleFile);
}

void RunPair::expectSameSeries(const std::string& file, const std::vector<std::vector<std::string>>& kinds,
                               double tolerance) const {
  const Table expected = readTable(reference_ / file), found = readTable(run_ / file);
  ASSERT_EQ(found.names, expected.names) << run_ / file;
  ASSERT_EQ(found.columns.front(), expected.columns.front()) << run_ / file << ": other steps";
  for (const auto& names : kinds) {
    const double scale = largest(expected, names);
    EXPECT_GT(scale, 0) << file << ": " << names.front() << " is zero and shows nothing";
    for (const auto& name : names)
      for (std::size_t row = 0; row < expected[name].size(); ++row)
        ASSERT_NEAR(found[name][row], expected[name][row], tolerance * scale)
            << run_ / file << ": " << name << " in row " << row << ", largest value " << scale;
  }
}

void RunPair::expectSameProbe(const std::string& name) const {
  expectSameSeries(fmt::format("probes/{}.csv", name), {{"time_E"}, {"time_H"}, {"Ex", "Ey", "Ez"}, {"Hx", "Hy", "Hz"}},
                   pointwise * tolerance_);
}

// Energy is quadratic in the fields, so that its tolerance is twice theirs.
void RunPair::expectSameEnergy() const {
  expectSameSeries("energy.csv", {{"time"}, {"total"}, {"electric", "magnetic"}}, 2 * tolerance_);
}

void RunPair::expectSamePotential() const {
  expectSameDataset("fields.vtkhdf", "VTKHDF/PointData/potential", tolerance_);
}

}  // namespace fluxtet::test
