// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// A straight wire along z with a gap in its middle, in a box of air. Lengths in mm. Volumes: Air, Gap. Surfaces: Outer, Wire. The arms
// are cut out.
SetFactory("OpenCASCADE");

DefineConstant[
  wireLength = {500, Name "wireLength"},
  wireRadius = {4, Name "wireRadius"},
  gapLength = {20, Name "gapLength"},
  space = {300, Name "space"},        // from the wire to the sides of the box
  wireSize = {7, Name "wireSize"},    // element size at the wire
  airSize = {100, Name "airSize"}      // and at the box; a wave of 300 MHz is 1 m long
];

half = wireLength / 2;
Box(1) = {-space, -space, -half - space, 2 * space, 2 * space, wireLength + 2 * space};
Cylinder(2) = {0, 0, -half, 0, 0, half - gapLength / 2, wireRadius};
Cylinder(3) = {0, 0, gapLength / 2, 0, 0, half - gapLength / 2, wireRadius};
Cylinder(4) = {0, 0, -gapLength / 2, 0, 0, gapLength, wireRadius};
BooleanDifference(5) = { Volume{1}; Delete; }{ Volume{2, 3}; Delete; };
BooleanFragments{ Volume{5}; Delete; }{ Volume{4}; Delete; }

gap() = Volume In BoundingBox{-2 * wireRadius, -2 * wireRadius, -gapLength, 2 * wireRadius, 2 * wireRadius, gapLength};
all() = Volume{:};
air() = {};
For i In {0 : #all() - 1}
  If (all(i) != gap(0))
    air() += all(i);
  EndIf
EndFor
Physical Volume("Gap") = {gap(0)};
Physical Volume("Air") = {air()};
// The hull of both volumes: the six sides of the box, and the skin of the arms.
hull() = Abs(CombinedBoundary{ Volume{:}; });
near() = Surface In BoundingBox{-2 * wireRadius, -2 * wireRadius, -2 * half, 2 * wireRadius, 2 * wireRadius, 2 * half};
wire() = {};
outer() = {};
For i In {0 : #hull() - 1}
  isNear = 0;
  For j In {0 : #near() - 1}
    If (hull(i) == near(j))
      isNear = 1;
    EndIf
  EndFor
  If (isNear)
    wire() += hull(i);
  Else
    outer() += hull(i);
  EndIf
EndFor
Physical Surface("Wire") = {wire()};
Physical Surface("Outer") = {outer()};

// From wireSize at the wire to airSize at the sides.
Field[1] = MathEval;
Field[1].F = Sprintf("%g + %g * Sqrt(x^2 + y^2 + Max(0, Abs(z) - %g)^2)", wireSize, (airSize - wireSize) / space, half);
Background Field = 1;
Mesh.MeshSizeFromPoints = 0;
Mesh.MeshSizeFromCurvature = 0;
Mesh.MeshSizeExtendFromBoundary = 0;
Mesh.Algorithm = 6;
Mesh.Algorithm3D = 1;
Mesh.OptimizeThreshold = 0.5;  // slivers would set the time step of the whole mesh
