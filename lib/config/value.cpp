// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/config/value.hpp"

namespace fluxtet::config {

const Value* Value::find(const std::string& name) const {
  for (const auto& [memberName, value] : members)
    if (memberName == name) return &value;
  return nullptr;
}

Value* Value::find(const std::string& name) {
  return const_cast<Value*>(static_cast<const Value*>(this)->find(name));
}

void Value::set(const std::string& name, Value value) {
  if (Value* present = find(name)) {
    *present = std::move(value);
  } else {
    members.emplace_back(name, std::move(value));
  }
}

void makePathsAbsolute(Value& value, const Key& key, const std::filesystem::path& folder) {
  const std::string* path = value.get<std::string>();
  if (key.type == KeyType::filePath && path)
    value.data = std::filesystem::absolute(folder / *path).lexically_normal().string();
  for (Value& item : value.items) makePathsAbsolute(item, key.keys.front(), folder);
  for (auto& [name, member] : value.members)
    makePathsAbsolute(member, key.type == KeyType::nameMap ? key.keys.front() : *key.find(name), folder);
}

}  // namespace fluxtet::config
