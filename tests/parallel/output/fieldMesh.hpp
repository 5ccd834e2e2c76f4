// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/base/vec3.hpp"
#include "lib/basis/referenceElement.hpp"
#include "lib/mesh/subMesh.hpp"

#include <mpi.h>

#include <functional>
#include <string>
#include <vector>

namespace fluxtet::test {

/// A box [0, 1.2] x [0, 1] x [0, 0.9] m with perturbed vertices, PEC all round, on the ranks of MPI_COMM_WORLD.
SubMesh boxSubMesh(std::array<std::int64_t, 3> cells = {3, 2, 2});

/// Nodal values [element][node][xyz] of a function of the place.
template <class Real>
std::vector<Real> nodalValues(const SubMesh& mesh, const ReferenceElement& basis,
                              const std::function<Vec3(const Vec3&)>& f) {
  std::vector<Real> values;
  for (std::int32_t e = 0; e < mesh.numElements; ++e)
    for (int n = 0; n < basis.np(); ++n) {
      const auto lambda = basis.node(n);
      Vec3 x{};
      for (int v = 0; v < 4; ++v)
        for (int i = 0; i < 3; ++i) x[i] += lambda[v] * mesh.vertices[(4 * static_cast<std::size_t>(e) + v) * 3 + i];
      for (const double value : f(x)) values.push_back(static_cast<Real>(value));
    }
  return values;
}

/// A folder that rank 0 makes, known to and shared by all ranks; removed at the end.
class SharedFolder {
 public:
  SharedFolder();
  ~SharedFolder();
  SharedFolder(const SharedFolder&) = delete;
  SharedFolder& operator=(const SharedFolder&) = delete;
  const std::string& path() const { return path_; }
  std::string operator/(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

/// The message of the Error of type T that `work` throws; empty if it throws none (or another).
template <class T>
std::string messageOf(const std::function<void()>& work);

/// Runs `work` on rank 0 while the others wait.
void onFirstRank(const std::function<void()>& work);

}  // namespace fluxtet::test
