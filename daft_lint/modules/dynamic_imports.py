"""Dynamic imports: modules that a program imports by names it works out, such as plug-ins.

What such a module does when it is imported may be done, or not.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

from daft_lint.documents.project import is_test_file
from daft_lint.modules.behaviour import acts
from daft_lint.values.values import Text, Value

if TYPE_CHECKING:
    from daft_lint.documents.document import Document
    from daft_lint.documents.project import Project

MOST_DISCOVERED = 50
"""So many modules are taken into account that may be imported at one place."""


def may_be_imported(name: Value | None, near: str, project: Project) -> tuple[Document, ...]:
    """The modules that a file `near` may import by a name, and that do something when it does so.

    They are below the package that the name starts with; where nothing of it is known, below that
    of the file.
    """
    package = _package_in(name)
    if package is None:
        package = _package_around(near, project)
    key = may_be_imported, package
    return project.once(key, lambda asked: tuple(islice(_acting(package, asked), MOST_DISCOVERED)))


def _acting(package: str, project: Project) -> Iterator[Document]:
    for document in project.mentioning("import"):
        module = project.module_of(document.path)
        if module is None or is_test_file(document.path):
            continue
        if f"{module}.".startswith(package) and acts(document, project):
            yield document


def _package_in(name: Value | None) -> str | None:
    """The package that a name surely starts with, with the last dot."""
    if not isinstance(name, Text):
        return None
    known = name.pattern.partition("*")[0]
    package = known.rpartition(".")[0]
    return f"{package}." if package and not known.startswith(".") else None


def _package_around(near: str, project: Project) -> str:
    module = project.module_of(near) or ""
    # The files of a package that its own `__init__` looks for are below it.
    package = module if near.endswith("__init__.py") else module.rpartition(".")[0]
    return f"{package}." if package else ""
