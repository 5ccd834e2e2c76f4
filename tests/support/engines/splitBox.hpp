// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/engines/engineCase.hpp"

namespace fluxtet::test {

/// A box in two pieces that exchange their traces, and the same box in one piece.
template <class Real>
class SplitBox {
 public:
  SplitBox(const EngineKind& kind, const ProblemOptions& options) : box_(raggedBox()) {
    std::vector<int> part(box_.element.size(), 0);
    // A row of the box is five cells of six elements.
    for (int e = 0; e < box_.numElements(); ++e) part[static_cast<std::size_t>(e)] = e % 30 < 13 ? 1 : 0;
    pieces_ = makePieces(box_, part, options);
    each_ = 3 * static_cast<std::size_t>(nodesPerElement(options.order));
    whole_ = makePiece(box_, options);
    wholeEngine_ = kind.make<Real>(whole_.problem);
    for (Piece& piece : pieces_) engines_.push_back(kind.make<Real>(piece.problem));
    for (dgtd::Field field : {dgtd::Field::E, dgtd::Field::H}) uploadRandom(field, 3 + static_cast<unsigned>(field));
  }

  /// Sets `field` to random values, the same on the pieces and on the whole box.
  void uploadRandom(dgtd::Field field, unsigned seed) {
    const auto values = randomValues<Real>(box_.element.size() * each_, seed);
    wholeEngine_->upload(field, values);
    for (int p = 0; p < 2; ++p) engines_[p]->upload(field, restricted(values, p));
  }

  /// Exchanges the traces of `field`; their content is up to the engine.
  void exchange(dgtd::Field field) {
    auto& buffers = buffers_[static_cast<int>(field)];
    for (int p = 0; p < 2; ++p) {
      buffers[p].assign(
          pieces_[p].problem.sendFace.size() * static_cast<std::size_t>(engines_[p]->traces().valuesPerFace()), 0);
      engines_[p]->traces().pack(field, buffers[p]);
    }
    for (int p = 0; p < 2; ++p) engines_[p]->traces().set(field, buffers[1 - p]);
  }

  /// Returns the relative difference of `field` between the pieces and the whole box.
  double difference(dgtd::Field field) const {
    const auto whole = download(*wholeEngine_, field, box_.element.size() * each_);
    std::vector<Real> expected, actual;
    for (int p = 0; p < 2; ++p) {
      const auto there = restricted(whole, p);
      const auto here = download(*engines_[p], field, there.size());
      expected.insert(expected.end(), there.begin(), there.end());
      actual.insert(actual.end(), here.begin(), here.end());
    }
    return relativeDifference(actual, expected);
  }

  dgtd::FieldEngine<Real>& whole() { return *wholeEngine_; }
  dgtd::FieldEngine<Real>& piece(int p) { return *engines_[p]; }
  const dgtd::DgtdProblem& problem(int p) const { return pieces_[p].problem; }
  /// Returns `field` on a piece, [element][node][xyz].
  std::vector<Real> values(int p, dgtd::Field field) const {
    return download(*engines_[p], field, pieces_[p].element.size() * each_);
  }
  dgtd::ElementRange all() const { return {0, box_.numElements()}; }
  dgtd::ElementRange all(int p) const { return {0, problem(p).numElements}; }
  dgtd::ElementRange interior(int p) const { return {0, problem(p).numInterior}; }
  dgtd::ElementRange layer(int p) const { return {problem(p).numInterior, problem(p).numElements}; }

 private:
  std::vector<Real> restricted(const std::vector<Real>& values, int p) const {
    std::vector<Real> result;
    for (int e : pieces_[p].element) {
      const auto first = values.begin() + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(e) * each_);
      result.insert(result.end(), first, first + static_cast<std::ptrdiff_t>(each_));
    }
    return result;
  }

  KuhnBox box_;
  Piece whole_;
  std::vector<Piece> pieces_;
  std::size_t each_ = 0;
  std::unique_ptr<dgtd::FieldEngine<Real>> wholeEngine_;
  std::vector<std::unique_ptr<dgtd::FieldEngine<Real>>> engines_;
  std::vector<Real> buffers_[2][2];
};

/// Currents and waves are off, because makePieces() puts them at other places for other pieces.
inline ProblemOptions haloOptions(int order, const FluxChoice& flux) {
  ProblemOptions options = richOptions(order);
  options.flux = flux;
  options.currents = false;
  options.wave = false;
  return options;
}

}  // namespace fluxtet::test
