// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/observers/observedRun.hpp"
#include "app/dgtd/observers/spectrumRecorder.hpp"
#include "app/post/ports/portPower.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace fluxtet::ports {

/// Sums up the fields in the elements of all ports at the frequencies of an output during a run, for the circuit
/// quantities of the ports at its end.
template <class Real>
class PortRecorder {
 public:
  /// `prefix`: of the names in checkpoints. Throws InputError as SpectrumRecorder does. Collective.
  PortRecorder(const dgtd::ObservedRun<Real>& run, const FrequencySampling& sampling, std::string prefix);

  void restore(const CheckpointState& state) { recorder_.restore(state.scalars, state.step); }
  void listSums(CheckpointSums<Real>& sums) const { recorder_.listSums(places_, sums); }
  /// Allocates the sums in the engine, and sets them on a restart.
  void start(const CheckpointSums<Real>& sums);
  void record(std::int64_t step) { recorder_.record(step); }
  void save(CheckpointState& state, CheckpointSums<Real>& sums) const;
  /// The ports at frequency number `frequency` of the output, from the samples up to `lastStep`: lumped ports in the
  /// order of the case's sources, then the modes of wave ports. Collective. Throws RunError if there are too few
  /// samples.
  std::vector<PortPower> powers(std::size_t frequency, std::int64_t lastStep) const;

 private:
  dgtd::ObservedRun<Real> run_;
  std::vector<std::int32_t> elements_;  ///< of all ports on this rank, ascending
  std::vector<std::vector<std::int32_t>>
      rows_;  ///< [lumped port, then wave port][element of the port] its place in elements_
  dgtd::SpectrumRecorder<Real> recorder_;
  std::shared_ptr<const RecordPlaces> places_;
};

extern template class PortRecorder<float>;
extern template class PortRecorder<double>;

}  // namespace fluxtet::ports
