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

/// What this rank measures on: its threads, or its GPU, chosen as a run chooses.
class Device {
 public:
  /// `threads` is dgtd.threads of a case. Collective. Throws InputError for `cuda` without a usable GPU.
  Device(Backend backend, int threads, MPI_Comm comm);

  const std::optional<GpuInfo>& gpu() const { return device_.gpu(); }  ///< nothing: the CPU
  int threads() const { return device_.threads(); }

  /// Bytes/s between memory and processor, all ranks together, measured now. Collective.
  double measureBandwidth() const;
  /// Flop/s of fused multiply-adds, all ranks together, measured now. Collective.
  double measureFmaRate(bool singlePrecision) const;

  /// Throws RunError if the measurements of a rank's share do not fit the memory that is free. Collective.
  void requireMemory(const dgtd::Discretisation& discretisation, std::size_t bytesPerReal, bool withSplit) const;

  /// Collective.
  template <class Real>
  std::unique_ptr<dgtd::FieldEngine<Real>> makeEngine(const dgtd::DgtdProblem& problem) const {
    return dgtd::makeEngine<Real>(device_, problem);
  }

 private:
  MPI_Comm comm_;
  ComputeDevice device_;
};

}  // namespace fluxtet::bench
