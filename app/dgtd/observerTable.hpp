// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/facts.hpp"
#include "app/dgtd/observers/observedRun.hpp"
#include "app/dgtd/observers/observer.hpp"
#include "lib/physics/exactSolution.hpp"

#include <map>
#include <string>

namespace fluxtet::dgtd {

/// Arguments of observers besides the run.
struct ObserverInputs {
  const std::map<std::string, std::string>& identity;  ///< checkpointIdentity()
  const ExactSolution* exact = nullptr;      ///< exact solution that the initial fields are taken from; null: none
  const CheckpointState* restart = nullptr;  ///< null: the run begins at step 0
};

/// Appends all observers that a case asks for to `list`, in the order in which they act, and restores their state on a
/// restart. No other function knows the observers by name. `list` is empty and must not move while they exist. Sets
/// facts.samples and facts.sar. Collective. Throws on every rank what the observers' constructors throw.
template <class Real>
void makeObservers(const ObservedRun<Real>& run, const ObserverInputs& inputs, ObserverList<Real>& list,
                   RunFacts& facts);

}  // namespace fluxtet::dgtd
