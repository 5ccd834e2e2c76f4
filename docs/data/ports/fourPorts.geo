// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Two square plates with a lumped port in each corner. Lengths in mm. Volumes: Between, P1 to P4. Surfaces: Plates, Sides.
SetFactory("OpenCASCADE");
side = 38;
height = 2.5;
Box(1) = {0, 0, 0, side, side, height};
Box(2) = {0, 0, 0, height, height, height};
Box(3) = {side - height, 0, 0, height, height, height};
Box(4) = {0, side - height, 0, height, height, height};
Box(5) = {side - height, side - height, 0, height, height, height};
BooleanFragments{ Volume{1:5}; Delete; }{}
e = 1e-3;
For i In {0 : 3}
  x = (i % 2) * (side - height);
  y = (i > 1) * (side - height);
  port~{i}() = Volume In BoundingBox{x - e, y - e, -e, x + height + e, y + height + e, height + e};
  Physical Volume(Sprintf("P%g", i + 1)) = {port~{i}()};
EndFor
rest() = Volume{:};
For i In {0 : 3}
  rest() -= {port~{i}()};
EndFor
Physical Volume("Between") = {rest()};
hull() = Abs(CombinedBoundary{ Volume{:}; });
low() = Surface In BoundingBox{-e, -e, -e, side + e, side + e, e};
high() = Surface In BoundingBox{-e, -e, height - e, side + e, side + e, height + e};
Physical Surface("Plates") = {low(), high()};
hull() -= {low(), high()};
Physical Surface("Sides") = {hull()};
Mesh.MeshSizeMin = 2.5;
Mesh.MeshSizeMax = 2.5;
