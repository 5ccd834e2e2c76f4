// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/config/nearest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace fluxtet::config {

namespace {

std::string lowered(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

/// Insertions, deletions, replacements and swaps of neighbours that turn a into b (optimal string alignment).
std::size_t editDistance(const std::string& a, const std::string& b) {
  std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) d[i][0] = i;
  for (std::size_t j = 0; j <= b.size(); ++j) d[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + (a[i - 1] != b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
    }
  }
  return d[a.size()][b.size()];
}

/// What other programs and papers call a name of ours, in lower case, without underscores, hyphens and blanks.
struct Synonym {
  const char* written;
  const char* meant;
};
constexpr Synonym synonyms[] = {{"cpml", "pml"},
                                {"upml", "pml"},
                                {"abc", "absorbing"},
                                {"mur", "absorbing"},
                                {"open", "absorbing"},
                                {"radiation", "absorbing"},
                                {"silvermueller", "absorbing"},
                                {"silvermuller", "absorbing"},
                                {"scattering", "absorbing"},
                                {"metal", "pec"},
                                {"conductor", "pec"},
                                {"perfecte", "pec"},
                                {"electric", "pec"},
                                {"perfecth", "pmc"},
                                {"magnetic", "pmc"},
                                {"epsr", "epsilon_r"},
                                {"eps", "epsilon_r"},
                                {"er", "epsilon_r"},
                                {"permittivity", "epsilon_r"},
                                {"relativepermittivity", "epsilon_r"},
                                {"dielectricconstant", "epsilon_r"},
                                {"mur", "mu_r"},
                                {"mu", "mu_r"},
                                {"permeability", "mu_r"},
                                {"relativepermeability", "mu_r"},
                                {"conductivity", "sigma"},
                                {"cond", "sigma"},
                                {"kappa", "sigma"},
                                {"rho", "density"},
                                {"massdensity", "density"},
                                {"freq", "frequency"},
                                {"fc", "frequency"},
                                {"f0", "frequency"},
                                {"frequency", "frequencies"},
                                {"freqs", "frequencies"},
                                {"bw", "bandwidth"},
                                {"pol", "polarization"},
                                {"epol", "polarization"},
                                {"position", "at"},
                                {"pos", "at"},
                                {"dt", "maxStep"},
                                {"timestep", "maxStep"},
                                {"courant", "cfl"},
                                {"fdtd", "dgtd"},
                                {"degree", "order"}};

/// The candidate that `name` is another word for; empty if none.
std::string synonymOf(std::string_view name, std::span<const std::string> candidates) {
  std::string plain = lowered(name);
  std::erase_if(plain, [](char c) { return c == '_' || c == '-' || c == ' '; });
  for (const Synonym& synonym : synonyms)
    if (plain == synonym.written)
      for (const std::string& candidate : candidates)
        if (candidate == synonym.meant) return candidate;
  return {};
}

constexpr std::size_t longestName = 200;  ///< longer ones are no misspellings, and the comparison is quadratic

}  // namespace

std::string nearest(std::string_view name, std::span<const std::string> candidates) {
  if (name.size() > longestName) return {};
  if (const std::string meant = synonymOf(name, candidates); !meant.empty()) return meant;
  // Distances count twice, so that a difference in case can count as half an edit; names that differ in case alone are
  // the same. One edit turns most names of one or two letters into each other, so these may only differ in case.
  std::size_t best = 2 * (name.size() < 3 ? 0 : std::max<std::size_t>(1, (name.size() + 1) / 3)) + 1;
  std::string result;
  for (const std::string& candidate : candidates) {
    if (candidate.size() > longestName) continue;
    const std::size_t folded = editDistance(lowered(name), lowered(candidate));
    if (folded >= std::max(name.size(), candidate.size())) continue;
    const std::size_t exact = editDistance(std::string(name), candidate);
    const std::size_t distance = folded == 0 ? 0 : folded + exact;
    if (distance < best) {
      best = distance;
      result = candidate;
    }
  }
  return result;
}

std::string didYouMean(std::string_view name, std::span<const std::string> candidates) {
  const std::string candidate = nearest(name, candidates);
  return candidate.empty() ? "" : fmt::format(" (did you mean '{}'?)", candidate);
}

std::string listOf(std::span<const std::string> names) {
  constexpr std::size_t most = 12;
  if (names.empty()) return "none";
  std::string text = fmt::format("{}", fmt::join(names.begin(), names.begin() + std::min(most, names.size()), ", "));
  if (names.size() > most) text += fmt::format(", ... ({} in all)", names.size());
  return text;
}

}  // namespace fluxtet::config
