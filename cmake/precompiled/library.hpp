// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Headers of others that most sources of the project include, compiled once with FLUXTET_PRECOMPILE.
// A source with other options, for which they are not compiled, may lack the folders of some.
#if __has_include(<mpi.h>)
#include <mpi.h>
#endif
#if __has_include(<Eigen/Dense>)
#include <Eigen/Dense>
#endif
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <set>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>
