// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/output/dftWriter.hpp"

#include "lib/base/constants.hpp"
#include "lib/base/frequencyText.hpp"
#include "lib/output/outputDirectory.hpp"
#include "lib/output/phasorFiles.hpp"

#include <fmt/format.h>

#include <cmath>
#include <functional>
#include <utility>

namespace fluxtet {

namespace {

/// Lengths of complex vectors, [points] of [points][xyz].
std::vector<float> lengths(const std::vector<float>& re, const std::vector<float>& im) {
  std::vector<float> result(re.size() / 3);
  for (std::size_t i = 0; i < result.size(); ++i) {
    double squares = 0;
    for (std::size_t c = 3 * i; c < 3 * i + 3; ++c)
      squares += static_cast<double>(re[c]) * re[c] + static_cast<double>(im[c]) * im[c];
    result[i] = static_cast<float>(std::sqrt(squares));
  }
  return result;
}

/// The three arrays of a field ('E', 'H'), times `factor`.
template <class Real>
void addField(ViewData& data, char field, SpectrumKind kind, const CellSet& cells, std::span<const Real> re,
              std::span<const Real> im, int nodesPerElement, double factor) {
  const auto values = [&cells, nodesPerElement, factor](std::span<const Real> part) {
    return cellValues(cells, part, nodesPerElement, factor);
  };
  const auto add = [&](const std::string& part, int components, std::function<std::vector<float>()> compute) {
    data.points.push_back({fmt::format("{}_{}", field, part), components, spectrumUnit(kind, field),
                           spectrumDescription(kind, field, part), std::move(compute)});
  };
  add("abs", 1, [=] { return lengths(values(re), values(im)); });
  add("re", 3, [=] { return values(re); });
  add("im", 3, [=] { return values(im); });
}

}  // namespace

std::string frequencyName(double frequency) {
  std::string name = frequencyText(frequency);
  std::erase(name, ' ');
  return name;
}

DftWriter::DftWriter(const DftOutput& spec, const SubMesh& mesh, const ReferenceElement& basis,
                     const std::filesystem::path& directory, MPI_Comm comm)
    : fields_(spec.fields),
      kind_(spec.kind),
      nodesPerElement_(basis.np()),
      directory_(directory / outputName::dft),
      views_(spec.showsCells()
                 ? makeViews({"output.dft", spec.regions, spec.boundaries, spec.box, spec.mark}, mesh, basis, comm)
                 : std::vector<MeshView>{}) {}

template <class Real>
void DftWriter::write(const SpectrumView<Real>& spectrum) const {
  // The solver's second field is Z0 H.
  constexpr double toH = 1.0 / constants::z0;
  for (const MeshView& view : views_) {
    ViewData data{.scalars = {{"frequency_Hz", spectrum.frequency},
                              {"fourier_integral", kind_ == SpectrumKind::integral ? 1.0 : 0.0}}};
    if (fields_.E) addField(data, 'E', kind_, view.cells(), spectrum.reE, spectrum.imE, nodesPerElement_, 1.0);
    if (fields_.H) addField(data, 'H', kind_, view.cells(), spectrum.reH, spectrum.imH, nodesPerElement_, toH);
    view.write(directory_ / fmt::format("{}_{}.vtkhdf", view.name(), frequencyName(spectrum.frequency)), data);
  }
}

template void DftWriter::write(const SpectrumView<float>&) const;
template void DftWriter::write(const SpectrumView<double>&) const;

}  // namespace fluxtet
