// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// A microstrip low-pass filter: a wide, short patch between two lines that meet it at different places. Lengths in mm. Each line goes
// through a shielded channel to its port. Volumes: Air, Substrate. Surfaces: In, Out (ends of the channels), Metal (strips without
// thickness), Shield (ground, walls of the channels, end walls), Open (sides and top).
SetFactory("OpenCASCADE");

DefineConstant[
  height = {0.794, Name "height"},             // of the substrate
  lineWidth = {2.413, Name "lineWidth"},
  patchLength = {20.32, Name "patchLength"},   // along x
  patchWidth = {2.54, Name "patchWidth"},      // along y, the direction of the lines
  offset = {5.65, Name "offset"},              // from either end of the patch to the nearer edge of a line
  line = {6, Name "line"},                     // of the lines between patch and end walls
  space = {8, Name "space"},                   // from the patch to the sides, and from the substrate to the top
  channelWidth = {10, Name "channelWidth"},
  channelHeight = {5, Name "channelHeight"},
  channelLength = {4, Name "channelLength"},
  edgeSize = {0.4, Name "edgeSize"},           // element size at the edges of the strips
  size = {4, Name "size"}                      // and far from them; a wave of 15 GHz is 20 mm long
];

far = line + channelLength;
left = offset + lineWidth / 2;                 // middles of the lines
right = patchLength - left;
e = 1e-3;
Box(1) = {-space, -line, height, patchLength + 2 * space, patchWidth + 2 * line, space};
Box(2) = {-space, -line, 0, patchLength + 2 * space, patchWidth + 2 * line, height};
Box(3) = {left - channelWidth / 2, -far, height, channelWidth, channelLength, channelHeight - height};
Box(4) = {left - channelWidth / 2, -far, 0, channelWidth, channelLength, height};
Box(5) = {right - channelWidth / 2, patchWidth + line, height, channelWidth, channelLength, channelHeight - height};
Box(6) = {right - channelWidth / 2, patchWidth + line, 0, channelWidth, channelLength, height};
Rectangle(101) = {0, 0, height, patchLength, patchWidth};
Rectangle(102) = {left - lineWidth / 2, -far, height, lineWidth, far};
Rectangle(103) = {right - lineWidth / 2, patchWidth, height, lineWidth, far};
BooleanFragments{ Volume{1:6}; Surface{101, 102, 103}; Delete; }{}

substrate() = Volume In BoundingBox{-space - e, -far - e, -e, patchLength + space + e, patchWidth + far + e, height + e};
air() = Volume{:};
air() -= substrate();
Physical Volume("Substrate") = {substrate()};
Physical Volume("Air") = {air()};
metal() = Surface In BoundingBox{-e, -e, height - e, patchLength + e, patchWidth + e, height + e};
metal() += Surface In BoundingBox{left - lineWidth / 2 - e, -far - e, height - e, left + lineWidth / 2 + e, e, height + e};
metal() += Surface In BoundingBox{right - lineWidth / 2 - e, patchWidth - e, height - e, right + lineWidth / 2 + e, patchWidth + far + e, height + e};
in() = Surface In BoundingBox{-space, -far - e, -e, patchLength + space, -far + e, channelHeight + e};
out() = Surface In BoundingBox{-space, patchWidth + far - e, -e, patchLength + space, patchWidth + far + e, channelHeight + e};
open() = Surface In BoundingBox{-space - e, -line - e, -e, -space + e, patchWidth + line + e, height + space + e};
open() += Surface In BoundingBox{patchLength + space - e, -line - e, -e, patchLength + space + e, patchWidth + line + e, height + space + e};
open() += Surface In BoundingBox{-space - e, -line - e, height + space - e, patchLength + space + e, patchWidth + line + e, height + space + e};
shield() = Abs(CombinedBoundary{ Volume{:}; });
shield() -= {in(), out(), open()};
Physical Surface("Metal") = {metal()};
Physical Surface("In") = {in()};
Physical Surface("Out") = {out()};
Physical Surface("Open") = {open()};
Physical Surface("Shield") = {shield()};

Field[1] = Distance;
Field[1].CurvesList = {Abs(CombinedBoundary{ Surface{metal()}; })};
Field[1].NumPointsPerCurve = 60;
Field[2] = MathEval;
Field[2].F = Sprintf("Min(%g, %g + 0.4 * F1)", size, edgeSize);
Background Field = 2;
Mesh.MeshSizeFromPoints = 0;
Mesh.MeshSizeFromCurvature = 0;
Mesh.MeshSizeExtendFromBoundary = 0;
Mesh.Algorithm = 6;
Mesh.Algorithm3D = 1;
Mesh.OptimizeThreshold = 0.5;  // slivers would set the time step of the whole mesh
