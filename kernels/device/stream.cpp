// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/device/stream.hpp"

#include "kernels/device/check.hpp"

namespace fluxtet {

Event::Event(Timing timing) {
  cudaCheck(cudaEventCreateWithFlags(&event_, timing == Timing::on ? cudaEventDefault : cudaEventDisableTiming),
            "creating an event");
}

Event::~Event() {
  if (event_ != nullptr) cudaEventDestroy(event_);
}

void Event::record(cudaStream_t stream) {
  cudaCheck(cudaEventRecord(event_, stream), "recording an event");
}

void Event::synchronize() const {
  cudaCheck(cudaEventSynchronize(event_), "waiting for an event");
}

bool Event::query() const {
  const cudaError_t code = cudaEventQuery(event_);
  if (code == cudaErrorNotReady) {
    cudaGetLastError();  // cudaErrorNotReady is an answer, but the runtime keeps it as an error
    return false;
  }
  cudaCheck(code, "asking for an event");
  return true;
}

float Event::milliseconds(const Event& begin, const Event& end) {
  float time = 0;
  cudaCheck(cudaEventElapsedTime(&time, begin.event_, end.event_), "measuring the time between events");
  return time;
}

Stream::Stream(Priority priority) {
  int least = 0, greatest = 0;
  cudaCheck(cudaDeviceGetStreamPriorityRange(&least, &greatest), "asking for the priorities of streams");
  cudaCheck(
      cudaStreamCreateWithPriority(&stream_, cudaStreamNonBlocking, priority == Priority::high ? greatest : least),
      "creating a stream");
}

Stream::~Stream() {
  if (stream_ != nullptr) cudaStreamDestroy(stream_);
}

void Stream::wait(const Event& event) {
  cudaCheck(cudaStreamWaitEvent(stream_, event, 0), "ordering streams");
}

void Stream::synchronize() const {
  cudaCheck(cudaStreamSynchronize(stream_), "waiting for a stream");
}

}  // namespace fluxtet
