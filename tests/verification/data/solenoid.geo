// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// A slice of a long thick coil in the meridian plane (x: r, y: z), in m: bore to r = 1, winding to r = 2.
DefineConstant[size = {0.2, Name "size"}];
Point(1) = {0, 0, 0, size};
Point(2) = {1, 0, 0, size};
Point(3) = {2, 0, 0, size};
Point(4) = {2, 0.5, 0, size};
Point(5) = {1, 0.5, 0, size};
Point(6) = {0, 0.5, 0, size};
Line(1) = {1, 2};
Line(2) = {2, 3};
Line(3) = {3, 4};
Line(4) = {4, 5};
Line(5) = {5, 6};
Line(6) = {6, 1};
Line(7) = {2, 5};
Curve Loop(1) = {1, 7, 5, 6};
Curve Loop(2) = {2, 3, 4, -7};
Plane Surface(1) = {1};
Plane Surface(2) = {2};
Physical Surface("Bore") = {1};
Physical Surface("Winding") = {2};
Physical Curve("Outside") = {3};
Physical Curve("Ends") = {1, 2, 4, 5};
Physical Curve("Axis") = {6};
