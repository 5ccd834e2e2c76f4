// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/base/mpi.hpp"
#include "lib/mesh/mesh.hpp"
#include "lib/mesh/subMesh.hpp"
#include "lib/mesh/surfaceRole.hpp"

#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

/// Small meshes, ways to spread them over the ranks, and slow but plain references.
namespace fluxtet::test {

/// A perturbed box [0, 2] x [0, 1] x [0, 1] with surfaces x- x+ y- y+ z- z+.
Mesh boxMesh(std::array<std::int64_t, 3> cells, double perturb = 0.2);

enum class Spread { metis, coordinates, scattered };
inline constexpr std::array allSpreads{Spread::metis, Spread::coordinates, Spread::scattered};

/// Rank of each element; `scattered` deals them out without regard to place, the hardest case for face matching.
std::vector<std::int32_t> spreadElements(const Mesh& mesh, Spread spread, int ranks);
/// This rank's part of a mesh that every rank holds. Collective.
MeshPart spreadMesh(const Mesh& mesh, Spread spread);

/// The same condition on every surface group.
std::vector<SurfaceRole> allSurfaces(const Mesh& mesh, SurfaceRole role);

/// Face by face (ascending vertex ids), the elements that have it as {element, face}.
using FaceTable = std::map<std::array<std::int64_t, 3>, std::vector<std::array<std::int64_t, 2>>>;
FaceTable facesOf(const Mesh& mesh);
std::array<std::int64_t, 3> keyOf(const std::int64_t* elementVertices, int face);

/// Values of all ranks, sorted. Collective.
std::vector<std::int64_t> sortedUnion(const std::vector<std::int64_t>& values);

/// Every rank must throw an Error of this code, all with the same text, which contains `part`. Collective.
void expectErrorOnAllRanks(ExitCode code, const std::string& part, const std::function<void()>& work);

}  // namespace fluxtet::test
