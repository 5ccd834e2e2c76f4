// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// A thin square plate in the middle of a box of air. Lengths in mm. Volume: Air. Surfaces: Outer, Plate.
SetFactory("OpenCASCADE");

DefineConstant[
  side = {300, Name "side"},          // of the plate, in the plane z = 0
  boxHalf = {600, Name "boxHalf"},    // half the edges of the box along x and y
  boxHeight = {460, Name "boxHeight"}, // and along z
  edgeSize = {25, Name "edgeSize"},   // element size at the plate's edges, where the field is singular
  airSize = {70, Name "airSize"}      // and at the box; a wave of 1.2 GHz is 250 mm long
];

Box(1) = {-boxHalf, -boxHalf, -boxHeight, 2 * boxHalf, 2 * boxHalf, 2 * boxHeight};
Rectangle(100) = {-side / 2, -side / 2, 0, side, side};
BooleanFragments{ Volume{1}; Delete; }{ Surface{100}; Delete; }

Physical Volume("Air") = {1};
e = 0.001 * side;  // slack of the bounding boxes
plate() = Surface In BoundingBox{-side / 2 - e, -side / 2 - e, -e, side / 2 + e, side / 2 + e, e};
Physical Surface("Plate") = {plate()};
outer() = Abs(Boundary{ Volume{1}; });
outer() -= plate();
Physical Surface("Outer") = {outer()};

Field[1] = MathEval;
Field[1].F = Sprintf("%g + %g * Min(1, Sqrt(z^2 + (Max(Abs(x), Abs(y)) - %g)^2) / 200)", edgeSize, airSize - edgeSize, side / 2);
Background Field = 1;
Mesh.MeshSizeFromPoints = 0;
Mesh.MeshSizeFromCurvature = 0;
Mesh.MeshSizeExtendFromBoundary = 0;
Mesh.Algorithm = 6;
Mesh.Algorithm3D = 1;
Mesh.OptimizeThreshold = 0.5;  // slivers would set the time step of the whole mesh
