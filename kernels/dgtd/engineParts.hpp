// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// What an engine hands out besides its half steps. Each part sees the engine's fields as they stand when it is called,
// and lives as long as the engine.
#pragma once

#include "kernels/dgtd/deviceHalo.hpp"
#include "kernels/dgtd/problem.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace fluxtet::dgtd {

/// Face traces on their way to other ranks and from them, [halo face][valuesPerFace()], each engine in its own form.
template <class Real>
class HaloTraces {
 public:
  virtual ~HaloTraces() = default;
  /// Values of one face's trace as pack() lays them out.
  virtual int valuesPerFace() const = 0;
  /// Copies the traces of `field` on the sendFace list to `buffer`.
  virtual void pack(Field field, std::span<Real> buffer) = 0;
  /// Takes in what came back from the other side. The buffer stays valid and unchanged until the next call.
  virtual void set(Field field, std::span<const Real> buffer) = 0;
  /// The same without the host in between, for engines whose fields are on a GPU; null for others. Halo faces of
  /// neighbour i are offset[i]..offset[i + 1] - 1. The engine must outlive it; one at a time.
  virtual std::unique_ptr<DeviceHalo> makeDeviceHalo(std::span<const std::int32_t> /*offset*/) { return nullptr; }
};

/// Energies of this rank's elements, in double precision, (V/m)^2 m^3; times epsilon0 they are J. They do not depend on
/// the number of threads.
template <class Real>
class FieldEnergies {
 public:
  virtual ~FieldEnergies() = default;
  /// Keeps a copy of the field, for innerProduct() with its later value.
  virtual void keep(Field field) = 0;
  /// 1/2 sum_K |K| c_K F^T M G over this rank's elements, c = epsilonR or muR, G = F or the kept copy. Throws
  /// std::logic_error for a copy that was not kept.
  virtual double innerProduct(Field field, bool withKept) const = 0;
  /// innerProduct() of E and of H with themselves, in one go where that is faster.
  virtual double total() const { return innerProduct(Field::E, false) + innerProduct(Field::H, false); }
};

/// Sums over time of the fields times chosen weights, from which the fields at given frequencies follow
/// (docs/theory.md). They are kept in the engine's own layout and take as much memory as so many fields.
template <class Real>
class SpectralSums {
 public:
  virtual ~SpectralSums() = default;
  /// Gives `field` `count` sums, all zero. Called again it starts anew; 0 frees them. After the time step estimate,
  /// whose vectors they would otherwise stand beside.
  virtual void start(Field field, int count) = 0;
  /// Each sum i += weight[i] times the present field, weight [count]; returns early where calls do. Between half steps,
  /// wherever the traces of the field are on their way.
  virtual void add(Field field, std::span<const double> weight) = 0;
  /// One of the sums as nodal values, laid out as by FieldEngine::download(). Throws std::logic_error if there is none.
  virtual void download(Field field, int sum, std::span<Real> values) const = 0;
  /// Sets one of the sums (a restart).
  virtual void upload(Field field, int sum, std::span<const Real> values) = 0;
};

/// Points of this rank: a point value is the element's nodal values weighted by its basis functions at the point.
struct PointSet {
  std::vector<std::int32_t> element;  ///< [numPoints]
  std::vector<double> weight;         ///< [numPoints][Np]
};

/// Values of the fields at points, in V/m.
template <class Real>
class PointSamples {
 public:
  virtual ~PointSamples() = default;
  /// Registers points; returns a handle for what follows.
  virtual int add(PointSet points) = 0;
  /// Values [numPoints][xyz] now.
  virtual void sample(int handle, Field field, std::span<double> values) const = 0;
  /// Adds a sample of both fields to the engine's record of these points, without waiting for it where calls return
  /// early.
  virtual void record(int handle) = 0;
  /// The record, [sample][E, H][numPoints][xyz], which is empty then.
  virtual std::vector<double> takeRecord(int handle) = 0;
};

/// An element and its energy, 1/2 |K| (epsilonR E^T M E + muR H^T M H), (V/m)^2 m^3; -1 and less than none where there
/// are no elements.
struct StrongestElement {
  std::int32_t element = -1;
  double energy = -1;
};

/// Vectors of the time step estimate, pairs of fields that stay in the engine: x, the present fields; k, the copies
/// that FieldEnergies keeps.
template <class Real>
class KrylovVectors {
 public:
  virtual ~KrylovVectors() = default;
  /// x = the random vector of these elements, by their global ids (randomVector.hpp).
  virtual void setRandom(std::span<const std::int64_t> elementId) = 0;
  /// Replaces x by a k + b B x and k by the old x. B is the symmetric operator that bounds the time step
  /// (docs/theory.md): on either field the curl and flux terms of the other, plus the dissipative terms (absorbing
  /// faces; jumps with the penalised and the upwind flux; conductivity if `withSigma`) with a positive sign, including
  /// 1/epsilonR or 1/muR. Needs the halo traces of both fields. Sources and incident waves are off. On H it carries the
  /// sign that makes B symmetric. With a = 0 k need not have been kept.
  virtual void apply(double a, double b, bool withSigma) = 0;
  /// This rank's element with the most energy of x + a k, after apply(); of equals the first. k is no more.
  virtual StrongestElement strongestElement(double a) = 0;
};

}  // namespace fluxtet::dgtd
