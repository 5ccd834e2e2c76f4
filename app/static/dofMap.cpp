// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/static/dofMap.hpp"

#include "app/static/periodicPairs.hpp"
#include "app/static/signedSets.hpp"
#include "lib/base/error.hpp"

#include <algorithm>
#include <map>

namespace fluxtet::statics {
namespace {

constexpr std::int32_t none = -1;

PrescribedValue opposite(const PrescribedValue& value) {
  return {value.boundary, -value.factor};
}

/// Builds a DofMap step by step: which nodes are equal, which of them have a value, and a number for each of the
/// others.
class DofMapBuilder {
 public:
  DofMapBuilder(const StaticModel& model, const std::vector<StaticBoundary>& boundaries)
      : model_(model),
        boundaries_(boundaries),
        sets_(model.nodes.numNodes()),
        valueOf_(static_cast<std::size_t>(model.nodes.numNodes()), none) {
    map_.ofBoundary.assign(boundaries_.size(), none);
    map_.conductor.assign(boundaries_.size(), none);
  }
  DofMap build() {
    joinFloating();
    joinPeriodic();
    if (model_.form == FormKind::axisymmetricA) settleAxis();
    for (std::size_t b = 0; b < boundaries_.size(); ++b)
      if (boundaries_[b].kind == StaticBoundaryKind::potential) prescribe(static_cast<int>(b));
    number();
    settleFloating();
    return std::move(map_);
  }

 private:
  void joinFloating();
  void joinPeriodic();
  void settleAxis();
  void prescribe(int boundary);
  void prescribeNode(int boundary, std::int32_t node);
  bool isOnAxis(std::int32_t node) const;
  double actual(const PrescribedValue& value) const;
  std::int32_t slotOf(const PrescribedValue& value);
  void requireEqual(const PrescribedValue& known, const PrescribedValue& wanted, std::int32_t node) const;
  void joinConductors(int a, int b);
  void number();
  void settleFloating();
  const StaticBoundary& boundary(int b) const { return boundaries_[static_cast<std::size_t>(b)]; }
  std::string at(std::int32_t node) const { return placeText(model_, nodePlace(model_.mesh, model_.nodes, node)); }

