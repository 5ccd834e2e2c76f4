// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/mesh.hpp"

#include "app/cli/caseArguments.hpp"
#include "app/dgtd/setup/elementCosts.hpp"
#include "app/dgtd/setup/meshSizes.hpp"
#include "lib/base/mpi.hpp"
#include "lib/base/print.hpp"
#include "lib/config/units.hpp"
#include "lib/mesh/gmshReader.hpp"
#include "lib/mesh/loadMesh.hpp"
#include "lib/mesh/loadSimplexMesh.hpp"
#include "lib/mesh/meshFile.hpp"
#include "lib/mesh/planeMeshFile.hpp"
#include "lib/mesh/planeStatistics.hpp"
#include "lib/mesh/statistics.hpp"
#include "lib/output/modelView.hpp"
#include "partition/partitionMesh.hpp"

#include <algorithm>
#include <filesystem>
#include <stdexcept>
#include <variant>
#include <vector>

namespace fluxtet::cli {
namespace {

struct MeshJob {
  MeshSource source;
  partition::PartitionSettings partition;
  partition::WorkOfGroups work = partition::uniformWork;
};

bool isCaseFile(const std::string& file) {
  const auto extension = std::filesystem::path(file).extension();
  return extension == ".yaml" || extension == ".yml";
}

/// What is given on the command line in units of which `example` has one.
struct QuantityOption {
  std::string option, unit, what, example;

  double parse(const std::string& text) const {
    const auto quantity = config::splitQuantity(text);
    require(quantity.has_value(), "{} '{}' is no {}, e.g. '{}'", option, text, what, example);
    double value = 0;
    try {
      value = config::toSi(*quantity, unit);
    } catch (const std::invalid_argument& error) {
      throw InputError(fmt::format("{} '{}': {}", option, text, error.what()));
    }
    require(value > 0, "{} '{}' must be a positive {}, e.g. '{}'", option, text, what, example);
    return value;
  }
};

/// What a case would say of its mesh.
void setSource(const MeshArguments& arguments, MeshSource& source) {
  source.file = arguments.input;
  if (!arguments.size.empty()) source.size = QuantityOption{"--size", "m", "length", "20 mm"}.parse(arguments.size);
  if (!arguments.scale.empty()) source.scale = QuantityOption{"--scale", "m", "length", "1 mm"}.parse(arguments.scale);
  if (!arguments.merge.empty()) source.merge = QuantityOption{"--merge", "m", "length", "1 um"}.parse(arguments.merge);
  if (!arguments.timeLimit.empty())
    source.timeLimit = QuantityOption{"--time-limit", "s", "time", "4 h"}.parse(arguments.timeLimit);
}

MeshJob jobOf(const MeshArguments& arguments, MPI_Comm comm) {
  MeshJob job;
  if (isCaseFile(arguments.input)) {
    require(arguments.size.empty() && arguments.scale.empty() && arguments.merge.empty() && arguments.timeLimit.empty(),
            "--size, --scale, --merge and --time-limit are for a file without a case: use --set mesh.size=..., --set "
            "mesh.scale=..., --set mesh.merge=... and --set mesh.timeLimit=...");
    const Case theCase = loadCaseOnAll({arguments.input, arguments.overrides, "", ""}, comm);
    job.source = commonPart(theCase).mesh;
    if (const auto* dgtd = std::get_if<dgtd::DgtdCase>(&theCase)) {
      constexpr bool onCpu = false;  // it is not known where the parts will be computed
      job.partition = dgtd->partition;
      job.work = dgtd::workToBalance(*dgtd, onCpu);
      job.source = dgtd::settledMesh(*dgtd);
    }
  } else {
    require(arguments.overrides.empty(), "--set changes keys of a case, but {} is no case file (.yaml)",
            arguments.input);
    setSource(arguments, job.source);
  }
  job.source.refine += arguments.refine;
  return job;
}

bool isView(const std::string& output) {
  return std::filesystem::path(output).extension() == ".vtkhdf";
}

void checkOutput(const std::string& output) {
  require(isMeshFile(output) || isView(output), "-o {}: fluxtet's mesh files end in .h5, those for ParaView in .vtkhdf",
          output);
  std::vector<std::filesystem::path> files{output};
  if (isView(output)) files.push_back(surfacesBeside(output));
  for (const auto& file : files)
    require(!std::filesystem::exists(file), "-o {}: {} exists; remove it or choose another name", output,
            file.string());
}

using Files = std::vector<std::filesystem::path>;

/// Writes what `output` asks for, if anything, and returns the names of the files.
template <class WriteMesh, class WriteView>
Files writeOutput(const std::string& output, WriteMesh&& writeMesh, WriteView&& writeView) {
  if (output.empty()) return {};
  if (isView(output)) return writeView();
  writeMesh();
  return {output};
}

void printWritten(const Files& files) {
  for (const auto& file : files) print("written         {}\n", file.string());
}

void makeSolid(const Mesh& mesh, const MeshJob& job, const MeshArguments& arguments) {
  std::vector<std::int32_t> part;
  if (arguments.parts > 1) part = partition::partitionMesh(mesh, job.partition, arguments.parts, job.work(mesh.groups));
  const auto files = writeOutput(
      arguments.output, [&] { writeMeshFile(arguments.output, mesh, part, arguments.parts); },
      [&] { return writeModelView(arguments.output, mesh, part); });
  printText(describe(meshStatistics(mesh), mesh.groups));
  if (arguments.parts > 1) {
    std::vector<std::int64_t> sizes(static_cast<std::size_t>(arguments.parts));
    for (const auto p : part) ++sizes[static_cast<std::size_t>(p)];
    const auto [least, most] = std::minmax_element(sizes.begin(), sizes.end());
    const double mean = static_cast<double>(mesh.numElements()) / arguments.parts;
    print("parts           {} of {} to {} elements (imbalance {:.3f})\n", arguments.parts, *least, *most,
          static_cast<double>(*most) / mean);
  }
  printWritten(files);
}

void makePlane(const SimplexMesh& mesh, const MeshArguments& arguments) {
  require(arguments.parts == 1,
          "--parts {}: a plane mesh is written in one part; the static solver cuts it when it runs", arguments.parts);
  const auto files = writeOutput(
      arguments.output, [&] { writePlaneMeshFile(arguments.output, mesh); },
      [&] { return writeModelView(arguments.output, mesh); });
  printText(describe(planeStatistics(mesh), mesh.groups));
  printWritten(files);
}

void makeMesh(const MeshJob& job, const MeshArguments& arguments) {
  const auto mesh = loadMeshOfAnyDimension(job.source);
  if (const auto* plane = std::get_if<SimplexMesh>(&mesh)) {
    makePlane(*plane, arguments);
  } else {
    makeSolid(std::get<Mesh>(mesh), job, arguments);
  }
}

void describeFile(const MeshSource& source) {
  require(source.file.has_value(),
          "--describe tells what a CAD file holds, but the case has no mesh.file: leave it out");
  printText(describeGeometry(source));
}

}  // namespace

ExitCode runMesh(const MeshArguments& arguments, MPI_Comm comm) {
  const MeshJob job = jobOf(arguments, comm);
  agreeOnErrors(comm, [&] {
    if (mpiRank(comm) != 0) return;
    if (arguments.describe) return describeFile(job.source);
    if (!arguments.output.empty()) checkOutput(arguments.output);
    makeMesh(job, arguments);
  });
  return ExitCode::done;
}

}  // namespace fluxtet::cli
