// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/engines/engineCase.hpp"

#include <cmath>

namespace fluxtet::test {

/// Returns the largest stable step of leap-frog, m: 2 over the largest eigenvalue of B, by power iteration on B^2.
inline double stableStep(const EngineKind& kind, const dgtd::DgtdProblem& problem) {
  EngineCase<double> test(kind, problem);
  double square = 1;
  for (int iteration = 0; iteration < 80; ++iteration) {
    const double before = test.engine->energies().total();
    test.engine->krylov().apply(0, 1, false);
    test.engine->krylov().apply(0, 1, false);
    square = std::sqrt(test.engine->energies().total() / before);
    for (const dgtd::Field field : {dgtd::Field::E, dgtd::Field::H}) {
      auto values = test.values(field);
      for (double& value : values) value /= square;
      test.engine->upload(field, values);
    }
  }
  return 2 / std::sqrt(square);
}

}  // namespace fluxtet::test
