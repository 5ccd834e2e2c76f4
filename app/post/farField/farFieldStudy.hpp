// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/case/dgtdCase.hpp"
#include "app/dgtd/observers/spectrum.hpp"
#include "app/dgtd/setup/discretisation.hpp"
#include "app/post/farField/mainBeam.hpp"
#include "app/post/farField/radiatingSurface.hpp"
#include "app/post/farField/radiation.hpp"
#include "app/post/ports/portPower.hpp"

#include <mpi.h>

#include <complex>
#include <optional>
#include <span>
#include <vector>

namespace fluxtet::farField {

/// What a single plane wave meets: results of scattering.
struct Scattering {
  double incidentSquare = 0;          ///< |E|^2 of the incident wave, (V/m)^2
  double backscatter = 0;             ///< monostatic radar cross-section, m^2
  double scatteringCrossSection = 0;  ///< scattered power over the incident power density, m^2
};

/// What ports give to an antenna, and to its images by symmetry. No others feed it.
struct Feed {
  double accepted = 0;   ///< W, by the antenna
  double available = 0;  ///< W, the most that the generators can give; 0 if one is an ideal current source
  double rounding = 0;   ///< W, largest effect of rounding on `accepted`
  std::vector<ports::PortPower> ports;  ///< each by itself
  bool isKnown() const { return accepted > rounding; }
};

/// Far field at one frequency. The powers of Fourier integrals of a pulse are in W s^2.
struct FarField {
  double frequency = 0;              ///< Hz
  double impedance = 0;              ///< of the medium, ohm
  std::vector<Amplitude> amplitude;  ///< [theta][phi] V (V s)
  double radiatedPower = 0;          ///< of the far field, over all directions before a ground, W
  double surfacePower = 0;           ///< through the surface, outwards, as the scheme conserves it, W
  double maxDirectivity = 0;         ///< over the directions of the output
  Direction maxDirection;            ///< where it is
  std::optional<Scattering> scattering;
  std::optional<Feed> feed;
  std::optional<MainBeam> beam;  ///< of what radiates, unless it scatters a wave; phases about `output.origin`

  /// 4 pi times the power per solid angle over the radiated power, from |rE|^2, V^2 (V^2 s^2); 0 if nothing is
  /// radiated.
  double directivity(double square) const;
  /// Radiated over accepted power; not a number where the latter is not known.
  double efficiency() const;
  /// Radiated over available power: efficiency times what is not reflected; not a number where it is not known.
  double totalEfficiency() const;
};

/// Computes far fields from the spectra of both fields on the faces of the enclosing surface.
class FarFieldStudy {
 public:
  /// The case has `output.farField`. Collective. Throws InputError on every rank as RadiatingSurface does.
  FarFieldStudy(const dgtd::DgtdCase& theCase, const dgtd::Discretisation& d, MPI_Comm comm);

  const EnclosingSurface& surface() const { return source_.surface; }
  /// Middle, m, and half the diagonal, m, of the box round the surface and its images.
  const Vec3& middle() const { return source_.middle; }
  double radius() const { return source_.radius; }
  /// Values of a sum on the faces of this rank, [face][side][node][xyz].
  std::size_t valuesPerSum() const { return surface().faces.size() * 6 * static_cast<std::size_t>(d_.basis.nf()); }
  /// `spectrum`: tangential parts of E and Z0 H on both sides of the faces. Collective; all ranks get the result.
  template <class Real>
  FarField evaluate(const dgtd::Spectrum<Real>& spectrum) const;
  /// Whether only ports feed what radiates, so that accepted powers are known.
  bool isFedByPorts() const;
  /// The feed of the whole device from the ports of the model.
  Feed feedOf(std::vector<ports::PortPower> ports) const;

 private:
  /// How many times the power of the model that of the whole device is.
  double timesBySymmetry() const;
  std::optional<double> incidentSquare(const std::vector<std::complex<double>>& waveforms) const;
  /// What radiates on this rank's faces: the equivalent currents of averaged traces, and the power through them, W.
  struct Sources {
    SurfaceCurrents currents;
    double power = 0;
  };
  template <class Real>
  Sources sourcesOf(const dgtd::Spectrum<Real>& spectrum) const;
  /// The directions of the table that the case asks for, row by row of theta.
  std::vector<Direction> tableDirections() const;
  /// Behind a ground there is no field, though its images have one there.
  void clearBehindGround(std::span<const Direction> directions, std::span<Amplitude> amplitudes) const;

  const dgtd::FarFieldOutput& output_;
  const dgtd::DgtdCase& case_;
  const dgtd::Discretisation& d_;
  MPI_Comm comm_;
  RadiatingSurface source_;
};

extern template FarField FarFieldStudy::evaluate(const dgtd::Spectrum<float>&) const;
extern template FarField FarFieldStudy::evaluate(const dgtd::Spectrum<double>&) const;

}  // namespace fluxtet::farField
