// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/device/check.hpp"
#include "kernels/device/deviceBuffer.hpp"
#include "kernels/device/stream.hpp"
#include "kernels/device/streamFlags.hpp"

#include <cuda.h>

#include <algorithm>
#include <array>

namespace fluxtet {
namespace {

using BatchOperation = CUresult (*)(CUstream, unsigned int, CUstreamBatchMemOpParams*, unsigned int);

/// Returns the driver's function, looked up at run time so that the program does not link the driver; null if the
/// driver lacks it.
BatchOperation batchOperation() {
  constexpr unsigned int version = 12000;  // the second form of the interface, which every GPU supports
  void* function = nullptr;
  cudaDriverEntryPointQueryResult found{};
  if (cudaGetDriverEntryPointByVersion("cuStreamBatchMemOp", &function, version, cudaEnableDefault, &found) !=
          cudaSuccess ||
      found != cudaDriverEntryPointSuccess) {
    cudaGetLastError();
    return nullptr;
  }
  return reinterpret_cast<BatchOperation>(function);
}

CUresult runOperations(std::span<std::uint32_t* const> flags, std::uint32_t value, CUstreamBatchMemOpType type,
                       cudaStream_t stream) {
  static const BatchOperation batch = batchOperation();
  if (batch == nullptr) return CUDA_ERROR_NOT_SUPPORTED;
  constexpr std::size_t mostAtOnce = 128;  // the driver takes fewer than 256
  std::array<CUstreamBatchMemOpParams, mostAtOnce> operations;
  for (std::size_t first = 0; first < flags.size(); first += mostAtOnce) {
    const std::size_t count = std::min(mostAtOnce, flags.size() - first);
    for (std::size_t i = 0; i < count; ++i) {
      operations[i] = {};
      const auto address = reinterpret_cast<CUdeviceptr>(flags[first + i]);
      // The default flag of a write puts a fence of the whole system before it; a wait ends at a value greater or
      // equal.
      if (type == CU_STREAM_MEM_OP_WAIT_VALUE_32) {
        operations[i].waitValue = {type, address, {value}, CU_STREAM_WAIT_VALUE_GEQ, 0};
      } else {
        operations[i].writeValue = {type, address, {value}, CU_STREAM_WRITE_VALUE_DEFAULT, 0};
      }
    }
    const CUresult result = batch(stream, static_cast<unsigned int>(count), operations.data(), 0);
    if (result != CUDA_SUCCESS) return result;
  }
  return CUDA_SUCCESS;
}

void checkOperations(CUresult result, const char* what) {
  // The runtime and the driver number these errors alike.
  cudaCheck(static_cast<cudaError_t>(result), what);
}

/// Tells whether streams can both set and await a flag on the calling thread's current GPU.
bool streamsSetFlags() {
  Stream stream;
  DeviceBuffer<std::uint32_t> flag(1);
  flag.zero(stream);
  const std::array<std::uint32_t*, 1> flags{flag.data()};
  const bool works = runOperations(flags, 1, CU_STREAM_MEM_OP_WRITE_VALUE_32, stream) == CUDA_SUCCESS &&
                     runOperations(flags, 1, CU_STREAM_MEM_OP_WAIT_VALUE_32, stream) == CUDA_SUCCESS;
  stream.synchronize();
  return works;
}

constexpr int flagsPerLaunch = 128;
struct FlagList {
  std::uint32_t* flag[flagsPerLaunch];
};

/// Sets each flag of the list to `value`: one thread block, one thread for each flag.
__global__ void signalKernel(const __grid_constant__ FlagList list, std::uint32_t value) {
  __threadfence_system();
  asm volatile("st.release.sys.u32 [%0], %1;" ::"l"(list.flag[threadIdx.x]), "r"(value) : "memory");
}

/// Waits until each flag of the list has reached `value`, compared modulo 2^32: one thread block, one thread for each
/// flag.
__global__ void awaitKernel(const __grid_constant__ FlagList list, std::uint32_t value) {
  std::uint32_t seen = 0;
  do {
    asm volatile("ld.acquire.sys.u32 %0, [%1];" : "=r"(seen) : "l"(list.flag[threadIdx.x]) : "memory");
    if (static_cast<std::int32_t>(seen - value) >= 0) break;
    __nanosleep(200);
  } while (true);
}

template <class Launch>
void inLists(std::span<std::uint32_t* const> flags, const Launch& launch) {
  for (std::size_t first = 0; first < flags.size(); first += flagsPerLaunch) {
    const std::size_t count = std::min<std::size_t>(flagsPerLaunch, flags.size() - first);
    FlagList list{};
    std::copy_n(flags.begin() + static_cast<std::ptrdiff_t>(first), count, list.flag);
    launch(list, static_cast<unsigned int>(count));
  }
}

}  // namespace

FlagMechanism flagMechanism() {
  static const FlagMechanism mechanism = streamsSetFlags() ? FlagMechanism::stream : FlagMechanism::kernels;
  return mechanism;
}

void signalFlags(std::span<std::uint32_t* const> flags, std::uint32_t value, cudaStream_t stream,
                 FlagMechanism mechanism) {
  if (flags.empty()) return;
  if (mechanism == FlagMechanism::stream) {
    checkOperations(runOperations(flags, value, CU_STREAM_MEM_OP_WRITE_VALUE_32, stream),
                    "setting flags from a stream");
    return;
  }
  inLists(flags, [&](const FlagList& list, unsigned int count) {
    signalKernel<<<1, count, 0, stream>>>(list, value);
    checkLaunch("signalKernel");
  });
}

void awaitFlags(std::span<std::uint32_t* const> flags, std::uint32_t value, cudaStream_t stream,
                FlagMechanism mechanism) {
  if (flags.empty()) return;
  if (mechanism == FlagMechanism::stream) {
    checkOperations(runOperations(flags, value, CU_STREAM_MEM_OP_WAIT_VALUE_32, stream),
                    "waiting for flags in a stream");
    return;
  }
  inLists(flags, [&](const FlagList& list, unsigned int count) {
    awaitKernel<<<1, count, 0, stream>>>(list, value);
    checkLaunch("awaitKernel");
  });
}

}  // namespace fluxtet
