// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/case/dgtdCase.hpp"
#include "kernels/dgtd/problem.hpp"
#include "lib/mesh/subMesh.hpp"

#include <mpi.h>

#include <cstdint>
#include <string>
#include <vector>

namespace fluxtet::dgtd {

/// Where plane waves enter inside of the mesh: the elements in which the fields are total fields; in the others they
/// are scattered fields.
struct TotalField {
  std::vector<char> has;                           ///< [element]; empty if no wave enters inside of the mesh
  std::vector<std::int32_t> injectedFace;          ///< DgtdProblem::injectedFace, to which makeProblem() moves it
  std::vector<std::int32_t> injectedSign;          ///< DgtdProblem::injectedSign, likewise
  std::vector<std::string> bodiesOutside{};        ///< what the wave does not meet, for warnings
  std::int64_t totalElements = 0, totalFaces = 0;  ///< elements inside and faces of the surface, of all ranks
};

/// The first plane wave of a case that enters inside of the mesh; null if none does. All of them have its surface.
const PlaneWaveSource* waveThroughSurface(const DgtdCase& theCase);

/// Finds the surface of `planeWave.surface`, if there is one, and what it encloses: of "auto" the elements up to two
/// edges from the regions `inside`, or without such all that are at least four edges away from the open boundary; of a
/// named surface what is connected with these regions without crossing it, or without such what is not connected with
/// the open boundary. Materials and layers of `problem` are set. Collective. Throws InputError on every rank for a
/// surface that encloses nothing, does not separate its two sides, or lies in a lossy medium or an absorbing layer.
TotalField findTotalField(const DgtdCase& theCase, const SubMesh& mesh, const DgtdProblem& problem, MPI_Comm comm);

/// One line on the surface, for people; empty if no wave enters inside of the mesh.
std::string totalFieldText(const DgtdCase& theCase, const TotalField& totalField);

}  // namespace fluxtet::dgtd
