// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/step/timeStepper.hpp"
#include "lib/base/constants.hpp"

#include <array>

namespace fluxtet::dgtd {
namespace {

/// Coefficients of one stage: residual = a residual + dt RHS(t + c dt); field += b residual, RHS being the right-hand
/// side of d(field)/dt = RHS.
struct StageCoefficients {
  double a, b, c;
};

/// Carpenter, Kennedy, "Fourth-order 2N-storage Runge-Kutta schemes", NASA TM-109112, 1994, table 1 (solution 3).
constexpr std::array<StageCoefficients, 5> carpenterKennedy{{
    {0.0, 1432997174477.0 / 9575080441755.0, 0.0},
    {-567301805773.0 / 1357537059087.0, 5161836677717.0 / 13612068292357.0, 1432997174477.0 / 9575080441755.0},
    {-2404267990393.0 / 2016746695238.0, 1720146321549.0 / 2090206949498.0, 2526269341429.0 / 6820363962896.0},
    {-3550918686646.0 / 2091501179385.0, 3134564353537.0 / 4481467310338.0, 2006345519317.0 / 3224310063776.0},
    {-1275806237668.0 / 842570457699.0, 2277821191437.0 / 14882151754819.0, 2802321613138.0 / 2924317926251.0},
}};

template <class Real>
class RungeKutta final : public TimeStepper<Real> {
 public:
  RungeKutta(FieldEngine<Real>& engine, TraceExchange<Real>& exchange, StepPlan plan)
      : engine_(engine), exchange_(exchange), plan_(plan) {}

  void advance(std::int64_t step, bool) override {
    const double time = static_cast<double>(step) * plan_.dt;
    for (const StageCoefficients& stage : carpenterKennedy) {
      const double stageTime = time + stage.c * plan_.dt;
      exchange_.start(Field::E);
      exchange_.start(Field::H);
      engine_.rungeKuttaResidual(stage.a, c0dt(), stageTime, {0, plan_.numInterior});
      exchange_.finish(Field::E);
      exchange_.finish(Field::H);
      engine_.rungeKuttaResidual(stage.a, c0dt(), stageTime, {plan_.numInterior, plan_.numElements});
      engine_.rungeKuttaUpdate(stage.b, {0, plan_.numElements});
    }
  }

  void receiveTraces() override {
    for (const Field field : {Field::E, Field::H}) exchange_.start(field);
    for (const Field field : {Field::E, Field::H}) exchange_.finish(field);
  }
  double timeH(std::int64_t step) const override { return static_cast<double>(step) * plan_.dt; }
  double electricEnergy() const override { return engine_.energies().innerProduct(Field::E, false); }
  double magneticEnergy() const override { return engine_.energies().innerProduct(Field::H, false); }
  double initialEnergy() override { return this->energy(); }

 private:
  double c0dt() const { return constants::c0 * plan_.dt; }

  FieldEngine<Real>& engine_;
  TraceExchange<Real>& exchange_;
  StepPlan plan_;
};

}  // namespace

template <class Real>
std::unique_ptr<TimeStepper<Real>> makeRungeKutta(FieldEngine<Real>& engine, TraceExchange<Real>& exchange,
                                                  StepPlan plan) {
  return std::make_unique<RungeKutta<Real>>(engine, exchange, plan);
}

template std::unique_ptr<TimeStepper<float>> makeRungeKutta(FieldEngine<float>&, TraceExchange<float>&, StepPlan);
template std::unique_ptr<TimeStepper<double>> makeRungeKutta(FieldEngine<double>&, TraceExchange<double>&, StepPlan);

}  // namespace fluxtet::dgtd
