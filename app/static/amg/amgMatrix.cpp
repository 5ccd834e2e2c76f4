// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/static/amg/amgMatrix.hpp"

#include "lib/base/mpi.hpp"

#include <HYPRE_utilities.h>

#include <algorithm>
#include <numeric>
#include <string>

namespace fluxtet::statics::amg {

namespace {

/// Lengths of the rows of a part, split into columns of this rank's rows and others.
struct RowLengths {
  std::vector<HYPRE_Int> all, own, other;
};

RowLengths rowLengths(const CsrMatrix<double>& part, const AmgRows& rows) {
  RowLengths lengths;
  lengths.all.resize(part.rows());
  for (std::int32_t i = 0; i < part.rows(); ++i) lengths.all[i] = part.rowBegin[i + 1] - part.rowBegin[i];
  lengths.own.resize(rows.end - rows.begin);
  lengths.other.resize(rows.end - rows.begin);
  for (std::int32_t i = 0; i < part.rows(); ++i) {
    if (!rows.owns(i)) continue;
    const auto first = part.column.begin() + part.rowBegin[i];
    const auto own = std::count_if(first, first + lengths.all[i], [&](std::int32_t j) { return rows.owns(j); });
    lengths.own[rows.row[i] - rows.begin] = static_cast<HYPRE_Int>(own);
    lengths.other[rows.row[i] - rows.begin] = static_cast<HYPRE_Int>(lengths.all[i] - own);
  }
  return lengths;
}

/// Room for this rank's rows: exact where there is no other rank to add to them, which lets hypre fill its arrays
/// directly.
void reserveRows(HYPRE_IJMatrix matrix, const RowLengths& lengths, bool alone) {
  if (alone) {
    HYPRE_IJMatrixSetDiagOffdSizes(matrix, lengths.own.data(), lengths.other.data());
    return;
  }
  std::vector<HYPRE_Int> sizes(lengths.own.size());
  std::transform(lengths.own.begin(), lengths.own.end(), lengths.other.begin(), sizes.begin(), std::plus<>());
  HYPRE_IJMatrixSetRowSizes(matrix, sizes.data());
}

}  // namespace

void hypreCheck() {
  const HYPRE_Int flags = HYPRE_GetError();
  if (flags == 0) return;
  char text[256] = "";
  HYPRE_DescribeError(flags, text);
  HYPRE_ClearAllErrors();
  throw RunError(fmt::format("hypre failed: {}", std::string(text)));
}

AmgMatrix::AmgMatrix(const CsrMatrix<double>& part, const AmgRows& rows, MPI_Comm comm) {
  HYPRE_IJMatrixCreate(comm, rows.begin, rows.end - 1, rows.begin, rows.end - 1, &matrix_);
  HYPRE_IJMatrixSetObjectType(matrix_, HYPRE_PARCSR);
  RowLengths lengths = rowLengths(part, rows);
  reserveRows(matrix_, lengths, mpiSize(comm) == 1);
  HYPRE_IJMatrixInitialize(matrix_);
  const std::vector<HYPRE_BigInt> row(rows.row.begin(), rows.row.end());
  std::vector<HYPRE_BigInt> column(part.column.size());
  std::transform(part.column.begin(), part.column.end(), column.begin(), [&](std::int32_t j) { return row[j]; });
  HYPRE_IJMatrixAddToValues(matrix_, part.rows(), lengths.all.data(), row.data(), column.data(), part.value.data());
  HYPRE_IJMatrixAssemble(matrix_);
  void* object = nullptr;
  HYPRE_IJMatrixGetObject(matrix_, &object);
  parallel_ = static_cast<HYPRE_ParCSRMatrix>(object);
}

AmgMatrix::~AmgMatrix() {
  HYPRE_IJMatrixDestroy(matrix_);
}

AmgVector::AmgVector(const AmgRows& rows, MPI_Comm comm) : row_(rows.end - rows.begin) {
  std::iota(row_.begin(), row_.end(), HYPRE_BigInt{rows.begin});
  HYPRE_IJVectorCreate(comm, rows.begin, rows.end - 1, &vector_);
  HYPRE_IJVectorSetObjectType(vector_, HYPRE_PARCSR);
  HYPRE_IJVectorInitialize(vector_);
  HYPRE_IJVectorAssemble(vector_);
  void* object = nullptr;
  HYPRE_IJVectorGetObject(vector_, &object);
  parallel_ = static_cast<HYPRE_ParVector>(object);
  HYPRE_ParVectorSetConstantValues(parallel_, 0);
}

AmgVector::~AmgVector() {
  HYPRE_IJVectorDestroy(vector_);
}

void AmgVector::set(const AmgRows& rows, std::span<const double> values) {
  std::vector<double> own(row_.size());
  for (std::size_t i = 0; i < values.size(); ++i)
    if (rows.owns(i)) own[rows.row[i] - rows.begin] = values[i];
  HYPRE_IJVectorSetValues(vector_, static_cast<HYPRE_Int>(own.size()), row_.data(), own.data());
}

void AmgVector::get(const AmgRows& rows, std::span<double> values) const {
  std::vector<double> own(row_.size());
  HYPRE_IJVectorGetValues(vector_, static_cast<HYPRE_Int>(own.size()), row_.data(), own.data());
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = rows.owns(i) ? own[rows.row[i] - rows.begin] : 0;
}

}  // namespace fluxtet::statics::amg
