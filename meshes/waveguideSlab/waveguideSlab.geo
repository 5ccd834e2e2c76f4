// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// A straight piece of the rectangular guide WR-90 along z with a dielectric slab that fills its cross-section. Lengths in mm. Volumes:
// Air, Slab. Surfaces: In, Out (the ends), Walls.
SetFactory("OpenCASCADE");

DefineConstant[
  width = {22.86, Name "width"},
  height = {10.16, Name "height"},
  slab = {10, Name "slab"},    // thickness
  space = {10, Name "space"},        // from either end to the slab
  size = {6, Name "size"}            // of the elements; a wave of 12.4 GHz is 24 mm long in air, 12 mm in a permittivity of 4
];

length = slab + 2 * space;
small = 1e-3;
Box(1) = {0, 0, 0, width, height, space};
Box(2) = {0, 0, space, width, height, slab};
Box(3) = {0, 0, space + slab, width, height, space};
BooleanFragments{ Volume{1, 2, 3}; Delete; }{}

in() = Surface In BoundingBox{-small, -small, -small, width + small, height + small, small};
out() = Surface In BoundingBox{-small, -small, length - small, width + small, height + small, length + small};
walls() = Surface In BoundingBox{-small, -small, -small, small, height + small, length + small};
walls() += Surface In BoundingBox{width - small, -small, -small, width + small, height + small, length + small};
walls() += Surface In BoundingBox{-small, -small, -small, width + small, small, length + small};
walls() += Surface In BoundingBox{-small, height - small, -small, width + small, height + small, length + small};

Physical Volume("Air") = {1, 3};
Physical Volume("Slab") = {2};
Physical Surface("In") = {in()};
Physical Surface("Out") = {out()};
Physical Surface("Walls") = {walls()};
Mesh.MeshSizeMax = size;
