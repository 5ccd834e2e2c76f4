// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// A rectangular patch on a substrate over a ground plane, fed by a probe between the two, in a box of air. Lengths in mm; z is up.
// Volumes: Air, Substrate, Feed. Surfaces: Metal (patch and ground, without thickness), Outer.
SetFactory("OpenCASCADE");

// Parameters: change one in the case, `mesh.parameters: {patchLength: 39}`, or with `--set mesh.parameters.patchLength=39`.
DefineConstant[
  patchLength = {40, Name "patchLength"},  // along x: about half a wave in the substrate, sets the resonance
  patchWidth = {48, Name "patchWidth"},    // along y
  height = {3.2, Name "height"},           // of the substrate
  side = {80, Name "side"},                // of substrate and ground
  offset = {10, Name "offset"},            // of the probe from the middle, along -x: sets the impedance
  probe = {4, Name "probe"},               // edge of its square cross-section
  space = {30, Name "space"},              // air round the substrate: a quarter of a wave or more
  patchSize = {10, Name "patchSize"},       // size of the elements on the patch
  edgeSize = {5, Name "edgeSize"},         // and at its edges, where the field is strongest
  airSize = {30, Name "airSize"}           // and far away; a wave of 2.4 GHz is 125 mm long
];

// The three volumes lie one inside the other; BooleanFragments makes them share their surfaces.
Box(1) = {-side / 2 - space, -side / 2 - space, -space, side + 2 * space, side + 2 * space, height + 2 * space};
Box(2) = {-side / 2, -side / 2, 0, side, side, height};
Box(3) = {-offset - probe / 2, -probe / 2, 0, probe, probe, height};
Rectangle(100) = {-patchLength / 2, -patchWidth / 2, height, patchLength, patchWidth};
BooleanFragments{ Volume{1, 2, 3}; Surface{100}; Delete; }{}

// Volumes and surfaces are found by the box that they lie in. The names are those that the case uses.
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

// Size of the elements: edgeSize at the edges of the patch, patchSize on it, and growing to airSize with the distance.
off = Sprintf("(Max(0, Abs(x) - %g)^2 + Max(0, Abs(y) - %g)^2 + (z - %g)^2)", patchLength / 2, patchWidth / 2, height);
on = Sprintf("Max(0, Min(%g - Abs(x), %g - Abs(y)))^2", patchLength / 2, patchWidth / 2);
Field[1] = MathEval;
Field[1].F = StrCat(Sprintf("Min(%g + 0.5 * Sqrt(", edgeSize), off, " + ", on, Sprintf("), %g + 0.5 * Sqrt(", patchSize), off, "))");
Field[2] = MathEval;
Field[2].F = Sprintf("%g", airSize);
Field[3] = Min;
Field[3].FieldsList = {1, 2};
Background Field = 3;
Mesh.MeshSizeFromPoints = 0;
Mesh.MeshSizeFromCurvature = 0;
Mesh.MeshSizeExtendFromBoundary = 0;
Mesh.Algorithm3D = 1;
Mesh.OptimizeThreshold = 0.5;  // flat elements would make the time step of the whole mesh small
