// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// An octant of the space between two concentric spheres. Lengths in cm. Volume: Air. Surfaces: Inner Outer Cuts (x = 0, y = 0,
// z = 0).
SetFactory("OpenCASCADE");

DefineConstant[
  innerRadius = {1, Name "innerRadius"},
  outerRadius = {2, Name "outerRadius"},
  size = {0.12, Name "size"},         // element size at the inner sphere
  outerSize = {0.2, Name "outerSize"} // element size at the outer sphere
];

Sphere(1) = {0, 0, 0, outerRadius, 0, Pi/2, Pi/2};
Sphere(2) = {0, 0, 0, innerRadius, 0, Pi/2, Pi/2};
BooleanDifference(3) = { Volume{1}; Delete; }{ Volume{2}; Delete; };
e = 1e-3 * innerRadius;
all() = Abs(Boundary{ Volume{3}; });
inner() = Surface In BoundingBox{-e, -e, -e, innerRadius + e, innerRadius + e, innerRadius + e};
cuts() = Surface In BoundingBox{-e, -e, -e, e, outerRadius + e, outerRadius + e};
cuts() += Surface In BoundingBox{-e, -e, -e, outerRadius + e, e, outerRadius + e};
cuts() += Surface In BoundingBox{-e, -e, -e, outerRadius + e, outerRadius + e, e};
outer() = all();
outer() -= {inner(), cuts()};
Physical Volume("Air") = {3};
Physical Surface("Inner") = inner();
Physical Surface("Outer") = outer();
Physical Surface("Cuts") = cuts();

MeshSize{ PointsOf{ Surface{outer()}; } } = outerSize;
MeshSize{ PointsOf{ Surface{inner()}; } } = size;
Mesh.MeshSizeFromCurvature = 0;
Mesh.Algorithm3D = 1;
Mesh.Optimize = 1;
