// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// A ball of three concentric layers in a box of air. Lengths in mm. Volumes: Brain Bone Skin Air. Surfaces: Outer,
// SkinSurface (an ordinary inner surface).
SetFactory("OpenCASCADE");

DefineConstant[
  brainRadius = {75, Name "brainRadius"},
  boneRadius = {90, Name "boneRadius"},
  skinRadius = {95, Name "skinRadius"},
  boxHalf = {200, Name "boxHalf"},  // half the edge of the box
  ballSize = {8, Name "ballSize"},  // element size in the layers; at 900 MHz a wave is 43 mm long in the brain, 47 mm in the skin
  airSize = {40, Name "airSize"}    // element size at the box; in air the wave is 333 mm long
];

Include "../head/unitBall.geo";
radius() = {brainRadius, boneRadius, skinRadius};
// Flat triangles with their corners on a ball would lie inside of it: each is larger by what gives their polyhedron its volume.
inscribed = 0.117;
For i In {0:2}
  ball() = Translate{0, 0, 0}{ Duplicata{ Volume{110}; } };
  Dilate{ {0, 0, 0}, radius(i) + inscribed * ballSize^2 / radius(i) }{ Volume{ball(0)}; }
  solid(i) = ball(0);
EndFor
Recursive Delete { Volume{110}; }
Box(200) = {-boxHalf, -boxHalf, -boxHalf, 2 * boxHalf, 2 * boxHalf, 2 * boxHalf};
BooleanDifference(1) = { Volume{200}; Delete; }{ Volume{solid(2)}; };
BooleanDifference(2) = { Volume{solid(2)}; Delete; }{ Volume{solid(1)}; };
BooleanDifference(3) = { Volume{solid(1)}; Delete; }{ Volume{solid(0)}; };
Coherence;

Physical Volume("Brain") = {solid(0)};
Physical Volume("Bone") = {3};
Physical Volume("Skin") = {2};
Physical Volume("Air") = {1};
Physical Surface("Outer") = Abs(CombinedBoundary{ Volume{:}; });
Physical Surface("SkinSurface") = Abs(CombinedBoundary{ Volume{2, 3, solid(0)}; });

// From ballSize on the skin to airSize at the box, by the distance from the centre.
Field[1] = MathEval;
Field[1].F = Sprintf("%g + %g * Max(0, Sqrt(x^2 + y^2 + z^2) - %g)", ballSize,
                     (airSize - ballSize) / (boxHalf - skinRadius), skinRadius);
Background Field = 1;
Mesh.MeshSizeFromPoints = 0;
Mesh.MeshSizeFromCurvature = 0;
Mesh.MeshSizeExtendFromBoundary = 0;
Mesh.Algorithm = 6;
Mesh.Algorithm3D = 1;
Mesh.OptimizeThreshold = 0.5;  // slivers would set the time step of the whole mesh
