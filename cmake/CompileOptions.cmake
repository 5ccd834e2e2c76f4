# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
# Warnings and sanitizers as interface targets; every target of the project links them through fluxtet_options.
add_library(fluxtet_options INTERFACE)
target_include_directories(fluxtet_options INTERFACE ${CMAKE_SOURCE_DIR})
# Results must not depend on how the compiler contracts a*b+c in different places: FMA is used where it is written.
set(FLUXTET_CXX_OPTIONS -Wall -Wextra -Wpedantic -Wshadow -Wno-unknown-pragmas -ffp-contract=off)
target_compile_options(fluxtet_options INTERFACE "$<$<COMPILE_LANGUAGE:CXX>:${FLUXTET_CXX_OPTIONS}>")
# The C interface of MPI only.
set(FLUXTET_DEFINITIONS OMPI_SKIP_MPICXX MPICH_SKIP_MPICXX)
target_compile_definitions(fluxtet_options INTERFACE ${FLUXTET_DEFINITIONS})
# The host compiler sees what nvcc made of the source, so that only warnings that this survives are on. Source lines are for
# profilers, at no cost. A kernel that calls a function of the host is an error.
target_compile_options(fluxtet_options INTERFACE "$<$<COMPILE_LANGUAGE:CUDA>:-lineinfo;--expt-relaxed-constexpr>"
  "$<$<COMPILE_LANGUAGE:CUDA>:-Werror=cross-execution-space-call>"
  "$<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=-Wall,-Wextra,-Wno-unknown-pragmas,-ffp-contract=off>")
if(FLUXTET_SANITIZE)
  target_compile_options(fluxtet_options INTERFACE
    $<$<COMPILE_LANGUAGE:CXX>:-fsanitize=${FLUXTET_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=undefined>)
  target_link_options(fluxtet_options INTERFACE -fsanitize=${FLUXTET_SANITIZE})
  target_sources(fluxtet_options INTERFACE
    $<$<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>:${CMAKE_SOURCE_DIR}/tests/sanitizers/thirdParty.cpp>)
endif()

# fluxtet_library(NAME SOURCES ... [LIBRARIES ...]): a static library of the project.
function(fluxtet_library name)
  cmake_parse_arguments(arg "" "" "SOURCES;LIBRARIES" ${ARGN})
  add_library(${name} STATIC ${arg_SOURCES})
  target_link_libraries(${name} PUBLIC fluxtet_options ${arg_LIBRARIES})
endfunction()
