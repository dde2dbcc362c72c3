"""What code may do to Daft and to other modules, by the names that it mentions.

A function may do what it says itself, and whatever anything does that it mentions. The answer may
be yes too often, never no: what it doesn't mention comes by an argument, of which its caller knows.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import PurePath
from typing import TYPE_CHECKING

from daft_lint.documents.imports import member
from daft_lint.index.outline import (
    ACTING,
    ANYTHING,
    SUBCLASS_HOOK,
    UNREAD,
    Call,
    Code,
    Doing,
    Outline,
    outlined,
    runs_a_frame,
)
from daft_lint.plan.actions import ACTIONS
from daft_lint.reading.operators import METHODS
from daft_lint.reading.syntax import SourceSyntaxError, parsed

if TYPE_CHECKING:
    from daft_lint.documents.document import Document
    from daft_lint.documents.project import Project

# Steps that are called as methods of lists, texts and other tables are, and cut no rows.
_OF_OTHERS = frozenset({"concat", "count", "join", "max", "mean", "min", "sort", "sum"})
_OF_FRAMES = (METHODS | ACTIONS.keys() | {"groupby", "transform"}) - _OF_OTHERS

# Packages that are there wherever a program with Daft runs.
_THERE = sys.stdlib_module_names | {"daft"}

Meant = tuple["Document", str | None]
"""A name in a module of the project, or None for the module itself."""


def words_of(document: Document, project: Project) -> frozenset[str]:
    """The names and attributes that the code of a file mentions."""
    outline = _outline(document, project)
    codes = (*outline.made_of.values(), outline.outside)
    return frozenset[str]().union(*(one.names | one.attributes for one in codes))


def may_hold_steps(document: Document, project: Project) -> bool:
    """Whether part of a pipeline may stand in a file that doesn't import Daft."""
    if not any(f".{name}" in document.text for name in (*_OF_FRAMES, "write_")):
        return False
    outline = _outline(document, project)
    codes = outline.made_of.values()
    return outline.is_unread or any(
        not one.attributes.isdisjoint(_OF_FRAMES) or any(map(runs_a_frame, one.attributes))
        for one in (*codes, outline.outside)
    )


def may_lead_to(root: Document, document: Document, project: Project) -> bool:
    """Whether code of a file may run that of another one, or decides on which runner it runs.

    It may say yes too often.
    """
    does, paths = project.once((_reached, root), lambda asked: _reached(root, asked))
    return document.path in paths or bool(does & (Doing.CHOOSE | Doing.DISCOVER))


def _reached(root: Document, project: Project) -> tuple[Doing, frozenset[str]]:
    """What all code of a file does, and the files of which it may run some."""
    outline = _outline(root, project)
    names = frozenset((*outline.made_of, *outline.outside.names, *outline.bases))
    attributes = outline.outside.attributes.union(
        *(one.attributes for one in outline.made_of.values())
    )
    does, paths = outline.does | outline.outside.does, set()
    for one, path in _mentioned_by(Code(does, names, attributes), root, project):
        does |= one
        paths.add(path)
    return does, frozenset(paths)


def is_open(document: Document, project: Project) -> bool:
    """Whether a module may bind names that no statement of it shows."""
    return _outline(document, project).is_open


def touches_daft(document: Document, name: str, project: Project) -> bool:
    """Whether a function, class or variable of a module may have to do with Daft by itself."""
    key = touches_daft, document, name
    return project.once(key, lambda asked: _touches(document, name, asked))


def _touches(document: Document, name: str, project: Project) -> bool:
    code = Code(Doing.NOTHING, frozenset({name}), frozenset())
    found = _mentioned_by(code, document, project, project.leads_to_daft)
    return any(Doing.DAFT in does for does, _ in found)


def acts(document: Document, project: Project) -> bool:
    """Whether importing a module may choose the runner, run a frame or change another module."""
    return project.once((acts, document), lambda asked: _acts(document, asked))


def _acts(document: Document, project: Project) -> bool:
    seen = {document.path}
    waiting = [document]
    while waiting:
        one = waiting.pop()
        if _acts_alone(one, project):
            return True
        outline = _outline(one, project)
        for other in _documents((*outline.surely, *outline.perhaps), one, project):
            if other.path not in seen:
                seen.add(other.path)
                waiting.append(other)
    return False


def acts_itself(document: Document, project: Project) -> bool:
    """Whether a module does so, whatever the modules do that it surely imports."""
    if _acts_alone(document, project):
        return True
    modules = _documents(_outline(document, project).perhaps, document, project)
    return any(acts(one, project) for one in modules)


def _acts_alone(document: Document, project: Project) -> bool:
    key = _acts_alone, document
    return project.once(key, lambda asked: _acts_itself(document, asked))


def _acts_itself(document: Document, project: Project) -> bool:
    outline = _outline(document, project)
    if outline.does & ACTING:
        return True
    for call in outline.calls:
        does = _closure(call.code, document, project)
        if does & ACTING or _is_of_variable(call, document, project):
            return True
        if Doing.CHANGE_GIVEN in does and any(
            _is_variable(name, document, project) for name in call.given
        ):
            return True
    return any(_notes_subclasses(base, document, project) for base in outline.bases)


def _is_of_variable(call: Call, document: Document, project: Project) -> bool:
    """Whether a call is one of a method of what is a variable of another module."""
    if not call.owner:
        return False
    if _is_variable(call.owner, document, project):
        return True
    modules = (one for one, own in _meant(call.owner, document, project) if own is None)
    return any(_outline(one, project).variables & call.code.attributes for one in modules)


