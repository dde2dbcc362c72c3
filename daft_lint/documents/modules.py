"""The modules of a project by name, found as Python would find them."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice

from daft_lint.records import dataclass, field

# The packages that run pipelines. A user's folder may well be called `daft`, so a file of theirs
# identifies them (Daft 0.7.26, Ray 2.60).
_ENGINES = {"daft": "dataframe/dataframe.py", "ray": "remote_function.py"}
# Names that mean the same whatever folders a project has.
_FOREIGN = frozenset(sys.stdlib_module_names) | frozenset(_ENGINES)
_PACKAGE = "__init__.py"
# A folder of sources that is no part of a module's name.
_SOURCE_FOLDER = "src"
# Packages in folders with one of these get installed; these folders don't.
_BUILD_FILES = frozenset({"pyproject.toml", "setup.cfg", "setup.py"})
_BESIDE_PACKAGES = frozenset(
    {"benchmarks", "doc", "docs", "examples", "notebooks", "scripts", "test", "tests", "tools"}
)


def _no_folders() -> Iterable[str]:
    return ()


@dataclass(frozen=True, slots=True)
class Modules:
    """The modules in a folder and below, found from the place where they are imported.

    A dotted name is looked for in the folder above the package of the file that imports it, then in
    each folder above, up to the root, and in the `src` beside each. A missing one may be the only
    package of that name that is built in the project, as in a repository of several: `folders`
    gives those with Python files, and is asked once. The standard library, Daft and Ray are never
    looked for. Files aren't read, and folders only once. All paths are absolute.
    """

    root: str
    folders: Callable[[], Iterable[str]] = _no_folders
    _found: dict[tuple[str, str], str | None] = field(default_factory=dict)
    _bases: dict[str, str] = field(default_factory=dict)
    _sources: dict[str, tuple[str, ...]] = field(default_factory=dict)
    _entries: dict[str, frozenset[str]] = field(default_factory=dict)
    _of_engines: dict[str, bool] = field(default_factory=dict)
    _built: dict[str, list[str]] = field(default_factory=dict)

    def find(self, name: str, near: str) -> str | None:
        """The file of a module, by its dotted name, as the file `near` imports it."""
        key = name, self.base(near)
        if key not in self._found:
            self._found[key] = self._search(name.split("."), key[1])
        return self._found[key]

    def is_folder(self, parts: Sequence[str], near: str) -> bool:
        """Whether a dotted name is that of a folder, as the file `near` would import it."""
        if parts[0] in _FOREIGN:
            return False
        sources = self._sources_of(self.base(near))
        return any(self._folder(source, parts) is not None for source in sources)

    def base(self, file: str) -> str:
        """The folder that the topmost package around a file stands in."""
        around = os.path.dirname(file)
        if around not in self._bases:
            self._bases[around] = around
            for folder in self._upwards(around):
                if _PACKAGE not in self._names_in(folder):
                    break
                self._bases[around] = os.path.dirname(folder)
        return self._bases[around]

    def is_of_engine(self, file: str) -> bool:
        """Whether a file is part of Daft or Ray themselves. What they import gets no frame."""
        folder = os.path.dirname(file)
        if folder not in self._of_engines:
            self._of_engines[folder] = any(map(_holds_engine, self._upwards(folder)))
        return self._of_engines[folder]

    def absolute(self, module: str, near: str) -> str | None:
        """The dotted name of a module that the file `near` imports by a relative one.

        None where the dots lead out of the project. A name without dots stays as it is.
        """
        level = len(module) - len(module.lstrip("."))
        if level == 0:
            return module
        folder = os.path.dirname(near)
        for _ in range(level - 1):
            folder = os.path.dirname(folder)
        base = self.base(near)
        if not (folder == base or self.is_inside(folder)):
            return None
        packages = folder[len(base) :].split(os.sep) if _is_below(folder, base) else []
        return ".".join(filter(None, [*packages, module[level:]]))

    def name_of(self, file: str) -> str | None:
        """The dotted name of a file below its base; None when it has none."""
        plain, suffix = os.path.splitext(file)
        if not self.is_inside(file) or suffix != ".py":
            return None
        names = plain[len(self.base(file)) :].strip(os.sep).split(os.sep)
        if names[-1] == "__init__":
            names.pop()
        return ".".join(names) if all(name.isidentifier() for name in names) else None

    def _search(self, parts: list[str], base: str) -> str | None:
        if parts[0] in _FOREIGN or not all(part.isidentifier() for part in parts):
            return None
        for source in self._sources_of(base):
            found = self._find_below(source, parts)
            if found is not None:
                return found
        return self._search_built(parts)

    def _search_built(self, parts: list[str]) -> str | None:
        """A module of the one package of that name that is built somewhere in the project."""
        if not self._built:
            self._built[""] = []
            for source, name in self._packages_built():
                self._built.setdefault(name, []).append(source)
        found = {self._find_below(source, parts) for source in self._built.get(parts[0], ())}
        return found.pop() if len(found) == 1 else None

    def _packages_built(self) -> Iterator[tuple[str, str]]:
        """The packages that something says how to build, each with the folder that it is in."""
        for folder in self._folders_around():
            around, name = os.path.split(folder)
            if folder != self.root and self._is_built(around, name):
                yield around, name

    def _folders_around(self) -> Iterator[str]:
        """The folders with Python files, and those around them in the project, each once."""
        seen: set[str] = set()
        for folder in self.folders():
            while folder not in seen and self.is_inside(folder):
                seen.add(folder)
                yield folder
                folder = os.path.dirname(folder)

    def _is_built(self, around: str, name: str) -> bool:
        above, last = os.path.split(around)
        if last == _SOURCE_FOLDER:
            return not _BUILD_FILES.isdisjoint(self._names_in(above))
        is_package = _PACKAGE in self._names_in(os.path.join(around, name))
        if not is_package or name in _BESIDE_PACKAGES:
            return False
        return not _BUILD_FILES.isdisjoint(self._names_in(around))

    def _find_below(self, source: str, parts: list[str]) -> str | None:
        """A module below a folder of sources."""
        *packages, last = parts
        folder = self._folder(source, packages)
        if folder is None:
            return None
        names = self._names_in(folder)
        package = os.path.join(folder, last)
        if last in names and _PACKAGE in self._names_in(package):
            return os.path.join(package, _PACKAGE)
        return f"{package}.py" if f"{last}.py" in names else None

    def _folder(self, source: str, parts: Sequence[str]) -> str | None:
        """The folder of a package below a folder of sources."""
        folder = source
        for part in parts:
            if part not in self._names_in(folder):
                return None
            folder = os.path.join(folder, part)
        return folder if self._names_in(folder) else None

    def _sources_of(self, base: str) -> tuple[str, ...]:
        """The folders that modules are looked for in, the nearest first."""
        if base not in self._sources:
            folders = [base, *islice(self._upwards(base), 1, None)]
            with_src = (
                os.path.join(folder, _SOURCE_FOLDER)
                if _SOURCE_FOLDER in self._names_in(folder)
                else ""
                for folder in folders
            )
            pairs = zip(folders, with_src, strict=True)
            self._sources[base] = tuple(source for pair in pairs for source in pair if source)
        return self._sources[base]

    def _upwards(self, folder: str) -> Iterator[str]:
        """A folder in the project, and those above it up to the root."""
        while self.is_inside(folder):
            yield folder
            if folder == self.root:
                return
            folder = os.path.dirname(folder)

    def _names_in(self, folder: str) -> frozenset[str]:
        if folder not in self._entries:
            try:
                self._entries[folder] = frozenset(os.listdir(folder))
            except OSError:
                self._entries[folder] = frozenset()
        return self._entries[folder]

    def is_inside(self, path: str) -> bool:
        """Whether something is the folder of the project, or below it."""
        return path == self.root or _is_below(path, self.root)


def _holds_engine(folder: str) -> bool:
    sign = _ENGINES.get(os.path.basename(folder))
    return sign is not None and os.path.isfile(os.path.join(folder, sign))


def _is_below(path: str, folder: str) -> bool:
    return path.startswith(folder if folder.endswith(os.sep) else folder + os.sep)
