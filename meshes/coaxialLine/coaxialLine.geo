// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// A quarter of an air-filled coaxial line along z, between two planes of symmetry. Lengths in mm. Volume: Air. Surfaces: In, End,
// Conductors, MiddleX, MiddleY (the planes of symmetry, with normals along x and y).

DefineConstant[
  inner = {1.5, Name "inner"},       // radius of the inner conductor
  outer = {3.45, Name "outer"},      // of the shell
  length = {12, Name "length"},
  slices = {6, Name "slices"},      // along the line
  around = {6, Name "around"},       // edges round the quarter; the conductors are polygons
  across = {2, Name "across"}        // from conductor to conductor
];

Point(1) = {0, 0, 0};
Point(2) = {inner, 0, 0};
Point(3) = {outer, 0, 0};
Point(4) = {0, outer, 0};
Point(5) = {0, inner, 0};
Line(1) = {2, 3};
Circle(2) = {3, 1, 4};
Line(3) = {4, 5};
Circle(4) = {5, 1, 2};
Curve Loop(1) = {1:4};
Plane Surface(1) = {1};
Transfinite Curve{1, 3} = across + 1;
Transfinite Curve{2, 4} = around + 1;
Transfinite Surface{1} = {2, 3, 4, 5};
line() = Extrude {0, 0, length} { Surface{1}; Layers{slices}; };

Physical Volume("Air") = {line(1)};
Physical Surface("In") = {1};
Physical Surface("End") = {line(0)};
Physical Surface("MiddleY") = {line(2)};
Physical Surface("MiddleX") = {line(4)};
Physical Surface("Conductors") = {line(3), line(5)};
