// Two rooms with a film between them, and named walls.
SetFactory("OpenCASCADE");
DefineConstant[ size = 0.05 ];
Box(1) = {0, 0, 0, 0.1, 0.06, 0.08};
Box(2) = {0.1, 0, 0, 0.1, 0.06, 0.08};
BooleanFragments{ Volume{1}; Delete; }{ Volume{2}; Delete; }
e = 1e-3;
film() = Surface In BoundingBox{0.1 - e, -1, -1, 0.1 + e, 1, 1};
open() = Surface In BoundingBox{-e, -1, -1, e, 1, 1};
end() = Surface In BoundingBox{0.2 - e, -1, -1, 0.2 + e, 1, 1};
side() = Surface{:};
side() -= {film(), open(), end()};
Physical Volume("Air") = {1, 2};
Physical Surface("Film") = film();
Physical Surface("Open") = open();
Physical Surface("End") = end();
Physical Surface("Side") = side();
Mesh.MeshSizeMax = size;
Mesh.MeshSizeMin = size / 2;
