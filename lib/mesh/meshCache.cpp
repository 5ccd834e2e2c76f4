// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/meshCache.hpp"

#include "lib/base/error.hpp"
#include "lib/base/hash.hpp"
#include "lib/base/version.hpp"
#include "lib/mesh/geoScript.hpp"
#include "lib/mesh/gmshReader.hpp"
#include "lib/mesh/loadMesh.hpp"
#include "lib/mesh/meshFile.hpp"
#include "lib/mesh/meshSourceFile.hpp"
#include "lib/mesh/planeMeshFile.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <fstream>
#include <iterator>
#include <map>
#include <random>
#include <regex>
#include <utility>
#include <vector>

namespace fluxtet {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t mostBytes = std::uintmax_t{4} << 30;  ///< that the cache keeps

/// 128 bits of all that was added.
class Digest {
 public:
  void add(const std::string& text) {
    addWord(text.size());
    for (std::size_t i = 0; i < text.size(); i += sizeof(std::uint64_t)) {
      std::uint64_t word = 0;
      std::memcpy(&word, text.data() + i, std::min(sizeof word, text.size() - i));
      addWord(word);
    }
  }
  void add(double number) { add(fmt::format("{:.17g}", number)); }
  std::string text() const { return fmt::format("{:016x}{:016x}", state_[0], state_[1]); }

 private:
  void addWord(std::uint64_t word) {
    state_[0] = hash64(state_[0] ^ word);
    state_[1] = hash64(state_[1] + hash64(word));
  }
  std::array<std::uint64_t, 2> state_{1, 2};
};

void addNumbers(const std::map<std::string, double>& numbers, Digest& digest) {
  digest.add(static_cast<double>(numbers.size()));
  for (const auto& [name, number] : numbers) {
    digest.add(name);
    digest.add(number);
  }
}

void addNames(const std::vector<std::string>& names, Digest& digest) {
  digest.add(static_cast<double>(names.size()));
  for (const std::string& name : names) digest.add(name);
}

void addAutoSizes(const AutoSizes& sizes, Digest& digest) {
  digest.add(sizes.accuracy);
  digest.add(static_cast<double>(sizes.order));
  digest.add(sizes.wavelength);
  addNumbers(sizes.ofWaves, digest);
  digest.add(static_cast<double>(sizes.media.size()));
  for (const auto& [region, medium] : sizes.media) {
    digest.add(region);
    digest.add(static_cast<double>(medium));
  }
  addNames(sizes.walls, digest);
  addNames(sizes.metal, digest);
  addNames(sizes.magnetic, digest);
  digest.add(static_cast<double>(sizes.gaps.size()));
  for (const auto& [region, direction] : sizes.gaps) {
    digest.add(region);
    for (const double component : direction) digest.add(component);
  }
}

void addSettings(const MeshSource& source, Digest& digest) {
  digest.add(source.scale);
  digest.add(source.size.value_or(0));
  addNumbers(source.parameters, digest);
  addNumbers(source.sizes, digest);
  addNames(source.priority, digest);
  if (!source.colours.empty()) digest.add("colours");
  for (const auto& [name, colour] : source.colours) {
    digest.add(name);
    digest.add(colour);
  }
  addNames(source.cutOut, digest);
  digest.add(static_cast<double>(source.algorithm));
  digest.add(source.mendBelow.value_or(-1));
  digest.add(source.merge.value_or(0));
  digest.add(source.autoSizes ? "auto" : "given");
  if (source.autoSizes) addAutoSizes(*source.autoSizes, digest);
  if (!source.airBox) return;
  digest.add(source.airBox->region);
  digest.add(*source.airBox->margin);
  addNumbers(source.airBox->margins, digest);
}

std::string contentOf(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::variant<Mesh, SimplexMesh> readNew(const MeshSource& source, bool planeToo) {
  if (planeToo) return readGmshModel(source);
  return readGmsh(source);
}

/// Nothing if there is none, or it is damaged.
std::optional<std::variant<Mesh, SimplexMesh>> readOld(const fs::path& file) {
  std::error_code ignored;
  if (!fs::is_regular_file(file, ignored)) return std::nullopt;
  try {
    std::variant<Mesh, SimplexMesh> mesh;
    if (isPlaneMeshFile(file.string())) {
      mesh = readPlaneMeshFile(file.string());
    } else {
      mesh = readWholeMesh(file.string());
    }
    fs::last_write_time(file, fs::file_time_type::clock::now(), ignored);  // for those that were not used for longest
    return mesh;
  } catch (const Error& error) {
    spdlog::warn("the cached mesh {} is left out and made again: {}", file.string(), error.what());
    fs::remove(file, ignored);
    return std::nullopt;
  }
}

/// Whether a file of the folder is a mesh of the cache, or one that was left unfinished: others may be there too.
bool isOurs(const fs::directory_entry& entry) {
  static const std::regex name("[0-9a-f]{32}\\.h5(\\.[0-9a-f]{8}(\\.part)?)?");
  std::error_code ignored;
  return entry.is_regular_file(ignored) && std::regex_match(entry.path().filename().string(), name);
}

/// Removes the meshes that were not used for longest, until the others fit.
void removeOld(const fs::path& folder) {
  struct Entry {
    fs::file_time_type time;
    std::uintmax_t bytes;
    fs::path file;
  };
  std::vector<Entry> entries;
  std::uintmax_t sum = 0;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (!isOurs(entry)) continue;
    entries.push_back({entry.last_write_time(), entry.file_size(), entry.path()});
    sum += entries.back().bytes;
  }
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return a.time < b.time; });
  for (const Entry& entry : entries) {
    if (sum <= mostBytes) return;
    fs::remove(entry.file);
    sum -= entry.bytes;
  }
}

