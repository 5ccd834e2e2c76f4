// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <thread>

namespace fluxtet::test {

template <class Function>
void onEachRank(const ThreadRanks& ranks, const Function& function) {
  std::vector<std::exception_ptr> errors(static_cast<std::size_t>(ranks.size()));
  {
    std::vector<std::jthread> threads;
    for (int rank = 0; rank < ranks.size(); ++rank)
      threads.emplace_back([&, rank] {
        try {
          function(rank);
        } catch (...) {
          errors[static_cast<std::size_t>(rank)] = std::current_exception();
        }
      });
  }
  for (const auto& error : errors)
    if (error) std::rethrow_exception(error);
}

}  // namespace fluxtet::test
