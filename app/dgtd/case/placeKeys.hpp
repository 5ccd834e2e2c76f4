// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/config/fieldLists.hpp"
#include "lib/output/fieldOutputs.hpp"

#include <string>

/// Keys of outputs at places of their own: points, lines and slices.
namespace fluxtet::dgtd {

/// Key of a vector in m: a position or an edge. The vector is a member of Output or of a base class.
template <class Output, class Owner>
config::Field<Output> vectorKey(Vec3 Owner::*vector, const std::string& name, const std::string& help,
                                const std::string& example) {
  return config::value(static_cast<Vec3 Output::*>(vector),
                       {.name = name, .unit = "m", .required = true, .help = help, .example = example});
}

template <class Output>
config::Field<Output> fileNameKey(const std::string& example) {
  return config::value(static_cast<std::string Output::*>(&Output::name), {.name = "name",
                                                                           .type = config::KeyType::fileName,
                                                                           .required = true,
                                                                           .help = "Name of its files, used once.",
                                                                           .example = example});
}

/// The keys of a slice, `csv` last.
template <class Output>
config::Section<Output> gridKeys() {
  return {
      fileNameKey<Output>("xy"),
      vectorKey<Output>(&Output::origin, "origin", "Corner of the slice.", "[-1 m, -1 m, 0]"),
      vectorKey<Output>(&Output::u, "u", "First edge.", "[2 m, 0, 0]"),
      vectorKey<Output>(&Output::v, "v", "Second edge.", "[0, 2 m, 0]"),
      config::value(static_cast<std::array<int, 2> Output::*>(&Output::points),
                    {.name = "points",
                     .fallback = "[200, 200]",
                     .minSize = 2,
                     .maxSize = 2,
                     .help = "Number of points along u and v.",
                     .example = "[200, 100]",
                     .keys = {{.name = "count", .type = config::KeyType::integer, .range = {.min = 2, .max = 20000}}}}),
      config::value(static_cast<bool Output::*>(&Output::csv),
                    {.name = "csv",
                     .fallback = "true",
                     .help = "Whether each slice is written as CSV too, beside the HDF5 file.",
                     .example = "false"}),
  };
}

}  // namespace fluxtet::dgtd
