// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/gmshProcess.hpp"

#include "lib/base/error.hpp"
#include "lib/base/memory.hpp"
#include "lib/base/sameAddresses.hpp"
#include "lib/base/signals.hpp"
#include "lib/base/timer.hpp"
#include "lib/mesh/gmshReader.hpp"
#include "lib/mesh/gmshReading.hpp"
#include "lib/mesh/meshSourceFile.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <new>
#include <utility>

namespace fluxtet {
namespace {

/// The first argument of a process that reads for another; then follow file, task, scale, size, and what else is
/// given.
constexpr const char* readerMark = "--read-mesh-for-parent";

/// What the reader is to do.
constexpr const char* readSolid = "solid";
constexpr const char* readAny = "any";
constexpr const char* describeFile = "describe";

std::string readerProgram;  // empty: this process reads itself

/// What the reader sends: any number of `meshing`, then one of the others with what belongs to it.
enum class Message : char { meshing = 'g', mesh = 'm', description = 'd', error = 'e' };

/// What an argument of the reader gives, behind the first few, by its first letter; then a name, a number behind the
/// last `=`, or both.
enum class Given : char {
  parameter = 'p',
  size = 's',
  priority = 'o',
  cutOut = 'c',
  colour = 'C',
  algorithm = 'v',
  merge = 'j',
  airRegion = 'a',
  airMargin = 'm',
  airMarginOf = 'n',
  accuracy = 'A',
  order = 'O',
  wavelength = 'L',
  sizeOfWaves = 'W',
  medium = 'D',
  wall = 'S',
  metal = 'M',
  magnetic = 'N',
  gap = 'G'
};

// --- The reader's side ---------------------------------------------------------------------------------------------

/// Writes to the parent; once that is gone there is nobody to tell.
class Sender {
 public:
  explicit Sender(int file) : file_(file) {}

  void bytes(const void* data, std::size_t count) const {
    for (const char* next = static_cast<const char*>(data); count > 0;) {
      const ssize_t written = write(file_, next, count);
      if (written < 0 && errno == EINTR) continue;
      if (written <= 0) _exit(EXIT_FAILURE);
      next += written;
      count -= static_cast<std::size_t>(written);
    }
  }
  template <class T>
  void value(const T& x) const {
    bytes(&x, sizeof x);
  }
  template <class T>
  void array(const T& x) const {
    value(std::int64_t{std::ssize(x)});
    bytes(x.data(), x.size() * sizeof x[0]);
  }
  void names(const std::vector<std::string>& x) const {
    value(std::int64_t{std::ssize(x)});
    for (const auto& name : x) array(name);
  }
  void mesh(const RawMesh& raw) const;
  void description(const std::string& text) const {
    value(Message::description);
    array(text);
  }
  void error(ExitCode code, const std::string& text) const {
    value(Message::error);
    value(code);
    array(text);
  }

