// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/mesh/gmshModel.hpp"

#include <map>
#include <string>
#include <vector>

namespace fluxtet {

/// A list of entities that a size field of a script names by their tags.
struct FieldList {
  int field = 0;       ///< its tag
  std::string option;  ///< such as CurvesList
  int dimension = 0;   ///< of the entities
  std::vector<int> tags;
};

/// Gmsh's current model as a script of plain numbers (.geo_unrolled).
std::string unrolledScript();

/// Whether a script has given sizes to Gmsh's current model: at points, by a field, by curvature or as an option.
bool givesSizes();

/// The lists in the fields of an unrolled script that are not empty.
std::vector<FieldList> fieldLists(const std::string& unrolled);

/// Lets the fields of Gmsh's current model name the pieces of the entities that they named.
void renumber(const std::vector<FieldList>& lists, const std::map<Entity, std::vector<Entity>>& pieces);

/// A point or curve that nodes are to lie on in a volume: Point{1} In Volume{2}.
struct Inclusion {
  Entity entity;
  int volume = 0;
};

/// Those of Gmsh's current model.
std::vector<Inclusion> inclusionsInVolumes();

/// Puts them back after cutting. Throws InputError where a volume is in several pieces.
void include(const std::vector<Inclusion>& inclusions, const std::map<Entity, std::vector<Entity>>& pieces,
             const std::string& file);

/// The pieces of an entity; of one that was not cut, itself.
std::vector<Entity> piecesOf(const Entity& entity, const std::map<Entity, std::vector<Entity>>& pieces);

/// Throws InputError where a script says how entities are to be meshed that cutting makes anew.
void requireNoLostStatements(const std::string& file, const std::string& unrolled);

}  // namespace fluxtet
