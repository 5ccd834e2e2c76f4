// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// A rectangular patch on a substrate with a ground plane below, fed by a probe between both, in a box of air. Lengths in mm. Volumes:
// Air, Substrate, Feed. Surfaces: Outer, Metal (patch and ground, without thickness).
SetFactory("OpenCASCADE");

DefineConstant[
  patchLength = {40, Name "patchLength"},      // along x, half a wave in the substrate
  patchWidth = {48, Name "patchWidth"},        // along y
  height = {1.6, Name "height"},               // of the substrate
  side = {90, Name "side"},                    // of substrate and ground
  offset = {8, Name "offset"},                 // of the probe from the middle, along -x
  probe = {1.2, Name "probe"},                 // edge of its square cross section
  space = {45, Name "space"},                  // from the substrate to the sides of the box
  patchSize = {3.5, Name "patchSize"},         // element size on the patch
  edgeSize = {1.2, Name "edgeSize"},           // at its edges
  airSize = {15, Name "airSize"}               // at the sides of the box; a wave of 2.4 GHz is 125 mm long
];

Box(1) = {-side / 2 - space, -side / 2 - space, -space, side + 2 * space, side + 2 * space, height + 2 * space};
Box(2) = {-side / 2, -side / 2, 0, side, side, height};
Box(3) = {-offset - probe / 2, -probe / 2, 0, probe, probe, height};
Rectangle(100) = {-patchLength / 2, -patchWidth / 2, height, patchLength, patchWidth};
BooleanFragments{ Volume{1, 2, 3}; Surface{100}; Delete; }{}

eps = 1e-3;
feed() = Volume In BoundingBox{-offset - probe / 2 - eps, -probe / 2 - eps, -eps, -offset + probe / 2 + eps, probe / 2 + eps, height + eps};
board() = Volume In BoundingBox{-side / 2 - eps, -side / 2 - eps, -eps, side / 2 + eps, side / 2 + eps, height + eps};
board() -= feed();
air() = Volume{:};
air() -= board();
air() -= feed();
Physical Volume("Feed") = {feed()};
Physical Volume("Substrate") = {board()};
Physical Volume("Air") = {air()};
ground() = Surface In BoundingBox{-side / 2 - eps, -side / 2 - eps, -eps, side / 2 + eps, side / 2 + eps, eps};
patch() = Surface In BoundingBox{-patchLength / 2 - eps, -patchWidth / 2 - eps, height - eps, patchLength / 2 + eps, patchWidth / 2 + eps, height + eps};
Physical Surface("Metal") = {ground(), patch()};
Physical Surface("Outer") = Abs(CombinedBoundary{ Volume{:}; });

// From edgeSize at the edges of the patch to patchSize on it and airSize far away.
off = Sprintf("(Max(0, Abs(x) - %g)^2 + Max(0, Abs(y) - %g)^2 + (z - %g)^2)", patchLength / 2, patchWidth / 2, height);
on = Sprintf("Max(0, Min(%g - Abs(x), %g - Abs(y)))^2", patchLength / 2, patchWidth / 2);
Field[1] = MathEval;
Field[1].F = StrCat(Sprintf("Min(%g + 0.3 * Sqrt(", edgeSize), off, " + ", on, Sprintf("), %g + 0.3 * Sqrt(", patchSize), off, "))");
Field[2] = MathEval;
Field[2].F = Sprintf("%g", airSize);
Field[3] = Min;
Field[3].FieldsList = {1, 2};
Background Field = 3;
Mesh.MeshSizeFromPoints = 0;
Mesh.MeshSizeFromCurvature = 0;
Mesh.MeshSizeExtendFromBoundary = 0;
Mesh.Algorithm = 6;
Mesh.Algorithm3D = 1;
Mesh.OptimizeThreshold = 0.5;  // slivers would set the time step of the whole mesh
