// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// A block in a box of air. Lengths in mm. Volumes: Air, Block. Surface: Outer.
SetFactory("OpenCASCADE");

// Parameters: change one in the case, `mesh.parameters: {side: 60}`, or with `--set mesh.parameters.side=60`.
DefineConstant[
  side = {80, Name "side"},            // of the block
  boxHalf = {210, Name "boxHalf"},     // half the edge of the box: room for four elements or more between it and the block
  blockSize = {20, Name "blockSize"},  // size of the elements in the block, where a wave of 450 MHz is 98 mm long
  airSize = {70, Name "airSize"}       // and at the box; a wave is 666 mm long in air
];

// The block lies inside the box; BooleanFragments makes the two share their surface.
Box(1) = {-boxHalf, -boxHalf, -boxHalf, 2 * boxHalf, 2 * boxHalf, 2 * boxHalf};
Box(2) = {-side / 2, -side / 2, -side / 2, side, side, side};
BooleanFragments{ Volume{1, 2}; Delete; }{}

// Volumes are found by the box that they lie in. The names are those that the case uses.
half = side / 2 + 1e-3;
block() = Volume In BoundingBox{-half, -half, -half, half, half, half};
air() = Volume{:};
air() -= block();
Physical Volume("Block") = {block()};
Physical Volume("Air") = {air()};
Physical Surface("Outer") = Abs(CombinedBoundary{ Volume{:}; });

// Size of the elements: blockSize in the block, growing to airSize at the box.
Field[1] = MathEval;
Field[1].F = Sprintf("Min(%g, %g + 0.5 * Max(0, Sqrt(x^2 + y^2 + z^2) - %g))", airSize, blockSize, side / 2);
Background Field = 1;
Mesh.MeshSizeFromPoints = 0;
Mesh.MeshSizeFromCurvature = 0;
Mesh.MeshSizeExtendFromBoundary = 0;
Mesh.Algorithm3D = 1;
Mesh.OptimizeThreshold = 0.5;  // flat elements would make the time step of the whole mesh small
