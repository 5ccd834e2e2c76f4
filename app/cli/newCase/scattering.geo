// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// A ball in a box of air. Lengths in mm. Volumes: Air, Ball. Surface: Outer.
SetFactory("OpenCASCADE");

// Parameters: change one in the case, `mesh.parameters: {radius: 200}`, or with `--set mesh.parameters.radius=200`.
DefineConstant[
  radius = {250, Name "radius"},
  boxHalf = {700, Name "boxHalf"},   // half the edge of the box
  ballSize = {75, Name "ballSize"},  // size of the elements in the ball, where a wave of 450 MHz is 333 mm long
  airSize = {90, Name "airSize"}    // and at the box
];

// The ball lies inside the box; BooleanFragments makes the two share their surface.
Box(1) = {-boxHalf, -boxHalf, -boxHalf, 2 * boxHalf, 2 * boxHalf, 2 * boxHalf};
Sphere(2) = {0, 0, 0, radius};
BooleanFragments{ Volume{1, 2}; Delete; }{}

// Volumes are found by the box that they lie in. The names are those that the case uses.
eps = 1e-3;
ball() = Volume In BoundingBox{-radius - eps, -radius - eps, -radius - eps, radius + eps, radius + eps, radius + eps};
air() = Volume{:};
air() -= ball();
Physical Volume("Ball") = {ball()};
Physical Volume("Air") = {air()};
Physical Surface("Outer") = Abs(CombinedBoundary{ Volume{:}; });

// Size of the elements: ballSize in the ball, growing to airSize at the box.
Field[1] = MathEval;
Field[1].F = Sprintf("Min(%g, %g + 0.2 * Max(0, Sqrt(x^2 + y^2 + z^2) - %g))", airSize, ballSize, radius);
Background Field = 1;
Mesh.MeshSizeFromPoints = 0;
Mesh.MeshSizeFromCurvature = 0;
Mesh.MeshSizeExtendFromBoundary = 0;
Mesh.Algorithm3D = 1;
Mesh.OptimizeThreshold = 0.5;  // flat elements would make the time step of the whole mesh small
