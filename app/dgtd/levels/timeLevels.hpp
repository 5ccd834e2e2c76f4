// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/problem.hpp"
#include "lib/base/vec3.hpp"
#include "lib/mesh/subMesh.hpp"

#include <mpi.h>

#include <cstdint>
#include <string>
#include <vector>

namespace fluxtet::dgtd {

/// Levels are numbered up to this one.
inline constexpr int maxTimeLevel = 6;

/// Levels of refinement in time of the elements of this rank (docs/theory.md, section 3.13).
struct TimeLevels {
  int count = 0;                         ///< highest level of any rank; 0: one time step for all elements
  double step = 0;                       ///< c0 dt, m, of the whole time step, as long as its elements may allow
  std::vector<std::uint8_t> level;       ///< [n] in the order of the mesh that they were chosen for
  std::vector<std::int64_t> elements{};  ///< [count + 1] elements of each level, of all ranks
  double work = 0;                       ///< element steps of one time step, of all ranks
  /// What all steps cost if all elements take the step of the smallest one, over what they cost with levels.
  double speedUp = 1;
  /// The element that keeps the step from being longer though it is no small one, since it has to be of level 0 or near
  /// such an element; -1: none does.
  std::int64_t holdingElement = -1;
  Vec3 holdingCentroid{};     ///< m
  std::string holdingRule{};  ///< LongestStep::rule, if that keeps the step from being longer
};

/// Tells for each element of this rank whether it has to be of level 0, with neighbours that are: it has terms of H
/// that dissipate, a wave enters at one of its faces, or it is in an absorbing layer. [n].
std::vector<bool> elementsOfWholeSteps(const DgtdProblem& problem);

/// How many elements are of which level, and how much work that saves; and what keeps the step from being longer.
std::vector<std::string> timeLevelsLines(const TimeLevels& levels);
/// For summary.json: highest level, elements of each, and how many times less work that is, as an object in JSON.
std::string timeLevelsJson(const TimeLevels& levels);
/// Lines of levels that a case without local time steps could have.
std::vector<std::string> adviceOnTimeLevels(const TimeLevels& levels);

/// Returns for each element of this rank whether a neighbour is of a higher level, [n]. Collective.
std::vector<std::uint8_t> elementsBesideFiner(const SubMesh& mesh, const std::vector<std::uint8_t>& level,
                                              MPI_Comm comm);
/// Returns for each face the higher level of its two elements, [n][4]. Collective.
std::vector<std::uint8_t> levelsOfFaces(const SubMesh& mesh, const std::vector<std::uint8_t>& level, MPI_Comm comm);
/// Returns for each element the highest level of it and its neighbours, [n], of what levelsOfFaces() returns.
std::vector<std::uint8_t> levelsNear(const std::vector<std::uint8_t>& ofFaces);
/// Returns for each halo face the highest level of its two elements and of their neighbours, [numHaloFaces].
/// Collective.
std::vector<std::uint8_t> levelsNearHalo(const SubMesh& mesh, const std::vector<std::uint8_t>& level, MPI_Comm comm);
/// Returns for each face the value of the element across it, [n][4], at a boundary face that of the element itself.
/// `values`: [n]. Collective.
std::vector<double> acrossFaces(const SubMesh& mesh, const std::vector<double>& values, MPI_Comm comm);
/// Of a face: both levels, and whether its elements are all marked.
struct FaceLevels {
  std::uint8_t lower = 0, higher = 0;
  bool allMarked = false;
};
/// Returns FaceLevels by face, [n][4]. `mark`: [n]. Collective.
std::vector<FaceLevels> levelsOfFaces(const SubMesh& mesh, const std::vector<std::uint8_t>& level,
                                      const std::vector<bool>& mark, MPI_Comm comm);

}  // namespace fluxtet::dgtd
