// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Three air-filled coaxial lines that meet at right angles, along x and y: the upper half, on the plane of symmetry z = 0. Lengths in
// mm. Volume: Air. Surfaces: In, Out, Branch (the ends), Middle (the plane of symmetry), Conductors.
SetFactory("OpenCASCADE");

DefineConstant[
  inner = {1.5, Name "inner"},       // radius of the inner conductors
  outer = {3.45, Name "outer"},      // of the shells
  junction = {5, Name "junction"},   // from the middle to where the lines' meshes are extruded
  line = {7, Name "line"},           // length of the extruded lines
  size = {1.4, Name "size"},         // of the elements
  around = {4, Name "around"}        // edges of a quarter of a circle at the lines, inside and outside: the same polygon has the circles' impedance
];

Cylinder(1) = {-junction, 0, 0, 2 * junction, 0, 0, outer};
Cylinder(2) = {0, 0, 0, 0, junction, 0, outer};
Cylinder(3) = {-junction, 0, 0, 2 * junction, 0, 0, inner};
Cylinder(4) = {0, 0, 0, 0, junction, 0, inner};
BooleanUnion(5) = { Volume{1}; Delete; }{ Volume{2}; Delete; };
BooleanUnion(6) = { Volume{3}; Delete; }{ Volume{4}; Delete; };
BooleanDifference(7) = { Volume{5}; Delete; }{ Volume{6}; Delete; };
Box(8) = {-2 * junction, -2 * junction, 0, 4 * junction, 4 * junction, 2 * outer};
BooleanIntersection(9) = { Volume{7}; Delete; }{ Volume{8}; Delete; };

e = 1e-3;
rings() = Curve In BoundingBox{-junction - e, -outer - e, -e, -junction + e, outer + e, outer + e};
rings() += Curve In BoundingBox{junction - e, -outer - e, -e, junction + e, outer + e, outer + e};
rings() += Curve In BoundingBox{-outer - e, junction - e, -e, outer + e, junction + e, outer + e};
For i In {0:#rings() - 1}
  box() = BoundingBox Curve{rings(i)};
  If (box(5) > 0.5 * inner)
    Transfinite Curve{rings(i)} = around + 1;
  EndIf
EndFor
Function inBox  // surfaces of the box from (x0, y0, z0) to (x1, y1, z1)
  found() = Surface In BoundingBox{x0 - e, y0 - e, z0 - e, x1 + e, y1 + e, z1 + e};
Return
far = junction + line;
x0 = -junction; x1 = -junction; y0 = -outer; y1 = outer; z0 = 0; z1 = outer;
Call inBox;
left() = Extrude {-line, 0, 0} { Surface{found()}; Layers{Ceil(line / size)}; };
x0 = junction; x1 = junction;
Call inBox;
right() = Extrude {line, 0, 0} { Surface{found()}; Layers{Ceil(line / size)}; };
x0 = -outer; x1 = outer; y0 = junction; y1 = junction;
Call inBox;
side() = Extrude {0, line, 0} { Surface{found()}; Layers{Ceil(line / size)}; };

Physical Volume("Air") = Volume{:};
Physical Surface("In") = {left(0)};
Physical Surface("Out") = {right(0)};
Physical Surface("Branch") = {side(0)};
x0 = -far; x1 = far; y0 = -far; y1 = far; z0 = 0; z1 = 0;
Call inBox;
Physical Surface("Middle") = {found()};
shells() = Abs(CombinedBoundary{ Volume{:}; });
shells() -= {left(0), right(0), side(0), found()};
Physical Surface("Conductors") = {shells()};
MeshSize{ PointsOf{ Volume{:}; } } = size;
Mesh.MeshSizeMax = size;
Mesh.MeshSizeFromCurvature = 0;
Mesh.Algorithm3D = 1;
Mesh.OptimizeThreshold = 0.5;  // slivers would set the time step of the whole mesh
