// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// The same for the tests.
#include "library.hpp"

#include <gtest/gtest.h>
