# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""What the scripts share that open the files of a test on one rank and on several with VTK's own reader."""
import pathlib
import sys

import h5py
from vtkmodules.util.numpy_support import vtk_to_numpy
from vtkmodules.vtkIOHDF import vtkHDFReader


def check(condition, text):
    if not condition:
        sys.exit(f"{pathlib.Path(sys.argv[0]).stem}: {text}")


def read(path):
    reader = vtkHDFReader()
    check(reader.CanReadFile(path), f"VTK's reader cannot read {path}")
    reader.SetFileName(path)
    reader.Update()
    return reader.GetOutput()


def arrays(data):
    """Arrays of point data or of cell data by name."""
    return {data.GetArrayName(i): vtk_to_numpy(data.GetArray(i)) for i in range(data.GetNumberOfArrays())}


def datasets(path):
    found = {}
    with h5py.File(path) as file:
        file.visititems(lambda name, item: found.update({name: item[()]}) if isinstance(item, h5py.Dataset) else None)
    return found


def check_same(one, several):
    """The files differ in the cell data `rank` only."""
    first, second = datasets(one), datasets(several)
    check(first.keys() == second.keys(), f"{one} and {several} hold different datasets")
    for name in first:
        same = first[name].tobytes() == second[name].tobytes()
        if name.endswith("/rank"):
            check(not same, f"{several}: all cells are of one rank")
        else:
            check(same, f"{name} differs between {one} and {several}")


def run(main, usage):
    """Hands the two folders that the script is given to `main`."""
    if len(sys.argv) != 3:
        sys.exit(usage)
    main(*sys.argv[1:])
