// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// A ball in a box of air. Lengths in mm. Volumes: Air, Ball. Surfaces: Outer, BallSurface (an ordinary inner
// surface).
SetFactory("OpenCASCADE");

DefineConstant[
  ballRadius = {100, Name "ballRadius"},
  boxHalf = {200, Name "boxHalf"},  // half the edge of the box
  ballSize = {10, Name "ballSize"}, // element size in the ball, where a wave of 900 MHz is 49 mm long
  airSize = {40, Name "airSize"}    // element size at the box; in air the wave is 333 mm long
];

Include "../head/unitBall.geo";
ball() = Translate{0, 0, 0}{ Duplicata{ Volume{110}; } };
// Flat triangles with their corners on the ball would lie inside of it: the ball is larger by what gives their polyhedron its volume.
inscribed = 0.117;
Dilate{ {0, 0, 0}, ballRadius + inscribed * ballSize^2 / ballRadius }{ Volume{ball(0)}; }
Recursive Delete { Volume{110}; }
Box(200) = {-boxHalf, -boxHalf, -boxHalf, 2 * boxHalf, 2 * boxHalf, 2 * boxHalf};
BooleanDifference(1) = { Volume{200}; Delete; }{ Volume{ball(0)}; };
Coherence;

Physical Volume("Ball") = {ball(0)};
Physical Volume("Air") = {1};
Physical Surface("Outer") = Abs(CombinedBoundary{ Volume{:}; });
Physical Surface("BallSurface") = Abs(CombinedBoundary{ Volume{ball(0)}; });

// From ballSize on the ball to airSize at the box, by the distance from the centre.
Field[1] = MathEval;
Field[1].F = Sprintf("%g + %g * Max(0, Sqrt(x^2 + y^2 + z^2) - %g)", ballSize,
                     (airSize - ballSize) / (boxHalf - ballRadius), ballRadius);
Background Field = 1;
Mesh.MeshSizeFromPoints = 0;
Mesh.MeshSizeFromCurvature = 0;
Mesh.MeshSizeExtendFromBoundary = 0;
Mesh.Algorithm = 6;
Mesh.Algorithm3D = 1;
Mesh.OptimizeThreshold = 0.5;  // slivers would set the time step of the whole mesh