def _notes_subclasses(base: str, document: Document, project: Project) -> bool:
    """Whether a class does something when another one is made of it."""
    for other, own in ((document, base), *_meant(base, document, project)):
        code = _outline(other, project).made_of.get(f"{own}.{SUBCLASS_HOOK}")
        if code is not None and _closure(code, other, project) & (ACTING | Doing.CHANGE_GIVEN):
            return True
    return False


def needs_no_package(document: Document, project: Project) -> bool:
    """Whether a module, and those of the project that it imports, import only what Python has."""
    seen = {document.path}
    waiting = [document]
    while waiting:
        one = waiting.pop()
        for module, _ in _outline(one, project).surely:
            name = project.absolute(module, one.path)
            found = project.module(name, one.path) if name else None
            if found is None:
                if (name or "").partition(".")[0] not in _THERE:
                    return False
            elif found.path not in seen:
                seen.add(found.path)
                waiting.append(found)
    return True


def surely_imported(document: Document, project: Project) -> tuple[Document, ...]:
    """The modules of the project that a module imports when it is imported, in their order."""
    key = surely_imported, document
    return project.once(
        key, lambda asked: tuple(_documents(_outline(document, asked).surely, document, asked))
    )


def _documents(
    imports: Iterable[tuple[str, str | None]], document: Document, project: Project
) -> Iterator[Document]:
    """The modules of the project behind some imports of a file, and the packages around them."""
    named: dict[str, list[str]] = {}
    for module, name in imports:
        named.setdefault(module, []).extend([] if name is None else [name])
    for module, own in named.items():
        whole = project.absolute(module, document.path)
        if whole is None:
            continue
        parts = whole.split(".")
        names = [".".join(parts[:end]) for end in range(1, len(parts) + 1)]
        found = [project.module(each, document.path) for each in names if each]
        # Only a package, or a folder without a module of its own, has modules in it.
        if found and (found[-1] is None or _is_package(found[-1])):
            found += [project.module(member(whole, name), document.path) for name in own]
        yield from (one for one in found if one is not None)


def _is_package(document: Document) -> bool:
    return PurePath(document.path).stem == "__init__"


def _is_variable(name: str, document: Document, project: Project) -> bool:
    """Whether an imported name may stand for a variable of another module of the project."""
    for other, own in _meant(name, document, project):
        outline = _outline(other, project)
        if own is None:
            continue
        if own in outline.variables:
            return True
        if own not in outline.made_of and _is_variable(own, other, project):
            return True
    return False


class _Imported:
    """What the imported names of a file may stand for, each looked up once."""

    def __init__(self, document: Document, project: Project) -> None:
        self._known: dict[str, tuple[Meant, ...]] = {}
        outline = _outline(document, project)
        for name, sources in outline.imports.items():
            self._known[name] = tuple(_meant_by(sources, document, project))
        self._starred = [
            found
            for module in outline.starred
            for found, _ in _meant_by([(module, None)], document, project)
        ]

    def __call__(self, name: str, *, starred: bool) -> Iterable[Meant]:
        """What a name may stand for: a name of a module of the project, or a module itself."""
        known = self._known.get(name, ())
        if not (self._starred and starred):
            return known
        return (*known, *((module, name) for module in self._starred))


def _imported_by(document: Document, project: Project) -> _Imported:
    return project.once((_Imported, document), lambda asked: _Imported(document, asked))


def _meant(name: str, document: Document, project: Project) -> Iterable[Meant]:
    return _imported_by(document, project)(name, starred=True)


def _meant_by(
    sources: Iterable[tuple[str, str | None]], document: Document, project: Project
) -> Iterator[Meant]:
    for module, own in sources:
        whole = project.absolute(module, document.path)
        if whole is None:
            continue
        found = project.module(whole, document.path) if whole else None
        if found is not None and found != document:
            yield found, own
        if own is not None and (found is None or _is_package(found)):
            inner = project.module(member(whole, own), document.path)
            if inner is not None:
                yield inner, None


def _closure(code: Code, document: Document, project: Project) -> Doing:
    """What some code of a module does, and all that it mentions, in whatever module."""
    does = Doing.NOTHING
    for one, _ in _mentioned_by(code, document, project):
        does |= one
        if does == ANYTHING:
            break
    return does


def _mentioned_by(
    code: Code,
    document: Document,
    project: Project,
    counts: Callable[[str], bool] = lambda _: True,
) -> Iterator[tuple[Doing, str]]:
    """What code mentions, and what that does, and so on: what each does, and the path of its file.

    Only files whose paths count are looked at.
    """
    seen: set[tuple[str, str]] = set()
    waiting = [(document, code)]
    while waiting:
        place, one = waiting.pop()
        yield one.does, place.path
        outline = _outline(place, project)
        if outline.is_unread:
            yield ANYTHING, place.path
        behind = _imported_by(place, project)
        for name in one.names:
            if (place.path, name) in seen:
                continue
            seen.add((place.path, name))
            inner = outline.made_of.get(name)
            if inner is not None:
                waiting.append((place, inner))
            if name in outline.of_daft:
                yield Doing.DAFT, place.path
            for other, own in behind(name, starred=inner is None):
                if counts(other.path):
                    # Of a module, any of its names may be meant that the code asks for.
                    asked = one.attributes & _names_of(other, project)
                    names = asked if own is None else frozenset({own})
                    waiting.append((other, Code(Doing.NOTHING, names, one.attributes)))


def _names_of(document: Document, project: Project) -> frozenset[str]:
    """The names that a module binds, but for those that it takes with all of another one."""
    outline = _outline(document, project)
    return frozenset((*outline.made_of, *outline.imports))


def _outline(document: Document, project: Project) -> Outline:
    return project.once((_outline, document), lambda _: _outlined(document.text))


def _outlined(text: str) -> Outline:
    tree = parsed(text)
    return UNREAD if isinstance(tree, SourceSyntaxError) else outlined(tree)
