// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/device/deviceBuffer.hpp"
#include "kernels/dgtd/cuda/basisChange.hpp"
#include "kernels/dgtd/cuda/rhsArgs.hpp"
#include "kernels/dgtd/faceLaw.hpp"
#include "kernels/dgtd/states.hpp"

#include <array>
#include <map>
#include <span>
#include <vector>

namespace fluxtet::dgtd::cuda {

/// A face with a law, as its kernel takes it.
template <class Real>
struct LawFace {
  GatheredTrace own, across;  ///< where the two sides' traces stand; of a boundary face both are the own one
  /// n x (.) takes the components u = F . AB and v = F . AC of a tangential vector F to turn[1] u - turn[0] v and
  /// turn[2] u - turn[1] v: products of the edges, uu, uv and vv, over AB x AC . n. Dimensionless.
  Real turn[3];
  std::int32_t law, record;  ///< index into the laws; its wave record (InjectedRun)
};

/// The faces with laws in a half step. Device pointers.
template <class Real>
struct FaceLawArgs {
  const LawFace<Real>* face;  ///< [face]
  std::int32_t first, count;  ///< those that take part
  const FaceLaw::Form* form;  ///< [law]
  const FaceLawStep<Real>* step;
  Real* state;        ///< [face][state][Nf][2] V; null: none
  int statesPerFace;  ///< of a face in `state`
  Field target;
  Real sign;                  ///< factor of the responses
  const Real* field;          ///< the target, [slot][elementStride] V
  const Real* traces;         ///< [trace record][Nf][2] of the target, V
  Real *ofSource, *ofTarget;  ///< [wave record][Nf][2] V: what the outer traces have besides
};
/// Writes the records of the faces, and advances the states of those that the target drives.
template <class Real>
void launchFaceLaws(int order, const FaceLawArgs<Real>& args, cudaStream_t stream);

/// The laws of faces (FaceLaw) and their states. A face with a law is to the kernels of a half step an injected face
/// (InjectedRun): its outer trace is the neighbour's, or at a boundary face the own one mirrored as at a wall, plus a
/// record; and the record is what the law adds. It is written by a kernel before each half step.
template <class Real>
class FaceLaws {
 public:
  /// Enqueues copies in `stream`.
  FaceLaws(const DgtdProblem& problem, const ClusterMesh<Real>& mesh, const BernsteinOperators& operators,
           cudaStream_t stream);

  bool none() const { return faces_.empty(); }
  std::int64_t bytes() const;
  /// Replaces the laws. The caller has waited for all work that reads them.
  void setLaws(const std::vector<FaceLaw>& laws);

  /// Allocates and fills what half steps of size `step` = c0 dt, m, need.
  void prepare(double step, cudaStream_t stream);
  /// Enqueues what a half step of the elements in `range` needs of the laws, which prepare() has made ready, after the
  /// incident waves have entered its arguments, and enters it into these.
  void enter(RhsArgs<Real>& args, Field target, double step, ElementRange range, cudaStream_t stream);
  /// The same for the stability operator, with the resistive bounds of the laws.
  void enterBounds(RhsArgs<Real>& args, Field target, cudaStream_t stream);

  /// Copy a state between nodal values [element of the state][node][xyz] and the faces. Block the host.
  void upload(const StateInfo& state, std::span<const Real> values, cudaStream_t stream);
  void download(const StateInfo& state, std::span<Real> values, cudaStream_t stream);

 private:
  using Steps = DeviceBuffer<FaceLawStep<Real>>;  ///< [law]

  void enter(RhsArgs<Real>& args, Field target, const Steps& steps, Real sign, Real* state, ElementRange range,
             cudaStream_t stream);
  /// The edges A->B and A->C of a face, m.
  struct Edges {
    std::array<double, 3> ab, ac;
  };
  std::size_t valuesOfState() const { return 2 * static_cast<std::size_t>(nf_); }
  /// Index of the face that has a state in an element, and of the first value of the state there.
  std::size_t faceOf(const StateInfo& state, std::int32_t element) const;
  std::size_t placeOf(const StateInfo& state, std::size_t face) const;

  int order_, np_, nf_;
  std::vector<FaceLaw> laws_;
  std::vector<std::int32_t> number_;  ///< [face] 4 * element + local face, ascending
  std::vector<Edges> edges_;          ///< [face]
  std::vector<int> faceNode_;         ///< [4][Nf] node of the element
  Eigen::MatrixXd faceToBernstein_, faceToNodal_;
  int statesPerFace_;  ///< statesPerLaw()
  DeviceBuffer<LawFace<Real>> faces_;
  DeviceBuffer<FaceLaw::Form> forms_;
  DeviceBuffer<InjectedRun> injected_;  ///< RhsArgs::injected
  std::map<double, Steps> steps_;       ///< by step size
  Steps bounds_;
  DeviceBuffer<Real> states_;                  ///< [face][state][Nf][2] V
  std::array<DeviceBuffer<Real>, 2> records_;  ///< of the source and of the target, [wave record][Nf][2] V
};

extern template class FaceLaws<float>;
extern template class FaceLaws<double>;

}  // namespace fluxtet::dgtd::cuda
