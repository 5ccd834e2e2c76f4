// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/deviceHalo.hpp"
#include "kernels/dgtd/problem.hpp"
#include "kernels/dgtd/timeStep.hpp"
#include "lib/physics/standingWave.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace fluxtet {

/// A point value: the element's nodal values weighted by its basis functions at the point.
struct PointSet {
  std::vector<std::int32_t> element;  ///< [numPoints]
  std::vector<double> weight;         ///< [numPoints][Np]
};

/// An element and its energy, 1/2 |K| (epsilonR E^T M E + muR H^T M H), (V/m)^2 m^3; -1 and less than none where there
/// are no elements.
struct StrongestElement {
  std::int32_t element = -1;
  double energy = -1;
};

/// One rank's fields and everything that is computed on them in bulk. Knows nothing of MPI, files or cases.
/// Fields outside are nodal, [element][node][xyz], E in V/m and Z0 H in V/m; inside, each engine stores them as it
/// likes. Traces are [halo face][traceValuesPerFace()].
template <class Real>
class FieldEngine {
 public:
  virtual ~FieldEngine() = default;
  virtual std::string name() const = 0;    ///< e.g. "cpu (AVX-512, 2 threads)"
  virtual std::int64_t bytes() const = 0;  ///< held by this engine
  /// Waits until all that was asked of the engine has been carried out; engines whose calls return earlier override it.
  virtual void synchronize() {}

  /// Makes room for one more state, of zeros, for half steps that are CurlOnly; its number.
  virtual StateId addState() = 0;
  virtual void upload(Field field, std::span<const Real> values) = 0;
  virtual void download(Field field, std::span<Real> values) const = 0;
  /// Sets a field to the interpolant of a standing wave where it lives, without the host's memory; false where the
  /// engine does not, or has no DgtdProblem::corner, and the caller uploads it.
  virtual bool setStandingWave(Field /*field*/, const StandingWave& /*wave*/) { return false; }

  /// Values of one face's trace as packTraces() lays them out: each engine exchanges what it needs, in its own form.
  virtual int traceValuesPerFace() const = 0;
  /// Face traces of `field` on the sendFace list, and what came back from the other side.
  virtual void packTraces(Field field, std::span<Real> buffer) = 0;
  /// The buffer stays valid and unchanged until the next call.
  virtual void setHaloTraces(Field field, std::span<const Real> buffer) = 0;
  /// The same without the host in between, for engines whose fields are on a GPU; null for others. Halo faces of
  /// neighbour i are offset[i]..offset[i + 1] - 1. The engine must outlive it; one at a time.
  virtual std::unique_ptr<DeviceHalo> makeDeviceHalo(std::span<const std::int32_t> /*offset*/) { return nullptr; }

  /// Whether half steps of `target` read its own outer traces too (jump terms), so that those of other ranks must have
  /// come before. Until all elements of such a fused half step have been asked for, the field is the one before it.
  virtual bool readsOuterTarget(Field target) const = 0;

  // Leap-frog, the published kernels: rate = volume integrals; rate += surface integrals; field += step * (rate,
  // materials, sources).
  virtual void intVolume(const HalfStep& half, ElementRange range) = 0;
  virtual void intSurface(const HalfStep& half, ElementRange range) = 0;
  virtual void updateField(const HalfStep& half, ElementRange range) = 0;
  /// The three at once, one pass over the elements. A range begins and ends between clusters of elementsPerCluster
  /// elements, at numInterior or at the end. The parts of one half step may be asked for in any order.
  virtual void fusedHalfStep(const HalfStep& half, ElementRange range) = 0;
  /// Whether fusedHalfStep() on all elements returns early and computes the boundary layer first, so that its traces
  /// can be sent, and others come, while the rest is computed. Else it takes two calls to do something meanwhile.
  virtual bool boundaryLayerFirst() const { return false; }

  /// Whether replay() takes this time step: many at once without the host in between (no other ranks, fused kernels).
  virtual bool replays(const TimeStep& /*step*/) const { return false; }
  /// Takes `count` time steps, the first of which begins at first * step.dt.
  virtual void replay(const TimeStep& /*step*/, std::int64_t /*first*/, std::int64_t /*count*/) {}

