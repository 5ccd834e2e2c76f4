// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/sizeField.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <utility>

namespace fluxtet {
namespace {

constexpr double unlimited = 1e22;  ///< what Gmsh takes for no limit

}  // namespace

double LocalSizes::at(const Vec3& x) const {
  double least = std::numeric_limits<double>::infinity(), size = sizes.front();
  if (points.size() == 1) return size;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Vec3 apart = points[i] - x;
    const double square = dot(apart, apart);
    if (square >= least) continue;
    least = square;
    size = sizes[i];
  }
  return size;
}

void SizeField::limit(const Entity& entity, double size) {
  const auto [known, fresh] = uniform_.emplace(entity, size);
  if (!fresh) known->second = std::min(known->second, size);
}

void SizeField::limit(const Entity& entity, std::shared_ptr<const LocalSizes> sizes) {
  local_[entity].push_back(std::move(sizes));
}

void SizeField::limitAround(GradedSizes sizes, std::set<Entity> exempt) {
  graded_.push_back({std::move(sizes), std::move(exempt)});
}

std::optional<double> SizeField::ofEntity(const Entity& entity) const {
  const auto found = uniform_.find(entity);
  return found == uniform_.end() ? std::nullopt : std::optional(found->second);
}

double SizeField::at(const Entity& entity, const Vec3& x) const {
  double size = unlimited;
  if (const auto found = uniform_.find(entity); found != uniform_.end()) size = found->second;
  if (const auto found = local_.find(entity); found != local_.end())
    for (const auto& sizes : found->second) size = std::min(size, sizes->at(x));
  for (const Around& around : graded_)
    if (!around.exempt.contains(entity)) size = std::min(size, around.sizes.at(x));
  return size;
}

}  // namespace fluxtet
