// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Volume 110: a ball of radius 1 whose surface has no poles, round which OpenCASCADE's spheres get tiny and flat triangles. It is
// a zone of a sphere round z, closed by two caps that are cut from spheres round x.
Geometry.OCCUnionUnify = 0;
Sphere(100) = {0, 0, 0, 1};
Box(101) = {-2, -2, -0.7, 4, 4, 1.4};
BooleanIntersection(102) = { Volume{100}; Delete; }{ Volume{101}; Delete; };
For i In {0:1}
  Sphere(103 + i) = {0, 0, 0, 1};
  Rotate{ {0, 1, 0}, {0, 0, 0}, (1 - 2 * i) * Pi / 2 }{ Volume{103 + i}; }  // its seam comes to lie on the other side
  Box(105 + i) = {-2, -2, i ? -2.7 : 0.7, 4, 4, 2};
  BooleanIntersection(107 + i) = { Volume{103 + i}; Delete; }{ Volume{105 + i}; Delete; };
EndFor
BooleanUnion(110) = { Volume{102}; Delete; }{ Volume{107, 108}; Delete; };
