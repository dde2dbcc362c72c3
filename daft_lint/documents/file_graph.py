"""The import graph of the files of a project, by their texts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from daft_lint.documents.imports import Import, member
from daft_lint.documents.modules import Modules
from daft_lint.records import dataclass, field


@dataclass(eq=False)
class FileGraph:
    """The imports of some files, all by their absolute paths.

    `imports` gives those in a file, and `imports_daft` whether Daft is one of them.
    """

    files: Sequence[str]
    modules: Modules
    imports: Callable[[str], Sequence[Import]]
    imports_daft: Callable[[str], bool]
    _found: dict[str, Mapping[str, str | None]] = field(default_factory=dict)

    def found(self, file: str) -> Mapping[str, str | None]:
        """The names that a file imports modules by, packages on the way too, with their files.

        What may be a module or something in one counts too; None where the project has none.
        """
        if file not in self._found:
            self._found[file] = {
                name: self.modules.find(name, file) for name in self._names(file) if name
            }
        return self._found[file]

    def _names(self, file: str) -> Iterator[str]:
        imports = self.imports(file)
        if self.modules.is_of_engine(file):
            # Otherwise everything that these import would be part of a program with Daft.
            imports = [import_ for import_ in imports if import_.module.startswith(".")]
        for import_ in imports:
            module = self.modules.absolute(import_.module, file)
            if module is not None:
                parts = module.split(".")
                yield from (".".join(parts[: end + 1]) for end in range(len(parts)))
                yield from (member(module, name) for name in import_.names or ())

    def imported(self, file: str) -> set[str]:
        """The files that a file imports, but for itself."""
        return {found for found in self.found(file).values() if found not in (None, file)}

    @cached_property
    def importers(self) -> Mapping[str, Sequence[str]]:
        """The files that import each file, in their order."""
        found: dict[str, list[str]] = {}
        for file in self.files:
            for imported in self.imported(file):
                found.setdefault(imported, []).append(file)
        return found

    @cached_property
    def leading_to_daft(self) -> set[str]:
        """The files that import Daft, and all that import one of these."""
        about = [file for file in self.files if self.imports_daft(file)]
        return _reached(about, self.importers) if about else set()

    @cached_property
    def meeting_daft(self) -> set[str]:
        """The files of programs in which some file has to do with Daft."""
        leading = self.leading_to_daft
        imported = {file: [*self.imported(file)] for file in self.files} if leading else {}
        return _reached(leading, imported)


def _reached(start: Iterable[str], onward: Mapping[str, Sequence[str]]) -> set[str]:
    """Everything that some steps from a start lead to, the start too."""
    found = set(start)
    waiting = list(found)
    while waiting:
        new = [reached for reached in onward.get(waiting.pop(), ()) if reached not in found]
        found.update(new)
        waiting += new
    return found
