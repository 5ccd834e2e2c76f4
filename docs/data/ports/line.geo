SetFactory("OpenCASCADE");
Box(1) = {0,0,0, 2.5,12,5};
Box(2) = {2.5,0,0, 55,12,5};
Box(3) = {57.5,0,0, 2.5,12,5};
BooleanFragments{ Volume{1,2,3}; Delete; }{}
Physical Volume("Left") = {1};
Physical Volume("Line") = {2};
Physical Volume("Right") = {3};
eps=1e-3;
Physical Surface("Bottom") = Surface In BoundingBox{-1,-1,-eps,61,13,eps};
Physical Surface("Top") = Surface In BoundingBox{-1,-1,5-eps,61,13,5+eps};
a() = Surface In BoundingBox{-1,-eps,-1,61,eps,6};
b() = Surface In BoundingBox{-1,12-eps,-1,61,12+eps,6};
c() = Surface In BoundingBox{-eps,-1,-1,eps,13,6};
d() = Surface In BoundingBox{60-eps,-1,-1,60+eps,13,6};
Physical Surface("Sides") = {a(),b(),c(),d()};
Mesh.MeshSizeMax=2.5;
