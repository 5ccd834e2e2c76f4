// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// A horseshoe magnet attracts a bar, cut across: a plane problem. Lengths in mm.
// Surfaces: Yoke, Armature, CoilPlus, CoilMinus, Air. Curve: Outer.
SetFactory("OpenCASCADE");

// Parameters: change one in the case, `mesh.parameters: {gap: 3}`, or with `--set mesh.parameters.gap=3`.
DefineConstant[
  width = {100, Name "width"},                // of yoke and bar
  windowHeight = {40, Name "windowHeight"},
  thickness = {20, Name "thickness"},         // of limbs, back and bar
  gap = {5, Name "gap"},                      // between limbs and bar
  coilWidth = {20, Name "coilWidth"},
  coilHeight = {30, Name "coilHeight"},
  airSize = {400, Name "airSize"},            // side of the square of air
  size = {2, Name "size"},                    // size of the elements in iron, coils and gap
  farSize = {20, Name "farSize"}              // and at the outer boundary
];

// The yoke is a rectangle with a window cut into it; the coils lie on both sides of each limb.
top = thickness + windowHeight;
Rectangle(1) = {-width/2, 0, 0, width, top};
Rectangle(2) = {-width/2 + thickness, thickness, 0, width - 2*thickness, windowHeight};
BooleanDifference(3) = { Surface{1}; Delete; }{ Surface{2}; Delete; };
Rectangle(4) = {-width/2, top + gap, 0, width, thickness};
coilBottom = thickness + (windowHeight - coilHeight)/2;
Rectangle(5) = {-width/2 + thickness, coilBottom, 0, coilWidth, coilHeight};
Rectangle(6) = {width/2 - thickness - coilWidth, coilBottom, 0, coilWidth, coilHeight};
Rectangle(7) = {-width/2 - coilWidth, coilBottom, 0, coilWidth, coilHeight};
Rectangle(8) = {width/2, coilBottom, 0, coilWidth, coilHeight};
Rectangle(9) = {-airSize/2, top/2 - airSize/2, 0, airSize, airSize};
BooleanDifference(10) = { Surface{9}; Delete; }{ Surface{3:8}; };
Coherence;  // neighbours share their curves

// The names are those that the case uses.
Physical Surface("Yoke") = {3};
Physical Surface("Armature") = {4};
Physical Surface("CoilPlus") = {5, 6};
Physical Surface("CoilMinus") = {7, 8};
Physical Surface("Air") = {10};
outer() = Abs(CombinedBoundary{ Surface{3:8, 10}; });
Physical Curve("Outer") = outer();

MeshSize{ PointsOf{ Surface{3:8}; } } = size;
MeshSize{ PointsOf{ Curve{outer()}; } } = farSize;
Mesh.MeshSizeFromCurvature = 0;
