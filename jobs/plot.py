#!/usr/bin/env python3
# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""Draws the model that was meshed, and what a fluxtet run left in its output directory: slices, probes, their spectra and the energy of a run in
time, fields at given frequencies on slices, along lines and at points, fields on its surfaces, the specific absorption rate, patterns and radar cross-sections, scattering parameters; equipotential or flux
lines, fields and lines of a static one."""
import argparse
import glob
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "python"))  # the package of this clone
try:
    import matplotlib

    matplotlib.use("Agg")  # pictures go into files

    from fluxtet.mesh import meshOf, readMesh
    from fluxtet.mirrors import mirroredMesh, mirroredSlice, planesOf
    from fluxtet.pictures.common import PlotError, ResultsError, Run
    from fluxtet.pictures.farField import (
        QUANTITIES,
        draw_all_far_fields,
        draw_pattern,
        draw_pattern_in_space,
        draw_rcs,
        draw_rcs_over_frequency,
        hertz,
    )
    from fluxtet.pictures.magnitudes import LINEAR, Scale
    from fluxtet.pictures.media import draw_media, has_fits
    from fluxtet.pictures.model import Look as ModelLook
    from fluxtet.pictures.model import draw_model
    from fluxtet.pictures.network import (
        draw_impedance,
        draw_parameters,
        draw_smith,
        draw_vswr,
        refer_to_one_resistance,
    )
    from fluxtet.pictures.phasors import draw_all_phasors, draw_phasor_slice
    from fluxtet.pictures.sar import draw_all_sar, draw_sar, picture_of_sar
    from fluxtet.pictures.series import draw_energy, draw_port_series, draw_probes, probes_of
    from fluxtet.pictures.slices import COMPONENTS, draw_slices, picked_moments, told_mirrors
    from fluxtet.pictures.spectrum import draw_spectrum
    from fluxtet.pictures.static import draw_field, draw_lines, draw_mesh, draw_potential, draw_static
    from fluxtet.pictures.surface import Look, draw_all_surfaces, draw_surface, picture_of, surface_files
    from fluxtet.pictures.transient import draw_transient
    from fluxtet.slices import Slice, isPhasorSlice
except ImportError as missing:
    print(
        f"plot.py: the Python package {missing.name} is missing: apt-get install python3-numpy python3-h5py "
        "python3-matplotlib, and run with /usr/bin/python3",
        file=sys.stderr,
    )
    sys.exit(2)

EXAMPLES = """examples:
  plot.py all out/                                   every picture that the output allows, into out/
  plot.py all out/ --moments all --range 0.5         every moment of the slices, colours from -0.5 to 0.5 V/m
  plot.py all out/ --mirror                          slices, surfaces and absorption rates of the whole device, where planes of symmetry cut it
  plot.py model mesh.h5                              what `fluxtet mesh case.yaml -o mesh.h5` meshed
  plot.py model out/ --hide Substrate --view -1 -1 0.4
  plot.py slice out/slices/xy_00000400.h5            one moment, strongest component of E
  plot.py slice out/slices/xy_*.h5 --component magnitude -o field.png
  plot.py slice out/dft/slices/xy_1.8GHz.h5          magnitude and phase at a frequency of output.dft
  plot.py slice out/dft/slices/xy_1.8GHz.h5 --component E --db 60   in dB of the largest value, 60 dB down
  plot.py slice out/dft/slices/xy_1.8GHz.h5 --mirror   the whole device, where planes of symmetry cut it; also surface, model, sar
  plot.py probes out/ --probe centre                 traces of one probe
  plot.py spectrum out/ --max-frequency 2e9          amplitude spectra, prints frequency and Q of the resonances
  plot.py energy out/ other/                         of two runs in one picture; also probes, spectrum, ports, transient, lines
  plot.py potential out/ --levels 40                 a static run: equipotential or flux lines
  plot.py field out/ --field H --cut z=0.01          magnitude of a field; in space on the plane z = 1 cm
  plot.py potential out/ --window -0.1 0.1 0 0.2     a part of the plane, m
  plot.py field out/ --decades 3 --range 0.1         logarithmic colours from 0.1 down over three decades
  plot.py mesh out/ --window 0 0.1 0 0.1             its elements
  plot.py lines out/
  plot.py surface out/ --surface Skin --region Tissue   amplitude of E on a surface in space, for all frequencies of output.dft
  plot.py surface out/dft/boundaries_1.8GHz.vtkhdf --view -1 0.5 0.3 --decades 2
  plot.py sar out/ --of 10g                          absorption rate in three planes through its peak
  plot.py pattern out/ --frequency "2.45 GHz"        far field: polar cuts phi = 0 and 90 degrees of the directivity
  plot.py pattern out/ other/ --theta 90             azimuth cuts of two runs in one picture
  plot.py pattern out/ --quantity axialRatio --3d    a surface in space
  plot.py rcs out/ --phi 0 90                        bistatic radar cross-section over theta
  plot.py rcs out/ --theta 180 --over frequency
  plot.py transient out/                             the far field over time
  plot.py sparameters out/ other.s2p --ports 1,1 2,1 --phase   S11 and S21 of two networks in one picture
  plot.py smith out/ --mark "2.4 GHz" "2.5 GHz"      reflections, prints the impedances at the marks
  plot.py impedance out/                             R and X of the ports
  plot.py vswr out/ other/                           standing-wave ratios of two runs
  plot.py media out/                                 fitted permittivities beside what they were fitted to

