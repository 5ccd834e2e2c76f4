// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Compares an engine's sums over time of a field times weights with the same sums of nodal values in double precision.
#include "tests/support/engines/engineCase.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace fluxtet::test {
using namespace fluxtet::dgtd;

namespace {

/// Returns the weights of a sample for `count` sums: cosines and sines of frequencies without a common period.
std::vector<double> weightsOf(int count, int sample) {
  std::vector<double> weights;
  for (int s = 0; s < count; ++s) {
    const double phase = 0.37 * (sample + 1) * (1 + 0.61 * (s / 2));
    weights.push_back(s % 2 == 0 ? std::cos(phase) : std::sin(phase));
  }
  return weights;
}

/// Returns the elements first, first + n, ... below `end`.
std::vector<std::int32_t> everyNth(std::int32_t n, std::int32_t first, std::int32_t end) {
  std::vector<std::int32_t> elements;
  for (std::int32_t e = first; e < end; e += n) elements.push_back(e);
  return elements;
}

/// Returns the values of some elements; `each` is the number of values of an element.
template <class Real>
std::vector<Real> rowsOf(const std::vector<Real>& values, const std::vector<std::int32_t>& elements, std::size_t each) {
  std::vector<Real> rows;
  for (const std::int32_t e : elements) {
    const auto first = values.begin() + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(e) * each);
    rows.insert(rows.end(), first, first + static_cast<std::ptrdiff_t>(each));
  }
  return rows;
}

/// The expected sums of one field.
template <class Real>
class ExpectedSums {
 public:
  ExpectedSums(int count, std::size_t size) : sums_(static_cast<std::size_t>(count), std::vector<double>(size)) {}

  void add(const std::vector<Real>& values, const std::vector<double>& weights) {
    for (std::size_t s = 0; s < sums_.size(); ++s)
      for (std::size_t i = 0; i < values.size(); ++i) sums_[s][i] += weights[s] * static_cast<double>(values[i]);
  }
  /// Sets a sum, like SpectralSums::upload().
  void set(int sum, const std::vector<Real>& values) {
    std::copy(values.begin(), values.end(), sums_[static_cast<std::size_t>(sum)].begin());
  }
  /// Returns the largest ||actual - expected|| / ||expected|| of the sums.
  double difference(FieldEngine<Real>& engine, Field field) const {
    double largest = 0;
    for (std::size_t s = 0; s < sums_.size(); ++s) {
      const auto actual = downloadSum(engine, field, static_cast<int>(s), sums_[s].size());
      const double found = relativeDifference(std::vector<double>(actual.begin(), actual.end()), sums_[s]);
      if (!(found <= largest)) largest = found;
    }
    return largest;
  }

 private:
  std::vector<std::vector<double>> sums_;
};

class EngineSpectra : public EngineTest {
 protected:
  /// Adds three samples, each of other field values, with different weights for E and H, and checks that the field
  /// itself does not change.
  template <class Real>
  void compareSums(const DgtdProblem& problem, int count) const {
    EngineCase<Real> test(kind(), problem);
    ExpectedSums<Real> expected[2] = {{count, test.E.size()}, {count, test.E.size()}};
    for (const Field field : {Field::E, Field::H}) test.engine->spectra().start(field, count);
    for (int sample = 0; sample < 3; ++sample)
      for (const Field field : {Field::E, Field::H}) {
        const auto values =
            randomValues<Real>(test.E.size(), 10 + static_cast<unsigned>(2 * sample) + (field == Field::E));
        const auto weights = weightsOf(count, sample + (field == Field::E ? 0 : 7));
        test.engine->upload(field, values);
        const auto before = test.values(field);
        test.engine->spectra().add(field, weights);
        EXPECT_EQ(test.values(field), before);
        expected[static_cast<int>(field)].add(values, weights);
      }
    for (const Field field : {Field::E, Field::H})
      EXPECT_LT(expected[static_cast<int>(field)].difference(*test.engine, field), roundingTolerance<Real>())
          << count << " sums of " << (field == Field::E ? "E" : "H") << ", " << problem.numElements << " elements";
  }

