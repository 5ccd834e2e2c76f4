// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// A ball bounded by a conductor. Lengths in m. Volume: Cavity. Surface: Wall.
// Flat facets lie inside the sphere by about (element size)^2 / (8 radius) on average, which raises every resonance by that
// share of the radius: the elements are small at the wall and may be larger at the centre.
SetFactory("OpenCASCADE");

DefineConstant[
  radius = {1, Name "radius"},
  wallSize = {0.12, Name "wallSize"},    // element size at the wall
  centreSize = {0.3, Name "centreSize"}  // element size at the centre
];

Sphere(1) = {0, 0, 0, radius};
Physical Volume("Cavity") = {1};
Physical Surface("Wall") = Abs(Boundary{ Volume{1}; });

Field[1] = MathEval;
Field[1].F = Sprintf("%g + (%g - %g) * Sqrt(x*x + y*y + z*z) / %g", centreSize, wallSize, centreSize, radius);
Background Field = 1;
Mesh.MeshSizeFromPoints = 0;
Mesh.MeshSizeFromCurvature = 0;
Mesh.MeshSizeExtendFromBoundary = 0;
Mesh.Algorithm = 1;
Mesh.Algorithm3D = 1;
Mesh.Optimize = 1;
Mesh.OptimizeThreshold = 0.5;
