// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/static/report.hpp"

#include "app/static/case/staticCase.hpp"
#include "lib/base/memory.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace fluxtet::statics {
namespace {

std::string line(const char* label, const std::string& value) {
  return fmt::format("{:<16}{}\n", label, value);
}

std::string problemText(const StaticModel& model) {
  const char* space = model.mesh.dimension == 3 ? "in space"
                      : model.isAxisymmetric()  ? "axisymmetric (r, z)"
                                                : "in a plane, per metre of depth";
  return fmt::format("{}, {}", toString(model.problem()), space);
}

std::string methodText(const StaticSettings& settings) {
  std::string text = toString(settings.assembly);
  if (settings.assembly == AssemblyMethod::ebe) text += fmt::format(" ({} reductions)", toString(settings.reduction));
  return fmt::format("{}, conjugate gradients with preconditioner {}, tolerance {:.3g}", text,
                     toString(settings.preconditioner), settings.tolerance);
}

/// The words of the time-domain solver's report.
std::string memoryText(const StaticMemoryNeed& need) {
  std::string parts = "mesh " + bytesText(need.mesh);
  if (need.whole > 0) parts += ", problem to share out " + bytesText(need.whole);
  parts += ", engine " + bytesText(need.engine);
  if (need.preconditioner > 0) parts += ", amg " + bytesText(need.preconditioner);
  std::string text = line("bytes per rank", fmt::format("{} at most: {}", bytesText(need.ofFirstRank()), parts));
  if (need.gpu > 0) text += line("  on its GPU", fmt::format("{} at most: engine", bytesText(need.gpu)));
  return text;
}

/// "(1, 2, unknown)" of the components from begin to end.
std::string componentText(const Vec3& vector, int begin, int end, const OpenDirections& unknown) {
  std::vector<std::string> components;
  for (auto k = static_cast<std::size_t>(begin); k < static_cast<std::size_t>(end); ++k)
    components.push_back(unknown.contains(k) ? "unknown" : fmt::format("{:.7g}", vector[k]));
  return fmt::format("({})", fmt::join(components, ", "));
}

void addMatrix(const char* title, const char* unit, const NamedMatrix& matrix, std::vector<std::string>& lines) {
  const std::size_t n = matrix.names.size();
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = i; j < n; ++j)
      lines.push_back(
          fmt::format("{} {}, {}: {:.7g} {}", title, matrix.names[i], matrix.names[j], matrix.values[i * n + j], unit));
}

}  // namespace

std::string staticCheckReport(const StaticCase& theCase, const StaticModel& model, const DofMap& dofs,
                              const StaticDevice& device, const StaticMemoryNeed& memory) {
  std::string text = fmt::format("{} is valid.\n", theCase.file);
  text += line("problem", problemText(model));
  text +=
      line("elements", fmt::format("{} {} ({} vertices)", model.mesh.numElements(),
                                   model.mesh.dimension == 2 ? "triangles" : "tetrahedra", model.mesh.numVertices()));
  text += line("unknowns",
               fmt::format("{} (P{}, {} precision), of {} nodes", dofs.numDofs, model.nodes.order,
                           model.statics.settings.singlePrecision ? "single" : "double", model.nodes.numNodes()));
  text += line("method", methodText(model.statics.settings));
  text += line(
      "computes on",
      device.gpu ? "the GPU" : fmt::format("the CPU, {} thread{}", device.threads, device.threads == 1 ? "" : "s"));
  text += memoryText(memory);
  return text;
}

std::vector<std::string> resultLines(const StaticModel& model, const StaticQuantities& q) {
  const bool planar = model.form == FormKind::planar;
  const auto unit = [&](const char* space, const char* perMetre) { return planar ? perMetre : space; };
  std::vector<std::string> lines;
  if (q.energy) lines.push_back(fmt::format("energy {:.7g} {}", *q.energy, unit("J", "J/m")));
  if (q.capacitance) addMatrix("capacitance", unit("F", "F/m"), *q.capacitance, lines);
  for (const auto& [name, value] : q.floatingPotential)
    lines.push_back(fmt::format("potential of {}: {:.7g} V", name, value));
  for (const auto& [name, value] : q.fluxLinkage)
    lines.push_back(fmt::format("flux linkage of {}: {:.7g} {}", name, value, unit("Wb", "Wb/m")));
  if (q.inductance) addMatrix("inductance", unit("H", "H/m"), *q.inductance, lines);
  for (const auto& force : q.forces) {
    const auto components = [&](const Vec3& vector) {
      return componentText(vector, 0, model.mesh.dimension, force.cut.force);
    };
    lines.push_back(fmt::format("force on {}: {} {}, estimated error {:.2g}; on all else: {}", force.region,
                                components(force.value.force), unit("N", "N/m"), norm(force.balance.error),
                                components(force.balance.reaction)));
    if (force.withTorque && !model.isAxisymmetric())
      lines.push_back(fmt::format("torque on {}: {} {}, estimated error {:.2g}", force.region,
                                  componentText(force.value.torque, planar ? 2 : 0, 3, force.cut.torque),
                                  unit("N m", "N m per m"), norm(force.balance.torqueError)));
  }
  return lines;
}

}  // namespace fluxtet::statics
