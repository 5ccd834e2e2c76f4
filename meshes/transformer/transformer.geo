// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Single-phase transformer with a wound middle limb and two return limbs, cut across its windows. Lengths in m.
// Regions: Core PrimaryLeft PrimaryRight SecondaryLeft SecondaryRight Oil. Curve: Tank.
SetFactory("OpenCASCADE");

DefineConstant[
  limbWidth = {1.2, Name "limbWidth"},           // of the middle limb; return limbs and yokes have half of it
  windowWidth = {1.0, Name "windowWidth"},
  windowHeight = {2.4, Name "windowHeight"},
  windingHeight = {2.0, Name "windingHeight"},
  secondaryAt = {0.1, Name "secondaryAt"},       // distance of the secondary from the limb
  secondaryWidth = {0.2, Name "secondaryWidth"},
  primaryAt = {0.45, Name "primaryAt"},          // distance of the primary from the limb
  primaryWidth = {0.3, Name "primaryWidth"},
  tankWidth = {6, Name "tankWidth"},
  tankHeight = {5, Name "tankHeight"},
  size = {0.062, Name "size"},                   // element size
  farShare = {3, Name "farShare"}                // element size at the tank over `size`
];

half = limbWidth/2;
outerWidth = limbWidth + 2*windowWidth + 2*half;
outerHeight = windowHeight + 2*half;
Rectangle(1) = {-outerWidth/2, -outerHeight/2, 0, outerWidth, outerHeight};
Rectangle(2) = {half, -windowHeight/2, 0, windowWidth, windowHeight};
Rectangle(3) = {-half - windowWidth, -windowHeight/2, 0, windowWidth, windowHeight};
BooleanDifference(4) = { Surface{1}; Delete; }{ Surface{2, 3}; Delete; };
Rectangle(5) = {half + secondaryAt, -windingHeight/2, 0, secondaryWidth, windingHeight};
Rectangle(6) = {-half - secondaryAt - secondaryWidth, -windingHeight/2, 0, secondaryWidth, windingHeight};
Rectangle(7) = {half + primaryAt, -windingHeight/2, 0, primaryWidth, windingHeight};
Rectangle(8) = {-half - primaryAt - primaryWidth, -windingHeight/2, 0, primaryWidth, windingHeight};
Rectangle(9) = {-tankWidth/2, -tankHeight/2, 0, tankWidth, tankHeight};
oil() = BooleanDifference{ Surface{9}; Delete; }{ Surface{4:8}; };
Coherence;

Physical Surface("Core") = {4};
Physical Surface("SecondaryRight") = {5};
Physical Surface("SecondaryLeft") = {6};
Physical Surface("PrimaryRight") = {7};
Physical Surface("PrimaryLeft") = {8};
Physical Surface("Oil") = oil();
tank() = Abs(CombinedBoundary{ Surface{4:8, oil()}; });
Physical Curve("Tank") = tank();

MeshSize{ PointsOf{ Surface{4:8}; } } = size;
MeshSize{ PointsOf{ Curve{tank()}; } } = farShare * size;
Mesh.MeshSizeFromCurvature = 0;
