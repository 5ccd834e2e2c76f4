// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// A box of air with a ball cut out of it. Lengths in mm. Volume: Air. Surfaces: Outer, Sphere.
SetFactory("OpenCASCADE");

DefineConstant[
  radius = {250, Name "radius"},
  boxHalf = {700, Name "boxHalf"},       // half the edge of the box
  sphereSize = {25, Name "sphereSize"},  // element size at the sphere
  airSize = {90, Name "airSize"}         // and at the box; a wave of 1.2 GHz is 250 mm long
];

Include "../head/unitBall.geo";
// Flat triangles with their corners on the sphere would lie inside of it: it is larger by what gives their polyhedron its volume.
inscribed = 0.117;
Dilate{ {0, 0, 0}, radius + inscribed * sphereSize^2 / radius }{ Volume{110}; }
Box(200) = {-boxHalf, -boxHalf, -boxHalf, 2 * boxHalf, 2 * boxHalf, 2 * boxHalf};
BooleanDifference(1) = { Volume{200}; Delete; }{ Volume{110}; Delete; };

Physical Volume("Air") = {1};
e = 0.001 * boxHalf;  // slack of the bounding boxes
b = boxHalf;
outer() = {};
For i In {0 : 1}
  s = 2 * i - 1;
  outer() += Surface In BoundingBox{s * b - e, -b - e, -b - e, s * b + e, b + e, b + e};
  outer() += Surface In BoundingBox{-b - e, s * b - e, -b - e, b + e, s * b + e, b + e};
  outer() += Surface In BoundingBox{-b - e, -b - e, s * b - e, b + e, b + e, s * b + e};
EndFor
sphere() = Abs(CombinedBoundary{ Volume{1}; });
sphere() -= outer();
Physical Surface("Sphere") = {sphere()};
Physical Surface("Outer") = {outer()};

// From sphereSize at the sphere to airSize at its distance of one radius and farther out.
Field[1] = MathEval;
Field[1].F = Sprintf("%g + %g * Min(1, Max(0, Sqrt(x^2 + y^2 + z^2) / %g - 1))", sphereSize, airSize - sphereSize, radius);
Background Field = 1;
Mesh.MeshSizeFromPoints = 0;
Mesh.MeshSizeFromCurvature = 0;
Mesh.MeshSizeExtendFromBoundary = 0;
Mesh.Algorithm = 6;
Mesh.Algorithm3D = 1;
Mesh.OptimizeThreshold = 0.5;  // slivers would set the time step of the whole mesh
