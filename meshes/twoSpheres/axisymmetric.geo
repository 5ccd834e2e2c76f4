// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// The same in the meridian plane (x: r, y: z). Lengths in cm. Region: Air. Curves: SphereA SphereB Far Axis.
SetFactory("OpenCASCADE");

DefineConstant[
  radiusA = {1, Name "radiusA"},
  radiusB = {2, Name "radiusB"},
  distance = {5, Name "distance"},      // between the centres
  farRadius = {500, Name "farRadius"},  // of the grounded sphere, whose centre is half way
  size = {0.05, Name "size"},           // element size at sphere A; at B in proportion to its radius
  growth = {0.1, Name "growth"}         // of the element size with the distance from the spheres
];

zA = -distance/2;
zB = distance/2;
Disk(1) = {0, 0, 0, farRadius};
Disk(2) = {0, zA, 0, radiusA};
Disk(3) = {0, zB, 0, radiusB};
Rectangle(4) = {0, -2*farRadius, 0, 2*farRadius, 4*farRadius};
BooleanDifference(5) = { Surface{1}; Delete; }{ Surface{2, 3}; Delete; };
BooleanIntersection(6) = { Surface{5}; Delete; }{ Surface{4}; Delete; };
e = 1e-3 * radiusA;
a() = Curve In BoundingBox{-e, zA - radiusA - e, -e, radiusA + e, zA + radiusA + e, e};
b() = Curve In BoundingBox{-e, zB - radiusB - e, -e, radiusB + e, zB + radiusB + e, e};
axis() = Curve In BoundingBox{-e, -farRadius - e, -e, e, farRadius + e, e};
far() = Abs(Boundary{ Surface{6}; });
far() -= {a(), b(), axis()};
Physical Surface("Air") = {6};
Physical Curve("SphereA") = a();
Physical Curve("SphereB") = b();
Physical Curve("Axis") = axis();
Physical Curve("Far") = far();

Field[1] = MathEval;
Field[1].F = Sprintf("%g + %g * Max(0, Sqrt(x*x + (y - (%g))*(y - (%g))) - %g)", size, growth, zA, zA, radiusA);
Field[2] = MathEval;
Field[2].F = Sprintf("%g + %g * Max(0, Sqrt(x*x + (y - (%g))*(y - (%g))) - %g)", size * radiusB/radiusA, growth, zB, zB, radiusB);
Field[3] = Min;
Field[3].FieldsList = {1, 2};
Background Field = 3;
Mesh.MeshSizeFromPoints = 0;
Mesh.MeshSizeFromCurvature = 0;
Mesh.MeshSizeExtendFromBoundary = 0;
