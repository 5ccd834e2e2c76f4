// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/mesh/mesh.hpp"
#include "tests/gpu/runs/program.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

namespace fluxtet::test {

/// How a case is discretised.
struct Method {
  int order;
  std::string precision, flux, scheme, kernels;

  bool single() const { return precision == "single"; }
};
/// The method as part of a test's name, such as "P2SingleCentredLeapFrogFused".
std::string nameOf(const Method& method);
void PrintTo(const Method& method, std::ostream* stream);

/// Options of a run's command line.
struct HowToRun {
  std::string backend = "cuda";
  int ranks = 1;
  bool restart = false;  ///< go on from the last checkpoint in the directory
  std::vector<std::string> overrides = {};
};

/// Fixture of tests that run the program; skips them where there is no GPU.
class RunsTest : public ::testing::Test {
 protected:
  void SetUp() override;

  /// Writes case.yaml and its mesh: a ball, of uneven quality, in two materials, one of them conducting, absorbing all
  /// round; a plane wave, a dipole and a current, all there from the start. Steps are of a fixed size that is stable
  /// for every method. Checkpoints, snapshots and a slice every 40 steps, probes "always" and "seventh", energy every
  /// 10 steps, spectra at 500 MHz and 1.1 GHz.
  void writeBall(const Method& method, std::int64_t steps) const;
  /// The same in a waveguide of 2304 elements with PEC and PMC walls and absorbing ends, without a slice, with spectra
  /// at 3 and 5 GHz.
  void writeGuide(const Method& method, std::int64_t steps) const;
  /// The same with cells along z that are up to 40 times smaller than others, and local time steps of levels 0 to 2; a
  /// step is one of the largest elements.
  void writeGradedGuide(const Method& method, std::int64_t steps) const;

  /// Runs `fluxtet run case.yaml` into the directory `name`, and expects that it succeeds on the right backend.
  void run(const std::string& name, const HowToRun& how) const;
  std::filesystem::path directory(const std::string& name) const { return program_.file(name); }

  Program program_;

 private:
  void writeGuideCase(const Mesh& mesh, const std::string& dgtd, const std::string& time) const;
};

}  // namespace fluxtet::test
