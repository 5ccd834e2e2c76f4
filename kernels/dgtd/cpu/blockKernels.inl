// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// The vector kernels, written once and compiled for each instruction set. The including file defines, in an anonymous
// namespace,
//   template <class Real> struct Lanes { width, Vec, IVec, lookup(table, codes), gather(base, offsets) };
// where lookup() selects from a table of 8 integers. Everything here is in an anonymous namespace or evaluated at
// compile time; cpuKernels.hpp says why.
//
// Formulation. Let t_k = x_k - x_0, k = 1, 2, 3, be the edge vectors from vertex 0, dual to the gradients g_k = grad
// lambda_k, and delta = g_1 . (g_2 x g_3) = +-1 / (6 |K|), so that g_1 x g_2 = delta t_3 and cyclic. Then the curl and
// the face terms need only the covariant components p_k = t_k . F of the source field F, and yield the contravariant
// components r_k of the right-hand side, rhs = delta sum_k t_k r_k (docs/theory.md, section 2.7).
//
// The derivatives D_i of docs/theory.md, section 2.2, are split into D_i = d_i - d_0, where d_i = d/dlambda_i treats
// the four lambda as independent variables: each d_i has about half as many non-zero entries as D_i. With the jumps J_k
// = p_k(own) - p_k(neighbour),
//   r_1 =  (d_2 p_3 - d_3 p_2) + 3/2 (L_2 J_3 - L_3 J_2) + x
//   r_2 =  (d_3 p_1 - d_1 p_3) + 3/2 (L_3 J_1 - L_1 J_3) + y
//   r_3 =  (d_1 p_2 - d_2 p_1) + 3/2 (L_1 J_2 - L_2 J_1) - x - y
//   x = d_0 (p_2 - p_3) + 3/2 L_0 (J_2 - J_3),   y = d_0 (p_3 - p_1) + 3/2 L_0 (J_3 - J_1).
// So d_i and L_i act on the same two components, those along two edges of face i, instead of three. The stored edges
// are t^_k = sqrt(|delta|) t_k, which distributes |delta| over p_k and rhs; the sign of delta is in the material word
// and enters by rhsScale.

#include "kernels/dgtd/cpu/cpuKernels.hpp"
#include "kernels/dgtd/cpu/vectorOf.hpp"
#include "lib/basis/nodeOrder.hpp"

namespace fluxtet::dgtd::cpu {
namespace {

/// The two components of face f, as indices into {p_1, p_2, p_3, p_2 - p_3, p_3 - p_1}.
constexpr int numComponents = 5;
struct FaceComponents {
  int a, b;
};
constexpr FaceComponents faceComponents[4] = {{3, 4}, {2, 1}, {2, 0}, {1, 0}};

template <int... i>
struct Sequence {};
template <int n, int... i>
struct MakeSequence : MakeSequence<n - 1, n - 1, i...> {};
template <int... i>
struct MakeSequence<0, i...> {
  using Type = Sequence<i...>;
};

/// The polynomial C(x, a) = x (x - 1) ... (x - a + 1) / a!, and its derivative with respect to x.
constexpr double binomial(int x, int a) {
  double value = 1;
  for (int m = 0; m < a; ++m) value *= static_cast<double>(x - m) / (m + 1);
  return value;
}
constexpr double binomialDerivative(int x, int a) {
  double sum = 0;
  for (int q = 0; q < a; ++q) {
    double product = 1;
    for (int m = 0; m < a; ++m) product *= (m == q ? 1.0 : static_cast<double>(x - m)) / (m + 1);
    sum += product;
  }
  return sum;
}

/// Non-zero entries of d_i by rows. The Lagrange polynomial of the node with lattice indices a is prod_v C(p lambda_v,
/// a_v).
template <int order, int i>
struct DerivativeRows {
  static constexpr int np = NodeOrder<order>::np;
  int count[np] = {};
  int column[np][np] = {};
  double value[np][np] = {};

