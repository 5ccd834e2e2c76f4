// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Operations on whole vectors, which the host enqueues one by one. Device pointers; sums are in double precision, in a
// fixed order, and waited for. `counted` [size] is 1 at the entries that sums count, or null for all.
#pragma once

#include "kernels/device/deviceBuffer.hpp"

#include <cstdint>

namespace fluxtet::statics::cuda {

/// z /= m, for vectors [size]; nothing if m is null.
template <class Real>
void divide(Real* z, const Real* m, std::int64_t size, cudaStream_t stream);

/// vector[index[k]] += value[k] for k < count; indices may repeat.
template <class Real>
void addAt(Real* vector, const std::int32_t* index, const Real* value, std::int64_t count, cudaStream_t stream);

/// packed[k] = vector[index[k]] for k < count, and back.
template <class Real>
void gatherAt(Real* packed, const Real* vector, const std::int32_t* index, std::int64_t count, cudaStream_t stream);
template <class Real>
void scatterAt(Real* vector, const Real* packed, const std::int32_t* index, std::int64_t count, cudaStream_t stream);

/// Number of entries of `vector` [size] that are not positive.
template <class Real>
std::int64_t countNotPositive(const Real* vector, std::int64_t size, DeviceBuffer<double>& partials,
                              cudaStream_t stream);
/// Number of entries of `rowSum` [size] whose size exceeds `noise` times that of `diagonal` [size].
template <class Real>
std::int64_t countAbove(const Real* rowSum, const Real* diagonal, double noise, std::int64_t size,
                        DeviceBuffer<double>& partials, cudaStream_t stream);
/// Sets all entries of `vector` [size] to `value`.
template <class Real>
void fill(Real* vector, Real value, std::int64_t size, cudaStream_t stream);

/// Inner products of a residual r and a right-hand side b, over counted entries.
struct ResidualMeasures {
  double gamma = 0, gammaLoad = 0;    ///< (r, M^-1 r), (b, M^-1 b)
  double square = 0, squareLoad = 0;  ///< (r, r), (b, b)
};
/// Computes r = b - y and returns its measures. Vectors are [size]; `y` may be null (zeros), `m` and `counted` too
/// (ones).
template <class Real>
ResidualMeasures residual(Real* r, const Real* b, const Real* y, const Real* m, const std::uint8_t* counted,
                          std::int64_t size, DeviceBuffer<double>& partials, cudaStream_t stream);

/// p = z + beta p, for vectors [size].
template <class Real>
void updateDirection(Real* p, const Real* z, double beta, std::int64_t size, cudaStream_t stream);
/// Sum of p q over counted entries, in double precision; vectors [size].
template <class Real>
double innerProduct(const Real* p, const Real* q, const std::uint8_t* counted, std::int64_t size,
                    DeviceBuffer<double>& partials, cudaStream_t stream);
/// z = r / m, or z = r where m is null, for vectors [size]; returns the sum of r z over counted entries.
template <class Real>
double solveDiagonal(Real* z, const Real* r, const Real* m, const std::uint8_t* counted, std::int64_t size,
                     DeviceBuffer<double>& partials, cudaStream_t stream);
/// y += a x, for vectors [size].
template <class Real>
void addScaled(Real* y, double a, const Real* x, std::int64_t size, cudaStream_t stream);

}  // namespace fluxtet::statics::cuda
