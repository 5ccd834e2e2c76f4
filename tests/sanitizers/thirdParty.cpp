// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// What the sanitizers must know about libraries that are not ours. Compiled into every program of a sanitizer build, so
// that it is judged alike however it is started. Nothing here may name code of this project.

/// The address and leak sanitizers. Open MPI is built without frame pointers and unloads parts of itself: only whole
/// call stacks tell whose memory was not freed, and those need the slow way of unwinding.
extern "C" const char* __asan_default_options();
extern "C" const char* __asan_default_options() {
  return "fast_unwind_on_malloc=0";
}

extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() {
  return
      // OpenCASCADE and Gmsh keep some tables until the process ends.
      "leak:libTK\n"
      "leak:libgmsh\n"
      // Open MPI and its parts (run time, portability layer, PMIx) do not free all that MPI_Init allocates.
      "leak:libmpi.so\n"
      "leak:libopen-rte\n"
      "leak:libopen-pal\n"
      "leak:libpmix\n";
}

extern "C" const char* __ubsan_default_options();
extern "C" const char* __ubsan_default_options() {
  return "print_stacktrace=1";
}

/// The thread sanitizer: it cannot see how code synchronises that was compiled without it (MPI, HDF5, the OpenMP
/// runtime itself), so that accesses from there are not judged. What OpenMP's own constructs order it learns from
/// LLVM's Archer tool, which the OpenMP runtime loads by itself.
extern "C" const char* __tsan_default_options();
extern "C" const char* __tsan_default_options() {
  return "ignore_noninstrumented_modules=1";
}