 private:
  int file_;
};

void Sender::mesh(const RawMesh& raw) const {
  value(Message::mesh);
  value(raw.dimension);
  value(raw.strictSurfaces);
  array(raw.nodeTag);
  array(raw.nodes);
  array(raw.elementTag);
  array(raw.elementNode);
  array(raw.region);
  array(raw.facetNode);
  array(raw.facetGroup);
  names(raw.groups.regions);
  names(raw.groups.surfaces);
  names(raw.notes.sizes);
  names(raw.changes);
  names(raw.notes.warnings);
}

/// A damaged file may ask for any amount of memory: what the machine has, and some for what is only reserved.
void limitMemory() {
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // these reserve terabytes
  constexpr rlim_t reserved = rlim_t{4} << 30;
  const auto physical = static_cast<rlim_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<rlim_t>(sysconf(_SC_PAGESIZE));
  rlimit limit{};
  getrlimit(RLIMIT_AS, &limit);
  limit.rlim_cur = std::min(limit.rlim_cur, physical + reserved);
  setrlimit(RLIMIT_AS, &limit);
#endif
}

/// Ends with its parent, leaves no core file, and what Gmsh and OpenCASCADE print goes nowhere. Returns where to send.
int settleAsReader() {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  const rlimit none{0, 0};
  setrlimit(RLIMIT_CORE, &none);
  limitMemory();
  const int toParent = dup(STDOUT_FILENO);
  const int nowhere = open("/dev/null", O_WRONLY);
  dup2(nowhere, STDOUT_FILENO);
  dup2(nowhere, STDERR_FILENO);
  close(nowhere);
  return toParent;
}

/// Three numbers and a name, each ended by a space but the last.
void takeGap(const std::string& text, AutoSizes& sizes) {
  const char* rest = text.c_str();
  Vec3 direction{};
  for (double& component : direction) {
    char* end = nullptr;
    component = std::strtod(rest, &end);
    rest = end + 1;
  }
  sizes.gaps[rest] = direction;
}

void take(const std::string& argument, MeshSource& source) {
  const std::string text = argument.substr(1);
  const std::size_t equals = text.rfind('=');
  const std::string name = text.substr(0, equals);
  const double number = equals == std::string::npos ? 0 : std::strtod(text.c_str() + equals + 1, nullptr);
  if (!source.airBox && std::strchr("amn", argument[0]) != nullptr) source.airBox.emplace();
  if (!source.autoSizes && std::strchr("AOLWDSMNG", argument[0]) != nullptr) source.autoSizes.emplace();
  switch (static_cast<Given>(argument[0])) {
    case Given::parameter:
      source.parameters[name] = number;
      break;
    case Given::size:
      source.sizes[name] = number;
      break;
    case Given::priority:
      source.priority.push_back(text);
      break;
    case Given::colour:
      source.colours[name] = text.substr(equals + 1);
      break;
    case Given::cutOut:
      source.cutOut.push_back(text);
      break;
    case Given::algorithm:
      source.algorithm = static_cast<VolumeAlgorithm>(number);
      break;
    case Given::merge:
      source.merge = number;
      break;
    case Given::airRegion:
      source.airBox->region = text;
      break;
    case Given::airMargin:
      source.airBox->margin = number;
      break;
    case Given::airMarginOf:
      source.airBox->margins[name] = number;
      break;
    case Given::accuracy:
      source.autoSizes->accuracy = number;
      break;
    case Given::order:
      source.autoSizes->order = static_cast<int>(number);
      break;
    case Given::wavelength:
      source.autoSizes->wavelength = number;
      break;
    case Given::sizeOfWaves:
      source.autoSizes->ofWaves[name] = number;
      break;
    case Given::medium:
      source.autoSizes->media[name] = static_cast<int>(number);
      break;
    case Given::wall:
      source.autoSizes->walls.push_back(text);
      break;
    case Given::metal:
      source.autoSizes->metal.push_back(text);
      break;
    case Given::magnetic:
      source.autoSizes->magnetic.push_back(text);
      break;
    case Given::gap:
      takeGap(text, *source.autoSizes);
      break;
  }
}

MeshSource sourceOf(char** argument, int count) {
  MeshSource source;
  source.file = argument[0];
  source.scale = std::strtod(argument[2], nullptr);
  if (*argument[3] != '\0') source.size = std::strtod(argument[3], nullptr);
  for (int i = 4; i < count; ++i) take(argument[i], source);
  return source;
}

// --- The parent's side ---------------------------------------------------------------------------------------------

void addName(std::vector<std::string>& arguments, Given what, const std::string& name) {
  arguments.push_back(static_cast<char>(what) + name);
}

void addNumber(std::vector<std::string>& arguments, Given what, const std::string& name, double value) {
  addName(arguments, what, fmt::format("{}={:.17g}", name, value));
}

void addAutoSizes(std::vector<std::string>& arguments, const AutoSizes& sizes) {
  addNumber(arguments, Given::accuracy, "", sizes.accuracy);
  addNumber(arguments, Given::order, "", sizes.order);
  addNumber(arguments, Given::wavelength, "", sizes.wavelength);
  for (const auto& [name, size] : sizes.ofWaves) addNumber(arguments, Given::sizeOfWaves, name, size);
  for (const auto& [name, medium] : sizes.media) addNumber(arguments, Given::medium, name, medium);
  for (const auto& name : sizes.walls) addName(arguments, Given::wall, name);
  for (const auto& name : sizes.metal) addName(arguments, Given::metal, name);
  for (const auto& name : sizes.magnetic) addName(arguments, Given::magnetic, name);
  for (const auto& [name, d] : sizes.gaps)
    addName(arguments, Given::gap, fmt::format("{:.17g} {:.17g} {:.17g} {}", d[0], d[1], d[2], name));
}

/// The folder of a file for the reader, which has it as a descriptor: its name is the same wherever the file is, and so
/// are the addresses of what follows in the reader's memory (startAtSameAddresses()).
const std::string folderForReader = fmt::format("/proc/self/fd/{}/", folderOfProcess);

std::string nameOf(const std::string& file) {
  return std::filesystem::path(file).filename().string();
}

/// The folder of a file, open, with the object.
class OpenFolder {
 public:
  explicit OpenFolder(const std::string& file) {
    const std::string folder = std::filesystem::absolute(file).parent_path().string();
    number_ = open(folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC);
    requireRun(number_ >= 0, "cannot open the folder of {}: {}", file, std::strerror(errno));
  }
  ~OpenFolder() { close(number_); }
  OpenFolder(const OpenFolder&) = delete;
  OpenFolder& operator=(const OpenFolder&) = delete;
  int number() const { return number_; }

