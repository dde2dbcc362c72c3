"""The other files of a project that a program is made of, each read when it is first needed."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import TYPE_CHECKING

from daft_lint.documents.imports import member
from daft_lint.documents.pragmas import read_pragmas
from daft_lint.plan.quantity import Origin, OriginKind
from daft_lint.reading.behaviour import acts, acts_itself, is_open, surely_imported
from daft_lint.reading.circles import may_be_seen_early
from daft_lint.reading.discovering import may_be_imported
from daft_lint.reading.exporting import exported
from daft_lint.reading.importable import Importable
from daft_lint.reading.leading import all_leading_to, with_imported
from daft_lint.reading.meddling import Meddling
from daft_lint.reading.module_names import ModuleNames
from daft_lint.reading.past import Past
from daft_lint.reading.relevance import Relevance
from daft_lint.reading.relying import relying
from daft_lint.reading.run_files import bound_by_run
from daft_lint.reading.scope import Attributes, Scope, State
from daft_lint.reading.search_path import may_be_elsewhere
from daft_lint.reading.source_file import SourceFile
from daft_lint.reading.submodules import may_take_the_name
from daft_lint.reading.syntax import SourceSyntaxError
from daft_lint.reading.values import (
    UNKNOWN,
    FunctionValue,
    Imported,
    Items,
    Text,
    Unknown,
    Value,
    is_constant,
    one_of,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    import libcst as cst

    from daft_lint.documents.document import Document
    from daft_lint.documents.project import Project
    from daft_lint.reading.calls import Calls
    from daft_lint.reading.session import Session
    from daft_lint.reading.statements import Statements

# A module that is longer holds data or is generated; nothing in it is known.
_LONGEST_MODULE = 300_000
_MOST_MODULES = 200
# Characters of all modules of a program. To read 1.2 million took 0.65 s.
_MOST_TEXT = 3_000_000
# How many names may lead from one to another: re-exports of re-exports.
_MOST_HOPS = 20

ANY_NAME = "*"
"""Stands for a name that isn't known."""
ANY_MODULE = Imported("sys.modules.*")
"""A module that is looked up by a name that isn't known: it may be that of the code itself."""


_OUT_OF_SIGHT = Imported | Unknown


@dataclass(frozen=True, slots=True, eq=False)
class _Module:
    """A module of the project; its scope fills while it is read, and what it sets of objects."""

    file: SourceFile
    scope: Scope
    attributes: Attributes = field(default_factory=dict)


