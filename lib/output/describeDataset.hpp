// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/base/hdf5.hpp"

#include <string>

namespace fluxtet {

/// Adds the attributes `unit` ("V/m", "1" of a number without one) and `description` (which quantity, in words) to a
/// dataset of a file of results. Throws RunError if HDF5 fails.
inline void describeDataset(hid_t parent, const std::string& dataset, const std::string& unit,
                            const std::string& description) {
  const hdf5::Handle handle(hdf5::check(H5Dopen2(parent, dataset.c_str(), H5P_DEFAULT)));
  hdf5::writeAttribute(handle, "unit", unit);
  hdf5::writeAttribute(handle, "description", description);
}

}  // namespace fluxtet
