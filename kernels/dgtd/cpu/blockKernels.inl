// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
//
// The vector kernels, written once and compiled for each instruction set. The including file defines, in an anonymous
// namespace,
//   template <class Real> struct Lanes { width, Vec, IVec, lookup(table8, codes), gather(base, offsets) };
// Everything here is in an anonymous namespace or evaluated at compile time: see cpuKernels.hpp.
//
// Formulation. With the edge vectors t_k = x_k - x_0 (dual to g_k = grad lambda_k) and delta = g_1 . (g_2 x g_3) = +-1
// / (6 |K|), g_1 x g_2 = delta t_3 and so on. So the curl and the face terms need only the covariant components p_k =
// t_k . F, and yield contravariant ones, rhs = delta sum_k t_k r_k. With d_i = d/dlambda_i of Lagrange polynomials in
// four independent lambda (D_i = d_i - d_0, half as many entries) and the jumps J = p_own - p_neighbour,
//   r_1 =  (d_2 p_3 - d_3 p_2) + 3/2 (L_2 J_3 - L_3 J_2) + x
//   r_2 =  (d_3 p_1 - d_1 p_3) + 3/2 (L_3 J_1 - L_1 J_3) + y
//   r_3 =  (d_1 p_2 - d_2 p_1) + 3/2 (L_1 J_2 - L_2 J_1) - x - y
//   x = d_0 (p_2 - p_3) + 3/2 L_0 (J_2 - J_3),   y = d_0 (p_3 - p_1) + 3/2 L_0 (J_3 - J_1):
// per face two components, those along its own edges, in place of three. The stored edges are scaled by sqrt(|delta|),
// the sign of delta is part of the material word.

#include "kernels/dgtd/cpu/cpuKernels.hpp"
#include "kernels/dgtd/cpu/vectorOf.hpp"
#include "lib/basis/nodeOrder.hpp"

namespace fluxtet::dgtd::cpu {
namespace {

/// Two covariant components per face, as indices into {p_1, p_2, p_3, p_2 - p_3, p_3 - p_1}.
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

/// C(x, a) = x (x - 1) ... (x - a + 1) / a! and its derivative.
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

/// Non-zero entries of d_i by rows. The Lagrange polynomial of node a is prod_v C(p lambda_v, a_v).
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
  /// Blocks between the present one and those that are fetched for later. The source is asked for earlier, since faces
  /// of the blocks in between read it.
  static constexpr std::int32_t sourceAhead = 8, targetAhead = 2;

  /// What one block needs between its stages; lives in the first-level cache.
  struct Work {
    Vec component[np][numComponents];  ///< covariant components of the source
    Vec jump[4][nf][2];                ///< flux of each face along its two edges
    Vec rhs[np][3];                    ///< contravariant, before the lift
  };

  static Vec load(const Real* p) { return *reinterpret_cast<const Vec*>(p); }
  static IVec loadInt(const std::int32_t* p) { return *reinterpret_cast<const IVec*>(p); }
  static Vec splat(Real x) { return x - Vec{}; }
  /// Brings the values of one node in all lanes into the second-level cache; the first one is full of the present work.
  static inline __attribute__((always_inline)) void prefetchNode(const Real* node) {
    for (int byte = 0; byte < 3 * W * static_cast<int>(sizeof(Real)); byte += 64)
      __builtin_prefetch(reinterpret_cast<const char*>(node) + byte, 0, 2);
  }
  /// |x|, and one where x is zero: divisors of lanes without an element.
  static Vec divisor(Vec x) {
    for (int l = 0; l < W; ++l) x[l] = x[l] == 0 ? Real(1) : x[l] < 0 ? -x[l] : x[l];
    return x;
  }
  static Vec squareRoot(Vec x) {
    for (int l = 0; l < W; ++l) x[l] = static_cast<Real>(__builtin_sqrt(static_cast<double>(x[l])));
    return x;
  }
  static Vec lookupReal(const Real* table, IVec index) { return L::gather(table, index); }

