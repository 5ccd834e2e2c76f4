// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/cpu/blockMesh.hpp"
#include "kernels/dgtd/states.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace fluxtet::dgtd::cpu {

/// The laws of faces (FaceLaw) and their states. Before a half step it writes the outer traces of the faces with a law
/// into the ghost slots of both fields, where the kernels read them: of the source so that the centred flux is that of
/// the law, of the target so that its own jump is zero at a boundary face and the neighbour's at a sheet.
template <class Real>
class FaceLaws {
 public:
  FaceLaws(const DgtdProblem& problem, const ReferenceElement& basis, const BlockMesh<Real>& mesh);

  bool none() const { return faces_.empty(); }
  std::int64_t bytes() const;
  void setLaws(const std::vector<FaceLaw>& laws) { laws_ = laws; }

  /// Both fields of the engine, [block][node][xyz][lane] with the ghost blocks.
  struct Fields {
    Field target;
    Real *ofTarget, *ofSource;
  };
  /// Writes the outer traces for a half step of size `step` = c0 dt, m, of the elements in `range`, and advances the
  /// states of those laws that the target drives.
  void beginHalfStep(const Fields& fields, double step, ElementRange range, int threads);
  /// Writes the outer traces that make the resistive bounds of the laws part of the stability operator.
  void enterBounds(const Fields& fields, int threads);
  /// Writes those of one field without the laws: at a boundary face the mirrored own trace, at a sheet the neighbour's.
  void leaveOut(Field source, ElementRange range, Real* values, int threads) const;

  /// Copy a state between nodal values [element of the state][node][xyz] and the faces.
  void upload(const StateInfo& state, std::span<const Real> values);
  void download(const StateInfo& state, std::span<Real> values) const;

 private:
  struct Face {
    std::int32_t element, own, outer;  ///< link words of the two sides' own traces; of a boundary face both the same
    std::int32_t law;
    Real normal[3];  ///< unit vector out of the element
  };
  using Steps = std::vector<FaceLawStep<Real>>;  ///< [law]

  /// Calls work(face) for the faces of the elements in `range`, in parallel.
  template <class Work>
  void forFaces(ElementRange range, int threads, const Work& work) const;
  /// The value of a field at node m of a side, and the ghost slot of a face.
  const Real* node(const Real* values, std::int32_t link, int m) const;
  Real* ghost(Real* values, std::size_t face, int m) const;
  void writeTraces(std::size_t face, const Fields& fields, const FaceLawStep<Real>& step, Real sign,
                   Real* states) const;
  Real* statesOf(std::size_t face) { return states_.data() + face * valuesPerFace(); }
  std::size_t valuesPerFace() const {
    return static_cast<std::size_t>(statesPerFace_) * 3 * static_cast<std::size_t>(nf_);
  }
  /// The first value of a state at a face; -1: no such face in the list.
  std::size_t placeOf(const StateInfo& state, std::int32_t element) const;

  BlockSlots slots_;
  int np_, nf_;
  std::vector<FaceLaw> laws_;
  std::vector<Face> faces_;                ///< in the order of DgtdProblem::lawFace
  std::vector<std::int32_t> number_;       ///< [face] 4 * element + local face, ascending
  std::vector<std::int32_t> traceOffset_;  ///< [Nf][numLinkCodes] of face 0, see RhsArgs; the other faces have the same
  std::vector<int> faceNode_;              ///< [4][Nf] node of the element
  int statesPerFace_;                      ///< statesPerLaw()
  std::vector<Real> states_;               ///< [face][state][Nf][xyz]
};

extern template class FaceLaws<float>;
extern template class FaceLaws<double>;

}  // namespace fluxtet::dgtd::cpu
