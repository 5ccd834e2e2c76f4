// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/device/gpuSeats.hpp"

#include "lib/base/mpi.hpp"

#include <algorithm>
#include <array>
#include <map>

namespace fluxtet {
namespace {

/// The lowest rank on this rank's host.
int hostOf(MPI_Comm comm) {
  MPI_Comm host = MPI_COMM_NULL;
  mpiCheck(MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &host));
  int lowest = mpiRank(comm);
  mpiCheck(MPI_Bcast(&lowest, 1, MPI_INT, 0, host));
  mpiCheck(MPI_Comm_free(&host));
  return lowest;
}

std::string processorName() {
  std::array<char, MPI_MAX_PROCESSOR_NAME + 1> name{};
  int length = 0;
  mpiCheck(MPI_Get_processor_name(name.data(), &length));
  return {name.data(), static_cast<std::size_t>(length)};
}

/// A text of every rank, by rank.
std::vector<std::string> gatherText(const std::string& own, MPI_Comm comm) {
  const std::vector<std::vector<char>> toRank(static_cast<std::size_t>(mpiSize(comm)), {own.begin(), own.end()});
  std::vector<std::string> texts;
  for (const auto& text : exchangeAll(comm, toRank)) texts.emplace_back(text.begin(), text.end());
  return texts;
}

}  // namespace

std::vector<GpuSeat> gpuSeats(const GpuInfo& own, MPI_Comm comm) {
  const auto hosts = gatherOverRanks(comm, hostOf(comm));
  const auto hostNames = gatherText(processorName(), comm);
  const auto busIds = gatherText(own.busId, comm), models = gatherText(own.name, comm);
  std::vector<GpuSeat> seats;
  for (std::size_t r = 0; r < hosts.size(); ++r)
    seats.push_back({static_cast<int>(hosts[r]), hostNames[r], busIds[r], models[r]});
  return seats;
}

std::vector<GpuModel> gpuModels(const std::vector<GpuSeat>& seats) {
  std::vector<GpuModel> models;
  for (auto seat = seats.begin(); seat != seats.end(); ++seat) {
    if (std::any_of(seats.begin(), seat, [&](const GpuSeat& other) { return other.sharesGpuWith(*seat); })) continue;
    auto model = std::find_if(models.begin(), models.end(), [&](const GpuModel& m) { return m.name == seat->model; });
    if (model == models.end()) model = models.insert(models.end(), {seat->model, 0});
    ++model->count;
  }
  std::stable_sort(models.begin(), models.end(),
                   [](const GpuModel& a, const GpuModel& b) { return a.count > b.count; });
  return models;
}

std::string gpusText(const std::vector<GpuModel>& gpus) {
  std::string text;
  for (const GpuModel& model : gpus) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", model.count, model.name);
  return text;
}

GpuCrowd worstCrowd(const std::vector<GpuSeat>& seats) {
  std::map<int, std::map<std::string, int>> ranksOf;  // by host, then by GPU
  for (const GpuSeat& seat : seats) ++ranksOf[seat.host][seat.busId];
  GpuCrowd worst;
  int most = 1;
  for (const auto& [host, gpus] : ranksOf) {
    int ranks = 0, atOne = 0;
    for (const auto& [busId, count] : gpus) {
      ranks += count;
      atOne = std::max(atOne, count);
    }
    if (atOne <= most) continue;
    most = atOne;
    worst = {seats[static_cast<std::size_t>(host)].hostName, ranks, static_cast<int>(gpus.size())};
  }
  return worst;
}

}  // namespace fluxtet
