// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/device/gpuSeats.hpp"
#include "kernels/device/gpu.hpp"

#include <mpi.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fluxtet {

enum class Backend { automatic, cpu, cuda };

/// Processor of a rank: the threads of its CPU, or a GPU, which it may share with other ranks of its host.
class ComputeDevice {
 public:
  /// The ranks of a host take its GPUs in turn. `automatic` takes GPUs where every rank has a usable one, else the CPU.
  /// The log says which was taken and why, and warns of ranks that share a GPU. `threads` are those of the CPU engine.
  /// Collective. Throws InputError on every rank for `cuda` where some rank has no usable GPU.
  ComputeDevice(Backend backend, int threads, MPI_Comm comm);

  const std::optional<GpuInfo>& gpu() const { return gpu_; }  ///< of this rank; nothing: the CPU
  int threads() const { return threads_; }
  MPI_Comm comm() const { return comm_; }
  /// The GPUs that the ranks compute on, each counted once; the same on every rank.
  const std::vector<GpuModel>& gpus() const { return gpus_; }

  /// Throws RunError on every rank if the ranks of some GPU together need more memory than it has to spare; the message
  /// names both. `bytesOfThisRank`: bytes. Only where gpu(). Collective.
  void requireGpuMemory(std::int64_t bytesOfThisRank) const;
  /// Whether that would not throw. The same on all ranks. Only where gpu(). Collective.
  bool fitsGpuMemory(std::int64_t bytesOfThisRank) const;

 private:
  std::int64_t sumOnGpu(std::int64_t bytesOfThisRank) const;
  std::string takeGpu();
  void shareGpus();

  MPI_Comm comm_;
  int threads_;
  std::optional<GpuInfo> gpu_;
  std::vector<GpuModel> gpus_;
  std::vector<int> ranksOnGpu_;  ///< ranks that compute on this rank's GPU, itself among them
};

}  // namespace fluxtet
