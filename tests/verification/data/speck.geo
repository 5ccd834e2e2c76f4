// A room with a small ball far from its walls: elements there are twenty times smaller than elsewhere.
SetFactory("OpenCASCADE");
Box(1) = {-0.06, -0.05, -0.05, 0.12, 0.1, 0.1};
Sphere(2) = {0.011, 0.003, -0.004, 0.002};
BooleanFragments{ Volume{1}; Delete; }{ Volume{2}; Delete; }
e = 1e-3;
ball() = Boundary{ Volume{2}; };
open() = Surface In BoundingBox{-0.06 - e, -1, -1, -0.06 + e, 1, 1};
side() = Surface{:};
side() -= {ball(), open()};
Physical Volume("Ball") = {2};
Physical Volume("Air") = {3};
Physical Surface("Open") = open();
Physical Surface("Side") = side();
Field[1] = Ball;
Field[1].XCenter = 0.011;
Field[1].YCenter = 0.003;
Field[1].ZCenter = -0.004;
Field[1].Radius = 0.0025;
Field[1].Thickness = 0.015;
Field[1].VIn = 0.0012;
Field[1].VOut = 0.022;
Background Field = 1;
Mesh.MeshSizeExtendFromBoundary = 0;
Mesh.MeshSizeFromPoints = 0;
