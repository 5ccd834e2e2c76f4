// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/cpu/cpuFields.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace fluxtet::dgtd::cpu {

/// Both traces on listed faces.
template <class Real>
class FaceTraces {
 public:
  /// `faces`: 4 * element + local face; interior faces or halo faces. `fields` outlives the object. Throws
  /// std::logic_error at a boundary face or a face of no element.
  FaceTraces(const CpuFields<Real>& fields, std::span<const std::int32_t> faces);

  std::int32_t size() const { return static_cast<std::int32_t>(faces_.size()); }
  std::int64_t bytes() const { return static_cast<std::int64_t>(faces_.size() * sizeof(Face)); }
  /// Writes the parts of both traces of `field` on face k of the list that are tangential to it, [side][node][xyz],
  /// V/m.
  void read(std::int32_t k, Field field, Real* tangential) const;

 private:
  struct Face {
    std::array<std::int32_t, 2> link;  ///< [side] link word of the trace
    std::array<Real, 3> normal;        ///< unit vector
  };
  Face makeFace(std::int32_t face) const;

  const CpuFields<Real>* fields_;
  std::vector<Face> faces_;
};

extern template class FaceTraces<float>;
extern template class FaceTraces<double>;

}  // namespace fluxtet::dgtd::cpu
