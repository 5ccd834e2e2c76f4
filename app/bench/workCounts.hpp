// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/problem.hpp"
#include "lib/basis/referenceElement.hpp"

namespace fluxtet::bench {

/// A workload to measure: the three published kernels on E and H in turn, the fused half step of each field, whole
/// steps, and one sample of both fields for their spectrum at one frequency.
enum class Workload { intVolume, intSurface, updateField, splitStep, fusedE, fusedH, fusedStep, spectra };

/// Name in the table and the JSON file, such as "fusedStep".
const char* nameOf(Workload workload);

/// Whether the workload consists of whole steps, with the exchange between ranks.
bool isWholeStep(Workload workload);

/// Number of whole steps in one call of advanceMany() when the fused kernels are timed.
inline constexpr int fusedStepsPerCall = 16;

/// Number of sums over time that a sample of the spectrum at one frequency adds to: two of each field.
inline constexpr int benchSpectra = 4;

/// Element-steps per element of one call: 1/2 for a half step, 1 for a sample of the spectrum.
double stepsPerCall(Workload workload);

/// Least memory traffic (bytes) and arithmetic (flops) of an element for one leap-frog step of E and H with this
/// workload.
struct WorkCount {
  double bytes = 0;
  double flops = 0;       ///< with the zeros of the equispaced operators skipped
  double denseFlops = 0;  ///< with every entry of the operators
};

/// Bytes, in single precision and per element and half step, each value from memory once, neighbours' traces from
/// cache:
///   three kernels  intVolume    24 Np + 36          source read, right-hand side written; 9 numbers of geometry
///                  intSurface   12 Np + 48 Nf + 52  source read, fluxes of four faces written; geometry, 4 neighbours
///                  updateField  36 Np + 48 Nf + 8   right-hand side, fluxes and field read, field written; 2 numbers
///                  of material
///   fused          36 Np + 56    source read, field read and written; geometry, neighbours, 4 bytes of material
/// so that a step takes 144 Np + 192 Nf + 192 or 72 Np + 112 bytes; in double precision twice that. Where a
/// half step has jump terms, four weights come on top, 16 bytes, and to intSurface the target, 12 Np. A sample of both
/// fields reads each and reads and writes two sums of it: 120 Np.
///
/// Flops per element and half step (an FMA is two):
///   intVolume      27 Np + 18 nnz(D)       the products g_i x F, then three derivatives of three components
///   intSurface     48 Nf + 6 sum nnz(L_f)  jumps and g_f x jump, then four lifts of three components
///   updateField    12 Np                   field = a field + b rhs
///   spectra        12 Np                   two sums, sum = sum + weight field
/// with nnz(D) = Np^2 and nnz(L_f) = Np Nf where operators are dense; intSurface twice with jump terms.
WorkCount workOf(Workload workload, const ReferenceElement& basis, bool singlePrecision,
                 const dgtd::DgtdProblem& problem);

}  // namespace fluxtet::bench
