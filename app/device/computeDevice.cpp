// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/device/computeDevice.hpp"

#include "lib/base/memory.hpp"
#include "lib/base/mpi.hpp"

#include <omp.h>
#include <spdlog/spdlog.h>

namespace fluxtet {
namespace {

/// What the lowest rank with something to say says, on every rank; with its number unless all have something.
/// Collective.
std::string firstOf(const std::string& text, MPI_Comm comm) {
  const int none = mpiSize(comm);
  int rank = text.empty() ? none : mpiRank(comm);
  mpiCheck(MPI_Allreduce(MPI_IN_PLACE, &rank, 1, MPI_INT, MPI_MIN, comm));
  if (rank == none) return "";
  const bool all = sumOverRanks(comm, std::int64_t{text.empty() ? 0 : 1}) == none;
  const std::string first = broadcast(comm, text, rank);
  return all ? first : fmt::format("rank {}: {}", rank, first);
}

}  // namespace

ComputeDevice::ComputeDevice(Backend backend, int threads, MPI_Comm comm) : comm_(comm), threads_(threads) {
  // All parallel loops use teams of one size: the OpenMP runtime would otherwise rebuild its pool between them.
  omp_set_num_threads(threads_);
  if (backend == Backend::cpu) return;
  const std::string why = takeGpu();
  require(backend != Backend::cuda || why.empty(), "--backend cuda: {}", why);
  if (why.empty()) {
    shareGpus();
  } else if (mpiRank(comm_) == 0) {
    spdlog::info("computing on the CPU: {}", why);
  }
}

/// Takes this rank's GPU if every rank gets one; otherwise says why not, the same on every rank.
std::string ComputeDevice::takeGpu() {
  const HostPlace place = hostPlace(comm_);
  const int count = gpuCount();
  if (const std::string why = firstOf(count > 0 ? "" : whyNoGpu(), comm_); !why.empty()) return why;
  std::string fault;
  try {
    const int index = gpuOfRank(place.rankOnHost, count);
    useGpu(index);
    gpu_ = gpuInfo(index);
  } catch (const Error& error) {
    fault = error.what();
  }
  const std::string why = firstOf(fault, comm_);
  if (!why.empty()) gpu_.reset();
  return why;
}

void ComputeDevice::shareGpus() {
  const std::vector<GpuSeat> seats = gpuSeats(*gpu_, comm_);
  const int ranks = mpiSize(comm_);
  const GpuSeat& own = seats[static_cast<std::size_t>(mpiRank(comm_))];
  for (int r = 0; r < ranks; ++r)
    if (seats[static_cast<std::size_t>(r)].sharesGpuWith(own)) ranksOnGpu_.push_back(r);
  gpus_ = gpuModels(seats);
  if (mpiRank(comm_) != 0) return;
  spdlog::info("computing on the GPU: {} for {} rank{}", gpusText(gpus_), ranks, ranks == 1 ? "" : "s");
  if (const GpuCrowd crowd = worstCrowd(seats); crowd.ranks > 0)
    spdlog::warn("{} ranks share {} GPU{} on host {}: that is slower than one rank for each GPU", crowd.ranks,
                 crowd.gpus, crowd.gpus == 1 ? "" : "s", crowd.hostName);
}

std::int64_t ComputeDevice::sumOnGpu(std::int64_t bytesOfThisRank) const {
  const std::vector<std::int64_t> bytes = gatherOverRanks(comm_, bytesOfThisRank);
  std::int64_t sum = 0;
  for (const int rank : ranksOnGpu_) sum += bytes[static_cast<std::size_t>(rank)];
  return sum;
}

bool ComputeDevice::fitsGpuMemory(std::int64_t bytesOfThisRank) const {
  const bool fits = sumOnGpu(bytesOfThisRank) <= gpuFreeBytes();
  return maxOverRanks(comm_, static_cast<std::int64_t>(!fits)) == 0;
}

void ComputeDevice::requireGpuMemory(std::int64_t bytesOfThisRank) const {
  const std::int64_t need = sumOnGpu(bytesOfThisRank);
  agreeOnErrors(comm_, [&] {
    const std::int64_t available = gpuFreeBytes();
    const std::size_t ranks = ranksOnGpu_.size();
    requireRun(need <= available,
               "out of GPU memory: {} for fields and operators, and of GPU {} ({}) {} is free; use more GPUs, single "
               "precision, a lower order or a coarser mesh, or --backend cpu",
               ranks == 1 ? fmt::format("rank {} needs {}", mpiRank(comm_), bytesText(need))
                          : fmt::format("the {} ranks that share a GPU need {}", ranks, bytesText(need)),
               gpu_->index, gpu_->name, bytesText(available));
  });
}

}  // namespace fluxtet
