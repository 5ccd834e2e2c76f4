// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// A ball in a larger concentric sphere of air. Lengths in mm (the case says scale: 1 mm).
// Volumes: Air, Ball. Surface: Outer. The ball's own surface is an ordinary inner surface.
SetFactory("OpenCASCADE");

DefineConstant[
  ballRadius = {100, Name "ballRadius"},
  outerRadius = {300, Name "outerRadius"},
  ballSize = {18, Name "ballSize"}, // element size in the ball: a wave is shorter there by the refractive index
  airSize = {36, Name "airSize"}    // element size at the outer sphere
];

Sphere(1) = {0, 0, 0, ballRadius};
Sphere(2) = {0, 0, 0, outerRadius};
BooleanFragments{ Volume{2}; Delete; }{ Volume{1}; Delete; }

margin = 0.01 * ballRadius;
inBall() = Volume In BoundingBox {-ballRadius - margin, -ballRadius - margin, -ballRadius - margin,
                                  ballRadius + margin, ballRadius + margin, ballRadius + margin};
inAir() = Volume{:};
inAir() -= inBall();
Physical Volume("Ball") = inBall();
Physical Volume("Air") = inAir();
Physical Surface("Outer") = Abs(CombinedBoundary{ Volume{:}; });

// From ballSize on the ball to airSize at the outer sphere, by the distance from the centre.
Field[1] = MathEval;
Field[1].F = Sprintf("%g + (%g - %g) * Min(1, Max(0, (Sqrt(x*x + y*y + z*z) - %g) / %g))", ballSize, airSize, ballSize,
                     ballRadius, outerRadius - ballRadius);
Background Field = 1;
Mesh.MeshSizeFromPoints = 0;
Mesh.MeshSizeFromCurvature = 0;
Mesh.MeshSizeExtendFromBoundary = 0;
// Slivers set the time step of the whole mesh: MeshAdapt copes best with the poles of a sphere, and the optimiser goes on
// until no tetrahedron is worse than 0.5.
Mesh.Algorithm = 1;
Mesh.Algorithm3D = 1;
Mesh.Optimize = 1;
Mesh.OptimizeThreshold = 0.5;
