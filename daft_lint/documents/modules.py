"""Where the modules of a project stand, as Python would find them."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

# Names that always mean what everybody means by them, whatever folders a project has.
_FOREIGN = frozenset(sys.stdlib_module_names) | {"daft", "ray"}
_PACKAGE = "__init__.py"
# Python takes no note of a folder that sources are kept in.
_SOURCE_FOLDERS = ("", "src")


@dataclass(frozen=True, slots=True)
class Modules:
    """The modules in a folder and below, found from the place where they are imported.

    A dotted name is looked for in the folder above the package of the file that imports it, then
    in each folder above, up to the root, and in the `src` beside each. The standard library, Daft
    and Ray are never looked for. Files aren't read.
    """

    root: Path
    _found: dict[tuple[str, Path], Path | None] = field(default_factory=dict)
    _folders: dict[tuple[str, Path], bool] = field(default_factory=dict)
    _bases: dict[Path, Path] = field(default_factory=dict)

    def find(self, name: str, near: Path) -> Path | None:
        """The file of a module, by its dotted name, as the file `near` imports it."""
        parts = name.split(".")
        if parts[0] in _FOREIGN or not all(part.isidentifier() for part in parts):
            return None
        base = self.base(near)
        key = name, base
        if key not in self._found:
            self._found[key] = self._search(parts, base)
        return self._found[key]

    def is_folder(self, parts: Sequence[str], near: Path) -> bool:
        """Whether a dotted name is a folder without `__init__.py`, as `near` would import it."""
        base = self.base(near)
        key = ".".join(parts), base
        if key not in self._folders:
            above = (one for one in base.parents if one.is_relative_to(self.root))
            places = (
                folder.joinpath(source, *parts)
                for folder in (base, *above)
                for source in _SOURCE_FOLDERS
            )
            self._folders[key] = parts[0] not in _FOREIGN and any(map(os.path.isdir, places))
        return self._folders[key]

    def base(self, file: Path) -> Path:
        """The folder that the topmost package around a file stands in."""
        if file.parent not in self._bases:
            folder = file.parent
            while folder.is_relative_to(self.root) and _is_file(folder / _PACKAGE):
                folder = folder.parent
            self._bases[file.parent] = folder
        return self._bases[file.parent]

    def absolute(self, module: str, near: Path) -> str | None:
        """The dotted name of a module that the file `near` imports by a relative one.

        None where the dots lead out of the project. A name without dots stays as it is.
        """
        level = len(module) - len(module.lstrip("."))
        if level == 0:
            return module
        folder = near.parent
        for _ in range(level - 1):
            folder = folder.parent
        base = self.base(near)
        if not (folder == base or folder.is_relative_to(self.root)):
            return None
        if not folder.is_relative_to(base):
            base = folder
        packages = folder.relative_to(base).parts
        return ".".join([*packages, *filter(None, [module[level:]])])

    def name_of(self, file: Path) -> str | None:
        """The dotted name of a file below its base; None when it has none."""
        if not file.is_relative_to(self.root) or file.suffix != ".py":
            return None
        names = [*file.parent.relative_to(self.base(file)).parts]
        names += [] if file.name == _PACKAGE else [file.stem]
        return ".".join(names) if all(name.isidentifier() for name in names) else None

    def _search(self, parts: list[str], base: Path) -> Path | None:
        above = (one for one in base.parents if one.is_relative_to(self.root))
        for folder in (base, *above):
            for source in _SOURCE_FOLDERS:
                place = folder.joinpath(source, *parts)
                for file in (place / _PACKAGE, place.with_name(f"{place.name}.py")):
                    if _is_file(file):
                        return file
        return None


def _is_file(path: Path) -> bool:
    return os.path.isfile(path)  # noqa: PTH113 - a third of the time
