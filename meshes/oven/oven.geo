// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// The upper half of a cylindrical induction oven in its meridian plane (x: r, y: z), a quarter of the whole cut. Lengths in mm.
// Regions: Metal Coil Electromagnet Air. Curves: Axis Symmetry (z = 0) Outer.
SetFactory("OpenCASCADE");

DefineConstant[
  metalRadius = {50, Name "metalRadius"},
  metalHeight = {120, Name "metalHeight"},     // heights are those of the upper half
  coilRadius = {70, Name "coilRadius"},        // inner
  coilWidth = {15, Name "coilWidth"},
  coilHeight = {100, Name "coilHeight"},
  magnetRadius = {95, Name "magnetRadius"},    // inner
  magnetWidth = {30, Name "magnetWidth"},
  magnetHeight = {130, Name "magnetHeight"},
  poleReach = {20, Name "poleReach"},          // of the electromagnet's pole over the coil, towards the axis
  poleHeight = {20, Name "poleHeight"},
  airSize = {500, Name "airSize"},             // radius and half height of the air
  size = {2.1, Name "size"},                   // element size in metal, coil and electromagnet
  farShare = {10, Name "farShare"}             // element size at the outer boundary over `size`
];

Rectangle(1) = {0, 0, 0, metalRadius, metalHeight};
Rectangle(2) = {coilRadius, 0, 0, coilWidth, coilHeight};
Rectangle(3) = {magnetRadius, 0, 0, magnetWidth, magnetHeight};
Rectangle(4) = {magnetRadius - poleReach, magnetHeight - poleHeight, 0, poleReach, poleHeight};
BooleanUnion(5) = { Surface{3}; Delete; }{ Surface{4}; Delete; };
Rectangle(6) = {0, 0, 0, airSize, airSize};
BooleanDifference(7) = { Surface{6}; Delete; }{ Surface{1, 2, 5}; };
Coherence;

Physical Surface("Metal") = {1};
Physical Surface("Coil") = {2};
Physical Surface("Electromagnet") = {5};
Physical Surface("Air") = {7};
e = 1e-3;
axis() = Curve In BoundingBox{-e, -e, -e, e, airSize + e, e};
symmetry() = Curve In BoundingBox{-e, -e, -e, airSize + e, e, e};
outer() = Abs(CombinedBoundary{ Surface{1, 2, 5, 7}; });
outer() -= {axis(), symmetry()};
Physical Curve("Axis") = axis();
Physical Curve("Symmetry") = symmetry();
Physical Curve("Outer") = outer();

MeshSize{ PointsOf{ Surface{1, 2, 5, 7}; } } = size;
MeshSize{ PointsOf{ Curve{outer()}; } } = farShare * size;
Mesh.MeshSizeFromCurvature = 0;
