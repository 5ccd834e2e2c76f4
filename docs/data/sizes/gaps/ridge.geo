SetFactory("OpenCASCADE");
Box(1) = {-30, 0, 0, 60, 30, 8};
Box(2) = {-6, 3, 0, 12, 27, 8};
BooleanDifference{ Volume{1}; Delete; }{ Volume{2}; Delete; }
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
Physical Volume("Ridge") = Volume{:};
Physical Surface("Electric") = electric();
Physical Surface("Magnetic") = magnetic();
MeshSize{:} = 100;
