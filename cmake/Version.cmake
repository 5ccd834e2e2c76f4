# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
# The commit is looked up at build time (cmake/writeVersion.cmake), so that it is never older than the sources.
set(FLUXTET_GENERATED_DIR ${CMAKE_BINARY_DIR}/generated)
add_custom_target(fluxtet_version
  COMMAND ${CMAKE_COMMAND} -DSOURCE_DIR=${CMAKE_SOURCE_DIR} -DOUT=${FLUXTET_GENERATED_DIR}/fluxtetVersion.hpp
          -DVERSION=${PROJECT_VERSION} -P ${CMAKE_SOURCE_DIR}/cmake/writeVersion.cmake
  BYPRODUCTS ${FLUXTET_GENERATED_DIR}/fluxtetVersion.hpp)