 private:
  int number_ = -1;
};

/// A text of the reader's with the names of the file, and of what it includes, as they are for this process.
std::string withGivenFolder(std::string text, const std::string& file) {
  const std::string given = file.substr(0, file.size() - nameOf(file).size());
  for (std::size_t at = 0; (at = text.find(folderForReader, at)) != std::string::npos; at += given.size())
    text.replace(at, folderForReader.size(), given);
  return text;
}

std::vector<std::string> readerArguments(const MeshSource& source, const char* task) {
  std::vector<std::string> arguments{readerProgram,
                                     readerMark,
                                     folderForReader + nameOf(*source.file),
                                     task,
                                     fmt::format("{:.17g}", source.scale),
                                     source.size ? fmt::format("{:.17g}", *source.size) : std::string()};
  for (const auto& [name, value] : source.parameters) addNumber(arguments, Given::parameter, name, value);
  for (const auto& [name, value] : source.sizes) addNumber(arguments, Given::size, name, value);
  for (const auto& name : source.priority) addName(arguments, Given::priority, name);
  for (const auto& [name, colour] : source.colours) addName(arguments, Given::colour, name + "=" + colour);
  for (const auto& name : source.cutOut) addName(arguments, Given::cutOut, name);
  addNumber(arguments, Given::algorithm, "", static_cast<double>(source.algorithm));
  if (source.merge) addNumber(arguments, Given::merge, "", *source.merge);
  if (source.airBox) {
    addName(arguments, Given::airRegion, source.airBox->region);
    addNumber(arguments, Given::airMargin, "", *source.airBox->margin);
    for (const auto& [name, value] : source.airBox->margins) addNumber(arguments, Given::airMarginOf, name, value);
  }
  if (source.autoSizes) addAutoSizes(arguments, *source.autoSizes);
  return arguments;
}

/// Seconds that a file may take to be read, and to be meshed.
struct TimeLimits {
  double read = 0, mesh = 0;
};

TimeLimits limitsOf(const MeshSource& source) {
  if (source.timeLimit) return {*source.timeLimit, *source.timeLimit};
  const auto bytes = static_cast<double>(std::filesystem::file_size(*source.file));
  constexpr double minute = 60, hour = 3600;
  switch (checkedFileKind(source)) {
    case MeshFileKind::mesh:
      return {minute + bytes / 1e6, minute};
    case MeshFileKind::cad:
    case MeshFileKind::skin:
      return {10 * minute + bytes / 1e5, hour};
    case MeshFileKind::script:
      break;
  }
  return {hour, hour};
}

/// Why the reader gave neither a mesh nor a reason.
enum class Silence { ended, late, stopped };

/// A running reader, ended with the object.
class Reader {
 public:
  explicit Reader(const MeshSource& source, const char* task) : file_(*source.file) {
    const OpenFolder folder(file_);
    int ends[2];
    requireRun(pipe2(ends, O_CLOEXEC) == 0, "cannot read {}: no pipe to a process that reads it: {}", *source.file,
               std::strerror(errno));
    input_ = ends[0];
    const int failure = startAtSameAddresses(readerArguments(source, task), ends[1], folder.number(), process_);
    close(ends[1]);
    if (failure == 0) return;
    close(input_);
    throw RunError(
        fmt::format("cannot start {}, which is to read {}: {}", readerProgram, *source.file, std::strerror(failure)));
  }
  ~Reader() {
    close(input_);
    if (process_ > 0) end();
  }
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

