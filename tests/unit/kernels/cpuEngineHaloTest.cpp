// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "engineFixture.hpp"

namespace fluxtet::test {
namespace {

/// A box in two pieces that exchange their traces, beside the same box in one piece.
template <class Real>
class SplitBox {
 public:
  SplitBox(const ProblemOptions& options, const std::string& wholeSet) : box_(richBox()) {
    std::vector<int> part(box_.element.size(), 0);
    for (int e = 0; e < box_.numElements(); ++e) part[e] = e % 18 < 7 ? 1 : 0;
    pieces_ = makePieces(box_, part, options);
    np_ = nodesPerElement(options.order);
    nf_ = nodesPerFace(options.order);
    whole_ = makePiece(box_, options);
    {
      const WithInstructionSet instructionSet(wholeSet);
      wholeEngine_ = makeCpuEngine<Real>(whole_.problem, 1);
    }
    for (Piece& piece : pieces_) engines_.push_back(makeCpuEngine<Real>(piece.problem, 2));
    for (Field field : {Field::E, Field::H}) {
      const auto values = randomValues<Real>(box_.element.size() * 3 * np_, 3 + static_cast<unsigned>(field));
      wholeEngine_->upload(field, values);
      for (int p = 0; p < 2; ++p) engines_[p]->upload(field, restricted(values, p));
    }
  }

  void exchange(Field field) {
    auto& buffers = buffers_[static_cast<int>(field)];
    for (int p = 0; p < 2; ++p) {
      buffers[p].assign(pieces_[p].problem.sendFace.size() * 3 * nf_, 0);
      engines_[p]->packTraces(field, buffers[p]);
    }
    for (int p = 0; p < 2; ++p) engines_[p]->setHaloTraces(field, buffers[1 - p]);
  }

  /// Largest difference between the pieces and the whole, relative to one.
  double difference(Field field) const {
    const auto values = download(*wholeEngine_, field, box_.element.size() * 3 * np_);
    double largest = 0;
    for (int p = 0; p < 2; ++p) {
      const auto expected = restricted(values, p);
      const auto actual = download(*engines_[p], field, expected.size());
      for (std::size_t i = 0; i < actual.size(); ++i)
        largest = std::max(largest, static_cast<double>(std::abs(actual[i] - expected[i])));
    }
    return largest;
  }

  FieldEngine<Real>& whole() { return *wholeEngine_; }
  FieldEngine<Real>& piece(int p) { return *engines_[p]; }
  const DgtdProblem& problem(int p) const { return pieces_[p].problem; }
  ElementRange all() const { return {0, box_.numElements()}; }
  ElementRange interior(int p) const { return {0, problem(p).numInterior}; }
  ElementRange layer(int p) const { return {problem(p).numInterior, problem(p).numElements}; }

 private:
  std::vector<Real> restricted(const std::vector<Real>& values, int p) const {
    std::vector<Real> result;
    for (int e : pieces_[p].element)
      result.insert(result.end(), values.begin() + e * 3 * np_, values.begin() + (e + 1) * 3 * np_);
    return result;
  }

  KuhnBox box_;
  Piece whole_;
  std::vector<Piece> pieces_;
  int np_ = 0, nf_ = 0;
  std::unique_ptr<FieldEngine<Real>> wholeEngine_;
  std::vector<std::unique_ptr<FieldEngine<Real>>> engines_;
  std::vector<Real> buffers_[2][2];
};

/// Without currents: makePieces puts those into other elements for other pieces.
ProblemOptions haloOptions(int order) {
  ProblemOptions options = richOptions(order);
  options.currents = false;
  options.wave = false;
  return options;
}

class CpuEngineHalo : public ::testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Orders, CpuEngineHalo, ::testing::Range(minOrder, maxOrder + 1),
                         [](const auto& parameters) { return fmt::format("P{}", parameters.param); });

TEST_P(CpuEngineHalo, twoPiecesThatExchangeTracesGiveTheFieldsOfTheWholeWithFusedKernels) {
  for (const auto& name : cpu::availableInstructionSets()) {
    const WithInstructionSet instructionSet(name);
    SplitBox<double> split(haloOptions(GetParam()), name);
    for (int p = 0; p < 2; ++p) ASSERT_GT(split.problem(p).numInterior, 0);
    for (Field target : {Field::E, Field::H}) {
      const HalfStep half{target, richStep, richTime, richTime};
      split.whole().fusedHalfStep(half, split.all());
      split.exchange(other(target));
      for (int p = 0; p < 2; ++p) {
        split.piece(p).fusedHalfStep(half, split.interior(p));
        split.piece(p).fusedHalfStep(half, split.layer(p));
      }
      EXPECT_LT(split.difference(target), 1e-12) << name;
    }
  }
}

TEST_P(CpuEngineHalo, twoPiecesThatExchangeTracesGiveTheFieldsOfTheWholeWithSplitKernels) {
  SplitBox<double> split(haloOptions(GetParam()), "baseline");
  for (Field target : {Field::E, Field::H}) {
    const HalfStep half{target, richStep, richTime, richTime};
    split.whole().fusedHalfStep(half, split.all());
    split.exchange(other(target));
    for (int p = 0; p < 2; ++p) {
      const ElementRange all{0, split.problem(p).numElements};
      split.piece(p).intVolume(half, all);
      split.piece(p).intSurface(half, split.interior(p));
      split.piece(p).intSurface(half, split.layer(p));
      split.piece(p).updateField(half, all);
    }
    EXPECT_LT(split.difference(target), 1e-12);
  }
}

TEST_P(CpuEngineHalo, upwindPiecesThatExchangeBothFieldsGiveTheFieldsOfTheWhole) {
  ProblemOptions options = haloOptions(GetParam());
  options.upwind = true;
  SplitBox<double> split(options, "baseline");
  split.whole().rungeKuttaResidual(0, richStep, 0, split.all());
  split.whole().rungeKuttaUpdate(1, split.all());
  split.exchange(Field::E);
  split.exchange(Field::H);
  for (int p = 0; p < 2; ++p) {
    split.piece(p).rungeKuttaResidual(0, richStep, 0, split.interior(p));
    split.piece(p).rungeKuttaResidual(0, richStep, 0, split.layer(p));
    split.piece(p).rungeKuttaUpdate(1, {0, split.problem(p).numElements});
  }
  for (Field field : {Field::E, Field::H}) EXPECT_LT(split.difference(field), 1e-12);
}

TEST(CpuEngineHaloRange, aRangeThatCutsAGroupIsRefused) {
  SplitBox<float> split(haloOptions(1), "baseline");
  EXPECT_THROW(split.piece(0).fusedHalfStep({}, {0, split.problem(0).numInterior - 1}), std::logic_error);
}

}  // namespace
}  // namespace fluxtet::test
