// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/output/phasorFiles.hpp"

#include "lib/base/frequencyText.hpp"
#include "lib/base/hdf5.hpp"
#include "lib/output/dftWriter.hpp"
#include "lib/output/outputDirectory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace fluxtet {
namespace {

constexpr int digits = 12;

Vec3 linePoint(const LineGrid& line, std::int64_t index) {
  return line.from + (static_cast<double>(index) / (line.points - 1)) * (line.to - line.from);
}

/// Point `index` of an output, m.
Vec3 phasorPoint(const DftOutput& spec, std::int64_t index) {
  if (index < static_cast<std::int64_t>(spec.points.size())) return spec.points[static_cast<std::size_t>(index)].at;
  index -= static_cast<std::int64_t>(spec.points.size());
  for (const LineGrid& line : spec.lines) {
    if (index < line.points) return linePoint(line, index);
    index -= line.points;
  }
  for (const SliceGrid& slice : spec.slices) {
    if (index < slicePointCount(slice)) return slicePoints(slice, index, index + 1).front();
    index -= slicePointCount(slice);
  }
  return {};
}

void appendPlace(std::string& row, const Vec3& point) {
  for (const double x : point) fmt::format_to(std::back_inserter(row), ",{:.{}g}", x, digits);
}

}  // namespace

std::string spectrumUnit(SpectrumKind kind, char field) {
  return fmt::format("{}{}/m", field == 'E' ? 'V' : 'A', kind == SpectrumKind::integral ? " s" : "");
}

std::string spectrumDescription(SpectrumKind kind, char field, const std::string& part) {
  const char* name = field == 'E' ? "electric" : "magnetic";
  const char* what = part == "re" ? "real part" : part == "im" ? "imaginary part" : "length of the complex vector";
  if (kind == SpectrumKind::integral)
    return fmt::format("{} field at frequency_Hz, {} of its Fourier integral with exp(-i 2 pi f t)", name, what);
  return fmt::format("{} field at frequency_Hz, {} of its phasor (peak values, time dependence exp(+i 2 pi f t))", name,
                     what);
}

std::int64_t phasorPointCount(const DftOutput& spec) {
  auto count = static_cast<std::int64_t>(spec.points.size());
  for (const LineGrid& line : spec.lines) count += line.points;
  for (const SliceGrid& slice : spec.slices) count += slicePointCount(slice);
  return count;
}

std::vector<Vec3> phasorPoints(const DftOutput& spec, std::int64_t begin, std::int64_t end) {
  std::vector<Vec3> points;
  points.reserve(static_cast<std::size_t>(end - begin));
  for (std::int64_t i = begin; i < end; ++i) points.push_back(phasorPoint(spec, i));
  return points;
}

PhasorFiles::PhasorFiles(const DftOutput& spec, std::vector<SliceRegions> regions,
                         const std::filesystem::path& directory)
    : spec_(spec), regions_(std::move(regions)), directory_(directory / outputName::dft), lines_(spec.lines.size()) {}

std::int64_t PhasorFiles::bytes(const DftOutput& spec) {
  constexpr std::int64_t inText = digits + 8, growth = 2;
  const std::int64_t vectors = 2 * ((spec.fields.E ? 1 : 0) + (spec.fields.H ? 1 : 0)), components = 3 * vectors;
  std::int64_t rows = static_cast<std::int64_t>(spec.points.size()), mostWriting = 0, regions = 0;
  for (const LineGrid& line : spec.lines) rows += line.points;
  for (const SliceGrid& slice : spec.slices) {
    mostWriting = std::max(mostWriting, sliceFileBytes(slice, vectors));
    regions += sliceRegionsBytes(slice);
  }
  const std::int64_t text =
      growth * static_cast<std::int64_t>(spec.frequencies.size()) * rows * (components + 5) * inText;
  // The values of a frequency, and what came from the ranks.
  return 2 * phasorPointCount(spec) * components * static_cast<std::int64_t>(sizeof(double)) + text + regions +
         mostWriting;
}

