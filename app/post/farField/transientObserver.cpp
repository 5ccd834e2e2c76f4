// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/post/farField/transientObserver.hpp"

#include "app/post/farField/farFieldFiles.hpp"
#include "lib/base/constants.hpp"
#include "lib/base/frequencyText.hpp"
#include "lib/base/mpi.hpp"
#include "lib/output/outputDirectory.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iterator>
#include <numeric>

namespace fluxtet::farField {
namespace {

using dgtd::Field;

constexpr double radians = constants::pi / 180;
/// Samples in the shortest period that the sources hold. With so many the interpolation between samples loses less than
/// 0.06 % of the amplitude there; with the least number 0.9 %.
constexpr double usualPerPeriod = 16, leastPerPeriod = 8;
constexpr double rounding = 1e-9;  ///< relative, of quotients that are integers but for rounding
constexpr const char* instantsName = "transientFarField.instants";

/// A checkpoint holds signals in the run's precision, as the rounded value and what this leaves: 48 bits in single
/// precision.
enum class Part { rounded, rest };
constexpr Part parts[] = {Part::rounded, Part::rest};

std::string sumName(Field field, Part part) {
  return fmt::format("transientFarField.{}{}", field == Field::E ? 'E' : 'H', part == Part::rest ? "rest" : "");
}

dgtd::SampleSteps chooseSteps(const dgtd::TransientFarFieldOutput& output, const dgtd::FieldTimes& times) {
  const double usual = times.sourcesUpTo > 0 ? 1 / (usualPerPeriod * times.sourcesUpTo) : 0;
  return {0, dgtd::strideOf(output.every, usual, times.dt)};
}

std::vector<Direction> directionsOf(const dgtd::TransientFarFieldOutput& output) {
  std::vector<Direction> directions;
  for (const dgtd::FarFieldDirection& d : output.directions) directions.push_back({d.theta * radians, d.phi * radians});
  return directions;
}

}  // namespace

template <class Real>
TransientObserver<Real>::TransientObserver(const dgtd::ObservedRun<Real>& run)
    : run_(run),
      output_(*run.theCase.output.transientFarField),
      source_(SurfaceRequest(output_), run.theCase, run.discretisation, run.comm),
      directions_(directionsOf(output_)),
      times_(fieldTimesOf(run)),
      steps_(chooseSteps(output_, times_)),
      delays_(delaysOf(source_, directions_, output_.origin, static_cast<double>(steps_.stride) * times_.dt, run.comm)),
      instants_(steps_.countTo(times_.lastStep) + delays_.count) {
  requireBeforeGround();
}

template <class Real>
void TransientObserver<Real>::requireBeforeGround() const {
  for (const MirrorPlane& plane : source_.planes)
    for (std::size_t i = 0; i < directions_.size(); ++i) {
      if (!plane.hides(directions_[i].radial())) continue;
      throw InputError(
          fmt::format("{}: {}.directions[{}]: theta {:.6g}, phi {:.6g} is behind the ground '{}', where "
                      "there is no field: take a direction before it",
                      toString(output_.mark), output_.key, i, output_.directions[i].theta, output_.directions[i].phi,
                      *output_.ground));
    }
}

template <class Real>
std::string TransientObserver<Real>::description() const {
  return fmt::format("{} faces of the surface '{}'{}; {} direction{}, sampled every {:.6g} s",
                     source_.surface.totalFaces, output_.surface, imagesText(output_), directions_.size(),
                     directions_.size() == 1 ? "" : "s", delays_.interval);
}

template <class Real>
std::optional<std::string> TransientObserver<Real>::warning() const {
  const double highest = 1 / (leastPerPeriod * delays_.interval);
  if (times_.sourcesUpTo <= highest * (1 + rounding)) return std::nullopt;
  return fmt::format(
      "{}: {}: with a sample every {:.4g} s, frequencies above {} come out too weak by one per cent or "
      "more, and the sources hold some up to {}: {}",
      toString(output_.mark), output_.key, delays_.interval, frequencyText(highest, 4),
      frequencyText(times_.sourcesUpTo, 4),
      steps_.stride > 1 ? "lower " + output_.key + ".every" : std::string("use smaller elements"));
}

template <class Real>
void TransientObserver<Real>::restore(const CheckpointState& state) {
  restoredInstants_ = static_cast<std::int64_t>(stored(state.scalars, instantsName));
}

template <class Real>
std::shared_ptr<const RecordPlaces> TransientObserver<Real>::placesOf(std::int64_t instants) const {
  const auto total = static_cast<std::int64_t>(numValues(instants) / 2);
  std::vector<std::int64_t> ids(mpiRank(run_.comm) == 0 ? static_cast<std::size_t>(total) : 0);
  std::iota(ids.begin(), ids.end(), 0);
  return fluxtet::placesOf(std::move(ids), total, 2, run_.comm);
}

template <class Real>
void TransientObserver<Real>::listSums(CheckpointSums<Real>& sums) const {
  const auto places = placesOf(restoredInstants_);
  for (const Field field : {Field::E, Field::H})
    for (const Part part : parts) sums[sumName(field, part)] = {places, {}};
}

template <class Real>
void TransientObserver<Real>::start(const CheckpointSums<Real>& sums) {
  dgtd::RetardedSums& engine = run_.engine.retardedSums();
  list_ = engine.addTerms(retardedTerms(source_, directions_, output_.origin, delays_));
  engine.start(list_, instants_);
  if (!run_.isRestart() || mpiRank(run_.comm) != 0) return;
  // The planned end may differ from that of the run that wrote the checkpoint.
  const std::int64_t both = std::min(restoredInstants_, instants_);
  for (const Field field : {Field::E, Field::H}) {
    std::vector<double> values(numValues(instants_));
    for (const Part part : parts) {
      const std::vector<Real>& before = stored(sums, sumName(field, part)).values;
      for (std::size_t d = 0; d < directions_.size(); ++d)
        for (std::int64_t i = 0; i < 2 * both; ++i)
          values[d * numPerDirection(instants_) + static_cast<std::size_t>(i)] +=
              static_cast<double>(before[d * numPerDirection(restoredInstants_) + static_cast<std::size_t>(i)]);
    }
    engine.upload(list_, field, values);
  }
}

template <class Real>
void TransientObserver<Real>::record(const dgtd::Moment& now) {
  run_.stepper.receiveTraces();
  for (const Field field : {Field::E, Field::H}) run_.engine.retardedSums().add(list_, field, now.step / steps_.stride);
}

template <class Real>
std::vector<double> TransientObserver<Real>::gathered(Field field) const {
  std::vector<double> values(numValues(instants_));
  run_.engine.retardedSums().download(list_, field, values);
  const bool isRoot = mpiRank(run_.comm) == 0;
  mpiCheck(MPI_Reduce(isRoot ? MPI_IN_PLACE : values.data(), values.data(), static_cast<int>(values.size()), MPI_DOUBLE,
                      MPI_SUM, 0, run_.comm));
  if (!isRoot) values.clear();
  return values;
}

template <class Real>
void TransientObserver<Real>::save(CheckpointState& state, CheckpointSums<Real>& sums) const {
  state.scalars[instantsName] = static_cast<double>(instants_);
  const auto places = placesOf(instants_);
  for (const Field field : {Field::E, Field::H}) {
    const std::vector<double> values = gathered(field);
    std::vector<Real> rounded(values.begin(), values.end()), rest;
    for (std::size_t i = 0; i < values.size(); ++i)
      rest.push_back(static_cast<Real>(values[i] - static_cast<double>(rounded[i])));
    sums[sumName(field, Part::rounded)] = {places, std::move(rounded)};
    sums[sumName(field, Part::rest)] = {places, std::move(rest)};
  }
}

template <class Real>
auto TransientObserver<Real>::signalOf(std::size_t direction, std::int64_t lastStep,
                                       const std::array<std::vector<double>, 2>& potentials) const -> Signal {
  // Later instants lack samples after the end of the run.
  const auto complete = static_cast<std::size_t>(steps_.countTo(lastStep));
  Potentials here;
  const auto part = [&](Field field) {
    std::vector<std::array<double, 2>> values(complete);
    const double* from = potentials[static_cast<std::size_t>(field)].data() + direction * numPerDirection(instants_);
    for (std::size_t k = 0; k < complete; ++k) values[k] = {from[2 * k], from[2 * k + 1]};
    return values;
  };
  here.electric = part(Field::E);
  here.magnetic = part(Field::H);
  Signal signal{static_cast<double>(delays_.first) * delays_.interval,
                farFieldOf(here, source_.relativeImpedance(), source_.speed(), delays_.interval,
                           times_.delayH / delays_.interval)};
  if (!run_.theCase.cavityMode) return signal;
  // Fields that are there from the beginning arrive from all of the surface only after the longest delay.
  const std::size_t lost = std::min(signal.field.size(), static_cast<std::size_t>(delays_.count) + instantsLost);
  signal.field.erase(signal.field.begin(), signal.field.begin() + static_cast<std::ptrdiff_t>(lost));
  signal.firstTime += static_cast<double>(lost) * delays_.interval;
  return signal;
}

template <class Real>
std::string TransientObserver<Real>::table() const {
  fmt::memory_buffer text;
  const auto out = std::back_inserter(text);
  fmt::format_to(out, "theta_deg,phi_deg,time_s,rE_theta_V,rE_phi_V\n");
  for (std::size_t d = 0; d < signals_.size(); ++d)
    for (std::size_t k = 0; k < signals_[d].field.size(); ++k)
      fmt::format_to(out, "{:.8g},{:.8g},{:.10g},{:.7g},{:.7g}\n", output_.directions[d].theta,
                     output_.directions[d].phi, signals_[d].firstTime + static_cast<double>(k) * delays_.interval,
                     signals_[d].field[k][0], signals_[d].field[k][1]);
  return fmt::to_string(text);
}

template <class Real>
void TransientObserver<Real>::finish(const dgtd::Moment& last, std::vector<std::string>&) {
  const ScopedSeconds timing = this->timeOutput();
  const std::array<std::vector<double>, 2> potentials{gathered(Field::E), gathered(Field::H)};
  agreeOnErrors(run_.comm, [&] {
    if (mpiRank(run_.comm) != 0) return;
    for (std::size_t d = 0; d < directions_.size(); ++d) signals_.push_back(signalOf(d, last.step, potentials));
    const auto instants = signals_[0].field.size();
    requireRun(instants > 0,
               "{}: {}: the run ended at {:.6g} s, before anything has arrived from all of the surface: let it go on",
               toString(output_.mark), output_.key, last.timeE);
    writeTextFile(std::filesystem::path(run_.theCase.output.directory) / outputName::transientFarField, table());
    spdlog::info("far field over time: {} directions, {} instants in {}", directions_.size(), instants,
                 outputName::transientFarField);
  });
}

template <class Real>
void TransientObserver<Real>::summarise(const dgtd::Moment&, RunSummary& summary) const {
  if (signals_.empty()) return;
  nlohmann::ordered_json json{
      {"surface", output_.surface}, {"faces", source_.surface.totalFaces}, {"sample_every_s", delays_.interval}};
  if (!output_.symmetry.empty()) json["symmetry"] = output_.symmetry;
  if (output_.ground) json["ground"] = *output_.ground;
  auto& list = json["directions"] = nlohmann::ordered_json::array();
  for (std::size_t d = 0; d < signals_.size(); ++d) {
    const auto magnitude = [](const std::array<double, 2>& v) { return std::hypot(v[0], v[1]); };
    const auto& field = signals_[d].field;
    const auto strongest = std::max_element(field.begin(), field.end(),
                                            [&](const auto& a, const auto& b) { return magnitude(a) < magnitude(b); });
    list.push_back(
        {{"theta_deg", output_.directions[d].theta},
         {"phi_deg", output_.directions[d].phi},
         {"peak_rE_V", magnitude(*strongest)},
         {"peak_at_s", signals_[d].firstTime + static_cast<double>(strongest - field.begin()) * delays_.interval}});
  }
  summary.sections.emplace_back("transientFarField", json.dump());
}

template class TransientObserver<float>;
template class TransientObserver<double>;

}  // namespace fluxtet::farField
