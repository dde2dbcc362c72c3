"""Records on disk: small files, each replaced as a whole."""

from __future__ import annotations

import os
import re
from pathlib import Path

from daft_lint.caching.location import FOLDER, TAG, TAG_FILE
from daft_lint.caching.seals import opened, sealed
from daft_lint.caching.secret import PLACES, known_key, own_key
from daft_lint.documents.atomic_writes import remove_abandoned

_TEMPORARY = ".writing"
_UNFINISHED = re.compile(rf"[0-9A-Za-z.]+\.[0-9a-f]{{12}}{re.escape(_TEMPORARY)}")

_keys: dict[tuple[str | None, ...], bytes] = {}

_IGNORE = b"# Made by daft-lint.\n*\n"


def read_record(file: Path) -> bytes | None:
    """The data of a record on disk; None when there is none that is whole and the user's own."""
    key = _key()
    if key is None:
        return None
    try:
        with file.open("rb", buffering=0) as record:
            return opened(record.read(), key)
    except OSError:
        return None


def _key() -> bytes | None:
    """The user's key; a run reads very many records, and that file once."""
    place = tuple(os.environ.get(name) for name in PLACES)
    if place not in _keys:
        key = known_key(os.environ)
        if key is None:
            return None
        _keys[place] = key
    return _keys[place]


def write_record(file: Path, data: bytes) -> bool:
    """Put a record into a folder that is there; false when it can't be written.

    Nobody waits until it is on the disk: a record that a crash of the machine cuts off isn't whole.
    """
    key = own_key(os.environ)
    if key is None:
        return False
    try:
        _replace(file, sealed(data, key))
    except OSError:
        return False
    return True


def make_folder(root: Path, *parts: str) -> Path | None:
    """A folder below the root of a cache, made if it is missing; None when it can't be.

    The root says of itself that it is a cache, so that neither Git nor backups take it. A folder
    that is a link leads elsewhere, and whoever made a checkout may have put it there.
    """
    folder = root.joinpath(*parts)
    inner = (root.joinpath(*parts[:depth]) for depth in range(1, len(parts) + 1))
    if any(path.is_symlink() for path in inner) or (root.name == FOLDER and root.is_symlink()):
        return None
    try:
        root.mkdir(parents=True, exist_ok=True)
        # The tag comes first: by it the folder is known as a cache from here on.
        for name, data in ((TAG_FILE, TAG), (".gitignore", _IGNORE)):
            if not (root / name).exists():
                _replace(root / name, data)
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return folder


def remove_unfinished(folder: Path) -> None:
    """Remove the records that nobody will finish."""
    remove_abandoned(folder, _UNFINISHED)


def _replace(file: Path, data: bytes) -> None:
    temporary = file.with_name(f"{file.name}.{os.urandom(6).hex()}{_TEMPORARY}")
    handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
    try:
        with os.fdopen(handle, "wb") as opened_file:
            opened_file.write(data)
        temporary.replace(file)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
