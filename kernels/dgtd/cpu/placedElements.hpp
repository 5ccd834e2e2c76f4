// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/cpu/cpuFields.hpp"
#include "kernels/dgtd/places.hpp"

#include <cstdint>
#include <span>

namespace fluxtet::dgtd::cpu {

/// Listed elements in an array [place][node][xyz][lane] that has values for some blocks only, those that `places`
/// numbers. The constructor's arguments outlive it.
template <class Real>
class PlacedElements {
 public:
  PlacedElements(const CpuFields<Real>& fields, const Places& places, std::span<const std::int32_t> elements)
      : fields_(fields), places_(places), elements_(elements) {}

  /// Copies nodal values [listed element][node][xyz] to the array, and back.
  void copyIn(std::span<const Real> values, Real* array) const {
    forEachValue([&](std::size_t value, std::int64_t at) { array[at] = values[value]; });
  }
  void copyOut(const Real* array, std::span<Real> values) const {
    forEachValue([&](std::size_t value, std::int64_t at) { values[value] = array[at]; });
  }

 private:
  template <class Visit>
  void forEachValue(const Visit& visit) const {
    std::size_t value = 0;
    for (const std::int32_t element : elements_) {
      const std::int32_t slot = fields_.mesh().slots.ofElement(element);
      const std::int64_t place = places_.of[static_cast<std::size_t>(slot / fields_.lanes())];
      std::int64_t at = place * fields_.blockSize() + slot % fields_.lanes();
      for (int v = 0; v < fields_.valuesPerElement(); ++v, at += fields_.lanes()) visit(value++, at);
    }
  }

  const CpuFields<Real>& fields_;
  const Places& places_;
  std::span<const std::int32_t> elements_;
};

}  // namespace fluxtet::dgtd::cpu
