// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace fluxtet::statics {

/// Square sparse matrix by rows in host memory; columns ascend within a row, each occurs once. Both halves are stored.
template <class Real>
struct CsrMatrix {
  std::vector<std::int32_t> rowBegin;  ///< [rows + 1]
  std::vector<std::int32_t> column;    ///< [nonzeros]
  std::vector<Real> value;             ///< [nonzeros]

  std::int32_t rows() const { return static_cast<std::int32_t>(rowBegin.size()) - 1; }
  std::int64_t nonzeros() const { return static_cast<std::int64_t>(column.size()); }
};

}  // namespace fluxtet::statics
