// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/post/sar/boxMaximum.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>

namespace fluxtet::sar {

namespace {

/// One line of values with room for its running maxima.
class LineMaximum {
 public:
  LineMaximum(std::size_t length, std::size_t reach)
      : length_(length),
        reach_(reach),
        window_(2 * reach + 1),
        padded_((length + 2 * reach + window_ - 1) / window_ * window_),
        line_(padded_),
        forward_(padded_),
        backward_(padded_) {}

  /// On `length` values that stand `stride` apart.
  void apply(float* values, std::size_t stride) {
    constexpr float none = std::numeric_limits<float>::lowest();
    std::fill(line_.begin(), line_.end(), none);
    for (std::size_t i = 0; i < length_; ++i) line_[i + reach_] = values[i * stride];
    for (std::size_t i = 0; i < padded_; ++i)
      forward_[i] = i % window_ == 0 ? line_[i] : std::max(forward_[i - 1], line_[i]);
    for (std::size_t i = padded_; i-- > 0;)
      backward_[i] = (i + 1) % window_ == 0 ? line_[i] : std::max(backward_[i + 1], line_[i]);
    // The window of value i is i..i + 2 reach of the padded line: the rest of one block and the start of the next.
    for (std::size_t i = 0; i < length_; ++i) values[i * stride] = std::max(backward_[i], forward_[i + window_ - 1]);
  }

 private:
  std::size_t length_, reach_, window_, padded_;
  std::vector<float> line_, forward_, backward_;
};

}  // namespace

void boxMaximum(std::vector<float>& values, const VoxelGrid& grid, std::int64_t reach) {
  if (reach == 0) return;
  const std::array<std::size_t, 3> count{static_cast<std::size_t>(grid.count[0]),
                                         static_cast<std::size_t>(grid.count[1]),
                                         static_cast<std::size_t>(grid.count[2])};
  const std::array<std::size_t, 3> stride{1, count[0], count[0] * count[1]};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const std::size_t first = axis == 0 ? 1 : 0, second = axis == 2 ? 1 : 2;
#pragma omp parallel
    {
      LineMaximum line(count[axis], static_cast<std::size_t>(reach));
#pragma omp for schedule(static)
      for (std::size_t b = 0; b < count[second]; ++b)
        for (std::size_t a = 0; a < count[first]; ++a)
          line.apply(&values[a * stride[first] + b * stride[second]], stride[axis]);
    }
  }
}

}  // namespace fluxtet::sar
