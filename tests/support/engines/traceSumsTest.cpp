// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Compares an engine's sums of traces over time with the tangential parts of nodal values, in double precision.
#include "tests/support/engines/nodalTraces.hpp"
#include "tests/support/engines/splitBox.hpp"

#include <algorithm>
#include <stdexcept>

namespace fluxtet::test {
using namespace fluxtet::dgtd;

namespace {

/// Returns the weights of a sample for `count` sums.
std::vector<double> weightsOf(int count, int sample) {
  std::vector<double> weights;
  for (int s = 0; s < count; ++s) weights.push_back(std::cos(0.4 + 1.3 * s + 0.7 * sample));
  return weights;
}

/// A list of faces with its sums of one field, and what they should be.
template <class Real>
class ListedFaces {
 public:
  ListedFaces(SplitBox<Real>& split, Field field, Faces faces, int count)
      : split_(split), field_(field), faces_(std::move(faces)), handle_(sums().addFaces(faces_)) {
    sums().start(handle_, field_, count);
    expected_.resize(static_cast<std::size_t>(count), std::vector<double>(traces().size()));
  }
  int handle() const { return handle_; }
  std::vector<double> traces() const { return tracesOf(split_, 0, field_, faces_); }

  void add(int sample) { sums().add(handle_, field_, weights(sample)); }
  /// Adds `traces` to the expected sums.
  void expect(int sample, const std::vector<double>& traces) {
    for (std::size_t s = 0; s < expected_.size(); ++s)
      for (std::size_t i = 0; i < traces.size(); ++i) expected_[s][i] += weights(sample)[s] * traces[i];
  }
  std::vector<Real> downloadSum(int sum) const {
    std::vector<Real> found(expected_[0].size());
    sums().download(handle_, field_, sum, found);
    return found;
  }
  void upload(int sum, const std::vector<Real>& values) {
    sums().upload(handle_, field_, sum, values);
    expected_[static_cast<std::size_t>(sum)].assign(values.begin(), values.end());
  }
  /// Returns the largest ||found - expected|| / ||expected|| of the sums.
  double difference() const {
    double largest = 0;
    for (std::size_t s = 0; s < expected_.size(); ++s) {
      const std::vector<Real> found = downloadSum(static_cast<int>(s));
      const double here = relativeDifference(std::vector<double>(found.begin(), found.end()), expected_[s]);
      if (!(here <= largest)) largest = here;
    }
    return largest;
  }

 private:
  TraceSums<Real>& sums() const { return split_.piece(0).traceSums(); }
  std::vector<double> weights(int sample) const {
    return weightsOf(static_cast<int>(expected_.size()), sample + (field_ == Field::H ? 5 : 0));
  }

  SplitBox<Real>& split_;
  Field field_;
  Faces faces_;
  int handle_;
  std::vector<std::vector<double>> expected_;
};

/// Rounding of a sum of some traces, whose terms may cancel in part.
template <class Real>
constexpr double tolerance() {
  return 2 * roundingTolerance<Real>();
}

class EngineTraceSums : public EngineTest {
 protected:
  /// Samples fields that are uploaded, on lists that interior, border and halo faces share.
  template <class Real>
  static void compareLists() {
    SplitBox<Real> split(kind(), haloOptions(order(), centredFlux));
    const DgtdProblem& problem = split.problem(0);
    const Faces all = facesOf(problem, FaceKind::interior, FaceKind::halo);
    const Faces halo = facesOf(problem, FaceKind::halo, FaceKind::halo);
    Faces descending = facesOf(problem, FaceKind::interior, FaceKind::interior), few;
    ASSERT_GT(halo.size(), 0U);
    std::reverse(descending.begin(), descending.end());
    for (std::size_t i = 0; i < all.size(); i += 11) few.push_back(all[i]);
    std::vector<ListedFaces<Real>> lists;
    for (const Field field : {Field::E, Field::H}) {
      lists.emplace_back(split, field, all, 2);
      lists.emplace_back(split, field, halo, 4);
      lists.emplace_back(split, field, descending, 3);
      lists.emplace_back(split, field, few, field == Field::E ? 34 : 6);
    }
    for (int sample = 0; sample < 3; ++sample) {
      for (const Field field : {Field::E, Field::H}) {
        split.uploadRandom(field, 20 + static_cast<unsigned>(2 * sample) + (field == Field::E));
        split.exchange(field);
      }
      for (ListedFaces<Real>& list : lists) list.add(sample);
      for (ListedFaces<Real>& list : lists) list.expect(sample, list.traces());
    }
    for (const ListedFaces<Real>& list : lists) EXPECT_LT(list.difference(), tolerance<Real>()) << list.handle();
  }

  /// Samples each field after its half step and the exchange, while an asynchronous engine may be computing, and
  /// compares with traces of fields that are downloaded at the same times.
  template <class Real>
  static void compareSumsOfSteps(const FluxChoice& flux) {
    SplitBox<Real> split(kind(), haloOptions(order(), flux)), again(kind(), haloOptions(order(), flux));
    const Faces all = facesOf(split.problem(0), FaceKind::interior, FaceKind::halo);
    std::vector<ListedFaces<Real>> lists;
    for (const Field field : {Field::E, Field::H}) lists.emplace_back(split, field, all, 2);
    stepAndSample(split, [&](Field field, int sample) { lists[static_cast<std::size_t>(field)].add(sample); });
    stepAndSample(again, [&](Field field, int sample) {
      lists[static_cast<std::size_t>(field)].expect(sample, tracesOf(again, 0, field, all));
    });
    for (const ListedFaces<Real>& list : lists) EXPECT_LT(list.difference(), 4 * tolerance<Real>()) << flux.name;
  }

