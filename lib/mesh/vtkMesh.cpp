// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/vtkMesh.hpp"

#include "lib/base/error.hpp"
#include "lib/mesh/vtkText.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace fluxtet {
namespace {

/// VTK's types of vertex, line, triangle and tetrahedron, by dimension (vtkCellType.h).
constexpr std::array<int, 4> linearType{1, 3, 5, 10};

constexpr std::int64_t mostComponents = 1000;  ///< of an array

/// What a file holds.
struct VtkGrid {
  std::vector<double> points;                              ///< [n][3]
  std::vector<std::size_t> begin{0};                       ///< [cells + 1] first corner of each cell
  std::vector<std::int64_t> corners;                       ///< numbers of points
  std::vector<double> types;                               ///< [cells]
  std::map<std::string, std::vector<double>> cellNumbers;  ///< arrays of one integer for each cell

  std::size_t cells() const { return begin.size() - 1; }
};

bool isInteger(const std::string& type) {
  return type != "float" && type != "double";
}

/// Reads a file keyword by keyword.
class VtkReader {
 public:
  explicit VtkReader(const std::string& file) : text_(file) {}
  VtkGrid read();

 private:
  void readKeyword(const std::string& keyword);
  void readCells();
  void readOldCells(std::int64_t cells, std::int64_t size);
  void readNewCells(std::int64_t offsets, std::int64_t size);
  /// Values of a type of integers, which is the next word.
  std::vector<double> integers(std::int64_t count);
  void readScalars();
  void readField();
  /// An array of so many values for each point or cell.
  void readArray(const std::string& name, const std::string& type, std::int64_t components, std::int64_t tuples);
  void skipMetadata();

