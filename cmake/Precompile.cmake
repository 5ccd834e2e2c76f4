# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
# Precompiled headers of other projects, which spare time in builds from nothing. Off by default, since a source that forgets
# an include then compiles all the same.
#
# g++ looks through the folder NAME.hpp.gch for a header that was compiled with the options of the source at hand, and reads
# NAME.hpp itself if there is none. So each header is compiled with and without OpenMP, and sources with other options
# (vector instructions, -ffast-math) still compile.
set(FLUXTET_PRECOMPILE "$ENV{FLUXTET_PRECOMPILE}" CACHE STRING "Precompile the headers of other projects: ON, OFF (only g++)")
if(NOT FLUXTET_PRECOMPILE)
  return()
endif()
if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "GNU" OR FLUXTET_SANITIZE)
  message(STATUS "Precompiled headers: off, they are for g++ without sanitizers")
  return()
endif()

# Which header sources get: library, or tests for the targets of tests/CMakeLists.txt.
define_property(TARGET PROPERTY FLUXTET_PRECOMPILED INITIALIZE_FROM_VARIABLE USES_FLUXTET_PRECOMPILED)
set(USES_FLUXTET_PRECOMPILED library)

string(TOUPPER "${CMAKE_BUILD_TYPE}" buildType)
separate_arguments(options UNIX_COMMAND "${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${buildType}}")
# Warnings too, since -Wpedantic decides which macros the compiler defines.
list(APPEND options -std=c++20 ${FLUXTET_CXX_OPTIONS})
foreach(definition ${FLUXTET_DEFINITIONS} FMT_SHARED)
  list(APPEND options -D${definition})
endforeach()
get_target_property(eigenFolders Eigen3::Eigen INTERFACE_INCLUDE_DIRECTORIES)
foreach(folder ${MPI_CXX_INCLUDE_DIRS} ${eigenFolders})
  list(APPEND options -isystem ${folder})
endforeach()

set(folder ${CMAKE_BINARY_DIR}/precompiled)
set(results "")
foreach(header library tests)
  file(COPY ${CMAKE_SOURCE_DIR}/cmake/precompiled/${header}.hpp DESTINATION ${folder})
  foreach(variant plain openmp)
    set(more "")
    if(variant STREQUAL openmp)
      list(APPEND more ${OpenMP_CXX_FLAGS})
    endif()
    if(header STREQUAL tests)
      list(APPEND more -DGTEST_HAS_PTHREAD=1)
    endif()
    set(result ${folder}/${header}.hpp.gch/${variant}.gch)
    add_custom_command(OUTPUT ${result}
      COMMAND ${CMAKE_COMMAND} -E make_directory ${folder}/${header}.hpp.gch
      COMMAND ${CMAKE_CXX_COMPILER} ${options} ${more} -x c++-header ${folder}/${header}.hpp -o ${result}
      DEPENDS ${CMAKE_SOURCE_DIR}/cmake/precompiled/${header}.hpp ${CMAKE_SOURCE_DIR}/cmake/precompiled/library.hpp
      COMMENT "Precompiling ${header}.hpp, ${variant}" VERBATIM)
    list(APPEND results ${result})
  endforeach()
endforeach()
add_custom_target(fluxtet_precompiled DEPENDS ${results})
add_dependencies(fluxtet_options fluxtet_precompiled)
target_compile_options(fluxtet_options INTERFACE
  "$<$<COMPILE_LANGUAGE:CXX>:SHELL:-include ${folder}/$<TARGET_PROPERTY:FLUXTET_PRECOMPILED>.hpp>")
message(STATUS "Precompiled headers: on")
