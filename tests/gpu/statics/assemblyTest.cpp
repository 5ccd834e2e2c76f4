// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/base/error.hpp"
#include "tests/gpu/statics/assembledOnGpu.hpp"
#include "tests/gpu/support/gpuTest.hpp"
#include "tests/support/rounding.hpp"
#include "tests/support/statics/denseReference.hpp"

#include <fmt/format.h>

#include <array>
#include <tuple>

namespace fluxtet::test {
using namespace fluxtet::statics;

namespace {

constexpr std::array methods{AssemblyMethod::sortReduce, AssemblyMethod::linkedList, AssemblyMethod::sortNodes,
                             AssemblyMethod::linkNodes,  AssemblyMethod::scatter,    AssemblyMethod::gather};
constexpr std::array methodNames{"SortReduce", "LinkedList", "SortNodes", "LinkNodes", "Scatter", "Gather"};
constexpr std::array formNames{"Planar", "Axisymmetric", "AxisymmetricA", "Solid"};

using Parameters = std::tuple<AssemblyMethod, FormKind, int>;

class AssemblyTest : public GpuTest, public ::testing::WithParamInterface<Parameters> {
 protected:
  static AssemblyMethod method() { return std::get<0>(GetParam()); }

  static StaticPiece piece(int elements, bool constrained, bool shuffled) {
    StaticPiece result = makePiece({.form = std::get<1>(GetParam()),
                                    .order = std::get<2>(GetParam()),
                                    .elements = elements,
                                    .prescribed = constrained,
                                    .merged = constrained,
                                    .negative = constrained,
                                    .shuffled = shuffled});
    result.loads.atDofs.clear();  // the assembly does not add these
    return result;
  }

  /// The right-hand side may be zero, because the region of a single element has no source.
  template <class Real>
  static void expectLoads(const std::vector<Real>& loads, const DenseReference& reference, const std::string& what) {
    EXPECT_LE((toDense(loads) - reference.f).norm(), roundingTolerance<Real>() * reference.sizeF.norm()) << what;
  }

  template <class Real>
  static void expectEqual(const Assembled<Real>& assembled, const StaticPiece& problem, const std::string& what) {
    const DenseReference reference(problem);
    EXPECT_LT(relativeDifference(toDense(assembled.matrix), reference.A, reference.sizeA), roundingTolerance<Real>())
        << what;
    expectLoads(assembled.rightHandSide, reference, what);
    EXPECT_EQ(assembled.matrix.nonzeros(), reference.structure.sum()) << what;
    for (std::size_t row = 0; row < static_cast<std::size_t>(assembled.matrix.rows()); ++row)
      for (auto k = assembled.matrix.rowBegin[row] + 1; k < assembled.matrix.rowBegin[row + 1]; ++k)
        EXPECT_LT(assembled.matrix.column[static_cast<std::size_t>(k) - 1],
                  assembled.matrix.column[static_cast<std::size_t>(k)])
            << what << ", row " << row;
  }