  VtkText text_;
  VtkGrid grid_;
  std::int64_t tuples_ = 0;  ///< points or cells that arrays belong to
  bool isCellData_ = false;
};

VtkGrid VtkReader::read() {
  for (std::string keyword = text_.word(); !keyword.empty(); keyword = text_.word()) readKeyword(keyword);
  if (grid_.types.size() != grid_.cells())
    text_.damaged(fmt::format("{} cells have {} types", grid_.cells(), grid_.types.size()));
  const auto points = static_cast<std::int64_t>(grid_.points.size() / 3);
  for (const std::int64_t corner : grid_.corners)
    if (corner < 0 || corner >= points) text_.damaged(fmt::format("a cell has point {} of {}", corner, points));
  return std::move(grid_);
}

void VtkReader::readKeyword(const std::string& keyword) {
  // Arrays that say nothing of regions, with their numbers of components.
  static const std::map<std::string, std::int64_t> others{{"VECTORS", 3},  {"NORMALS", 3},    {"TENSORS", 9},
                                                          {"TENSORS6", 6}, {"GLOBAL_IDS", 1}, {"PEDIGREE_IDS", 1}};
  if (keyword == "DATASET") {
    const std::string kind = text_.word();
    require(kind == "UNSTRUCTURED_GRID", "{} holds a {}, but a mesh is an UNSTRUCTURED_GRID", text_.file(), kind);
  } else if (keyword == "POINTS") {
    const std::int64_t points = text_.count();
    grid_.points = text_.values(text_.word(), 3 * points);
  } else if (keyword == "CELLS") {
    readCells();
  } else if (keyword == "CELL_TYPES") {
    grid_.types = text_.values("int", text_.count());
  } else if (keyword == "CELL_DATA" || keyword == "POINT_DATA") {
    isCellData_ = keyword == "CELL_DATA";
    tuples_ = text_.count();
  } else if (keyword == "SCALARS") {
    readScalars();
  } else if (keyword == "FIELD") {
    readField();
  } else if (keyword == "METADATA") {
    skipMetadata();
  } else if (const auto other = others.find(keyword); other != others.end()) {
    text_.word();
    text_.values(text_.word(), other->second * tuples_);
  } else {
    throw InputError(fmt::format("{} has `{}`, which is not read: write points, cells and an array of the regions only",
                                 text_.file(), keyword));
  }
}

void VtkReader::readCells() {
  const std::int64_t first = text_.count(), second = text_.count();
  constexpr int withOffsets = 5;
  if (text_.majorVersion() >= withOffsets) {
    readNewCells(first, second);
  } else {
    readOldCells(first, second);
  }
}

/// Each cell begins with its number of corners.
void VtkReader::readOldCells(std::int64_t cells, std::int64_t size) {
  const std::vector<double> values = text_.values("int", size);
  std::size_t next = 0;
  for (std::int64_t c = 0; c < cells; ++c) {
    const double corners = next < values.size() ? values[next++] : -1;
    if (!(corners >= 0 && corners <= static_cast<double>(values.size() - next)))
      text_.damaged(fmt::format("cell {} goes beyond the list of cells", c + 1));
    for (const std::size_t end = next + static_cast<std::size_t>(corners); next < end; ++next)
      grid_.corners.push_back(static_cast<std::int64_t>(values[next]));
    grid_.begin.push_back(grid_.corners.size());
  }
}

void VtkReader::readNewCells(std::int64_t offsets, std::int64_t size) {
  if (text_.word() != "OFFSETS") text_.damaged("OFFSETS do not follow CELLS");
  const std::vector<double> begin = integers(offsets);
  if (text_.word() != "CONNECTIVITY") text_.damaged("CONNECTIVITY does not follow OFFSETS");
  const std::vector<double> corners = integers(size);
  grid_.corners.assign(corners.begin(), corners.end());
  if (begin.empty()) return;
  if (begin.front() != 0 || !std::is_sorted(begin.begin(), begin.end()) || begin.back() != static_cast<double>(size))
    text_.damaged("the offsets of its cells do not fit their list");
  grid_.begin.assign(begin.begin(), begin.end());
}

std::vector<double> VtkReader::integers(std::int64_t count) {
  const std::string type = text_.word();
  if (!isInteger(type)) text_.damaged("numbers of points are of the type " + type);
  return text_.values(type, count);
}

void VtkReader::readScalars() {
  const std::string name = text_.word(), type = text_.word();
  const std::string components = text_.line();
  std::string keyword = text_.word();
  if (keyword != "LOOKUP_TABLE") text_.damaged("LOOKUP_TABLE does not follow SCALARS");
  text_.word();
  const std::size_t digit = components.find_first_of("1234");
  readArray(name, type, digit == std::string::npos ? 1 : components[digit] - '0', tuples_);
}

void VtkReader::readField() {
  text_.word();
  const std::int64_t arrays = text_.count();
  for (std::int64_t i = 0; i < arrays; ++i) {
    std::string name = text_.word();
    if (name == "METADATA") {
      skipMetadata();
      name = text_.word();
    }
    const std::int64_t components = text_.count(), tuples = text_.count();
    const std::string type = text_.word();
    readArray(name, type, components, tuples);
  }
}

void VtkReader::readArray(const std::string& name, const std::string& type, std::int64_t components,
                          std::int64_t tuples) {
  if (components > mostComponents) text_.damaged(fmt::format("its array {} has {} components", name, components));
  std::vector<double> values = text_.values(type, components * tuples);
  if (isCellData_ && isInteger(type) && components == 1 && tuples == tuples_)
    grid_.cellNumbers[name] = std::move(values);
}

/// It ends with an empty line.
void VtkReader::skipMetadata() {
  text_.line();
  while (!text_.line().empty()) continue;
}

/// The number of each cell by which it belongs to a region or surface.
std::vector<std::int64_t> groupNumbers(const VtkGrid& grid, const std::string& file) {
  if (grid.cellNumbers.empty()) return std::vector<std::int64_t>(grid.cells(), 1);
  auto chosen = grid.cellNumbers.find("region");
  if (chosen == grid.cellNumbers.end()) {
    std::vector<std::string> names;
    for (const auto& [name, unused] : grid.cellNumbers) names.push_back(name);
    require(names.size() == 1,
            "{} has several arrays of integers of its cells ({}): call the one that numbers the regions `region`", file,
            fmt::join(names, ", "));
    chosen = grid.cellNumbers.begin();
  }
  require(chosen->second.size() == grid.cells(), "{} is damaged: {} cells have {} numbers in `{}`", file, grid.cells(),
          chosen->second.size(), chosen->first);
  return {chosen->second.begin(), chosen->second.end()};
}

/// 3 or 2; refuses other cells than simplices up to that.
int dimensionOf(const VtkGrid& grid, ModelKind kind, const std::string& file) {
  const std::set<double> types(grid.types.begin(), grid.types.end());
  const int dimension = types.contains(linearType[3]) || kind == ModelKind::solid ? 3 : 2;
  require(types.contains(linearType[static_cast<std::size_t>(dimension)]), "{}: the mesh has no {}", file,
          kind == ModelKind::solid ? "tetrahedra" : "tetrahedra and no triangles");
  for (std::size_t c = 0; c < grid.cells(); ++c)
    require(std::find(linearType.begin(), linearType.end(), grid.types[c]) != linearType.end(),
            "{}: cell {} is of VTK's type {}, but fluxtet computes on linear tetrahedra (10), in a plane on triangles "
            "(5): mesh again without other cells",
            file, c + 1, grid.types[c]);
  return dimension;
}

/// The regions or surfaces of a mesh, by their numbers in the file.
class NumberedGroups {
 public:
  NumberedGroups(int dimension, std::vector<std::string>& names) : dimension_(dimension), names_(names) {}
  /// Index of the group with this number, which is added if it is new.
  std::int32_t index(std::int64_t number) {
    const auto [place, isNew] = index_.emplace(number, static_cast<std::int32_t>(names_.size()));
    if (isNew) names_.push_back(fmt::format("{}{}", entityKinds[static_cast<std::size_t>(dimension_)], number));
    return place->second;
  }