  constexpr DerivativeRows() {
    const NodeOrder<order> nodes{};
    for (int n = 0; n < np; ++n)
      for (int k = 0; k < np; ++k) {
        double entry = order;
        for (int v = 0; v < 4; ++v)
          entry *= v == i ? binomialDerivative(nodes.node[n][v], nodes.node[k][v])
                          : binomial(nodes.node[n][v], nodes.node[k][v]);
        if (entry == 0) continue;
        column[n][count[n]] = k;
        value[n][count[n]++] = entry;
      }
  }
};
template <int order, int i>
constexpr DerivativeRows<order, i> derivativeRows{};

template <class Real, int order>
struct BlockKernel {
  using L = Lanes<Real>;
  using Vec = typename L::Vec;
  using IVec = typename L::IVec;
  static constexpr int W = L::width;
  static constexpr int laneBits = __builtin_ctz(W);
  static constexpr int np = NodeOrder<order>::np;
  static constexpr int nf = NodeOrder<order>::nf;
  static constexpr int tile = liftTile[order];
  static constexpr std::int32_t blockStride = 3 * np * W;
  static_assert(np % tile == 0);
  using Args = RhsArgs<Real>;
  /// How many blocks ahead of the present one the source and the target are prefetched. The source is prefetched
  /// earlier, because the faces of the blocks in between read it too.
  static constexpr std::int32_t sourceAhead = 8, targetAhead = 2;

  /// Intermediate values of one block; they stay in the first-level cache.
  struct Work {
    Vec component[np][numComponents];  ///< covariant components of the source
    Vec jump[4][nf][2];                ///< jump of each face at its nodes, by its two components
    Vec rhs[np][3];                    ///< contravariant components r_k, without the lift
  };

  static Vec load(const Real* p) { return *reinterpret_cast<const Vec*>(p); }
  static IVec loadInt(const std::int32_t* p) { return *reinterpret_cast<const IVec*>(p); }
  static Vec splat(Real x) { return x - Vec{}; }
  /// Prefetches the values of one node in all lanes into the second-level cache; the first-level cache is full of the
  /// present block's data.
  static inline __attribute__((always_inline)) void prefetchNode(const Real* node) {
    for (int byte = 0; byte < 3 * W * static_cast<int>(sizeof(Real)); byte += 64)
      __builtin_prefetch(reinterpret_cast<const char*>(node) + byte, 0, 2);
  }
  /// Returns |x|, or 1 where x is zero: a safe divisor in lanes without an element.
  static Vec divisor(Vec x) {
    for (int l = 0; l < W; ++l) x[l] = x[l] == 0 ? Real(1) : x[l] < 0 ? -x[l] : x[l];
    return x;
  }
  static Vec squareRoot(Vec x) {
    for (int l = 0; l < W; ++l) x[l] = static_cast<Real>(__builtin_sqrt(static_cast<double>(x[l])));
    return x;
  }
  /// Entries of a table by material word or boundary face.
  static Vec lookupReal(const Real* table, IVec index) { return L::gather(table, index); }

