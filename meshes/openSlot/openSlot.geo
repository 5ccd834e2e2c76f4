// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Half an open slot of a motor and the air gap before it: the rectangle A B D E with C on its side B D. Lengths in mm; A is the
// origin, A B lies on x, A E on y. Region: Slot. Curves: AirGap (AB) FluxLine (BC) Wall (CDE) Centre (EA).
DefineConstant[
  halfWidth = {5, Name "halfWidth"},    // A B
  halfGap = {1, Name "halfGap"},        // B C
  depth = {15, Name "depth"},           // C D
  size = {0.25, Name "size"},           // element size
  cornerShare = {0.05, Name "cornerShare"}  // of `size`, at C, where the flux density is singular
];

Point(1) = {0, 0, 0, size};
Point(2) = {halfWidth, 0, 0, size};
Point(3) = {halfWidth, halfGap, 0, cornerShare * size};
Point(4) = {halfWidth, halfGap + depth, 0, size};
Point(5) = {0, halfGap + depth, 0, size};
Line(1) = {1, 2};
Line(2) = {2, 3};
Line(3) = {3, 4};
Line(4) = {4, 5};
Line(5) = {5, 1};
Curve Loop(1) = {1:5};
Plane Surface(1) = {1};

Physical Surface("Slot") = {1};
Physical Curve("AirGap") = {1};
Physical Curve("FluxLine") = {2};
Physical Curve("Wall") = {3, 4};
Physical Curve("Centre") = {5};
