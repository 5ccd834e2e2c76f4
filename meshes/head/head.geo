// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// A head of four nested tissues with a telephone upright beside its right ear. Lengths in mm. x points to the right ear, y to the
// face, z to the crown; the origin is the middle of the head. Volumes: Skin Skull Csf Brain Feed Air. Surfaces: Outer,
// Phone (box, antenna and both ends of the feed: cut out), SkinSurface (skin to air, an ordinary inner surface).
SetFactory("OpenCASCADE");

// Element sizes of the presets, mm.
shells() = {8, 3.4, 2.32, 2.5};
brains() = {10, 4.3, 2.85, 3.1};
phones() = {8, 4, 3, 4};
wires() = {2, 2, 1.5, 2};
airs() = {27, 11.1, 8.95, 19.6};
growths() = {0.35, 0.2, 0.2, 0.2};

DefineConstant[
  headX = {75, Name "headX"},                      // half axes of the skin's outside: left to right,
  headY = {95, Name "headY"},                      // back to front,
  headZ = {110, Name "headZ"},                     // down to up
  skinThickness = {6, Name "skinThickness"},
  skullThickness = {7, Name "skullThickness"},
  csfThickness = {3, Name "csfThickness"},
  ears = {1, Name "ears"},                         // 1: with ears, which are skin; 0: without
  earDepth = {9, Name "earDepth"},                 // how far they stand out
  earWidth = {32, Name "earWidth"},                // back to front
  earHeight = {60, Name "earHeight"},
  phoneDistance = {10, Name "phoneDistance"},      // from the outermost point of head and ear to the box
  phoneDepth = {20, Name "phoneDepth"},            // left to right
  phoneWidth = {45, Name "phoneWidth"},            // back to front
  phoneHeight = {110, Name "phoneHeight"},
  phoneTop = {25, Name "phoneTop"},                // height of the box's top face over the middle of the head
  antennaLength = {39.6, Name "antennaLength"},    // with the gap a quarter of a wave at 1.8 GHz, 41.6 mm
  wireRadius = {1.5, Name "wireRadius"},           // of antenna and feed, to the corners of their hexagon
  gapLength = {2, Name "gapLength"},               // of the feed, between box and antenna
  outerRadius = {330, Name "outerRadius"},
  preset = {0, Name "preset"},                     // 0: coarse; 1, 2: M1, M2; 3: the mesh that refined once is M3
  shellSize = {shells(preset), Name "shellSize"},  // element sizes: at and in skin, skull and fluid,
  brainSize = {brains(preset), Name "brainSize"},  // in the brain's middle,
  phoneSize = {phones(preset), Name "phoneSize"},  // on the telephone's box,
  wireSize = {wires(preset), Name "wireSize"},     // at antenna and feed,
  airSize = {airs(preset), Name "airSize"},        // far away, at most
  growth = {growths(preset), Name "growth"},       // of the size with the distance from what is fine
  hxt = {preset > 0, Name "hxt"},                  // 1: HXT instead of Delaunay, see below
  threshold = {hxt ? 0.4 : 0.5, Name "threshold"}  // elements of a lower quality are improved
];

Include "unitBall.geo";

// Ellipsoids that contain each other, from outside to inside: the head, the skull, the fluid, the brain.
depth() = {0, skinThickness, skinThickness + skullThickness, skinThickness + skullThickness + csfThickness};
For i In {0:3}
  ball() = Translate{0, 0, 0}{ Duplicata{ Volume{110}; } };
  Dilate{ {0, 0, 0}, {headX - depth(i), headY - depth(i), headZ - depth(i)} }{ Volume{ball(0)}; }
  solid(i) = ball(0);
EndFor
If(ears)
  For i In {0:1}
    ear() = Translate{0, 0, 0}{ Duplicata{ Volume{110}; } };
    Dilate{ {0, 0, 0}, {earDepth, earWidth / 2, earHeight / 2} }{ Volume{ear(0)}; }
    Translate{headX * (1 - 2 * i), 0, 0}{ Volume{ear(0)}; }
    earSolid(i) = ear(0);
  EndFor
  BooleanUnion(7) = { Volume{solid(0)}; Delete; }{ Volume{earSolid()}; Delete; };
  solid(0) = 7;
EndIf

// The telephone: box, feed and antenna, the two of one hexagon.
phoneX = headX + (ears ? earDepth : 0) + phoneDistance;
feedX = phoneX + phoneDepth / 2;
Box(8) = {phoneX, -phoneWidth / 2, phoneTop - phoneHeight, phoneDepth, phoneWidth, phoneHeight};
For i In {0:5}
  Point(10001 + i) = {feedX + wireRadius * Cos(i * Pi / 3), wireRadius * Sin(i * Pi / 3), phoneTop};
EndFor
For i In {0:5}
  Line(10001 + i) = {10001 + i, 10001 + (i + 1) % 6};