 private:
  /// Takes half steps on both pieces and calls take(field, sample) on piece 0 after each exchange.
  template <class Real, class Take>
  static void stepAndSample(SplitBox<Real>& split, const Take& take) {
    for (const Field field : {Field::E, Field::H}) split.exchange(field);
    for (int sample = 0; sample < 6; ++sample) {
      const Field target = sample % 2 == 0 ? Field::E : Field::H;
      for (int p = 0; p < 2; ++p)
        split.piece(p).fusedHalfStep({target, 0.1 * richStep, richTime, richTime}, split.all(p));
      split.exchange(target);
      take(target, sample);
    }
  }
};

INSTANTIATE_TEST_SUITE_P(Engines, EngineTraceSums, ::testing::ValuesIn(everyEngine()), nameOf);

TEST_P(EngineTraceSums, sumsAreThoseOfTheTangentialTracesOnBothSidesTimesTheWeights) {
  compareLists<float>();
  compareLists<double>();
}

TEST_P(EngineTraceSums, samplesAfterHalfStepsAndTheirExchangeAreOfThoseTimes) {
  for (const FluxChoice& flux : {centredFlux, penalisedFlux}) {
    compareSumsOfSteps<float>(flux);
    compareSumsOfSteps<double>(flux);
  }
}

TEST_P(EngineTraceSums, anUploadedSumComesBackAndGrowsOn) {
  SplitBox<double> split(kind(), haloOptions(order(), centredFlux));
  split.exchange(Field::H);
  ListedFaces<double> list(split, Field::H, facesOf(split.problem(0), FaceKind::interior, FaceKind::halo), 3);
  list.add(0);
  for (const int sum : {2, 0, 1}) list.upload(sum, list.downloadSum((sum + 1) % 3));
  EXPECT_LT(list.difference(), tolerance<double>());
  list.add(1);
  list.expect(1, list.traces());
  EXPECT_LT(list.difference(), tolerance<double>());
}

TEST_P(EngineTraceSums, sumsTakeMemoryForTheListedFacesAndStartAgainFromZero) {
  SplitBox<float> split(kind(), haloOptions(order(), centredFlux));
  ListedFaces<float> list(split, Field::E, {facesOf(split.problem(0), FaceKind::interior, FaceKind::interior)[5]}, 2);
  list.add(0);
  TraceSums<float>& sums = split.piece(0).traceSums();
  const auto valuesPerSum = static_cast<std::int64_t>(list.traces().size());
  sums.start(list.handle(), Field::E, 0);
  const std::int64_t before = split.piece(0).bytes();
  sums.start(list.handle(), Field::E, 300);
  const std::int64_t bytes = split.piece(0).bytes() - before;
  // An engine may keep two components of a tangential vector or three.
  EXPECT_GE(bytes, valuesPerSum * 200 * static_cast<std::int64_t>(sizeof(float)));
  EXPECT_LE(bytes, valuesPerSum * 300 * static_cast<std::int64_t>(sizeof(float)));
  EXPECT_EQ(list.downloadSum(1), std::vector<float>(static_cast<std::size_t>(valuesPerSum)));
}

TEST_P(EngineTraceSums, boundaryFacesOfEveryKindAndFacesOfNoElementAreRefused) {
  SplitBox<float> split(kind(), haloOptions(order(), centredFlux));
  TraceSums<float>& sums = split.piece(0).traceSums();
  const Faces inner = facesOf(split.problem(0), FaceKind::interior, FaceKind::halo);
  for (const std::int32_t face : split.problem(0).boundaryFace)
    EXPECT_THROW(sums.addFaces(Faces{inner[0], face}), std::logic_error) << face;
  for (const std::int32_t face : {-1, 4 * split.problem(0).numElements})
    EXPECT_THROW(sums.addFaces(Faces{inner[0], face}), std::logic_error) << face;
  EXPECT_NO_THROW(sums.addFaces(inner));
}

TEST_P(EngineTraceSums, aListOrASumThatIsNotThereAndAWrongNumberOfWeightsAreRefused) {
  SplitBox<float> split(kind(), haloOptions(order(), centredFlux));
  TraceSums<float>& sums = split.piece(0).traceSums();
  std::vector<float> values(static_cast<std::size_t>(6 * nodesPerFace(order())));
  for (const int list : {-1, 0}) {
    EXPECT_THROW(sums.start(list, Field::E, 2), std::logic_error);
    EXPECT_THROW(sums.add(list, Field::E, weightsOf(2, 0)), std::logic_error);
    EXPECT_THROW(sums.download(list, Field::E, 0, values), std::logic_error);
    EXPECT_THROW(sums.upload(list, Field::E, 0, values), std::logic_error);
  }
  const int list = sums.addFaces(Faces{facesOf(split.problem(0), FaceKind::halo, FaceKind::halo)[0]});
  sums.start(list, Field::E, 2);
  for (const int count : {0, 1, 3}) EXPECT_THROW(sums.add(list, Field::E, weightsOf(count, 0)), std::logic_error);
  EXPECT_THROW(sums.add(list, Field::H, weightsOf(2, 0)), std::logic_error);
  for (const int sum : {-1, 2}) {
    EXPECT_THROW(sums.download(list, Field::E, sum, values), std::logic_error);
    EXPECT_THROW(sums.upload(list, Field::E, sum, values), std::logic_error);
  }
  const int empty = sums.addFaces({});
  sums.start(empty, Field::E, 2);
  sums.add(empty, Field::E, weightsOf(2, 0));
  sums.download(empty, Field::E, 1, {});
}

}  // namespace
}  // namespace fluxtet::test
