// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/dgtd/cuda/engineStreams.hpp"

#include <utility>

namespace fluxtet::gpu {

void EngineStreams::markWorkWithout(StreamMark& mark) {
  mark.placed = false;
  mark_ = &mark;
  markedHalfStep_.reset();
}

void EngineStreams::placeMark() {
  if (mark_ == nullptr) return;
  mark_->event.record(main_);
  mark_->placed = true;
  mark_ = nullptr;
}

cudaStream_t EngineStreams::all() {
  placeMark();
  if (std::exchange(boundaryBusy_, false)) {
    boundaryDone_.record(boundary_);
    main_.wait(boundaryDone_);
  }
  mainBusy_ = true;
  return main_;
}

cudaStream_t EngineStreams::interior(Field target) {
  if (markedHalfStep_ == other(target)) placeMark();
  // What it reads of the boundary layer is the source, and who else reads what it writes is the boundary layer of the
  // source's half step: both are done with that half step. An event that was never recorded is not waited for.
  main_.wait(halfStepDone_[static_cast<std::size_t>(other(target))]);
  mainBusy_ = true;
  return main_;
}

cudaStream_t EngineStreams::beside() {
  for (const Event& done : halfStepDone_) main_.wait(done);
  mainBusy_ = true;
  return main_;
}

cudaStream_t EngineStreams::boundaryLayer() {
  if (std::exchange(mainBusy_, false)) {
    mainDone_.record(main_);
    boundary_.wait(mainDone_);
  }
  boundaryBusy_ = true;
  return boundary_;
}

void EngineStreams::endHalfStep(Field target) {
  halfStepDone_[static_cast<std::size_t>(target)].record(boundary_);
  if (mark_ != nullptr) markedHalfStep_ = target;
}

cudaStream_t EngineStreams::arrival() {
  boundaryBusy_ = true;
  return boundary_;
}

void EngineStreams::synchronize() const {
  boundary_.synchronize();
  main_.synchronize();
}

bool EngineStreams::idle() const {
  return cudaStreamQuery(boundary_) != cudaErrorNotReady && cudaStreamQuery(main_) != cudaErrorNotReady;
}

}  // namespace fluxtet::gpu
