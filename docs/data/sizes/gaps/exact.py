#!/usr/bin/env python3
# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Lowest resonances of the cross-sections of ridge.geo and fin.geo between magnetic walls, by matching modes at the
opening of the gap: H along z is odd in x, its slope vanishes on metal, and fields on both sides agree in the opening."""
import numpy as np
from scipy.special import jv

LIGHT = 299792458.0  # m/s


def towardsWall(k, m, length, height):
    """H over its slope in x, m, of modes m of a room `length` long and `height` high that ends at a wall."""
    square = k * k - (m * np.pi / height) ** 2
    root = np.sqrt(np.abs(square))
    return np.where(square > 0, np.cos(root * length) / np.sin(root * length), -1 / np.tanh(root * length)) / root


def ridge(k, modes, width, height, ridgeWidth, gap):
    """Is singular at resonances: a ridge from above leaves a gap, in whose opening the slope is a sum of cosines."""
    n, m = np.arange(modes), np.arange(int(modes * height / gap))
    square = k * k - (n * np.pi / gap) ** 2
    root = np.sqrt(np.abs(square))
    inGap = np.where(square > 0, np.tan(root * ridgeWidth / 2), np.tanh(root * ridgeWidth / 2)) / root
    p, q = n[:, None] * np.pi / gap, m * np.pi / height
    shares = gap / 2 * (np.sinc((p - q) * gap / np.pi) + np.sinc((p + q) * gap / np.pi))
    norms = np.where(n == 0, gap, gap / 2), np.where(m == 0, height, height / 2)
    room = towardsWall(k, m, (width - ridgeWidth) / 2, height)
    return np.diag(norms[0] * inGap) - (shares * (room / norms[1])) @ shares.T


def fin(k, modes, width, height, slot):
    """The same of two fins without thickness that leave a slot; cosines over the root that the field has at edges."""
    m = np.arange(modes)
    shares = np.array([(-1) ** i * jv(2 * i, 2 * m * np.pi / height * slot / 2) for i in range(3)])
    norms = np.where(m == 0, height / 2, height / 4)
    return -(shares * (towardsWall(k, m, width / 2, height / 2) / norms)) @ shares.T


def lowest(matrix, width):
    """Frequency, Hz, at which the number of positive eigenvalues changes first."""
    count = lambda k: int((np.linalg.eigvalsh(matrix(k)) > 0).sum())
    tried = np.linspace(0.05, 1.2, 300) * np.pi / width
    counts = [count(k) for k in tried]
    i = next(i for i in range(1, len(tried)) if counts[i] != counts[0])
    low, high = tried[i - 1], tried[i]
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if count(middle) == counts[0] else (low, middle)
    return LIGHT * low / (2 * np.pi)


for modes in (10, 20, 40, 80):
    print(f"ridge, {modes} modes: {1e-9 * lowest(lambda k: ridge(k, modes, 0.06, 0.03, 0.012, 0.003), 0.06):.6f} GHz")
for modes in (500, 2000, 8000):
    print(f"fin, {modes} modes: {1e-9 * lowest(lambda k: fin(k, modes, 0.06, 0.03, 0.003), 0.06):.6f} GHz")
