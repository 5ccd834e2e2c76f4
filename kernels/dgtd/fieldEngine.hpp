// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/engineParts.hpp"
#include "kernels/dgtd/problem.hpp"
#include "kernels/dgtd/timeStep.hpp"
#include "lib/physics/standingWave.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace fluxtet::dgtd {

/// One rank's fields and everything that is computed on them in bulk: states, half steps, and the parts that look at
/// them. Knows nothing of MPI, files or cases.
/// Fields outside are nodal, [element][node][xyz], E in V/m and Z0 H in V/m; inside, each engine stores them as it
/// likes.
template <class Real>
class FieldEngine {
 public:
  virtual ~FieldEngine() = default;
  virtual std::string name() const = 0;    ///< e.g. "cpu (AVX-512, 2 threads)"
  virtual std::int64_t bytes() const = 0;  ///< held by this engine and its parts
  /// Waits until all that was asked of the engine has been carried out; engines whose calls return earlier override it.
  virtual void synchronize() {}

  // States.
  virtual void upload(Field field, std::span<const Real> values) = 0;
  virtual void download(Field field, std::span<Real> values) const = 0;
  /// Sets a field to the interpolant of a standing wave where it lives, without the host's memory; false where the
  /// engine does not, or has no DgtdProblem::corner, and the caller uploads it.
  virtual bool setStandingWave(Field /*field*/, const StandingWave& /*wave*/) { return false; }
  /// Makes room for one more state, of zeros, for half steps that are CurlOnly; its number.
  virtual StateId addState() = 0;

  // Half steps of leap-frog on a range of elements, which begins and ends between clusters of elementsPerCluster
  // elements, at numInterior or at the end. The parts of one half step may be asked for in any order.

  /// Whether half steps of `target` read its own outer traces too (jump terms), so that those of other ranks must have
  /// come before. Until all elements of such a fused half step have been asked for, the field is the one before it.
  virtual bool readsOuterTarget(Field target) const = 0;
  /// The published kernels: rhs = volume integrals; rhs += surface integrals; field += step * (rhs, materials,
  /// sources).
  virtual void intVolume(const HalfStep& half, ElementRange range) = 0;
  virtual void intSurface(const HalfStep& half, ElementRange range) = 0;
  virtual void updateField(const HalfStep& half, ElementRange range) = 0;
  /// The three at once, one pass over the elements.
  virtual void fusedHalfStep(const HalfStep& half, ElementRange range) = 0;
  /// Whether fusedHalfStep() on all elements returns early and computes the border first, so that its traces can be
  /// sent, and others come, while the rest is computed. Else it takes two calls to do something meanwhile.
  virtual bool borderFirst() const { return false; }
  /// Whether replay() takes this time step: many at once without the host in between (no other ranks, fused kernels).
  virtual bool replays(const TimeStep& /*step*/) const { return false; }
  /// Takes `count` time steps, the first of which begins at first * step.dt.
  virtual void replay(const TimeStep& /*step*/, std::int64_t /*first*/, std::int64_t /*count*/) {}

  // Low-storage Runge-Kutta on both fields at once: residual = a residual + step rhs(E, H, time); then field += b
  // residual.
  virtual void rungeKuttaResidual(double a, double step, double time, ElementRange range) = 0;
  virtual void rungeKuttaUpdate(double b, ElementRange range) = 0;

  // Parts.
  virtual HaloTraces<Real>& traces() = 0;
  virtual FieldEnergies<Real>& energies() = 0;
  virtual SpectralSums<Real>& spectra() = 0;
  virtual PointSamples<Real>& points() = 0;
  virtual KrylovVectors<Real>& krylov() = 0;
};

/// The CPU engine for order P1-P4, chosen at run time; vectorised for the best instruction set that this processor has.
template <class Real>
std::unique_ptr<FieldEngine<Real>> makeCpuEngine(const DgtdProblem& problem, int threads);

/// What decides on the memory that an engine takes.
struct EngineSize {
  int order = 1;
  std::int64_t elements = 0, haloFaces = 0;
  std::size_t bytesPerReal = 0;
  bool rungeKutta = false;
  bool upwind = false;
  int fieldsWithJumps = 0;    ///< whose half steps or right-hand sides have jump terms
  int spectra = 0;            ///< sums of both fields together
  bool splitKernels = false;  ///< are used, if not alone
  bool corners = false;       ///< DgtdProblem::corner is there
};

/// Bytes that makeCpuEngine would hold; for `fluxtet check`.
std::int64_t cpuEngineBytes(const EngineSize& size);

extern template std::unique_ptr<FieldEngine<float>> makeCpuEngine(const DgtdProblem&, int);
extern template std::unique_ptr<FieldEngine<double>> makeCpuEngine(const DgtdProblem&, int);

}  // namespace fluxtet::dgtd
