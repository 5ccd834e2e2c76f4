DefineConstant[ t = 1, s = 20 ];
SetFactory("OpenCASCADE");
Box(1) = {-60,-60,0,120,120,60};
Box(2) = {-60,-60,-t,120,120,t};
Box(3) = {-60,-60,-60-t,120,120,60};
BooleanFragments{ Volume{1:3}; Delete; }{}
Physical Volume("Air") = {1,3}; Physical Volume("Slab") = {2};
o() = Abs(CombinedBoundary{ Volume{:}; });
Physical Surface("Outer") = o();
MeshSize{:} = s;
