// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Stages of local time steps on few elements, beside those on all others (docs/design.md, "A time step is a value").
#pragma once

#include "app/dgtd/step/filteredStep.hpp"
#include "kernels/dgtd/timeStep.hpp"

namespace fluxtet::dgtd {

/// A step of filteredLeapFrogStep() for engines that run stages aside (FieldEngine::stagesAside()), where the stages on
/// the elements of level 2 and higher, or of level 1 if there is no other, need no other rank. They are aside: while
/// they filter E, H is advanced on the clusters that neither have such elements nor a face in common with one, and on
/// the others afterwards; likewise, with StagesAside::all, what level 1 takes away from H. With
/// StagesAside::withHalfStepOfE, if level 1 needs no other rank, all stages before the half step of H are aside on the
/// refined elements and their neighbours, the half step of E among them, and E and H are advanced on all others
/// meanwhile. It computes the same values. Clusters hold elements of several levels; a stage aside writes to those of
/// lower levels what stands there, which clusters beside them may read meanwhile.
TimeStep withStagesAside(const TimeStep& step, const Refinement& refinement, StagesAside which);

}  // namespace fluxtet::dgtd
