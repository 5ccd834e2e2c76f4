// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/base/choices.hpp"

#include <span>

namespace fluxtet::partition {

/// Method that cuts a mesh: METIS cuts its dual graph, box cuts space.
enum class PartitionMethod { automatic, metis, box };
inline constexpr Choice<PartitionMethod> partitionMethods[] = {
    {"auto", PartitionMethod::automatic}, {"metis", PartitionMethod::metis}, {"box", PartitionMethod::box}};
constexpr std::span<const Choice<PartitionMethod>> choicesOf(PartitionMethod) {
  return partitionMethods;
}

/// Quantity that METIS balances: elements (none), or the work of the CPU engine on them (cpu); automatic: the work
/// where the fields are on the CPU.
enum class PartitionWeights { automatic, cpu, none };
inline constexpr Choice<PartitionWeights> partitionWeights[] = {
    {"auto", PartitionWeights::automatic}, {"cpu", PartitionWeights::cpu}, {"none", PartitionWeights::none}};
constexpr std::span<const Choice<PartitionWeights>> choicesOf(PartitionWeights) {
  return partitionWeights;
}

struct PartitionSettings {
  PartitionMethod method = PartitionMethod::automatic;  ///< automatic: box for a box mesh, METIS otherwise
  int seed = 1;
  PartitionWeights weights = PartitionWeights::automatic;
};

}  // namespace fluxtet::partition