  struct Vec3 {
    Vec x, y, z;
  };
  static Vec dot(const Vec3& a, const Vec3& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
  static Vec3 cross(const Vec3& a, const Vec3& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
  }
  static Vec3 edgeVector(const Args& args, std::int32_t block, int k) {
    const Real* e = args.edge + (static_cast<std::int64_t>(block) * 9 + 3 * k) * W;
    return {load(e), load(e + W), load(e + 2 * W)};
  }
  static std::int32_t smaller(std::int32_t a, std::int32_t b) { return a < b ? a : b; }
  static Vec3 minus(const Vec3& a, const Vec3& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }

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

  /// The row n of d_i applied to the two components that belong to face i.
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
  /// Inlined into the loop over blocks, the compiler would keep the operator's entries in memory as whole vectors,
  /// which at P4 is too much for the first-level cache.
  template <int... n>
  static __attribute__((noinline)) void volume(Work& work, Sequence<n...>) {
    (volumeRow<n>(work), ...);
  }

  /// What lies across one face, in all lanes.
  struct Outer {
    IVec code;           ///< of the link words
    IVec base;           ///< where traces are read: offset of node 0's lane from the start of the field
    IVec boundary = {};  ///< index into BoundaryLinks, 0 where none is
    bool isBoundary;     ///< some lane is
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

  /// Where a node of the block itself is read.
  static IVec ownOffset(std::int32_t block, int node) {
    IVec offset;
    for (int l = 0; l < W; ++l) offset[l] = block * blockStride + 3 * node * W + l;
    return offset;
  }

  template <int f>
  static void faceJumps(const Args& args, std::int32_t block, const Vec3 (&t)[3], Work& work) {
    constexpr FaceComponents c = faceComponents[f];
    const Vec3 edgeA = f == 0 ? minus(t[1], t[2]) : t[c.a % 3];
    const Vec3 edgeB = f == 0 ? minus(t[2], t[0]) : t[c.b % 3];
    const Outer across = outerOf<f>(args, block);
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

  /// Impedance weights and dissipative terms of one face. With q = Z for target E and 1/Z for target H, the Riemann
  /// state between the own trace (-) and the outer one (+) gives
  ///   right-hand side -+ L_f { 3 q+ / (q- + q+) g_f x [source jump] -+ 3 |g_f| / (q- + q+) [target jump]_tangential },
  /// the last term with the sign that lowers the energy. A boundary face has its own impedance on both sides and the
  /// outer state of its condition (FaceCondition). Centred averages have the weight 1/2 in place of q+ / (q- + q+),
  /// which it is at boundary faces, and jumpShare of the last term, all of it at faces whose condition dissipates.
  template <int f>
  static __attribute__((noinline)) void dissipativeTerms(const Args& args, std::int32_t block, const Vec3 (&t)[3],
                                                         Work& work) {
    const Outer across = outerOf<f>(args, block);
    const Vec ownQ = lookupReal(args.impedance, loadInt(args.material + static_cast<std::int64_t>(block) * W));
    Vec outerQ = ownQ;
    const bool hasJumps = args.jumpShare != 0;
    if (hasJumps)
      outerQ =
          lookupReal(args.impedance, loadInt(args.neighbourMaterial + (static_cast<std::int64_t>(block) * 4 + f) * W));
    const Vec weight = args.upwind ? 2 * outerQ / (ownQ + outerQ) : splat(1);
    const Vec kappa = (args.jumpShare + (1 - args.jumpShare) * lookupReal(args.boundary.dissipates, across.boundary)) /
                      (ownQ + outerQ);

    // b_k = D sigma g^_k with D = |det t^|: cofactors of the scaled edges; b_f is the face's, and |g_f| = |b_f|.
    const Vec3 b1 = cross(t[1], t[2]), b2 = cross(t[2], t[0]), b3 = cross(t[0], t[1]);
    const Vec3 b0{-(b1.x + b2.x + b3.x), -(b1.y + b2.y + b3.y), -(b1.z + b2.z + b3.z)};
    const Vec3& bf = f == 0 ? b0 : f == 1 ? b1 : f == 2 ? b2 : b3;
    const Vec determinant = divisor(dot(t[0], b1));
    const Vec square = divisor(dot(bf, bf));
    const Vec length = squareRoot(square);
    // The lift table carries 3/2, so 3 kappa becomes 2 kappa.
    const Vec scale = 2 * args.dissipation * kappa * length / determinant;

    const Vec factor = lookupReal(args.boundary.targetFactor, across.boundary);
    const std::int32_t* offsets = args.traceOffset + f * nf * numLinkCodes;
    // Where kappa is zero the outer value has no effect, but in the leap-frog scheme another thread may be writing it:
    // those lanes read their own.
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
    faceJumps<f>(args, block, t, work);
    if (args.jumpShare != 0 || (args.flags[block] >> (4 + f) & 1)) dissipativeTerms<f>(args, block, t, work);
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

  /// Adds the lifts of all faces to `tile` nodes from `first` on. These loops and that of faceJumps() must not be
  /// unrolled: beside the straight-line code of volume() the processor could no longer hold them decoded.
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

  static inline __attribute__((always_inline)) void store(const Scales& s, const Real* target, Real* out, Vec rhs) {
    Vec value = s.rhs * rhs;
    if (s.withTarget) value += s.target * load(target);
    if (s.keepOut) value += s.out * load(out);
    *reinterpret_cast<Vec*>(out) = value;
  }

  static void finish(const Args& args, std::int32_t block, std::int32_t laterBlock, const Vec3 (&t)[3],
                     const Work& work) {
    const Scales s = scales(args, block);
    const Real* target = args.target + static_cast<std::int64_t>(block) * blockStride;
    Real* out = args.out + static_cast<std::int64_t>(block) * blockStride;
    const Real* outLater = args.out + static_cast<std::int64_t>(laterBlock) * blockStride;
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
        store(s, target + at, out + at, t[0].x * x[i] + t[1].x * y[i] + t[2].x * z[i]);
        store(s, target + at + W, out + at + W, t[0].y * x[i] + t[1].y * y[i] + t[2].y * z[i]);
        store(s, target + at + 2 * W, out + at + 2 * W, t[0].z * x[i] + t[1].z * y[i] + t[2].z * z[i]);
      }
    }
  }

  static void rhs(const Args& args, std::int32_t begin, std::int32_t end) {
    Work work;
    for (std::int32_t block = begin; block < end; ++block) {
      const Vec3 t[3] = {edgeVector(args, block, 0), edgeVector(args, block, 1), edgeVector(args, block, 2)};
      const Real* source = args.source + static_cast<std::int64_t>(block) * blockStride;
      components(t, source, source + static_cast<std::int64_t>(smaller(sourceAhead, end - 1 - block)) * blockStride,
                 work);
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

/// The sums of a block follow each other, so that memory sees one stream to read and write, whatever their number, and
/// one to read: a block of the field stays in the first-level cache for all of its sums.
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

/// f^T M g in double, for as many lanes at once as doubles fill a vector: both fields are converted once, then `tile`
/// rows of M meet each nodal value of g together. Where f is g, M's symmetry saves the blocks above the diagonal.
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

  /// Adds the columns [begin, end) of the rows from `first` on, times g.
  static inline __attribute__((always_inline)) void addColumns(const double* mass, int first, int begin, int end,
                                                               const Values& g, Wide (&sum)[tile][3]) {
    for (int k = begin; k < end; ++k)
      for (int i = 0; i < tile; ++i)
        for (int c = 0; c < 3; ++c) sum[i][c] += mass[(first + i) * np + k] * g[k][c];
  }

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
  /// Weight times volume of the elements from `slot` on.
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
