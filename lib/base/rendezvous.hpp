// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/base/mpi.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace fluxtet {

/// Ranks that do not know of each other meet at a third one: whatever concerns the same global ids goes to the same
/// rank, which compares and answers. So no rank needs the global mesh, however it is distributed.

/// Mixes an id into a hash (the finaliser of SplitMix64; Steele, Lea, Flood 2014).
inline std::uint64_t mixHash(std::uint64_t hash, std::int64_t id) {
  std::uint64_t x = hash ^ (static_cast<std::uint64_t>(id) + 0x9e3779b97f4a7c15ULL + (hash << 6));
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

/// Sends each question to the rank that its hash names and returns the answers in the order of the questions.
/// Collective. `answerAll(received)` gets the questions by rank, received[r] from rank r, and returns the answers in
/// the same shape.
template <class Answer, class Question, class Hash, class AnswerAll>
std::vector<Answer> rendezvous(MPI_Comm comm, std::span<const Question> questions, Hash hash, AnswerAll answerAll) {
  const auto size = static_cast<std::size_t>(mpiSize(comm));
  std::vector<std::vector<Question>> toRank(size);
  for (const Question& question : questions) toRank[hash(question) % size].push_back(question);
  const std::vector<std::vector<Answer>> answers = exchangeAll(comm, answerAll(exchangeAll(comm, toRank)));
  std::vector<std::size_t> next(size, 0);
  std::vector<Answer> result;
  result.reserve(questions.size());
  for (const Question& question : questions) {
    const std::size_t rank = hash(question) % size;
    result.push_back(answers[rank][next[rank]++]);
  }
  return result;
}

/// Place of a question among those that a rank receives: the rank that asks, and the index among its questions.
struct QuestionPlace {
  std::int32_t rank = 0;
  std::int64_t index = 0;
};

/// Places of all questions received, rank by rank. `received`: [rank][question].
template <class Question>
std::vector<QuestionPlace> questionPlaces(const std::vector<std::vector<Question>>& received) {
  std::vector<QuestionPlace> places;
  for (std::size_t r = 0; r < received.size(); ++r)
    for (std::size_t i = 0; i < received[r].size(); ++i)
      places.push_back({static_cast<std::int32_t>(r), static_cast<std::int64_t>(i)});
  return places;
}

}  // namespace fluxtet
