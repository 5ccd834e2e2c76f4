// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// main() of tests that run on several ranks: a failure on any rank fails the run; only rank 0 prints passes.
#include "lib/base/mpi.hpp"

#include <gtest/gtest.h>

/// Exists only where the program is built with the leak sanitizer.
extern "C" [[gnu::weak]] void __lsan_do_leak_check();

int main(int argc, char** argv) {
  fluxtet::MpiSession mpi(argc, argv);
  ::testing::InitGoogleTest(&argc, argv);
  if (fluxtet::mpiRank(MPI_COMM_WORLD) != 0) {
    auto& listeners = ::testing::UnitTest::GetInstance()->listeners();
    delete listeners.Release(listeners.default_result_printer());
    class FailurePrinter : public ::testing::EmptyTestEventListener {
      void OnTestPartResult(const ::testing::TestPartResult& result) override {
        if (result.failed())
          fmt::print(stderr, "rank {}: {}:{}: {}\n", fluxtet::mpiRank(MPI_COMM_WORLD),
                     result.file_name() ? result.file_name() : "?", result.line_number(), result.summary());
      }
    };
    listeners.Append(new FailurePrinter);
  }
  int failed = RUN_ALL_TESTS();
  MPI_Allreduce(MPI_IN_PLACE, &failed, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  // Now and not at exit: MPI_Finalize unloads parts of Open MPI, whose memory could then not be told from ours.
  if (__lsan_do_leak_check != nullptr) __lsan_do_leak_check();
  return failed;
}
