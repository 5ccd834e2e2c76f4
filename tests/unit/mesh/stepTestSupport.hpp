// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/unit/mesh/gmshTestSupport.hpp"

#include <array>
#include <cstddef>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <regex>
#include <string>
#include <vector>

namespace fluxtet::test {

inline std::string textOf(const std::string& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// A STEP file of what `work` makes with the CAD kernel, its solids called `names` in their order.
inline std::string writeStep(const MeshFolder& folder, const std::vector<std::string>& names,
                             const std::function<void()>& work) {
  const std::string file = folder.file("model.step");
  withGmsh([&] {
    work();
    gmsh::model::occ::synchronize();
    gmsh::write(file);
  });
  std::string text = textOf(file);
  for (std::size_t n = 0; n < names.size(); ++n) {
    const std::string number = names.size() == 1 ? "[0-9]+" : fmt::format("[0-9]+\\.{}", n + 1);
    const std::regex label("'Open CASCADE STEP translator [0-9.]+ " + number + "'");
    EXPECT_TRUE(std::regex_search(text, label)) << names[n];
    text = std::regex_replace(text, label, "'" + names[n] + "'");
  }
  return folder.write("named.step", text);
}

/// The STEP file with names for its faces, by their numbers from 0 on.
inline std::string nameFaces(const MeshFolder& folder, const std::string& file,
                             const std::map<std::size_t, std::string>& names) {
  std::string text = textOf(file);
  const std::string entity = "ADVANCED_FACE('";
  std::size_t at = 0, count = 0;
  while ((at = text.find(entity, at)) != std::string::npos) {
    at += entity.size();
    if (const auto name = names.find(count++); name != names.end()) text.insert(at, name->second);
  }
  return folder.write("faces.step", text);
}

/// Something of a STEP file in a colour: the nth entity of that type from 0 on, ADVANCED_FACE or MANIFOLD_SOLID_BREP.
struct Paint {
  std::string type;
  std::size_t number;
  std::array<double, 3> colour;  ///< red, green, blue, 0 to 1
};

/// The STEP file with these colours, as CAD programs write them.
inline std::string paintStep(const MeshFolder& folder, const std::string& file, const std::vector<Paint>& paints) {
  std::string text = textOf(file);
  const auto numberOf = [&](const std::string& type, std::size_t n) {
    const std::regex entity("#([0-9]+) = " + type);
    auto match = std::sregex_iterator(text.begin(), text.end(), entity);
    for (; n > 0 && match != std::sregex_iterator(); --n) ++match;
    EXPECT_NE(match, std::sregex_iterator()) << type;
    return (*match)[1].str();
  };
  std::smatch context;
  EXPECT_TRUE(std::regex_search(text, context, std::regex("ADVANCED_BREP_SHAPE_REPRESENTATION\\([^;]*,#([0-9]+)\\);")));
  int next = 900000;
  std::string added, styles;
  for (const Paint& paint : paints) {
    added += fmt::format("#{}=COLOUR_RGB('',{:.6f},{:.6f},{:.6f});\n", next, paint.colour[0], paint.colour[1],
                         paint.colour[2]);
    for (const char* entity :
         {"FILL_AREA_STYLE_COLOUR('',#{})", "FILL_AREA_STYLE('',(#{}))", "SURFACE_STYLE_FILL_AREA(#{})",
          "SURFACE_SIDE_STYLE('',(#{}))", "SURFACE_STYLE_USAGE(.BOTH.,#{})", "PRESENTATION_STYLE_ASSIGNMENT((#{}))"}) {
      added += fmt::format("#{}={};\n", next + 1, fmt::format(fmt::runtime(entity), next));
      ++next;
    }
    added += fmt::format("#{}=STYLED_ITEM('',(#{}),#{});\n", next + 1, next, numberOf(paint.type, paint.number));
    styles += (styles.empty() ? "#" : ",#") + std::to_string(next + 1);
    next += 2;
  }
  added += fmt::format("#{}=MECHANICAL_DESIGN_GEOMETRIC_PRESENTATION_REPRESENTATION('',({}),#{});\n", next, styles,
                       context[1].str());
  const std::size_t end = text.rfind("ENDSEC;");
  return folder.write("painted.step", text.substr(0, end) + added + text.substr(end));
}

}  // namespace fluxtet::test
