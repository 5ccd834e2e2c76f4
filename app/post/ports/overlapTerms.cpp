// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/post/ports/overlapTerms.hpp"

#include "lib/basis/faceMass.hpp"
#include "lib/mesh/subMeshGeometry.hpp"

#include <algorithm>
#include <array>

namespace fluxtet::ports {

std::vector<std::int32_t> elementsAt(const dgtd::WavePort& port) {
  std::vector<std::int32_t> elements;
  for (const auto* faces : {&port.modelFace, &port.layerFace})
    for (const std::int32_t face : *faces) elements.push_back(face / 4);
  return elements;
}

std::vector<OverlapTerm> overlapTerms(const dgtd::WavePort& port, std::size_t mode, const dgtd::Discretisation& d) {
  const ReferenceElement& basis = d.basis;
  const auto nf = static_cast<std::size_t>(basis.nf()), np = static_cast<std::size_t>(basis.np());
  std::array<Eigen::MatrixXd, 4> massOf;
  for (int f = 0; f < 4; ++f) massOf[static_cast<std::size_t>(f)] = faceMass(basis, f);
  const int axis =
      static_cast<int>(std::ranges::find_if(port.normal, [](double n) { return n != 0; }) - port.normal.begin());
  const double n = port.normal[static_cast<std::size_t>(axis)];
  std::vector<OverlapTerm> terms;
  std::size_t row = 0;
  for (const auto* faces : {&port.modelFace, &port.layerFace})
    for (std::size_t f = 0; f < faces->size(); ++f, ++row)
      for (int turn = 1; turn <= 2; ++turn) {
        const std::int32_t face = (*faces)[f];
        OverlapTerm& term = terms.emplace_back();
        term.element = face / 4;
        term.row = row;
        term.component = (axis + turn) % 3;
        term.across = (axis + 3 - turn) % 3;
        // (H x n)_c = H_a n_b - H_b n_a with (c, a, b) cyclic, of which only one factor n is not 0.
        term.sign = (term.component + 1) % 3 == term.across ? n : -n;
        term.weight.resize(np, 0.0);
        const double area = norm(outwardAreaOf(d.mesh, face));
        const Eigen::MatrixXd& mass = massOf[static_cast<std::size_t>(face % 4)];
        for (std::size_t i = 0; i < nf; ++i) {
          const auto node = static_cast<std::size_t>(basis.faceNode(face % 4, static_cast<int>(i)));
          for (std::size_t k = 0; k < nf; ++k)
            term.weight[node] += 0.5 * area * mass(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(k)) *
                                 port.electric[mode][3 * (f * nf + k) + static_cast<std::size_t>(term.component)];
        }
      }
  return terms;
}

}  // namespace fluxtet::ports
