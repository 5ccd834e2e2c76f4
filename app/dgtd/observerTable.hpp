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

/// What observers get besides the run.
struct ObserverInputs {
  const std::map<std::string, std::string>& identity;  ///< checkpointIdentity()
  const ExactSolution* exact = nullptr;                ///< of the initial fields; null: they have none
  const CheckpointState* restart = nullptr;            ///< null: the run begins at step 0
};

/// Makes all observers that a case asks for, in the order in which they act, and restores them; this is the one place
/// that knows them by name. `list` is empty, and stays where it is as long as they live. `facts` gets what they tell
/// before the run. Collective. Throws on every rank what their constructors throw.
template <class Real>
void makeObservers(const ObservedRun<Real>& run, const ObserverInputs& inputs, ObserverList<Real>& list,
                   RunFacts& facts);

}  // namespace fluxtet::dgtd
