# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
# Decides whether CUDA code is built and leaves the answer in FLUXTET_WITH_CUDA.
set(FLUXTET_CUDA AUTO CACHE STRING "Build the CUDA engine: AUTO (where nvcc is found), ON, OFF")
set_property(CACHE FLUXTET_CUDA PROPERTY STRINGS AUTO ON OFF)
set(FLUXTET_WITH_CUDA OFF)

if(FLUXTET_SANITIZE AND FLUXTET_CUDA STREQUAL "AUTO")
  message(STATUS "CUDA: off, the sanitizers do not see what runs on a GPU")
elseif(FLUXTET_SANITIZE AND FLUXTET_CUDA)
  message(FATAL_ERROR "FLUXTET_SANITIZE does not go with FLUXTET_CUDA=ON: use compute-sanitizer on a build without it")
elseif(FLUXTET_CUDA STREQUAL "AUTO" OR FLUXTET_CUDA)
  # The usual place counts also where it is not on the PATH.
  if(NOT CMAKE_CUDA_COMPILER AND NOT DEFINED ENV{CUDACXX})
    find_program(FLUXTET_NVCC nvcc HINTS ENV CUDA_HOME PATHS /usr/local/cuda PATH_SUFFIXES bin)
    mark_as_advanced(FLUXTET_NVCC)
    if(FLUXTET_NVCC)
      set(ENV{CUDACXX} ${FLUXTET_NVCC})
    endif()
  endif()
  if(NOT DEFINED CMAKE_CUDA_HOST_COMPILER AND NOT DEFINED ENV{CUDAHOSTCXX} AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    set(CMAKE_CUDA_HOST_COMPILER ${CMAKE_CXX_COMPILER})
  endif()
  # Ampere and Hopper, and instructions from which the driver makes code for whatever comes later.
  set(CMAKE_CUDA_ARCHITECTURES "80-real;90-real;90-virtual" CACHE STRING "GPU architectures")
  include(CheckLanguage)
  check_language(CUDA)
  if(CMAKE_CUDA_COMPILER)
    set(FLUXTET_WITH_CUDA ON)
  elseif(NOT FLUXTET_CUDA STREQUAL "AUTO")
    message(FATAL_ERROR "FLUXTET_CUDA=ON, but there is no nvcc that works: install the CUDA toolkit, name its nvcc by "
      "-DCMAKE_CUDA_COMPILER=PATH, or build for the CPU alone with -DFLUXTET_CUDA=OFF")
  elseif(DEFINED ENV{CUDACXX})
    message(WARNING "CUDA: $ENV{CUDACXX} does not work here (CMakeFiles/CMakeError.log says why): for the CPU alone")
  else()
    message(STATUS "CUDA: no nvcc, for the CPU alone")
  endif()
else()
  message(STATUS "CUDA: off")
endif()

if(FLUXTET_WITH_CUDA)
  # ccache compares what nvcc -E prints, in which code under #if __CUDA_ARCH__ is missing, and would answer a change there with
  # the old object; in its depend mode it compares the files themselves.
  if(CMAKE_CXX_COMPILER_LAUNCHER AND NOT DEFINED CMAKE_CUDA_COMPILER_LAUNCHER)
    set(CMAKE_CUDA_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_DEPEND=1 ${CMAKE_CXX_COMPILER_LAUNCHER})
  endif()
  enable_language(CUDA)
  find_package(CUDAToolkit REQUIRED)
  # CMake 3.25 does not know yet that nvcc speaks C++20.
  if(NOT CMAKE_CUDA20_STANDARD_COMPILE_OPTION)
    set(CMAKE_CUDA20_STANDARD_COMPILE_OPTION "-std=c++20")
  endif()
  set(CMAKE_CUDA_STANDARD 20)
  set(CMAKE_CUDA_STANDARD_REQUIRED ON)
  set(CMAKE_CUDA_EXTENSIONS OFF)
  message(STATUS "CUDA: nvcc ${CMAKE_CUDA_COMPILER_VERSION} for ${CMAKE_CUDA_ARCHITECTURES}")
endif()
