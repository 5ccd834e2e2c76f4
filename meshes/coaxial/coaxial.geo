// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// A coaxial line, cut across. Lengths in mm. Region: Air. Curves: Inner Outer.
SetFactory("OpenCASCADE");

DefineConstant[
  innerRadius = {1, Name "innerRadius"},
  outerRadius = {2.3, Name "outerRadius"},
  size = {0.1, Name "size"}   // element size
];

Disk(1) = {0, 0, 0, outerRadius};
Disk(2) = {0, 0, 0, innerRadius};
BooleanDifference(3) = { Surface{1}; Delete; }{ Surface{2}; Delete; };
e = 1e-3 * innerRadius;
inner() = Curve In BoundingBox{-innerRadius - e, -innerRadius - e, -e, innerRadius + e, innerRadius + e, e};
outer() = Abs(Boundary{ Surface{3}; });
outer() -= inner();
Physical Surface("Air") = {3};
Physical Curve("Inner") = inner();
Physical Curve("Outer") = outer();
MeshSize{ PointsOf{ Surface{3}; } } = size;
Mesh.MeshSizeFromCurvature = 0;