  const StaticModel& model_;
  const std::vector<StaticBoundary>& boundaries_;
  SignedSets sets_;
  std::vector<std::int32_t> valueOf_;  ///< [nodes] prescribed value of the set that the node names, or none
  std::map<std::pair<int, double>, std::int32_t> slots_;  ///< of values that many nodes share
  std::vector<std::int32_t> firstNode_;                   ///< [boundaries] of a floating one
  DofMap map_;
};

void DofMapBuilder::joinFloating() {
  firstNode_.assign(boundaries_.size(), none);
  for (std::size_t b = 0; b < boundaries_.size(); ++b) {
    if (boundaries_[b].kind != StaticBoundaryKind::floating) continue;
    const auto nodes = boundaryNodes(model_, boundaries_[b].surface);
    require(!nodes.empty(), "{}: boundaries.{}: no side of an element belongs to it", toString(boundaries_[b].mark),
            boundaries_[b].surface);
    firstNode_[b] = nodes.front();
    for (const std::int32_t node : nodes) sets_.join(nodes.front(), node, false);
  }
}

void DofMapBuilder::joinPeriodic() {
  std::vector<std::int32_t> zero;
  for (const StaticBoundary& b : boundaries_) {
    if (b.kind != StaticBoundaryKind::periodic && b.kind != StaticBoundaryKind::antiperiodic) continue;
    for (const auto& [own, other] : periodicPairs(model_, b))
      if (!sets_.join(own, other, b.kind == StaticBoundaryKind::antiperiodic)) zero.push_back(own);
  }
  // What equals minus itself is zero.
  for (const std::int32_t node : zero)
    valueOf_[static_cast<std::size_t>(sets_.find(node).lowest)] = slotOf(PrescribedValue{});
}

/// A_phi is 0 there.
void DofMapBuilder::settleAxis() {
  for (std::int32_t node = 0; node < model_.nodes.numNodes(); ++node)
    if (isOnAxis(node)) valueOf_[static_cast<std::size_t>(sets_.find(node).lowest)] = slotOf(PrescribedValue{});
}

bool DofMapBuilder::isOnAxis(std::int32_t node) const {
  return model_.form == FormKind::axisymmetricA && nodePlace(model_.mesh, model_.nodes, node)[0] == 0;
}

double DofMapBuilder::actual(const PrescribedValue& value) const {
  return value.boundary < 0 ? 0 : value.factor * boundary(value.boundary).value;
}

std::int32_t DofMapBuilder::slotOf(const PrescribedValue& value) {
  const auto [found, isNew] =
      slots_.try_emplace({value.boundary, value.factor}, static_cast<std::int32_t>(map_.prescribed.size()));
  if (isNew) map_.prescribed.push_back(value);
  return found->second;
}

void DofMapBuilder::requireEqual(const PrescribedValue& known, const PrescribedValue& wanted, std::int32_t node) const {
  const double a = actual(known), b = actual(wanted);
  constexpr double roundings = 1e-12;
  if (std::abs(a - b) <= roundings * std::max(std::abs(a), std::abs(b))) return;
  const StaticBoundary& own = boundary(wanted.boundary);
  const std::string other = known.boundary < 0 || known.boundary == wanted.boundary
                                ? std::string("antiperiodic boundaries")
                                : fmt::format("'{}' ({} {})", boundary(known.boundary).surface,
                                              boundary(known.boundary).value, potentialUnit(model_.problem()));
  throw InputError(
      fmt::format("{}: boundaries.{}: {} {} contradicts {} at their common node {}: give both the same potential, or "
                  "keep them apart in the geometry",
                  toString(own.mark), own.surface, own.value, potentialUnit(model_.problem()), other, at(node)));
}

void DofMapBuilder::joinConductors(int a, int b) {
  const int from = std::max(map_.conductor[static_cast<std::size_t>(a)], map_.conductor[static_cast<std::size_t>(b)]);
  const int to = std::min(map_.conductor[static_cast<std::size_t>(a)], map_.conductor[static_cast<std::size_t>(b)]);
  std::replace(map_.conductor.begin(), map_.conductor.end(), from, to);
}

void DofMapBuilder::prescribeNode(int b, std::int32_t node) {
  const SignedSets::Name name = sets_.find(node);
  require(!isOnAxis(node) || boundary(b).value == 0,
          "{}: boundaries.{}: A = {} Wb/m at {}, but A is 0 on the axis: keep this boundary away from it",
          toString(boundary(b).mark), boundary(b).surface, boundary(b).value, at(node));
  const PrescribedValue value{b, name.minus ? -1.0 : 1.0};
  std::int32_t& slot = valueOf_[static_cast<std::size_t>(name.lowest)];
  if (slot == none) {
    slot = slotOf(value);
    return;
  }
  const PrescribedValue known = map_.prescribed[static_cast<std::size_t>(slot)];
  requireEqual(known, value, node);
  if (known.boundary >= 0) joinConductors(known.boundary, b);
}

void DofMapBuilder::prescribe(int b) {
  map_.conductor[static_cast<std::size_t>(b)] = b;
  for (const std::int32_t node : boundaryNodes(model_, boundary(b).surface)) prescribeNode(b, node);
}

/// Sets are named by their lowest node, which is met first.
void DofMapBuilder::number() {
  const std::int32_t nodes = model_.nodes.numNodes();
  map_.ofNode.resize(static_cast<std::size_t>(nodes));
  std::vector<std::uint8_t> minus(static_cast<std::size_t>(nodes), 0);
  bool anyMinus = false;
  for (std::int32_t node = 0; node < nodes; ++node) {
    const SignedSets::Name name = sets_.find(node);
    const std::int32_t slot = valueOf_[static_cast<std::size_t>(name.lowest)];
    const auto k = static_cast<std::size_t>(node);
    if (slot != none) {
      map_.ofNode[k] = -1 - (name.minus ? slotOf(opposite(map_.prescribed[static_cast<std::size_t>(slot)])) : slot);
      continue;
    }
    map_.ofNode[k] = name.lowest == node ? map_.numDofs++ : map_.ofNode[static_cast<std::size_t>(name.lowest)];
    minus[k] = name.minus ? 1 : 0;
    anyMinus = anyMinus || name.minus;
  }
  if (anyMinus) map_.minus = std::move(minus);
  require(map_.numDofs > 0, "every node has a prescribed potential: nothing is left to compute; refine the mesh");
}

void DofMapBuilder::settleFloating() {
  std::map<std::int32_t, std::string> owner;
  for (std::size_t b = 0; b < boundaries_.size(); ++b) {
    if (firstNode_[b] == none) continue;
    const std::string& name = boundaries_[b].surface;
    const std::int32_t dof = map_.ofNode[static_cast<std::size_t>(firstNode_[b])];
    require(dof >= 0,
            "{}: boundaries.{}: the floating conductor touches a boundary with a potential: keep them apart in the "
            "geometry, or give it that potential",
            toString(boundaries_[b].mark), name);
    const auto [other, isNew] = owner.try_emplace(dof, name);
    require(isNew, "{}: boundaries.{}: the floating conductor touches '{}': make one physical group of both",
            toString(boundaries_[b].mark), name, other->second);
    map_.ofBoundary[b] = dof;
    map_.conductor[b] = static_cast<int>(b);
  }
}

}  // namespace

DofMap makeDofMap(const StaticModel& model, const std::vector<StaticBoundary>& boundaries) {
  return DofMapBuilder(model, boundaries).build();
}

std::vector<double> prescribedValues(const DofMap& dofs, std::span<const double> potential) {
  std::vector<double> values;
  values.reserve(dofs.prescribed.size());
  for (const PrescribedValue& p : dofs.prescribed)
    values.push_back(p.boundary < 0 ? 0 : p.factor * potential[static_cast<std::size_t>(p.boundary)]);
  return values;
}

std::vector<double> nodeValues(const DofMap& dofs, std::span<const double> solution,
                               std::span<const double> prescribed) {
  std::vector<double> values(dofs.ofNode.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::int32_t dof = dofs.ofNode[i];
    const double value =
        dof >= 0 ? solution[static_cast<std::size_t>(dof)] : prescribed[static_cast<std::size_t>(-1 - dof)];
    values[i] = !dofs.minus.empty() && dofs.minus[i] != 0 ? -value : value;
  }
  return values;
}

}  // namespace fluxtet::statics
