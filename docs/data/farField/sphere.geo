SetFactory("OpenCASCADE");
a=0.25; R=0.9;
Sphere(1)={0,0,0,R}; Sphere(2)={0,0,0,a};
BooleanDifference(3)={Volume{1};Delete;}{Volume{2};Delete;};
s()=Boundary{Volume{3};};
Physical Volume("Air")={3};
Physical Surface("Outer")={s(0)};
Physical Surface("Sphere")={s(1)};
MeshSize{:}=0.1;
// 0.04 or 0.02
MeshSize{PointsOf{Surface{s(1)};}}=0.02;