  /// From now on, s.
  void setLimit(double seconds) {
    timer_ = Timer();
    limit_ = seconds;
  }
  double limit() const { return limit_; }

  /// Ends the process; its status as of waitpid().
  int end() {
    kill(process_, SIGKILL);
    return wait();
  }
  int wait() {
    int status = 0;
    while (waitpid(process_, &status, 0) < 0 && errno == EINTR) continue;
    process_ = 0;
    return status;
  }

  template <class T>
  T value() {
    T x;
    bytes(&x, sizeof x);
    return x;
  }
  template <class T>
  T array() {
    T x;
    x.resize(static_cast<std::size_t>(value<std::int64_t>()));
    bytes(x.data(), x.size() * sizeof x[0]);
    return x;
  }
  std::string text() { return withGivenFolder(array<std::string>(), file_); }
  std::vector<std::string> names() {
    std::vector<std::string> x(static_cast<std::size_t>(value<std::int64_t>()));
    for (auto& name : x) name = text();
    return x;
  }
  RawMesh mesh();

 private:
  /// Until there is something to read.
  void await() {
    constexpr double longest = 0.2;  // s; after which signals are looked for
    for (;;) {
      if (stopSignal() != 0) throw Silence::stopped;
      const double left = limit_ - timer_.seconds();
      if (left <= 0) throw Silence::late;
      pollfd waiting{input_, POLLIN, 0};
      const int ready = poll(&waiting, 1, static_cast<int>(std::ceil(1e3 * std::min(left, longest))));
      if (ready > 0) return;
    }
  }
  void bytes(void* data, std::size_t count) {
    for (char* next = static_cast<char*>(data); count > 0;) {
      await();
      const ssize_t got = ::read(input_, next, count);
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0) throw Silence::ended;
      next += got;
      count -= static_cast<std::size_t>(got);
    }
  }

