// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/base/vec3.hpp"
#include "lib/mesh/gradedSizes.hpp"

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace fluxtet {

/// Sizes at points of an entity.
struct LocalSizes {
  std::vector<Vec3> points;   ///< [n], n >= 1; in the model's unit
  std::vector<double> sizes;  ///< [n] in the model's unit
  /// That of the nearest point.
  double at(const Vec3& x) const;
};

/// Largest sizes of elements in a model of Gmsh, in the model's unit, by entity: what limits one limits the elements in
/// it, and the smallest of several limits holds.
class SizeField {
 public:
  using Entity = std::pair<int, int>;  ///< dimension and tag

  void limit(const Entity& entity, double size);
  void limit(const Entity& entity, std::shared_ptr<const LocalSizes> sizes);
  /// Limits what lies in any entity but those of `exempt`; beside what others limit.
  void limitAround(GradedSizes sizes, std::set<Entity> exempt);
  bool isEmpty() const { return uniform_.empty() && local_.empty() && graded_.empty(); }
  /// What limits the whole of an entity alike, if anything does.
  std::optional<double> ofEntity(const Entity& entity) const;
  /// The limit at `x` in an entity; where there is none, what Gmsh takes for none.
  double at(const Entity& entity, const Vec3& x) const;

 private:
  std::map<Entity, double> uniform_;
  std::map<Entity, std::vector<std::shared_ptr<const LocalSizes>>> local_;
  struct Around {
    GradedSizes sizes;
    std::set<Entity> exempt;
  };
  std::vector<Around> graded_;
};

}  // namespace fluxtet
