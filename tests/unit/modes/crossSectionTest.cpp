// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/base/error.hpp"
#include "tests/unit/modes/sections.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <string>

namespace fluxtet::test {
namespace {

using namespace dgtd;

/// The message of the InputError that `f` throws.
std::string faultOf(const std::function<void()>& f) {
  try {
    f();
  } catch (const InputError& error) {
    return error.what();
  }
  return "none";
}

void expectFault(const CrossSection& section, int count, const std::string& part) {
  const std::string fault = faultOf([&] { findModes(section, count); });
  EXPECT_NE(fault.find(part), std::string::npos) << fault;
}

TEST(CrossSection, NeedsAConductor) {
  GridPlan plan;
  plan.isMagnetic = [](Point) { return true; };
  expectFault(gridSection(lines(0, 1, 2), lines(0, 1, 2), plan), 1, "no conductor");
}

TEST(CrossSection, IsInOnePiece) {
  GridPlan apart;
  apart.isHollow = [](Point x) { return x[0] < 1 || x[0] > 2; };
  expectFault(gridSection(lines(0, 3, 3), lines(0, 1, 1), apart), 1, "2 separate pieces");
  GridPlan divided;
  divided.isSheet = [](Point x) { return x[0] == 1; };
  expectFault(gridSection(lines(0, 3, 3), lines(0, 1, 2), divided), 1, "2 separate pieces");
}

TEST(CrossSection, HasAWallOnEveryOuterEdge) {
  CrossSection section = gridSection(lines(0, 1, 1), lines(0, 1, 1));
  section.electricEdge.pop_back();
  expectFault(section, 1, "on no wall");
  section.electricEdge.push_back({0, 99});
  expectFault(section, 1, "no edge of the cross-section");
  expectFault({}, 1, "no triangles");
}

TEST(CrossSection, OfOneConductorHasNoTemMode) {
  const std::string fault = faultOf([] { findTemModes(gridSection(lines(0, 2, 2), lines(0, 1, 1))); });
  EXPECT_NE(fault.find("one conductor"), std::string::npos) << fault;
}

TEST(CrossSection, OfSeveralMaterialsHasQuasiTemModesOnly) {
  GridPlan layered;
  layered.epsilonR = [](Point x) { return x[1] < 1 ? 2.0 : 1.0; };
  expectFault(gridSection(lines(0, 3, 3), lines(0, 2, 2), layered), 1, "hybrid modes");
  layered.isMagnetic = [](Point x) { return x[0] == 0 || x[0] == 3; };
  expectFault(gridSection(lines(0, 3, 3), lines(0, 2, 2), layered), 2, "has 1 quasi-TEM modes, not 2");
}

TEST(CrossSection, ResolvesAFewModesOnly) {
  expectFault(coaxialSection(1, 2, 1, 6), 40, "too coarse for 40 modes");
  expectFault(coaxialSection(1, 2, 1, 6), 4000, "too coarse for 4000 modes");
  expectFault(gridSection(lines(0, 1, 1), lines(0, 1, 1)), 0, "at least one mode");
}

}  // namespace
}  // namespace fluxtet::test
