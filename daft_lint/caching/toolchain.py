"""The tools that make results: daft-lint itself, Python, LibCST and the rules of others."""

from __future__ import annotations

import inspect
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from hashlib import blake2b
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING

import daft_lint
from daft_lint.documents.file_status import read_whole

if TYPE_CHECKING:
    from daft_lint.rule import Rule
    from daft_lint.settings import Settings

_OURS = "daft_lint."


def digest_of_toolchain(settings: Settings, others: Iterable[Rule]) -> str:
    """A digest of all that a result depends on beside the files of the project.

    The current folder is a part of it, since paths are shown from there. `others` are rules that
    aren't ours, known by the texts of their packages.
    """
    made = blake2b(digest_size=16)
    for part in (
        daft_lint.__version__,
        sys.version,
        sys.platform,
        _version("libcst"),
        str(Path.cwd()),
        repr(settings),
    ):
        _add(made, part.encode("utf-8", "surrogatepass"))
    _add(made, _own_digest())
    for file in sorted({*_files_of(others)}):
        _add(made, file.encode("utf-8", "surrogatepass"))
        _add(made, _text(file))
    return made.hexdigest()


def digest_of_reader(folder: Path) -> str:
    """A digest of all that tells what is read in a text, for the runs in a folder."""
    made = blake2b(digest_size=16)
    for part in (sys.version, str(folder)):
        _add(made, part.encode("utf-8", "surrogatepass"))
    _add(made, _own_digest())
    return made.hexdigest()


def is_ours(rule: Rule) -> bool:
    """Whether a rule is part of daft-lint."""
    return (getattr(_check_of(rule), "__module__", None) or "").startswith(_OURS)


def _check_of(rule: Rule) -> Callable[..., object]:
    return rule.check or rule.check_definition or rule.check_module or is_ours


def _add(made: blake2b, data: bytes) -> None:
    made.update(b"%d:" % len(data))
    made.update(data)


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return ""


@lru_cache(maxsize=1)
def _own_digest() -> bytes:
    """A digest of our own program, which changes under one version where it is worked on."""
    made = blake2b(digest_size=16)
    for folder in (*daft_lint.__path__, *import_module("daft_lint.rules").__path__):
        for file in sorted(_below(folder)):
            found = os.stat(file)  # noqa: PTH116
            _add(made, f"{file} {found.st_size} {found.st_mtime_ns}".encode())
    return made.digest()


def _files_of(rules: Iterable[Rule]) -> Iterator[str]:
    """The files of rules, with those of the packages around them."""
    for rule in rules:
        check = inspect.unwrap(_check_of(rule))
        file = getattr(getattr(check, "__code__", None), "co_filename", "")
        yield file
        folder = _topmost_package(Path(file))
        if folder is not None:
            yield from _below(str(folder))


def _topmost_package(file: Path) -> Path | None:
    found = None
    for folder in file.parents:
        if not (folder / "__init__.py").is_file():
            return found
        found = folder
    return found


def _below(folder: str) -> Iterator[str]:
    for parent, folders, files in os.walk(folder):
        folders[:] = [each_folder for each_folder in folders if each_folder != "__pycache__"]
        yield from (f"{parent}{os.sep}{file}" for file in files if file.endswith(".py"))


def _text(file: str) -> bytes:
    try:
        return read_whole(Path(file))
    except OSError:
        return b""
