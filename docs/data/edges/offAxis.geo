SetFactory("OpenCASCADE");
// A coaxial line of radii a and b whose axes are d apart, in mm.
DefineConstant[ a = 5, b = 10, d = 4, L = 20 ];
Cylinder(1) = {0, 0, 0, 0, 0, L, b};
Cylinder(2) = {d, 0, 0, 0, 0, L, a};
BooleanDifference(3) = { Volume{1}; Delete; }{ Volume{2}; Delete; };
e = 1e-3;
Physical Volume("Line") = {3};
one() = Surface In BoundingBox{-100, -100, -e, 100, 100, e};
two() = Surface In BoundingBox{-100, -100, L - e, 100, 100, L + e};
inner() = Surface In BoundingBox{d - a - e, -a - e, -e, d + a + e, a + e, L + e};
all() = Abs(CombinedBoundary{ Volume{3}; });
outer() = all(); outer() -= one(); outer() -= two(); outer() -= inner();
Physical Surface("One") = one();
Physical Surface("Two") = two();
Physical Surface("Inner") = inner();
Physical Surface("Outer") = outer();
MeshSize{:} = 100;