  /// Adds samples to several lists and to all elements, in turn, and compares the sums of the lists with those of all
  /// elements. Interior and border elements are in blocks or clusters of their own, and lists cut across these.
  template <class Real>
  void compareLists() const {
    const KuhnBox box = raggedBox();
    std::vector<int> part(box.element.size(), 0);
    std::fill(part.begin(), part.begin() + 30, 1);
    const DgtdProblem problem = makePieces(box, part, richOptions(order())).front().problem;
    EngineCase<Real> test(kind(), problem);
    SpectralSums<Real>& spectra = test.engine->spectra();
    struct List {
      std::vector<std::int32_t> elements;
      int count[2];  ///< sums of E and of H
      int handle;
    };
    std::vector<List> lists{{everyNth(1, 0, 3), {2, 3}, -1},
                            {everyNth(17, 5, test.all.end), {6, 34}, -1},
                            {everyNth(1, problem.numInterior - 2, test.all.end), {4, 1}, -1},
                            {{test.all.end - 1}, {5, 2}, -1}};
    for (List& list : lists) list.handle = spectra.addElements(list.elements);
    lists.push_back({everyNth(1, 0, test.all.end), {6, 34}, SpectralSums<Real>::allElements});
    for (const List& list : lists)
      for (const Field field : {Field::E, Field::H})
        spectra.start(list.handle, field, list.count[static_cast<int>(field)]);
    for (int sample = 0; sample < 3; ++sample)
      for (const Field field : {Field::E, Field::H}) {
        test.engine->upload(field, randomValues<Real>(test.E.size(), 60 + static_cast<unsigned>(sample)));
        for (const List& list : lists)
          spectra.add(list.handle, field, weightsOf(list.count[static_cast<int>(field)], sample));
      }
    const std::size_t each = 3 * static_cast<std::size_t>(test.np);
    for (const List& list : lists)
      for (const Field field : {Field::E, Field::H})
        for (int sum = 0; sum < list.count[static_cast<int>(field)]; ++sum) {
          std::vector<Real> found(list.elements.size() * each);
          spectra.download(list.handle, field, sum, found);
          EXPECT_EQ(found, rowsOf(downloadSum(*test.engine, field, sum, test.E.size()), list.elements, each))
              << "list " << list.handle << ", sum " << sum << ", field " << static_cast<int>(field);
          EXPECT_NE(found, std::vector<Real>(found.size()));
        }
  }

  /// Samples each field right after its half step, while an asynchronous engine may be computing, and compares with
  /// sums of fields that are downloaded at the same times.
  template <class Real>
  void compareSumsOfSteps() const {
    const Piece piece = makePiece(raggedBox(), richOptions(order()));
    EngineCase<Real> test(kind(), piece.problem);
    ExpectedSums<Real> expected[2] = {{2, test.E.size()}, {2, test.E.size()}};
    for (const Field field : {Field::E, Field::H}) test.engine->spectra().start(field, 2);
    stepAndSample(test,
                  [&](Field field, const std::vector<double>& weights) { test.engine->spectra().add(field, weights); });
    EngineCase<Real> again(kind(), piece.problem);
    stepAndSample(again, [&](Field field, const std::vector<double>& weights) {
      expected[static_cast<int>(field)].add(again.values(field), weights);
    });
    for (const Field field : {Field::E, Field::H})
      EXPECT_LT(expected[static_cast<int>(field)].difference(*test.engine, field), 4 * roundingTolerance<Real>());
  }

 private:
  /// Takes half steps and calls take(field, weights) after each; after every fourth one, two more half steps of the
  /// same field follow at once.
  template <class Real, class Take>
  static void stepAndSample(EngineCase<Real>& test, const Take& take) {
    for (int sample = 0; sample < 8; ++sample) {
      const Field target = sample % 2 == 0 ? Field::E : Field::H;
      test.engine->fusedHalfStep({target, 0.1 * richStep, richTime, richTime}, test.all);
      take(target, weightsOf(2, sample));
      // These change the sampled field, and are called before the engine has finished the sample.
      if (sample % 4 != 3) continue;
      test.engine->fusedHalfStep({target, 0.05 * richStep, richTime, richTime}, test.all);
      test.engine->fusedHalfStep({target, -0.05 * richStep, richTime, richTime}, test.all);
    }
  }
};

