// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/basis/referenceElement.hpp"
#include "lib/mesh/subMesh.hpp"
#include "lib/output/fieldOutputs.hpp"
#include "lib/output/meshView.hpp"

#include <mpi.h>

#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace fluxtet {

/// Complex nodal fields [element][node][xyz] at one frequency, E and Z0 H in V/m (times s for Fourier integrals).
template <class Real>
struct SpectrumView {
  double frequency = 0;  ///< Hz
  std::span<const Real> reE, imE, reH, imH;
};

/// "1.8GHz", "900MHz", "50Hz": part of the names of files for a frequency in Hz, with twelve digits.
std::string frequencyName(double frequency);

/// Writes fields at given frequencies as VTKHDF files, <directory>/dft/fields_<frequency>.vtkhdf and, on the surfaces
/// that are chosen, boundaries_<frequency>.vtkhdf: point data E_re, E_im (V/m), H_re, H_im (A/m), and E_abs and H_abs,
/// the length sqrt(sum_c |X_c|^2) of the complex vector; with the field data frequency_Hz, and fourier_integral 1 where
/// units are to be multiplied by s. Selection, cells and cell data are those of SnapshotWriter. No file if the output
/// only has points, lines and slices (PhasorFiles).
class DftWriter {
 public:
  /// Collective. Touches no file. Throws InputError if nothing is selected. `mesh` and `basis` must outlive the writer.
  DftWriter(const DftOutput& spec, const SubMesh& mesh, const ReferenceElement& basis,
            const std::filesystem::path& directory, MPI_Comm comm);
  /// Collective. Fields that `spec` does not ask for may be empty.
  template <class Real>
  void write(const SpectrumView<Real>& spectrum) const;

 private:
  FieldSelection fields_;
  SpectrumKind kind_;
  int nodesPerElement_;
  std::filesystem::path directory_;
  std::vector<MeshView> views_;
};

}  // namespace fluxtet
