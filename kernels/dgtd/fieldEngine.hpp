// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/engineParts.hpp"
#include "kernels/dgtd/problem.hpp"
#include "kernels/dgtd/states.hpp"
#include "kernels/dgtd/timeStep.hpp"
#include "lib/physics/standingWave.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace fluxtet::dgtd {

/// The fields of one rank and all bulk work on them: half steps, and the parts that read the fields. Knows nothing of
/// MPI, files or cases.
///
/// At this interface a field is nodal, [element][node][xyz], with E in V/m and Z0 H in V/m. Inside, each engine has a
/// layout of its own. `step` is c0 dt in m, and times are in s.
template <class Real>
class FieldEngine {
 public:
  virtual ~FieldEngine() = default;
  virtual std::string name() const = 0;    ///< e.g. "cpu (AVX-512, 2 threads)"
  virtual std::int64_t bytes() const = 0;  ///< bytes of memory held by this engine and its parts
  /// Waits until all earlier calls have been carried out. Engines whose calls return early override it.
  virtual void synchronize() {}

  // States. states() lists all that a run needs in order to continue, E and H first; their values go up and down as
  // nodal values [element of the state][node][xyz] in the order of StateInfo::elements.
  virtual const std::vector<StateInfo>& states() const = 0;
  virtual void uploadState(StateId state, std::span<const Real> values) = 0;
  virtual void downloadState(StateId state, std::span<Real> values) const = 0;
  /// Sets `field` from nodal values [element][node][xyz], V/m.
  virtual void upload(Field field, std::span<const Real> values) = 0;
  /// Writes the present `field` to `values`, [element][node][xyz], V/m.
  virtual void download(Field field, std::span<Real> values) const = 0;
  /// Sets `field` to the nodal interpolant of a standing wave without an array in host memory, and returns true.
  /// Returns false if the engine cannot, or was made without DgtdProblem::corner; the caller then uploads the values.
  virtual bool setStandingWave(Field /*field*/, const StandingWave& /*wave*/) { return false; }
  /// Replaces the laws of faces by others of the same number, forms and numbers of states. The states stay.
  virtual void setFaceLaws(const std::vector<FaceLaw>& laws) = 0;
  /// Adds an array of zeros for auxiliary half steps, which no checkpoint holds, and returns its number.
  virtual ArrayId addWorkArray() = 0;
  /// Frees all of these arrays.
  virtual void freeWorkArrays() = 0;
  /// Exchanges a field and an array of vectors of the same field: each takes the number of the other. No value moves.
  virtual void swapArrays(Field field, ArrayId array) = 0;
  /// Carries out a sum of arrays on a range of elements, with the bounds of a half step's range.
  virtual void addArrays(const ArraySum& sum, ElementRange range) = 0;
  /// Which stages shall be aside (Stage::aside), since they then take less time beside others.
  virtual StagesAside stagesAside() const { return StagesAside::none; }
  /// Half steps and sums that are called from here on are aside, or no longer. Work aside and other work wait for each
  /// other at join() only.
  virtual void turnAside(bool /*aside*/) {}
  /// What is called next waits for all that has been called aside; or, when it is aside, for all that was not.
  virtual void join() {}

  // Half steps of leap-frog on a range of elements. A range begins and ends at a multiple of elementsPerCluster, at
  // numInterior or at numElements; an engine may throw std::logic_error for others. The ranges of one half step may
  // come in any order. Half steps throw RunError with the upwind flux, with which leap-frog is not stable.

  /// Tells whether half steps of `target` read the outer traces of the target itself, for its jump terms. Halo traces
  /// of the target are then needed before the half step. A fused half step then writes to a second array, which becomes
  /// the field when all elements have been computed.
  virtual bool readsOuterTarget(Field target) const = 0;
  /// The three published kernels (Cabel, Charles, Lanteri 2011, section 3.1), to be called in this order: rhs = volume
  /// integrals; rhs += surface integrals; then the leap-frog update of the target with rhs, materials and sources.
  virtual void intVolume(const HalfStep& half, ElementRange range) = 0;
  virtual void intSurface(const HalfStep& half, ElementRange range) = 0;
  virtual void updateField(const HalfStep& half, ElementRange range) = 0;
  /// The same half step in one pass over the elements.
  virtual void fusedHalfStep(const HalfStep& half, ElementRange range) = 0;
  /// Tells whether fusedHalfStep() on all elements returns early and computes the border elements first. Their traces
  /// can then be sent, and the neighbours' received, while the interior is computed. If false, the caller overlaps
  /// communication by separate calls for interior and border.
  virtual bool borderFirst() const { return false; }
  /// Tells whether replay() supports this time step, so that many steps run without the host. With border elements it
  /// also takes an exchange that replays (TraceExchange::replays()).
  virtual bool replays(const TimeStep& /*step*/) const { return false; }
  /// Carries out the stages of a time step that begins at `time`, s, by fusedHalfStep() and by the calls of the
  /// exchange that belong to it. It leaves the same messages in flight as it has found.
  using TakeStep = std::function<void(double time)>;
  /// Carries out `count` time steps. The first one has the number `first` and begins at the time first * step.dt.
  /// `takeStep` takes the steps of `step`; the engine records what it enqueues and repeats that as often as needed.
  virtual void replay(const TimeStep& /*step*/, std::int64_t /*first*/, std::int64_t /*count*/,
                      const TakeStep& /*takeStep*/) {}

