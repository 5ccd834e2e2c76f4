# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""What the penalty of the flux costs and gives: a dipole's field against its closed form, a standing wave, the time step.

    python3 docs/data/penalty/study.py PROGRAM OUT.json [ORDER ...]

The dipole of 600 MHz lies in a box of 1 m that absorbs all round; its boundary is about 1.5 % and 2 degrees of the field at
0.6 wavelengths, whatever the mesh, but not the polarisation. The standing wave is TM110 of a cube between walls."""
import cmath
import csv
import json
import math
import pathlib
import subprocess
import sys
import tempfile

C0 = 299792458.0
Z0 = 4e-7 * math.pi * C0
FREQUENCY = 600e6
AT = (0.010, 0.012, 0.008)
DIRECTIONS = ((1, 0, 0), (0, 1, 0), (-0.8, 0.6, 0), (0.3, -0.5, -0.9), (-0.7, -0.6, 0.3), (1, 1, 1))
DISTANCES = (0.15, 0.30)  # m: 0.3 and 0.6 wavelengths
PENALTIES = (0, 0.05, 0.1, 0.2, 0.5, 1)
CELLS = {1: 16, 2: 8, 3: 8, 4: 6}  # of the dipole's box: 8, 8, 12 and 12 nodes a wavelength
CAVITY_CELLS = {1: (8, 16), 2: (4, 8), 3: (3, 6), 4: (2, 4)}


def point(direction, distance):
    length = math.hypot(*direction)
    return [a + distance * d / length for a, d in zip(AT, direction)]


def exact(x):
    """Phasor of E of 1 A m along z, w(t) = sin(w t)."""
    k = 2 * math.pi * FREQUENCY / C0
    r = [a - b for a, b in zip(x, AT)]
    R = math.hypot(*r)
    n = [a / R for a in r]
    moment = (0, 0, 1)
    along = sum(a * b for a, b in zip(n, moment))
    transverse, radial = 1 - 1j / (k * R) - 1 / (k * R) ** 2, -1 + 3j / (k * R) + 3 / (k * R) ** 2
    front = -1j * -1j * k * Z0 * cmath.exp(-1j * k * R) / (4 * math.pi * R)
    return [front * (transverse * m + radial * along * a) for m, a in zip(moment, n)]


def solve3(a, b):
    for i in range(3):
        for j in range(i + 1, 3):
            f = a[j][i] / a[i][i]
            a[j] = [x - f * y for x, y in zip(a[j], a[i])]
            b[j] -= f * b[i]
    x = [0.0] * 3
    for i in (2, 1, 0):
        x[i] = (b[i] - sum(a[i][j] * x[j] for j in range(i + 1, 3))) / a[i][i]
    return x


def phasors(file):
    """Least squares of the last two periods by cosine, sine and a constant."""
    rows = list(csv.reader(open(file)))
    names = [name.split(' [')[0] for name in rows[0]]
    data = [[float(v) for v in row] for row in rows[1:]]
    time = names.index('time_E')
    data = [row for row in data if row[time] > data[-1][time] - 2 / FREQUENCY]
    w = 2 * math.pi * FREQUENCY
    basis = [(math.cos(w * row[time]), math.sin(w * row[time]), 1.0) for row in data]
    result = []
    for component in ('Ex', 'Ey', 'Ez'):
        column = names.index(component)
        gram = [[sum(f[i] * f[j] for f in basis) for j in range(3)] for i in range(3)]
        right = [sum(f[i] * row[column] for f, row in zip(basis, data)) for i in range(3)]
        c, s, _ = solve3(gram, right)
        result.append(complex(c, -s))
    return result


def run(program, text):
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / 'case.yaml').write_text(text)
        subprocess.run([program, 'run', 'case.yaml'], cwd=folder, check=True, capture_output=True)
        summary = json.loads((folder / 'results/summary.json').read_text())
        probes = {f.stem: phasors(f) for f in sorted(folder.glob('results/probes/*.csv'))}
    return summary, probes


def dipole(program, order, penalty):
    n = CELLS[order]
    places = {f'p{i}{j}': point(d, r) for i, d in enumerate(DIRECTIONS) for j, r in enumerate(DISTANCES)}
    probes = '\n'.join(f'    - {{name: {name}, at: {x}, fields: [E]}}' for name, x in places.items())
    sides = ', '.join(f'{s}: absorbing' for s in ('x-', 'x+', 'y-', 'y+', 'z-', 'z+'))
    summary, found = run(program, f"""solver: dgtd
