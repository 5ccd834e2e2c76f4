// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/case/dgtdCase.hpp"
#include "kernels/dgtd/problem.hpp"
#include "lib/mesh/subMesh.hpp"

#include <mpi.h>

#include <array>
#include <complex>
#include <optional>
#include <string>
#include <vector>

namespace fluxtet::dgtd {

/// A metal by whose surface impedance a wall is made.
struct ConductorFilm {
  double sigma = 0, muR = 1;         ///< S/m
  double thickness = 0;              ///< m, behind which there is no field; 0: many skin depths
  std::array<double, 2> band{0, 0};  ///< Hz
};
/// Returns Z_s = Z coth(gamma thickness), Z = sqrt(j omega mu / sigma), gamma = sqrt(j omega mu sigma), at a frequency,
/// Hz, in ohm; without a thickness Z.
std::complex<double> surfaceImpedanceOf(const ConductorFilm& film, double frequency);

/// A law, and how well it has been fitted.
struct FittedLaw {
  FaceLaw law;
  double error = 0;      ///< largest relative error in the band
  double frequency = 0;  ///< Hz, where that is
};
/// Returns the law of a wall of impedance form whose response in half steps of c0 `dt` (s; 0: continuous) fits the
/// film's surface impedance in its band: direct and strengths by non-negative least squares, rates spread evenly over
/// the logarithm of the frequency (docs/theory.md, section 3.10).
FittedLaw fitConductor(const ConductorFilm& film, double dt);
/// Returns the law of a circuit of each square, without approximation.
FaceLaw lawOf(const ImpedanceSettings& impedance);
FaceLaw lawOf(const SheetSettings& sheet);

/// Returns the law of a circuit on a strip, given for each square, in half steps of `step` = c0 dt, m (0: continuous).
/// A strip between two elements has a form of a sheet. Resistances take the drive of two steps (extrapolated()).
/// `isPort`: a conductance even where that limits the time step, beside which currents of sources flow.
FaceLaw lawOnStrip(const ImpedanceSettings& square, bool isOuter, bool isPort, double step);
/// Returns the law with the part `direct`, if it is at most mostExtrapolated, as a function of the drive at the middle
/// of the half step, extrapolated from those before it and one step earlier: 3/2 and -1/2 of them, which is direct +
/// direct / 2 s / (s + rate) with the rate 1 / step. It has no lag of first order, and twice the bound.
FaceLaw extrapolated(FaceLaw law, double step);

/// A circuit on a strip, for each square of it.
struct StripCircuit {
  std::string surface;
  ImpedanceSettings square{};
  bool isOuter = false, isPort = false;
};

/// The laws of a case by surface, before and after the time step is known.
class FaceLawSet {
 public:
  FaceLawSet() = default;
  /// `outerSurfaces`: surfaces with faces on the outer boundary. `strips`: those of the case's ports and loads. Throws
  /// InputError where a conductor has no band.
  FaceLawSet(const DgtdCase& theCase, const std::vector<std::string>& outerSurfaces,
             const std::vector<StripCircuit>& strips);

  bool none() const { return walls_.empty(); }
  /// Returns the laws for time steps of `dt`, s; without bounds.
  std::vector<FaceLaw> at(double dt) const;
  /// The same with bounds for all time steps up to `dt`: those of circuits are exact; those of fits have room for other
  /// fits.
  std::vector<FaceLaw> boundedAt(double dt) const;
  /// The time step, s, below which the laws' own resonances are resolved; infinity if they have none.
  double maxStep() const;
  /// Whether some law has an inductance or a capacitance, which store energy. (What a metal stores is negligible.)
  bool storeEnergy() const;
  /// Index of the law of a surface; -1: it has none.
  std::int32_t of(const std::string& surface) const;
  /// Lines on each law, for time steps of `dt`, s.
  std::vector<std::string> lines(double dt) const;

 private:
  struct Wall {
    BoundaryAssignment boundary;
    ConductorFilm film{};
    std::optional<StripCircuit> strip{};
  };
  FittedLaw lawAt(const Wall& wall, double dt) const;

  std::vector<Wall> walls_;
};

/// Sets the laws and the faces that have them. Collective. Throws InputError where a wave is injected at such a face.
void setFaceLaws(const FaceLawSet& laws, const DgtdCase& theCase, const SubMesh& mesh, DgtdProblem& problem,
                 MPI_Comm comm);

/// Text on the laws of a case, for the identity of checkpoints; of a strip none.
std::string wallText(const BoundaryAssignment& boundary);

}  // namespace fluxtet::dgtd
