// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/case/sources.hpp"
#include "kernels/dgtd/problem.hpp"
#include "lib/base/vec3.hpp"
#include "lib/physics/waveformSpec.hpp"

#include <array>
#include <cstddef>
#include <string>
#include <vector>

/// A Gaussian beam as a sum of plane waves of one waveform, which is a solution of Maxwell's equations in time
/// (docs/theory.md, section 2.4). Their directions are axis components sqrt(1 - |s|^2) and lateral components s on a
/// rectangular lattice.
namespace fluxtet::dgtd {

/// Share of the field at the focus that the sum may lack or have too much, at any frequency of the waveform.
inline constexpr double beamTolerance = 1e-4;
/// Plane waves in one polarization of a beam: more than that many are refused.
inline constexpr std::size_t mostWavesOfBeam = 1000;

/// How far from the focus the beam is used, m: at most that far from the axis, along the polarization and across it,
/// and from the plane of the waist.
struct BeamReach {
  std::array<double, 2> lateral{};
  double axial = 0;
};

/// A frequency, Hz, and the amplitude spectrum of a waveform there, relative to its peak.
struct SpectralShare {
  double frequency = 0, share = 1;
};
/// The amplitude spectrum of a waveform, frequencies ascending, down to a share of beamTolerance, where it is not below
/// its peak: of a sine its frequency alone, of a pulse what lies above its peak, of a table all up to the Nyquist
/// frequency of its shortest interval.
std::vector<SpectralShare> spectrumOf(const WaveformSpec& waveform);

/// Returns directions that bound those of a beam's waves: the axis, and those of the largest lateral component. axis,
/// along: unit vectors, as in wavesOfBeam(). index: refractive index of the medium.
std::vector<Vec3> outlineOfBeam(const Vec3& axis, const Vec3& along, const BeamFocus& focus, double index);

/// The lattice of the lateral components of a beam's directions.
struct BeamLattice {
  double divergence = 0;            ///< rad: the lateral component at which a wave has 1/e of the central one's weight
  double largest = 0;               ///< largest lateral component, less than 1
  std::array<double, 2> spacing{};  ///< along the polarization, across it
  /// The lateral components s of all its waves, the central one first.
  std::vector<std::array<double, 2>> points() const;
};
/// Returns the coarsest lattice that is right within `reach`. The sum over a lattice is the beam and its copies, side
/// by side at distances wavelength / spacing; none of them, at no frequency of the waveform, may be there with more
/// than beamTolerance of the field at the focus. index: refractive index of the medium. Throws InputError, which begins
/// with `key`, for a waist below a wavelength, which only fields that do not propagate could make, and for more waves
/// than mostWavesOfBeam.
BeamLattice latticeOfBeam(const BeamFocus& focus, double index, const WaveformSpec& waveform, const BeamReach& reach,
                          const std::string& key);

/// Returns the waves of a beam. axial: the wave along the axis as it were without focus, whose amplitude is that at the
/// focus and whose time 0 passes its origin, projected on the axis, at t = 0. along: unit, perpendicular to its
/// direction: the first direction of the lattice. Each wave has the axial one's polarization, turned as its direction
/// is turned from the axis, so that E and H of the beam are alike.
std::vector<IncidentWave> wavesOfBeam(const IncidentWave& axial, const Vec3& along, const BeamFocus& focus,
                                      const BeamLattice& lattice);

/// A beam of a case, for people.
struct Beam {
  int source = 0;  ///< index into DgtdCase::sources
  BeamFocus focus;
  BeamLattice lattice;
  BeamReach reach;
  std::size_t waves = 0;  ///< of all polarizations
};
/// One line on it, without a newline.
std::string beamText(const Beam& beam);

}  // namespace fluxtet::dgtd
