// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/problem.hpp"
#include "lib/basis/referenceElement.hpp"

namespace fluxtet::bench {

/// What is measured: the three published kernels on E and H in turn, the fused half step of each field, whole steps,
/// and one sample of both fields for their spectrum at one frequency.
enum class Workload { intVolume, intSurface, updateField, splitStep, fusedE, fusedH, fusedStep, spectra };

/// As the table and the JSON file call it: "fusedStep".
const char* nameOf(Workload workload);

/// Whether it is whole steps, with the exchange between ranks.
bool isWholeStep(Workload workload);

/// Whole steps that are asked for at once where the fused kernels are timed.
inline constexpr int fusedStepsPerCall = 16;

/// Sums over time that a sample of the spectrum at one frequency adds to: two of each field.
inline constexpr int benchSpectra = 4;

/// Element-steps of one element by one call: a half step is half of one, a sample counts as one.
double stepsPerCall(Workload workload);

/// The least that an element has to move and to compute for one full leap-frog step of E and H by this workload.
struct WorkCount {
  double bytes = 0;
  double flops = 0;       ///< with the zeros of the equispaced operators skipped
  double denseFlops = 0;  ///< with every entry of the operators
};

/// Bytes, in single precision and per element and half step, each value from memory once, neighbours' traces from
/// cache:
///   three kernels  intVolume    24 Np + 36          source read, rate written; 9 numbers of geometry
///                  intSurface   12 Np + 48 Nf + 52  source read, fluxes of four faces written; geometry, 4 neighbours
///                  updateField  36 Np + 48 Nf + 8   rate, fluxes and field read, field written; 2 numbers of material
///   fused          36 Np + 56    source read, field read and written; geometry, neighbours, a word of material
/// so that a step takes 144 Np + 192 Nf + 192 or 72 Np + 112 bytes; in double precision twice that. Where a
/// half step has jump terms, four weights come on top, 16 bytes, and to intSurface the target, 12 Np. A sample of both
/// fields reads each and reads and writes two sums of it: 120 Np.
///
/// Flops per element and half step (an FMA is two):
///   intVolume      27 Np + 18 nnz(D)       the products g_i x F, then three derivatives of three components
///   intSurface     48 Nf + 6 sum nnz(L_f)  jumps and g_f x jump, then four lifts of three components
///   updateField    12 Np                   field = a field + b rate
///   spectra        12 Np                   two sums, sum = sum + weight field
/// with nnz(D) = Np^2 and nnz(L_f) = Np Nf where operators are dense; intSurface twice with jump terms.
WorkCount workOf(Workload workload, const ReferenceElement& basis, bool singlePrecision,
                 const dgtd::DgtdProblem& problem);

}  // namespace fluxtet::bench
