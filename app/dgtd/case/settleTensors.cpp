// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/case/checkKeys.hpp"

#include <fmt/format.h>

#include <array>
#include <optional>

namespace fluxtet::dgtd {

using namespace config;

namespace {

/// The tensors of one material: reports what is wrong with them, and turns them to the axes x, y, z.
class MaterialTensors {
 public:
  MaterialTensors(const Value& value, Material& material, Faults& faults)
      : value_(value), material_(material), path_("materials." + material.name), faults_(faults) {}

  void run() {
    const auto axes = orthonormalAxes();
    settle("epsilon_r", material_.epsilonTensor, material_.epsilonR, axes, true);
    settle("mu_r", material_.muTensor, material_.muR, axes, true);
    settle("sigma", material_.sigmaTensor, material_.sigma, axes, false);
    if (material_.epsilonTensor)
      for (const char* key : {"lossTangent", "coleCole", "table"})
        if (const Value* given = value_.find(key))
          faults_.add(given->mark,
                      fmt::format("{}.{}: it says one permittivity for all directions, and epsilon_r is a tensor: give "
                                  "the losses by sigma, or leave the tensor out",
                                  path_, key));
  }

 private:
  std::optional<std::array<Vec3, 3>> orthonormalAxes() {
    constexpr double parallel = 1e-6;
    if (!material_.axes) return std::nullopt;
    const Value& given = *value_.find("axes");
    const auto& [first, second] = *material_.axes;
    const auto fault = [&](const std::string& what) {
      faults_.add(given.mark, fmt::format("{}.axes: {}", path_, what));
      return std::nullopt;
    };
    if (!material_.epsilonTensor && !material_.muTensor && !material_.sigmaTensor)
      return fault("none of epsilon_r, mu_r and sigma is a tensor: give one as [xx, yy, zz], or remove the axes");
    if (norm(first) == 0 || norm(second) == 0) return fault("a direction has the length 0: give one along each axis");
    const Vec3 u = normalised(first), w = normalised(second) - dot(u, normalised(second)) * u;
    if (norm(w) < parallel) return fault("both directions are the same line: give two that are not");
    const Vec3 v = normalised(w);
    return std::array{u, v, cross(u, v)};
  }

  /// `number` becomes the largest principal value.
  void settle(const char* key, std::optional<SymmetricTensor>& tensor, double& number,
              const std::optional<std::array<Vec3, 3>>& axes, bool positive) {
    if (!tensor) return;
    constexpr double rounding = 1e-12;
    const auto values = principalValues(*tensor);
    if (positive ? !(values[0] > 0) : values[0] < -rounding * values[2]) {
      faults_.add(value_.find(key)->mark,
                  fmt::format("{}.{}: its principal values are {:.6g}, {:.6g} and {:.6g}, and {}: the components are "
                              "xx, yy, zz, xy, xz, yz: correct them",
                              path_, key, values[0], values[1], values[2],
                              positive ? "a medium in which a field has energy needs positive ones"
                                       : "a negative one would give energy to the fields"));
      return;
    }
    if (axes) tensor = withAxes(*tensor, *axes);
    number = values[2];
  }

  const Value& value_;
  Material& material_;
  std::string path_;
  Faults& faults_;
};

}  // namespace

void settleTensors(const Value& root, DgtdCase& theCase, Faults& faults) {
  const Value* materials = root.find("materials");
  for (Material& material : theCase.materials)
    if (material.axes || material.hasTensors())
      MaterialTensors(*materials->find(material.name), material, faults).run();
}

}  // namespace fluxtet::dgtd
