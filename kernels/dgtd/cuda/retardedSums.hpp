// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Host functions that enqueue the kernels of CudaRetardedSums. All pointers are device pointers. `side` as in
// traceSums.hpp.
#pragma once

#include "kernels/dgtd/cuda/launches.hpp"

namespace fluxtet::dgtd::cuda {

/// How an emitter acts on its signal: component c of the signal gets
/// sum_n weight_n (of[c][0] u_n + of[c][1] v_n) with the Bernstein coefficients (u, v) of a trace, V, and of a term's
/// weight.
template <class Real>
struct alignas(4 * sizeof(Real)) EmitterCoefficients {
  Real of[2][2];
};

/// The terms of RetardedTerms on the device.
template <class Real>
struct RetardedArgs {
  const std::int64_t* begin;                      ///< [signals * delays + 1]
  const std::int32_t* emitter;                    ///< [term]
  const Real* weight;                             ///< [term][Nf] Bernstein coefficients
  const std::int32_t* faceOf;                     ///< [emitter]
  const EmitterCoefficients<Real>* coefficients;  ///< [emitter] for the field that is added
  const Real* mean;                               ///< [face][Nf][2] of launchMeanTraces()
  int signals, delays;
};

/// Fills `coefficients` [count] from vectors [count][component][xyz], with emitter i in the plane of face faceOf[i].
template <class Real>
void launchEmitterCoefficients(const FieldLayout<Real>& layout, const GatheredTrace* side, const std::int32_t* faceOf,
                               const double* vectors, std::int32_t count, EmitterCoefficients<Real>* coefficients,
                               cudaStream_t stream);

/// Changes the basis of weights [count][Nf] of nodes: to the coefficients that act on Bernstein coefficients alike.
template <class Real>
void launchTermWeights(const FieldLayout<Real>& layout, const double* nodal, std::int64_t count, Real* weight,
                       cudaStream_t stream);

/// Writes the mean of both traces of a field on `count` faces to `mean` [count][Nf][2], Bernstein coefficients of u and
/// v, V. field [slot][elementStride]; records [trace record][Nf][2]: the outer traces of the field on halo faces.
template <class Real>
void launchMeanTraces(int order, const Real* field, const Real* records, const GatheredTrace* side, std::int32_t count,
                      Real* mean, cudaStream_t stream);

/// Adds the terms of all delays to `signals` [signal][instants][2], delay k at the instant sample + k.
template <class Real>
void launchRetardedSums(int order, const RetardedArgs<Real>& args, std::int64_t sample, std::int64_t instants,
                        double* signals, cudaStream_t stream);

}  // namespace fluxtet::dgtd::cuda
