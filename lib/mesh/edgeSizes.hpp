// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/mesh/autoSizes.hpp"
#include "lib/mesh/gmshModel.hpp"
#include "lib/mesh/metalEdges.hpp"
#include "lib/mesh/sizeField.hpp"

#include <set>
#include <string>
#include <vector>

namespace fluxtet {

/// Up to which widths of metal, and gaps, count, m: a share of the shortest wavelength, since a larger sheet does not
/// resonate as a whole.
double edgeRange(const AutoSizes& sizes);

/// Of the size for each unit of distance from edges and gaps of metal. What it leaves out at P2 is less than what
/// elements at an edge do (docs/theory.md, "Edges of metal").
inline constexpr double growthFromMetal = 0.4;

/// Appends edgeSize() at edges of metal in Gmsh's current model. No size is set below `least`, in the model's unit, nor
/// at curves of `exempt`, which have sizes already. Returns lines of text for each name of surfaces with such edges;
/// `unit`: m per unit of the model.
std::vector<std::string> limitAtEdges(const std::vector<MetalEdge>& edges, const AutoSizes& sizes,
                                      const std::set<SizeField::Entity>& exempt, double least, double unit,
                                      const EntityNames& names, std::vector<GradedSizes::Source>& sources);

}  // namespace fluxtet
