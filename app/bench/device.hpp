// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/device/computeDevice.hpp"
#include "app/dgtd/setup/discretisation.hpp"
#include "app/dgtd/setup/makeEngine.hpp"

#include <mpi.h>

#include <memory>
#include <optional>

namespace fluxtet::bench {

/// The device of this rank, threads or a GPU, chosen as for a run.
class Device {
 public:
  /// `threads`: dgtd.threads of a case. Collective. Throws InputError for the backend cuda without a usable GPU.
  Device(Backend backend, int threads, MPI_Comm comm);

  const std::optional<GpuInfo>& gpu() const { return device_.gpu(); }  ///< none: the CPU
  int threads() const { return device_.threads(); }

  /// Measures the memory bandwidth, sum over all ranks, bytes/s. Collective.
  double measureBandwidth() const;
  /// Measures the rate of fused multiply-adds, sum over all ranks, flop/s. Collective.
  double measureFmaRate(bool singlePrecision) const;

  /// Throws RunError if the free memory of a rank is too small for its part of the measurements. Collective.
  void requireMemory(const dgtd::Discretisation& discretisation, std::size_t bytesPerReal, bool withSplit) const;

  /// Makes the engine of a problem. Collective.
  template <class Real>
  std::unique_ptr<dgtd::FieldEngine<Real>> makeEngine(const dgtd::DgtdProblem& problem) const {
    return dgtd::makeEngine<Real>(device_, problem);
  }

 private:
  MPI_Comm comm_;
  ComputeDevice device_;
};

}  // namespace fluxtet::bench
