// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// An iris with a window of full height in the rectangular guide WR-90 along z: one half, x from the side wall to the middle of the
// window. Waves TEm0 are the same at all heights, so the slice is thin. Lengths in mm. Volume: Air. Surfaces: In, Out, Middle, Walls.
SetFactory("OpenCASCADE");

DefineConstant[
  width = {22.86, Name "width"},          // of the whole guide
  height = {2, Name "height"},            // of the slice; that of WR-90 is 10.16
  opening = {10, Name "opening"},         // of the whole window
  thickness = {2, Name "thickness"},
  space = {20, Name "space"},             // from either end to the iris
  size = {5, Name "size"},                // of the elements; a wave of 12.4 GHz is 24 mm long
  edgeSize = {0.5, Name "edgeSize"}       // at the edges of the iris, where E grows without bounds
];

length = thickness + 2 * space;
half = width / 2;
metal = (width - opening) / 2;
// In the plane y = 0; normals along y.
Point(1) = {0, 0, 0};
Point(2) = {half, 0, 0};
Point(3) = {half, 0, length};
Point(4) = {0, 0, length};
Point(5) = {0, 0, space + thickness};
Point(6) = {metal, 0, space + thickness};
Point(7) = {metal, 0, space};
Point(8) = {0, 0, space};
For i In {1:8}
  Line(i) = {i, i % 8 + 1};
EndFor
Curve Loop(1) = {1:8};
Plane Surface(1) = {1};
guide() = Extrude {0, height, 0} { Surface{1}; Layers{1}; };

Physical Volume("Air") = {guide(1)};
Physical Surface("In") = {guide(2)};
Physical Surface("Middle") = {guide(3)};
Physical Surface("Out") = {guide(4)};
Physical Surface("Walls") = {1, guide(0), guide(5), guide(6), guide(7), guide(8), guide(9)};

Field[1] = Distance;
Field[1].PointsList = {6, 7};
Field[2] = MathEval;
Field[2].F = Sprintf("Min(%g, %g + 0.4 * F1)", size, edgeSize);
Background Field = 2;
Mesh.MeshSizeFromPoints = 0;
Mesh.MeshSizeExtendFromBoundary = 0;
