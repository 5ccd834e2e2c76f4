// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/config/node.hpp"

#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <stdexcept>

namespace fluxtet::config {

Node* Node::find(const std::string& name) {
  for (Member& member : members)
    if (member.name == name) return &member.value;
  return nullptr;
}

std::string describe(const Node& node) {
  constexpr std::size_t longest = 60;
  switch (node.kind) {
    case Node::Kind::null:
      return "nothing";
    case Node::Kind::scalar:
      return node.scalar.size() > longest ? fmt::format("'{}...'", node.scalar.substr(0, longest))
                                          : fmt::format("'{}'", node.scalar);
    case Node::Kind::sequence:
      return "a list";
    case Node::Kind::mapping:
      return "a mapping";
  }
  return "?";
}

namespace {

/// A fault of the text with its place; ends the reading.
struct SyntaxFault : std::runtime_error {
  SyntaxFault(Mark place, const std::string& message) : std::runtime_error(message), mark(std::move(place)) {}
  Mark mark;
};

/// Builds the tree from yaml-cpp's events (its own nodes lose the places of keys).
class TreeBuilder final : public YAML::EventHandler {
 public:
  TreeBuilder(const Mark& where, Faults& faults) : where_(where), faults_(faults) {}

  Node take() { return std::move(root_); }

  void OnDocumentStart(const YAML::Mark&) override {}
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override { addLeaf(Node::Kind::null, mark, anchor, ""); }

  void OnScalar(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor, const std::string& value) override {
    addLeaf(Node::Kind::scalar, mark, anchor, value);
  }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    const auto found = anchors_.find(anchor);
    if (found == anchors_.end()) throw SyntaxFault(place(mark), "the alias (*) refers to a value that is not complete");
    count(sizeOf(found->second), mark);
    add(found->second, mark, 0);
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    open(Node::Kind::sequence, mark, anchor);
  }
  void OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    open(Node::Kind::mapping, mark, anchor);
  }
  void OnSequenceEnd() override { close(); }
  void OnMapEnd() override { close(); }

 private:
  /// A collection under construction.
  struct Open {
    Node node;
    YAML::Mark mark;
    YAML::anchor_t anchor = 0;
    std::optional<Node> key;  ///< mapping: the key that waits for its value
    std::set<std::string> names;
  };

  Mark place(const YAML::Mark& mark) const {
    if (where_.line == 0) return where_;
    return {where_.file, mark.line + 1, mark.column + 1};
  }

  static std::size_t sizeOf(const Node& node) {
    std::size_t size = 1;
    for (const Node& item : node.items) size += sizeOf(item);
    for (const Node::Member& member : node.members) size += 1 + sizeOf(member.value);
    return size;
  }

  /// Aliases of aliases grow exponentially: a few lines could fill the memory.
  void count(std::size_t nodes, const YAML::Mark& mark) {
    constexpr std::size_t most = 2'000'000;
    total_ += nodes;
    if (total_ > most) throw SyntaxFault(place(mark), fmt::format("more than {} values: this is no case file", most));
  }

  void addLeaf(Node::Kind kind, const YAML::Mark& mark, YAML::anchor_t anchor, const std::string& value) {
    count(1, mark);
    Node node;
    node.kind = kind;
    node.mark = place(mark);
    node.scalar = value;
    add(std::move(node), mark, anchor);
  }

  void open(Node::Kind kind, const YAML::Mark& mark, YAML::anchor_t anchor) {
    count(1, mark);
    Open next;
    next.node.kind = kind;
    next.node.mark = place(mark);
    next.mark = mark;
    next.anchor = anchor;
    open_.push_back(std::move(next));
  }

  void close() {
    Open done = std::move(open_.back());
    open_.pop_back();
    add(std::move(done.node), done.mark, done.anchor);
  }

  void add(Node node, const YAML::Mark& mark, YAML::anchor_t anchor) {
    if (anchor != 0) anchors_[anchor] = node;
    if (open_.empty()) {
      root_ = std::move(node);
      return;
    }
    Open& parent = open_.back();
    if (parent.node.kind == Node::Kind::sequence) {
      parent.node.items.push_back(std::move(node));
    } else if (!parent.key) {
      if (node.kind != Node::Kind::scalar)
        throw SyntaxFault(place(mark), fmt::format("a name was expected before ':', not {}", describe(node)));
      parent.key = std::move(node);
    } else {
      addMember(parent, std::move(node));
    }
  }

  void addMember(Open& parent, Node value) {
    const Node key = std::move(*parent.key);
    parent.key.reset();
    if (!parent.names.insert(key.scalar).second) {
      faults_.add(key.mark, fmt::format("'{}' is given twice in the same section: remove one", key.scalar));
      return;
    }
    if (value.kind != Node::Kind::scalar) value.mark = key.mark;
    parent.node.members.push_back({key.scalar, key.mark, std::move(value)});
  }

  Mark where_;
  Faults& faults_;
  Node root_;
  std::vector<Open> open_;
  std::map<YAML::anchor_t, Node> anchors_;
  std::size_t total_ = 0;
};

/// Length of the UTF-8 sequence that starts at `at`, 0 if there is none.
std::size_t utf8Length(const std::string& text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
  const unsigned first = byte(at);
  const std::size_t length = first < 0x80   ? 1
                             : first < 0xc2 ? 0
                             : first < 0xe0 ? 2
                             : first < 0xf0 ? 3
                             : first < 0xf5 ? 4
                                            : 0;
  for (std::size_t i = 1; i < length; ++i)
    if (byte(at + i) < 0x80 || byte(at + i) > 0xbf) return 0;
  return length;
}

/// Refuses what is not text before the YAML scanner guesses at it.
void checkIsText(const std::string& text, const Mark& where) {
  int line = 1;
  int column = 1;
  for (std::size_t at = 0; at < text.size();) {
    const auto byte = static_cast<unsigned char>(text[at]);
    const std::size_t length = utf8Length(text, at);
    const bool control = (byte < 0x20 && byte != '\n' && byte != '\r' && byte != '\t') || byte == 0x7f;
    if (length == 0 || control)
      throw SyntaxFault(where.line == 0 ? where : Mark{where.file, line, column},
                        fmt::format("byte 0x{:02x} is not text: a case is a YAML file in UTF-8", byte));
    column = byte == '\n' ? 1 : column + 1;
    line += byte == '\n';
    at += length;
  }
}

}  // namespace

Node readYaml(const std::string& text, const Mark& where, Faults& faults) {
  const auto place = [&](const YAML::Mark& mark) {
    return where.line == 0 ? where : Mark{where.file, std::max(mark.line, 0) + 1, std::max(mark.column, 0) + 1};
  };
  try {
    checkIsText(text, where);
    std::istringstream stream(text);
    YAML::Parser parser(stream);
    TreeBuilder builder(where, faults);
    if (!parser.HandleNextDocument(builder)) return {.mark = where, .members = {}};
    Node root = builder.take();
    TreeBuilder second(where, faults);
    if (parser.HandleNextDocument(second))
      faults.add(second.take().mark, "a second YAML document begins (after '---'): a case is one document");
    if (root.kind != Node::Kind::scalar) root.mark = where;
    return root;
  } catch (const SyntaxFault& fault) {
    faults.add(fault.mark, fault.what());
  } catch (const YAML::Exception& error) {
    faults.add(place(error.mark), fmt::format("this is not YAML: {}", error.msg));
  }
  return {.mark = where, .members = {}};
}

}  // namespace fluxtet::config
