# SPDX-FileCopyrightText: The fluxtet authors
# SPDX-License-Identifier: Apache-2.0
"""The folder of a study: one folder for each variant, and study.json, which tells what they were run with, so that results
of another case are never taken for those asked for."""
import contextlib
import hashlib
import json
import os
import pathlib
import tempfile

from .caseKeys import QUOTES, valueAt
from .errors import StudyError

RECORD = "study.json"
CHECKPOINT = "checkpoints/checkpoint_*.h5"
FINISHED = ("done", "decayed")


def recordOf(case, shared, varied, mesh, backend):
    """What the results of all variants depend on. `shared`: {key: value} of all variants; `varied`: {key: [values]} of the
    keys that differ."""
    return {
        "case": digestOf(case),
        "meshFiles": {str(path): digestOf(path) for path in meshFiles(case, {**toLists(shared), **varied}, mesh)},
        "mesh": mesh,
        "backend": backend,
        "set": dict(shared),
        "keys": list(varied),
    }


def toLists(values):
    return {key: [value] for key, value in values.items()}


def meshFiles(case, values, mesh):
    """Files of meshes or geometries that the variants read, as far as they can be told."""
    try:
        text = case.read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise StudyError(f"cannot read the case {case}: {error.strerror}") from error
    names = values.get("mesh.file") or [valueAt(text, "mesh.file")]
    paths = [pathlib.Path(mesh)] if mesh else [case.parent / name.strip(QUOTES) for name in names if name]
    return [path for path in paths if path.is_file()]


def digestOf(path):
    digest = hashlib.sha256()
    try:
        with open(path, "rb") as stream:
            while block := stream.read(1 << 20):
                digest.update(block)
    except OSError as error:
        raise StudyError(f"cannot read {path}: {error.strerror}") from error
    return digest.hexdigest()


def prepare(folder, record, backup):
    """Makes the folder, or makes sure that what it holds is of this study; with `backup` another one is moved aside."""
    changes = differences(folder, record)
    if changes and not backup:
        raise StudyError(
            f"{folder} holds another study ({'; '.join(changes)}): --backup moves it aside, --output names another folder"
        )
    if changes:
        moveAside(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        writeWhole(folder / RECORD, json.dumps(record, indent=2) + "\n")
    except OSError as error:
        raise StudyError(f"cannot write to {folder}: {error.strerror}") from error


def differences(folder, record):
    """In words, what the folder holds in place of this study; empty if nothing."""
    if not folder.exists():
        return []
    if not folder.is_dir():
        raise StudyError(f"--output {folder} is a file: name a folder")
    try:
        known = json.loads((folder / RECORD).read_text(encoding="utf-8"))
        return changesOf(known, record)
    except FileNotFoundError:
        return [f"no {RECORD} tells what its files are"] if any(folder.iterdir()) else []
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return [f"{folder / RECORD} is damaged"]


def changesOf(known, record):
    found = [] if known["case"] == record["case"] else ["the case file has changed"]
    for path, digest in record["meshFiles"].items():
        if known["meshFiles"].get(path, digest) != digest:
            found.append(f"{path} has changed")
    for name in ("mesh", "backend"):
        if known[name] != record[name]:
            found.append(f"--{name} was {known[name] or 'not given'}, now {record[name] or 'not given'}")
    if known["keys"] != record["keys"]:
        found.append(f"the keys that differ were {', '.join(known['keys'])}, now {', '.join(record['keys'])}")
    for key in sorted({*known["set"], *record["set"]} - {*known["keys"], *record["keys"]}):
        then, now = known["set"].get(key, "that of the case"), record["set"].get(key, "that of the case")
        if then != now:
            found.append(f"{key} was {then}, now {now}")
    return found


def moveAside(folder):
    """To FOLDER.1, FOLDER.2, ...: the first that is free."""
    number = 1
    while (aside := folder.with_name(f"{folder.name}.{number}")).exists():
        number += 1
    try:
        os.rename(folder, aside)
    except OSError as error:
        raise StudyError(f"cannot move {folder} to {aside}: {error.strerror}") from error
    print(f"{folder} is moved to {aside}")


def writeWhole(path, text):
    """The file has all of the text or, if that cannot be written, its old content."""
    handle, part = tempfile.mkstemp(prefix=path.name + ".", suffix=".part", dir=path.parent)
    try:
        with open(handle, "w", encoding="utf-8", newline="") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        os.chmod(part, 0o666 & ~currentMask())
        os.replace(part, path)
    except BaseException:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(part)
        raise


def currentMask():
    mask = os.umask(0)
    os.umask(mask)
    return mask


def isFinished(folder):
    try:
        return json.loads((folder / "summary.json").read_text(encoding="utf-8"))["status"] in FINISHED
    except (OSError, ValueError, KeyError, TypeError):
        return False


def hasCheckpoint(folder):
    """Whether `--restart latest` goes on in the folder: it holds a checkpoint or, of a case with several excited ports, one of
    the runs in its folders, or such a run that has finished."""
    if any(next(folder.glob(pattern), None) for pattern in (CHECKPOINT, "*/" + CHECKPOINT)):
        return True
    return any(isFinished(path.parent) for path in folder.glob("*/summary.json"))