  template <class Real>
  static void expectPiece(int elements, bool constrained, bool shuffled) {
    const StaticPiece problem = piece(elements, constrained, shuffled);
    const auto device = onGpu<Real>(problem);
    const std::string what = fmt::format("{} elements, {} bytes a number", elements, sizeof(Real));
    expectEqual(GpuAssembly<Real>(method())(device), problem, what);
    DeviceBuffer<Real> loads;
    statics::cuda::assembleLoads(device, loads, nullptr);
    expectLoads(toHost(loads), DenseReference(problem), what);
  }
};

INSTANTIATE_TEST_SUITE_P(Statics, AssemblyTest,
                         ::testing::Combine(::testing::ValuesIn(methods),
                                            ::testing::Values(FormKind::planar, FormKind::axisymmetric,
                                                              FormKind::axisymmetricA, FormKind::solid),
                                            ::testing::Values(1, 2)),
                         [](const auto& test) {
                           return fmt::format("{}{}P{}", methodNames[static_cast<std::size_t>(std::get<0>(test.param))],
                                              formNames[static_cast<std::size_t>(std::get<1>(test.param))],
                                              std::get<2>(test.param));
                         });

TEST_P(AssemblyTest, equalsPlainLoopsWithoutConstraints) {
  for (const int elements : {1, 37, 300}) {
    expectPiece<float>(elements, false, false);
    expectPiece<double>(elements, false, true);
  }
}

// The merged dof is coupled to a third of all dofs, and to some elements several times, so that its row is a long row.
TEST_P(AssemblyTest, equalsPlainLoopsWithConstraintsSignsAndALongRow) {
  for (const int elements : {37, 300}) {
    expectPiece<float>(elements, true, true);
    expectPiece<double>(elements, true, false);
  }
}

TEST_P(AssemblyTest, anotherAssemblyTakesTheNewCoefficientsAndKeepsThePattern) {
  StaticPiece problem = piece(300, true, false);
  auto device = onGpu<double>(problem);
  GpuAssembly<double> assembly(method());
  const auto first = assembly(device);
  problem.coefficients = {{3, 1, {}}, {0.2, 0, {}}, {5, -2, {1, 0.5, -3}}};
  problem.loads.prescribed = {-2, 4};
  setCoefficients(device, problem);
  const auto second = assembly(device);
  expectEqual(second, problem, "assembled again");
  EXPECT_EQ(first.matrix.column, second.matrix.column);
  if (method() == AssemblyMethod::scatter || method() == AssemblyMethod::gather) {
    EXPECT_GT(first.times.adjacency, 0);
    EXPECT_EQ(second.times.adjacency, 0);
    EXPECT_GT(first.scratchBytes, 0);
    EXPECT_EQ(second.scratchBytes, 0);
    EXPECT_GT(assembly.bytesKept(), 0);
  } else {
    EXPECT_EQ(assembly.bytesKept(), 0);
    EXPECT_GT(second.scratchBytes, 0);
  }
}

TEST_P(AssemblyTest, ofWhatIsSortedHasTheSameBitsEachTime) {
  if (method() != AssemblyMethod::gather && method() != AssemblyMethod::sortReduce &&
      method() != AssemblyMethod::sortNodes)
    GTEST_SKIP() << "atomics come in any order";
  const StaticPiece problem = piece(300, true, true);
  const auto device = onGpu<float>(problem);
  const auto first = GpuAssembly<float>(method())(device), second = GpuAssembly<float>(method())(device);
  EXPECT_EQ(first.matrix.value, second.matrix.value);
  EXPECT_EQ(first.rightHandSide, second.rightHandSide);
}

/// Takes all memory of the GPU, down to the smallest piece that it gives.
std::vector<DeviceBuffer<std::byte>> fillMemory() {
  std::vector<DeviceBuffer<std::byte>> all;
  std::size_t bytes = std::size_t{1} << 36;
  while (bytes >= 256) try {
      all.emplace_back(bytes);
    } catch (const RunError&) {
      bytes /= 2;
    }
  return all;
}

TEST_P(AssemblyTest, withoutMemorySaysSoAndWorksOnceThereIsSome) {
  const StaticPiece problem = piece(300, true, false);
  const auto device = onGpu<double>(problem);
  GpuAssembly<double>{method()}(device);  // the first use loads the kernels, which takes memory too
  GpuAssembly<double> assembly(method());
  {
    const auto full = fillMemory();
    try {
      assembly(device);
      FAIL() << "there is no memory";
    } catch (const RunError& error) {
      EXPECT_NE(std::string(error.what()).find("bytes were asked for"), std::string::npos) << error.what();
    }
  }
  expectEqual(assembly(device), problem, "after the failure");
}

TEST_P(AssemblyTest, ofPrescribedNodesAloneIsEmpty) {
  StaticPiece problem = piece(37, true, false);
  for (std::int32_t& dof : problem.problem.elementDof) dof = -1;
  problem.problem.numDofs = 0;
  const auto assembled = GpuAssembly<double>(method())(onGpu<double>(problem));
  EXPECT_EQ(assembled.matrix.rowBegin, std::vector<std::int32_t>{0});
  EXPECT_EQ(assembled.matrix.nonzeros(), 0);
}

}  // namespace
}  // namespace fluxtet::test
