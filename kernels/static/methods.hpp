// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/base/choices.hpp"

#include <span>

namespace fluxtet::statics {

/// Method that forms the operator. The first six assemble a CSR matrix, the others do not.
enum class AssemblyMethod {
  sortReduce,   ///< COO by elements, radix sort, reduction (digest on parallel FEM assembly on CUDA)
  linkedList,   ///< a-COO: a linked list of entries per row (Amorim, Gouveia, Mesquita, Baratta)
  sortNodes,    ///< as sortReduce, but what is sorted are elements' nodes, each with all its entries
  linkNodes,    ///< as linkedList, but what is linked are elements' nodes
  scatter,      ///< slots found once, entries added atomically
  gather,       ///< slots found once, each row collects from its elements; bitwise reproducible
  ebe,          ///< element-replicated vectors (Zhang, Yan, Ren, Wang, Wu, Bai)
  ebeColoured,  ///< EbE-v1: element matrices kept, product colour by colour
  ebeRecompute  ///< EbE-v2: element matrices computed anew in every product
};

/// The methods that assemble a matrix come first.
inline constexpr Choice<AssemblyMethod> assemblyMethods[] = {{"gather", AssemblyMethod::gather},
                                                             {"scatter", AssemblyMethod::scatter},
                                                             {"sortReduce", AssemblyMethod::sortReduce},
                                                             {"linkedList", AssemblyMethod::linkedList},
                                                             {"sortNodes", AssemblyMethod::sortNodes},
                                                             {"linkNodes", AssemblyMethod::linkNodes},
                                                             {"ebe", AssemblyMethod::ebe},
                                                             {"ebeColoured", AssemblyMethod::ebeColoured},
                                                             {"ebeRecompute", AssemblyMethod::ebeRecompute}};
constexpr std::span<const Choice<AssemblyMethod>> choicesOf(AssemblyMethod) {
  return assemblyMethods;
}
constexpr bool assembles(AssemblyMethod method) {
  return method <= AssemblyMethod::gather;
}

/// Order in which `ebe` sums over threads (figures 5 and 6 of its paper, and warp shuffles).
enum class ReductionKind { adjacent, remapped, shuffle };

inline constexpr Choice<ReductionKind> reductionKinds[] = {
    {"adjacent", ReductionKind::adjacent}, {"remapped", ReductionKind::remapped}, {"shuffle", ReductionKind::shuffle}};
constexpr std::span<const Choice<ReductionKind>> choicesOf(ReductionKind) {
  return reductionKinds;
}

}  // namespace fluxtet::statics
