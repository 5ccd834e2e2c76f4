// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/static/cpu/elementReader.hpp"
#include "kernels/static/cpu/parallel.hpp"
#include "kernels/static/cpu/pattern.hpp"
#include "kernels/static/cpu/stageClock.hpp"
#include "kernels/static/cpu/staticOperator.hpp"
#include "kernels/static/dispatch.hpp"

#include <algorithm>

namespace fluxtet::statics::cpu {

namespace {

/// Each element adds its entries where the pattern has them, atomically where there are several threads.
template <class Real>
class Scatter final : public MatrixOperator<Real> {
 public:
  using MatrixOperator<Real>::MatrixOperator;

  std::int64_t assemble(Real* f, StageTimes& times) override {
    std::int64_t scratch = 0;
    if (slots_.empty()) {
      const StageClock clock(times.adjacency);
      const Incidence incidence = findIncidence(this->problem());
      slots_ = buildPattern(this->problem(), incidence, SlotOrder::byElement, this->matrix_);
      scratch = incidence.bytes();
    }
    const StageClock clock(times.integrate);
    auto& value = this->matrix_.value;
    forRanges(this->problem().threads, static_cast<std::int64_t>(value.size()),
              [&](IndexRange range, int) { std::fill(value.data() + range.begin, value.data() + range.end, Real(0)); });
    withElement(this->problem().form, this->problem().order, [&](auto kind) {
      const ElementReader<decltype(kind), Real> reader(this->problem());
      if (this->problem().threads > 1)
        addElements<true>(reader, f);
      else
        addElements<false>(reader, f);
    });
    return scratch;
  }

  std::int64_t bytes() const override { return this->matrix_.bytes() + slots_.bytes(); }

 private:
  template <bool shared, class Reader>
  void addElements(const Reader& reader, Real* f) {
    constexpr int nd = Reader::nd;
    forRanges(this->problem().threads, this->problem().numElements, [&](IndexRange range, int) {
      Real* value = this->matrix_.value.data();
      for (std::int64_t e = range.begin; e < range.end; ++e) {
        typename Reader::Matrix K;
        reader.matrix(e, K);
        const std::int32_t* slot = slots_.data() + e * nd * nd;
        for (int a = 0; a < nd; ++a)
          for (int b = 0; b < nd; ++b)
            if (slot[a * nd + b] >= 0) addTo<shared>(value[slot[a * nd + b]], K[packedIndex(a, b)]);
        if (!reader.hasLoad(e)) continue;
        typename Reader::Vector load;
        reader.load(e, K, load);
        for (int a = 0; a < nd; ++a)
          if (const std::int32_t dof = reader.dofs(e)[a]; dof >= 0) addTo<shared>(f[dof], load[a]);
      }
    });
  }

  Slots slots_;  ///< SlotOrder::byElement
};

}  // namespace

template <class Real>
std::unique_ptr<StaticOperator<Real>> makeScatter(const CpuProblem<Real>& problem) {
  return std::make_unique<Scatter<Real>>(problem);
}
template std::unique_ptr<StaticOperator<float>> makeScatter(const CpuProblem<float>&);
template std::unique_ptr<StaticOperator<double>> makeScatter(const CpuProblem<double>&);

}  // namespace fluxtet::statics::cpu
