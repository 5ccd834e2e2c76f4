// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// The guide of guide.geo whose far part, 0.3 m long, is meshed in five layers of uneven thickness.
SetFactory("OpenCASCADE");
width = 0.1;
near = 0.5;
Box(1) = {0, 0, 0, width, width, near};
e = 1e-4;
end() = Surface In BoundingBox{-e, -e, near - e, width + e, width + e, near + e};
Extrude {0, 0, 0.3} { Surface{end()}; Layers{ {1, 1, 1, 1, 1}, {0.15, 0.3, 0.5, 0.75, 1} }; }
Coherence;
Physical Volume("Near") = {1};
Physical Volume("Far") = {2};
xLow() = Surface In BoundingBox{-e, -e, -e, e, width + e, near + 0.3 + e};
xHigh() = Surface In BoundingBox{width - e, -e, -e, width + e, width + e, near + 0.3 + e};
yLow() = Surface In BoundingBox{-e, -e, -e, width + e, e, near + 0.3 + e};
yHigh() = Surface In BoundingBox{-e, width - e, -e, width + e, width + e, near + 0.3 + e};
Physical Surface("WallX") = {xLow(), xHigh()};
Physical Surface("WallY") = {yLow(), yHigh()};
Physical Surface("Inlet") = {Surface In BoundingBox{-e, -e, -e, width + e, width + e, e}};
Physical Surface("Outlet") = {Surface In BoundingBox{-e, -e, near + 0.3 - e, width + e, width + e, near + 0.3 + e}};
