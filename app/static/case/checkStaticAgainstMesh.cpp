// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/static/case/checkStaticAgainstMesh.hpp"

#include "app/case/groupNames.hpp"

#include <fmt/format.h>

namespace fluxtet::statics {

namespace {

using config::Faults;

void checkBoundaries(const StaticCase& statics, const GroupNames& surfaces, Faults& faults) {
  for (const StaticBoundary& boundary : statics.boundaries) {
    checkGroupName(boundary.surface, "boundaries", surfaces, boundary.mark, faults);
    if (!boundary.partner.empty())
      checkGroupName(boundary.partner, fmt::format("boundaries.{}", boundary.surface), surfaces, boundary.mark, faults);
  }
}

/// A floating conductor's charge is one of the whole body, or of one metre of an infinitely long one.
void checkCharges(const StaticCase& statics, bool perMetre, Faults& faults) {
  for (const StaticBoundary& boundary : statics.boundaries)
    if (boundary.perMetre && *boundary.perMetre != perMetre)
      faults.add(boundary.mark,
                 fmt::format("boundaries.{}.floating.charge: is given in {}, but this mesh {}: give it in {}",
                             boundary.surface, perMetre ? "C" : "C/m",
                             perMetre ? "is a plane of one metre depth" : "holds the whole conductor",
                             perMetre ? "C/m" : "C"));
}

/// Tetrahedra have no symmetry, and no component of the vector potential of their own.
void checkTetrahedra(const StaticSettings& settings, Faults& faults) {
  if (settings.symmetry == Symmetry::axisymmetric)
    faults.add(
        settings.mark,
        "static.symmetry: axisymmetric needs a mesh of triangles (r, z), but this one has tetrahedra: leave it out");
  if (settings.problem == StaticProblem::magnetostatic)
    faults.add(
        settings.mark,
        "static.problem: magnetostatic seeks A_z (or A_phi) of a plane and needs a mesh of triangles, but this one "
        "has tetrahedra: mesh a cross-section, or use scalarMagnetic where no current flows");
}

/// Nothing may point out of the plane of the triangles.
class PlaneCheck {
 public:
  explicit PlaneCheck(Faults& faults) : faults_(faults) {}

  void operator()(const Vec3& vector, const std::string& path, const Mark& mark) {
    if (vector[2] != 0)
      faults_.add(mark, fmt::format("{}: the third component is {:g}, but the mesh is a plane: give two components, or "
                                    "a zero",
                                    path, vector[2]));
  }

 private:
  Faults& faults_;
};

void checkTriangles(const StaticCase& theCase, Faults& faults) {
  PlaneCheck check(faults);
  for (const Material& material : theCase.materials)
    check(material.remanence, fmt::format("materials.{}.remanence", material.name), material.mark);
  const StaticOutput& output = theCase.output;
  for (const StaticPoint& point : output.points)
    check(point.at, fmt::format("output.points.{}.at", point.name), point.mark);
  for (const StaticLine& line : output.lines) {
    check(line.from, fmt::format("output.lines.{}.from", line.name), line.mark);
    check(line.to, fmt::format("output.lines.{}.to", line.name), line.mark);
  }
  for (const ForceQuantity& force : output.forces)
    if (force.torqueAbout) check(*force.torqueAbout, "output.quantities.torque.about", force.mark);
}

}  // namespace

void checkStaticCaseAgainstMesh(const StaticCase& theCase, const std::vector<std::string>& regionNames,
                                const std::vector<std::string>& surfaceNames, int dimension) {
  const bool solid = dimension == 3;
  Faults faults;
  checkRegionNames(theCase, {regionNames, solid ? "volume" : "surface"}, faults);
  checkBoundaries(theCase, {surfaceNames, solid ? "surface" : "curve"}, faults);
  checkCharges(theCase, !solid && theCase.settings.symmetry == Symmetry::planar, faults);
  if (solid) {
    checkTetrahedra(theCase.settings, faults);
  } else {
    checkTriangles(theCase, faults);
  }
  faults.throwIfAny();
}

}  // namespace fluxtet::statics
