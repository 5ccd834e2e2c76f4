// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/mesh/colour.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace fluxtet {

/// The colour that a CAD file gives to a solid or face of Gmsh's model, nothing of a face in the colour of a solid that
/// it bounds: it is painted as part of that. Very dark colours are hardly told apart.
std::optional<Colour> ownColour(int dimension, int tag);

/// What a CAD file paints in which colour, by the names that `mesh.colours` gives to colours.
class CadColours {
 public:
  /// `colours`: texts of parseColour() by name; of a file that Gmsh has imported.
  explicit CadColours(const std::map<std::string, std::string>& colours);

  /// The name for the colour of a solid or face of Gmsh's model; empty if it has no colour or one without a name. Of a
  /// face that bounds a solid in the same colour nothing is meant: it is painted as part of that.
  std::string nameOf(int dimension, int tag);

  /// Throws InputError if nothing had one of the colours, and says what colours there were.
  void requireAllFound(const std::string& file) const;

 private:
  struct Named {
    std::string name, text;
    Colour stored;  ///< as Gmsh tells it
    bool found = false;
  };
  std::vector<Named> named_;
  std::map<Colour, int> seen_;  ///< how many entities have a colour, as Gmsh tells it
};

}  // namespace fluxtet
