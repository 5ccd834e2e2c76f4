// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/cadColours.hpp"

#include "lib/base/error.hpp"

#include <gmsh.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <optional>

namespace fluxtet {
namespace {

// Gmsh tells the intensities of light, 0 to 255 and cut to integers, to which OpenCASCADE turns the colours of a file.
int storedOf(int shown) {
  const double c = shown / 255.0;
  return static_cast<int>(255 * (c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4)));
}
/// A colour that is stored so, or nearly so: of dark ones there are several.
int shownOf(int stored) {
  int best = 0;
  for (int shown = 1; shown <= 255; ++shown)
    if (std::abs(storedOf(shown) - stored) < std::abs(storedOf(best) - stored)) best = shown;
  return best;
}

std::optional<Colour> storedColour(int dimension, int tag) {
  Colour c{};
  int opacity = 0;  // 0: the file gives no colour
  gmsh::model::getColor(dimension, tag, c[0], c[1], c[2], opacity);
  return opacity == 0 ? std::nullopt : std::optional(c);
}

/// Whether a face has the colour of a solid that it bounds.
bool isOfItsSolid(int face, const Colour& colour) {
  std::vector<int> solids, curves;
  gmsh::model::getAdjacencies(2, face, solids, curves);
  return std::any_of(solids.begin(), solids.end(), [&](int solid) { return storedColour(3, solid) == colour; });
}

int distance(const Colour& a, const Colour& b) {
  int most = 0;
  for (std::size_t i = 0; i < a.size(); ++i) most = std::max(most, std::abs(a[i] - b[i]));
  return most;
}

/// As Gmsh tells it.
std::optional<Colour> ownStoredColour(int dimension, int tag) {
  const auto colour = storedColour(dimension, tag);
  return colour && dimension == 2 && isOfItsSolid(tag, *colour) ? std::nullopt : colour;
}

}  // namespace

std::optional<Colour> ownColour(int dimension, int tag) {
  auto colour = ownStoredColour(dimension, tag);
  if (colour)
    for (int& c : *colour) c = shownOf(c);
  return colour;
}

CadColours::CadColours(const std::map<std::string, std::string>& colours) {
  for (const auto& [name, text] : colours) {
    Colour stored = parseColour(text).value();
    for (int& c : stored) c = storedOf(c);
    named_.push_back({name, text, stored});
  }
}

std::string CadColours::nameOf(int dimension, int tag) {
  const auto colour = named_.empty() ? std::nullopt : ownStoredColour(dimension, tag);
  if (!colour) return {};
  ++seen_[*colour];
  const auto nearest = std::min_element(named_.begin(), named_.end(), [&](const Named& a, const Named& b) {
    return distance(a.stored, *colour) < distance(b.stored, *colour);
  });
  constexpr int rounding = 1;
  if (distance(nearest->stored, *colour) > rounding) return {};
  nearest->found = true;
  return nearest->name;
}

void CadColours::requireAllFound(const std::string& file) const {
  std::string known;
  for (const auto& [colour, count] : seen_)
    known += fmt::format("{}{} ({} of them)", known.empty() ? "" : ", ",
                         colourText({shownOf(colour[0]), shownOf(colour[1]), shownOf(colour[2])}), count);
  for (const Named& named : named_)
    require(named.found, "mesh.colours: no solid or face of {} has the colour {} of `{}`; {}", file, named.text,
            named.name, known.empty() ? "the file has no colours" : "about these there are: " + known);
}

}  // namespace fluxtet
