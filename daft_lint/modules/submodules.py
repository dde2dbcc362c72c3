"""Submodules that take a name of their package when they are imported."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING

from daft_lint.documents.imports import imports_of
from daft_lint.documents.project import is_test_file
from daft_lint.modules.import_cycles import led_to

if TYPE_CHECKING:
    from daft_lint.documents.document import Document
    from daft_lint.documents.project import Project


def may_take_the_name(name: str, package: Document, project: Project) -> bool:
    """Whether the module of that name may stand in the place of what a package binds to it.

    The first `import package.module` binds the module. It does so before the package binds the name
    itself where the package's own imports lead to the module.
    """
    if PurePath(package.path).stem != "__init__":
        return False
    key = may_take_the_name, name, package
    return project.once(key, lambda asked: _may_take_the_name(name, package, asked))


def _may_take_the_name(name: str, package: Document, project: Project) -> bool:
    whole = project.absolute(f".{name}", package.path)
    module = project.module(whole, package.path) if whole else None
    if module is None or module.path in led_to(package, project):
        return False
    importers = project.importers(module.path)
    return any(
        _imports(importer, module, project)
        for importer in importers
        if not is_test_file(importer.path)
    )


def _imports(document: Document, module: Document, project: Project) -> bool:
    """Whether a file imports a module, and not a name of its package: `from app import name`."""
    return module.path in project.once(
        (_imports, document),
        lambda asked: frozenset(_named_as_modules(document, asked)),
    )


def _named_as_modules(document: Document, project: Project) -> list[str]:
    """The paths of the modules that a file names whole, and of those that they are in."""
    found = []
    for import_ in imports_of(document.text):
        parts = (project.absolute(import_.module, document.path) or "").split(".")
        names = (".".join(parts[:end]) for end in range(1, len(parts) + 1))
        modules = (project.module(name, document.path) for name in names if name)
        found += [module.path for module in modules if module is not None]
    return found