std::vector<PointField> PhasorFiles::fieldsOf(const PhasorView& phasors, std::int64_t begin, std::int64_t count) const {
  std::vector<PointField> fields;
  const auto add = [&](char field, const char* part, std::span<const double> values) {
    if (values.empty()) return;
    fields.push_back({fmt::format("{}_{}", field, part), spectrumUnit(spec_.kind, field),
                      spec_.kind == SpectrumKind::amplitude ? "peak" : "", spectrumDescription(spec_.kind, field, part),
                      values.subspan(static_cast<std::size_t>(3 * begin), static_cast<std::size_t>(3 * count))});
  };
  add('E', "re", phasors.reE);
  add('E', "im", phasors.imE);
  add('H', "re", phasors.reH);
  add('H', "im", phasors.imH);
  return fields;
}

void PhasorFiles::add(const PhasorView& phasors) {
  std::int64_t begin = 0;
  if (!spec_.points.empty()) {
    const auto count = static_cast<std::int64_t>(spec_.points.size());
    const auto fields = fieldsOf(phasors, 0, count);
    if (points_.empty()) points_ = "frequency [Hz],name,x [m],y [m],z [m]" + fieldColumns(fields) + '\n';
    for (std::int64_t i = 0; i < count; ++i) {
      const NamedPoint& point = spec_.points[static_cast<std::size_t>(i)];
      fmt::format_to(std::back_inserter(points_), "{:.{}g},{}", phasors.frequency, digits, point.name);
      appendPlace(points_, point.at);
      appendFieldValues(points_, fields, i, digits);
      points_ += '\n';
    }
    begin = count;
  }
  for (std::size_t l = 0; l < spec_.lines.size(); ++l) {
    addLine(spec_.lines[l], lines_[l], phasors, begin);
    begin += spec_.lines[l].points;
  }
  for (std::size_t s = 0; s < spec_.slices.size(); ++s) {
    writeSlice(spec_.slices[s], regions_[s], phasors, begin);
    begin += slicePointCount(spec_.slices[s]);
  }
}

void PhasorFiles::addLine(const LineGrid& line, std::string& text, const PhasorView& phasors,
                          std::int64_t begin) const {
  const auto fields = fieldsOf(phasors, begin, line.points);
  if (text.empty()) text = "frequency [Hz],distance [m],x [m],y [m],z [m]" + fieldColumns(fields) + '\n';
  for (std::int64_t i = 0; i < line.points; ++i) {
    const Vec3 point = linePoint(line, i);
    fmt::format_to(std::back_inserter(text), "{:.{}g},{:.{}g}", phasors.frequency, digits, norm(point - line.from),
                   digits);
    appendPlace(text, point);
    appendFieldValues(text, fields, i, digits);
    text += '\n';
  }
}

void PhasorFiles::writeSlice(const SliceGrid& slice, const SliceRegions& regions, const PhasorView& phasors,
                             std::int64_t begin) const {
  const std::string stem = fmt::format("{}_{}", slice.name, frequencyName(phasors.frequency));
  const auto fields = fieldsOf(phasors, begin, slicePointCount(slice));
  const auto describe = [&](hid_t file) {
    hdf5::writeAttribute(file, "frequency_Hz", phasors.frequency);
    hdf5::writeAttribute(file, "fourier_integral",
                         static_cast<std::int64_t>(spec_.kind == SpectrumKind::integral ? 1 : 0));
  };
  writeSliceFiles(directory_ / outputName::slices, stem, slice, {fields, regions, describe});
}

void PhasorFiles::finish() const {
  createFolder(directory_);
  if (!spec_.points.empty()) writeTextFile(directory_ / outputName::points, points_);
  if (!spec_.lines.empty()) createFolder(directory_ / outputName::lines);
  for (std::size_t l = 0; l < lines_.size(); ++l)
    writeTextFile(directory_ / outputName::lines / (spec_.lines[l].name + ".csv"), lines_[l]);
}

}  // namespace fluxtet
