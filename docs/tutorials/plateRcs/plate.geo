// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// A thin square plate in the plane z = 0, in a box through whose surface the wave enters, in a box of air. Lengths in mm.
// Volume: Air. Surfaces: Plate, Entry (inside of the mesh), Outer.
SetFactory("OpenCASCADE");

DefineConstant[
  side = {300, Name "side"},              // of the plate
  edgeSize = {30, Name "edgeSize"},       // of the elements at the plate's edges, where the field is singular
  airSize = {68, Name "airSize"}          // and of all others; a wave of 1 GHz is 300 mm long
];
entryHalf = side / 2 + 80; entryHeight = 100;  // half the edges of the box through which the wave enters
boxHalf = entryHalf + 270; boxHeight = entryHeight + 270; // of the air: room for the surface of the far field, and two elements more

Box(1) = {-entryHalf, -entryHalf, -entryHeight, 2 * entryHalf, 2 * entryHalf, 2 * entryHeight};
Box(2) = {-boxHalf, -boxHalf, -boxHeight, 2 * boxHalf, 2 * boxHalf, 2 * boxHeight};
Rectangle(100) = {-side / 2, -side / 2, 0, side, side};
BooleanFragments{ Volume{1, 2}; Delete; }{ Surface{100}; Delete; }

// Surfaces are found by the box that they lie in.
slack = 1;
h = side / 2 + slack;
plate() = Surface In BoundingBox{-h, -h, -slack, h, h, slack};
outer() = Abs(CombinedBoundary{ Volume{:}; });
h = entryHalf + slack; k = entryHeight + slack;
entry() = Surface In BoundingBox{-h, -h, -k, h, h, k};
entry() -= plate();
outer() -= plate();
Physical Volume("Air") = {Volume{:}};
Physical Surface("Plate") = {plate()};
Physical Surface("Entry") = {entry()};
Physical Surface("Outer") = {outer()};

// From edgeSize at the plate's edges to airSize a little away from them.
Field[1] = MathEval;
Field[1].F = Sprintf("Min(%g, %g + 0.35 * Sqrt(z^2 + (Max(Abs(x), Abs(y)) - %g)^2))", airSize, edgeSize, side / 2);
Background Field = 1;
Mesh.MeshSizeFromPoints = 0;
Mesh.MeshSizeFromCurvature = 0;
Mesh.MeshSizeExtendFromBoundary = 0;
Mesh.Algorithm3D = 1;
Mesh.OptimizeThreshold = 0.5;             // flat elements would make the time step of the whole mesh small
