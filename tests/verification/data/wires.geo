// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Two round wires of radius 1, their axes 6 apart, in a circle of radius 120. Lengths in mm.
SetFactory("OpenCASCADE");
DefineConstant[size = {0.2, Name "size"}];
Disk(1) = {-3, 0, 0, 1};
Disk(2) = {3, 0, 0, 1};
Disk(3) = {0, 0, 0, 120};
BooleanDifference(4) = { Surface{3}; Delete; }{ Surface{1, 2}; };
Coherence;
Physical Surface("Left") = {1};
Physical Surface("Right") = {2};
Physical Surface("Air") = {4};
all() = Abs(CombinedBoundary{ Surface{1, 2, 4}; });
Physical Curve("Far") = all();
MeshSize{ PointsOf{ Surface{4}; } } = 12;
MeshSize{ PointsOf{ Surface{1, 2}; } } = size;