  struct Vec3 {
    Vec x, y, z;
  };
  static Vec dot(const Vec3& a, const Vec3& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
  static Vec3 cross(const Vec3& a, const Vec3& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
  }
  /// The scaled edge vector t^_{k+1}, k = 0, 1, 2.
  static Vec3 edgeVector(const Args& args, std::int32_t block, int k) {
    const Real* e = args.edge + (static_cast<std::int64_t>(block) * 9 + 3 * k) * W;
    return {load(e), load(e + W), load(e + 2 * W)};
  }
  static std::int32_t smaller(std::int32_t a, std::int32_t b) { return a < b ? a : b; }
  static Vec3 minus(const Vec3& a, const Vec3& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }

  /// Computes the five components of the source at all nodes, and prefetches the source of a later block.
  static void components(const Vec3 (&t)[3], const Real* source, const Real* sourceLater, Work& work) {
    for (int n = 0; n < np; ++n) {
      prefetchNode(sourceLater + 3 * n * W);
      const Real* f = source + 3 * n * W;
      const Vec3 value{load(f), load(f + W), load(f + 2 * W)};
      const Vec p1 = dot(t[0], value), p2 = dot(t[1], value), p3 = dot(t[2], value);
      work.component[n][0] = p1;
      work.component[n][1] = p2;
      work.component[n][2] = p3;
      work.component[n][3] = p2 - p3;
      work.component[n][4] = p3 - p1;
    }
  }

  /// Applies row n of d_i to the two components of face i.
  template <int i, int n, int... k>
  static inline __attribute__((always_inline)) void derivativeRow(const Work& work, Vec& a, Vec& b, Sequence<k...>) {
    constexpr FaceComponents c = faceComponents[i];
    a = Vec{};
    b = Vec{};
    ((a += static_cast<Real>(derivativeRows<order, i>.value[n][k]) *
           work.component[derivativeRows<order, i>.column[n][k]][c.a],
      b += static_cast<Real>(derivativeRows<order, i>.value[n][k]) *
           work.component[derivativeRows<order, i>.column[n][k]][c.b]),
     ...);
  }
  template <int i, int n>
  static inline __attribute__((always_inline)) void derivativeRow(const Work& work, Vec& a, Vec& b) {
    derivativeRow<i, n>(work, a, b, typename MakeSequence<derivativeRows<order, i>.count[n]>::Type{});
  }
  /// The volume part of r_1, r_2, r_3 at node n.
  template <int n>
  static inline __attribute__((always_inline)) void volumeRow(Work& work) {
    Vec a0, b0, a1, b1, a2, b2, a3, b3;
    derivativeRow<0, n>(work, a0, b0);
    derivativeRow<1, n>(work, a1, b1);
    derivativeRow<2, n>(work, a2, b2);
    derivativeRow<3, n>(work, a3, b3);
    work.rhs[n][0] = a2 - a3 + a0;
    work.rhs[n][1] = b3 - a1 + b0;
    work.rhs[n][2] = b1 - b2 - (a0 + b0);
  }
  /// The volume part of r_k at all nodes, as straight-line code. It is not inlined: inside the loop over blocks the
  /// compiler would hoist the operator's entries out and keep them in memory as whole vectors, which at P4 do not fit
  /// the first-level cache.
  template <int... n>
  static __attribute__((noinline)) void volume(Work& work, Sequence<n...>) {
    (volumeRow<n>(work), ...);
  }

  /// Where the outer trace of one face is found, in each lane.
  struct Outer {
    IVec code;           ///< codes of the link words
    IVec base;           ///< offset of the trace's slot from the start of the field: its node 0, x
    IVec boundary = {};  ///< entry in BoundaryLinks, 0 at other faces
    bool isBoundary;     ///< whether the face is a boundary face in some lane
  };
  template <int f>
  static Outer outerOf(const Args& args, std::int32_t block) {
    Outer outer;
    outer.isBoundary = args.flags[block] >> f & 1;
    IVec word = loadInt(args.link + (static_cast<std::int64_t>(block) * 4 + f) * W);
    if (outer.isBoundary)
      for (int l = 0; l < W; ++l) {
        if ((word[l] & (numLinkCodes - 1)) != linkBoundary) continue;
        outer.boundary[l] = word[l] >> static_cast<int>(linkCodeBits);
        word[l] = args.boundary.link[outer.boundary[l]];
      }
    const IVec slot = word >> static_cast<int>(linkCodeBits);
    outer.code = word & (numLinkCodes - 1);
    outer.base = (slot >> laneBits) * blockStride + (slot & (W - 1));
    return outer;
  }

  /// Offset of a node of the block itself from the start of the field.
  static IVec ownOffset(std::int32_t block, int node) {
    IVec offset;
    for (int l = 0; l < W; ++l) offset[l] = block * blockStride + 3 * node * W + l;
    return offset;
  }

  /// Computes the jump of the source, own less outer trace, by the two components of face f.
  template <int f>
  static void faceJumps(const Args& args, const Outer& across, const Vec3 (&t)[3], Work& work) {
    constexpr FaceComponents c = faceComponents[f];
    const Vec3 edgeA = f == 0 ? minus(t[1], t[2]) : t[c.a % 3];
    const Vec3 edgeB = f == 0 ? minus(t[2], t[0]) : t[c.b % 3];
    const std::int32_t* offsets = args.traceOffset + f * nf * numLinkCodes;
    const Vec factor = across.isBoundary ? lookupReal(args.boundary.sourceFactor, across.boundary) : splat(1);
#pragma GCC unroll 1
    for (int m = 0; m < nf; ++m) {
      const IVec offset = across.base + L::lookup(offsets + m * numLinkCodes, across.code);
      Vec3 outer{L::gather(args.source, offset), L::gather(args.source + W, offset),
                 L::gather(args.source + 2 * W, offset)};
      if (across.isBoundary) outer = {factor * outer.x, factor * outer.y, factor * outer.z};
      const Vec* own = work.component[nodeOrder<order>.faceNode[f][m]];
      work.jump[f][m][0] = own[c.a] - dot(edgeA, outer);
      work.jump[f][m][1] = own[c.b] - dot(edgeB, outer);
    }
  }

  /// Applies impedance weights to the jumps of one face, and adds the terms of the target's own jump. With q = Z for
  /// target E and q = 1/Z for target H, the Riemann state between the own trace (-) and the outer one (+) contributes
  ///   L_f { 3 q+ / (q- + q+) g_f x [source] + s 3 |g_f| / (q- + q+) [target]_t }
  /// to rhs (docs/theory.md, section 2.5), where [F] is own less outer trace, _t the tangential part, and s =
  /// args.dissipation: -1 for E and +1 for H, so that the term lowers the energy. A boundary face has the element's own
  /// impedance on both sides and the outer trace of its FaceCondition. A flux with centred averages has the weight 1/2
  /// in place of q+ / (q- + q+); at boundary faces the two are equal. It takes the share jumpShare of the second term,
  /// but all of it at faces whose condition dissipates.
  template <int f>
  static __attribute__((noinline)) void dissipativeTerms(const Args& args, std::int32_t block, const Outer& across,
                                                         const Vec3 (&t)[3], Work& work) {
    const Vec ownQ = lookupReal(args.fluxImpedance, loadInt(args.material + static_cast<std::int64_t>(block) * W));
    Vec outerQ = ownQ;
    const bool hasJumps = args.jumpShare != 0;
    if (hasJumps)
      outerQ = lookupReal(args.fluxImpedance,
                          loadInt(args.neighbourMaterial + (static_cast<std::int64_t>(block) * 4 + f) * W));
    const Vec weight = args.upwind ? 2 * outerQ / (ownQ + outerQ) : splat(1);
    const Vec dissipates = across.isBoundary ? lookupReal(args.boundary.dissipates, across.boundary) : Vec{};
    Vec share = splat(args.jumpShare);
    if (args.shareOfFace != nullptr) share *= load(args.shareOfFace + (static_cast<std::int64_t>(block) * 4 + f) * W);
    const Vec kappa = (share + (1 - share) * dissipates) / (ownQ + outerQ);

    // Cofactors of the scaled edges: b_1 = t^_2 x t^_3 and cyclic, which is b_k = sign(delta) g_k, so |b_f| = |g_f|. A
    // vector v, such as the tangential jump, is sign(delta) sum_k t^_k r_k with r_k = b_k . v / D, D = |det(t^_1, t^_2,
    // t^_3)|.
    const Vec3 b1 = cross(t[1], t[2]), b2 = cross(t[2], t[0]), b3 = cross(t[0], t[1]);
    const Vec3 b0{-(b1.x + b2.x + b3.x), -(b1.y + b2.y + b3.y), -(b1.z + b2.z + b3.z)};
    const Vec3& bf = f == 0 ? b0 : f == 1 ? b1 : f == 2 ? b2 : b3;
    const Vec determinant = divisor(dot(t[0], b1));
    const Vec square = divisor(dot(bf, bf));
    const Vec length = squareRoot(square);
    // The lift table includes the factor 3/2, so 3 kappa becomes 2 kappa.
    const Vec scale = 2 * args.dissipation * kappa * length / determinant;

    const Vec factor = across.isBoundary ? lookupReal(args.boundary.targetFactor, across.boundary) : splat(1);
    const std::int32_t* offsets = args.traceOffset + f * nf * numLinkCodes;
    // In lanes where kappa is zero the outer value has no effect. Such lanes read their own value instead, because in
    // leap-frog another thread may be writing the outer one at this time.
    const IVec readsOuter = hasJumps ? IVec{} == 0 : across.boundary != 0;
    for (int m = 0; m < nf; ++m) {
      const int node = nodeOrder<order>.faceNode[f][m];
      const IVec outer = across.base + L::lookup(offsets + m * numLinkCodes, across.code);
      const IVec offset = (outer & readsOuter) | (ownOffset(block, node) & ~readsOuter);
      const Real* own = args.target + static_cast<std::int64_t>(block) * blockStride + 3 * node * W;
      Vec3 d{load(own) - factor * L::gather(args.target, offset),
             load(own + W) - factor * L::gather(args.target + W, offset),
             load(own + 2 * W) - factor * L::gather(args.target + 2 * W, offset)};
      const Vec normal = dot(bf, d) / square;
      d = {scale * (d.x - normal * bf.x), scale * (d.y - normal * bf.y), scale * (d.z - normal * bf.z)};
      Vec a = weight * work.jump[f][m][0], b = weight * work.jump[f][m][1];
      if constexpr (f == 0) a += dot(b1, d), b += dot(b2, d);
      if constexpr (f == 1) a -= dot(b2, d), b += dot(b3, d);
      if constexpr (f == 2) a += dot(b1, d), b -= dot(b3, d);
      if constexpr (f == 3) a -= dot(b1, d), b += dot(b2, d);
      work.jump[f][m][0] = a;
      work.jump[f][m][1] = b;
    }
  }

  template <int f>
  static void face(const Args& args, std::int32_t block, const Vec3 (&t)[3], Work& work) {
    const bool dissipates = hasDissipation(args, block, f);
    if (args.source == nullptr)
      for (auto& jump : work.jump[f]) jump[0] = jump[1] = Vec{};
    if (args.source == nullptr && !dissipates) return;
    const Outer across = outerOf<f>(args, block);
    if (args.source != nullptr) faceJumps<f>(args, across, t, work);
    if (dissipates) dissipativeTerms<f>(args, block, across, t, work);
  }
  /// Whether dissipativeTerms() adds anything at a face of any lane.
  static bool hasDissipation(const Args& args, std::int32_t block, int f) {
    if (args.flags[block] >> (4 + f) & 1) return true;
    if (args.jumpShare == 0) return false;
    if (args.shareOfFace == nullptr || args.upwind) return true;
    const Vec share = load(args.shareOfFace + (static_cast<std::int64_t>(block) * 4 + f) * W);
    bool any = false;
    for (int l = 0; l < W; ++l) any |= share[l] != 0;
    return any;
  }

  struct Scales {
    Vec rhs, out, target;
    bool keepOut, withTarget;
  };
  static Scales scales(const Args& args, std::int32_t block) {
    const IVec word = loadInt(args.material + static_cast<std::int64_t>(block) * W);
    Scales s{lookupReal(args.rhsScale, word), Vec{}, Vec{}, args.outScale != nullptr, args.targetScale != nullptr};
    if (s.keepOut) s.out = lookupReal(args.outScale, word);
    if (s.withTarget) s.target = lookupReal(args.targetScale, word);
    return s;
  }

  /// Adds the lifts of all faces to rhs at `tile` nodes. These loops and the one in faceJumps() must not be unrolled:
  /// together with the straight-line code of volume() they would exceed the processor's cache of decoded instructions.
  static void liftFaces(const Real* lift, const Work& work, Vec (&x)[tile], Vec (&y)[tile], Vec (&z)[tile],
                        const Vec (*rhs)[3]) {
    for (int i = 0; i < tile; ++i) x[i] = y[i] = Vec{};
#pragma GCC unroll 1
    for (int m = 0; m < nf; ++m, lift += tile)
      for (int i = 0; i < tile; ++i) {
        x[i] += lift[i] * work.jump[0][m][0];
        y[i] += lift[i] * work.jump[0][m][1];
      }
    for (int i = 0; i < tile; ++i) {
      z[i] = rhs[i][2] - (x[i] + y[i]);
      x[i] += rhs[i][0];
      y[i] += rhs[i][1];
    }
#pragma GCC unroll 1
    for (int m = 0; m < nf; ++m, lift += tile)
      for (int i = 0; i < tile; ++i) {
        y[i] -= lift[i] * work.jump[1][m][0];
        z[i] += lift[i] * work.jump[1][m][1];
      }
#pragma GCC unroll 1
    for (int m = 0; m < nf; ++m, lift += tile)
      for (int i = 0; i < tile; ++i) {
        x[i] += lift[i] * work.jump[2][m][0];
        z[i] -= lift[i] * work.jump[2][m][1];
      }
#pragma GCC unroll 1
    for (int m = 0; m < nf; ++m, lift += tile)
      for (int i = 0; i < tile; ++i) {
        x[i] -= lift[i] * work.jump[3][m][0];
        y[i] += lift[i] * work.jump[3][m][1];
      }
  }

  static inline __attribute__((always_inline)) void store(const Scales& s, const Real* target, Real* out, Real* kept,
                                                          Vec rhs) {
    Vec value = s.rhs * rhs;
    if (kept != nullptr) *reinterpret_cast<Vec*>(kept) = value;
    if (s.withTarget) value += s.target * load(target);
    if (s.keepOut) value += s.out * load(out);
    *reinterpret_cast<Vec*>(out) = value;
  }

  /// Adds the lifts, converts the contravariant components to Cartesian ones, and stores the result; prefetches the
  /// output of a later block.
  static void finish(const Args& args, std::int32_t block, std::int32_t laterBlock, const Vec3 (&t)[3],
                     const Work& work) {
    const Scales s = scales(args, block);
    const Real* target = args.target + static_cast<std::int64_t>(block) * blockStride;
    Real* out = args.out + static_cast<std::int64_t>(block) * blockStride;
    const Real* outLater = args.out + static_cast<std::int64_t>(laterBlock) * blockStride;
    Real* const kept = isKept(args, block) ? args.kept + static_cast<std::int64_t>(block) * blockStride : nullptr;
    const auto keptAt = [kept](int at) { return kept == nullptr ? nullptr : kept + at; };
    for (int first = 0; first < np; first += tile) {
      Vec x[tile], y[tile], z[tile];
      if (args.surface) {
        liftFaces(args.lift + first * 4 * nf, work, x, y, z, work.rhs + first);
      } else {
        for (int i = 0; i < tile; ++i) {
          x[i] = work.rhs[first + i][0];
          y[i] = work.rhs[first + i][1];
          z[i] = work.rhs[first + i][2];
        }
      }
      for (int i = 0; i < tile; ++i) {
        const int at = 3 * (first + i) * W;
        prefetchNode(outLater + at);
        store(s, target + at, out + at, keptAt(at), t[0].x * x[i] + t[1].x * y[i] + t[2].x * z[i]);
        store(s, target + at + W, out + at + W, keptAt(at + W), t[0].y * x[i] + t[1].y * y[i] + t[2].y * z[i]);
        store(s, target + at + 2 * W, out + at + 2 * W, keptAt(at + 2 * W),
              t[0].z * x[i] + t[1].z * y[i] + t[2].z * z[i]);
      }
    }
  }

  static bool isKept(const Args& args, std::int32_t block) {
    return args.kept != nullptr && ((block >= args.keptBegin[0] && block < args.keptEnd[0]) ||
                                    (block >= args.keptBegin[1] && block < args.keptEnd[1]));
  }
  /// Whether rhs is 0 in the whole block: there is no source, and no face dissipates.
  static bool isIdle(const Args& args, std::int32_t block) {
    if (args.source != nullptr) return false;
    for (int f = 0; f < 4; ++f)
      if (hasDissipation(args, block, f)) return false;
    return true;
  }

  /// The kernel of KernelTable::rhs.
  static void rhs(const Args& args, std::int32_t begin, std::int32_t end) {
    Work work;
    for (std::int32_t block = begin; block < end; ++block) {
      // Such a block keeps its values: outScale is 1 where there is no source.
      if (isIdle(args, block)) continue;
      const Vec3 t[3] = {edgeVector(args, block, 0), edgeVector(args, block, 1), edgeVector(args, block, 2)};
      if (args.source != nullptr) {
        const Real* source = args.source + static_cast<std::int64_t>(block) * blockStride;
        components(t, source, source + static_cast<std::int64_t>(smaller(sourceAhead, end - 1 - block)) * blockStride,
                   work);
      }
      if (args.volume) {
        volume(work, typename MakeSequence<np>::Type{});
      } else {
        for (auto& r : work.rhs) r[0] = r[1] = r[2] = Vec{};
      }
      if (args.surface) {
        face<0>(args, block, t, work);
        face<1>(args, block, t, work);
        face<2>(args, block, t, work);
        face<3>(args, block, t, work);
      }
      finish(args, block, block + smaller(targetAhead, end - 1 - block), t, work);
    }
  }
};

/// The kernel of KernelTable::combine.
template <class Real>
void combine(const CombineArgs<Real>& args, std::int32_t begin, std::int32_t end) {
  using L = Lanes<Real>;
  using Vec = typename L::Vec;
  constexpr int W = L::width;
  for (std::int64_t block = begin; block < end; ++block) {
    const auto word = *reinterpret_cast<const typename L::IVec*>(args.material + block * W);
    const Vec outScale = L::gather(args.outScale, word), inScale = L::gather(args.inScale, word);
    auto* out = reinterpret_cast<Vec*>(args.out + block * W * args.valuesPerElement);
    const auto* in = reinterpret_cast<const Vec*>(args.in + block * W * args.valuesPerElement);
    for (int i = 0; i < args.valuesPerElement; ++i) out[i] = outScale * out[i] + inScale * in[i];
  }
}

/// The kernel of KernelTable::accumulate. The sums of a block follow each other in memory. So, whatever their number,
/// memory sees one stream that is read and written and one that is only read, and a block of the field stays in the
/// first-level cache for all of its sums.
template <class Real>
void accumulate(const AccumulateArgs<Real>& args, std::int32_t begin, std::int32_t end) {
  using Vec = typename Lanes<Real>::Vec;
  const std::int64_t each = args.valuesPerElement;
  for (std::int64_t block = begin; block < end; ++block) {
    const auto* field = reinterpret_cast<const Vec*>(args.field) + block * each;
    auto* sum = reinterpret_cast<Vec*>(args.sums) + block * args.count * each;
    for (int s = 0; s < args.count; ++s, sum += each) {
      const Real weight = args.weight[s];
      for (std::int64_t i = 0; i < each; ++i) sum[i] += weight * field[i];
    }
  }
}

/// The kernel of KernelTable::innerProduct: f^T M g in double precision, for `part` elements at once, as many as
/// doubles fill a vector. Both fields are converted once; then `tile` rows of M are multiplied with each nodal value of
/// g together. If f and g are the same, the symmetry of M spares the blocks above the diagonal.
template <class Real, int order>
struct InnerProduct {
  static constexpr int W = Lanes<Real>::width;
  static constexpr int part = W * static_cast<int>(sizeof(Real)) / static_cast<int>(sizeof(double));
  static constexpr int np = NodeOrder<order>::np;
  static constexpr int tile = order == 1 ? 4 : 5;
  static_assert(np % tile == 0);
  using Narrow = typename VectorOf<Real, part>::Type;
  using Wide = typename VectorOf<double, part>::Type;
  using Values = Wide[np][3];