exit codes: 0 done, 2 a file or a package is missing or not what was expected"""


def find(directory):
    if not os.path.isdir(directory):
        raise PlotError(f"{directory} is not a directory: give the output directory of a run")
    return directory


def found(directories):
    return [find(directory) for directory in directories]


def command_model(arguments):
    place = arguments.place
    if place.endswith((".yaml", ".yml", ".geo", ".msh", ".step", ".stp")):
        raise PlotError(f"{place}: `fluxtet mesh {place} -o mesh.h5` makes the file of the mesh to give here")
    isRun = os.path.isdir(place)
    if not any(arguments.view):
        raise PlotError("--view 0 0 0 is no direction to look from")
    if arguments.mirror and not isRun:
        raise PlotError(
            f"--mirror: {place} is a mesh alone: give the directory of a run, which knows its planes of symmetry"
        )
    mesh = meshOf(place) if isRun else readMesh(place)
    if arguments.mirror:
        mesh = mirroredMesh(mesh, planesOf(place))
    target = arguments.output or (os.path.join(place, "model.png") if isRun else os.path.splitext(place)[0] + ".png")
    draw_model(mesh, target, ModelLook(arguments.view, arguments.hide, arguments.show, arguments.edges))


def scale_of(arguments, usual):
    """The scale that was asked for, or the usual one."""
    if arguments.reference and not arguments.db:
        raise PlotError("--reference is for --db: without it colours are in V/m or A/m")
    if arguments.db:
        return Scale(decibels=arguments.db, reference=arguments.reference)
    return Scale(decades=arguments.decades) if arguments.decades else usual


def command_slice(arguments):
    for path in arguments.files:
        if os.path.isdir(path):
            raise PlotError(
                f"{path} is a directory: give the files of a slice, such as {os.path.join(path, 'slices')}/NAME_*.h5, "
                f"or draw everything by 'plot.py all {path}'"
            )
    scale = scale_of(arguments, LINEAR)
    phasors = [isPhasorSlice(path) for path in arguments.files]
    planes = planesOf(arguments.files[0]) if arguments.mirror else ()
    if any(phasors):
        if len(phasors) > 1:
            raise PlotError("slices of output.dft have magnitude and phase: draw one file at a time")
        target = arguments.output or os.path.splitext(arguments.files[0])[0] + ".png"
        draw_phasor_slice(arguments.files[0], target, arguments.component, arguments.range, scale, planes)
        return
    slices = [mirroredSlice(Slice(path), planes) for path in arguments.files]
    if len({s.name for s in slices}) > 1:
        raise PlotError("the files are of several slices: draw one slice at a time")
    target = arguments.output or os.path.splitext(arguments.files[-1])[0] + ".png"
    draw_slices(slices, target, arguments.component, arguments.range, scale=scale)


def command_probes(arguments):
    directories = found(arguments.directories)
    target = arguments.output or os.path.join(directories[0], "probes.png")
    draw_probes(probes_of(directories, arguments.probe), target)


def command_spectrum(arguments):
    directories = found(arguments.directories)
    target = arguments.output or os.path.join(directories[0], "spectrum.png")
    probes = probes_of(directories, arguments.probe)
    draw_spectrum(probes, target, arguments.window, arguments.max_frequency, arguments.after, arguments.table)


def command_energy(arguments):
    directories = found(arguments.directories)
    draw_energy(directories, arguments.output or os.path.join(directories[0], "energy.png"))


def command_ports(arguments):
    directories = found(arguments.directories)
    draw_port_series(directories, arguments.output or os.path.join(directories[0], "ports.png"))


def command_potential(arguments):
    directory = find(arguments.directory)
    target = arguments.output or os.path.join(directory, "potential.png")
    draw_potential(directory, target, arguments.levels, arguments.cut, arguments.window)


def command_field(arguments):
    directory = find(arguments.directory)
    target = arguments.output or os.path.join(directory, "field.png")
    draw_field(directory, target, arguments.field, arguments.cut, arguments.window, arguments.range, arguments.decades)


def command_mesh(arguments):
    directory = find(arguments.directory)
    draw_mesh(directory, arguments.output or os.path.join(directory, "mesh.png"), arguments.cut, arguments.window)


def command_lines(arguments):
    directories = found(arguments.directories)
    if not draw_lines(directories):
        raise PlotError(f"{directories[0]} has no lines/*.csv: add output.lines to the case")


def command_surface(arguments):
    files = [arguments.place] if os.path.isfile(arguments.place) else surface_files(find(arguments.place))
    if not files:
        raise PlotError(
            f"{arguments.place} has no fields on surfaces: name some in `boundaries` of output.dft or output.snapshots"
        )
    if arguments.output and len(files) > 1:
        raise PlotError(f"{arguments.place} holds {len(files)} frequencies: without -o each gets a picture of its own")
    if not any(arguments.view):
        raise PlotError("--view 0 0 0 is no direction to look from")
    look = Look(
        arguments.field,
        arguments.surface,
        arguments.region,
        arguments.view,
        scale_of(arguments, Look().scale),
        arguments.levels,
        arguments.range,
        planesOf(files[0]) if arguments.mirror else (),
    )
    for path in files:
        draw_surface(path, arguments.output or picture_of(path, look.field), look)


def command_sar(arguments):
    directory = find(arguments.directory)
    names = Run(directory).sar.names
    if not names:
        raise PlotError(f"{directory} has no sar/*.vtkhdf: add output.sar to the case")
    if arguments.of and arguments.of not in names:
        raise PlotError(f"--of {arguments.of}: {directory} has {', '.join(names)}")
    chosen = [arguments.of] if arguments.of else names
    if arguments.output and len(chosen) > 1:
        raise PlotError(
            f"{directory} has {', '.join(names)}: choose one by --of, or leave -o out and each gets a picture of its own"
        )
    planes = planesOf(directory) if arguments.mirror else ()
    for name in chosen:
        draw_sar(
            directory,
            name,
            arguments.output or picture_of_sar(directory, name),
            arguments.range,
            arguments.decades,
            planes,
        )


def command_pattern(arguments):
    directories = found(arguments.directories)
    target = arguments.output or os.path.join(directories[0], "pattern.png")
    if arguments.in_space:
        if arguments.phi or arguments.theta:
            raise PlotError("--3d draws all directions: leave out --phi and --theta")
        draw_pattern_in_space(directories, target, arguments.quantity, arguments.frequency)
        return
    if arguments.phi and arguments.theta:
        raise PlotError("--phi and --theta are cuts of different pictures: give one of them")
    draw_pattern(directories, target, arguments.quantity, arguments.frequency, arguments.phi, arguments.theta)


def command_rcs(arguments):
    directories = found(arguments.directories)
    target = arguments.output or os.path.join(directories[0], "rcs.png")
    if arguments.over == "frequency":
        if arguments.theta is None:
            raise PlotError("--over frequency needs a direction: give --theta, and --phi unless it is 0")
        if arguments.frequency is not None:
            raise PlotError("--over frequency draws all frequencies: leave out --frequency")
        draw_rcs_over_frequency(directories, target, arguments.theta, arguments.phi)
        return
    if arguments.theta is not None:
        raise PlotError("--theta is for --over frequency: over theta a cut is chosen by --phi")
    draw_rcs(directories, target, arguments.frequency, arguments.phi)


def command_transient(arguments):
    directories = found(arguments.directories)
    draw_transient(directories, arguments.output or os.path.join(directories[0], "transient.png"))


def beside(arguments, name):
    """The picture that was asked for, or one beside the first file."""
    place = arguments.places[0]
    return arguments.output or os.path.join(place if os.path.isdir(place) else os.path.dirname(place), name)


def command_parameters(arguments):
    draw_parameters(arguments.places, beside(arguments, "sParameters.png"), arguments.ports, arguments.phase)


def command_smith(arguments):
    draw_smith(arguments.places, beside(arguments, "smith.png"), arguments.ports, arguments.mark)


def command_vswr(arguments):
    draw_vswr(arguments.places, beside(arguments, "vswr.png"), arguments.ports)


def command_impedance(arguments):
    draw_impedance(arguments.places, beside(arguments, "impedance.png"), arguments.ports)


def command_media(arguments):
    draw_media(find(arguments.directory), arguments.output or os.path.join(arguments.directory, "media.png"))


def command_all(arguments):
    directory = find(arguments.directory)
    planes, drawn = planesOf(directory) if arguments.mirror else (), 0
    for name, all_moments in Run(directory).slices.items():
        mirrors = told_mirrors(all_moments[0], planes)
        draw_slices(
            [mirroredSlice(s, mirrors) for s in picked_moments(all_moments, arguments.moments)],
            os.path.join(directory, f"slice_{name}.png"),
            arguments.component,
            arguments.range,
            of_moments=len(all_moments),
        )
        drawn += 1
    if glob.glob(os.path.join(directory, "probes", "*.csv")):
        probes = probes_of([directory])
        draw_probes(probes, os.path.join(directory, "probes.png"))
        draw_spectrum(probes, os.path.join(directory, "spectrum.png"))
        drawn += 2
    if os.path.exists(os.path.join(directory, "energy.csv")):
        draw_energy([directory], os.path.join(directory, "energy.png"))
        drawn += 1
    if os.path.exists(os.path.join(directory, "transientFarField.csv")):
        draw_transient([directory], os.path.join(directory, "transient.png"))
        drawn += 1
    if glob.glob(os.path.join(directory, "sParameters.s*p")):
        draw_parameters([directory], os.path.join(directory, "sParameters.png"), [], True)
        draw_smith([directory], os.path.join(directory, "smith.png"), [], [])
        draw_vswr([directory], os.path.join(directory, "vswr.png"), [])
        drawn += 3
        if refer_to_one_resistance([directory]):
            draw_impedance([directory], os.path.join(directory, "impedance.png"), [])
            drawn += 1
    if has_fits(directory):
        draw_media(directory, os.path.join(directory, "media.png"))
        drawn += 1
    if Run(directory).ports.names:
        draw_port_series([directory], os.path.join(directory, "ports.png"))
        drawn += 1
    drawn += draw_static(directory) + draw_all_surfaces(directory, planes) + draw_all_sar(directory, planes)
    drawn += draw_all_far_fields(directory) + draw_all_phasors(directory, arguments.component, arguments.range, planes)
    if not drawn:
        raise PlotError(
            f"{directory} has no slices, probes, energy, fields, lines, surfaces, phasors, sar, far field or S-parameters: is it the "
            "output directory of a run?"
        )


def positive(text):
    value = float(text)
    if not 0 < value < float("inf"):
        raise argparse.ArgumentTypeError(f"{text} is not a number above zero")
    return value


def frequency(text):
    try:
        return hertz(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def seconds(text):
    match = re.fullmatch(r"\s*([-+.\deE]+)\s*(?:([munp\u00b5]?)s)?\s*", text)
    try:
        value = float(match[1]) * {"m": 1e-3, "u": 1e-6, "\u00b5": 1e-6, "n": 1e-9, "p": 1e-12}.get(match[2], 1.0)
    except (TypeError, ValueError):
        value = float("inf")
    if not abs(value) < float("inf"):
        raise argparse.ArgumentTypeError(f'{text} is no time like "3 ns" or 3e-9')
    return value


def pair(text):
    """Ports (out, in) like 2,1."""
    match = re.fullmatch(r"([1-9]\d*),([1-9]\d*)", text)
    if not match:
        raise argparse.ArgumentTypeError(f"{text} is no pair of ports like 2,1, out and in")
    return int(match[1]), int(match[2])


def degrees(text):
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not abs(value) < float("inf"):
        raise argparse.ArgumentTypeError(f"{text} is not a number of degrees")
    return value


def moments(text):
    if text == "all":
        return 0
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f'{text} is neither a number from 1 on nor "all"')
    return int(text)


def levels(text):
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text} is not a whole number from 1 on")
    return int(text)


def cut(text):
    match = re.fullmatch(r"([xyz])=(.+)", text)
    try:
        return match[1], float(match[2])
    except (TypeError, ValueError):
        raise argparse.ArgumentTypeError(f"{text} is not like z=0.01 (m)") from None


def add_colours(sub, unit):
    """Options of magnitudes, which are linear unless decades are given."""
    sub.add_argument("--range", type=positive, metavar="V", help=f"top of the colours, {unit}; default: by the data")
    sub.add_argument(
        "--decades", type=positive, metavar="N", help="logarithmic colours that go down so far; default: linear"
    )


def add_scale(sub, usual):
    """Options of the scale of magnitudes of fields in time and at frequencies."""
    either = sub.add_mutually_exclusive_group()
    either.add_argument(
        "--decades",
        type=positive,
        metavar="N",
        help=f"logarithmic colours of magnitudes, N decades down; default: {usual}",
    )
    either.add_argument(
        "--db", type=positive, metavar="N", help="colours of magnitudes in decibels of the largest one, N dB down"
    )
    sub.add_argument(
        "--reference", type=positive, metavar="V", help="with --db: decibels of this value, V/m or A/m, instead"
    )


def add_mirror(sub):
    sub.add_argument("--mirror", action="store_true", help="draw what lies behind the run's planes of symmetry too")


def add_far_field(sub):
    """Options that patterns and radar cross-sections share."""
    sub.add_argument("directories", nargs="+", metavar="OUTDIR", help="several are drawn into one picture")
    sub.add_argument(
        "--frequency",
        type=frequency,
        metavar="F",
        help='like "2.45 GHz", or in Hz; default: the first of the first run',
    )


def parser():
    main = argparse.ArgumentParser(
        prog="plot.py", description=__doc__, epilog=EXAMPLES, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = main.add_subparsers(dest="command", required=True, metavar="COMMAND")

    def command(name, function, text, picture=True):
        sub = commands.add_parser(
            name, help=text, description=text, epilog=EXAMPLES, formatter_class=argparse.RawDescriptionHelpFormatter
        )
        sub.set_defaults(function=function)
        if picture:
            sub.add_argument("-o", "--output", metavar="FILE", help="picture (.png, .pdf, .svg); default: by the data")
        return sub

    several = {"nargs": "+", "metavar": "OUTDIR", "help": "several share a picture"}
    component = {
        "choices": COMPONENTS + ("magnitude", "E", "H"),
        "help": "what to show; magnitude and E: |E|, H: |H|; default: the strongest component",
    }
    colour_range = {
        "type": positive,
        "metavar": "V",
        "help": "colours from -V to V (magnitudes: 0 to V), in V/m or A/m (V s/m or A s/m of a pulse at a frequency); "
        "default: by the data",
    }
    sub = command("model", command_model, "draw the model that was meshed: bodies and surfaces, coloured by name")
    sub.add_argument(
        "place",
        metavar="MESH|OUTDIR",
        help="file of `fluxtet mesh -o`; or output directory of a run whose case names one, or that kept elements",
    )
    for option, text in (
        ("--hide", "leave out this region or surface"),
        ("--show", "draw this region or surface although it surrounds the others"),
    ):
        sub.add_argument(option, action="append", default=[], metavar="NAME", help=text + "; may be repeated")
    sub.add_argument("--edges", action="store_true", help="draw the edges of the elements too")
    add_mirror(sub)
    sub.add_argument(
        "--view",
        type=float,
        nargs=3,
        default=ModelLook().view,
        metavar=("X", "Y", "Z"),
        help="where to look from; z is up; default: 0.7 -1 0.6",
    )
    one = command(
        "slice",
        command_slice,
        "draw slice files; several become panels with one colour scale; of output.dft magnitude and phase",
    )
    one.add_argument("files", nargs="+", metavar="FILE.h5")
    one.add_argument("--component", **component)
    one.add_argument("--range", **colour_range)
    add_scale(one, "linear, with the signs of a component")
    add_mirror(one)
    for name, function, text in (
        ("probes", command_probes, "draw the fields at the probes over time"),
        ("spectrum", command_spectrum, "draw the spectra of the probes, print their resonances"),
    ):
        sub = command(name, function, text)
        sub.add_argument("directories", **several)
        sub.add_argument("--probe", action="append", default=[], metavar="NAME", help="only this; may be repeated")
        if name == "spectrum":
            sub.add_argument(
                "--max-frequency",
                type=float,
                metavar="HZ",
                help="right end of the axis; default: where there is signal",
            )
            sub.add_argument(
                "--window",
                choices=("auto", "none", "hann"),
                default="auto",
                help="auto: Hann for a trace that still rings at its end, none otherwise",
            )
            sub.add_argument(
                "--after",
                type=seconds,
                metavar="T",
                help='look for resonances from then on, like "3 ns", or in s; default: where the sources of the case end',
            )
            sub.add_argument(
                "--table",
                metavar="FILE.csv",
                help="the resonances with all components of all probes; of several runs FILE_RUN.csv for each",
            )
    for name, function, text in (
        ("energy", command_energy, "draw the energy over time, in J and in dB"),
        ("ports", command_ports, "draw voltages and currents of ports over time"),
    ):
        command(name, function, text).add_argument("directories", **several)
    plane = {
        "type": cut,
        "metavar": "AXIS=M",
        "help": "in space: the plane to draw, e.g. z=0.01; default: one that meets inner regions and small elements",
    }
    window = {
        "type": float,
        "nargs": 4,
        "metavar": ("X0", "X1", "Y0", "Y1"),
        "help": "the part to draw, m; default: all",
    }
    sub = command("potential", command_potential, "draw equipotential or flux lines of a static run")
    sub.add_argument("directory", metavar="OUTDIR")
    sub.add_argument("--levels", type=levels, default=24, metavar="N", help="about how many lines; default: 24")
    sub.add_argument("--cut", **plane)
    sub.add_argument("--window", **window)
    sub = command("field", command_field, "draw the magnitude of a field of a static run")
    sub.add_argument("directory", metavar="OUTDIR")
    sub.add_argument("--field", choices=("E", "D", "B", "H"), help="default: E or B")
    sub.add_argument("--cut", **plane)
    sub.add_argument("--window", **window)
    add_colours(sub, "V/m, C/m^2, T or A/m")
    sub = command("mesh", command_mesh, "draw the elements of a static run, coloured by region")
    sub.add_argument("directory", metavar="OUTDIR")
    sub.add_argument("--cut", **plane)
    sub.add_argument("--window", **window)
    command(
        "lines", command_lines, "draw potential and field along the lines of static runs", picture=False
    ).add_argument("directories", **several)
    sub = command("surface", command_surface, "draw the magnitude of a field on surfaces in space")
    sub.add_argument("place", metavar="OUTDIR|FILE", help="output directory of a run, or one boundaries_*.vtkhdf")
    sub.add_argument("--field", choices=("E", "H"), default="E", help="default: E")
    sub.add_argument(
        "--surface",
        action="append",
        default=[],
        metavar="NAME",
        help="colour only this surface, the others are grey; may be repeated; default: all but an outer one that surrounds them",
    )
    sub.add_argument("--region", metavar="NAME", help="take the field on this volume's side of the surface")
    sub.add_argument(
        "--view",
        type=float,
        nargs=3,
        default=(1.0, 0.9, 0.35),
        metavar=("X", "Y", "Z"),
        help="where to look from; z is up; default: 1 0.9 0.35",
    )
    sub.add_argument(
        "--range",
        type=positive,
        metavar="V",
        help="top of the colours, V/m or A/m (of pulses at a frequency V s/m or A s/m); default: by the data",
    )
    add_scale(sub, "2 decades")
    add_mirror(sub)
    sub.add_argument("--levels", type=levels, default=20, metavar="N", help="bands of colour; default: 20")
    sub = command(
        "sar", command_sar, "draw averages of the absorption rate, or those of elements, in planes through their peak"
    )
    sub.add_argument("directory", metavar="OUTDIR")
    sub.add_argument(
        "--of", metavar="NAME", help="only this: 1g, 10g, ..., elements, or 900MHz/10g; default: all that there is"
    )
    add_colours(sub, "W/kg")
    add_mirror(sub)
    sub = command("pattern", command_pattern, "draw the far field of runs in polar cuts or in space")
    add_far_field(sub)
    sub.add_argument(
        "--phi",
        type=degrees,
        nargs="+",
        default=[],
        metavar="DEG",
        help="cuts through the z axis, each with the half plane phi + 180; default: 0 and 90 as far as they are there",
    )
    sub.add_argument(
        "--theta", type=degrees, nargs="+", default=[], metavar="DEG", help="cuts round the z axis instead"
    )
    sub.add_argument("--quantity", choices=tuple(QUANTITIES), default="directivity", help="default: directivity")
    sub.add_argument("--3d", dest="in_space", action="store_true", help="a surface in space instead of cuts")
    sub = command("rcs", command_rcs, "draw radar cross-sections of runs with one plane wave")
    add_far_field(sub)
    sub.add_argument("--phi", type=degrees, nargs="+", default=[], metavar="DEG", help="cuts; default: 0")
    sub.add_argument("--over", choices=("theta", "frequency"), default="theta", help="default: theta")
    sub.add_argument("--theta", type=degrees, metavar="DEG", help="the direction for --over frequency")
    command("media", command_media, "draw fitted permittivities of a run beside what they were fitted to").add_argument(
        "directory", metavar="OUTDIR"
    )
    command("transient", command_transient, "draw the far field of runs over time").add_argument(
        "directories", **several
    )
    for name, function, text, default in (
        ("sparameters", command_parameters, "draw scattering parameters over frequency", "all"),
        ("smith", command_smith, "draw reflections in a Smith chart, print the impedances at the marks", "reflections"),
        ("vswr", command_vswr, "draw standing-wave ratios of ports over frequency", "reflections"),
        (
            "impedance",
            command_impedance,
            "draw the impedance of ports, the others matched, over frequency",
            "all ports",
        ),
    ):
        sub = command(name, function, text)
        sub.add_argument("places", nargs="+", metavar="FILE|OUTDIR", help="Touchstone 1.x; several share a picture")
        sub.add_argument(
            "--ports",
            type=pair,
            nargs="+",
            default=[],
            metavar="I,J",
            help=f"parameters S_IJ, out of port I for a wave into port J; default: {default}",
        )
        if name == "sparameters":
            sub.add_argument("--phase", action="store_true", help="the phase in a panel below")
        if name == "smith":
            sub.add_argument(
                "--mark",
                type=frequency,
                nargs="+",
                default=[],
                metavar="F",
                help='points at frequencies like "2.45 GHz", or in Hz; default: the ends of the curves',
            )
    everything = command("all", command_all, "draw everything into OUTDIR", picture=False)
    everything.add_argument("directory", metavar="OUTDIR")
    everything.add_argument("--component", **component)
    everything.add_argument("--range", **colour_range)
    everything.add_argument(
        "--moments",
        type=moments,
        default=4,
        metavar="N",
        help='how many moments of each slice to show, or "all"; default: 4',
    )
    add_mirror(everything)
    return main


def main():
    arguments = parser().parse_args()
    try:
        arguments.function(arguments)
    except (ResultsError, OSError) as error:
        print(f"plot.py: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
