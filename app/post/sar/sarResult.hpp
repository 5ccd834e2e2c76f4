// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/post/sar/cubeAverage.hpp"
#include "app/post/sar/powers.hpp"

#include <span>
#include <string>
#include <vector>

namespace fluxtet::sar {

/// A tissue, or all of them together.
struct TissueSar {
  std::string name;                                ///< of the region
  double mass = 0;                                 ///< kg, of its elements
  double absorbed = 0;                             ///< W
  double largest = 0;                              ///< W/kg, the largest mean over an element
  double mean() const { return absorbed / mass; }  ///< W/kg
};

/// The largest average over cubes of one mass.
struct AverageResult {
  double mass = 0;     ///< kg
  bool found = false;  ///< whether the voxels weigh as much at all
  AveragePeak peak;
  Vec3 at{};           ///< m, centre of the voxel
  std::string tissue;  ///< of that voxel
};

/// Results of output.sar, scaled to output.sar.power if that is given.
struct SarResult {
  Powers powers;
  double scale = 1;      ///< of powers; fields and currents by its square root
  bool ofPulse = false;  ///< Fourier integrals were scaled, whose squares are W s^2
  std::vector<TissueSar> tissues;
  TissueSar whole;
  Vec3 largestAt{};  ///< m, centroid of the element of the largest mean
  std::string largestTissue;
  double voxel = 0;                     ///< m
  std::vector<AverageResult> averages;  ///< by mass
  double seconds = 0;                   ///< wall time that all of this took
};

/// Warnings where the powers miss their balance by more than 5 %, or rounding hides the current of a lumped port.
std::vector<std::string> powerWarnings(const Powers& powers);

/// Lines for the user, a short table.
std::vector<std::string> sarLines(const SarResult& result);

/// The parts `powers` and `sar` of summary.json as text: an object, or of several results a list of objects.
std::string powersJson(std::span<const SarResult> results);
std::string sarJson(std::span<const SarResult> results);

}  // namespace fluxtet::sar
