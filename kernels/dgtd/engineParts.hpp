// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// The parts of an engine: the operations on its fields other than time steps. Each part reads the fields as they stand
// when it is called, and lives as long as the engine. Nodal values are E in V/m and Z0 H in V/m.
#pragma once

#include "kernels/dgtd/deviceHalo.hpp"
#include "kernels/dgtd/problem.hpp"
#include "kernels/dgtd/timeStep.hpp"
#include "lib/base/vec3.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace fluxtet::dgtd {

/// Traces on halo faces, [halo face][valuesPerFace()], for the exchange with other ranks. Each engine chooses its own
/// representation of a trace; all ranks run the same engine.
template <class Real>
class HaloTraces {
 public:
  virtual ~HaloTraces() = default;
  /// Returns the number of values with which pack() represents the trace of one face.
  virtual int valuesPerFace() const = 0;
  /// Writes this rank's own traces of `field` on the faces DgtdProblem::sendFace to `buffer`,
  /// [numHaloFaces][valuesPerFace()].
  virtual void pack(Field field, std::span<Real> buffer) = 0;
  /// Sets the outer traces of `field` on all halo faces from `buffer`, [numHaloFaces][valuesPerFace()], as the
  /// neighbours' pack() wrote them. The caller keeps the buffer valid and unchanged until its next call of set().
  virtual void set(Field field, std::span<const Real> buffer) = 0;
  /// Makes an exchange of traces that bypasses the host, for engines whose fields are on a GPU; returns null for
  /// others. The halo faces of neighbour i are offset[i]..offset[i + 1] - 1. The engine must outlive the returned
  /// object, and at most one such object exists at a time.
  virtual std::unique_ptr<DeviceHalo> makeDeviceHalo(std::span<const std::int32_t> /*offset*/) { return nullptr; }
};

/// Energies of this rank's elements, computed in double precision, in (V/m)^2 m^3; multiplied by epsilon0 they are in
/// J. The results do not depend on the number of threads.
template <class Real>
class FieldEnergies {
 public:
  virtual ~FieldEnergies() = default;
  /// Copies the present field, so that innerProduct() can combine it with a later value of the field.
  virtual void keep(Field field) = 0;
  /// Returns 1/2 sum_K |K| c_K F^T M G over this rank's elements, in (V/m)^2 m^3. F is the present field and G the kept
  /// copy if `withKept`, else F. c_K is epsilonR for E and muR for H. Throws std::logic_error if `withKept` and no copy
  /// was kept.
  virtual double innerProduct(Field field, bool withKept) const = 0;
  /// Returns 1/2 sum_K |K| c_K F^T M G over the elements of a range, whose bounds are those of a half step's range; F
  /// and G are arrays of vectors of `field`.
  virtual double innerProduct(Field field, ArrayId f, ArrayId g, ElementRange range) const = 0;
  /// Returns innerProduct(E, false) + innerProduct(H, false); some engines compute both in one pass.
  virtual double total() const { return innerProduct(Field::E, false) + innerProduct(Field::H, false); }
};

/// Sums over time of a field times weights, from which the observers compute the field at given frequencies
/// (docs/theory.md, section 3.6), on lists of elements or faces of this rank. A list has a handle and, for each field,
/// its own number of sums. The sums have the engine's own layout and lie only where the list does. An unknown handle is
/// a std::out_of_range, which is a std::logic_error.
template <class Real>
class RunningSums {
 public:
  virtual ~RunningSums() = default;
  /// Allocates `count` sums of `field` on a list and sets them to zero; earlier sums of the field on this list are
  /// freed, and `count` = 0 only frees. To be called after the time step estimate, so that the memory of its vectors is
  /// free again.
  virtual void start(int list, Field field, int count) = 0;
  /// Adds weight[i] times the present field to sum i for all i; `weight` is [count] and dimensionless. An asynchronous
  /// engine returns before the sums are complete. May be called between any two half steps. Throws std::logic_error if
  /// the number of weights is not `count`.
  virtual void add(int list, Field field, std::span<const double> weight) = 0;
  /// Writes sum number `sum` to `values` as nodal values in V/m, in the shape that the derived class states. Throws
  /// std::logic_error if there is no such sum.
  virtual void download(int list, Field field, int sum, std::span<Real> values) const = 0;
  /// Sets sum number `sum` from such values, for a restart. Throws std::logic_error if there is no such sum.
  virtual void upload(int list, Field field, int sum, std::span<const Real> values) = 0;
};

