# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
execute_process(COMMAND git describe --always --dirty --abbrev=10 --exclude=*
  WORKING_DIRECTORY ${SOURCE_DIR} OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
if(NOT commit)
  set(commit "unknown")
endif()
set(text "#pragma once\n#define FLUXTET_VERSION \"${VERSION}\"\n#define FLUXTET_COMMIT \"${commit}\"\n")
set(old "")
if(EXISTS ${OUT})
  file(READ ${OUT} old)
endif()
if(NOT old STREQUAL text)
  file(WRITE ${OUT} "${text}")
endif()
