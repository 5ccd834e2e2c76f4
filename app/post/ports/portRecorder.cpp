// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/post/ports/portRecorder.hpp"

#include "app/post/ports/wavePortPower.hpp"

#include <algorithm>
#include <utility>

namespace fluxtet::ports {
namespace {

std::vector<std::int32_t> elementsOf(const dgtd::Discretisation& d) {
  std::vector<std::int32_t> elements;
  for (const dgtd::LumpedPort& port : d.lumpedPorts)
    elements.insert(elements.end(), port.elements.begin(), port.elements.end());
  for (const dgtd::WavePort& port : d.wavePorts.ports)
    for (const std::int32_t element : elementsAt(port)) elements.push_back(element);
  std::sort(elements.begin(), elements.end());
  elements.erase(std::unique(elements.begin(), elements.end()), elements.end());
  return elements;
}

std::vector<std::vector<std::int32_t>> rowsOf(const dgtd::Discretisation& d,
                                              const std::vector<std::int32_t>& elements) {
  std::vector<std::vector<std::int32_t>> rows;
  const auto add = [&](const std::vector<std::int32_t>& ofPort) {
    auto& places = rows.emplace_back();
    for (const std::int32_t element : ofPort)
      places.push_back(
          static_cast<std::int32_t>(std::lower_bound(elements.begin(), elements.end(), element) - elements.begin()));
  };
  for (const dgtd::LumpedPort& port : d.lumpedPorts) add(port.elements);
  for (const dgtd::WavePort& port : d.wavePorts.ports) add(elementsAt(port));
  return rows;
}

}  // namespace

template <class Real>
PortRecorder<Real>::PortRecorder(const dgtd::ObservedRun<Real>& run, const FrequencySampling& sampling,
                                 std::string prefix)
    : run_(run),
      elements_(elementsOf(run.discretisation)),
      rows_(rowsOf(run.discretisation, elements_)),
      recorder_(sampling, FieldSelection{.E = true, .H = !run.discretisation.wavePorts.none()},
                {run.engine.spectra(), run.engine.spectra().addElements(elements_)}, fieldTimesOf(run),
                std::move(prefix)),
      places_(placesOfElements(run, elements_)) {}

template <class Real>
void PortRecorder<Real>::start(const CheckpointSums<Real>& sums) {
  recorder_.start();
  if (run_.isRestart()) recorder_.setSums(sums);
}

template <class Real>
void PortRecorder<Real>::save(CheckpointState& state, CheckpointSums<Real>& sums) const {
  recorder_.save(state.scalars);
  recorder_.saveSums(places_, sums);
}

template <class Real>
std::vector<PortPower> PortRecorder<Real>::powers(std::size_t frequency, std::int64_t lastStep) const {
  const dgtd::Discretisation& d = run_.discretisation;
  const dgtd::Spectrum<Real> spectrum =
      recorder_.spectrum(frequency, lastStep, elements_.size() * places_->valuesPerRecord, d.problem.waveforms);
  std::vector<PortPower> powers;
  for (std::size_t i = 0; i < d.lumpedPorts.size(); ++i)
    powers.push_back(powerOf(d.lumpedPorts[i], d, spectrum, rows_[i], run_.comm));
  for (std::size_t i = 0; i < d.wavePorts.ports.size(); ++i)
    for (PortPower& mode :
         powersOf(d.wavePorts.ports[i], run_.theCase, d, spectrum, rows_[d.lumpedPorts.size() + i], run_.comm))
      powers.push_back(std::move(mode));
  return powers;
}

template class PortRecorder<float>;
template class PortRecorder<double>;

}  // namespace fluxtet::ports
