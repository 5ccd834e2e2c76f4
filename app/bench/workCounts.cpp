// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/bench/workCounts.hpp"

namespace fluxtet::bench {
namespace {

/// Numbers of non-zero entries of the operators.
struct OperatorEntries {
  double derivatives = 0;  ///< of D_1 to D_3 together
  double lifts = 0;        ///< of L_0 to L_3 together
};

double nonZeros(const Eigen::MatrixXd& matrix) {
  const double rounding = 1e-10 * matrix.cwiseAbs().maxCoeff();
  return static_cast<double>((matrix.array().abs() > rounding).count());
}

OperatorEntries sparseEntries(const ReferenceElement& basis) {
  OperatorEntries entries;
  for (int i = 1; i <= 3; ++i) entries.derivatives += nonZeros(basis.derivative(i));
  for (int f = 0; f < 4; ++f) entries.lifts += nonZeros(basis.lift(f));
  return entries;
}

OperatorEntries denseEntries(const ReferenceElement& basis) {
  const double np = basis.np(), nf = basis.nf();
  return {3 * np * np, 4 * np * nf};
}

WorkCount operator+(const WorkCount& a, const WorkCount& b) {
  return {a.bytes + b.bytes, a.flops + b.flops, a.denseFlops + b.denseFlops};
}

/// Counts of one half step in single precision.
class HalfStepWork {
 public:
  HalfStepWork(const ReferenceElement& basis, double jumps)
      : np_(basis.np()), nf_(basis.nf()), jumps_(jumps), sparse_(sparseEntries(basis)), dense_(denseEntries(basis)) {}

  WorkCount volume() const {
    return {24 * np_ + 36, 27 * np_ + 6 * sparse_.derivatives, 27 * np_ + 6 * dense_.derivatives};
  }
  WorkCount surface() const {
    const double fields = 1 + jumps_;
    return {fields * 12 * np_ + 48 * nf_ + 52 + 16 * jumps_, fields * (48 * nf_ + 6 * sparse_.lifts),
            fields * (48 * nf_ + 6 * dense_.lifts)};
  }
  WorkCount update() const { return {36 * np_ + 48 * nf_ + 8, 12 * np_, 12 * np_}; }
  WorkCount sample() const {
    const double sums = benchSpectra / 2, flops = sums * 6 * np_;
    return {12 * np_ + sums * 24 * np_, flops, flops};
  }
  WorkCount split() const { return volume() + surface() + update(); }
  WorkCount fused() const { return {36 * np_ + 56 + 16 * jumps_, split().flops, split().denseFlops}; }

 private:
  double np_, nf_;
  double jumps_;  ///< share of the half steps that lift the target's jumps too
  OperatorEntries sparse_, dense_;
};

WorkCount halfStepOf(Workload workload, const HalfStepWork& half) {
  switch (workload) {
    case Workload::intVolume:
      return half.volume();
    case Workload::intSurface:
      return half.surface();
    case Workload::updateField:
      return half.update();
    case Workload::splitStep:
      return half.split();
    case Workload::spectra:
      return half.sample();
    case Workload::fusedE:
    case Workload::fusedH:
    case Workload::fusedStep:
      break;
  }
  return half.fused();
}

/// Share of the workload's half steps that have jump terms.
double jumpsOf(Workload workload, const dgtd::DgtdProblem& problem) {
  const auto of = [&](dgtd::Field target) { return problem.jumpShare(target) != 0 ? 1.0 : 0.0; };
  if (workload == Workload::fusedE) return of(dgtd::Field::E);
  if (workload == Workload::fusedH) return of(dgtd::Field::H);
  return (of(dgtd::Field::E) + of(dgtd::Field::H)) / 2;
}

}  // namespace

const char* nameOf(Workload workload) {
  constexpr const char* names[] = {"intVolume", "intSurface", "updateField", "splitStep",
                                   "fusedE",    "fusedH",     "fusedStep",   "spectra"};
  return names[static_cast<int>(workload)];
}

bool isWholeStep(Workload workload) {
  return workload == Workload::splitStep || workload == Workload::fusedStep;
}

double stepsPerCall(Workload workload) {
  if (workload == Workload::fusedE || workload == Workload::fusedH) return 0.5;
  // Steps are timed in batches, as in a run: one rank on a GPU replays them without the host.
  return workload == Workload::fusedStep ? fusedStepsPerCall : 1.0;
}

WorkCount workOf(Workload workload, const ReferenceElement& basis, bool singlePrecision,
                 const dgtd::DgtdProblem& problem) {
  const WorkCount half = halfStepOf(workload, HalfStepWork(basis, jumpsOf(workload, problem)));
  const double bytesOverSingle = singlePrecision ? 1 : 2;
  return {2 * bytesOverSingle * half.bytes, 2 * half.flops, 2 * half.denseFlops};
}

}  // namespace fluxtet::bench
