// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/device/gpu.hpp"

#include <mpi.h>

#include <string>
#include <vector>

namespace fluxtet {

/// Host and GPU of a rank. A process may see only some of its host's GPUs, so that GPUs are told apart by their place
/// on the bus and not by their number.
struct GpuSeat {
  int host = 0;  ///< the lowest rank of the host
  std::string hostName, busId, model;

  bool sharesGpuWith(const GpuSeat& other) const { return host == other.host && busId == other.busId; }
};

/// The seats of all ranks, by rank. Collective.
std::vector<GpuSeat> gpuSeats(const GpuInfo& own, MPI_Comm comm);

/// GPUs of one name.
struct GpuModel {
  std::string name;
  int count = 0;
};
/// Number of GPUs of each name that the ranks have, each GPU counted once; the most numerous first.
std::vector<GpuModel> gpuModels(const std::vector<GpuSeat>& seats);
/// "4 NVIDIA H200", "2 NVIDIA H200, 1 NVIDIA A100"; empty without GPUs.
std::string gpusText(const std::vector<GpuModel>& gpus);

/// The host on which the most ranks share a GPU.
struct GpuCrowd {
  std::string hostName;
  int ranks = 0, gpus = 0;
};
/// The host on which the most ranks share a GPU; no ranks if none is shared.
GpuCrowd worstCrowd(const std::vector<GpuSeat>& seats);

}  // namespace fluxtet
