# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Ports: voltages and currents over time, scattering parameters, modes of wave ports."""
import os
import re

import numpy as np

from .cellFile import existing
from .errors import ResultsError
from .named import ByName, Named, ready
from .optional import package
from .series import PortSeries
from .tables import TextTable
from .touchstone import readTouchstone

OF_A_RUN = "sParameters.s"  # begins the name of the Touchstone file of a run
TOUCHSTONE = re.compile(r"sParameters\.s\d+p")
TABLE, MODES, FOLDER = "sParameters.csv", "portModes.csv", "ports"


class SParameterTable:
    """sParameters.csv: `ports` and `excited` by name; `frequency` [frequencies], Hz; `s` [frequency][port][excited], the
    wave out of a port for a unit wave into the excited one, each port referred to its own impedance; `impedance`
    [frequency][excited], V / I at the excited port, ohm."""

    def __init__(self, path):
        self.path = str(path)
        table = TextTable(path, "excited", "a table of S-parameters of fluxtet")
        excited, ports = (list(dict.fromkeys(table.texts[name])) for name in ("excited", "port"))
        self.frequency = np.array(list(dict.fromkeys(table.column("frequency"))))
        values = table.column("S_re") + 1j * table.column("S_im")
        impedance = table.column("Z_re") + 1j * table.column("Z_im")
        shape = (len(excited), len(self.frequency), len(ports))
        if len(values) != np.prod(shape):
            raise ResultsError(
                f"{self.path} is damaged: {len(values)} rows are not every one of {shape[2]} ports for {shape[0]} "
                f"excited ones at {shape[1]} frequencies"
            )
        self.ports, self.excited = ports, excited
        self.s = values.reshape(shape).transpose(1, 2, 0)
        own = impedance.reshape(shape)
        self.impedance = np.stack([own[j, :, ports.index(name)] for j, name in enumerate(excited)], axis=1)

    def parameter(self, port, excited):
        """S [frequencies] out of `port` for a wave into `excited`, by name."""
        for name, names, what in ((port, self.ports, "port"), (excited, self.excited, "excited port")):
            if name not in names:
                raise ResultsError(f"{self.path} has no {what} {name}: there are {', '.join(names)}")
        return self.s[:, self.ports.index(port), self.excited.index(excited)]

    def __repr__(self):
        return f"<SParameterTable {self.path}: {len(self.ports)} ports at {len(self.frequency)} frequencies>"


class PortMode:
    """A mode of a wave port: `port` and `mode` by name, `cutoff` in Hz; over `frequency` (Hz) the propagation constant
    `alpha` + j `beta` in 1/m and the complex `impedance` in ohm."""

    def __init__(self, port, table, rows):
        self.port, self.mode = port, table.texts["mode"][rows[0]]
        self.cutoff = float(table.column("cut-off")[rows[0]])
        self.frequency, self.beta, self.alpha = (table.column(name)[rows] for name in ("frequency", "beta", "alpha"))
        self.impedance = (table.column("Z") + 1j * table.column("Z_im"))[rows]

    def __repr__(self):
        return f"<PortMode {self.port}: {self.mode}, cut-off {self.cutoff:g} Hz>"


