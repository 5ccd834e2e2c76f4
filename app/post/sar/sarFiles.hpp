// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/setup/discretisation.hpp"
#include "app/post/sar/cubeAverage.hpp"
#include "app/post/sar/tissues.hpp"

#include <mpi.h>

#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace fluxtet::sar {

/// Writes the tissue's elements as a VTKHDF unstructured grid of linear tetrahedra with cell data sar_W_per_kg and
/// absorbed_W_per_m3, means over each element, beside region, rank and elementId. `absorbed` [element] W/m^3.
/// Collective.
void writeElementSar(const std::filesystem::path& file, const dgtd::DgtdCase& theCase, const dgtd::Discretisation& d,
                     const Tissues& tissues, const std::vector<double>& absorbed, MPI_Comm comm);

/// Name of the file of averages over cubes of `mass` kg: "average_10g.vtkhdf".
std::string averageFile(double mass);

/// Writes averages as VTKHDF image data (version 1.0) whose points are the centres of the voxels: sar_W_per_kg,
/// cube_side_m, cube (CubeKind) and tissue (index into its attribute `names`; -1: background). `average` and `voxels`
/// count on rank 0 alone. Collective.
void writeAverage(const std::filesystem::path& file, const AveragedSar& average, const TissueVoxels& voxels,
                  const Tissues& tissues, MPI_Comm comm);

/// Removes the averages in `folder` that are not among `written`, names of files: a restart may ask for other masses,
/// and what an earlier run left must not pass for its results. Collective.
void removeOtherAverages(const std::filesystem::path& folder, std::span<const std::string> written, MPI_Comm comm);

}  // namespace fluxtet::sar
