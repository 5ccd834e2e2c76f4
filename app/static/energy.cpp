// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/static/energy.hpp"

#include "app/static/elementSums.hpp"
#include "app/static/excitation.hpp"
#include "kernels/static/dispatch.hpp"
#include "kernels/static/elementIntegrals.hpp"
#include "lib/base/constants.hpp"

namespace fluxtet::statics {
namespace {

template <int nd>
void gather(const StaticModel& model, std::span<const double> values, std::int32_t e, double (&u)[nd]) {
  const auto nodes = model.nodes.ofElement(e);
  for (int a = 0; a < nd; ++a) u[a] = values[static_cast<std::size_t>(nodes[static_cast<std::size_t>(a)])];
}

template <FormKind form, int order>
double elementProduct(const StaticModel& model, double c, std::int32_t e, std::span<const double> u,
                      std::span<const double> v) {
  using El = Element<form, order>;
  double x[El::nv][El::dim], K[El::packed], a[El::nd], b[El::nd], sum = 0;
  elementVertices<form>(model.mesh, e, x);
  elementMatrix<form, order>(x, c, K);
  gather(model, u, e, a);
  gather(model, v, e, b);
  for (int i = 0; i < El::nd; ++i)
    for (int j = 0; j < El::nd; ++j) sum += a[i] * K[packedIndex(i, j)] * b[j];
  return sum;
}

/// u times the element's right-hand side of s and d.
template <FormKind form, int order>
double elementWork(const StaticModel& model, const ElementCoefficients& region, std::int32_t e,
                   std::span<const double> u) {
  using El = Element<form, order>;
  double x[El::nv][El::dim], d[El::dim], f[El::nd], a[El::nd], sum = 0;
  elementVertices<form>(model.mesh, e, x);
  for (int k = 0; k < El::dim; ++k) d[k] = region.d[static_cast<std::size_t>(k)];
  elementLoad<form, order>(x, region.s, d, f);
  gather(model, u, e, a);
  for (int i = 0; i < El::nd; ++i) sum += a[i] * f[i];
  return sum;
}

/// int |B_r|^2 / (2 mu) over an element of a magnet, seen from A: B = curl A.
template <FormKind form>
double remanentEnergy(const StaticModel& model, const StaticMaterial& material, std::int32_t e) {
  double x[dimensionOf(form) + 1][dimensionOf(form)];
  elementVertices<form>(model.mesh, e, x);
  double measure = barycentric(x).measure;
  if (model.isAxisymmetric()) measure *= 2 * constants::pi * centroid(model.mesh, e)[0];
  return measure * dot(material.remanence, material.remanence) / (2 * material.mu);
}

std::size_t regionOf(const StaticModel& model, std::int32_t e) {
  return static_cast<std::size_t>(model.mesh.region[static_cast<std::size_t>(e)]);
}

}  // namespace

double fieldEnergy(const StaticModel& model, std::span<const double> values) {
  Excitation magnets = noExcitation(model);
  magnets.magnets = true;
  const std::vector<ElementCoefficients> coefficients = coefficientsOf(model, magnets);
  return withElement(model.form, model.nodes.order, [&]<class Kind>(Kind) {
    return sumOverElements(model.mesh.numElements(), [&](std::int32_t e) {
      const std::size_t region = regionOf(model, e);
      const double plain =
          elementProduct<Kind::form, Kind::order>(model, coefficients[region].c, e, values, values) / 2;
      if (!model.usesVectorPotential() || norm(model.material[region].remanence) == 0) return plain;
      return plain - elementWork<Kind::form, Kind::order>(model, coefficients[region], e, values) +
             remanentEnergy<Kind::form>(model, model.material[region], e);
    });
  });
}

double energyProduct(const StaticModel& model, std::span<const double> u, std::span<const double> v) {
  const std::vector<ElementCoefficients> coefficients = coefficientsOf(model, noExcitation(model));
  return withElement(model.form, model.nodes.order, [&]<class Kind>(Kind) {
    return sumOverElements(model.mesh.numElements(), [&](std::int32_t e) {
      return elementProduct<Kind::form, Kind::order>(model, coefficients[regionOf(model, e)].c, e, u, v);
    });
  });
}

double linkedFlux(const StaticModel& model, std::span<const double> density, std::span<const double> values) {
  return withElement(model.form, model.nodes.order, [&]<class Kind>(Kind) {
    return sumOverElements(model.mesh.numElements(), [&](std::int32_t e) {
      ElementCoefficients region;
      region.s = density[regionOf(model, e)];
      return region.s == 0 ? 0 : elementWork<Kind::form, Kind::order>(model, region, e, values);
    });
  });
}

}  // namespace fluxtet::statics
