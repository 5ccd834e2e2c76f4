// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// A microstrip branch-line coupler: a square of two wide and two narrow lines, at whose corners four lines end. Lengths in mm. Each of
// the four goes through a shielded channel to its port. Volumes: Air, Substrate. Surfaces: Port1 to Port4 (ends of the channels; 1 and
// 4 on the left, at the lower and the upper wide line, 2 and 3 on the right), Metal (strips without thickness), Shield (ground, walls
// of the channels, end walls), Open (sides and top).
SetFactory("OpenCASCADE");

DefineConstant[
  height = {0.794, Name "height"},             // of the substrate
  lineWidth = {2.413, Name "lineWidth"},       // of the four lines and of the branches, along y
  wideWidth = {3.96, Name "wideWidth"},        // of the lines along x
  square = {9.75, Name "square"},              // from middle to middle of the lines of the square
  line = {6, Name "line"},                     // of the four lines between square and end walls
  space = {8, Name "space"},                   // from the square to the sides, and from the substrate to the top
  channelWidth = {8.5, Name "channelWidth"},   // less than the square, so that they stay apart
  channelHeight = {5, Name "channelHeight"},
  channelLength = {4, Name "channelLength"},
  edgeSize = {0.4, Name "edgeSize"},           // element size at the edges of the strips
  size = {4, Name "size"}                      // and far from them; a wave of 10 GHz is 30 mm long
];

middle = square / 2;                           // of the lines, above and below y = 0
edge = middle + lineWidth / 2;                 // where the square ends, along x
wall = edge + line;
far = wall + channelLength;
top = middle + wideWidth / 2;                  // and along y
side = top + space;
e = 1e-3;
Box(1) = {-wall, -side, height, 2 * wall, 2 * side, space};
Box(2) = {-wall, -side, 0, 2 * wall, 2 * side, height};
n = 3;
For sx In {-1:1:2}
  For sy In {-1:1:2}
    Box(n) = {sx > 0 ? wall : -far, sy * middle - channelWidth / 2, height, channelLength, channelWidth, channelHeight - height};
    Box(n + 1) = {sx > 0 ? wall : -far, sy * middle - channelWidth / 2, 0, channelLength, channelWidth, height};
    n += 2;
  EndFor
EndFor
Rectangle(1000) = {-far, -middle - lineWidth / 2, height, far - edge, lineWidth};
Rectangle(1001) = {edge, -middle - lineWidth / 2, height, far - edge, lineWidth};
Rectangle(1002) = {edge, middle - lineWidth / 2, height, far - edge, lineWidth};
Rectangle(1003) = {-far, middle - lineWidth / 2, height, far - edge, lineWidth};
Rectangle(1004) = {-edge, -top, height, 2 * edge, wideWidth};
Rectangle(1005) = {-edge, top - wideWidth, height, 2 * edge, wideWidth};
Rectangle(1006) = {-edge, wideWidth - top, height, lineWidth, 2 * (top - wideWidth)};
Rectangle(1007) = {edge - lineWidth, wideWidth - top, height, lineWidth, 2 * (top - wideWidth)};
BooleanFragments{ Volume{1:10}; Surface{1000:1007}; Delete; }{}

substrate() = Volume In BoundingBox{-far - e, -side - e, -e, far + e, side + e, height + e};
air() = Volume{:};
air() -= substrate();
Physical Volume("Substrate") = {substrate()};
Physical Volume("Air") = {air()};

metal() = {};
For s In {-1:1:2}
  metal() += Surface In BoundingBox{-edge - e, s * middle - wideWidth / 2 - e, height - e, edge + e, s * middle + wideWidth / 2 + e, height + e};
  metal() += Surface In BoundingBox{-far - e, s * middle - lineWidth / 2 - e, height - e, -edge + e, s * middle + lineWidth / 2 + e, height + e};
  metal() += Surface In BoundingBox{edge - e, s * middle - lineWidth / 2 - e, height - e, far + e, s * middle + lineWidth / 2 + e, height + e};
EndFor
metal() += Surface In BoundingBox{-edge - e, wideWidth - top - e, height - e, lineWidth - edge + e, top - wideWidth + e, height + e};
metal() += Surface In BoundingBox{edge - lineWidth - e, wideWidth - top - e, height - e, edge + e, top - wideWidth + e, height + e};
port1() = Surface In BoundingBox{-far - e, -side, -e, -far + e, 0, channelHeight + e};
port4() = Surface In BoundingBox{-far - e, 0, -e, -far + e, side, channelHeight + e};
port2() = Surface In BoundingBox{far - e, -side, -e, far + e, 0, channelHeight + e};
port3() = Surface In BoundingBox{far - e, 0, -e, far + e, side, channelHeight + e};
open() = Surface In BoundingBox{-wall - e, -side - e, -e, wall + e, -side + e, height + space + e};
open() += Surface In BoundingBox{-wall - e, side - e, -e, wall + e, side + e, height + space + e};
open() += Surface In BoundingBox{-wall - e, -side - e, height + space - e, wall + e, side + e, height + space + e};
shield() = Abs(CombinedBoundary{ Volume{:}; });
shield() -= {port1(), port2(), port3(), port4(), open()};
Physical Surface("Metal") = {Unique(metal())};
Physical Surface("Port1") = {port1()};
Physical Surface("Port2") = {port2()};
Physical Surface("Port3") = {port3()};
Physical Surface("Port4") = {port4()};
Physical Surface("Open") = {open()};
Physical Surface("Shield") = {shield()};

Field[1] = Distance;
Field[1].CurvesList = {Abs(CombinedBoundary{ Surface{Unique(metal())}; })};
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
