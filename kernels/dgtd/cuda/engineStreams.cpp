// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/dgtd/cuda/engineStreams.hpp"

#include <utility>

namespace fluxtet::gpu {

cudaStream_t EngineStreams::all() {
  placeMark();
  if (std::exchange(boundaryBusy_, false)) {
    boundaryDone_.record(boundary_);
    main_.wait(boundaryDone_);
  }
  lastInterior_.reset();
  mainBusy_ = true;
  return main_;
}

cudaStream_t EngineStreams::beside() {
  for (const Event& done : boundaryLayerDone_) main_.wait(done);
  lastInterior_.reset();
  mainBusy_ = true;
  return main_;
}

cudaStream_t EngineStreams::interior(Field target) {
  placeMark();
  if (mainBusy_) {
    beforeInterior_.record(main_);
    beforeInteriorCounts_ = true;
  }
  // What it reads of the boundary layer is the source, and who else reads what it writes is the boundary layer's half
  // step of the source: both are done with that half step. An event that was never recorded is not waited for.
  main_.wait(boundaryLayerDone_[static_cast<std::size_t>(other(target))]);
  lastInterior_ = target;
  mainBusy_ = true;
  return main_;
}

cudaStream_t EngineStreams::boundaryLayer(Field target) {
  if (lastInterior_ == target) {
    orderBesideInterior();
  } else {
    orderBehindMain();
  }
  boundaryBusy_ = true;
  return boundary_;
}

void EngineStreams::endBoundaryLayer(Field target) {
  boundaryLayerDone_[static_cast<std::size_t>(target)].record(boundary_);
}

cudaStream_t EngineStreams::traces() {
  if (lastInterior_) {
    orderBesideInterior();
  } else {
    orderBehindMain();
  }
  boundaryBusy_ = true;
  return boundary_;
}

cudaStream_t EngineStreams::arrival() {
  boundaryBusy_ = true;
  return boundary_;
}

void EngineStreams::orderBehindMain() {
  if (!std::exchange(mainBusy_, false)) return;
  mainDone_.record(main_);
  boundary_.wait(mainDone_);
  beforeInteriorCounts_ = false;
}

void EngineStreams::orderBesideInterior() {
  if (std::exchange(beforeInteriorCounts_, false)) boundary_.wait(beforeInterior_);
}

void EngineStreams::markWorkWithout(StreamMark& mark) {
  mark.placed = false;
  mark_ = &mark;
}

void EngineStreams::placeMark() {
  if (mark_ == nullptr) return;
  mark_->event.record(main_);
  mark_->placed = true;
  mark_ = nullptr;
}

void EngineStreams::synchronize() const {
  boundary_.synchronize();
  main_.synchronize();
}

bool EngineStreams::idle() const {
  return cudaStreamQuery(boundary_) != cudaErrorNotReady && cudaStreamQuery(main_) != cudaErrorNotReady;
}

}  // namespace fluxtet::gpu
