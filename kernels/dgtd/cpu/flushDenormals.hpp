// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

namespace fluxtet::dgtd::cpu {

/// While an object lives, its thread treats denormal numbers as zero. Ahead of a wave front fields decay through the
/// denormal range, where every operation would take some hundred cycles. Has no effect on processors without SSE2.
class FlushDenormals {
 public:
#if defined(__SSE2__)
  FlushDenormals() : before_(_mm_getcsr()) {
    _mm_setcsr(before_ | flushToZero | denormalsAreZero);
  }
  ~FlushDenormals() {
    _mm_setcsr(before_);
  }

 private:
  static constexpr unsigned flushToZero = 0x8000, denormalsAreZero = 0x0040;
  unsigned before_;
#else
  FlushDenormals() {}
  ~FlushDenormals() {}
#endif
 public:
  FlushDenormals(const FlushDenormals&) = delete;
  FlushDenormals& operator=(const FlushDenormals&) = delete;
};

}  // namespace fluxtet::dgtd::cpu