class Ports(ByName):
    """The ports of a run; `ports["Feed"]` is the PortSeries of one."""

    def __init__(self, directory):
        self.directory = str(directory)

    def seriesFiles(self):
        paths = existing(os.path.join(self.directory, FOLDER), re.compile(r".+\.csv"))
        return {os.path.splitext(os.path.basename(path))[0]: path for path in paths}

    @property
    def names(self):
        """Of the ports, gaps and modes that have voltage and current over time in this directory."""
        return list(self.seriesFiles())

    def __getitem__(self, name):
        files = self.seriesFiles()
        if name not in files:
            have = (
                f"there are {', '.join(files)}"
                if files
                else "add `ports` to the case; with several excited ones each is in `runs`"
            )
            raise ResultsError(f"{self.directory} has no voltage and current of a port {name}: {have}")
        return PortSeries(files[name])

    @property
    def sParameters(self):
        """SParameterTable of the ports that were excited, referred to each port's own impedance."""
        return SParameterTable(self.require(TABLE))

    @property
    def modes(self):
        """{name of port: PortMode} of wave ports: of this run, or of the first of the runs of a case with several
        excited ports, which all have them."""
        folders = [self.directory, *(os.path.join(self.directory, name) for name in self.sParameters.excited)]
        path = next(
            (path for path in (os.path.join(folder, MODES) for folder in folders) if os.path.exists(path)), None
        )
        if path is None:
            raise ResultsError(f"{self.directory} has no {MODES}: it comes of wave ports and output.sParameters")
        table = TextTable(path, "port", "a table of modes of ports")
        names = list(dict.fromkeys(table.texts["port"]))
        modes = {
            name: PortMode(name, table, [k for k, port in enumerate(table.texts["port"]) if port == name])
            for name in names
        }
        return Named(ready(modes), "wave port mode", self.directory, "`ports`")

    @property
    def touchstonePath(self):
        paths = existing(self.directory, TOUCHSTONE)
        if len(paths) != 1:
            have = "no sParameters.sNp" if not paths else " and ".join(map(os.path.basename, paths))
            reason = "" if paths else self.whyNoMatrix()
            raise ResultsError(f"{self.directory} has {have}: give the output directory of a run with ports{reason}")
        return paths[0]

    @property
    def hasMatrix(self):
        """Whether all ports were excited, so that there is a Touchstone file."""
        return bool(existing(self.directory, TOUCHSTONE))

    def whyNoMatrix(self):
        if os.path.exists(os.path.join(self.directory, TABLE)):
            return ": not all of its ports were excited (`excite: true`), so that ports.sParameters has columns alone"
        return " and output.sParameters, or one file"

    @property
    def matrix(self):
        """touchstone.Network of the Touchstone file: `frequency`, `s` [frequency][port][port], `resistance`."""
        return readTouchstone(self.touchstonePath)

    def network(self):
        """The same as an skrf.Network; needs scikit-rf. Of modes of wave ports its z0 are the modes' impedances."""
        matrix = self.matrix
        impedance = None
        if matrix.isNominal:
            impedance = self.ownImpedances(len(matrix.frequency), matrix.ports)
        return toNetwork(matrix, impedance)

    def ownImpedances(self, frequencies, ports):
        """Impedances [frequency][port] to which the ports of a matrix with wave ports refer, ohm."""
        names = self.sParameters.ports
        modes = self.modes
        lumped = dict(re.findall(r"^! port \d+: (.+), (\S+) ohm$", self.remarks(), re.MULTILINE))
        result = np.empty((frequencies, ports), dtype=complex)
        for i, name in enumerate(names):
            result[:, i] = modes[name].impedance if name in modes else float(lumped[name])
        return result

    def remarks(self):
        with open(self.touchstonePath, encoding="utf-8") as stream:
            return stream.read()

    def require(self, name):
        path = os.path.join(self.directory, name)
        if not os.path.exists(path):
            raise ResultsError(f"{self.directory} has no {name}: it comes of output.sParameters")
        return path

    def __repr__(self):
        return f"<Ports of {self.directory}: {', '.join(self.names) or 'none over time'}>"


def toNetwork(matrix, impedance=None):
    """An skrf.Network of a touchstone.Network; `impedance` [frequency][port] if it is not `resistance` everywhere."""
    skrf = package("skrf", "scikit-rf")
    frequency = skrf.Frequency.from_f(matrix.frequency, unit="hz")
    name = os.path.splitext(os.path.basename(matrix.path))[0]
    z0 = matrix.resistance if impedance is None else impedance
    # Of complex impedances S are those of waves of the modes, which scikit-rf calls pseudo waves.
    waves = {"s_def": "pseudo"} if np.any(np.imag(z0) != 0) else {}
    return skrf.Network(frequency=frequency, s=matrix.s, z0=z0, name=name, **waves)