/// Sums on lists of elements. Nodal values are [listed element][node][xyz] in V/m, like FieldEngine::download(). A sum
/// takes as much memory as the field in the blocks or clusters of the engine that hold a listed element. add() may be
/// called also while traces of the field are being sent.
template <class Real>
class SpectralSums : public RunningSums<Real> {
 public:
  /// Handle of the list of all elements of the rank, which always exists.
  static constexpr int allElements = 0;
  /// Registers a list of elements of this rank, ascending, and returns its handle. Throws std::logic_error unless they
  /// are ascending elements of this rank.
  virtual int addElements(std::span<const std::int32_t> elements) = 0;

  // The same operations on all elements.
  using RunningSums<Real>::start;
  using RunningSums<Real>::add;
  using RunningSums<Real>::download;
  using RunningSums<Real>::upload;
  void start(Field field, int count) { start(allElements, field, count); }
  void add(Field field, std::span<const double> weight) { add(allElements, field, weight); }
  void download(Field field, int sum, std::span<Real> values) const { download(allElements, field, sum, values); }
  void upload(Field field, int sum, std::span<const Real> values) { upload(allElements, field, sum, values); }
};

/// Sums of the tangential traces of a field on both sides of listed faces. Nodal values are
/// [listed face][side][node][xyz] in V/m: side 0 is the own trace, side 1 the outer one, both at the Nf nodes of the
/// face, which both elements list alike. They are the parts of the field vectors that are tangential to the face;
/// upload() is given such parts too.
///
/// The outer trace on a halo face is the neighbour's trace that was received last. So if a list has halo faces, add()
/// is called when the exchange of the field as it stands has finished (HaloTraces::set(), DeviceHalo::receive()), and
/// before its next traces are sent.
template <class Real>
class TraceSums : public RunningSums<Real> {
 public:
  /// Registers a list of faces, each 4 * element + local face, and returns its handle. They are interior faces or halo
  /// faces, in any order; sums of faces in ascending order are the fastest. Throws std::logic_error at a boundary face,
  /// whose outer trace depends on the boundary condition and on time, or if this rank has no such face.
  virtual int addFaces(std::span<const std::int32_t> faces) = 0;
};

/// Terms by which the tangential traces on faces reach signals with delays, as what the places of a surface radiate
/// reaches a distant observer. An emitter is a face, or a mirror image of one, as it acts on one signal. Term t adds,
/// at the delay to which it belongs,
///   sum_m weight[t][m] vector[emitter[t]][field][c] . (mean of both traces of the field at node m of the face)
/// to component c of its signal.
struct RetardedTerms {
  int signals = 0, delays = 0;                             ///< numbers of them
  std::vector<std::int32_t> face;                          ///< 4 * element + local face; interior faces or halo faces
  std::vector<std::int32_t> faceOf;                        ///< [emitter] index in `face`
  std::vector<std::array<std::array<Vec3, 2>, 2>> vector;  ///< [emitter][Field][component] tangential to the face
  std::vector<std::int64_t> begin;    ///< [signals * delays + 1] first term of each delay of each signal
  std::vector<std::int32_t> emitter;  ///< [term]
  std::vector<double> weight;         ///< [term][Nf]
};