class Program:
    """Finds what names of other modules stand for. Nothing more is read once it is `closed`."""

    def __init__(self, session: Session, project: Project) -> None:
        self._session = session
        self._project = project
        self.statements: Statements
        self.calls: Calls
        self.closed = False
        self._text_left = _MOST_TEXT
        self.attributes: Attributes = {}
        self._modules: dict[str, _Module | None] = {}
        # Modules whose imports were followed once: nothing is done by the next one.
        self._imported: set[str] = set()
        self._patched: set[tuple[str, str | None]] = set()
        # Modules that something else may stand in the place of.
        self._replaced: set[str] = set()
        self._meddling = Meddling(session.files, lambda: self._all_imported, project)
        self._found: dict[tuple[str, str], Document | None] = {}
        self._unfinished: set[str] = set()
        self._importable = Importable(project, self._tree)
        self.relevance = Relevance(project)

    def enter(self, file: SourceFile, scope: Scope) -> None:
        """The program is entered by a file; others may import it."""
        file.bind_afar(bound_by_run(file.document, self._project))
        self._modules[file.path] = _Module(file, scope)
        self._unfinished.add(file.path)

    @cached_property
    def _all_imported(self) -> tuple[Document, ...]:
        return tuple(with_imported([self._session.root.document], self._project))

    def called_from_afar(self) -> None:
        """What is read from now on, the files that lead to the program call when they like."""
        root, project = self._session.root.document, self._project
        self._meddling.look_around(lambda: all_leading_to(root, project))

    def absolute(self, module: str) -> str:
        """The dotted name of a module that the file in turn imports; a relative one if unknown."""
        if not module.startswith("."):
            return module
        name = self._project.absolute(module, self._session.file.path)
        return module if name is None else name

    def imported(self, name: str) -> Imported:
        """What an import in the file in turn binds, by the dotted name of what it stands for."""
        return Imported(name, self._session.file.path)

    def load(self, name: str) -> None:
        """A module is imported: what it does now, as far as it may have to do with Daft."""
        parts = name.split(".")
        for end in range(1, len(parts) + 1):
            document = self._module(".".join(parts[:end]), self._session.file.path)
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
            self._read(document)
            return
        for one in surely_imported(document, self._project):
            self._import(one)

    def discover(self, name: Value | None, state: State) -> None:
        """A module is imported by a name that isn't known: it may be any of several."""
        if self.closed:
            return
        for document in may_be_imported(name, self._session.file.path, self._project):
            if document.path not in self._modules:
                self._session.branching.perhaps(partial(self._read_for_effects, document), state)

    def _read_for_effects(self, document: Document) -> Value:
        self._read(document)
        return UNKNOWN

    def surely_imports(self, node: cst.Try | cst.TryStar) -> bool:
        """Whether a `try` of the file in turn is imports that don't fail for want of a module."""
        if self.closed:
            return False
        path, as_script = self._session.file.path, self._session.is_at_root
        return self._importable.succeeds(node, path, as_script=as_script)

    def exported(self, name: str) -> dict[str, Imported] | None:
        """What `from name import *` binds; None when that can't be told."""
        document = self._module(name, self._session.file.path)
        # One that is being read has bound no more than it has come to.
        is_new = document is not None and document.path not in self._modules
        told = exported(document, self._project) if document is not None and is_new else None
        if told is not None:
            self.load(name)
            return {one: self.imported(source or member(name, one)) for one, source in told.items()}
        names = self._exported_names(name)
        return None if names is None else {one: self.imported(member(name, one)) for one in names}

    def _exported_names(self, name: str) -> tuple[str, ...] | None:
        """The names that a module exports once it is read."""
        module = self._at(name, self._session.file.path)
        if module is None:
            return None
        listed = module.scope.own("__all__")
        if listed is None:
            return tuple(one for one in module.scope.all_names() if not one.startswith("_"))
        values = listed.values if isinstance(listed, Items) else None
        if values is None or self._session.changes.hides(listed):
            return None
        names = [one.exact for one in values if isinstance(one, Text)]
        known = [one for one in names if one is not None]
        return tuple(known) if len(known) == len(values) else None

    def resolve(self, imported: Imported, hops: int = _MOST_HOPS) -> Value:
        """What an imported name stands for: itself when it is none of the project's.

        So does a wrapper that settings name.
        """
        return imported if self._session.wrapper(imported) else self.behind(imported, hops)

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
                if may_take_the_name(parts[end], module.file.document, self._project):
                    return UNKNOWN
                return self._followed(module, parts[end:], imported.near, hops)
            return imported if self._is_found_below(imported) else UNKNOWN
        return imported

    def _is_found_below(self, imported: Imported) -> bool:
        """Whether a name that its package doesn't have is a module, or a folder of modules."""
        name, near = imported.name, imported.near
        return self._module(name, near) is not None or self._project.is_folder(name, near)

    def patch(self, owner: Imported, name: str | None) -> None:
        """An attribute of a module is set from afar: it stands for nothing any more.

        None is for any that is a constant, `ANY_NAME` for any at all.
        """
        document = self._module(owner.name, owner.near) if owner.near else None
        if document is not None:
            self._patched.add((document.path, name))

    def put_in_place(self, name: Value) -> None:
        """`sys.modules[name] = ...`, most often in the place of the file in turn: `__name__`."""
        if isinstance(name, Text) and name.exact is not None:
            document = self._module(name.exact, self._session.file.path)
            self._replaced.update([] if document is None else [document.path])
        elif isinstance(name, Text):
            self._replaced.add(self._session.file.path)

    def _followed(self, module: _Module, names: list[str], near: str, hops: int) -> Value:
        """What a name of a module stands for, and an attribute of that, and so on."""
        first, *rest = names
        value = module.scope.own(first) or UNKNOWN
        is_replaced = module.file.path in self._replaced
        if is_replaced and not isinstance(value, Imported):
            return UNKNOWN
        if isinstance(value, Imported):
            value = self.resolve(value, hops - 1) if hops else UNKNOWN
        if is_replaced:
            text = f"what replaces the module of `{first}` has the same by that name"
            value = relying(value, (Origin(OriginKind.ASSUMPTION, text),), self._session)
        if self._may_differ(module, first, value, near):
            # Whoever changes it changes what has it by another name.
            return one_of(value, *self._session.bound_afar(first, module.file.path))
        if isinstance(value, FunctionValue) and (module.file.path, ANY_NAME) in self._patched:
            text = f"`{first}` is still what its module has by that name"
            value = relying(value, (Origin(OriginKind.ASSUMPTION, text),), self._session)
        state = State(module.scope, self.attributes, Past())
        for name in rest:
            value = self.calls.attribute(value, name, state)
        return value

    def is_set_from_afar(self, name: str, value: Value) -> bool:
        """Whether another file may have set a name of the file in turn, or changed its value."""
        if isinstance(value, _OUT_OF_SIGHT):
            return False
        path = self._session.file.path
        if may_take_the_name(name, self._session.file.document, self._project):
            return True
        is_patched = self._is_patched(path, name, value) or (path, ANY_NAME) in self._patched
        return is_patched or self._meddling.other_than(path, name, value)

    def _is_patched(self, path: str, name: str, value: Value) -> bool:
        known = (path, name) in self._patched
        return known or ((path, None) in self._patched and is_constant(value))

    def _may_differ(self, module: _Module, name: str, value: Value, near: str) -> bool:
        """Whether a name may stand for something else, in a file, than its module left it as.

        Where any name may be set, a function most likely isn't: its callers want what is in it.
        """
        if isinstance(value, _OUT_OF_SIGHT):
            return False
        path = module.file.path
        if name in module.file.rebound or self._is_patched(path, name, value):
            return True
        if (path, ANY_NAME) in self._patched and not isinstance(value, FunctionValue):
            return True
        if may_be_seen_early(name, module.file.document, near, self._project):
            return True
        if isinstance(module.scope.own(name), Imported):
            return self._meddling.other_than(path, name, value)
        return self._meddling.any_file(path, name, value)

    def _at(self, name: str, near: str) -> _Module | None:
        """A module by its dotted name, read."""
        document = self._module(name, near)
        return self._read(document) if document is not None else None

    def _module(self, name: str, near: str) -> Document | None:
        if self.closed or not name or name.startswith("."):
            return None
        key = name, near
        if key not in self._found:
            found = self._project.module(name, near)
            if found is not None and self._may_be_elsewhere(name, near):
                found = None
            self._found[key] = found
        return self._found[key]

    def _may_be_elsewhere(self, name: str, near: str) -> bool:
        documents = (file.document for file in self._session.files)
        return may_be_elsewhere(name, near, documents, self._project)

    def _read(self, document: Document) -> _Module | None:
        """Read a module, once. One that is being read is as far as it has come."""
        if document.path not in self._modules:
            self._modules[document.path] = None
            size = len(document.text)
            fits = size <= min(_LONGEST_MODULE, self._text_left)
            if fits and len(self._modules) <= _MOST_MODULES:
                self._text_left -= size
                self._run(document)
        return self._modules[document.path]

    def _tree(self, document: Document) -> cst.Module | None:
        """A module, once all of it was run."""
        if document.path in self._unfinished:
            return None
        module = self._read(document)
        return None if module is None else module.file.module

    def _run(self, document: Document) -> None:
        """Follow a module: all of it where importing it does something, else as it is asked for."""
        hints = read_pragmas(document.text, document.path, ()).hints
        try:
            file = SourceFile(document, hints, sketched=self._session.root.sketched)
        except SourceSyntaxError:
            return
        file.bind_afar(bound_by_run(document, self._project))
        module = self._modules[document.path] = _Module(file, Scope(file=file))
        self._session.add(file)
        if not (is_open(document, self._project) or acts_itself(document, self._project)):
            module.scope.asked = ModuleNames(
                file.module.body,
                module.scope,
                lambda place: self._follow(
                    module, partial(self.statements.statement, file.module, place)
                ),
            )
            return
        self._unfinished.add(file.path)
        self._follow(module, partial(self.statements.block, file.module))
        self._unfinished.discard(file.path)

    def _follow(self, module: _Module, work: Callable[[State], None]) -> None:
        """Follow some code of a module, which runs once for all who import it."""
        session = self._session
        state = State(module.scope, module.attributes, session.recorder.past, self.attributes)
        with (
            session.within(module.file),
            session.apart(),
            session.endings.apart(),
            session.recorder.lasting(),
        ):
            work(state)
        self.attributes.update(module.attributes)