mesh: {{box: {{size: [1, 1, 1], origin: [-0.5, -0.5, -0.5], cells: [{n}, {n}, {n}]}}}}
materials: {{vacuum: {{}}}}
regions: {{box: vacuum}}
boundaries: {{{sides}}}
sources:
  - dipole: {{at: {list(AT)}, moment: [0, 0, 1 A*m], waveform: {{sine: {{frequency: 600 MHz}}}}}}
dgtd: {{order: {order}, flux: penalised, penalty: {penalty}, threads: 1}}
time: {{end: 16 ns}}
output:
  directory: results
  probes:
{probes}
""")
    result = {'order': order, 'penalty': penalty, 'cells': n, 'steps': summary['steps']}
    for j, r in enumerate(DISTANCES):
        along, across = [], []
        for i in range(len(DIRECTIONS)):
            e, f = exact(places[f'p{i}{j}']), found[f'p{i}{j}']
            square = sum(abs(x) ** 2 for x in e)
            share = sum(x.conjugate() * y for x, y in zip(e, f)) / square
            along.append(share)
            across.append(math.sqrt(sum(abs(y - share * x) ** 2 for x, y in zip(e, f)) / square))
        mean = sum(along) / len(along)
        result[f'at {r} m'] = {
            'amplitude': abs(mean), 'phase_deg': math.degrees(cmath.phase(mean)),
            'scatter': math.sqrt(sum(abs(a - mean) ** 2 for a in along) / len(along)),
            'cross_x': across[0], 'cross_rms': math.sqrt(sum(a * a for a in across) / len(across)), 'cross_max': max(across)}
    return result


def cavity(program, order, penalty, n):
    sides = ', '.join(f'{s}: pec' for s in ('x-', 'x+', 'y-', 'y+', 'z-', 'z+'))
    summary, _ = run(program, f"""solver: dgtd
mesh: {{box: {{size: [1, 1, 1], cells: [{n}, {n}, {n}]}}}}
materials: {{vacuum: {{}}}}
regions: {{box: vacuum}}
boundaries: {{{sides}}}
initial: {{cavityMode: {{m: 1, n: 1, p: 0, type: tm}}}}
dgtd: {{order: {order}, flux: penalised, penalty: {penalty}, precision: double, threads: 1}}
time: {{end: 3.33564095 ns, maxStep: {[0, 16e-12, 6e-12, 2e-12, 1e-12][order]}}}
output: {{directory: results}}
""")
    return math.hypot(summary['exact']['l2_relative_E'], summary['exact']['l2_relative_H'])


def main():
    program, out = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2])
    orders = [int(a) for a in sys.argv[3:]] or [1, 2, 3, 4]
    results = {'dipole': [], 'cavity': []}
    for order in orders:
        for penalty in PENALTIES:
            results['dipole'].append(dipole(program, order, penalty))
            print(results['dipole'][-1], flush=True)
            out.write_text(json.dumps(results, indent=1) + '\n')
    for order in orders:
        for penalty in (0, 0.1, 0.2, 0.5, 1):
            cells = CAVITY_CELLS[order]
            errors = [cavity(program, order, penalty, n) for n in cells]
            rate = math.log(errors[0] / errors[1]) / math.log(cells[1] / cells[0])
            results['cavity'].append({'order': order, 'penalty': penalty, 'cells': cells, 'errors': errors, 'rate': rate})
            print(results['cavity'][-1], flush=True)
            out.write_text(json.dumps(results, indent=1) + '\n')


if __name__ == '__main__':
    main()
