// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commandLine.hpp"

#include "app/cli/bench.hpp"
#include "app/cli/check.hpp"
#include "app/cli/info.hpp"
#include "app/cli/mesh.hpp"
#include "app/cli/newCase.hpp"
#include "app/cli/pythonCommand.hpp"
#include "app/cli/run.hpp"
#include "app/cli/schema.hpp"
#include "lib/base/error.hpp"
#include "lib/base/mpi.hpp"
#include "lib/base/print.hpp"
#include "lib/base/signals.hpp"
#include "lib/base/version.hpp"
#include "lib/basis/orders.hpp"
#include "lib/config/nearest.hpp"

#include <CLI/CLI.hpp>

#include <fmt/ranges.h>

#include <algorithm>
#include <sstream>
#include <utility>
#include <vector>

namespace fluxtet::cli {
namespace {

constexpr const char* exitCodes =
    "Exit codes: 0 done; 2 bad input (nothing was started or changed); 3 the run failed (unstable, out of memory, "
    "I/O);\n"
    "4 stopped by a signal: dgtd after a checkpoint was written, static without results.\n";

/// Names of the values of an option, in the order of its help.
template <class Enum>
using Choices = std::vector<std::pair<std::string, Enum>>;

/// Those of an enumeration that has a table of names, in the order of its values.
template <class Enum>
Choices<Enum> namesOf() {
  Choices<Enum> names;
  for (const Choice<Enum>& choice : choicesOf(Enum{})) names.emplace_back(choice.name, choice.value);
  std::sort(names.begin(), names.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  return names;
}

/// Accepts one of `choices`, in upper or lower case, and hands its value to CLI11 as a number.
template <class Enum>
CLI::Validator oneOf(const Choices<Enum>& choices) {
  std::vector<std::string> names;
  for (const auto& choice : choices) names.push_back(choice.first);
  const std::string description = fmt::format("{{{}}}", fmt::join(names, ","));
  const auto convert = [choices, names](std::string& text) {
    for (const auto& [name, value] : choices)
      if (CLI::ignore_case(name) == CLI::ignore_case(text)) {
        text = std::to_string(static_cast<int>(value));
        return std::string();
      }
    return fmt::format("unknown name '{}'{}; the names are {}", text, config::didYouMean(text, names),
                       config::listOf(names));
  };
  return {convert, description};
}

/// An empty name would mean that the option was not given.
CLI::Validator notEmpty() {
  const auto check = [](const std::string& text) {
    return text.empty() ? std::string(
                              "the name is empty: give one, or leave the option out (is a variable of a script "
                              "not set?)")
                        : std::string();
  };
  return {check, ""};
}

void addBackend(CLI::App& command, Backend& backend) {
  const Choices<Backend> names{{"auto", Backend::automatic}, {"cpu", Backend::cpu}, {"cuda", Backend::cuda}};
  command.add_option("--backend", backend, "Where to compute: auto takes GPUs where every rank has one, else the CPU")
      ->transform(oneOf(names))
      ->default_str("auto");
}

/// Options of a case whose file the command declares itself.
void addCaseChanges(CLI::App& command, CaseArguments& arguments) {
  command
      .add_option("--set", arguments.overrides,
                  "Override a key of the case, e.g. --set dgtd.order=3 --set 'output.probes[0].at=[0, 0, 1 mm]'; may "
                  "be repeated")
      ->type_name("key.path=value")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command
      .add_option(
          "--mesh", arguments.mesh,
          "Take this mesh instead of the case's section `mesh`, e.g. one that `fluxtet mesh CASE -o FILE.h5` has made")
      ->type_name("FILE")
      ->check(notEmpty());
}

void addCase(CLI::App& command, CaseArguments& arguments) {
  command.add_option("CASE", arguments.file, "The case file (YAML)")->required()->check(notEmpty());
  addCaseChanges(command, arguments);
}

void addNew(CLI::App& app, NewArguments& arguments) {
  CLI::App* command = app.add_subcommand("new", "Write a commented case to start from, with its geometry");
  command->add_option("KIND", arguments.kind, "patch, guide, sar, scattering or magnet; without it they are listed")
      ->check(notEmpty());
  command
      ->add_option("-o,--output", arguments.output,
                   "The case to write, instead of KIND.yaml; the geometry, KIND.geo, comes beside it")
      ->type_name("FILE.yaml")
      ->check(notEmpty());
  command->footer(std::string("Examples:\n  fluxtet new\n  fluxtet new patch\n  fluxtet new magnet -o relay.yaml\n\n"
                              "Existing files are not overwritten.\n\n") +
                  exitCodes);
}

void addRun(CLI::App& app, RunArguments& arguments) {
  CLI::App* command = app.add_subcommand("run", "Run a case to its end and write its results");
  addCase(*command, arguments.theCase);
  command
      ->add_option("--restart", arguments.options.restart,
                   "Go on from a checkpoint: a file, or `latest` for the newest one of the output directory")
      ->type_name("FILE|latest")
      ->check(notEmpty());
  addBackend(*command, arguments.options.backend);
  command->add_option("--output", arguments.output, "Directory for the results, instead of output.directory")
      ->type_name("DIR")
      ->check(notEmpty());
  command->add_flag_callback(
      "--backup", [&arguments] { arguments.options.existing = ExistingOutput::moveAside; },
      "Move an earlier run's results in the output directory aside (to DIR.1, DIR.2, ...) instead of refusing to "
      "start");
  command->add_flag(
      "--report", arguments.report,
      "Make a page with tables and pictures of the results at the end, report.html (as `fluxtet report`)");
  command->footer(std::string("Examples:\n  fluxtet run meshes/cubeCavity/case.yaml --set dgtd.order=4 --report\n"
                              "  mpirun -n 8 fluxtet run case.yaml --output out8\n"
                              "  mpirun -n 8 fluxtet run case.yaml --output out8 --restart latest\n\n"
                              "SIGTERM, SIGINT, SIGUSR1 and SIGHUP, sent to any rank, make the run exit with 4: dgtd "
                              "writes a checkpoint before,\n"
                              "static writes nothing.\n\n") +
                  exitCodes);
}

void addCheck(CLI::App& app, CheckArguments& arguments) {
  CLI::App* command = app.add_subcommand(
      "check", "Validate a case and tell its size, time step, run time, memory and partition; writes nothing");
  addCase(*command, arguments.theCase);
  addBackend(*command, arguments.options.backend);
  command->footer(
      std::string(
          "Example:\n  mpirun -n 4 fluxtet check case.yaml     # run time, memory and balance with four ranks\n\n") +
      exitCodes);
}

void addMesh(CLI::App& app, MeshArguments& arguments) {
  CLI::App* command = app.add_subcommand(
      "mesh", "Make fluxtet's HDF5 mesh from a case, a geometry or a mesh file, and print its statistics");
  command
      ->add_option(
          "INPUT", arguments.input,
          "A case (.yaml), a geometry (.geo, .step, .brep, .stl) or a mesh (.msh, .bdf, .nas, .unv, .vtk, .h5)")
      ->required()
      ->type_name("CASE|GEOMETRY")
      ->check(notEmpty());
  command
      ->add_option("-o,--output", arguments.output,
                   "The mesh to write, for fluxtet (.h5) or for ParaView (.vtkhdf, with its surfaces in "
                   "FILE.surfaces.vtkhdf); without it, only its statistics are printed")
      ->type_name("FILE.h5|FILE.vtkhdf")
      ->check(notEmpty());
  command->add_option("--parts", arguments.parts, "Partition for so many ranks, which then read it in parallel")
      ->type_name("N")
      ->check(CLI::Range(1, 1 << 20));
  command
      ->add_option("--refine", arguments.refine,
                   "Uniform refinements more than the case has, each tetrahedron into 8, each triangle into 4")
      ->type_name("K")
      ->check(CLI::Range(0, 10));
  command->add_option("--size", arguments.size, "Geometry without a case: largest element size, e.g. '20 mm'");
  command->add_option("--scale", arguments.scale,
                      "Geometry without a case: length of one mesh unit, e.g. '1 mm' (default 1 m; STEP: the file's)");
  command->add_option("--merge", arguments.merge,
                      "Mesh without a case: join nodes nearer to each other than this length, e.g. '1 um'");
  command->add_option("--time-limit", arguments.timeLimit,
                      "Geometry without a case: how long Gmsh may take to read it, and to mesh it, e.g. '4 h'");
  command->add_option("--set", arguments.overrides, "Override a key of the case")
      ->type_name("key.path=value")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  CLI::Option* describe = command->add_flag(
      "--describe", arguments.describe,
      "CAD file: tell its solids, sheets, named and coloured faces, colours, unit and overlaps; mesh nothing");
  for (const char* const ofMeshing : {"--output", "--parts", "--refine", "--size"})
    describe->excludes(command->get_option(ofMeshing));
  command->footer(std::string("Examples:\n  fluxtet mesh meshes/dielectricSphere/case.yaml -o sphere.h5 --parts 8\n"
                              "  fluxtet mesh antenna.step --describe\n"
                              "  fluxtet mesh antenna.step --size '5 mm' -o antenna.h5\n"
                              "  fluxtet mesh case.yaml -o model.vtkhdf\n"
                              "  fluxtet mesh plate.geo --size '1 mm'\n\n") +
                  exitCodes);
}

void addBenchSize(CLI::App& command, BenchArguments& arguments) {
  const CLI::Validator positive = CLI::Range(std::int64_t{1}, std::int64_t{1} << 31).description("");
  CLI::Option* elements = command
                              .add_option("--elements", arguments.elements,
                                          "Without a case: a cube of about so many elements (6 c^3 of c^3 cells); "
                                          "static: a square of so many triangles")
                              ->type_name("N")
                              ->check(positive);
  command
      .add_option("--cells", arguments.cells,
                  "Without a case: a box of so many cells along x, y and z, 6 elements each; static: two numbers make "
                  "a rectangle, "
                  "2 triangles each")
      ->type_name("a b [c]")
      ->expected(2, 3)
      ->check(positive)
      ->excludes(elements);
}

void addBenchChoices(CLI::App& command, BenchArguments& arguments) {
  using bench::KernelChoice;
  using bench::PrecisionChoice;
  const Choices<PrecisionChoice> precisions{
      {"single", PrecisionChoice::single}, {"double", PrecisionChoice::fp64}, {"both", PrecisionChoice::both}};
  const Choices<KernelChoice> kernels{
      {"all", KernelChoice::all}, {"split", KernelChoice::split}, {"fused", KernelChoice::fused}};
  command.add_option("--solver", arguments.solver, "Without a case: which solver (default dgtd)")
      ->transform(oneOf(namesOf<SolverKind>()));
  command
      .add_option("--order", arguments.orders,
                  "Orders, e.g. --order 2,3; may be repeated; static: 1 and 2 (default: dgtd all, static the case's)")
      ->type_name(fmt::format("{}..{}", minOrder, maxOrder))
      ->allow_extra_args(false)
      ->delimiter(',')
      ->check(CLI::Range(minOrder, maxOrder).description(""));
  command
      .add_option("--precision", arguments.precision,
                  "Precision of the fields (default: dgtd single, static the case's)")
      ->transform(oneOf(precisions));
  command
      .add_option("--kernels", arguments.kernels, "dgtd: the three published kernels, the fused one, or all (default)")
      ->transform(oneOf(kernels));
  command
      .add_option("--exchange", arguments.exchanges,
                  "dgtd: between the GPUs of several ranks, as dgtd.exchange of a case, e.g. --exchange peer,staged "
                  "(default auto)")
      ->allow_extra_args(false)
      ->delimiter(',')
      ->transform(oneOf(namesOf<dgtd::RouteChoice>()));
  command
      .add_option("--cavity", arguments.cavitySteps,
                  "dgtd: so many steps of a standing wave in a conducting cube, with --cells on each rank, instead of "
                  "kernels: the published weak scaling")
      ->type_name("STEPS")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{1} << 31).description(""));
  command.add_flag("--whole-steps", arguments.wholeStepsOnly, "dgtd: neither single kernels nor samples of spectra");
  command
      .add_option(
          "--penalty", arguments.penalty,
          "dgtd: the penalised flux with this penalty; 0: the centred flux (default: the case's flux, 0 for a box)")
      ->type_name("0..1")
      ->check(CLI::Range(0.0, 1.0).description(""));
  command.add_option("--seconds", arguments.seconds, "Time of each measurement, s")
      ->type_name("T")
      ->check(CLI::Range(1e-3, 3600.0).description(""))
      ->default_str("1");
  command.add_option("--json", arguments.json, "Write the results there too")->type_name("FILE")->check(notEmpty());
}

void addStaticBenchChoices(CLI::App& command, BenchArguments& arguments) {
  command
      .add_option("--assembly", arguments.methods, "static: these methods, e.g. --assembly gather,ebe (default all)")
      ->allow_extra_args(false)
      ->delimiter(',')
      ->transform(oneOf(namesOf<statics::AssemblyMethod>()));
  command.add_option("--reduction", arguments.reductions, "static: these reductions of ebe (default all)")
      ->allow_extra_args(false)
      ->delimiter(',')
      ->transform(oneOf(namesOf<statics::ReductionKind>()));
  command.add_flag("--solve", arguments.solve, "static: solve too, to the case's tolerance or the precision's default");
}

void addBench(CLI::App& app, BenchArguments& arguments) {
  CLI::App* command = app.add_subcommand(
      "bench", "Measure the kernels and whole steps, or static assembly and iterations, and what this machine allows");
  command
      ->add_option("CASE", arguments.theCase.file,
                   "A case (YAML): measure on its mesh, materials and boundaries instead of a box")
      ->check(notEmpty());
  addCaseChanges(*command, arguments.theCase);
  addBenchSize(*command, arguments);
  addBenchChoices(*command, arguments);
  addStaticBenchChoices(*command, arguments);
  addBackend(*command, arguments.backend);
  command->footer(
      std::string(
          "Examples:\n  fluxtet bench\n  fluxtet bench --order 3 --elements 1000000 --precision both --json p3.json\n"
          "  mpirun -n 4 fluxtet bench meshes/dielectricSphere/case.yaml --kernels fused\n"
          "  fluxtet bench --solver static --cells 1000 1000 --assembly gather,linkedList\n"
          "  fluxtet bench meshes/transformer/case.yaml --assembly ebe --solve\n\n") +
      exitCodes);
}

/// CLI11 would only say that a subcommand is missing.
void requireKnownCommand(const CLI::App& app, int argc, char** argv) {
  if (argc < 2 || argv[1][0] == '-') return;
  std::vector<std::string> names;
  for (const auto* command : app.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(command->get_name());
  const bool known = std::find(names.begin(), names.end(), argv[1]) != names.end();
  require(known, "unknown command '{}'{}; the commands are {}", argv[1], config::didYouMean(argv[1], names),
          config::listOf(names));
}

int reportParse(CLI::App& app, const CLI::ParseError& error, MPI_Comm comm) {
  std::ostringstream out, err;
  const int code = app.exit(error, out, err);
  if (mpiRank(comm) == 0) printText(out.str());
  if (code == 0) return code;
  throw InputError(fmt::format("{}\nSee `fluxtet --help` and `fluxtet COMMAND --help`.", error.what()));
}

int runCommand(int argc, char** argv, MPI_Comm comm) {
  CLI::App app(
      "fluxtet: electromagnetic fields on unstructured meshes, on one process or many.\n"
      "Maxwell's equations in the time domain by a nodal discontinuous Galerkin method; electro- and magnetostatics by "
      "finite elements.",
      "fluxtet");
  app.set_version_flag("--version", fmt::format("fluxtet {} ({})", version(), commit()));
  app.require_subcommand(1);
  app.footer(std::string("Start with:\n  fluxtet new                  # cases to start from\n"
                         "  fluxtet check meshes/dielectricSphere/case.yaml\n"
                         "  mpirun -n 2 fluxtet run meshes/dielectricSphere/case.yaml\n"
                         "docs/userGuide.md explains the use, docs/caseFile.md every key of a case.\n\n") +
             exitCodes);

  RunArguments run;
  CheckArguments check;
  MeshArguments mesh;
  BenchArguments bench;
  NewArguments created;
  bool markdown = false;
  bool materials = false;
  addNew(app, created);
  addRun(app, run);
  addCheck(app, check);
  addMesh(app, mesh);
  addBench(app, bench);
  CLI::App* info = app.add_subcommand("info", "Version, commit, build options, library versions and devices");
  info->footer("Example:\n  fluxtet info");
  CLI::App* schema = app.add_subcommand("schema", "JSON schema of the case file, for editors");
  schema->add_flag("--markdown", markdown, "The reference of all keys (docs/caseFile.md) instead");
  schema->add_flag("--materials", materials, "The library of materials, with its sources, instead");
  schema->footer("Example:\n  fluxtet schema > fluxtet.schema.json");
  // main() carries these out before MPI starts: here they only stand in the help.
  for (const PythonCommand& command : pythonCommands()) app.add_subcommand(command.name, command.description);

  requireKnownCommand(app, argc, argv);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return reportParse(app, error, comm);
  }
  if (app.got_subcommand("run")) return static_cast<int>(runRun(run, comm));
  releaseStopSignals();
  if (app.got_subcommand("new")) return static_cast<int>(runNew(created, comm));
  if (app.got_subcommand("check")) return static_cast<int>(runCheck(check, comm));
  if (app.got_subcommand("mesh")) return static_cast<int>(runMesh(mesh, comm));
  if (app.got_subcommand("bench")) return static_cast<int>(runBench(bench, comm));
  if (app.got_subcommand(info)) return runInfo(comm);
  return mpiRank(comm) == 0 ? runSchema(markdown, materials) : 0;
}

}  // namespace

int runCommandLine(int argc, char** argv, MPI_Comm comm) {
  const int code = runCommand(argc, argv, comm);
  agreeOnErrors(comm, requirePrinted);
  return code;
}

}  // namespace fluxtet::cli
