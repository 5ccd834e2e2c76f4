// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// A table of keys fills a struct.
#include "app/dgtd/case/dgtdCase.hpp"
#include "lib/config/fieldLists.hpp"

#include <gtest/gtest.h>

namespace fluxtet::test {

using namespace fluxtet::config;
using namespace fluxtet::dgtd;

namespace {

struct Part {
  std::string name;
  int count = 0;
  Mark mark;
};
struct Whole {
  double length = 5;
  std::optional<double> limit;
  Flux flux = Flux::upwind;
  bool coarse = true;
  std::array<double, 2> corner{};
  std::vector<Part> parts, named;
  std::variant<int, Part> one;
};

Section<Part> partKeys() {
  return {value(&Part::count, {.name = "count", .fallback = "7"})};
}

Section<Whole> wholeKeys() {
  return {
      value(&Whole::length, {.name = "length", .unit = "m"}),
      value(&Whole::limit, {.name = "limit"}),
      value(&Whole::flux, {.name = "flux"}),
      choice(&Whole::coarse, {{"coarse", true}, {"fine", false}}, {.name = "grid"}),
      value(&Whole::corner, {.name = "corner", .unit = "m", .minSize = 2, .maxSize = 2}),
      listOf(&Whole::parts, {.name = "parts"}, element<Part>({.name = "part"}, partKeys())),
      mapOf(&Whole::named, &Part::name, {.name = "named"}, element<Part>({.name = "NAME"}, partKeys())),
      oneOf(&Whole::one, {.name = "one"}, {alternative<Part, std::variant<int, Part>>({.name = "part"}, partKeys())}),
  };
}

Whole read(const std::string& yaml) {
  Faults faults;
  const Key root{.keys = keysOf(wholeKeys())};
  const Value given = validate(readYaml(yaml, {.file = "case.yaml", .line = 1, .column = 1}, faults), root, {}, faults);
  Whole whole;
  bindMembers(given, wholeKeys(), whole);
  return whole;
}

}  // namespace

TEST(Field, fillsItsMember) {
  const Whole whole = read("{length: 2 mm, limit: 3, flux: centred, grid: fine, corner: [1 cm, 2 m]}");
  EXPECT_EQ(whole.length, 0.002);
  EXPECT_EQ(whole.limit, 3);
  EXPECT_EQ(whole.flux, Flux::centred);
  EXPECT_FALSE(whole.coarse);
  EXPECT_EQ(whole.corner, (std::array<double, 2>{0.01, 2}));
}

TEST(Field, thatIsAbsentOrFaultyLeavesItsMember) {
  const Whole whole = read("{length: 2 s, flux: strong, corner: [1, 2, 3]}");
  EXPECT_EQ(whole.length, 5);
  EXPECT_FALSE(whole.limit);
  EXPECT_EQ(whole.flux, Flux::upwind);
  EXPECT_TRUE(whole.coarse);
}

TEST(Field, fillsListsMapsOfNamesAndAlternatives) {
  const Whole whole = read("parts: [{count: 1}, {}]\nnamed:\n  a: {count: 2}\n  b:\none: {part: {count: 3}}\n");
  ASSERT_EQ(whole.parts.size(), 2U);
  EXPECT_EQ(whole.parts[0].count, 1);
  EXPECT_EQ(whole.parts[1].count, 7);
  ASSERT_EQ(whole.named.size(), 2U);
  EXPECT_EQ(whole.named[0].name, "a");
  EXPECT_EQ(whole.named[1].mark.line, 4);
  EXPECT_EQ(std::get<Part>(whole.one).count, 3);
}

TEST(Field, takesTypeAndChoicesFromItsMember) {
  const Section<Whole> keys = wholeKeys();
  EXPECT_EQ(keys[0].key.type, KeyType::number);
  EXPECT_EQ(keys[2].key.type, KeyType::choice);
  EXPECT_EQ(keys[2].key.choices, (std::vector<std::string>{"penalised", "centred", "upwind"}));
  EXPECT_EQ(keys[4].key.type, KeyType::vector);
  EXPECT_EQ(keys[5].key.type, KeyType::list);
  EXPECT_EQ(keys[6].key.type, KeyType::nameMap);
  EXPECT_EQ(keys[7].key.exactlyOneOf, (std::vector<std::vector<std::string>>{{"part"}}));
}

}  // namespace fluxtet::test