/// Signals that gather the traces of faces with delays. A signal has two components at equidistant instants; a sample
/// of a field that is added to it arrives at as many instants as there are delays. Each field has its own signals. A
/// component is in V/m times the unit of the weights and vectors.
///
/// As with TraceSums, outer traces on halo faces are those that were received last. Sums over terms have the same order
/// whatever the number of threads.
class RetardedSums {
 public:
  virtual ~RetardedSums() = default;
  /// Registers terms and returns their handle. Throws std::logic_error at a boundary face, if this rank has no such
  /// face, or if the sizes do not fit each other.
  virtual int addTerms(RetardedTerms terms) = 0;
  /// Allocates the signals of both fields for `instants` instants and sets them to zero.
  virtual void start(int list, std::int64_t instants) = 0;
  /// Adds the present field: its terms of delay k go to the instant sample + k. An asynchronous engine returns before
  /// the sums are complete. Throws std::logic_error if the last delay is beyond the last instant.
  virtual void add(int list, Field field, std::int64_t sample) = 0;
  /// Writes the signals of `field`, which are held in double precision, to `values`, [signal][instant][component].
  virtual void download(int list, Field field, std::span<double> values) const = 0;
  /// Sets them from such values, for a restart.
  virtual void upload(int list, Field field, std::span<const double> values) = 0;
};

/// Points in elements of this rank. The value of a field at a point is the sum of the element's nodal values times
/// `weight`, the values of the basis functions at the point.
struct PointSet {
  std::vector<std::int32_t> element;  ///< [numPoints]
  std::vector<double> weight;         ///< [numPoints][Np]
};

/// Values of the fields at points, in V/m.
template <class Real>
class PointSamples {
 public:
  virtual ~PointSamples() = default;
  /// Registers points and returns the handle by which the other functions name them.
  virtual int add(PointSet points) = 0;
  /// Writes the present values of `field` at the points to `values`, [numPoints][xyz], V/m.
  virtual void sample(int handle, Field field, std::span<double> values) const = 0;
  /// Appends a sample of both fields to the record of these points. An asynchronous engine returns before the values
  /// are known.
  virtual void record(int handle) = 0;
  /// Returns the record, [sample][E, H][numPoints][xyz], V/m, and empties it.
  virtual std::vector<double> takeRecord(int handle) = 0;
};

/// An element of this rank and its energy 1/2 |K| (epsilonR E^T M E + muR H^T M H), (V/m)^2 m^3. Without elements both
/// are -1, less than any energy.
struct StrongestElement {
  std::int32_t element = -1;
  double energy = -1;
};

/// The two vectors of the Lanczos process that estimates the time step (docs/theory.md, section 3.4). Each is a pair of
/// fields (E, H) and stays in the engine: x is the present fields, k the copies that FieldEnergies keeps.
template <class Real>
class KrylovVectors {
 public:
  virtual ~KrylovVectors() = default;
  /// Sets x to the random vector of randomVector.hpp. elementId[element] is the global id of each element of this rank.
  virtual void setRandom(std::span<const std::int64_t> elementId) = 0;
  /// Computes (x, k) <- (a k + b B x, x) with a dimensionless and b in m. B, in 1/m, is the symmetric operator that
  /// bounds the time step (docs/theory.md, section 3.3), with 1/epsilonR and 1/muR included. Its E part is the curl and
  /// flux terms of H plus the dissipative terms of E; its H part is the adjoint of these curl and flux terms on E plus
  /// the dissipative terms of H. Dissipative terms are those of boundary faces that dissipate, the jump terms of the
  /// penalised and the upwind flux, and conductivity if `withSigma`; all have a positive sign. Sources and incident
  /// waves are off. Needs the halo traces of both fields of x. With a = 0 no copies need to exist.
  virtual void apply(double a, double b, bool withSigma) = 0;
  /// Returns the element of this rank with the largest energy of x + a k, the first one of several with equal energies.
  /// To be called after apply(); it discards k.
  virtual StrongestElement strongestElement(double a) = 0;
};

}  // namespace fluxtet::dgtd
