// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/meshCache.hpp"
#include "tests/unit/mesh/stepTestSupport.hpp"

#include <spdlog/sinks/ostream_sink.h>
#include <spdlog/spdlog.h>
#include <stdlib.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <set>
#include <sstream>
#include <string>

namespace fluxtet::test {
namespace {

namespace fs = std::filesystem;

const std::string script = R"(DefineConstant[ width = 2 ];
SetFactory("OpenCASCADE");
Box(1) = {0, 0, 0, width, 1, 1};
Physical Volume("Inside") = {1};
Physical Surface("Outer") = {1:6};
)";

/// Lets meshes go to a folder of its own, and sets things right again.
class MeshCache : public ::testing::Test {
 protected:
  MeshCache() {
    if (const char* const before = getenv("FLUXTET_MESH_CACHE")) before_ = before;
    setenv("FLUXTET_MESH_CACHE", cache.c_str(), 1);
  }
  ~MeshCache() override { setenv("FLUXTET_MESH_CACHE", before_.c_str(), 1); }
  MeshCache(const MeshCache&) = delete;
  MeshCache& operator=(const MeshCache&) = delete;

  std::size_t count() const {
    std::error_code ignored;
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(cache, ignored), fs::directory_iterator()));
  }
  static Mesh read(const MeshSource& source) { return std::get<Mesh>(readCached(source, false)); }

  const MeshFolder folder;
  const std::string cache = folder.file("cache");

 private:
  std::string before_ = "off";
};

TEST_F(MeshCache, aMeshThatWasMadeBeforeIsReadAgainAsItWas) {
  MeshSource source = fileSource(folder.write("box.geo", script));
  source.size = 0.2;
  const Mesh first = read(source);
  ASSERT_EQ(count(), 1u);
  expectSameMesh(read(source), first);
  EXPECT_EQ(count(), 1u);
  // Proof that it is read: another mesh in its place.
  source.size = 0.15;
  const Mesh other = read(source);
  ASSERT_EQ(count(), 2u);
  source.size = 0.2;
  const fs::path kept = fs::path(cache) / *cachedMeshName(source, false);
  source.size = 0.15;
  fs::copy_file(kept, fs::path(cache) / *cachedMeshName(source, false), fs::copy_options::overwrite_existing);
  expectSameMesh(read(source), first);
  EXPECT_NE(other.numElements(), first.numElements());
}

TEST_F(MeshCache, whateverAMeshDependsOnIsPartOfItsName) {
  MeshSource source = fileSource(folder.write("box.geo", script));
  std::set<std::string> names{*cachedMeshName(source, false)};
  const auto expectAnother = [&](const char* what) {
    EXPECT_TRUE(names.insert(*cachedMeshName(source, false)).second) << what;
  };
  source.size = 0.4;
  expectAnother("size");
  source.scale = 1e-3;
  expectAnother("scale");
  source.parameters["width"] = 3;
  expectAnother("parameters");
  source.sizes["Inside"] = 0.2;
  expectAnother("sizes");
  source.cutOut = {"Inside"};
  expectAnother("cutOut");
  folder.write("box.geo", script + "// another content\n");
  expectAnother("content");
  EXPECT_TRUE(names.insert(*cachedMeshName(source, true)).second);
  source.airBox = AirBox{.margin = 1};
  source.file = folder.write("cad.brep", "CASCADE Topology");
  source.parameters.clear();
  expectAnother("file");
  source.airBox->margin = 2;
  expectAnother("margin");
  source.airBox->margins["x-"] = 1;
  expectAnother("margins");
  source.priority = {"A"};
  expectAnother("priority");
  source.algorithm = VolumeAlgorithm::hxt;
  expectAnother("algorithm");
  source.autoSizes.emplace();
  expectAnother("sizes that follow waves and shapes");
  source.autoSizes = AutoSizes{.accuracy = 0.01, .order = 2, .wavelength = 1};
  expectAnother("values of these");
  source.autoSizes->accuracy = 0.02;
  expectAnother("accuracy");
  source.autoSizes->order = 3;
  expectAnother("order");
  source.autoSizes->wavelength = 2;
  expectAnother("wavelength");
  source.autoSizes->ofWaves["A"] = 1;
  expectAnother("sizes of waves");
  source.autoSizes->media["A"] = 1;
  expectAnother("media");
  source.autoSizes->walls = {"B"};
  expectAnother("walls");
  source.autoSizes->metal = {"B"};
  expectAnother("metal");
  source.autoSizes->magnetic = {"B"};
  expectAnother("magnetic walls");
  source.autoSizes->gaps["A"] = {0, 0, 1};
  expectAnother("gaps");
  source.file = folder.write("cad.step", "ISO-10303-21;");
  source.scale = 1;
  expectAnother("STEP file");
  source.colours["A"] = "#ff0000";
  expectAnother("name of a colour");
  source.colours["A"] = "#00ff00";
  expectAnother("colour");
}

TEST_F(MeshCache, whatThereIsToTellOfAMeshIsKeptWithIt) {
  MeshSource source = fileSource(folder.write("box.geo", script));
  source.size = 0.5;
  source.autoSizes = AutoSizes{.accuracy = 0.01, .order = 2, .wavelength = 1};
  source.autoSizes->ofWaves["Inside"] = 0.5;
  const std::vector<std::string> told{"Inside: 500 mm by waves"};
  EXPECT_EQ(read(source).notes.sizes, told);
  EXPECT_EQ(read(source).notes.sizes, told);
  EXPECT_EQ(count(), 1u);
}

