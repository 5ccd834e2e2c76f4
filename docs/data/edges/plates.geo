DefineConstant[ he = 0.1, g = 0.4, hmax = 0.3, d = 0.1, t = 0 ];
SetFactory("OpenCASCADE");
Rectangle(1) = {0, 0, 0, 3, 3};
If (t > 0)
  Rectangle(2) = {0, d, 0, 1, t};
  BooleanDifference{ Surface{1}; Delete; }{ Surface{2}; Delete; }
Else
  Point(10) = {0, d, 0}; Point(11) = {1, d, 0}; Line(10) = {10, 11};
  BooleanFragments{ Surface{1}; Delete; }{ Curve{10}; Delete; }
EndIf
e = 1e-6;
strip() = Curve In BoundingBox{-e, d - e, -e, 1 + e, d + t + e, e};
axis() = Curve In BoundingBox{-e, -e, -e, e, 3 + e, e};
outer() = Abs(Boundary{ Surface{1}; });
outer() -= strip(); outer() -= axis();
strip() -= axis();
tips() = Point In BoundingBox{1 - e, d - e, -e, 1 + e, d + t + e, e};
Physical Surface("Air") = {1};
Physical Curve("Strip") = strip();
Physical Curve("Axis") = axis();
Physical Curve("Outer") = outer();
Field[1] = Distance; Field[1].PointsList = {tips()};
Field[2] = MathEval; Field[2].F = Sprintf("Min(%g, %g + %g*F1)", hmax, he, g);
Background Field = 2;
Mesh.MeshSizeExtendFromBoundary = 0;
