// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// A guide of square cross-section along z in two halves: walls x and y, ends Inlet (z = 0) and Outlet.
SetFactory("OpenCASCADE");
DefineConstant[ width = 0.1, near = 0.5, far = 0.5 ];
Box(1) = {0, 0, 0, width, width, near};
Box(2) = {0, 0, near, width, width, far};
BooleanFragments{ Volume{1}; Delete; }{ Volume{2}; Delete; }
e = 1e-4;
Physical Volume("Near") = {1};
Physical Volume("Far") = {2};
xLow() = Surface In BoundingBox{-e, -e, -e, e, width + e, near + far + e};
xHigh() = Surface In BoundingBox{width - e, -e, -e, width + e, width + e, near + far + e};
yLow() = Surface In BoundingBox{-e, -e, -e, width + e, e, near + far + e};
yHigh() = Surface In BoundingBox{-e, width - e, -e, width + e, width + e, near + far + e};
Physical Surface("WallX") = {xLow(), xHigh()};
Physical Surface("WallY") = {yLow(), yHigh()};
Physical Surface("Inlet") = {Surface In BoundingBox{-e, -e, -e, width + e, width + e, e}};
Physical Surface("Outlet") = {Surface In BoundingBox{-e, -e, near + far - e, width + e, width + e, near + far + e}};
