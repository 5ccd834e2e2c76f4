// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// A ball in a box of air. Lengths in mm. Volumes: Air, Ball. Surfaces: FarField (a box round the ball, inside of the air), Outer.
SetFactory("OpenCASCADE");

// Parameters: change one in the case, `mesh.parameters: {radius: 200}`, or with `--set mesh.parameters.radius=200`.
DefineConstant[
  radius = {250, Name "radius"},
  farHalf = {650, Name "farHalf"},   // half the edge of the box FarField: room for three elements or more between it and the ball
  boxHalf = {850, Name "boxHalf"},   // half the edge of the box of air
  ballSize = {85, Name "ballSize"},  // size of the elements in the ball, where a wave of 450 MHz is 333 mm long
  airSize = {140, Name "airSize"}    // and at the box
];

// Flat triangles with their corners on the ball would lie inside of it: it is made larger by what gives their polyhedron its volume.
r = radius + 0.117 * ballSize^2 / radius;

// The ball lies inside both boxes; BooleanFragments makes neighbours share their surfaces.
Box(1) = {-boxHalf, -boxHalf, -boxHalf, 2 * boxHalf, 2 * boxHalf, 2 * boxHalf};
Sphere(2) = {0, 0, 0, r};
Box(3) = {-farHalf, -farHalf, -farHalf, 2 * farHalf, 2 * farHalf, 2 * farHalf};
BooleanFragments{ Volume{1, 2, 3}; Delete; }{}

// Volumes and surfaces are found by the box that they lie in. The names are those that the case uses.
eps = 1e-3;
ball() = Volume In BoundingBox{-r - eps, -r - eps, -r - eps, r + eps, r + eps, r + eps};
air() = Volume{:};
air() -= ball();
Physical Volume("Ball") = {ball()};
Physical Volume("Air") = {air()};
f = farHalf + eps;
inside() = Volume In BoundingBox{-f, -f, -f, f, f, f};
Physical Surface("FarField") = Abs(CombinedBoundary{ Volume{inside()}; });
Physical Surface("Outer") = Abs(CombinedBoundary{ Volume{:}; });

// Size of the elements: ballSize in the ball, growing to airSize at the box.
Field[1] = MathEval;
Field[1].F = Sprintf("Min(%g, %g + 0.1 * Max(0, Sqrt(x^2 + y^2 + z^2) - %g))", airSize, ballSize, radius);
Background Field = 1;
Mesh.MeshSizeFromPoints = 0;
Mesh.MeshSizeFromCurvature = 0;
Mesh.MeshSizeExtendFromBoundary = 0;
Mesh.Algorithm3D = 1;
Mesh.OptimizeThreshold = 0.5;  // flat elements would make the time step of the whole mesh small
