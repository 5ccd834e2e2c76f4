// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/device/deviceBuffer.hpp"
#include "kernels/device/stream.hpp"

#include <Eigen/Dense>

#include <vector>

namespace fluxtet::dgtd::cuda {

/// Makes a buffer in device memory and enqueues in `stream` the copy of the values to it.
template <class T>
DeviceBuffer<T> toDevice(const std::vector<T>& values, cudaStream_t stream) {
  DeviceBuffer<T> buffer(values.size());
  if (!values.empty()) buffer.fromHost(values, stream);
  return buffer;
}

/// The same of matrices, one after the other, each row by row.
template <class T>
DeviceBuffer<T> toDevice(std::span<const Eigen::MatrixXd> matrices, cudaStream_t stream) {
  std::vector<T> values;
  for (const Eigen::MatrixXd& matrix : matrices)
    for (Eigen::Index i = 0; i < matrix.rows(); ++i)
      for (Eigen::Index j = 0; j < matrix.cols(); ++j) values.push_back(static_cast<T>(matrix(i, j)));
  return toDevice(values, stream);
}

/// The same as toDevice(), but work in any stream may use the values: the host blocks until they are there. They are
/// copied in a stream of their own, because those of the engine may wait for a message of another rank, which an error
/// there keeps from coming.
template <class T>
DeviceBuffer<T> readyOnDevice(const std::vector<T>& values) {
  const Stream own;
  DeviceBuffer<T> buffer = toDevice(values, own);
  own.synchronize();
  return buffer;
}

/// Makes a buffer of zeros that work in any stream may use, as readyOnDevice() does.
template <class T>
DeviceBuffer<T> zerosOnDevice(std::size_t size) {
  const Stream own;
  DeviceBuffer<T> buffer(size);
  buffer.zero(own);
  own.synchronize();
  return buffer;
}

}  // namespace fluxtet::dgtd::cuda
