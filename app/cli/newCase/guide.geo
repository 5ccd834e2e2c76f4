// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// A straight piece of the rectangular guide WR-90 along z, with a dielectric slab that fills its cross-section. Lengths in mm.
// Volumes: Air, Slab. Surfaces: In, Out (the ends), Walls.
SetFactory("OpenCASCADE");

// Parameters: change one in the case, `mesh.parameters: {slab: 5}`, or with `--set mesh.parameters.slab=5`.
DefineConstant[
  width = {22.86, Name "width"},
  height = {10.16, Name "height"},
  slab = {10, Name "slab"},    // thickness
  space = {10, Name "space"},  // from either end to the slab
  size = {6, Name "size"}      // of the elements; a wave of 12.4 GHz is 16 mm long in the slab
];

// Three boxes in a row; BooleanFragments makes neighbours share their surfaces.
Box(1) = {0, 0, 0, width, height, space};
Box(2) = {0, 0, space, width, height, slab};
Box(3) = {0, 0, space + slab, width, height, space};
BooleanFragments{ Volume{1, 2, 3}; Delete; }{}

// Surfaces are found by the box that they lie in. The names are those that the case uses.
eps = 1e-3;
length = slab + 2 * space;
in() = Surface In BoundingBox{-eps, -eps, -eps, width + eps, height + eps, eps};
out() = Surface In BoundingBox{-eps, -eps, length - eps, width + eps, height + eps, length + eps};
walls() = Abs(CombinedBoundary{ Volume{:}; });
walls() -= in();
walls() -= out();
Physical Volume("Air") = {1, 3};
Physical Volume("Slab") = {2};
Physical Surface("In") = {in()};
Physical Surface("Out") = {out()};
Physical Surface("Walls") = {walls()};
Mesh.MeshSizeMax = size;
