// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace fluxtet::mpiTag {

/// The tags of all messages between two ranks: each kind of message has its own, so that none is taken for another of
/// the same communicator.
enum MpiTag : int {
  tracesE = 1,      ///< traces of E at halo faces, every step
  tracesH,          ///< traces of H at halo faces, every step
  haloMaterials,    ///< materials beyond halo faces, once
  routeTrial,       ///< what goes through MPI on trial, where two ranks look for a route between their GPUs
  voxelRecords,     ///< powers in voxels, to rank 0
  listsOfBytes,     ///< exchangeAll(): what each rank has for each other
  meshPartSizes,    ///< sizes of the arrays of a rank's part of a mesh, from rank 0
  meshPartArrays,   ///< these arrays
  dofSumsDouble,    ///< sums over shared unknowns of a static problem, in double precision
  dofSumsSingle,    ///< the same in single precision
  femPartSizes,     ///< sizes of the arrays of a rank's part of a static problem, from rank 0
  femPartArrays,    ///< these arrays
  elementMarks,     ///< numbers of elements at halo faces: marks in search of a surface, levels of local time steps
  tracesOfSpectra,  ///< traces of fields at one frequency at halo faces, at the end
};

}  // namespace fluxtet::mpiTag
