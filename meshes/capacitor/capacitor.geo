// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Two parallel plates in air, cut across. Lengths in inches (mesh.scale: 25.4 mm). Region: Air. Curves: PlatePos PlateNeg Outer.
SetFactory("OpenCASCADE");

DefineConstant[
  plateWidth = {2, Name "plateWidth"},
  plateThickness = {1/64, Name "plateThickness"},
  gap = {1/32, Name "gap"},            // between the facing sides
  airSize = {8, Name "airSize"},       // side of the square of air
  size = {1/96, Name "size"},          // element size at the plates and between them
  cornerShare = {0.1, Name "cornerShare"},  // of `size`, at the corners of the plates, where the field is singular
  growth = {0.15, Name "growth"}       // of the element size with the distance from the plates
];

Rectangle(1) = {-airSize/2, -airSize/2, 0, airSize, airSize};
Rectangle(2) = {-plateWidth/2, gap/2, 0, plateWidth, plateThickness};
Rectangle(3) = {-plateWidth/2, -gap/2 - plateThickness, 0, plateWidth, plateThickness};
BooleanDifference(4) = { Surface{1}; Delete; }{ Surface{2, 3}; Delete; };

e = gap/4;
upper() = Curve In BoundingBox{-plateWidth/2 - e, gap/2 - e, -e, plateWidth/2 + e, gap/2 + plateThickness + e, e};
lower() = Curve In BoundingBox{-plateWidth/2 - e, -gap/2 - plateThickness - e, -e, plateWidth/2 + e, -gap/2 + e, e};
outer() = Abs(Boundary{ Surface{4}; });
outer() -= {upper(), lower()};
Physical Surface("Air") = {4};
Physical Curve("PlatePos") = upper();
Physical Curve("PlateNeg") = lower();
Physical Curve("Outer") = outer();

// The size grows from the rectangle round both plates outwards, and from each plate's corners.
half = plateWidth/2;
top = gap/2 + plateThickness;
Field[1] = MathEval;
Field[1].F = Sprintf("%g + %g * Max(0, Max(Abs(x) - %g, Abs(y) - %g))", size, growth, half, top);
Field[2] = MathEval;
Field[2].F = Sprintf("%g + %g * Sqrt((Abs(x) - %g)^2 + (Abs(y) - %g)^2)", cornerShare * size, 2 * growth, half, gap/2);
Field[3] = MathEval;
Field[3].F = Sprintf("%g + %g * Sqrt((Abs(x) - %g)^2 + (Abs(y) - %g)^2)", cornerShare * size, 2 * growth, half, top);
Field[4] = Min;
Field[4].FieldsList = {1, 2, 3};
Background Field = 4;
Mesh.MeshSizeFromPoints = 0;
Mesh.MeshSizeFromCurvature = 0;
Mesh.MeshSizeExtendFromBoundary = 0;
