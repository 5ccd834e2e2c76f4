// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/static/csrMatrix.hpp"
#include "kernels/static/femProblem.hpp"
#include "kernels/static/methods.hpp"
#include "kernels/static/rankCoupling.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace fluxtet::statics {

struct StaticEngineSettings {
  AssemblyMethod assembly = AssemblyMethod::gather;
  ReductionKind reduction = ReductionKind::shuffle;
  int threads = 1;                   ///< of the CPU engine
  RankCoupling* coupling = nullptr;  ///< several ranks (assembling methods and ebe); outlives the engine
};

/// Preconditioner and limits of conjugate gradients.
struct SolveSettings {
  enum class Preconditioner { none, jacobi } preconditioner = Preconditioner::jacobi;
  double tolerance = 1e-10;  ///< stop when (r, M^-1 r) <= tolerance^2 (b, M^-1 b)
  std::int64_t maxIterations = 20000;
  /// Asked several times a second, on all ranks alike (it may be collective); true ends the solution with SolveStopped.
  std::function<bool()> stop = {};
};
/// Outcome of a solution.
struct SolveResult {
  std::int64_t iterations = 0;
  double residual = 0;  ///< |b - A x| / |b|, computed anew at the end
  double rounding =
      0;  ///< in single precision, what it may have changed the energy by at most, relative; see rounding.hpp
};

/// Wall time of each stage of the last assemble() or solve(), ms; 0 where a method has no such stage.
struct StageTimes {
  double adjacency = 0, colouring = 0, integrate = 0, sort = 0, reduce = 0, convert = 0, boundary = 0, solve = 0;
};
/// Bytes of the engine's working memory (the GPU's, or the host's for the CPU engine), mesh included.
struct MemoryUse {
  std::int64_t peak = 0;   ///< while assembling
  std::int64_t after = 0;  ///< ready to solve
};
/// Number of colours, and sizes of the smallest and the largest.
struct ColouringReport {
  int colours = 0;
  std::int64_t smallest = 0, largest = 0;  ///< elements of a colour
};

/// Assembles and solves one static problem. Vectors outside are [numDofs] in host memory, by local dof; unknowns have
/// the unit of the potential. Knows no MPI, files or cases. With a coupling, assemble(), setLoads(), apply() and
/// solve() are collective.
template <class Real>
class StaticEngine {
 public:
  virtual ~StaticEngine() = default;
  virtual std::string name() const = 0;  ///< e.g. "cpu (2 threads)", "NVIDIA H200"

  /// Computes the operator and the right-hand side. `coefficients`: [numCoefficientSets]. Another call with other
  /// coefficients reuses what depends on the mesh alone (pattern, slots, colours). Throws RunError where 32-bit
  /// numbers, or the memory of a GPU, do not suffice, std::logic_error for coefficients or loads of another size.
  virtual void assemble(std::span<const ElementCoefficients> coefficients, const FemLoads& loads) = 0;
  /// Computes the right-hand side alone; the operator stays. Arguments as of assemble().
  virtual void setLoads(std::span<const ElementCoefficients> coefficients, const FemLoads& loads) = 0;

  /// Assembled matrix of this rank's elements, [numDofs] rows. Throws std::logic_error for methods that assemble none.
  virtual CsrMatrix<Real> matrix() const = 0;
  /// Right-hand side [numDofs] with the sums of shared dofs, as after the last assemble() or setLoads().
  virtual std::vector<Real> rightHandSide() const = 0;
  /// Diagonal [numDofs] of the operator with the sums of shared dofs.
  virtual std::vector<Real> diagonal() const = 0;
  /// y = A x by this engine's operator, summed over ranks; x, y: [numDofs].
  virtual void apply(std::span<const Real> x, std::span<Real> y) = 0;
  /// Solves by preconditioned conjugate gradients from x = 0; `x` [numDofs] is the result. Throws RunError that says
  /// what is wrong: a direction p with p.Ap <= 0 (no boundary condition fixes the potential), a residual that stagnates
  /// above the tolerance, maxIterations reached.
  virtual SolveResult solve(const SolveSettings& settings, std::span<Real> x) = 0;

  virtual StageTimes times() const = 0;  ///< of the last assemble() and solve(), ms
  virtual MemoryUse memory() const = 0;
  virtual std::int64_t nonzeros() const = 0;  ///< of the assembled matrix; 0 without one
  virtual std::optional<ColouringReport> colouring() const = 0;
};

/// Engine on the CPU, by StaticEngineSettings::threads threads.
template <class Real>
std::unique_ptr<StaticEngine<Real>> makeCpuStaticEngine(FemProblem problem, const StaticEngineSettings& settings);
extern template std::unique_ptr<StaticEngine<float>> makeCpuStaticEngine(FemProblem, const StaticEngineSettings&);
extern template std::unique_ptr<StaticEngine<double>> makeCpuStaticEngine(FemProblem, const StaticEngineSettings&);

/// The engine of the calling thread's GPU (useGpu() before). Throws RunError if its memory does not suffice, InputError
/// in a build without CUDA.
template <class Real>
std::unique_ptr<StaticEngine<Real>> makeCudaStaticEngine(FemProblem problem, const StaticEngineSettings& settings);
extern template std::unique_ptr<StaticEngine<float>> makeCudaStaticEngine(FemProblem, const StaticEngineSettings&);
extern template std::unique_ptr<StaticEngine<double>> makeCudaStaticEngine(FemProblem, const StaticEngineSettings&);

}  // namespace fluxtet::statics
