# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
# Every package comes from the system; jobs/setup.sh installs them on Debian.
find_package(MPI REQUIRED COMPONENTS C CXX)
find_package(OpenMP REQUIRED COMPONENTS CXX)
set(HDF5_PREFER_PARALLEL ON)
find_package(HDF5 REQUIRED COMPONENTS C)
if(NOT HDF5_IS_PARALLEL)
  message(FATAL_ERROR "HDF5 was found without MPI: install libhdf5-openmpi-dev (bash jobs/setup.sh)")
endif()
find_package(Eigen3 REQUIRED NO_MODULE)
find_package(yaml-cpp REQUIRED)
find_package(spdlog REQUIRED)
find_package(fmt REQUIRED)
find_package(CLI11 REQUIRED)
find_package(nlohmann_json REQUIRED)

find_path(METIS_INCLUDE_DIR metis.h REQUIRED)
find_library(METIS_LIBRARY metis REQUIRED)
add_library(metis INTERFACE)
target_include_directories(metis SYSTEM INTERFACE ${METIS_INCLUDE_DIR})
target_link_libraries(metis INTERFACE ${METIS_LIBRARY})

add_library(hdf5Parallel INTERFACE)
target_include_directories(hdf5Parallel SYSTEM INTERFACE ${HDF5_INCLUDE_DIRS})
target_link_libraries(hdf5Parallel INTERFACE ${HDF5_C_LIBRARIES} MPI::MPI_C)

if(FLUXTET_GMSH)
  find_path(GMSH_INCLUDE_DIR gmsh.h REQUIRED)
  find_library(GMSH_LIBRARY gmsh REQUIRED)
  add_library(gmshSdk INTERFACE)
  target_include_directories(gmshSdk SYSTEM INTERFACE ${GMSH_INCLUDE_DIR})
  target_link_libraries(gmshSdk INTERFACE ${GMSH_LIBRARY})
endif()
