// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/base/version.hpp"

#include "fluxtetVersion.hpp"

namespace fluxtet {

const char* version() {
  return FLUXTET_VERSION;
}
const char* commit() {
  return FLUXTET_COMMIT;
}
const char* buildOptions() {
  return FLUXTET_BUILD_OPTIONS;
}

}  // namespace fluxtet
