// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

namespace fluxtet::dgtd {

/// The cross-section of a port: its triangles in a plane with axes (u, v); u x v = n points into the model.
///
/// An edge between two triangles may be in `electricEdge` or `magneticEdge` too: a sheet of no thickness, such as the
/// strip of a microstrip line.
struct CrossSection {
  std::vector<std::array<double, 2>> x;                   ///< [vertex] m
  std::vector<std::array<std::int32_t, 3>> triangle;      ///< [triangle] vertices, in either direction of rotation
  std::vector<double> epsilonR, muR;                      ///< [triangle] real parts
  std::vector<std::array<std::int32_t, 2>> electricEdge;  ///< vertices of each edge on a PEC wall
  std::vector<std::array<std::int32_t, 2>> magneticEdge;  ///< on a PMC wall; every outer edge is in one of the two
};

enum class ModeKind : std::uint8_t { tem, te, tm, hybrid };

/// A vector in the plane of the port at point `x` (u, v), m, of triangle `triangle`, 1/m.
using ModeProfile = std::function<std::array<double, 2>(std::size_t triangle, std::array<double, 2> x)>;

/// Frequencies of interest, Hz: 0 < lowest < highest.
struct FrequencyBand {
  double lowest = 0, highest = 0;
};

/// beta^2 and (V / I) beta / (omega mu0) of a hybrid mode at some frequencies, ascending; both are smooth in the square
/// of the frequency, cut-off included. Empty of other modes.
struct ModeDispersion {
  std::vector<double> frequency;        ///< Hz
  std::vector<double> betaSquared;      ///< 1/m^2, negative below cut-off
  std::vector<double> impedanceFactor;  ///< 1

  struct Values {
    double betaSquared, impedanceFactor;
  };
  /// By the polynomial in the square of the frequency; outside of the frequencies beta^2 goes on as a straight line
  /// through the last two, the factor as a constant.
  Values at(double frequencyHz) const;
};

/// A mode of a port. Its fields are E = e V and H = h I, with int e.e = 1 and int (e x h).n = 1 over the port, so that
/// V = int E.e in V and I = int (E x H).n / V in A; V / I is modeImpedance() in a wave that travels along n, and the
/// power of a phasor is Re(V I*) / 2.
struct PortMode {
  ModeKind kind = ModeKind::te;
  std::string name;     ///< "TE10", "TEM", "TE 1"
  double cutoff = 0;    ///< cut-off wave number k_c in the filling, 1/m; 0 of TEM and quasi-TEM
  double epsilonR = 1;  ///< of the filling; the effective one of a hybrid mode
  double muR = 1;       ///< of the filling; the effective one of a hybrid mode
  /// TEM and quasi-TEM: characteristic impedance, ohm: voltage between the conductors over current. Of several modes
  /// (three conductors and more): of each conductor against the reference while all are driven in this mode.
  double impedance0 = std::numeric_limits<double>::quiet_NaN();
  double impedance = std::numeric_limits<double>::quiet_NaN();  ///< quasi-TEM: V / I, ohm
  ModeDispersion dispersion;                                    ///< of hybrid modes from findModes() with a band
  /// Where the filling is lossy or dispersive: its relative permittivity and permeability at a frequency, Hz, in place
  /// of epsilonR and muR; of a quasi-TEM mode the effective ones. They belong to exp(+j omega t).
  std::function<std::complex<double>(double)> permittivity, permeability;
  ModeProfile electric;  ///< e
  ModeProfile magnetic;  ///< h; n x e if the filling is homogeneous
};

/// The `count` modes of lowest cut-off, ascending; TEM modes first. Each profile keeps what it needs of the
/// cross-section.
///
/// A rectangle with one filling and PEC walls has its modes in closed form; those of any other homogeneous
/// cross-section, and quasi-TEM modes, are computed on its own triangles (docs/theory.md, section 6). The result
/// depends on the cross-section alone. Throws InputError if there are no such modes, or they are out of reach.
std::vector<PortMode> findModes(const CrossSection& section, int count);

/// The same with a band in which the modes are used. Where several materials are in the cross-section, these are its
/// hybrid modes, with their dispersion in the band: the `count` ones of largest beta in its middle, which is the mean
/// of the squares of its ends; below cut-off beta^2 < 0. Their profiles are those of the middle. Of a line, impedance0
/// is that of the quasi-TEM mode of the same place in the order.
std::vector<PortMode> findModes(const CrossSection& section, int count, const FrequencyBand& band);

/// Whether the modes need a band: in several materials those of hollow guides, and of lines more than the quasi-TEM
/// ones.
bool needBand(const CrossSection& section, int count);

/// All TEM modes, or the quasi-TEM modes of a cross-section with several materials: one less than conductors. Throws
/// InputError if there is one conductor.
std::vector<PortMode> findTemModes(const CrossSection& section);

/// Propagation constant gamma of a mode at `frequency`, Hz: j beta, or alpha below cut-off, and alpha + j beta in a
/// lossy filling, 1/m. A wave along n is exp(j omega t - gamma z).
std::complex<double> propagationConstant(const PortMode& mode, double frequency);

/// V / I of a wave of the mode along n at `frequency` > 0, Hz, in ohm; imaginary below cut-off, complex in a lossy
/// filling. Wave impedance of TEM, TE and TM modes.
std::complex<double> modeImpedance(const PortMode& mode, double frequency);

/// Whether V / I is the same at all frequencies: that of lines in lossless media.
bool hasConstantImpedance(const PortMode& mode);

/// Cut-off frequency, Hz; in a lossy filling that of epsilonR and muR, of a hybrid mode from findModes() with a band
/// where its beta^2 goes on to zero.
double cutoffFrequency(const PortMode& mode);

/// For people: "TE10, cut-off 6.557 GHz", "TEM, 49.94 ohm".
std::string modeText(const PortMode& mode);

}  // namespace fluxtet::dgtd
