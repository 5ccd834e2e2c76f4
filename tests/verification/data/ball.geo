// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// A ball of 0.5 in a concentric ball of 1, PEC outside.
SetFactory("OpenCASCADE");
Sphere(1) = {0, 0, 0, 1};
Sphere(2) = {0, 0, 0, 0.5};
pieces() = BooleanFragments{ Volume{1}; Delete; }{ Volume{2}; Delete; };
inner() = Volume In BoundingBox{-0.6, -0.6, -0.6, 0.6, 0.6, 0.6};
all() = Volume{:};
outer() = {};
For i In {0:#all()-1}
  If(all(i) != inner(0))
    outer() += all(i);
  EndIf
EndFor
Physical Volume("Inner") = {inner()};
Physical Volume("Outer") = {outer()};
wall() = CombinedBoundary{ Volume{all()}; };
Physical Surface("Wall") = {wall()};
