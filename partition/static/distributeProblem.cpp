// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "partition/static/distributeProblem.hpp"

#include "lib/base/mpi.hpp"
#include "lib/base/mpiTags.hpp"
#include "partition/metisPartition.hpp"
#include "partition/simplexGraph.hpp"
#include "partition/static/distributePart.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <type_traits>
#include <utility>

namespace fluxtet::statics {

namespace {

constexpr int numArrays = 10;

/// The arrays of a part in the order in which they travel.
template <class Visit>
void visitArrays(PartData& part, Visit&& visit) {
  visit(part.problem.vertices);
  visit(part.problem.elementVertex);
  visit(part.problem.elementDof);
  visit(part.problem.elementSign);
  visit(part.problem.coefficientSet);
  visit(part.wholeDof);
  visit(part.shared.dofs);
  visit(part.shared.ranks);
  visit(part.shared.begin);
  visit(part.shared.place);
}

/// Calls transfer(bytes, count) for pieces that MPI's counts can tell.
template <class T, class Transfer>
void inPieces(std::span<T> values, Transfer transfer) {
  constexpr std::size_t piece = std::size_t{1} << 28;
  for (std::size_t begin = 0; begin < values.size(); begin += piece / sizeof(T)) {
    const auto part = std::as_writable_bytes(values.subspan(begin, std::min(piece / sizeof(T), values.size() - begin)));
    mpiCheck(transfer(part.data(), static_cast<int>(part.size())));
  }
}

void sendPart(PartData& part, int rank, MPI_Comm comm) {
  visitArrays(part, [&](auto& values) {
    inPieces(std::span(values), [&](void* bytes, int count) {
      return MPI_Send(bytes, count, MPI_BYTE, rank, mpiTag::femPartArrays, comm);
    });
  });
}

void receivePart(PartData& part, MPI_Comm comm) {
  visitArrays(part, [&](auto& values) {
    inPieces(std::span(values), [&](void* bytes, int count) {
      return MPI_Recv(bytes, count, MPI_BYTE, 0, mpiTag::femPartArrays, comm, MPI_STATUS_IGNORE);
    });
  });
}

std::array<std::int64_t, numArrays> sizesOf(PartData& part) {
  std::array<std::int64_t, numArrays> sizes{};
  int i = 0;
  visitArrays(part, [&](auto& values) { sizes[i++] = static_cast<std::int64_t>(values.size()); });
  return sizes;
}

/// One part goes from rank 0 to `receiver`. Collective, so that a lack of memory on either is known to all.
void movePart(ProblemCutter* cutter, int receiver, PartData& mine, MPI_Comm comm) {
  const int rank = mpiRank(comm);
  PartData cut;
  agreeOnErrors(comm, [&] {
    if (rank == 0) cut = cutter->cut(receiver);
  });
  auto sizes = sizesOf(cut);
  if (rank == 0) mpiCheck(MPI_Send(sizes.data(), numArrays, MPI_INT64_T, receiver, mpiTag::femPartSizes, comm));
  if (rank == receiver)
    mpiCheck(MPI_Recv(sizes.data(), numArrays, MPI_INT64_T, 0, mpiTag::femPartSizes, comm, MPI_STATUS_IGNORE));
  agreeOnErrors(comm, [&] {
    int i = 0;
    if (rank == receiver) visitArrays(mine, [&](auto& values) { values.resize(static_cast<std::size_t>(sizes[i++])); });
  });
  if (rank == 0) sendPart(cut, receiver, comm);
  if (rank == receiver) receivePart(mine, comm);
}

/// What all parts have in common.
void broadcastHeader(const FemProblem& whole, ProblemPart& part) {
  std::array<std::int32_t, 5> header{static_cast<std::int32_t>(whole.form), whole.order, whole.numDofs,
                                     whole.numPrescribed, whole.numCoefficientSets};
  mpiCheck(MPI_Bcast(header.data(), static_cast<int>(header.size()), MPI_INT32_T, 0, part.comm));
  part.problem.form = static_cast<FormKind>(header[0]);
  part.problem.order = header[1];
  part.dofsOfWhole = header[2];
  part.problem.numPrescribed = header[3];
  part.problem.numCoefficientSets = header[4];
}

/// Rank 0's vector on every rank.
template <class T>
std::vector<T> broadcastVector(std::vector<T> values, MPI_Comm comm) {
  static_assert(std::is_trivially_copyable_v<T>);
  auto size = static_cast<std::int64_t>(values.size());
  mpiCheck(MPI_Bcast(&size, 1, MPI_INT64_T, 0, comm));
  values.resize(static_cast<std::size_t>(size));
  inPieces(std::span(values), [&](void* bytes, int count) { return MPI_Bcast(bytes, count, MPI_BYTE, 0, comm); });
  return values;
}

void requireRanks(const FemProblem& whole, std::span<const std::int32_t> ranks, int size) {
  requireRun(static_cast<std::int64_t>(ranks.size()) == whole.numElements(), "{} ranks given for {} elements",
             ranks.size(), whole.numElements());
  for (const std::int32_t r : ranks)
    requireRun(r >= 0 && r < size, "an element is assigned to rank {}, but there are {} ranks", r, size);
}

}  // namespace

std::vector<std::int32_t> partitionProblem(const FemProblem& whole, int ranks, int seed) {
  const int parts = std::min(ranks, std::max(1, whole.numElements()));
  if (parts == 1) return std::vector<std::int32_t>(static_cast<std::size_t>(whole.numElements()), 0);
  return partition::partitionByMetis(
      partition::buildSimplexGraph(whole.elementVertex, dimensionOf(whole.form) + 1, whole.numVertices()), parts, seed);
}

ProblemPart distributeProblem(const FemProblem& whole, std::span<const std::int32_t> ranks, MPI_Comm comm) {
  const int rank = mpiRank(comm), size = mpiSize(comm);
  std::optional<ProblemCutter> cutter;
  agreeOnErrors(comm, [&] {
    if (rank != 0) return;
    requireRanks(whole, ranks, size);
    cutter.emplace(whole, ranks, size);
  });
  PartData mine;
  for (int receiver = 1; receiver < size; ++receiver) movePart(cutter ? &*cutter : nullptr, receiver, mine, comm);
  ProblemPart part;
  part.comm = comm;
  agreeOnErrors(comm, [&] {
    if (rank == 0) mine = cutter->cut(0);
    part.problem = std::move(mine.problem);
    part.problem.numDofs = static_cast<std::int32_t>(mine.wholeDof.size());
    part.wholeDof = std::move(mine.wholeDof);
    part.coupling = std::make_unique<MpiCoupling>(part.problem.numDofs, std::move(mine.shared), comm);
  });
  broadcastHeader(whole, part);
  return part;
}

FemLoads distributeLoads(const FemLoads& whole, const ProblemPart& part) {
  FemLoads loads;
  loads.prescribed = broadcastVector(whole.prescribed, part.comm);
  std::vector<std::int32_t> dofs;
  std::vector<double> values;
  for (const auto& [dof, value] : whole.atDofs) {
    dofs.push_back(dof);
    values.push_back(value);
  }
  dofs = broadcastVector(std::move(dofs), part.comm);
  values = broadcastVector(std::move(values), part.comm);
  const auto counted = part.coupling->counted();
  for (std::size_t i = 0; i < dofs.size(); ++i) {
    const auto found = std::lower_bound(part.wholeDof.begin(), part.wholeDof.end(), dofs[i]);
    if (found == part.wholeDof.end() || *found != dofs[i]) continue;
    const auto local = static_cast<std::int32_t>(found - part.wholeDof.begin());
    if (counted[local] != 0) loads.atDofs.emplace_back(local, values[i]);
  }
  return loads;
}

std::vector<ElementCoefficients> broadcastCoefficients(std::span<const ElementCoefficients> coefficients,
                                                       MPI_Comm comm) {
  return broadcastVector(std::vector<ElementCoefficients>(coefficients.begin(), coefficients.end()), comm);
}

template <class Real>
std::vector<Real> gatherDofs(std::span<const Real> values, const ProblemPart& part) {
  // Only rank 0 is sent anything.
  std::vector<std::vector<std::int32_t>> dofs(static_cast<std::size_t>(mpiSize(part.comm)));
  std::vector<std::vector<Real>> own(dofs.size());
  const auto counted = part.coupling->counted();
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (counted[i] == 0) continue;
    dofs[0].push_back(part.wholeDof[i]);
    own[0].push_back(values[i]);
  }
  dofs = exchangeAll(part.comm, dofs);
  own = exchangeAll(part.comm, own);
  std::vector<Real> whole(mpiRank(part.comm) == 0 ? static_cast<std::size_t>(part.dofsOfWhole) : 0);
  for (std::size_t sender = 0; sender < own.size(); ++sender)
    for (std::size_t i = 0; i < own[sender].size(); ++i) whole[dofs[sender][i]] = own[sender][i];
  return whole;
}

template std::vector<float> gatherDofs(std::span<const float>, const ProblemPart&);
template std::vector<double> gatherDofs(std::span<const double>, const ProblemPart&);

}  // namespace fluxtet::statics
