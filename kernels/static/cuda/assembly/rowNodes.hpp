// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/base/hostDevice.hpp"

#include <cstdint>

/// A node of a row is an element's node whose unknown the row belongs to, as the number element * nd + a; it stands for
/// the nd entries that the element adds to the row. Each row goes through its nodes with a cursor.
namespace fluxtet::gpu {

/// The nodes of a row are neighbours in an array.
struct SortedNodes {
  const std::uint32_t* begin;  ///< [rows + 1] where the nodes of a row begin
  const std::uint32_t* nodes;

  struct Cursor {
    std::uint32_t at, end;
  };
  FLUXTET_HOST_DEVICE Cursor first(std::int32_t row) const { return {begin[row], begin[row + 1]}; }
  FLUXTET_HOST_DEVICE bool done(Cursor cursor) const { return cursor.at == cursor.end; }
  FLUXTET_HOST_DEVICE std::uint32_t node(Cursor cursor) const { return nodes[cursor.at]; }
  FLUXTET_HOST_DEVICE Cursor after(Cursor cursor) const { return {cursor.at + 1, cursor.end}; }
};

/// Each node knows the next one of its row.
struct LinkedNodes {
  static constexpr std::uint32_t none = 0xffffffffu;
  const std::uint32_t* head;  ///< [rows]
  const std::uint32_t* next;  ///< [nodes]

  using Cursor = std::uint32_t;
  FLUXTET_HOST_DEVICE Cursor first(std::int32_t row) const { return head[row]; }
  FLUXTET_HOST_DEVICE bool done(Cursor cursor) const { return cursor == none; }
  FLUXTET_HOST_DEVICE std::uint32_t node(Cursor cursor) const { return cursor; }
  FLUXTET_HOST_DEVICE Cursor after(Cursor cursor) const { return next[cursor]; }
};

}  // namespace fluxtet::gpu
