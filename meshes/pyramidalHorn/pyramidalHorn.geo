// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// A quarter of a pyramidal horn on the guide WR-90 along z, in a box of air; the throat is at z = 0. Behind the end of the guide is a
// block of metal, into which the mesh does not go. Lengths in mm. Volume: Air. Surfaces: Feed (end of the guide), Metal (guide and horn
// without thickness, block), PlaneE (x = 0, the E plane), PlaneH (y = 0, the H plane), Open.
SetFactory("OpenCASCADE");

DefineConstant[
  a = {22.86, Name "a"},                   // of the guide, along x
  b = {10.16, Name "b"},                   // along y
  apertureA = {60, Name "apertureA"},
  apertureB = {45, Name "apertureB"},
  flare = {60, Name "flare"},              // from throat to aperture
  guide = {25, Name "guide"},              // from its end to the throat
  block = {30, Name "block"},              // length of the block of metal
  rim = {2, Name "rim"},                   // by which it is wider than the guide to each side
  space = {30, Name "space"},              // from the metal to the sides of the box
  edgeSize = {2.5, Name "edgeSize"},       // element size at the edges of the aperture
  size = {9, Name "size"}                  // and far from them; a wave of 11 GHz is 27 mm long
];

e = 1e-3;
back = -guide - block;
Box(1) = {0, 0, back - space, apertureA / 2 + space, apertureB / 2 + space, flare + space - (back - space)};
Box(2) = {0, 0, back, a / 2 + rim, b / 2 + rim, block};
BooleanDifference(3) = { Volume{1}; Delete; }{ Volume{2}; Delete; };
// Inside of the guide, and of the horn.
Box(4) = {0, 0, -guide, a / 2, b / 2, guide};
Point(1001) = {0, 0, 0};
Point(1002) = {a / 2, 0, 0};
Point(1003) = {a / 2, b / 2, 0};
Point(1004) = {0, b / 2, 0};
Point(1005) = {0, 0, flare};
Point(1006) = {apertureA / 2, 0, flare};
Point(1007) = {apertureA / 2, apertureB / 2, flare};
Point(1008) = {0, apertureB / 2, flare};
For i In {1:4}
  Line(1000 + i) = {1000 + i, 1001 + i % 4};
  Line(1010 + i) = {1004 + i, 1005 + i % 4};
  Line(1020 + i) = {1000 + i, 1004 + i};
EndFor
Curve Loop(1001) = {1001:1004};
Plane Surface(1001) = {1001};
Curve Loop(1002) = {1011:1014};
Plane Surface(1002) = {1002};
For i In {1:4}
  Curve Loop(1010 + i) = {1000 + i, 1021 + i % 4, -(1010 + i), -(1020 + i)};
  Plane Surface(1010 + i) = {1010 + i};
EndFor
Surface Loop(1001) = {1001, 1002, 1011:1014};
Volume(5) = {1001};
BooleanFragments{ Volume{3, 4, 5}; Delete; }{}

Physical Volume("Air") = Volume{:};
feed() = Surface In BoundingBox{-e, -e, -guide - e, a / 2 + e, b / 2 + e, -guide + e};
planeE() = Surface In BoundingBox{-e, -e, back - space - e, e, apertureB / 2 + space + e, flare + space + e};
planeH() = Surface In BoundingBox{-e, -e, back - space - e, apertureA / 2 + space + e, e, flare + space + e};
farX = apertureA / 2 + space;
farY = apertureB / 2 + space;
open() = Surface In BoundingBox{farX - e, -e, back - space - e, farX + e, farY + e, flare + space + e};
open() += Surface In BoundingBox{-e, farY - e, back - space - e, farX + e, farY + e, flare + space + e};
open() += Surface In BoundingBox{-e, -e, back - space - e, farX + e, farY + e, back - space + e};
open() += Surface In BoundingBox{-e, -e, flare + space - e, farX + e, farY + e, flare + space + e};
// The walls of guide and horn: what bounds the two, but for their ends, the throat and the planes of symmetry.
inside() = Volume In BoundingBox{-e, -e, -guide - e, apertureA / 2 + e, apertureB / 2 + e, flare + e};
metal() = Abs(CombinedBoundary{ Volume{inside()}; });
metal() -= {planeE(), planeH(), feed()};
metal() -= Surface In BoundingBox{-e, -e, flare - e, apertureA / 2 + e, apertureB / 2 + e, flare + e};
outside() = Abs(CombinedBoundary{ Volume{:}; });
outside() -= {planeE(), planeH(), feed(), open()};
Physical Surface("Metal") = {metal(), outside()};
Physical Surface("Feed") = {feed()};
Physical Surface("PlaneE") = {planeE()};
Physical Surface("PlaneH") = {planeH()};
Physical Surface("Open") = {open()};

aperture() = Curve In BoundingBox{-e, -e, flare - e, apertureA / 2 + e, apertureB / 2 + e, flare + e};
aperture() -= Curve In BoundingBox{-e, -e, flare - e, e, apertureB / 2 + e, flare + e};
aperture() -= Curve In BoundingBox{-e, -e, flare - e, apertureA / 2 + e, e, flare + e};
Field[1] = Distance;
Field[1].CurvesList = {aperture()};
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
