// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/case/commonCase.hpp"
#include "lib/config/fieldLists.hpp"

namespace fluxtet {

/// What `regions:` says of a region that is no part of the mesh.
inline constexpr const char* cutOutWord = "pec";

/// The keys that both solvers share: the mesh and its materials.
config::Section<CommonCase> commonKeys();

config::Field<CommonCase> meshKey();

/// `directory` of the output sections of both solvers.
config::Key directoryKey();

}  // namespace fluxtet
