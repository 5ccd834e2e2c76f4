// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/engines/engineCase.hpp"

#include "lib/base/constants.hpp"

#include <cmath>

namespace fluxtet::test {
using namespace fluxtet::dgtd;

namespace {

/// Mode TM110 of a cube of 1 m with conducting walls, at `time` = c0 t in m: E_z = sin(pi x) sin(pi y) cos(omega time),
/// omega = sqrt(2) pi. Both fields have the same unit.
ReferenceScheme::Fields cavityMode(Field field, const KuhnBox& box, const Piece& piece, double time) {
  const ReferenceElement basis(piece.problem.order);
  const double pi = constants::pi, omega = std::sqrt(2.0) * pi;
  ReferenceScheme::Fields fields;
  for (int e : piece.element) {
    ReferenceScheme::Nodal values = ReferenceScheme::Nodal::Zero(basis.np(), 3);
    for (int n = 0; n < basis.np(); ++n) {
      Vec3 x{0, 0, 0};
      for (int v = 0; v < 4; ++v) x = x + basis.node(n)[v] * box.vertex[box.element[e][v]];
      if (field == Field::E) {
        values(n, 2) = std::sin(pi * x[0]) * std::sin(pi * x[1]) * std::cos(omega * time);
      } else {
        values(n, 0) = -pi / omega * std::sin(pi * x[0]) * std::cos(pi * x[1]) * std::sin(omega * time);
        values(n, 1) = pi / omega * std::cos(pi * x[0]) * std::sin(pi * x[1]) * std::sin(omega * time);
      }
    }
    fields.push_back(values);
  }
  return fields;
}

std::vector<double> toValues(const ReferenceScheme::Fields& fields) {
  std::vector<double> values;
  for (const auto& element : fields)
    for (int n = 0; n < element.rows(); ++n)
      for (int c = 0; c < 3; ++c) values.push_back(element(n, c));
  return values;
}

/// Returns the error of both fields after c0 t = 0.5 m, relative to the fields, in the energy norm.
double cavityError(const EngineKind& kind, int order, int cells) {
  const KuhnBox box = makeKuhnBox({cells, cells, cells}, {1, 1, 1});
  ProblemOptions options;
  options.order = order;
  const Piece piece = makePiece(box, options);
  const ReferenceScheme reference(piece.problem);
  const auto engine = kind.make<double>(piece.problem);
  const int steps = 40 * cells * order;
  const double step = 0.5 / steps;
  engine->upload(Field::E, toValues(cavityMode(Field::E, box, piece, 0)));
  engine->upload(Field::H, toValues(cavityMode(Field::H, box, piece, 0.5 * step)));
  const ElementRange all{0, piece.problem.numElements};
  for (int n = 0; n < steps; ++n) {
    engine->fusedHalfStep({Field::E, step, 0, 0}, all);
    engine->fusedHalfStep({Field::H, step, 0, 0}, all);
  }
  double error = 0, size = 0;
  for (Field field : {Field::E, Field::H}) {
    const auto exact = cavityMode(field, box, piece, 0.5 + (field == Field::H ? 0.5 * step : 0));
    auto difference =
        toFields(download(*engine, field, exact.size() * 3 * nodesPerElement(order)), nodesPerElement(order));
    for (std::size_t e = 0; e < exact.size(); ++e) difference[e] -= exact[e];
    error += reference.innerProduct(field, difference, difference);
    size += reference.innerProduct(field, exact, exact);
  }
  return std::sqrt(error / size);
}

using EngineCavity = EngineTest;
INSTANTIATE_TEST_SUITE_P(Engines, EngineCavity, ::testing::ValuesIn(defaultEngine()), nameOf);

TEST_P(EngineCavity, aCavityModeConvergesWithTheOrderOfTheElements) {
  const int coarse = order() == 1 ? 4 : 2;
  const double first = cavityError(kind(), order(), coarse), second = cavityError(kind(), order(), 2 * coarse);
  EXPECT_GT(std::log2(first / second), order() - 0.1) << first << ", " << second;
  RecordProperty("errors", fmt::format("{} {}", first, second));
}

}  // namespace
}  // namespace fluxtet::test