void keep(const std::variant<Mesh, SimplexMesh>& mesh, const fs::path& file) {
  try {
    fs::create_directories(file.parent_path());
    // Another run may make the same mesh at this moment, perhaps on another machine.
    const std::string own = fmt::format("{}.{:08x}", file.string(), std::random_device()());
    if (const auto* plane = std::get_if<SimplexMesh>(&mesh)) {
      writePlaneMeshFile(own, *plane);
    } else {
      writeMeshFile(own, std::get<Mesh>(mesh), {}, 1);
    }
    fs::rename(own, file);
    removeOld(file.parent_path());
  } catch (const std::exception& error) {
    spdlog::info("the mesh is not kept for the next run: {}", error.what());
  }
}

/// Logs what there is to tell of the making of a mesh from `file`, which may be another than when it was made.
void tell(const std::variant<Mesh, SimplexMesh>& mesh, const std::string& file) {
  const auto* const solid = std::get_if<Mesh>(&mesh);
  if (solid == nullptr) return;
  for (const std::string& line : solid->notes.sizes) spdlog::info("size of elements, {}", line);
  for (const std::string& warning : solid->notes.warnings) spdlog::warn("{}: {}", file, warning);
}

}  // namespace

std::optional<fs::path> meshCacheFolder() {
  if (const char* const given = std::getenv("FLUXTET_MESH_CACHE"); given != nullptr && *given != '\0')
    return std::strcmp(given, "off") == 0 ? std::nullopt : std::optional<fs::path>(given);
  if (const char* const caches = std::getenv("XDG_CACHE_HOME"); caches != nullptr && *caches != '\0')
    return fs::path(caches) / "fluxtet" / "meshes";
  if (const char* const home = std::getenv("HOME"); home != nullptr && *home != '\0')
    return fs::path(home) / ".cache" / "fluxtet" / "meshes";
  return std::nullopt;
}

std::optional<std::string> cachedMeshName(const MeshSource& source, bool planeToo) {
  const MeshFileKind kind = checkedFileKind(source);
  if (kind == MeshFileKind::mesh) return std::nullopt;
  std::vector<fs::path> files{*source.file};
  if (kind == MeshFileKind::script) {
    const auto all = filesOfGeoScript(*source.file);
    if (!all) return std::nullopt;
    files = *all;
  }
  Digest digest;
  for (const char* const program : {version(), commit()}) digest.add(program);
  digest.add(gmshVersion());
  digest.add(planeToo ? "any" : "solid");
  addSettings(source, digest);
  for (const fs::path& file : files) {
    digest.add(file.filename().string());
    digest.add(contentOf(file));
  }
  return digest.text() + ".h5";
}

std::variant<Mesh, SimplexMesh> readCached(const MeshSource& source, bool planeToo) {
  const auto folder = meshCacheFolder();
  const auto name = folder ? cachedMeshName(source, planeToo) : std::nullopt;
  if (!name) {
    auto mesh = readNew(source, planeToo);
    tell(mesh, *source.file);
    return mesh;
  }
  const fs::path file = *folder / *name;
  if (auto old = readOld(file)) {
    spdlog::info("the mesh of {} was made before: taken from {}", *source.file, file.string());
    tell(*old, *source.file);
    return std::move(*old);
  }
  auto mesh = readNew(source, planeToo);
  keep(mesh, file);
  tell(mesh, *source.file);
  return mesh;
}

std::optional<fs::path> fileOfMesh(const MeshSource& source, bool planeToo) {
  if (!source.file) return std::nullopt;
  try {
    std::error_code ignored;
    if (isMeshFile(*source.file)) return fs::absolute(*source.file, ignored);
    const auto folder = meshCacheFolder();
    const auto name = folder ? cachedMeshName(source, planeToo) : std::nullopt;
    if (!name || !fs::is_regular_file(*folder / *name, ignored)) return std::nullopt;
    return fs::absolute(*folder / *name, ignored);
  } catch (const std::exception&) {  // the geometry was changed or removed since
    return std::nullopt;
  }
}

}  // namespace fluxtet
