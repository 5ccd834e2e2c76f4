// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/step/timeStepper.hpp"
#include "lib/base/constants.hpp"

#include <spdlog/spdlog.h>

#include <array>
#include <exception>
#include <vector>

namespace fluxtet {
namespace {

template <class Real>
class LeapFrog final : public TimeStepper<Real> {
 public:
  LeapFrog(FieldEngine<Real>& engine, TraceExchange<Real>& exchange, StepPlan plan)
      : engine_(engine), exchange_(exchange), plan_(plan) {}

  /// Takes in what the other ranks have sent ahead, unless an error is on its way up: then they may have sent nothing.
  ~LeapFrog() override {
    if (std::uncaught_exceptions() > exceptions_) return;
    try {
      for (const Field field : {Field::E, Field::H})
        if (exchange_.onTheWay(field)) exchange_.finish(field);
    } catch (const std::exception& error) {
      spdlog::warn("after the last step: {}", error.what());
    }
  }

  void advance(std::int64_t step, bool keepH) override {
    const double time = static_cast<double>(step) * plan_.dt;
    advanceField({Field::E, c0dt(), time, time + 0.5 * plan_.dt});
    if (keepH) engine_.keep(Field::H);
    advanceField({Field::H, c0dt(), time + 0.5 * plan_.dt, time + plan_.dt});
  }

  void advanceMany(std::int64_t step, std::int64_t count) override {
    const bool alone = plan_.numInterior == plan_.numElements;
    // A single step is no less work to replay than to ask for.
    if (count > 1 && alone && plan_.kernels == KernelSet::fused && engine_.replaysSteps()) {
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
    advanceField({Field::H, -c0dt(), 0.5 * plan_.dt, 0.0}, Afterwards::nothing);
    const double result = energy();
    engine_.upload(Field::H, H);
    return result;
  }

 private:
  double c0dt() const { return constants::c0 * plan_.dt; }

  enum class Afterwards { nothing, sendAhead };

  /// One half step of the algorithm. The published kernels hide the exchange of the source's traces behind the interior
  /// elements. With the fused ones the traces have been sent ahead, behind the boundary layer of the half step before,
  /// and those of the target go out as soon as they are there: behind the interior if the engine takes it apart from
  /// the boundary layer, from the beginning of this half step on if it takes both at once, the boundary layer first.
  void advanceField(const HalfStep& half, Afterwards afterwards = Afterwards::sendAhead) {
    const Field source = other(half.target);
    const ElementRange all{0, plan_.numElements};
    const ElementRange interior{0, plan_.numInterior}, boundaryLayer{plan_.numInterior, plan_.numElements};
    if (engine_.readsOuterTarget(half.target)) bringTraces(half.target);
    if (!exchange_.onTheWay(source)) exchange_.start(source);
    // The source's are received below, in either branch; those of the target are of its old values from now on.
    received_[static_cast<std::size_t>(source)] = true;
    received_[static_cast<std::size_t>(half.target)] = false;
    if (plan_.kernels == KernelSet::split) {
      engine_.intVolume(half, all);
      engine_.intSurface(half, interior);
      exchange_.finish(source);
      engine_.intSurface(half, boundaryLayer);
      engine_.updateField(half, all);
      return;
    }
    if (engine_.boundaryLayerFirst()) {
      exchange_.finish(source);
      if (afterwards == Afterwards::sendAhead) exchange_.announce(half.target);
      engine_.fusedHalfStep(half, all);
    } else {
      engine_.fusedHalfStep(half, interior);
      exchange_.finish(source);
      engine_.fusedHalfStep(half, boundaryLayer);
    }
    if (afterwards == Afterwards::sendAhead) exchange_.start(half.target);
  }

  /// The target's traces of other ranks, as they stand before its half step. The half step before has received them as
  /// its source's, but for the very first.
  void bringTraces(Field field) {
    if (received_[static_cast<std::size_t>(field)]) return;
    if (!exchange_.onTheWay(field)) exchange_.start(field);
    exchange_.finish(field);
  }

  FieldEngine<Real>& engine_;
  TraceExchange<Real>& exchange_;
  StepPlan plan_;
  std::array<bool, 2> received_{};  ///< by field: the other ranks' traces of its present values
  int exceptions_ = std::uncaught_exceptions();
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