  // Low-storage Runge-Kutta on both fields at once: residual = a residual + step rate(E, H, time); then field += b
  // residual.
  virtual void rungeKuttaResidual(double a, double step, double time, ElementRange range) = 0;
  virtual void rungeKuttaUpdate(double b, ElementRange range) = 0;

  // Vectors of the time step estimate, pairs of fields that stay in the engine: x, the present fields; k, their kept
  // copies.
  /// x = the random vector of these elements, by their global ids (randomVector.hpp).
  virtual void setRandom(std::span<const std::int64_t> elementId) = 0;
  /// (x, k) = (a k + b B x, x) with the symmetric operator that bounds the time step (docs/theory.md): on either field
  /// the curl and flux terms of the other, plus the dissipative terms (absorbing faces; with the upwind flux the jumps;
  /// conductivity if `withSigma`) with a positive sign, including 1/epsilonR or 1/muR. Needs the halo traces of both
  /// fields. Sources and incident waves are off. On H it carries the sign that makes B symmetric. With a = 0 k need not
  /// have been kept.
  virtual void stabilityOperator(double a, double b, bool withSigma) = 0;
  /// This rank's element with the most energy of x + a k, after stabilityOperator(); of equals the first. k is no more.
  virtual StrongestElement strongestElement(double a) = 0;

  /// Keeps a copy of the field, for innerProduct() with its later value.
  virtual void keep(Field field) = 0;
  /// 1/2 sum_K |K| c_K F^T M G over this rank's elements, c = epsilonR or muR, G = F or the kept copy; in double,
  /// (V/m)^2 m^3, times epsilon0 it is J. The result does not depend on the number of threads.
  virtual double innerProduct(Field field, bool withKept) const = 0;
  /// innerProduct() of E and of H with themselves, in one go where that is faster.
  virtual double energy() const { return innerProduct(Field::E, false) + innerProduct(Field::H, false); }

  // Spectra: sums over time of a field times chosen weights, from which the fields at given frequencies follow
  // (docs/theory.md). They are kept in the engine's own layout and take as much memory as so many fields.
  /// Gives `field` `count` sums, all zero. Called again it starts anew; 0 frees them. After the time step estimate,
  /// whose vectors they would otherwise stand beside.
  virtual void startSpectra(Field field, int count) = 0;
  /// Each sum i += weight[i] times the present field, weight [count]; returns early where calls do. Between half steps,
  /// wherever the traces of the field are on their way.
  virtual void addToSpectra(Field field, std::span<const double> weight) = 0;
  /// One of the sums as nodal values, laid out as by download().
  virtual void downloadSpectrum(Field field, int sum, std::span<Real> values) const = 0;
  /// Sets one of the sums (a restart).
  virtual void uploadSpectrum(Field field, int sum, std::span<const Real> values) = 0;

  /// Registers points; returns a handle for samplePoints() and recordPoints().
  virtual int addPoints(PointSet points) = 0;
  /// Values [numPoints][xyz].
  virtual void samplePoints(int handle, Field field, std::span<double> values) const = 0;
  /// Adds a sample of both fields to the engine's record of these points, without waiting for it where calls return
  /// early.
  virtual void recordPoints(int handle) = 0;
  /// The record, [sample][E, H][numPoints][xyz], which is empty then.
  virtual std::vector<double> takeRecord(int handle) = 0;
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
  int fieldsWithJumps = 0;    ///< whose half steps or rates have jump terms
  int spectra = 0;            ///< sums of both fields together
  bool splitKernels = false;  ///< are used, if not alone
  bool corners = false;       ///< DgtdProblem::corner is there
};

/// Bytes that makeCpuEngine would hold; for `fluxtet check`.
std::int64_t cpuEngineBytes(const EngineSize& size);

extern template std::unique_ptr<FieldEngine<float>> makeCpuEngine(const DgtdProblem&, int);
extern template std::unique_ptr<FieldEngine<double>> makeCpuEngine(const DgtdProblem&, int);

}  // namespace fluxtet
