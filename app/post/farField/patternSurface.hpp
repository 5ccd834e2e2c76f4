// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/case/dgtdCase.hpp"
#include "app/post/farField/farFieldStudy.hpp"
#include "lib/base/vec3.hpp"

#include <filesystem>

namespace fluxtet::farField {

/// Writes the pattern of one frequency in all directions of `output.farField` as a surface for ParaView (VTKHDF): round
/// `middle`, with the distance `radius`, m, where the pattern is strongest, and zero 40 dB below that and less. Point
/// data: directivity, or the radar cross-section where a wave is scattered, cut off 100 dB below the largest, and
/// magnitudes and phases of the components. Complete or not at all. One process; throws RunError. There are two angles
/// theta and phi at least.
void writePatternSurface(const std::filesystem::path& file, const dgtd::FarFieldOutput& output, const FarField& field,
                         const Vec3& middle, double radius);

}  // namespace fluxtet::farField
