// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/observers/spectrum.hpp"
#include "app/dgtd/setup/discretisation.hpp"
#include "app/post/sar/sarResult.hpp"
#include "app/post/sar/tissues.hpp"
#include "app/post/sar/voxelGrid.hpp"

#include <mpi.h>

#include <filesystem>
#include <string>
#include <vector>

namespace fluxtet::sar {

/// output.sar of a case: powers, specific absorption rates and their averages over cubes, from the fields at each of
/// its frequencies.
class SarStudy {
 public:
  /// Checks what can be known before the run and creates nothing. Collective. Throws InputError on every rank for
  /// averages heavier than the tissue, or voxels that are larger than a cube or too many for the memory of rank 0's
  /// host. `theCase` and `d` must outlive the study.
  SarStudy(const dgtd::DgtdCase& theCase, const dgtd::Discretisation& d, MPI_Comm comm);

  std::string description() const;  ///< tissue, voxels and the memory that they take, for `fluxtet check`
  /// Whether fields at this frequency, Hz, are to be evaluated.
  bool wants(double frequency) const;
  /// Evaluates the fields `spectrum`, E and Z0 H in V/m (V s/m of a pulse), [element][node][xyz], and, where there is
  /// tissue, writes elements.vtkhdf and average_<mass>.vtkhdf to <directory>/sar, of several frequencies each to a
  /// folder there, such as sar/900MHz. Averages of an earlier run that are not asked for now are removed in the end.
  /// Collective. The result is whole on rank 0; others lack the averages. Throws RunError on every rank if the sources
  /// give no power and output.sar.power asks for some.
  template <class Real>
  SarResult evaluate(const dgtd::Spectrum<Real>& spectrum, const std::filesystem::path& directory) const;

 private:
  void requireMass() const;
  void requireMemory() const;
  void scaleToPower(SarResult& result, std::vector<double>& absorbed) const;
  void sumTissues(SarResult& result, const std::vector<double>& absorbed) const;
  void findLargest(SarResult& result, const std::vector<double>& absorbed) const;
  /// Averages over the cubes of each mass and writes them; the names of the files. Collective.
  std::vector<std::string> average(SarResult& result, const TissueVoxels& voxels,
                                   const std::filesystem::path& folder) const;
  std::int16_t tissueOf(std::size_t element) const {
    if (d_.problem.isInLayer(static_cast<std::int32_t>(element))) return Tissues::none;
    return tissues_.ofRegion[static_cast<std::size_t>(d_.mesh.region[element])];
  }

  const dgtd::DgtdCase& case_;
  const dgtd::Discretisation& d_;
  MPI_Comm comm_;
  Tissues tissues_;
  std::vector<double> mass_;  ///< [tissue] kg
  VoxelGrid grid_;
};

}  // namespace fluxtet::sar
