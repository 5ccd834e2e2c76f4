// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// A cell of a screen without thickness in the plane z = 0: square patches, or the sheet with square holes that they leave.
// Lengths in mm. Volumes: Air. Surfaces: Screen, the ends Near (lowest z) and Far, and the sides Left and Right (x), Front
// and Back (y). The meshes of the sides are copies of each other.
SetFactory("OpenCASCADE");

DefineConstant[
  period = {10, Name "period"},
  patch = {6, Name "patch"},
  space = {24, Name "space"},
  holes = {0, Name "holes"}, // 1: the sheet with holes
  size = {2.2, Name "size"},
  edgeSize = {0.7, Name "edgeSize"}
];

h = period / 2;
Box(1) = {-h, -h, -space, period, period, space};
Box(2) = {-h, -h, 0, period, period, space};
Rectangle(100) = {-patch / 2, -patch / 2, 0, patch, patch};
BooleanFragments{ Volume{1, 2}; Delete; }{ Surface{100}; Delete; }

e = 0.001 * period; // slack of the bounding boxes
Physical Volume("Air") = Volume{:};
inPlane() = Surface In BoundingBox {-h - e, -h - e, -e, h + e, h + e, e};
ofPatch() = Surface In BoundingBox {-patch / 2 - e, -patch / 2 - e, -e, patch / 2 + e, patch / 2 + e, e};
inPlane() -= ofPatch();
If (holes)
  Physical Surface("Screen") = inPlane();
Else
  Physical Surface("Screen") = ofPatch();
EndIf
Physical Surface("Near") = Surface In BoundingBox {-h - e, -h - e, -space - e, h + e, h + e, -space + e};
Physical Surface("Far") = Surface In BoundingBox {-h - e, -h - e, space - e, h + e, h + e, space + e};

// Each side has two faces, behind and before the screen.
For k In {0:1}
  z = (k - 1) * space;
  left~{k}() = Surface In BoundingBox {-h - e, -h - e, z - e, -h + e, h + e, z + space + e};
  right~{k}() = Surface In BoundingBox {h - e, -h - e, z - e, h + e, h + e, z + space + e};
  front~{k}() = Surface In BoundingBox {-h - e, -h - e, z - e, h + e, -h + e, z + space + e};
  back~{k}() = Surface In BoundingBox {-h - e, h - e, z - e, h + e, h + e, z + space + e};
  Periodic Surface {right~{k}()} = {left~{k}()} Translate {period, 0, 0};
  Periodic Surface {back~{k}()} = {front~{k}()} Translate {0, period, 0};
EndFor
Physical Surface("Left") = {left_0(), left_1()};
Physical Surface("Right") = {right_0(), right_1()};
Physical Surface("Front") = {front_0(), front_1()};
Physical Surface("Back") = {back_0(), back_1()};

// From edgeSize at the edges of the patch to size half a period away from them.
Field[1] = MathEval;
Field[1].F = Sprintf("Min(%g, %g + %g * Sqrt(z^2 + (Max(Abs(x), Abs(y)) - %g)^2))", size, edgeSize,
                     (size - edgeSize) / h, patch / 2);
Background Field = 1;
Mesh.MeshSizeFromPoints = 0;
Mesh.MeshSizeFromCurvature = 0;
Mesh.MeshSizeExtendFromBoundary = 0;
Mesh.Algorithm3D = 1;
Mesh.Optimize = 1;
Mesh.OptimizeThreshold = 0.5;
