// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0

/// Read by the leak sanitizer where the tests are built with it: OpenCASCADE (libTK*) and Gmsh keep some memory until
/// the end.
extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() {
  return "leak:libTK\nleak:libgmsh\n";
}
