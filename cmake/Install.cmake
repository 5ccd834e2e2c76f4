# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
# What `cmake --install` puts where. The folder jobs keeps its name and order, so that its scripts find each other and the
# commands of the documentation hold for both; the program finds it by its place relative to its own, so that the whole
# may be moved.
if(SKBUILD)  # by pip (pyproject.toml): the environment is the prefix
  set(CMAKE_INSTALL_BINDIR ${SKBUILD_DATA_DIR}/bin)
  set(CMAKE_INSTALL_DATADIR ${SKBUILD_DATA_DIR}/share)
  set(CMAKE_INSTALL_DOCDIR ${SKBUILD_DATA_DIR}/share/doc/fluxtet)
endif()
include(GNUInstallDirs)
set(FLUXTET_INSTALLED_JOBS ${CMAKE_INSTALL_FULL_DATADIR}/fluxtet/jobs)
# Libraries that were found outside of the system's folders are found by the installed program too.
set(CMAKE_INSTALL_RPATH_USE_LINK_PATH ON)

set(jobs ${CMAKE_INSTALL_DATADIR}/fluxtet/jobs)
install(DIRECTORY jobs/python DESTINATION ${jobs} FILES_MATCHING PATTERN "*.py" PATTERN "pyproject.toml"
  PATTERN "__pycache__" EXCLUDE PATTERN "build" EXCLUDE PATTERN "*.egg-info" EXCLUDE)
install(DIRECTORY jobs/slurm DESTINATION ${jobs})
install(PROGRAMS jobs/plot.py jobs/scaling.py jobs/plotScaling.py jobs/submit.sh DESTINATION ${jobs})
install(FILES jobs/lib.sh jobs/scalingRuns.py jobs/scalingSettings.py jobs/scalingTable.py DESTINATION ${jobs})

install(FILES README.md CHANGELOG.md LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR} PATTERN "data" EXCLUDE PATTERN "rooms.txt" EXCLUDE)
