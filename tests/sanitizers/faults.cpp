// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// One fault of each kind that the address and undefined-behaviour sanitizers must find.
#include <climits>
#include <cstdlib>
#include <string_view>

namespace {

/// Sizes that no compiler can know, so that it warns of nothing and removes nothing.
volatile int four = 4;
volatile int largest = INT_MAX;
void* volatile memory = nullptr;

int readBehindTheEnd() {
  int* values = new int[static_cast<std::size_t>(four)]();
  const int value = values[four];
  delete[] values;
  return value;
}

/// Overwrites the only pointer to some memory.
void leak() {
  memory = std::malloc(static_cast<std::size_t>(four));
  memory = nullptr;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view fault = argc > 1 ? argv[1] : "";
  if (fault == "outOfBounds") return readBehindTheEnd();
  if (fault == "leak") leak();
  if (fault == "overflow") return largest + four;
  return 0;
}
