// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "base/constants.hpp"
#include "dgtd/timeStepper.hpp"

#include <vector>

namespace fluxtet {
namespace {

template <class Real>
class LeapFrog final : public TimeStepper<Real> {
 public:
  LeapFrog(FieldEngine<Real>& engine, TraceExchange<Real>& exchange, StepPlan plan)
      : engine_(engine), exchange_(exchange), plan_(plan) {}

  void advance(std::int64_t step, bool keepH) override {
    const double time = static_cast<double>(step) * plan_.dt;
    advanceField({Field::E, c0dt(), time, time + 0.5 * plan_.dt});
    if (keepH) engine_.keep(Field::H);
    advanceField({Field::H, c0dt(), time + 0.5 * plan_.dt, time + plan_.dt});
  }

  void advanceMany(std::int64_t step, std::int64_t count) override {
    const bool alone = plan_.numInterior == plan_.numElements;
    if (alone && plan_.kernels == KernelSet::fused && engine_.replaysSteps()) {
      engine_.replaySteps(step, count, plan_.dt);
    } else {
      TimeStepper<Real>::advanceMany(step, count);
    }
  }

  double timeH(std::int64_t step) const override { return (static_cast<double>(step) + 0.5) * plan_.dt; }

  /// 1/2 <E^n, E^n> + 1/2 <H^{n-1/2}, H^{n+1/2}>, which the centred scheme conserves (Fezoui et al. 2005).
  double energy() const override { return engine_.innerProduct(Field::E, false) + magneticEnergy(); }
  double magneticEnergy() const override { return engine_.innerProduct(Field::H, true); }

  double initialEnergy() override {
    std::vector<Real> H(static_cast<std::size_t>(plan_.numElements) * plan_.nodesPerElement * 3);
    engine_.download(Field::H, H);
    engine_.keep(Field::H);
    advanceField({Field::H, -c0dt(), 0.5 * plan_.dt, 0.0});
    const double result = energy();
    engine_.upload(Field::H, H);
    return result;
  }

 private:
  double c0dt() const { return constants::c0 * plan_.dt; }

  /// One half step of the algorithm: the exchange of the other field's traces hides behind the interior elements.
  void advanceField(const HalfStep& half) {
    const Field source = other(half.target);
    const ElementRange all{0, plan_.numElements};
    const ElementRange interior{0, plan_.numInterior}, boundaryLayer{plan_.numInterior, plan_.numElements};
    exchange_.start(source);
    if (plan_.kernels == KernelSet::split) {
      engine_.intVolume(half, all);
      engine_.intSurface(half, interior);
      exchange_.finish(source);
      engine_.intSurface(half, boundaryLayer);
      engine_.updateField(half, all);
    } else {
      engine_.fusedHalfStep(half, interior);
      exchange_.finish(source);
      engine_.fusedHalfStep(half, boundaryLayer);
    }
  }

  FieldEngine<Real>& engine_;
  TraceExchange<Real>& exchange_;
  StepPlan plan_;
};

}  // namespace

template <class Real>
std::unique_ptr<TimeStepper<Real>> makeLeapFrog(FieldEngine<Real>& engine, TraceExchange<Real>& exchange,
                                                StepPlan plan) {
  return std::make_unique<LeapFrog<Real>>(engine, exchange, plan);
}

template std::unique_ptr<TimeStepper<float>> makeLeapFrog(FieldEngine<float>&, TraceExchange<float>&, StepPlan);
template std::unique_ptr<TimeStepper<double>> makeLeapFrog(FieldEngine<double>&, TraceExchange<double>&, StepPlan);

}  // namespace fluxtet