INSTANTIATE_TEST_SUITE_P(Engines, EngineSpectra, ::testing::ValuesIn(everyEngine()), nameOf);

// The random signs of the values keep a sum of few terms from cancelling, so its relative rounding error is that of a
// single field.
TEST_P(EngineSpectra, sumsAreThoseOfTheFieldsTimesTheWeights) {
  for (const int size : raggedSizes()) {
    const Piece piece = firstElements(raggedBox(), size, richOptions(order()));
    compareSums<float>(piece.problem, 2);
    compareSums<double>(piece.problem, 2);
  }
}

// Numbers of sums for few frequencies, and more than an engine may process in one pass.
TEST_P(EngineSpectra, anyNumberOfSumsIsKept) {
  const Piece piece = firstElements(raggedBox(), raggedSizes()[2], richOptions(order()));
  for (const int count : {1, 4, 6, 8, 34, 70}) {
    compareSums<float>(piece.problem, count);
    compareSums<double>(piece.problem, count);
  }
}

TEST_P(EngineSpectra, samplesBetweenHalfStepsAreOfThoseTimes) {
  compareSumsOfSteps<float>();
  compareSumsOfSteps<double>();
}

TEST_P(EngineSpectra, anUploadedSumComesBackAndGrowsOn) {
  const Piece piece = firstElements(raggedBox(), raggedSizes().back(), richOptions(order()));
  EngineCase<double> test(kind(), piece.problem);
  ExpectedSums<double> expected(3, test.E.size());
  test.engine->spectra().start(Field::H, 3);
  for (const int sum : {2, 0, 1}) {
    const auto values = randomValues<double>(test.E.size(), 40 + static_cast<unsigned>(sum));
    test.engine->spectra().upload(Field::H, sum, values);
    expected.set(sum, values);
  }
  EXPECT_LT(expected.difference(*test.engine, Field::H), roundingTolerance<double>());
  test.engine->spectra().add(Field::H, weightsOf(3, 0));
  expected.add(test.H, weightsOf(3, 0));
  EXPECT_LT(expected.difference(*test.engine, Field::H), roundingTolerance<double>());
  EXPECT_LT(relativeDifference(test.values(Field::H), test.H), roundingTolerance<double>());
}

TEST_P(EngineSpectra, startingAgainStartsFromZeroAndNoSumsTakeNoMemory) {
  const Piece piece = firstElements(raggedBox(), raggedSizes()[1], richOptions(order()));
  EngineCase<float> test(kind(), piece.problem);
  test.values(Field::E);  // a first download, for which an engine may allocate memory
  const std::int64_t before = test.engine->bytes();
  test.engine->spectra().start(Field::E, 2);
  test.engine->spectra().add(Field::E, weightsOf(2, 0));
  EXPECT_GE(test.engine->bytes() - before, static_cast<std::int64_t>(2 * test.E.size() * sizeof(float)));
  test.engine->spectra().start(Field::E, 4);
  for (int sum = 0; sum < 4; ++sum)
    EXPECT_EQ(downloadSum(*test.engine, Field::E, sum, test.E.size()), std::vector<float>(test.E.size())) << sum;
  test.engine->spectra().start(Field::E, 0);
  EXPECT_EQ(test.engine->bytes(), before);
  test.engine->spectra().add(Field::E, {});
}

TEST_P(EngineSpectra, sumsOnListsOfElementsAreThoseOfAllElementsThereBitByBit) {
  compareLists<float>();
  compareLists<double>();
}

TEST_P(EngineSpectra, aListTakesMemoryOnlyWhereItsElementsAre) {
  const Piece piece = makePiece(raggedBox(), richOptions(order()));
  EngineCase<float> test(kind(), piece.problem);
  SpectralSums<float>& spectra = test.engine->spectra();
  const std::vector<std::int32_t> last{test.all.end - 1};
  const int list = spectra.addElements(last);
  const std::int64_t before = test.engine->bytes();
  spectra.start(list, Field::E, 2);
  const std::int64_t ofList = test.engine->bytes() - before;
  EXPECT_GE(ofList, static_cast<std::int64_t>(2 * 3 * sizeof(float)) * test.np);
  spectra.start(list, Field::E, 0);
  EXPECT_EQ(test.engine->bytes(), before);
  spectra.start(Field::E, 2);
  EXPECT_LT(2 * ofList, test.engine->bytes() - before);
}

