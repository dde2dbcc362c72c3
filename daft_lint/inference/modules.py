"""The other files of a project that a program is made of, followed as names are asked for."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import TYPE_CHECKING

from daft_lint.daft_api import sources, udfs
from daft_lint.documents.imports import member
from daft_lint.documents.pragmas import read_pragmas
from daft_lint.index.tree import dotted
from daft_lint.inference.relevance import Relevance
from daft_lint.inference.run import Run
from daft_lint.inference.scope import Kind, Scope
from daft_lint.modules.behaviour import (
    acts,
    acts_itself,
    is_open,
    notes_subclasses,
    surely_imported,
)
from daft_lint.modules.guarded_imports import surely_succeeds
from daft_lint.modules.import_graph import all_leading_to, with_imported
from daft_lint.modules.outside_writes import OutsideWrites
from daft_lint.modules.slicing import binds_only
from daft_lint.modules.source_file import SourceFile
from daft_lint.modules.star_imports import exported
from daft_lint.syntax.source import SourceSyntaxError
from daft_lint.values.values import (
    UNKNOWN,
    Arguments,
    ClassValue,
    FunctionValue,
    Imported,
    Items,
    ObjectValue,
    Text,
    Unknown,
    Value,
    is_constant,
    one_of,
)
from daft_lint.values.values import Mapping as Entries

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from daft_lint.documents.document import Document
    from daft_lint.documents.project import Project

# A module that is longer holds data or is generated; nothing in it is known.
_LONGEST_MODULE = 300_000
_MOST_MODULES = 200
# Characters of all modules of a program. To read 1.2 million took 0.65 s.
_MOST_TEXT = 3_000_000
# How many names may lead from one to another: re-exports of re-exports.
_MOST_HOPS = 20
_PATCHING = frozenset({"patch", "dict", "setattr", "object"})
_OUT_OF_SIGHT = Imported | Unknown


@dataclass(slots=True, eq=False)
class _Module:
    """A module of the project, the statements of it that bind a name, and those that were run.

    `places` are the statements by the names that they bind or change.
    """

    file: SourceFile
    scope: Scope
    places: Mapping[str, list[int]] = field(default_factory=dict)
    ran: set[int] = field(default_factory=set)
    running: list[int] = field(default_factory=list)
    is_whole: bool = False


class Modules:
    """Finds what names of other modules stand for. Nothing more is read once it is `closed`."""

    def __init__(self, run: Run, project: Project) -> None:
        self._run = run
        self._project = project
        self.closed = False
        self.relevance = Relevance(project)
        self._text_left = _MOST_TEXT
        self._modules: dict[str, _Module | None] = {}
        # Modules whose imports were followed once: nothing is done by the next one.
        self._imported: set[str] = set()
        self._patched: set[tuple[str, str | None]] = set()
        self._replaced: set[str] = set()
        self._writes = OutsideWrites(run.files, lambda: self._all_imported, project)
        self._found: dict[tuple[str, str], Document | None] = {}

    @cached_property
    def _all_imported(self) -> tuple[Document, ...]:
        return tuple(with_imported([self._run.root.document], self._project))

    def enter(self, file: SourceFile, scope: Scope) -> None:
        """The program is entered by a file; others may import it."""
        self._modules[file.path] = _Module(file, scope, is_whole=True)

    def called_from_afar(self) -> None:
        """What is read from now on, the files that lead to the program call when they like."""
        root, project = self._run.root.document, self._project
        self._writes.look_around(lambda: all_leading_to(root, project))

    def imported(self, name: str) -> Imported:
        """What an import in the file in turn binds, by the dotted name of what it stands for."""
        return Imported(name, self._run.file.path)

    def run_import(self, node: ast.Import) -> None:
        """`import a.b as c`."""
        run = self._run
        for alias in node.names:
            first = alias.name.partition(".")[0]
            name, stands_for = (alias.asname, alias.name) if alias.asname else (first, first)
            run.state.put(run.scope.names, name, self.imported(stands_for))
            self.load(alias.name)

    def run_import_from(self, node: ast.ImportFrom) -> None:
        """`from a import b`."""
        run = self._run
        module = self._absolute("." * node.level + (node.module or ""))
        if run.is_in_own_branch and not node.level:
            # A script has its own folder in sight, though that may be a package elsewhere.
            beside = self._absolute(f".{module}")
            if self._module(module, run.file.path) is None and self._module(beside, run.file.path):
                module = beside
        self.load(module)
        if node.names[0].name == "*":
            self._import_all(module)
            return
        for alias in node.names:
            name = member(module, alias.name)
            self.load(name)
            value: Value = self.imported(name)
            if run.is_in_own_branch:
                # What a branch imports may meet the same by another name.
                known = self.resolve(self.imported(name))
                value = value if isinstance(known, _OUT_OF_SIGHT) else known
            run.state.put(run.scope.names, alias.asname or alias.name, value)

    def _absolute(self, module: str) -> str:
        if not module.startswith("."):
            return module
        name = self._project.absolute(module, self._run.file.path)
        return module if name is None else name

    def _import_all(self, module: str) -> None:
        run = self._run
        names = self._exported(module)
        if names is None:
            self.forget(run.scope, UNKNOWN)
            bound = _of_daft() if module == "daft" else ()
            names = {name: self.imported(member(module, name)) for name in bound}
        for name, value in names.items():
            run.state.put(run.scope.names, name, value)

    def forget(self, scope: Scope, key: Value, *, everything: bool = False) -> None:
        """A name, or any if none is known, may have been bound by something out of sight.

        Hardly anybody binds others than constants so, where `everything` isn't meant.
        """
        state = self._run.state
        exact = key.exact if isinstance(key, Text) else None
        for name in [*scope.names] if exact is None else [exact]:
            value = scope.names.get(name, UNKNOWN)
            known = self.resolve(value) if isinstance(value, Imported) else value
            if (
                exact is not None
                or is_constant(known)
                or (everything and not isinstance(known, Imported))
            ):
                state.put(scope.names, name, UNKNOWN)

    def _exported(self, name: str) -> dict[str, Imported] | None:
        """What `from name import *` binds; None when that can't be told."""
        document = self._module(name, self._run.file.path)
        names = exported(document, self._project) if document is not None else None
        if names is not None:
            self.load(name)
            return {
                exported_name: self.imported(source or member(name, exported_name))
                for exported_name, source in names.items()
            }
        module = self._at(name, self._run.file.path)
        if module is None:
            return None
        self._run_whole(module)
        listed = module.scope.names.get("__all__")
        if listed is None:
            found = [
                exported_name
                for exported_name in module.scope.names
                if not exported_name.startswith("_")
            ]
        else:
            values = listed.values if isinstance(listed, Items) else None
            texts = [value.exact if isinstance(value, Text) else None for value in values or ()]
            if values is None or None in texts or self._run.changes.hides(listed):
                return None
            found = [text for text in texts if text]
        return {
            exported_name: self.imported(member(name, exported_name)) for exported_name in found
        }

    def load(self, name: str) -> None:
        """A module is imported: what it does now, as far as it may have to do with Daft.

        What only type checkers import does nothing.
        """
        if self._run.is_for_type_checkers:
            return
        parts = name.split(".")
        for end in range(1, len(parts) + 1):
            document = self._module(".".join(parts[:end]), self._run.file.path)
            if document is not None:
                self._import(document)

    def _import(self, document: Document) -> None:
        """Follow the import of a module; one that only imports others need not be read for it."""
        if document.path in self._imported:
            return
        self._imported.add(document.path)
        if not acts(document, self._project):
            return
        if acts_itself(document, self._project):
            module = self._read(document)
            if module is not None:
                self._run_acting(module)
            return
        for each_document in surely_imported(document, self._project):
            self._import(each_document)

    def surely_imports(self, node: ast.Try) -> bool:
        """Whether a `try` is imports that don't fail for want of a module."""
        run = self._run
        return not self.closed and surely_succeeds(node, run.file.path, self._project)

    def resolve(self, imported: Imported, hops: int = _MOST_HOPS) -> Value:
        """What an imported name stands for: itself when it is none of the project's.

        So does a wrapper that settings name.
        """
        if not imported.near or "." not in imported.name or self.closed:
            return imported
        return imported if self._run.wrapper(imported) else self.behind(imported, hops)

    def behind(self, imported: Imported, hops: int = _MOST_HOPS) -> Value:
        """What stands behind an imported name, a wrapper's too."""
        if self.closed or not imported.near or "." not in imported.name:
            return imported
        parts = imported.name.split(".")
        for end in range(len(parts) - 1, 0, -1):
            name = ".".join(parts[:end])
            if self._module(name, imported.near) is None:
                continue
            module = self._at(name, imported.near)
            if module is None:
                return UNKNOWN
            if module.scope.own(parts[end]) is not None:
                return self._followed(module, parts[end:], hops)
            return imported if self._is_found_below(imported) else UNKNOWN
        return imported

    def _is_found_below(self, imported: Imported) -> bool:
        """Whether a name that its package doesn't have is a module, or a folder of modules."""
        name, near = imported.name, imported.near
        return self._module(name, near) is not None or self._project.is_folder(name, near)

    def _followed(self, module: _Module, names: Sequence[str], hops: int) -> Value:
        """What a name of a module stands for, and an attribute of that, and so on."""
        first, *rest = names
        value = module.scope.own(first) or UNKNOWN
        if module.file.path in self._replaced:
            return UNKNOWN
        if isinstance(value, Imported):
            value = self.resolve(value, hops - 1) if hops else UNKNOWN
        if self._may_differ(module, first, value):
            kept = self._run.bound_elsewhere.get((module.file.path, first), ())
            return one_of(value, *kept)
        for name in rest:
            value = self._run.attribute(value, name)
        return value

    def patch(self, owner: Imported, name: str | None) -> None:
        """An attribute of a module is set from afar: it stands for nothing any more."""
        document = self._module(owner.name, owner.near) if owner.near else None
        if document is not None:
            self._patched.add((document.path, name))

    def may_have_any_name_set(self, path: str) -> bool:
        """Whether some name of a module was set from afar, nobody knows which."""
        return (path, None) in self._patched

    def patched_by(self, function: str, arguments: Arguments) -> None:
        """`patch("module.NAME", value)`, if the function is one that does so."""
        first = arguments.get(0)
        if function.rpartition(".")[2] not in _PATCHING:
            return
        if isinstance(first, Text) and first.exact:
            around, _, name = first.exact.rpartition(".")
            owner = self.imported(around)
        else:
            key = arguments.get(1)
            name = key.exact or "" if isinstance(key, Text) else ""
            if isinstance(first, ObjectValue | ClassValue) and name:
                known = self._run.attribute(first, name)
                self._run.set_attribute(first, name, one_of(known))
            if not isinstance(first, Imported):
                return
            owner = first
        if owner.name and name:
            self.patch(owner, name)

    def put_in_place(self, name: Value) -> None:
        """`sys.modules[name] = ...`, most often in the place of the file in turn: `__name__`."""
        if isinstance(name, Text) and name.exact is not None:
            document = self._module(name.exact, self._run.file.path)
            self._replaced.update([] if document is None else [document.path])
        elif isinstance(name, Text):
            self._replaced.add(self._run.file.path)

    def is_set_from_afar(self, name: str, value: Value) -> bool:
        """Whether another file may have set a name of the file in turn, or changed its value."""
        if isinstance(value, _OUT_OF_SIGHT):
            return False
        path = self._run.file.path
        if not {(path, name), (path, None)}.isdisjoint(self._patched):
            return not isinstance(value, FunctionValue) or (path, name) in self._patched
        return self._writes.may_set(path, name, value)

    def sets_attribute(self, name: str) -> bool:
        """Whether some file of the program sets an attribute of that name, of whatever object."""
        return self._writes.sets_attribute(name)

    def _may_differ(self, module: _Module, name: str, value: Value) -> bool:
        """Whether a name may stand for something else than its module left it as."""
        if isinstance(value, _OUT_OF_SIGHT):
            return False
        path = module.file.path
        if name in module.file.rebound or (path, name) in self._patched:
            return True
        if (path, None) in self._patched and not isinstance(value, FunctionValue):
            return True
        if isinstance(value, Items | Entries) and name in module.file.filled:
            return True
        return self._writes.may_set(path, name, value)

    def _at(self, name: str, near: str) -> _Module | None:
        """A module by its dotted name."""
        document = self._module(name, near)
        return self._read(document) if document is not None else None

    def _module(self, name: str, near: str) -> Document | None:
        if self.closed or not name or name.startswith("."):
            return None
        key = name, near
        if key not in self._found:
            self._found[key] = self._project.module(name, near)
        return self._found[key]

    def _read(self, document: Document) -> _Module | None:
        """A module, parsed once."""
        if document.path not in self._modules:
            self._modules[document.path] = None
            size = len(document.text)
            if (
                size <= min(_LONGEST_MODULE, self._text_left)
                and len(self._modules) <= _MOST_MODULES
            ):
                self._text_left -= size
                self._modules[document.path] = self._opened(document)
        return self._modules[document.path]

    def _opened(self, document: Document) -> _Module | None:
        try:
            file = source_file(document, self._project)
        except SourceSyntaxError:
            return None
        module = _Module(file, Scope(Kind.MODULE, file=file))
        self._modules[document.path] = module
        self._run.add(file)
        if is_open(document, self._project):
            self._run_whole(module)
            return module
        module.places = file.binding_places
        module.scope.ask = lambda name: self._asked(module, name)
        return module

    def _asked(self, module: _Module, name: str) -> Value | None:
        """What a name of a module stands for: the statements that bind it are followed now.

        A statement sees what those before it have bound.
        """
        end = module.running[-1] if module.running else len(module.file.tree.body)
        places = module.places.get(name, ())
        stars = module.places.get("*", ())
        for at in sorted({*places, *stars}) if stars else places:
            if at < end and at not in module.ran:
                self._run_place(module, at)
        value = module.scope.names.get(name)
        is_late = value is not None and any(at > end and at in module.ran for at in places)
        return one_of(value) if is_late and value is not None else value

    def _run_acting(self, module: _Module) -> None:
        """Follow what a module does when it is imported: all but what only binds names."""
        body = module.file.tree.body
        for at, statement in enumerate(body):
            if at in module.ran or module.is_whole:
                continue
            if not binds_only(statement) or self._is_noted(statement, module):
                self._run_place(module, at)

    def _is_noted(self, statement: ast.stmt, module: _Module) -> bool:
        """Whether a class is one that its base may write down."""
        bases = statement.bases if isinstance(statement, ast.ClassDef) else []
        document, project = module.file.document, self._project
        return any(notes_subclasses(base, document, project) for base in map(dotted, bases) if base)

    def _run_place(self, module: _Module, at: int) -> None:
        module.ran.add(at)
        module.running.append(at)
        self._follow(module, partial(self._run.block, (module.file.tree.body[at],)))
        module.running.pop()

    def _run_whole(self, module: _Module) -> None:
        """Follow all of a module, in its order."""
        if module.is_whole:
            return
        module.is_whole = True
        body = [
            statement for at, statement in enumerate(module.file.tree.body) if at not in module.ran
        ]
        module.ran.update(range(len(module.file.tree.body)))
        module.scope.ask = None
        self._follow(module, lambda: self._run.block(body))

    def _follow(self, module: _Module, work: Callable[[], object]) -> None:
        """Follow some code of a module, which runs once for all who import it."""
        run = self._run
        ended = run.state.ended
        run.state.ended = False
        with run.within(module.scope), run.apart(), self._lasting():
            work()
        run.state.ended = ended

    @contextmanager
    def _lasting(self) -> Iterator[None]:
        """What is written meanwhile is taken back by nobody: a module is read but once."""
        with self._run.state.lasting():
            yield


def source_file(document: Document, project: Project) -> SourceFile:
    """A file of a project, parsed once for all programs.

    Raises:
        SourceSyntaxError: when it is no Python program.
    """

    def first(_: Project) -> SourceFile | SourceSyntaxError:
        hints = read_pragmas(document.text, document.path, ()).hints
        try:
            return SourceFile(document, tuple(hints))
        except SourceSyntaxError as error:
            return error

    found = project.once((source_file, document), first)
    if isinstance(found, SourceSyntaxError):
        raise found
    return found


def _of_daft() -> Iterable[str]:
    """What `from daft import *` binds, as far as it matters."""
    return ("DataFrame", "DataType", "col", "lit", *udfs.EXPORTED, *sources.EXPORTED)
