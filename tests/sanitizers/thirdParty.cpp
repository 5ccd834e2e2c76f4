// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// What the sanitizers must know about libraries that are not ours. Compiled into every program of a sanitizer build, so
// that it is judged alike however it is started. Nothing here may name code of this project.

/// The leak sanitizer.
extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() {
  return
      // OpenCASCADE and Gmsh keep some tables until the process ends.
      "leak:libTK\n"
      "leak:libgmsh\n";
}

/// The thread sanitizer: it cannot see how code synchronises that was compiled without it (MPI, HDF5, the OpenMP
/// runtime itself), so that accesses from there are not judged. What OpenMP's own constructs order it learns from
/// LLVM's Archer tool, which the OpenMP runtime loads by itself.
extern "C" const char* __tsan_default_options();
extern "C" const char* __tsan_default_options() {
  return "ignore_noninstrumented_modules=1";
}
