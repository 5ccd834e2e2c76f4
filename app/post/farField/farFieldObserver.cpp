// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/post/farField/farFieldObserver.hpp"

#include "app/post/farField/farFieldFiles.hpp"
#include "app/post/farField/patternSurface.hpp"
#include "lib/base/mpi.hpp"
#include "lib/output/dftWriter.hpp"
#include "lib/output/outputDirectory.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <filesystem>
#include <utility>

namespace fluxtet::farField {
namespace {

template <class Real>
std::shared_ptr<const RecordPlaces> placesOf(const dgtd::ObservedRun<Real>& run,
                                             const std::vector<std::int32_t>& faces) {
  const SubMesh& mesh = run.discretisation.mesh;
  std::vector<std::int64_t> ids;
  for (const std::int32_t face : faces)
    ids.push_back(4 * mesh.elementId[static_cast<std::size_t>(face / 4)] + face % 4);
  return fluxtet::placesOf(std::move(ids), 4 * mesh.totalElements,
                           6 * static_cast<std::size_t>(run.discretisation.basis.nf()), run.comm);
}

}  // namespace

template <class Real>
FarFieldObserver<Real>::FarFieldObserver(const dgtd::ObservedRun<Real>& run)
    : run_(run),
      study_(run.theCase, run.discretisation, run.comm),
      recorder_(*run.theCase.output.farField, FieldSelection{},
                {run.engine.traceSums(), run.engine.traceSums().addFaces(study_.surface().faces)}, fieldTimesOf(run),
                "farField."),
      places_(placesOf(run, study_.surface().faces)) {
  if (study_.isFedByPorts()) ports_.emplace(run, *run.theCase.output.farField, "farField.ports.");
}

template <class Real>
std::string FarFieldObserver<Real>::description() const {
  const dgtd::FarFieldOutput& output = *run_.theCase.output.farField;
  return fmt::format("{} faces of the surface '{}'{}; {} directions at {} frequencies", study_.surface().totalFaces,
                     output.surface, imagesText(output), std::int64_t{output.theta.points} * output.phi.points,
                     output.frequencies.size());
}

template <class Real>
void FarFieldObserver<Real>::restore(const CheckpointState& state) {
  recorder_.restore(state.scalars, state.step);
  if (ports_) ports_->restore(state);
}

template <class Real>
void FarFieldObserver<Real>::listSums(CheckpointSums<Real>& sums) const {
  recorder_.listSums(places_, sums);
  if (ports_) ports_->listSums(sums);
}

template <class Real>
void FarFieldObserver<Real>::start(const CheckpointSums<Real>& sums) {
  recorder_.start();
  if (run_.isRestart()) recorder_.setSums(sums);
  if (ports_) ports_->start(sums);
}

template <class Real>
void FarFieldObserver<Real>::record(const dgtd::Moment& now) {
  run_.stepper.receiveTraces();
  recorder_.record(now.step);
  if (ports_) ports_->record(now.step);
}

template <class Real>
void FarFieldObserver<Real>::save(CheckpointState& state, CheckpointSums<Real>& sums) const {
  recorder_.save(state.scalars);
  recorder_.saveSums(places_, sums);
  if (ports_) ports_->save(state, sums);
}

template <class Real>
void FarFieldObserver<Real>::finish(const dgtd::Moment& last, std::vector<std::string>& warnings) {
  const ScopedSeconds timing = this->timeOutput();
  for (std::size_t k = 0; k < recorder_.frequencies().size(); ++k) {
    fields_.push_back(study_.evaluate(
        recorder_.spectrum(k, last.step, study_.valuesPerSum(), run_.discretisation.problem.waveforms)));
    if (ports_) fields_.back().feed = study_.feedOf(ports_->powers(k, last.step));
  }
  for (auto& warning : farFieldWarnings(fields_)) warnings.push_back(std::move(warning));
  const dgtd::FarFieldOutput& output = *run_.theCase.output.farField;
  agreeOnErrors(run_.comm, [&] {
    if (mpiRank(run_.comm) != 0) return;
    const std::filesystem::path directory(run_.theCase.output.directory);
    writeTextFile(directory / outputName::farField, farFieldTable(output, fields_));
    if (!output.vtk) return;
    createFolder(directory / outputName::patterns);
    for (const FarField& field : fields_)
      writePatternSurface(
          directory / outputName::patterns / fmt::format("pattern_{}.vtkhdf", frequencyName(field.frequency)), output,
          field, study_.middle(), study_.radius());
  });
  if (mpiRank(run_.comm) == 0)
    for (const auto& line : farFieldLines(output, study_.surface(), fields_)) spdlog::info("{}", line);
}

template <class Real>
void FarFieldObserver<Real>::summarise(const dgtd::Moment&, RunSummary& summary) const {
  if (!fields_.empty())
    summary.sections.emplace_back("farField",
                                  farFieldJson(*run_.theCase.output.farField, study_.surface(), fields_).dump());
}

template class FarFieldObserver<float>;
template class FarFieldObserver<double>;

}  // namespace fluxtet::farField