  static void convert(const Real* field, Values& values) {
    for (int n = 0; n < np; ++n)
      for (int c = 0; c < 3; ++c)
        values[n][c] = __builtin_convertvector(*reinterpret_cast<const Narrow*>(field + (3 * n + c) * W), Wide);
  }

  /// Adds to `sum` the product of g with the columns [begin, end) of the `tile` rows of M from `first` on.
  static inline __attribute__((always_inline)) void addColumns(const double* mass, int first, int begin, int end,
                                                               const Values& g, Wide (&sum)[tile][3]) {
    for (int k = begin; k < end; ++k)
      for (int i = 0; i < tile; ++i)
        for (int c = 0; c < 3; ++c) sum[i][c] += mass[(first + i) * np + k] * g[k][c];
  }

  /// Returns f^T M g, in each lane; `same` tells that f and g are the same array.
  static Wide product(const double* mass, const Values& f, const Values& g, bool same) {
    Wide total[3] = {};
    for (int first = 0; first < np; first += tile) {
      Wide sum[tile][3] = {};
      addColumns(mass, first, 0, same ? first : np, g, sum);
      if (same) {
        for (auto& row : sum)
          for (Wide& x : row) x += x;
        addColumns(mass, first, first, first + tile, g, sum);
      }
      for (int i = 0; i < tile; ++i)
        for (int c = 0; c < 3; ++c) total[c] += f[first + i][c] * sum[i][c];
    }
    return total[0] + total[1] + total[2];
  }
  /// Weight times volume, m^3, of `part` elements from `slot` on.
  static Wide scale(const InnerProductArgs<Real>& args, std::int64_t slot) {
    Wide weight;
    for (int l = 0; l < part; ++l) weight[l] = args.weight[args.material[slot + l]];
    return weight * *reinterpret_cast<const Wide*>(args.volume + slot);
  }

