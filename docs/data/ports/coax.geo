// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// A coaxial line, 1.5 and 3.45 mm, extruded. Lengths in mm. Volume: Air. Surfaces: In, Out, Walls.
SetFactory("OpenCASCADE");
Disk(1) = {0,0,0,3.45}; Disk(2)={0,0,0,1.5};
BooleanDifference(3)={Surface{1}; Delete;}{Surface{2}; Delete;};
Mesh.MeshSizeMax = 1.0; Mesh.MeshSizeMin=1.0;
out[] = Extrude {0,0,12} { Surface{3}; Layers{10}; };
Physical Volume("Air") = {out[1]};
Physical Surface("In") = {3};
Physical Surface("Out") = {out[0]};
all() = Abs(Boundary{Volume{out[1]};});
all() -= {3, out[0]};
Physical Surface("Walls") = {all()};
