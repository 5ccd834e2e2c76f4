// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// A filter of two cavities between three irises with windows of full height, in the rectangular guide WR-90 along z: one half, x from
// the side wall to the middle. The fields are the same at all heights, so the slice is thin. Lengths in mm. Volume: Air.
// Surfaces: In, Out (the ends), Middle (of the guide), Walls.
SetFactory("OpenCASCADE");

DefineConstant[
  width = {22.86, Name "width"},          // of the whole guide
  height = {3, Name "height"},            // of the slice; that of WR-90 is 10.16
  outer = {9.5, Name "outer"},            // of the window of the first and the last iris
  inner = {6, Name "inner"},              // and of the one between the cavities
  cavity = {17.2, Name "cavity"},           // length of each
  thickness = {2, Name "thickness"},      // of the irises
  space = {20, Name "space"},             // from either end to the irises
  size = {5, Name "size"},                // of the elements; a wave of 10.5 GHz is 29 mm long
  edgeSize = {1, Name "edgeSize"}       // at the edges of the irises, where E grows without bounds
];

// The outline in the plane y = 0: from the side wall along the irises and back along the middle.
half = width / 2;
openings() = {outer, inner, outer};
z = 0;
Point(1) = {0, 0, 0};
count = 1;
edges() = {};
For i In {0:2}
  z += i ? cavity : space;
  metal = half - openings(i) / 2;
  Point(count + 1) = {0, 0, z};
  Point(count + 2) = {metal, 0, z};
  Point(count + 3) = {metal, 0, z + thickness};
  Point(count + 4) = {0, 0, z + thickness};
  edges() += {count + 2, count + 3};
  count += 4;
  z += thickness;
EndFor
Point(count + 1) = {0, 0, z + space};
Point(count + 2) = {half, 0, z + space};
Point(count + 3) = {half, 0, 0};
count += 3;
For i In {1:count}
  Line(i) = {i, i % count + 1};
EndFor
Curve Loop(1) = {1:count};
Plane Surface(1) = {1};
guide() = Extrude {0, height, 0} { Surface{1}; Layers{1}; };

// guide(0) is the slice's top, guide(1) its volume; then come the sides, in the order of the outline.
Physical Volume("Air") = {guide(1)};
Physical Surface("Out") = {guide(1 + count - 2)};
Physical Surface("Middle") = {guide(1 + count - 1)};
Physical Surface("In") = {guide(1 + count)};
Physical Surface("Walls") = {1, guide(0), guide({2:1 + count - 3})};

// From edgeSize at the edges to size.
Field[1] = Distance;
Field[1].PointsList = {edges()};
Field[2] = MathEval;
Field[2].F = Sprintf("Min(%g, %g + 0.4 * F1)", size, edgeSize);
Background Field = 2;
Mesh.MeshSizeFromPoints = 0;
Mesh.MeshSizeExtendFromBoundary = 0;
