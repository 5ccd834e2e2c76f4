// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// A slotless motor, cut across: a round magnet, an air gap with a winding of two sides in it, a ring of iron. Lengths in mm.
// Regions: Rotor Air Plus Minus Stator. Curve: Outer.
SetFactory("OpenCASCADE");

DefineConstant[
  angle = {90, Name "angle"},         // of the winding's axis from that of the magnet, degrees
  rotor = {20, Name "rotor"},         // radii: of the magnet,
  inner = {22, Name "inner"},         // of the winding, from here
  outer = {25, Name "outer"},         // to here,
  bore = {26, Name "bore"},           // of the iron, from here
  ring = {40, Name "ring"},           // to here
  span = {60, Name "span"},           // of one side of the winding, degrees
  size = {1.2, Name "size"}           // of the elements
];

Disk(1) = {0, 0, 0, ring};
Disk(2) = {0, 0, 0, bore};
Disk(3) = {0, 0, 0, rotor};

// A side of the winding: a piece of a ring.
Macro Side
  c = Cos(from); s = Sin(from); d = Cos(to); t = Sin(to);
  p = newp;
  Point(p) = {0, 0, 0};
  Point(p + 1) = {inner * c, inner * s, 0};
  Point(p + 2) = {outer * c, outer * s, 0};
  Point(p + 3) = {outer * d, outer * t, 0};
  Point(p + 4) = {inner * d, inner * t, 0};
  l = newl;
  Line(l) = {p + 1, p + 2};
  Circle(l + 1) = {p + 2, p, p + 3};
  Line(l + 2) = {p + 3, p + 4};
  Circle(l + 3) = {p + 4, p, p + 1};
  Curve Loop(side) = {l:l + 3};
  Plane Surface(side) = {side};
Return

// The winding's axis is at `angle` from x; its sides are 90 degrees to the right and to the left of it.
half = span * Pi / 360;
middle = (angle - 90) * Pi / 180; from = middle - half; to = middle + half; side = 12; Call Side;
middle = (angle + 90) * Pi / 180; from = middle - half; to = middle + half; side = 11; Call Side;

BooleanDifference(21) = { Surface{1}; Delete; }{ Surface{2}; };                    // iron
BooleanDifference(22) = { Surface{2}; Delete; }{ Surface{3, 11, 12}; };            // air
Coherence;

Physical Surface("Rotor") = {3};
Physical Surface("Plus") = {11};
Physical Surface("Minus") = {12};
Physical Surface("Air") = {22};
Physical Surface("Stator") = {21};
Physical Curve("Outer") = Abs(CombinedBoundary{ Surface{:}; });

Mesh.MeshSizeMax = size;
Mesh.MeshSizeFromPoints = 0;
Mesh.Algorithm = 6;
