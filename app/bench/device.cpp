// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/bench/device.hpp"

#include "app/bench/cpuRoofline.hpp"
#include "app/bench/workCounts.hpp"
#include "app/device/hostMemory.hpp"
#include "app/device/threads.hpp"
#include "kernels/device/roofline.hpp"
#include "kernels/dgtd/cudaEngine.hpp"
#include "lib/base/mpi.hpp"

#include <functional>

namespace fluxtet::bench {
namespace {

/// Sum over ranks of a quantity that all ranks measure at the same time. Collective.
double sumOf(const std::function<double()>& measure, MPI_Comm comm) {
  double value = 0;
  agreeOnErrors(comm, [&] { value = measure(); });
  return sumOverRanks(comm, value);
}

}  // namespace

Device::Device(Backend backend, int threads, MPI_Comm comm)
    : comm_(comm), device_(backend, chooseThreads(threads, comm), comm) {}

double Device::measureBandwidth() const {
  if (gpu()) return sumOf(measureCopyBandwidth, comm_);
  return sumOverRanks(comm_, measureTriadBandwidth(threads(), comm_));
}

double Device::measureFmaRate(bool singlePrecision) const {
  if (gpu()) return sumOf([&] { return fluxtet::measureFmaRate(!singlePrecision); }, comm_);
  return sumOverRanks(comm_, singlePrecision ? measureCpuFmaRate<float>(threads(), comm_)
                                             : measureCpuFmaRate<double>(threads(), comm_));
}

void Device::requireMemory(const dgtd::Discretisation& d, std::size_t bytesPerReal, bool withSplit) const {
  const dgtd::EngineSize size{.order = d.basis.order(),
                              .elements = d.mesh.numElements,
                              .haloFaces = d.mesh.halo.numFaces(),
                              .bytesPerReal = bytesPerReal,
                              .fieldsWithJumps = d.problem.numFieldsWithJumps(),
                              .spectra = benchSpectra,
                              .splitKernels = withSplit,
                              .corners = !d.problem.corner.empty()};
  const auto field = static_cast<std::int64_t>(d.valuesPerField() * bytesPerReal);
  // Host memory holds the random values of one field. Split kernels keep a right-hand side, which cudaEngineBytes()
  // includes and cpuEngineBytes() does not.
  if (gpu()) {
    requireHostMemory(field, comm_);
    device_.requireGpuMemory(dgtd::cudaEngineBytes(size));
  } else {
    const std::int64_t rate = withSplit ? field : 0;
    requireHostMemory(dgtd::cpuEngineBytes(size) + rate + field, comm_);
  }
}

}  // namespace fluxtet::bench
