// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "partition/faceMatch.hpp"

#include "lib/base/mpi.hpp"
#include "lib/base/rendezvous.hpp"
#include "lib/mesh/visitFaces.hpp"

#include <algorithm>
#include <limits>

namespace fluxtet::partition {

namespace {

/// What a rank says of a face that another rank may have as well.
struct FaceQuestion {
  std::array<std::int64_t, 3> key;
  std::int64_t element;  ///< global id
  std::int32_t group;
  std::int32_t sides;  ///< how many of this rank's elements have it: 1, or 2 for a face that is matched already
};

/// What the meeting rank found out.
struct FaceAnswer {
  std::int32_t sides = 0;  ///< elements that have the face, over all ranks
  std::int32_t otherRank = FaceMatch::noRank;
  std::int32_t otherGroup = -1;
  std::int64_t otherElement = -1;  ///< global id
};

std::string groupName(const MeshPart& part, std::int32_t group) {
  return group < 0 ? std::string("no surface") : fmt::format("surface `{}`", part.groups.surfaces.at(group));
}

[[noreturn]] void throwOverfull(const MeshPart& part, std::int32_t side, std::int64_t otherElement) {
  throw InputError(
      fmt::format("{} is shared by three or more elements (element {} is one more): elements overlap or stand "
                  "twice in the mesh; re-mesh the geometry",
                  describeFace(part, side), otherElement));
}

// The texts are made where the fault is certain: describing every face would take longer than matching it.
void requireSameGroup(const MeshPart& part, std::int32_t side, std::int64_t otherElement, std::int32_t otherGroup) {
  if (part.faceGroup[side] == otherGroup) return;
  throw InputError(
      fmt::format("{} lies on {} as seen from element {} across: both sides of a face must carry the same surface "
                  "group",
                  describeFace(part, side), groupName(part, otherGroup), otherElement));
}

void checkSizes(const MeshPart& part) {
  constexpr std::size_t most = std::numeric_limits<std::int32_t>::max() / 4;
  require(part.region.size() <= most,
          "one rank has {} elements, more than its 32-bit face numbers can name ({}): use more ranks",
          part.region.size(), most);
  for (const std::int32_t group : part.faceGroup)
    requireRun(group < static_cast<std::int32_t>(part.groups.surfaces.size()),
               "a face refers to surface group {}, but there are {} groups", group, part.groups.surfaces.size());
}

/// elementVertex as places in vertexId.
std::vector<std::int64_t> localVertices(const MeshPart& part) {
  std::vector<std::int64_t> local(part.elementVertex.size());
  std::int64_t missing = -1;
#pragma omp parallel for schedule(static) reduction(max : missing)
  for (std::size_t i = 0; i < local.size(); ++i) {
    const std::int64_t id = part.elementVertex[i];
    const auto at = std::lower_bound(part.vertexId.begin(), part.vertexId.end(), id);
    if (at == part.vertexId.end() || *at != id) missing = std::max(missing, id);
    local[i] = at - part.vertexId.begin();
  }
  requireRun(missing < 0, "vertex {} of an element is missing in its part of the mesh", missing);
  return local;
}

/// Pairs the faces that have both elements on this rank.
FaceMatch matchLocally(const MeshPart& part, int rank) {
  FaceMatch match;
  match.vertex = localVertices(part);
  match.rank.assign(match.vertex.size(), FaceMatch::noRank);
  match.side.assign(match.vertex.size(), -1);
  visitFaces(match.vertex, static_cast<std::int64_t>(part.vertexId.size()), [&](std::span<const FaceSide> sides) {
    if (sides.size() == 1) return;
    const auto a = static_cast<std::int32_t>(sides[0].side), b = static_cast<std::int32_t>(sides[1].side);
    if (sides.size() > 2) throwOverfull(part, a, part.elementId[sides[2].side / 4]);
    requireSameGroup(part, a, part.elementId[b / 4], part.faceGroup[b]);
    match.rank[a] = match.rank[b] = rank;
    match.side[a] = b;
    match.side[b] = a;
  });
  return match;
}

/// For each of this rank's vertices: do elements of another rank use it? Collective.
std::vector<std::uint8_t> sharedVertices(const MeshPart& part, MPI_Comm comm) {
  const auto hash = [](std::int64_t id) { return mixHash(0, id); };
  const auto answerAll = [](const std::vector<std::vector<std::int64_t>>& received) {
    std::vector<QuestionPlace> places = questionPlaces(received);
    const auto id = [&](const QuestionPlace& p) { return received[p.rank][p.index]; };
    std::sort(places.begin(), places.end(), [&](const auto& a, const auto& b) { return id(a) < id(b); });
    std::vector<std::vector<std::uint8_t>> shared(received.size());
    for (std::size_t r = 0; r < received.size(); ++r) shared[r].assign(received[r].size(), 0);
    for (std::size_t i = 1; i < places.size(); ++i) {
      if (id(places[i - 1]) != id(places[i])) continue;
      shared[places[i - 1].rank][places[i - 1].index] = 1;
      shared[places[i].rank][places[i].index] = 1;
    }
    return shared;
  };
  return rendezvous<std::uint8_t>(comm, std::span<const std::int64_t>(part.vertexId), hash, answerAll);
}

/// Sides that other ranks may have as well: all three vertices are shared. Of a pair matched here only the first side
/// asks (a third element on another rank would be a fault).
std::vector<std::int32_t> sidesToAsk(const FaceMatch& match, std::span<const std::uint8_t> shared) {
  std::vector<std::int32_t> sides;
  for (std::int32_t side = 0; side < static_cast<std::int32_t>(match.side.size()); ++side) {
    if (match.side[side] >= 0 && match.side[side] < side) continue;
    const auto v = faceVertices(&match.vertex[side / 4 * 4], side % 4);
    if (shared[v[0]] && shared[v[1]] && shared[v[2]]) sides.push_back(side);
  }
  return sides;
}

/// Answers the questions about one face, `group`, which stand next to each other in the sorted places.
void answerFace(const std::vector<std::vector<FaceQuestion>>& received, std::span<const QuestionPlace> group,
                std::vector<std::vector<FaceAnswer>>& answers) {
  std::int32_t sides = 0;
  for (const QuestionPlace& p : group) sides += received[p.rank][p.index].sides;
  for (std::size_t i = 0; i < group.size(); ++i) {
    FaceAnswer& answer = answers[group[i].rank][group[i].index];
    answer.sides = sides;
    if (group.size() == 1) continue;
    const QuestionPlace& other = group[i == 0 ? 1 : 0];
    const FaceQuestion& question = received[other.rank][other.index];
    answer.otherRank = other.rank;
    answer.otherGroup = question.group;
    answer.otherElement = question.element;
  }
}

std::vector<std::vector<FaceAnswer>> answerFaces(const std::vector<std::vector<FaceQuestion>>& received) {
  std::vector<QuestionPlace> places = questionPlaces(received);
  const auto key = [&](const QuestionPlace& p) -> const auto& {
    return received[p.rank][p.index].key;
  };
  std::sort(places.begin(), places.end(),
            [&](const auto& a, const auto& b) { return key(a) != key(b) ? key(a) < key(b) : a.rank < b.rank; });
  std::vector<std::vector<FaceAnswer>> answers(received.size());
  for (std::size_t r = 0; r < received.size(); ++r) answers[r].resize(received[r].size());
  for (std::size_t i = 0, j = 0; i < places.size(); i = j) {
    for (j = i + 1; j < places.size() && key(places[j]) == key(places[i]);) ++j;
    answerFace(received, std::span(places).subspan(i, j - i), answers);
  }
  return answers;
}

std::vector<FaceAnswer> askOtherRanks(const MeshPart& part, const FaceMatch& match, std::span<const std::int32_t> sides,
                                      MPI_Comm comm) {
  std::vector<FaceQuestion> questions;
  questions.reserve(sides.size());
  for (const std::int32_t side : sides)
    questions.push_back(
        {faceKey(part, side), part.elementId[side / 4], part.faceGroup[side], match.side[side] < 0 ? 1 : 2});
  const auto hash = [](const FaceQuestion& q) { return mixHash(mixHash(mixHash(0, q.key[0]), q.key[1]), q.key[2]); };
  return rendezvous<FaceAnswer>(comm, std::span<const FaceQuestion>(questions), hash, answerFaces);
}

}  // namespace

std::array<std::int64_t, 3> faceKey(const MeshPart& part, std::int32_t side) {
  return faceVertices(&part.elementVertex[side / 4 * 4], side % 4);
}

std::string describeFace(const MeshPart& part, std::int32_t side) {
  std::string text = fmt::format("face {} of element {}", side % 4, part.elementId[side / 4]);
  if (part.faceGroup[side] >= 0) text.append(" on ").append(groupName(part, part.faceGroup[side]));
  text += ", with vertices ";
  for (const std::int64_t id : faceKey(part, side)) {
    const Vec3 x = part.positionOf(id);
    text += fmt::format("({:.6g}, {:.6g}, {:.6g}), ", x[0], x[1], x[2]);
  }
  text.resize(text.size() - 2);
  return text.append(" m,");
}

FaceMatch matchFaces(const MeshPart& part, MPI_Comm comm) {
  FaceMatch match;
  agreeOnErrors(comm, [&] {
    checkSizes(part);
    match = matchLocally(part, mpiRank(comm));
  });
  if (mpiSize(comm) == 1) return match;

  const std::vector<std::int32_t> sides = sidesToAsk(match, sharedVertices(part, comm));
  const std::vector<FaceAnswer> answers = askOtherRanks(part, match, sides, comm);
  agreeOnErrors(comm, [&] {
    for (std::size_t i = 0; i < sides.size(); ++i) {
      const FaceAnswer& answer = answers[i];
      if (answer.sides > 2) throwOverfull(part, sides[i], answer.otherElement);
      if (answer.otherRank == FaceMatch::noRank) continue;
      requireSameGroup(part, sides[i], answer.otherElement, answer.otherGroup);
      match.rank[sides[i]] = answer.otherRank;
    }
  });
  return match;
}

}  // namespace fluxtet::partition