  static void run(const InnerProductArgs<Real>& args, std::int32_t begin, std::int32_t end) {
    const bool same = args.f == args.g;
    Values f, g;
    for (std::int64_t block = begin; block < end; ++block) {
      Wide total{};
      for (int first = 0; first < W; first += part) {
        convert(args.g + block * 3 * np * W + first, g);
        if (!same) convert(args.f + block * 3 * np * W + first, f);
        total += scale(args, block * W + first) * product(args.mass, same ? g : f, g, same);
      }
      double sum = 0;
      for (int l = 0; l < part; ++l) sum += total[l];
      args.partial[block] = sum;
    }
  }
};

/// Returns the kernels of the instruction set for which this file is compiled.
template <class Real>
KernelTable<Real> kernelTable(const char* name) {
  KernelTable<Real> table;
  table.name = name;
  table.lanes = Lanes<Real>::width;
  table.rhs[1] = BlockKernel<Real, 1>::rhs;
  table.rhs[2] = BlockKernel<Real, 2>::rhs;
  table.rhs[3] = BlockKernel<Real, 3>::rhs;
  table.rhs[4] = BlockKernel<Real, 4>::rhs;
  table.combine = combine<Real>;
  table.accumulate = accumulate<Real>;
  table.innerProduct[1] = InnerProduct<Real, 1>::run;
  table.innerProduct[2] = InnerProduct<Real, 2>::run;
  table.innerProduct[3] = InnerProduct<Real, 3>::run;
  table.innerProduct[4] = InnerProduct<Real, 4>::run;
  return table;
}

}  // namespace
}  // namespace fluxtet::dgtd::cpu
