// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/engines/engineCase.hpp"

#include <stdexcept>

namespace fluxtet::test {
using namespace fluxtet::dgtd;

namespace {

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
    for (Field field : {Field::E, Field::H}) {
      const auto values = randomValues<Real>(box_.element.size() * each_, 3 + static_cast<unsigned>(field));
      wholeEngine_->upload(field, values);
      for (int p = 0; p < 2; ++p) engines_[p]->upload(field, restricted(values, p));
    }
  }

  /// Exchanges the traces of `field`; their content is up to the engine.
  void exchange(Field field) {
    auto& buffers = buffers_[static_cast<int>(field)];
    for (int p = 0; p < 2; ++p) {
      buffers[p].assign(
          pieces_[p].problem.sendFace.size() * static_cast<std::size_t>(engines_[p]->traces().valuesPerFace()), 0);
      engines_[p]->traces().pack(field, buffers[p]);
    }
    for (int p = 0; p < 2; ++p) engines_[p]->traces().set(field, buffers[1 - p]);
  }

  /// Returns the relative difference of `field` between the pieces and the whole box.
  double difference(Field field) const {
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

  FieldEngine<Real>& whole() { return *wholeEngine_; }
  FieldEngine<Real>& piece(int p) { return *engines_[p]; }
  const DgtdProblem& problem(int p) const { return pieces_[p].problem; }
  ElementRange all() const { return {0, box_.numElements()}; }
  ElementRange all(int p) const { return {0, problem(p).numElements}; }
  ElementRange interior(int p) const { return {0, problem(p).numInterior}; }
  ElementRange layer(int p) const { return {problem(p).numInterior, problem(p).numElements}; }

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
  std::unique_ptr<FieldEngine<Real>> wholeEngine_;
  std::vector<std::unique_ptr<FieldEngine<Real>>> engines_;
  std::vector<Real> buffers_[2][2];
};

/// Currents and waves are off, because makePieces() puts them at other places for other pieces.
ProblemOptions haloOptions(int order, const FluxChoice& flux) {
  ProblemOptions options = richOptions(order);
  options.flux = flux;
  options.currents = false;
  options.wave = false;
  return options;
}

/// The calls that make up a half step: interior and border elements in either order, or all in one call. A layer here
/// is the border elements.
enum class Calls { interiorFirst, layerFirst, one };

template <class Real>
void compareFused(const EngineKind& kind, int order, const FluxChoice& flux) {
  SplitBox<Real> split(kind, haloOptions(order, flux));
  split.exchange(Field::E);  // with a penalty the first half step reads its target's outer traces
  for (int p = 0; p < 2; ++p) ASSERT_GT(split.problem(p).numInterior, 0);
  // Several steps of both fields: traces that an engine fails to replace would show in the next step.
  for (const Calls calls : {Calls::interiorFirst, Calls::layerFirst, Calls::one, Calls::one})
    for (Field target : {Field::E, Field::H}) {
      const HalfStep half{target, 0.3 * richStep, richTime, richTime};
      split.whole().fusedHalfStep(half, split.all());
      split.exchange(other(target));
      for (int p = 0; p < 2; ++p) {
        if (calls == Calls::one) {
          split.piece(p).fusedHalfStep(half, split.all(p));
          continue;
        }
        split.piece(p).fusedHalfStep(half, calls == Calls::layerFirst ? split.layer(p) : split.interior(p));
        split.piece(p).fusedHalfStep(half, calls == Calls::layerFirst ? split.interior(p) : split.layer(p));
      }
      EXPECT_LT(split.difference(target), roundingTolerance<Real>()) << "field " << static_cast<int>(target);
    }
}

template <class Real>
void compareSplit(const EngineKind& kind, int order, const FluxChoice& flux) {
  SplitBox<Real> split(kind, haloOptions(order, flux));
  split.exchange(Field::E);  // as in compareFused()
  for (Field target : {Field::E, Field::H}) {
    const HalfStep half{target, richStep, richTime, richTime};
    split.whole().fusedHalfStep(half, split.all());
    split.exchange(other(target));
    for (int p = 0; p < 2; ++p) {
      split.piece(p).intVolume(half, split.all(p));
      split.piece(p).intSurface(half, split.interior(p));
      split.piece(p).intSurface(half, split.layer(p));
      split.piece(p).updateField(half, split.all(p));
    }
    EXPECT_LT(split.difference(target), roundingTolerance<Real>()) << "field " << static_cast<int>(target);
  }
}

template <class Real>
void compareUpwind(const EngineKind& kind, int order) {
  SplitBox<Real> split(kind, haloOptions(order, upwindFlux));
  split.whole().rungeKuttaResidual(0, richStep, 0, split.all());
  split.whole().rungeKuttaUpdate(1, split.all());
  split.exchange(Field::E);
  split.exchange(Field::H);
  for (int p = 0; p < 2; ++p) {
    split.piece(p).rungeKuttaResidual(0, richStep, 0, split.interior(p));
    split.piece(p).rungeKuttaResidual(0, richStep, 0, split.layer(p));
    split.piece(p).rungeKuttaUpdate(1, split.all(p));
  }
  for (Field field : {Field::E, Field::H})
    EXPECT_LT(split.difference(field), roundingTolerance<Real>()) << "field " << static_cast<int>(field);
}

using EngineHalo = EngineTest;
INSTANTIATE_TEST_SUITE_P(Engines, EngineHalo, ::testing::ValuesIn(everyEngine()), nameOf);

TEST_P(EngineHalo, twoPiecesThatExchangeTracesGiveTheFieldsOfTheWholeWithFusedKernels) {
  for (const FluxChoice& flux : {centredFlux, penalisedE, penalisedFlux}) {
    compareFused<float>(kind(), order(), flux);
    compareFused<double>(kind(), order(), flux);
  }
}
TEST_P(EngineHalo, twoPiecesThatExchangeTracesGiveTheFieldsOfTheWholeWithSplitKernels) {
  for (const FluxChoice& flux : {centredFlux, penalisedE, penalisedFlux}) {
    compareSplit<float>(kind(), order(), flux);
    compareSplit<double>(kind(), order(), flux);
  }
}
TEST_P(EngineHalo, upwindPiecesThatExchangeBothFieldsGiveTheFieldsOfTheWhole) {
  compareUpwind<float>(kind(), order());
  compareUpwind<double>(kind(), order());
}
TEST_P(EngineHalo, aRangeThatCutsTheInteriorIsRefused) {
  SplitBox<float> split(kind(), haloOptions(order(), centredFlux));
  EXPECT_THROW(split.piece(0).fusedHalfStep({}, {0, split.problem(0).numInterior - 1}), std::logic_error);
}

}  // namespace
}  // namespace fluxtet::test