TEST_P(EngineSpectra, anUploadedSumOfAListComesBackAndGrowsOnBesideOtherLists) {
  const Piece piece = makePiece(raggedBox(), richOptions(order()));
  EngineCase<double> test(kind(), piece.problem);
  SpectralSums<double>& spectra = test.engine->spectra();
  const std::size_t each = 3 * static_cast<std::size_t>(test.np);
  const std::vector<std::int32_t> elements = everyNth(7, 3, test.all.end), others = everyNth(2, 0, test.all.end);
  const int list = spectra.addElements(elements), other = spectra.addElements(others);
  for (const int handle : {list, other}) spectra.start(handle, Field::H, 2);
  const auto uploaded = randomValues<double>(elements.size() * each, 50);
  spectra.upload(list, Field::H, 1, uploaded);
  spectra.add(list, Field::H, weightsOf(2, 0));
  std::vector<double> expected = rowsOf(test.H, elements, each), found(expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) expected[i] = uploaded[i] + weightsOf(2, 0)[1] * expected[i];
  spectra.download(list, Field::H, 1, found);
  EXPECT_LT(relativeDifference(found, expected), roundingTolerance<double>());
  std::vector<double> untouched(others.size() * each, 1.0);
  spectra.download(other, Field::H, 1, untouched);
  EXPECT_EQ(untouched, std::vector<double>(untouched.size()));
}

TEST_P(EngineSpectra, aListThatIsNotThereAndElementsThatDoNotAscendAreRefused) {
  const Piece piece = firstElements(raggedBox(), 5, richOptions(order()));
  EngineCase<float> test(kind(), piece.problem);
  SpectralSums<float>& spectra = test.engine->spectra();
  for (const int list : {-1, 1}) {
    EXPECT_THROW(spectra.start(list, Field::E, 2), std::logic_error);
    EXPECT_THROW(spectra.add(list, Field::E, weightsOf(2, 0)), std::logic_error);
    EXPECT_THROW(spectra.download(list, Field::E, 0, test.E), std::logic_error);
    EXPECT_THROW(spectra.upload(list, Field::E, 0, test.E), std::logic_error);
  }
  for (const std::vector<std::int32_t>& elements : {std::vector{2, 1}, {1, 1}, {-1}, {5}})
    EXPECT_THROW(spectra.addElements(elements), std::logic_error);
  const int list = spectra.addElements(std::vector{1, 4}), empty = spectra.addElements({});
  spectra.start(list, Field::E, 2);
  EXPECT_THROW(spectra.add(list, Field::E, weightsOf(1, 0)), std::logic_error);
  EXPECT_THROW(spectra.add(Field::E, weightsOf(2, 0)), std::logic_error);
  EXPECT_THROW(spectra.download(list, Field::E, 2, test.E), std::logic_error);
  spectra.start(empty, Field::E, 2);
  spectra.add(empty, Field::E, weightsOf(2, 0));
  spectra.download(empty, Field::E, 1, {});
}

TEST_P(EngineSpectra, aSumThatIsNotThereAndAWrongNumberOfWeightsAreRefused) {
  const Piece piece = firstElements(raggedBox(), 1, richOptions(order()));
  EngineCase<float> test(kind(), piece.problem);
  test.engine->spectra().start(Field::E, 2);
  EXPECT_THROW(test.engine->spectra().add(Field::E, weightsOf(3, 0)), std::logic_error);
  EXPECT_THROW(test.engine->spectra().add(Field::H, weightsOf(2, 0)), std::logic_error);
  EXPECT_THROW(downloadSum(*test.engine, Field::E, 2, test.E.size()), std::logic_error);
  EXPECT_THROW(test.engine->spectra().upload(Field::H, 0, test.H), std::logic_error);
}

}  // namespace
}  // namespace fluxtet::test
