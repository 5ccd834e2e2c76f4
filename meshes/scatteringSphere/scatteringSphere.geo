// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// A ball in a box of air. Lengths in mm. Volumes: Air, Ball. Surface: Outer.
SetFactory("OpenCASCADE");

DefineConstant[
  radius = {250, Name "radius"},
  boxHalf = {650, Name "boxHalf"},       // half the edge of the box
  sphereSize = {40, Name "sphereSize"},  // element size in the sphere, where a wave of 600 MHz is 250 mm long
  airSize = {90, Name "airSize"}         // and at the box
];

Include "../head/unitBall.geo";
// Flat triangles with their corners on the sphere would lie inside of it: it is larger by what gives their polyhedron its volume.
inscribed = 0.117;
ball() = Translate{0, 0, 0}{ Duplicata{ Volume{110}; } };
Recursive Delete { Volume{110}; }
Dilate{ {0, 0, 0}, radius + inscribed * sphereSize^2 / radius }{ Volume{ball(0)}; }
Box(200) = {-boxHalf, -boxHalf, -boxHalf, 2 * boxHalf, 2 * boxHalf, 2 * boxHalf};
BooleanDifference(1) = { Volume{200}; Delete; }{ Volume{ball(0)}; };
Coherence;

Physical Volume("Ball") = {ball(0)};
Physical Volume("Air") = {1};
Physical Surface("Outer") = Abs(CombinedBoundary{ Volume{:}; });

// From sphereSize in the sphere to airSize at its distance of one radius and farther out.
Field[1] = MathEval;
Field[1].F = Sprintf("%g + %g * Min(1, Max(0, Sqrt(x^2 + y^2 + z^2) / %g - 1))", sphereSize, airSize - sphereSize, radius);
Background Field = 1;
Mesh.MeshSizeFromPoints = 0;
Mesh.MeshSizeFromCurvature = 0;
Mesh.MeshSizeExtendFromBoundary = 0;
Mesh.Algorithm = 6;
Mesh.Algorithm3D = 1;
Mesh.OptimizeThreshold = 0.5;  // slivers would set the time step of the whole mesh
