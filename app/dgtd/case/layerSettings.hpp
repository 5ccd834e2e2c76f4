// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

namespace fluxtet::dgtd {

/// `pml:` of a boundary, `layer:` of a wave port; what is absent follows from order, mesh and excitation
/// (setup/layerDesign.hpp).
struct LayerSettings {
  std::optional<int> layers;         ///< sub-layers
  std::optional<double> thickness;   ///< of all sub-layers together, m
  std::optional<double> reflection;  ///< of the continuous layer at normal incidence, dB, negative
  std::optional<double> grading;     ///< power of the depth with which the absorption grows
  std::optional<double> alpha;       ///< frequency below which the layer absorbs less, Hz
  bool operator==(const LayerSettings&) const = default;
};

}  // namespace fluxtet::dgtd
