SetFactory("OpenCASCADE");
Box(1) = {-30, -15, 0, 60, 30, 8};
Point(100) = {0, 1.5, 0}; Point(101) = {0, 15, 0}; Point(102) = {0, -1.5, 0}; Point(103) = {0, -15, 0};
Line(100) = {100, 101}; Line(101) = {102, 103};
fins() = Extrude {0, 0, 8} { Curve{100, 101}; };
BooleanFragments{ Volume{1}; Delete; }{ Surface{fins(1), fins(5)}; Delete; }
e = 1e-3;
fin() = Surface In BoundingBox{-e, -15 - e, -e, e, 15 + e, 8 + e};
magnetic() = {};
electric() = {};
outer() = Abs(CombinedBoundary{ Volume{:}; });
For i In {0 : #outer() - 1}
  box() = BoundingBox Surface{outer(i)};
  If (box(5) - box(2) < 1)
    magnetic() += outer(i);
  Else
    electric() += outer(i);
  EndIf
EndFor
electric() -= fin();
Physical Volume("Ridge") = Volume{:};
Physical Surface("Electric") = electric();
Physical Surface("Fin") = fin();
Physical Surface("Magnetic") = magnetic();
MeshSize{:} = 100;