TEST_F(MeshCache, theFileOfAMeshIsThatOfTheCacheOrTheSourceItself) {
  MeshSource source = fileSource(folder.write("box.geo", script));
  EXPECT_FALSE(fileOfMesh(source, false));
  read(source);
  EXPECT_EQ(fileOfMesh(source, false), fs::path(cache) / *cachedMeshName(source, false));
  source.file = folder.file("mesh.h5");
  EXPECT_EQ(fileOfMesh(source, false), fs::path(*source.file));
  EXPECT_FALSE(fileOfMesh(MeshSource{}, false));
}

TEST_F(MeshCache, aGeometryThatIsGoneHasNoFile) {
  MeshSource source = fileSource(folder.write("box.geo", script));
  read(source);
  ASSERT_TRUE(fileOfMesh(source, false));
  folder.write("box.geo", script + "width = 3;\n");
  EXPECT_FALSE(fileOfMesh(source, false));
  fs::remove(*source.file);
  EXPECT_FALSE(fileOfMesh(source, false));
}

TEST_F(MeshCache, aWarningNamesTheFileOfTheRunThatIsToldIt) {
  const std::string first = writeStep(folder, {"Ball"}, [] { gmsh::model::occ::addSphere(0, 0, 0, 10); });
  const std::string second = folder.file("other/") + fs::path(first).filename().string();
  fs::create_directory(folder.file("other"));
  fs::copy_file(first, second);
  for (const std::string& file : {first, second}) {
    std::ostringstream log;
    auto& sinks = spdlog::default_logger()->sinks();
    sinks.push_back(std::make_shared<spdlog::sinks::ostream_sink_mt>(log));
    read(fileSource(file));
    sinks.pop_back();
    EXPECT_NE(log.str().find(file + ": without mesh.size elements are"), std::string::npos) << log.str();
  }
  EXPECT_EQ(count(), 1u);
}

TEST_F(MeshCache, filesThatAScriptReadsCountToo) {
  folder.write("part.geo", "a = 1;\n");
  MeshSource source = fileSource(folder.write("all.geo", "Include \"part.geo\";\n" + script));
  const auto before = cachedMeshName(source, false);
  ASSERT_TRUE(before);
  folder.write("part.geo", "a = 2;\n");
  EXPECT_NE(cachedMeshName(source, false), before);
}

TEST_F(MeshCache, scriptsThatDependOnMoreThanTheySayAreMeshedAgain) {
  for (const char* const line : {"SystemCall \"true\";\n", "x = GetEnv(\"HOME\");\n", "f = \"a.geo\";\nMerge f;\n",
                                 "Merge StrCat(\"a\", \".step\");\n", "x = Rand(1);\n"}) {
    const MeshSource source = fileSource(folder.write("free.geo", line + script));
    EXPECT_FALSE(cachedMeshName(source, false)) << line;
  }
  EXPECT_TRUE(cachedMeshName(fileSource(folder.write("plain.geo", "// SystemCall\n" + script)), false));
}

TEST_F(MeshCache, filesOfOthersInItsFolderStay) {
  const fs::path results = fs::path(cache) / "results.dat";
  fs::create_directories(fs::path(cache) / "folder");
  std::ofstream(results) << "mine";
  fs::resize_file(results, std::uintmax_t{5} << 30);  // without content, it takes no room
  fs::last_write_time(results, fs::file_time_type::min());
  MeshSource source = fileSource(folder.write("box.geo", script));
  read(source);
  EXPECT_TRUE(fs::exists(results));
  EXPECT_TRUE(fs::exists(fs::path(cache) / *cachedMeshName(source, false)));
}

TEST_F(MeshCache, meshesThatWereNotUsedForLongestMakeRoom) {
  fs::create_directories(cache);
  std::vector<fs::path> files;
  for (const char digit : {'1', '2'}) {
    files.push_back(fs::path(cache) / (std::string(32, digit) + ".h5"));
    std::ofstream(files.back()) << "mesh";
    fs::resize_file(files.back(), std::uintmax_t{3} << 30);
  }
  fs::last_write_time(files[1], fs::file_time_type::clock::now() - std::chrono::hours(1));
  MeshSource source = fileSource(folder.write("box.geo", script));
  read(source);
  EXPECT_TRUE(fs::exists(files[0]));
  EXPECT_FALSE(fs::exists(files[1]));
  EXPECT_TRUE(fs::exists(fs::path(cache) / *cachedMeshName(source, false)));
}

TEST_F(MeshCache, aDamagedFileIsMadeAgain) {
  MeshSource source = fileSource(folder.write("box.geo", script));
  source.size = 0.5;
  const Mesh first = read(source);
  const fs::path kept = fs::path(cache) / *cachedMeshName(source, false);
  fs::resize_file(kept, fs::file_size(kept) / 2);
  expectSameMesh(read(source), first);
  EXPECT_GT(fs::file_size(kept), 1000u);
  expectSameMesh(read(source), first);
}

TEST_F(MeshCache, withoutAFolderThereIsNone) {
  MeshSource source = fileSource(folder.write("box.geo", script));
  setenv("FLUXTET_MESH_CACHE", "off", 1);
  EXPECT_FALSE(meshCacheFolder());
  const Mesh first = read(source);
  // A file where the folder should be.
  setenv("FLUXTET_MESH_CACHE", folder.write("file", "").c_str(), 1);
  expectSameMesh(read(source), first);
}

}  // namespace
}  // namespace fluxtet::test
