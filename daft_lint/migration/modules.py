"""The file that an import means."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

from daft_lint.documents.document import Document
from daft_lint.documents.layout import FileKind
from daft_lint.documents.project import Project, said_of_module
from daft_lint.migration.obstacle import ObstacleError

_STAR = re.compile(r"\bfrom\s+([\w.]+)\s+import \*")


def means(module: str, importer: str, target: str) -> bool:
    """Whether a module that one file imports can be another file: no notebook, no Markdown.

    A relative import is followed from the importer's folder. An absolute one fits when the path
    of the target ends in it.
    """
    if Path(target).suffix != ".py":
        return False
    stem = Path(target).absolute().with_suffix("")
    parts = stem.parts[:-1] if stem.name == "__init__" else stem.parts
    dots = len(module) - len(module.lstrip("."))
    names = tuple(name for name in module.lstrip(".").split(".") if name)
    if not dots:
        return bool(names) and parts[-len(names) :] == names
    folder = Path(importer).absolute().parent
    for _ in range(dots - 1):
        folder = folder.parent
    return (*folder.parts, *names) == parts


def is_same_file(text: str, other: str) -> bool:
    """Whether two paths as they are shown mean one file."""
    return Path(text).absolute() == Path(other).absolute()


def check_unique(module: str, target: str, others: tuple[Document, ...]) -> None:
    """See that an absolute import can mean no other file.

    Raises:
        ObstacleError: when it can.
    """
    if module.startswith("."):
        return
    for other in others:
        if not is_same_file(other.path, target) and means(module, target, other.path):
            raise ObstacleError(f"`{module}` may be {target} or {other.path}")


def check_known(module: str, name: str, target: str, others: tuple[Document, ...]) -> None:
    """See that an import which can't mean a file of its name means another one in sight.

    Raises:
        ObstacleError: when it means none, so that it may mean the target after all.
    """
    stem = Path(target).with_suffix("")
    last = stem.parent.name if stem.name == "__init__" else stem.name
    if module.startswith(".") or module.rpartition(".")[2] != last:
        return
    if not any(means(module, target, other.path) for other in others):
        raise ObstacleError(f"`{module}.{name}` may be it, imported by another path")


def check_stars(project: Project, target: str) -> None:
    """See that no file imports all names of a module, so that others may get them from there.

    Raises:
        ObstacleError: when one does, or may.
    """
    check_readable(project, *said_of_module(target), "import *")
    for document in project.mentioning("import *"):
        for found in _STAR.finditer(document.text):
            if means(found[1], document.path, target):
                raise ObstacleError(f"{document.path} imports `*` from its module")


def check_readable(project: Project, *words: str) -> None:
    """See that no file which can't be read holds some words.

    Raises:
        ObstacleError: when one may.
    """
    for path in project.unreadable(*words):
        raise ObstacleError(f"{path} can't be read")


def importers(project: Project, path: str, name: str) -> tuple[Document, ...]:
    """The other files that mention a name and may import it from a file, by their text alone."""
    stem = Path(path).absolute().with_suffix("")
    module = stem.parent.name if stem.name == "__init__" else stem.name
    may_import = _importing(module)

    def says_so(text: str) -> bool:
        return f"{module}.{name}" in text or may_import.search(text) is not None

    return tuple(
        document
        for document in project.mentioning(name, *said_of_module(path))
        if not is_same_file(document.path, path)
        and (says_so(document.text) or _may_use_unread(document, name, says_so))
    )


def _may_use_unread(document: Document, name: str, says_so: Callable[[str], bool]) -> bool:
    """Whether what isn't read in a file may use a name of a module.

    A notebook may run that module by a magic; Markdown would have to say that it imports it.
    """
    texts = document.unread_with(name)
    is_notebook = document.layout is not None and document.layout.kind is FileKind.NOTEBOOK
    return bool(texts) if is_notebook else any(map(says_so, texts))


@lru_cache(maxsize=64)
def _importing(module: str) -> re.Pattern[str]:
    """What a text holds that imports a module of that name, or something by a name in a string."""
    word = re.escape(module)
    return re.compile(
        rf"\bfrom\s+[\w.]*\b{word}\s+import\b"
        rf"|\bimport\b(?:[^\n(]|\\\r?\n)*\b{word}\b"
        rf"|\bimport\s*\([^)]*\b{word}\b"
        r"|\bfrom\s+\.+\s+import\b"
        r"|\bimport_module\b"
    )