EndFor
Curve Loop(10001) = {10001:10006};
Plane Surface(10001) = {10001};
feed() = Extrude{0, 0, gapLength}{ Surface{10001}; };
antenna() = Extrude{0, 0, antennaLength}{ Surface{feed(0)}; };

// Solids that touch: a difference keeps the surfaces of what it is cut with, so that both share them.
If(hxt)
  near() = Translate{0, 0, 0}{ Duplicata{ Volume{110}; } };
  Dilate{ {0, 0, 0}, 0.76 * outerRadius }{ Volume{near(0)}; }
EndIf
Dilate{ {0, 0, 0}, outerRadius }{ Volume{110}; }
BooleanDifference(10) = { Volume{110}; Delete; }{ Volume{8, antenna(1)}; Delete; };
BooleanDifference(14) = { Volume{10}; Delete; }{ Volume{solid(0), feed(1)}; };
BooleanDifference(11) = { Volume{solid(0)}; Delete; }{ Volume{solid(1)}; };
BooleanDifference(12) = { Volume{solid(1)}; Delete; }{ Volume{solid(2)}; };
BooleanDifference(13) = { Volume{solid(2)}; Delete; }{ Volume{solid(3)}; };
air() = {14};
If(hxt)  // two parts of air, which two processes fill with elements
  BooleanIntersection(15) = { Volume{14}; }{ Volume{near(0)}; };
  BooleanDifference(16) = { Volume{14}; Delete; }{ Volume{near(0)}; Delete; };
  air() = {15, 16};
EndIf

Physical Volume("Skin") = {11};
Physical Volume("Skull") = {12};
Physical Volume("Csf") = {13};
Physical Volume("Brain") = {solid(3)};
Physical Volume("Feed") = {feed(1)};
Physical Volume("Air") = {air()};
e = 1e-3;
around() = Abs(CombinedBoundary{ Volume{:}; });
outer() = around();
outer() -= Surface In BoundingBox{phoneX - e, -phoneWidth / 2 - e, phoneTop - phoneHeight - e, phoneX + phoneDepth + e,
                                  phoneWidth / 2 + e, phoneTop + gapLength + antennaLength + e};
phone() = around();
phone() -= outer();
skin() = Abs(CombinedBoundary{ Volume{11, 12, 13, solid(3)}; });
Physical Surface("Outer") = outer();
Physical Surface("Phone") = phone();
Physical Surface("SkinSurface") = skin();

// Sizes grow with the distance from the head's surface (along the ray from its middle), outwards and from the fluid into the
// brain; from the telephone's box; from the wire.
above = Sprintf("Sqrt(x^2 + y^2 + z^2) * (1 - 1 / Max(0.01, Sqrt((x/%g)^2 + (y/%g)^2 + (z/%g)^2)))", headX, headY, headZ);
fromHead = StrCat("Max(0, ", above, ")");
inBrain = StrCat("Max(0, ", Sprintf("-%g - ", depth(3)), above, ")");
Field[1] = MathEval;
Field[1].F = StrCat(Sprintf("%g + Min(%g, %g * ", shellSize, airSize - shellSize, growth), fromHead,
                    Sprintf(") + Min(%g, %g * ", brainSize - shellSize, growth), inBrain, ")");
fromBox = Sprintf("Sqrt(Max(0, Abs(x - %g) - %g)^2 + Max(0, Abs(y) - %g)^2 + Max(0, Abs(z - (%g)) - %g)^2)",
                  feedX, phoneDepth / 2, phoneWidth / 2, phoneTop - phoneHeight / 2, phoneHeight / 2);
Field[2] = MathEval;
Field[2].F = StrCat(Sprintf("%g + %g * ", phoneSize, growth), fromBox);
wireLength = gapLength + antennaLength;
fromWire = Sprintf("Max(0, Sqrt((x - %g)^2 + y^2 + Max(0, Abs(z - (%g)) - %g)^2) - %g)",
                   feedX, phoneTop + wireLength / 2, wireLength / 2, wireRadius);
Field[3] = MathEval;
Field[3].F = StrCat(Sprintf("%g + %g * ", wireSize, growth), fromWire);
Field[4] = Min;
Field[4].FieldsList = {1, 2, 3};
Background Field = 4;
Mesh.MeshSizeFromPoints = 0;
Mesh.MeshSizeFromCurvature = 0;
Mesh.MeshSizeExtendFromBoundary = 0;
Mesh.Algorithm = 6;
// Slivers set the time step of the whole mesh. Delaunay leaves some in thin layers, where elements are about as large as these
// are thick; HXT leaves none and makes the step twice to three times as long. With a threshold of 0.5 it takes six times as
// long, for the same step.
Mesh.Algorithm3D = hxt ? 10 : 1;
Mesh.OptimizeThreshold = threshold;