  std::string file_;
  pid_t process_ = 0;
  int input_ = -1;
  Timer timer_;
  double limit_ = 0;
};

RawMesh Reader::mesh() {
  RawMesh raw;
  raw.dimension = value<int>();
  raw.strictSurfaces = value<bool>();
  raw.nodeTag = array<std::vector<std::int64_t>>();
  raw.nodes = array<std::vector<double>>();
  raw.elementTag = array<std::vector<std::int64_t>>();
  raw.elementNode = array<std::vector<std::int64_t>>();
  raw.region = array<std::vector<std::int32_t>>();
  raw.facetNode = array<std::vector<std::int64_t>>();
  raw.facetGroup = array<std::vector<std::int32_t>>();
  raw.groups.regions = names();
  raw.groups.surfaces = names();
  raw.notes.sizes = names();
  raw.changes = names();
  raw.notes.warnings = names();
  return raw;
}

[[noreturn]] void refuseLate(const std::string& file, const char* doing, double limit) {
  throw InputError(
      fmt::format("Gmsh did not {} {} within {:.6g} s and was ended: the file is damaged, or it takes longer; check it "
                  "with Gmsh, or raise mesh.timeLimit",
                  doing, file, limit));
}

[[noreturn]] void endStopped(const std::string& file, const char* doing, int signal) {
  throw Error(ExitCode::stopped,
              fmt::format("stopped by signal {} while Gmsh was to {} {}: nothing was written", signal, doing, file));
}

[[noreturn]] void refuseEnded(const std::string& file, const char* doing, int status) {
  if (!WIFSIGNALED(status))
    throw InputError(
        fmt::format("Gmsh gave up without a reason when it was to {} {} (exit status {}): the file is "
                    "damaged; write it again",
                    doing, file, WEXITSTATUS(status)));
  const int signal = WTERMSIG(status);
  if (signal == SIGTERM || signal == SIGINT || signal == SIGHUP) endStopped(file, doing, signal);
  if (signal == SIGKILL)
    throw RunError(
        fmt::format("the process that was to {} {} was killed, probably for want of memory ({} are free): "
                    "give the job more, or use a larger mesh.size",
                    doing, file, bytesText(availableHostBytes())));
  throw InputError(
      fmt::format("Gmsh crashed when it was to {} {} (signal {}, {}): the file is damaged, or Gmsh cannot work on it; "
                  "write it again, or mesh it elsewhere and give the .msh",
                  doing, file, signal, strsignal(signal)));
}

/// What the reader sends, up to the message that is waited for, behind which `take` takes the result.
template <class Take>
auto receive(Reader& reader, const TimeLimits& limits, const char*& doing, Message awaited, Take&& take) {
  reader.setLimit(limits.read);
  for (;;) {
    const auto message = reader.value<Message>();
    if (message == awaited) return take();
    switch (message) {
      case Message::meshing:
        doing = "mesh";
        reader.setLimit(limits.mesh);
        break;
      case Message::error: {
        const auto code = reader.value<ExitCode>();
        const std::string text = reader.text();
        if (code == ExitCode::badInput) throw InputError(text);
        throw RunError(text);
      }
      default:
        throw Silence::ended;
    }
  }
}

/// Lets a reader do its task. `doing`: what it begins with, for messages.
template <class Take>
auto byProcess(const MeshSource& source, const char* task, const char* doing, const TimeLimits& limits, Message awaited,
               Take&& take) {
  Reader reader(source, task);
  try {
    return receive(reader, limits, doing, awaited, [&] { return take(reader); });
  } catch (const Silence silence) {
    if (silence == Silence::stopped) endStopped(*source.file, doing, stopSignal());
    if (silence == Silence::late) refuseLate(*source.file, doing, reader.limit());
    refuseEnded(*source.file, doing, reader.wait());
  }
}

RawMesh readByProcess(const MeshSource& source, ModelKind model) {
  checkedFileKind(source);
  return byProcess(source, model == ModelKind::solid ? readSolid : readAny, "read", limitsOf(source), Message::mesh,
                   [](Reader& reader) { return reader.mesh(); });
}

std::string describeByProcess(const MeshSource& source) {
  requireCadToDescribe(source);
  const TimeLimits limits = limitsOf(source);
  return byProcess(source, describeFile, "describe", {limits.read + limits.mesh, limits.mesh}, Message::description,
                   [](Reader& reader) { return reader.text(); });
}

/// Does the reader's task and sends what came out.
void serve(const Sender& sender, const MeshSource& source, const std::string& task) {
  if (task == describeFile) return sender.description(describeWithGmsh(source));
  const ModelKind model = task == readSolid ? ModelKind::solid : ModelKind::solidOrPlane;
  sender.mesh(readWithGmsh(source, model, Processes::several, [&] { sender.value(Message::meshing); }));
}

}  // namespace

std::optional<int> readForAnotherProcess(int argc, char** argv) {
  constexpr int least = 6;
  if (argc < least || std::strcmp(argv[1], readerMark) != 0) return std::nullopt;
  const Sender sender(settleAsReader());
  try {
    serve(sender, sourceOf(argv + 2, argc - 2), argv[3]);
  } catch (const Error& error) {
    sender.error(error.code(), error.what());
  } catch (const std::bad_alloc&) {
    sender.error(ExitCode::badInput, fmt::format("{} wants more memory than this machine has: the file is damaged, or "
                                                 "its mesh is too large here; use a larger mesh.size",
                                                 argv[2]));
  } catch (const std::exception& error) {
    sender.error(ExitCode::runFailed, error.what());
  }
  return EXIT_SUCCESS;
}

void useGmshProcess(std::string program) {
  readerProgram = std::move(program);
}

RawMesh readRawMesh(const MeshSource& source, ModelKind model) {
  return readerProgram.empty() ? readWithGmsh(source, model, Processes::one, [] {}) : readByProcess(source, model);
}

std::string readDescription(const MeshSource& source) {
  return readerProgram.empty() ? describeWithGmsh(source) : describeByProcess(source);
}

}  // namespace fluxtet
