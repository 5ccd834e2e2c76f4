// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Marks a function that kernels and the host call alike.
#ifdef __CUDACC__
#define FLUXTET_HOST_DEVICE __host__ __device__ inline
#else
#define FLUXTET_HOST_DEVICE inline
#endif