  // One stage of low-storage Runge-Kutta on both fields (docs/theory.md, section 3.5). rungeKuttaResidual() computes
  // residual = a residual + step d/dtau (E, H) with all terms of the equations at `time`; rungeKuttaUpdate() computes
  // (E, H) += b residual. a and b are dimensionless, `step` is c0 dt in m, `time` is in s. With a = 0 the old residual
  // is not read. rungeKuttaResidual() throws RunError with media that have poles or tensors.
  virtual void rungeKuttaResidual(double a, double step, double time, ElementRange range) = 0;
  virtual void rungeKuttaUpdate(double b, ElementRange range) = 0;

  // Parts.
  virtual HaloTraces<Real>& traces() = 0;
  virtual FieldEnergies<Real>& energies() = 0;
  virtual SpectralSums<Real>& spectra() = 0;
  virtual TraceSums<Real>& traceSums() = 0;
  virtual RetardedSums& retardedSums() = 0;
  virtual PointSamples<Real>& points() = 0;
  virtual KrylovVectors<Real>& krylov() = 0;
};

/// Makes the CPU engine for P1 to P4 with `threads` OpenMP threads. It takes the kernels of the best instruction set
/// that the processor has, or of the one that FLUXTET_ISA names; throws InputError if that is not available, RunError
/// if the rank has too many elements for 32-bit offsets.
template <class Real>
std::unique_ptr<FieldEngine<Real>> makeCpuEngine(const DgtdProblem& problem, int threads);

/// Faces through which incident waves enter, and how many waves they have in all.
struct WaveSize {
  std::int64_t waveFaces = 0, injectedFaces = 0, wavesOfFaces = 0;
};
inline WaveSize waveSize(const DgtdProblem& problem) {
  return {static_cast<std::int64_t>(problem.waveFace.size()), static_cast<std::int64_t>(problem.injectedFace.size()),
          static_cast<std::int64_t>(problem.waveOfFace.size())};
}

/// Faces with laws, and the states that an engine keeps for them: as many for each face as the law has that has most.
struct LawSize {
  std::int64_t faces = 0;
  int statesPerFace = 0;
  std::array<bool, 2> hasSheets{};  ///< [drive]
};
inline LawSize lawSize(const DgtdProblem& problem) {
  return {static_cast<std::int64_t>(problem.lawFace.size()),
          statesPerLaw(problem),
          {problem.hasSheets(Field::E), problem.hasSheets(Field::H)}};
}

/// What determines the memory of an engine.
struct EngineSize {
  int order = 1;
  std::int64_t elements = 0, haloFaces = 0;
  std::size_t bytesPerReal = 0;  ///< 4 or 8
  bool rungeKutta = false;
  bool upwind = false;
  int fieldsWithJumps = 0;                ///< number of fields with jump terms, DgtdProblem::numFieldsWithJumps()
  std::int64_t poleElements = 0;          ///< elementsWithPoleStates()
  int poleStates = 0;                     ///< PolePositions::numStates()
  std::int64_t magneticPoleElements = 0;  ///< elementsWithPoleStates() of the permeability
  int magneticPoleStates = 0;             ///< PolePositions::numStates() of the permeability
  TensorSize tensors{};                   ///< tensorSize()
  LayerSize layers{};                     ///< layerSize()
  WaveSize waves{};                       ///< waveSize()
  LawSize laws{};                         ///< lawSize()
  int workArrays = 0;                     ///< FieldEngine::addWorkArray(), while time steps are taken
  int workArraysOfEstimate = 0;           ///< the same while the time step is estimated
  int spectra = 0;                        ///< number of spectral sums, of both fields together
  bool splitKernels = false;              ///< whether the split kernels are used, alone or besides the fused one
  bool corners = false;                   ///< whether DgtdProblem::corner is filled
};

/// Returns the bytes that an engine of makeCpuEngine() holds while it takes time steps; `fluxtet check` prints it. The
/// kept copies of the energies and of the time step estimate are not counted.
std::int64_t cpuEngineBytes(const EngineSize& size);

extern template std::unique_ptr<FieldEngine<float>> makeCpuEngine(const DgtdProblem&, int);
extern template std::unique_ptr<FieldEngine<double>> makeCpuEngine(const DgtdProblem&, int);

}  // namespace fluxtet::dgtd
