// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/info.hpp"

#include "kernels/device/gpu.hpp"
#include "lib/base/memory.hpp"
#include "lib/base/mpi.hpp"
#include "lib/base/print.hpp"
#include "lib/base/version.hpp"
#include "lib/mesh/gmshReader.hpp"

#include <HYPRE_config.h>
#include <hdf5.h>
#include <metis.h>
#include <omp.h>
#include <spdlog/version.h>
#include <Eigen/Core>

#include <thread>

namespace fluxtet::cli {
namespace {

std::string mpiVersion() {
  char text[MPI_MAX_LIBRARY_VERSION_STRING];
  int length = 0;
  MPI_Get_library_version(text, &length);
  const std::string whole(text, static_cast<std::size_t>(length));
  return whole.substr(0, whole.find(','));
}

std::string hdf5Version() {
  unsigned major = 0, minor = 0, release = 0;
  H5get_libversion(&major, &minor, &release);
  return fmt::format("{}.{}.{} (parallel)", major, minor, release);
}

std::string vectorUnits() {
  std::string units;
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) units += " AVX2";
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq")) units += " AVX-512";
  return units.empty() ? " SSE2" : units;
}

/// A GPU's facts on one line, or why it does not work.
std::string gpuLine(int index) {
  try {
    const GpuInfo gpu = gpuInfo(index);
    return fmt::format("GPU {}: {}, {} ({} free), compute capability {}.{}", index, gpu.name, bytesText(gpu.totalBytes),
                       bytesText(gpu.freeBytes), gpu.major, gpu.minor);
  } catch (const Error& error) {
    return fmt::format("GPU {}: {}", index, error.what());
  }
}

void printGpus() {
  const int count = gpuCount();
  if (count == 0) print("           {}\n", whyNoGpu());
  for (int index = 0; index < count; ++index) print("           {}\n", gpuLine(index));
}

}  // namespace

int runInfo(MPI_Comm comm) {
  if (mpiRank(comm) != 0) return 0;
  print("fluxtet {} (commit {})\n", version(), commit());
  print("build      {}\n", buildOptions());
  print("MPI        {}\n", mpiVersion());
  print("HDF5       {}\n", hdf5Version());
  print("METIS      {}.{}.{} ({}-bit indices)\n", METIS_VER_MAJOR, METIS_VER_MINOR, METIS_VER_SUBMINOR, IDXTYPEWIDTH);
  print("hypre      {}\n", HYPRE_RELEASE_VERSION);
  print("Gmsh       {}\n", gmshVersion());
  print("Eigen      {}.{}.{}\n", EIGEN_WORLD_VERSION, EIGEN_MAJOR_VERSION, EIGEN_MINOR_VERSION);
  print("spdlog     {}.{}.{}\n", SPDLOG_VER_MAJOR, SPDLOG_VER_MINOR, SPDLOG_VER_PATCH);
  print("backends   cpu{}\n", builtWithCuda() ? ", cuda" : "");
  print("ranks      {} (OpenMP up to {} threads each)\n", mpiSize(comm), omp_get_max_threads());
  print("devices    CPU with {} hardware threads,{}\n", std::thread::hardware_concurrency(), vectorUnits());
  printGpus();
  return 0;
}

}  // namespace fluxtet::cli
