// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// A quarter (x > 0, y > 0) of two conducting spheres on the z axis in a grounded sphere. Lengths in cm. Volume: Air. Surfaces:
// SphereA SphereB Far Cuts (x = 0, y = 0).
SetFactory("OpenCASCADE");

DefineConstant[
  radiusA = {1, Name "radiusA"},
  radiusB = {2, Name "radiusB"},
  distance = {5, Name "distance"},     // between the centres
  farRadius = {50, Name "farRadius"},  // of the grounded sphere, whose centre is half way
  size = {0.2, Name "size"},           // element size at sphere A; at B in proportion to its radius
  growth = {0.25, Name "growth"}       // of the element size with the distance from the spheres
];

zA = -distance/2;
zB = distance/2;
Sphere(1) = {0, 0, 0, farRadius, -Pi/2, Pi/2, Pi/2};
Sphere(2) = {0, 0, zA, radiusA, -Pi/2, Pi/2, Pi/2};
Sphere(3) = {0, 0, zB, radiusB, -Pi/2, Pi/2, Pi/2};
BooleanDifference(4) = { Volume{1}; Delete; }{ Volume{2, 3}; Delete; };
e = 1e-3 * radiusA;
all() = Abs(Boundary{ Volume{4}; });
a() = Surface In BoundingBox{-e, -e, zA - radiusA - e, radiusA + e, radiusA + e, zA + radiusA + e};
b() = Surface In BoundingBox{-e, -e, zB - radiusB - e, radiusB + e, radiusB + e, zB + radiusB + e};
cuts() = Surface In BoundingBox{-e, -e, -farRadius - e, e, farRadius + e, farRadius + e};
cuts() += Surface In BoundingBox{-e, -e, -farRadius - e, farRadius + e, e, farRadius + e};
far() = all();
far() -= {a(), b(), cuts()};
Physical Volume("Air") = {4};
Physical Surface("SphereA") = a();
Physical Surface("SphereB") = b();
Physical Surface("Far") = far();
Physical Surface("Cuts") = cuts();

Field[1] = MathEval;
Field[1].F = Sprintf("%g + %g * Max(0, Sqrt(x*x + y*y + (z - (%g))*(z - (%g))) - %g)", size, growth, zA, zA, radiusA);
Field[2] = MathEval;
Field[2].F = Sprintf("%g + %g * Max(0, Sqrt(x*x + y*y + (z - (%g))*(z - (%g))) - %g)", size * radiusB/radiusA, growth, zB, zB,
                     radiusB);
Field[3] = Min;
Field[3].FieldsList = {1, 2};
Background Field = 3;
Mesh.MeshSizeFromPoints = 0;
Mesh.MeshSizeFromCurvature = 0;
Mesh.MeshSizeExtendFromBoundary = 0;
Mesh.Algorithm3D = 1;
Mesh.Optimize = 1;
