// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// A PEC ball of radius 1.
SetFactory("OpenCASCADE");
Sphere(1) = {0, 0, 0, 1};
Physical Volume("Inside") = {1};
Physical Surface("Wall") = {CombinedBoundary{ Volume{1}; }};
