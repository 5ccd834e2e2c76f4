// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// A column of two media that meet in the plane z = 0. Lengths in mm.
// Volumes: Air (z < 0), Glass (z > 0). Surfaces: Inlet (lowest z), Outlet (highest z), and the walls xWalls and yWalls, which as
// pec and pmc carry a wave polarised along x unchanged, as if the column were infinitely wide.
SetFactory("OpenCASCADE");

DefineConstant[
  width = {60, Name "width"},
  airLength = {400, Name "airLength"},
  glassLength = {200, Name "glassLength"},
  airSize = {20, Name "airSize"},
  glassSize = {12, Name "glassSize"}
];

Box(1) = {-width / 2, -width / 2, -airLength, width, width, airLength};
Box(2) = {-width / 2, -width / 2, 0, width, width, glassLength};
BooleanFragments{ Volume{1}; Delete; }{ Volume{2}; Delete; }

e = 0.001 * width; // slack of the bounding boxes
h = width / 2;
Physical Volume("Air") = Volume In BoundingBox {-h - e, -h - e, -airLength - e, h + e, h + e, e};
Physical Volume("Glass") = Volume In BoundingBox {-h - e, -h - e, -e, h + e, h + e, glassLength + e};
Physical Surface("Inlet") = Surface In BoundingBox {-h - e, -h - e, -airLength - e, h + e, h + e, -airLength + e};
Physical Surface("Outlet") = Surface In BoundingBox {-h - e, -h - e, glassLength - e, h + e, h + e, glassLength + e};
xWalls() = Surface In BoundingBox {-h - e, -h - e, -airLength - e, -h + e, h + e, glassLength + e};
xWalls() += Surface In BoundingBox {h - e, -h - e, -airLength - e, h + e, h + e, glassLength + e};
yWalls() = Surface In BoundingBox {-h - e, -h - e, -airLength - e, h + e, -h + e, glassLength + e};
yWalls() += Surface In BoundingBox {-h - e, h - e, -airLength - e, h + e, h + e, glassLength + e};
Physical Surface("xWalls") = xWalls();
Physical Surface("yWalls") = yWalls();

Field[1] = MathEval;
Field[1].F = Sprintf("%g + (%g - %g) * Step(z)", airSize, glassSize, airSize);
Background Field = 1;
Mesh.MeshSizeFromPoints = 0;
Mesh.MeshSizeFromCurvature = 0;
Mesh.MeshSizeExtendFromBoundary = 0;
Mesh.Algorithm3D = 1;
Mesh.Optimize = 1;
Mesh.OptimizeThreshold = 0.5;
