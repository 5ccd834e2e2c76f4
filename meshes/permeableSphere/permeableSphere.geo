// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// An octant of a permeable sphere in a box. Lengths in cm; the field goes along z. Volumes: Sphere Air. Surfaces: Middle (z = 0)
// Top (z = boxSize) Sides (natural: x = 0, y = 0, x = boxSize, y = boxSize).
SetFactory("OpenCASCADE");

DefineConstant[
  radius = {1, Name "radius"},
  boxSize = {5, Name "boxSize"},     // half of the box's edge
  size = {0.15, Name "size"},        // element size at the sphere
  farSize = {0.8, Name "farSize"}    // element size at the far sides
];

Sphere(1) = {0, 0, 0, radius, 0, Pi/2, Pi/2};
Box(2) = {0, 0, 0, boxSize, boxSize, boxSize};
BooleanDifference(3) = { Volume{2}; Delete; }{ Volume{1}; };
Coherence;
e = 1e-3 * radius;
b = boxSize + e;
middle() = Surface In BoundingBox{-e, -e, -e, b, b, e};
top() = Surface In BoundingBox{-e, -e, boxSize - e, b, b, b};
sides() = Surface In BoundingBox{-e, -e, -e, e, b, b};
sides() += Surface In BoundingBox{-e, -e, -e, b, e, b};
sides() += Surface In BoundingBox{boxSize - e, -e, -e, b, b, b};
sides() += Surface In BoundingBox{-e, boxSize - e, -e, b, b, b};
Physical Volume("Sphere") = {1};
Physical Volume("Air") = {3};
Physical Surface("Middle") = middle();
Physical Surface("Top") = top();
Physical Surface("Sides") = sides();

MeshSize{ PointsOf{ Volume{3}; } } = farSize;
MeshSize{ PointsOf{ Volume{1}; } } = size;
Mesh.MeshSizeFromCurvature = 0;
Mesh.Algorithm3D = 1;
Mesh.Optimize = 1;
