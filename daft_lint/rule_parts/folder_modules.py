"""A folder's modules, imported apart from modules of the same name elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from functools import wraps
from importlib import import_module, invalidate_caches
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from types import ModuleType
from typing import TypeVar

from daft_lint.records import dataclass, field

T = TypeVar("T")

# A second copy of it would have rules of another class.
_OURS = "daft_lint"


@dataclass(slots=True, eq=False)
class FolderModules:
    """The modules of one folder.

    They are in `sys.modules` only while they are imported and while their code is called, so that
    two folders may each have a module of the same name. `sys.path` is never changed. What they
    print goes to standard error.
    """

    folder: Path
    _own: dict[str, ModuleType] = field(default_factory=dict)
    _roots: set[str] = field(default_factory=set)
    _in_force: bool = False

    def load(self, name: str) -> ModuleType:
        """Import a module: the folder's own, else any that is installed.

        Raises:
            BaseException: whatever the module raises.
        """
        invalidate_caches()
        root = _root(name)
        if self._spec(root) is not None:
            self._roots.add(root)
        with self.in_force():
            return import_module(name)

    def calling(self, function: Callable[..., Iterable[T]]) -> Callable[..., tuple[T, ...]]:
        """The function with all it gives at once, called with the folder's modules in force."""

        @wraps(function)
        def called(*arguments: object) -> tuple[T, ...]:
            with self.in_force():
                return tuple(function(*arguments))

        return called

    @contextmanager
    def in_force(self) -> Iterator[None]:
        """While this lasts, the folder's modules are those that an import finds."""
        if self._in_force:
            yield
            return
        first, last = _Finder(self, only_known=True), _Finder(self, only_known=False)
        hidden = {name: sys.modules.pop(name) for name in self._taken()}
        sys.modules.update(self._own)
        sys.meta_path[:] = [first, *sys.meta_path, last]
        self._in_force = True
        try:
            with redirect_stdout(sys.stderr):
                yield
        finally:
            self._in_force = False
            sys.meta_path[:] = [finder for finder in sys.meta_path if finder not in (first, last)]
            self._own = {name: sys.modules.pop(name) for name in self._taken()}
            sys.modules.update(hidden)

    @property
    def files(self) -> frozenset[str]:
        """The files of the modules that were loaded so far."""
        found = (getattr(module, "__file__", None) for module in self._own.values())
        return frozenset(file for file in found if file is not None)

    def _taken(self) -> list[str]:
        """The names of loaded modules that mean, or would hide, one of the folder's."""
        return [name for name in sys.modules if _root(name) in self._roots]

    def _spec(self, root: str) -> ModuleSpec | None:
        """How to load what the folder holds by that name."""
        if root == _OURS:
            return None
        spec = PathFinder.find_spec(root, [str(self.folder)])
        if spec is not None and spec.submodule_search_locations is not None:
            # A namespace package would look along sys.path again.
            spec.submodule_search_locations = list(spec.submodule_search_locations)
        return spec

    def found(self, name: str, *, only_known: bool) -> ModuleSpec | None:
        """How to load a module that the folder holds; a new one is known from now."""
        if only_known and name not in self._roots:
            return None
        spec = self._spec(name)
        if spec is not None:
            self._roots.add(name)
        return spec


@dataclass(frozen=True, slots=True, eq=False)
class _Finder:
    """Finds a folder's modules: those that are its own first, the others where all else fails."""

    modules: FolderModules
    only_known: bool

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """How to load a module; a package finds what is in it by itself."""
        if path is not None:
            return None
        return self.modules.found(name, only_known=self.only_known)


def _root(name: str) -> str:
    return name.partition(".")[0]
