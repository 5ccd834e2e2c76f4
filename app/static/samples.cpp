// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/static/samples.hpp"

#include "lib/base/error.hpp"
#include "lib/output/outputDirectory.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

namespace fluxtet::statics {
namespace {

std::vector<Vec3> pointsOf(const StaticOutput& output) {
  std::vector<Vec3> points;
  for (const StaticPoint& point : output.points) points.push_back(point.at);
  for (const StaticLine& line : output.lines)
    for (int i = 0; i < line.points; ++i)
      points.push_back(line.from + (static_cast<double>(i) / std::max(1, line.points - 1)) * (line.to - line.from));
  return points;
}

/// Columns after the name or the distance.
std::string header(const StaticModel& model) {
  const bool solid = model.mesh.dimension == 3, meridian = model.isAxisymmetric();
  const char* axes = solid ? "xyz" : meridian ? "rz" : "xy";
  const bool electric = model.problem() == StaticProblem::electrostatic;
  const auto columns = [&](const char* field, const char* unit) {
    std::string text;
    for (const char* axis = axes; *axis != '\0'; ++axis) text += fmt::format(",{}{} [{}]", field, *axis, unit);
    return text;
  };
  return columns("", "m") + fmt::format(",potential [{}]", potentialUnit(model.problem())) +
         (electric ? columns("E", "V/m") + columns("D", "C/m^2") : columns("B", "T") + columns("H", "A/m")) + '\n';
}

std::string numbers(const Vec3& values, int count) {
  std::string text;
  for (int i = 0; i < count; ++i)
    fmt::format_to(std::back_inserter(text), ",{:.17g}", values[static_cast<std::size_t>(i)]);
  return text;
}

}  // namespace

Samples::Samples(const StaticModel& model)
    : model_(model), points_(pointsOf(model.statics.output)), places_(locatePoints(model.mesh, points_)) {
  const StaticOutput& output = model.statics.output;
  for (std::size_t i = 0; i < output.points.size(); ++i)
    require(places_[i].element >= 0, "{}: output.points: '{}' at {} lies outside the mesh",
            toString(output.points[i].mark), output.points[i].name, placeText(model, points_[i]));
  auto place = places_.begin() + static_cast<std::ptrdiff_t>(output.points.size());
  for (const StaticLine& line : output.lines) {
    require(std::any_of(place, place + line.points, [](const PointPlace& p) { return p.element >= 0; }),
            "{}: output.lines: no point of '{}', from {} to {}, lies in the mesh", toString(line.mark), line.name,
            placeText(model, line.from), placeText(model, line.to));
    place += line.points;
  }
}

std::string Samples::rows(std::size_t begin, std::size_t end, std::span<const double> values) const {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  const bool electric = model_.problem() == StaticProblem::electrostatic;
  const StaticOutput& output = model_.statics.output;
  const int dim = model_.mesh.dimension;
  std::string text;
  for (std::size_t i = begin; i < end; ++i) {
    const FieldValue outside{nan, {nan, nan, nan}, {nan, nan, nan}};
    const FieldValue field = fieldAt(model_, values, places_[i]).value_or(outside);
    text +=
        i < output.points.size() ? output.points[i].name : fmt::format("{:.17g}", norm(points_[i] - points_[begin]));
    text += numbers(points_[i], dim) + fmt::format(",{:.17g}", field.potential);
    text += numbers(electric ? field.intensity : field.flux, dim) +
            numbers(electric ? field.flux : field.intensity, dim) + '\n';
  }
  return text;
}

void Samples::write(const std::filesystem::path& directory, std::span<const double> values) const {
  const StaticOutput& output = model_.statics.output;
  std::size_t begin = output.points.size();
  if (begin > 0) writeTextFile(directory / outputName::points, "name" + header(model_) + rows(0, begin, values));
  if (!output.lines.empty()) createFolder(directory / outputName::lines);
  for (const StaticLine& line : output.lines) {
    const std::size_t end = begin + static_cast<std::size_t>(line.points);
    writeTextFile(directory / outputName::lines / (line.name + ".csv"),
                  "distance [m]" + header(model_) + rows(begin, end, values));
    begin = end;
  }
}

}  // namespace fluxtet::statics
