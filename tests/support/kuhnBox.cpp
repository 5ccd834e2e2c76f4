// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/kuhnBox.hpp"

#include "lib/basis/referenceElement.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <random>
#include <utility>

namespace fluxtet::test {

using namespace fluxtet::dgtd;

namespace {

/// Returns the side of the box (KuhnBox::side) on which a face lies, or -1; `position` is the lattice position of its
/// vertices.
int sideOf(const std::vector<std::array<int, 3>>& position, const std::array<int, 3>& cells) {
  for (int axis = 0; axis < 3; ++axis)
    for (int high = 0; high < 2; ++high)
      if (std::all_of(position.begin(), position.end(),
                      [&](const auto& p) { return p[axis] == (high ? cells[axis] : 0); }))
        return 2 * axis + high;
  return -1;
}

/// Returns grad lambda_1..3 of element e, 1/m, and sets `volume`, m^3.
std::array<Vec3, 3> gradients(const KuhnBox& box, int e, double& volume) {
  const auto& v = box.element[e];
  const Vec3 t1 = box.vertex[v[1]] - box.vertex[v[0]];
  const Vec3 t2 = box.vertex[v[2]] - box.vertex[v[0]];
  const Vec3 t3 = box.vertex[v[3]] - box.vertex[v[0]];
  const double determinant = dot(t1, cross(t2, t3));
  volume = std::abs(determinant) / 6;
  return {(1 / determinant) * cross(t2, t3), (1 / determinant) * cross(t3, t1), (1 / determinant) * cross(t1, t2)};
}

/// Returns the point with barycentric coordinates `lambda` in element e, m.
Vec3 point(const KuhnBox& box, int e, const std::array<double, 4>& lambda) {
  Vec3 x{0, 0, 0};
  for (int v = 0; v < 4; ++v) x = x + lambda[v] * box.vertex[box.element[e][v]];
  return x;
}

void addMaterials(Piece& piece, const ProblemOptions& options) {
  const double epsilonR[] = {1, 4, 2.25, 1, 10}, muR[] = {1, 1, 1.5, 3, 1}, sigma[] = {0, 0.7, 0, 0, 2};
  for (int e : piece.element) {
    const int kind = options.variedMaterials ? (e * 7 + e / 5) % 5 : 0;
    piece.problem.epsilonR.push_back(epsilonR[kind]);
    piece.problem.muR.push_back(muR[kind]);
    piece.problem.sigma.push_back(sigma[kind]);
  }
}

/// Poles in runs of elements between others without: of all kinds, one and two for a medium, and with one and two
/// states at the same position. All are passive.
void addPoles(Piece& piece) {
  piece.problem.poles = {{debyePole(3, 0.02), lorentzPole(2, 60, 5)},
                         {drudePole(80, 10)},
                         {complexPair({-10, 50}, {0, -8}), debyePole(1.5, 0.2)}};
  for (int e : piece.element) piece.problem.polesIndex.push_back(e / 37 % 3 == 1 ? -1 : e / 5 % 4 - 1);
}

/// Full tensors of either kind and both, conduction along one direction beside a number, a plasma without collisions in
/// an anisotropic medium and one with them, and poles of the permeability, one of which meets each of these.
void addTensors(Piece& piece) {
  const SymmetricTensor epsilon{3, 2, 5, 0.7, -0.4, 1.1}, mu{1.5, 2.5, 1.2, -0.3, 0.2, 0.4},
      sigma{2, 0.3, 1, 0.1, 0, 0.2};
  piece.problem.tensors = {{.epsilonR = epsilon},
                           {.muR = mu},
                           {.epsilonR = epsilon, .muR = mu, .sigma = sigma},
                           {.plasma = MagnetisedPlasma{60, 5, {20, -30, 40}}},
                           {.epsilonR = epsilon, .plasma = MagnetisedPlasma{90, 0, {-50, 10, 5}}},
                           {.sigma = sigma}};
  piece.problem.magneticPoles = {{lorentzPole(2, 60, 5), debyePole(1, 0.02)}, {drudePole(40, 10)}};
  for (int e : piece.element) {
    DgtdProblem& problem = piece.problem;
    const int tensor = e / 29 % 3 == 1 ? -1 : e / 3 % 7 - 1;
    problem.tensorIndex.push_back(tensor);
    problem.magneticPolesIndex.push_back(e / 41 % 3 == 1 ? -1 : e / 4 % 3 - 1);
    if (tensor < 0) continue;
    const TensorMedium& medium = problem.tensors[static_cast<std::size_t>(tensor)];
    const std::size_t at = problem.tensorIndex.size() - 1;
    if (medium.epsilonR) problem.epsilonR[at] = principalValues(*medium.epsilonR)[2];
    if (medium.muR) problem.muR[at] = principalValues(*medium.muR)[2];
    if (medium.sigma) problem.sigma[at] = principalValues(*medium.sigma)[2];
  }
}

void addWaveforms(DgtdProblem& problem, double length) {
  Waveform sine;
  sine.kind = Waveform::Kind::sine;
  sine.frequency = 2.998e8 / (0.7 * length);
  sine.phase = 0.4;
  Waveform pulse = sine;
  pulse.kind = Waveform::Kind::gaussian;
  pulse.width = length / 2.998e8;
  pulse.delay = 0.3 * pulse.width;
  problem.waveforms.waveforms = {sine, pulse};
}

void addBoundaryFace(DgtdProblem& problem, std::size_t face, const FaceCondition& condition) {
  problem.faceKind[face] = FaceKind::boundary;
  problem.faceLink[face] = static_cast<std::int32_t>(problem.boundaryFace.size());
  problem.boundaryFace.push_back(static_cast<std::int32_t>(face));
  problem.faceCondition.push_back(condition);
}

void addWaves(Piece& piece, const KuhnBox& box, const ProblemOptions& options) {
  DgtdProblem& problem = piece.problem;
  if (!options.wave && options.totalField.empty()) return;
  const ReferenceElement basis(options.order);
  problem.waves = {{{0, 0.6, 0.8}, {1, 0, 0}, {0.1, 0, 0}, 1.5, 0}, {{1, 0, 0}, {0, 0.6, -0.8}, {0, 0, 0}, 0.8, 1}};
  problem.waveBegin.push_back(0);
  const auto addFace = [&](int face, int waves) {
    for (int m = 0; m < basis.nf(); ++m) {
      const Vec3 x = point(box, piece.element[face / 4], basis.node(basis.faceNode(face % 4, m)));
      problem.waveNode.insert(problem.waveNode.end(), x.begin(), x.end());
    }
    for (int w = 0; w < waves; ++w) problem.waveOfFace.push_back(w);
    problem.waveBegin.push_back(static_cast<std::int32_t>(problem.waveOfFace.size()));
  };
  int met = 0;
  for (std::size_t k = 0; options.wave && k < problem.boundaryFace.size(); ++k) {
    if (!problem.faceCondition[k].letsWavesIn()) continue;
    // Two waves, one, and none in turn.
    const int waves = (2 + 2 * met++) % 3;
    if (waves == 0) continue;
    problem.waveFace.push_back(static_cast<std::int32_t>(k));
    addFace(problem.boundaryFace[k], waves);
  }
  for (int face = 0; !options.totalField.empty() && face < 4 * problem.numElements; ++face) {
    if (problem.faceKind[face] == FaceKind::boundary) continue;
    const int e = piece.element[face / 4];
    if (options.totalField[e] == options.totalField[box.neighbour[e][face % 4] / 4]) continue;
    problem.injectedFace.push_back(face);
    problem.injectedSign.push_back(options.totalField[e] ? 1 : -1);
    // The number depends on the face alone, so that each piece has that of the whole box.
    addFace(face, 2 - (e + face % 4) % 3);
  }
}

void addCurrents(Piece& piece, const ProblemOptions& options) {
  if (!options.currents) return;
  std::mt19937 random(11);
  std::uniform_real_distribution<double> value(-1, 1);
  const int values = 3 * nodesPerElement(options.order);
  const int count = piece.problem.numElements;
  for (const ElementSource& source :
       {ElementSource{count - 1, 0}, ElementSource{count / 2, 1}, ElementSource{count - 1, 1}}) {
    piece.problem.sources.push_back(source);
    for (int i = 0; i < values; ++i) piece.problem.sourceCoefficient.push_back(value(random));
  }
}

}  // namespace

KuhnBox makeKuhnBox(std::array<int, 3> cells, Vec3 size, double perturb) {
  KuhnBox box;
  const auto id = [&](const std::array<int, 3>& p) { return p[0] + (cells[0] + 1) * (p[1] + (cells[1] + 1) * p[2]); };
  std::mt19937 random(5);
  std::uniform_real_distribution<double> shift(-perturb, perturb);
  std::vector<std::array<int, 3>> lattice;
  for (int k = 0; k <= cells[2]; ++k)
    for (int j = 0; j <= cells[1]; ++j)
      for (int i = 0; i <= cells[0]; ++i) {
        const std::array<int, 3> p{i, j, k};
        Vec3 x;
        bool inner = true;
        for (int a = 0; a < 3; ++a) inner = inner && p[a] > 0 && p[a] < cells[a];
        for (int a = 0; a < 3; ++a) x[a] = size[a] / cells[a] * (p[a] + (inner ? shift(random) : 0));
        box.vertex.push_back(x);
        lattice.push_back(p);
      }

  std::map<std::array<int, 3>, int> open;
  for (int k = 0; k < cells[2]; ++k)
    for (int j = 0; j < cells[1]; ++j)
      for (int i = 0; i < cells[0]; ++i) {
        std::array<int, 3> axes{0, 1, 2};
        do {
          std::array<int, 3> p{i, j, k};
          std::array<int, 4> v{id(p), 0, 0, 0};
          for (int s = 0; s < 3; ++s) {
            ++p[axes[s]];
            v[s + 1] = id(p);
          }
          std::sort(v.begin(), v.end());
          const int e = box.numElements();
          box.element.push_back(v);
          box.neighbour.push_back({-1, -1, -1, -1});
          box.side.push_back({-1, -1, -1, -1});
          for (int f = 0; f < 4; ++f) {
            std::array<int, 3> key{};
            std::vector<std::array<int, 3>> positions;
            for (int n = 0, w = 0; n < 4; ++n)
              if (n != f) {
                key[w++] = v[n];
                positions.push_back(lattice[v[n]]);
              }
            box.side[e][f] = sideOf(positions, cells);
            const auto [at, isNew] = open.try_emplace(key, 4 * e + f);
            if (isNew) continue;
            box.neighbour[e][f] = at->second;
            box.neighbour[at->second / 4][at->second % 4] = 4 * e + f;
          }
        } while (std::next_permutation(axes.begin(), axes.end()));
      }
  return box;
}

namespace {

/// Returns the box with its elements sorted by key; elements with equal keys keep their order.
KuhnBox sortedBy(const KuhnBox& box, const std::vector<int>& key) {
  std::vector<std::pair<int, int>> order;  // key, old place
  for (int e = 0; e < box.numElements(); ++e) order.emplace_back(key[e], e);
  std::sort(order.begin(), order.end());
  std::vector<int> newPlace(order.size());
  for (int e = 0; e < box.numElements(); ++e) newPlace[order[e].second] = e;

  KuhnBox result;
  result.vertex = box.vertex;
  for (const auto& [ownKey, old] : order) {
    result.element.push_back(box.element[old]);
    result.side.push_back(box.side[old]);
    result.neighbour.push_back(box.neighbour[old]);
    for (int& face : result.neighbour.back())
      if (face >= 0) face = 4 * newPlace[face / 4] + face % 4;
  }
  return result;
}

}  // namespace

KuhnBox shuffled(const KuhnBox& box, int reach) {
  std::mt19937 random(7);
  std::uniform_int_distribution<int> delay(0, reach);
  std::vector<int> key(box.element.size());
  for (int e = 0; e < box.numElements(); ++e) key[e] = e + delay(random);
  return sortedBy(box, key);
}

KuhnBox inShuffledGroups(const KuhnBox& box, int size) {
  std::mt19937 random(7);
  std::vector<int> place((box.element.size() + size - 1) / size);
  std::iota(place.begin(), place.end(), 0);
  std::shuffle(place.begin(), place.end(), random);
  std::vector<int> key(box.element.size());
  for (int e = 0; e < box.numElements(); ++e) key[e] = place[e / size];
  return sortedBy(box, key);
}

KuhnBox withScatteredThird(const KuhnBox& box) {
  constexpr int strides = 101;
  std::vector<int> key(box.element.size());
  for (int e = 0; e < box.numElements(); ++e) key[e] = e % 3 == 0 ? e / 3 % strides : strides + e;
  return sortedBy(box, key);
}

std::vector<Piece> makePieces(const KuhnBox& box, const std::vector<int>& part, const ProblemOptions& options) {
  const int numParts = 1 + *std::max_element(part.begin(), part.end());
  const auto across = [&](int e, int f) { return box.neighbour[e][f] < 0 ? -1 : part[box.neighbour[e][f] / 4]; };
  std::vector<Piece> pieces(numParts);
  std::vector<int> localOf(box.element.size(), -1);

  // Interior elements come first, then the border elements.
  for (int layer = 0; layer < 2; ++layer)
    for (int e = 0; e < box.numElements(); ++e) {
      if (part[e] < 0) continue;
      bool touches = false;
      for (int f = 0; f < 4; ++f) touches = touches || (across(e, f) >= 0 && across(e, f) != part[e]);
      if (touches != (layer == 1)) continue;
      Piece& piece = pieces[part[e]];
      localOf[e] = static_cast<int>(piece.element.size());
      piece.element.push_back(e);
      if (layer == 0) ++piece.problem.numInterior;
    }

  for (Piece& piece : pieces) {
    DgtdProblem& problem = piece.problem;
    problem.order = options.order;
    problem.upwind = options.flux.upwind;
    problem.penalty = options.flux.penalty;
    problem.numElements = static_cast<std::int32_t>(piece.element.size());
    for (int e : piece.element) {
      double volume = 0;
      for (const Vec3& g : gradients(box, e, volume))
        problem.gradient.insert(problem.gradient.end(), g.begin(), g.end());
      problem.volume.push_back(volume);
    }
    problem.faceKind.assign(4 * piece.element.size(), FaceKind::interior);
    problem.faceLink.assign(4 * piece.element.size(), -1);
    addMaterials(piece, options);
    if (options.dispersive) addPoles(piece);
    if (options.tensors) addTensors(piece);
  }

  const FaceCondition cut[] = {electricWall, absorbingBoundary, magneticWall};
  for (int e = 0; e < box.numElements(); ++e)
    for (int f = 0; f < 4; ++f) {
      if (part[e] < 0) continue;
      DgtdProblem& problem = pieces[part[e]].problem;
      const std::size_t face = 4 * static_cast<std::size_t>(localOf[e]) + f;
      const int neighbour = box.neighbour[e][f];
      if (neighbour < 0) addBoundaryFace(problem, face, options.sides[box.side[e][f]]);
      if (neighbour >= 0 && across(e, f) < 0) addBoundaryFace(problem, face, cut[(e + f) % 3]);
      if (across(e, f) == part[e]) problem.faceLink[face] = 4 * localOf[neighbour / 4] + neighbour % 4;
      if (across(e, f) < 0 || across(e, f) == part[e] || 4 * e + f > neighbour) continue;
      // A halo face, taken once, from the side with the smaller number: both pieces append it to their lists at the
      // same index.
      Piece& there = pieces[part[neighbour / 4]];
      const std::size_t faceThere = 4 * static_cast<std::size_t>(localOf[neighbour / 4]) + neighbour % 4;
      for (auto [here, at, opposite, atOpposite] : {std::tuple{&problem, face, &there.problem, faceThere},
                                                    std::tuple{&there.problem, faceThere, &problem, face}}) {
        here->faceKind[at] = FaceKind::halo;
        here->faceLink[at] = here->numHaloFaces++;
        here->sendFace.push_back(static_cast<std::int32_t>(at));
        here->haloEpsilonR.push_back(opposite->epsilonR[atOpposite / 4]);
        here->haloMuR.push_back(opposite->muR[atOpposite / 4]);
      }
    }

  for (Piece& piece : pieces) {
    addWaveforms(piece.problem, norm(box.vertex.back() - box.vertex.front()));
    addWaves(piece, box, options);
    addCurrents(piece, options);
  }
  return pieces;
}

Piece makePiece(const KuhnBox& box, const ProblemOptions& options) {
  return makePieces(box, std::vector<int>(box.element.size(), 0), options).front();
}

}  // namespace fluxtet::test
