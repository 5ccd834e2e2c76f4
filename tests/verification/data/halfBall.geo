// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// A ball of radius 1 in one of radius 15, in the meridian plane (x: r, y: z), in m.
SetFactory("OpenCASCADE");
DefineConstant[size = {0.1, Name "size"}];
Disk(1) = {0, 0, 0, 1};
Disk(2) = {0, 0, 0, 15};
Rectangle(3) = {0, -16, 0, 16, 32};
Rectangle(4) = {0, -16, 0, 16, 32};
BooleanIntersection(5) = { Surface{1}; Delete; }{ Surface{3}; Delete; };
BooleanIntersection(6) = { Surface{2}; Delete; }{ Surface{4}; Delete; };
BooleanDifference(7) = { Surface{6}; Delete; }{ Surface{5}; };
Coherence;
Physical Surface("Ball") = {5};
Physical Surface("Air") = {7};
axis() = Curve In BoundingBox{-1e-3, -16, -1e-3, 1e-3, 16, 1e-3};
far() = Abs(CombinedBoundary{ Surface{5, 7}; });
far() -= axis();
Physical Curve("Axis") = axis();
Physical Curve("Far") = far();
MeshSize{ PointsOf{ Surface{7}; } } = 2;
MeshSize{ PointsOf{ Surface{5}; } } = size;