 private:
  int dimension_;
  std::vector<std::string>& names_;
  std::map<std::int64_t, std::int32_t> index_;
};

}  // namespace

RawMesh readVtkMesh(const std::string& file, ModelKind kind) {
  const VtkGrid grid = VtkReader(file).read();
  const std::vector<std::int64_t> numbers = groupNumbers(grid, file);
  RawMesh raw;
  raw.dimension = dimensionOf(grid, kind, file);
  raw.nodes = grid.points;
  for (std::size_t i = 0; i < grid.points.size() / 3; ++i) raw.nodeTag.push_back(static_cast<std::int64_t>(i) + 1);
  const auto d = static_cast<std::size_t>(raw.dimension);
  NumberedGroups regions(raw.dimension, raw.groups.regions), surfaces(raw.dimension - 1, raw.groups.surfaces);
  for (std::size_t c = 0; c < grid.cells(); ++c) {
    const bool isElement = grid.types[c] == linearType[d];
    if (!isElement && grid.types[c] != linearType[d - 1]) continue;
    const std::size_t count = grid.begin[c + 1] - grid.begin[c];
    require(count == d + (isElement ? 1 : 0), "{} is damaged: cell {} of VTK's type {} has {} corners", file, c + 1,
            grid.types[c], count);
    auto& nodes = isElement ? raw.elementNode : raw.facetNode;
    for (std::size_t i = grid.begin[c]; i < grid.begin[c + 1]; ++i) nodes.push_back(grid.corners[i] + 1);
    if (isElement) {
      raw.elementTag.push_back(static_cast<std::int64_t>(c) + 1);
      raw.region.push_back(regions.index(numbers[c]));
    } else {
      raw.facetGroup.push_back(surfaces.index(numbers[c]));
    }
  }
  return raw;
}

}  // namespace fluxtet
