// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/dgtd/cpu/instructionSet.hpp"

#include "lib/base/error.hpp"

#include <algorithm>
#include <cstdlib>
#include <type_traits>

namespace fluxtet::dgtd::cpu {

namespace {

template <class Real>
KernelTable<Real> kernelsFor(const std::string& name) {
  constexpr bool single = std::is_same_v<Real, float>;
#ifdef FLUXTET_X86_KERNELS
  if (name == "avx512") {
    if constexpr (single)
      return avx512KernelsFloat();
    else
      return avx512KernelsDouble();
  }
  if (name == "avx2") {
    if constexpr (single)
      return avx2KernelsFloat();
    else
      return avx2KernelsDouble();
  }
#endif
  if constexpr (single)
    return baselineKernelsFloat();
  else
    return baselineKernelsDouble();
}

}  // namespace

std::vector<std::string> availableInstructionSets() {
  std::vector<std::string> names;
#ifdef FLUXTET_X86_KERNELS
  __builtin_cpu_init();
  const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  const bool avx512 = avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
                      __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw");
  if (avx512) names.push_back("avx512");
  if (avx2) names.push_back("avx2");
#endif
  names.push_back("baseline");
  return names;
}

template <class Real>
KernelTable<Real> chooseKernels() {
  const std::vector<std::string> available = availableInstructionSets();
  const char* wanted = std::getenv("FLUXTET_ISA");
  if (!wanted || !*wanted) return kernelsFor<Real>(available.front());
  std::string list;
  for (const std::string& name : available) list.append(1, ' ').append(name);
  require(std::find(available.begin(), available.end(), wanted) != available.end(),
          "FLUXTET_ISA is '{}', which this processor or build does not offer: use one of{}, or unset it", wanted, list);
  return kernelsFor<Real>(wanted);
}

template KernelTable<float> chooseKernels<float>();
template KernelTable<double> chooseKernels<double>();

}  // namespace fluxtet::dgtd::cpu
