"""The behaviour of code towards Daft and other modules, by the names that it mentions.

A function may do what it says itself, and whatever anything does that it mentions. The answer may
be yes too often, never no: what it doesn't mention comes by an argument, of which its caller knows.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Set
from pathlib import PurePath
from typing import TYPE_CHECKING

from daft_lint.daft_api.operators import METHODS
from daft_lint.documents.imports import member
from daft_lint.index.outline import (
    ANYTHING,
    NOTICED,
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
from daft_lint.syntax.source import SourceSyntaxError, parsed

if TYPE_CHECKING:
    from daft_lint.documents.document import Document
    from daft_lint.documents.project import Project

# Steps that are called as methods of lists, texts and other tables are, and cut no rows.
_OF_OTHERS = frozenset({"concat", "count", "join", "max", "mean", "min", "sort", "sum"})
_OF_FRAMES = (METHODS | ACTIONS.keys() | {"groupby", "transform"}) - _OF_OTHERS

_NO_NAMES: frozenset[str] = frozenset()
_OF_DAFT = Code(Doing.DAFT, frozenset(), frozenset())
_ANYTHING = Code(ANYTHING, frozenset(), frozenset())
# Packages that are there wherever a program with Daft runs.
_THERE = sys.stdlib_module_names | {"daft"}

Meant = tuple["Document", str | None]
"""A name in a module of the project, or None for the module itself."""


def words_of(document: Document, project: Project) -> frozenset[str]:
    """The names and attributes that the code of a file mentions."""
    outline = _outline(document, project)
    codes = (*outline.made_of.values(), outline.outside)
    return frozenset[str]().union(*(code.names | code.attributes for code in codes))


def may_hold_steps(document: Document, project: Project) -> bool:
    """Whether part of a pipeline may stand in a file that doesn't import Daft."""
    if not any(f".{name}" in document.text for name in (*_OF_FRAMES, "write_")):
        return False
    outline = _outline(document, project)
    codes = (*outline.made_of.values(), outline.outside)
    return outline.is_unread or any(map(_is_about_frames, codes))


def may_lead_to(root: Document, document: Document, project: Project) -> bool:
    """Whether code of a file may run that of another one, or decides on which runner it runs.

    It may say yes too often.
    """
    does, paths = project.once((_reached, root), lambda asked: _reached(root, asked))
    return document.path in paths or Doing.CHOOSE in does


def _reached(root: Document, project: Project) -> tuple[Doing, frozenset[str]]:
    """What all code of a file does, and the files of which it may run some."""
    outline = _outline(root, project)
    names = frozenset((*outline.made_of, *outline.outside.names, *outline.bases))
    attributes = outline.outside.attributes.union(
        *(code.attributes for code in outline.made_of.values())
    )
    does, paths = outline.does | outline.outside.does, set()
    for code, path in _mentioned_by(Code(does, names, attributes), root, project):
        does |= code.does
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
    return _leads_to(_is_of_daft, _named(name), document, project)


def may_build(document: Document, name: str, project: Project) -> bool:
    """Whether a function or class of a module may take part in a pipeline when it is called.

    It touches Daft, or calls what may be methods of frames.
    """
    key = may_build, document, name
    return project.once(key, lambda asked: _may_build(document, name, asked))


def _may_build(document: Document, name: str, project: Project) -> bool:
    return _leads_to(_may_take_part, _named(name), document, project)


def _named(name: str) -> Code:
    """Code that is no more than a name."""
    return Code(Doing.NOTHING, frozenset({name}), frozenset())


def _is_of_daft(code: Code) -> bool:
    return Doing.DAFT in code.does


def _runs_any(code: Code) -> bool:
    return Doing.RUN in code.does


def _is_noticed(code: Code) -> bool:
    return bool(code.does & NOTICED)


def _changes_given(code: Code) -> bool:
    return Doing.CHANGE_GIVEN in code.does


def _may_take_part(code: Code) -> bool:
    return Doing.DAFT in code.does or _is_about_frames(code)


def _is_about_frames(code: Code) -> bool:
    """Whether code asks for what may be methods of frames."""
    return not code.attributes.isdisjoint(_OF_FRAMES) or any(map(runs_a_frame, code.attributes))


def acts(document: Document, project: Project) -> bool:
    """Whether an import of a module may choose the runner, run a frame or change another module."""
    return project.once((acts, document), lambda asked: _acts(document, asked))


def _acts(document: Document, project: Project) -> bool:
    quiet = project.once(_acts, lambda _: set[str]())
    seen = {document.path}
    waiting = [document]
    while waiting:
        next_document = waiting.pop()
        if next_document.path in quiet:
            continue
        if _acts_alone(next_document, project):
            return True
        for other in _all_imported(next_document, project):
            if other.path not in seen:
                seen.add(other.path)
                waiting.append(other)
    # Nor does any of those that it imports.
    quiet |= seen
    return False


def _all_imported(document: Document, project: Project) -> Iterable[Document]:
    outline = _outline(document, project)
    return _documents((*outline.surely, *outline.perhaps), document, project)


def acts_itself(document: Document, project: Project) -> bool:
    """Whether a module does so, whatever the modules do that it surely imports."""
    if _acts_alone(document, project):
        return True
    modules = _documents(_outline(document, project).perhaps, document, project)
    return any(acts(module, project) for module in modules)


def _acts_alone(document: Document, project: Project) -> bool:
    key = _acts_alone, document
    return project.once(key, lambda asked: _acts_itself(document, asked))


def _acts_itself(document: Document, project: Project) -> bool:
    outline = _outline(document, project)
    if outline.does & NOTICED:
        return True
    if Doing.RUN in outline.does and project.leads_to_daft(document.path):
        return True
    for call in outline.calls:
        if _does_act(call.code, document, project) or _is_of_variable(call, document, project):
            return True
        if any(_is_variable(name, document, project) for name in call.given) and _leads_to(
            _changes_given, call.code, document, project
        ):
            return True
    return any(notes_subclasses(base, document, project) for base in outline.bases)


def _does_act(called: Code, document: Document, project: Project) -> bool:
    if _leads_to(_is_noticed, called, document, project):
        return True
    wanted = (_runs_any, _is_of_daft)
    return all(_leads_to(is_wanted, called, document, project) for is_wanted in wanted)


def _is_of_variable(call: Call, document: Document, project: Project) -> bool:
    """Whether a call is one of a method of what is a variable of another module."""
    if not call.owner:
        return False
    if _is_variable(call.owner, document, project):
        return True
    modules = (
        each_document for each_document, own in _meant(call.owner, document, project) if own is None
    )
    return any(_outline(module, project).variables & call.code.attributes for module in modules)


def notes_subclasses(base: str, document: Document, project: Project) -> bool:
    """Whether a class, by its name in a file, does something when another one is made of it."""
    for other, own in ((document, base), *_meant(base, document, project)):
        code = _outline(other, project).made_of.get(f"{own}.{SUBCLASS_HOOK}")
        if code is not None and (
            _does_act(code, other, project) or _leads_to(_changes_given, code, other, project)
        ):
            return True
    return False


def needs_no_package(document: Document, project: Project) -> bool:
    """Whether a module, and those of the project that it imports, import only what Python has."""
    seen = {document.path}
    waiting = [document]
    while waiting:
        next_document = waiting.pop()
        for module, _ in _outline(next_document, project).surely:
            name = project.absolute(module, next_document.path)
            found = project.module(name, next_document.path) if name else None
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
        yield from (each_document for each_document in found if each_document is not None)


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


def _leads_to(
    wanted: Callable[[Code], bool], code: Code, document: Document, project: Project
) -> bool:
    """Whether code is wanted, or some that it mentions, or that mentions, and so on.

    What has to do with Daft is looked for only in files that lead to it.
    """
    counts = project.leads_to_daft if wanted is _is_of_daft else _any_file
    # What is mentioned in vain by one is so by others.
    vain = project.once((_leads_to, wanted), lambda _: set[_Mention]())
    seen = set[_Mention]()
    if any(
        wanted(each_code)
        for each_code, _ in _mentioned_by(code, document, project, counts, seen, vain)
    ):
        return True
    vain |= seen
    return False


def _any_file(_: str) -> bool:
    return True


_Mention = tuple[str, str, frozenset[str]]


def _mentioned_by(
    code: Code,
    document: Document,
    project: Project,
    counts: Callable[[str], bool] = _any_file,
    seen: set[_Mention] | None = None,
    left_out: Set[_Mention] = frozenset(),
) -> Iterator[tuple[Code, str]]:
    """Some code, the code that it mentions, and so on, each with the path of its file.

    Only files whose paths count are looked at. What was `seen` is noted.
    """
    seen = set() if seen is None else seen
    waiting = [(document, code)]
    while waiting:
        place, next_code = waiting.pop()
        yield next_code, place.path
        outline = _outline(place, project)
        if outline.is_unread:
            yield _ANYTHING, place.path
        behind = _imported_by(place, project)
        for name in next_code.names:
            inner = outline.made_of.get(name)
            meant = behind(name, starred=inner is None)
            # Of a module, any of its names may be meant that the code asks for.
            is_module = any(own is None for _, own in meant)
            mention = place.path, name, next_code.attributes if is_module else _NO_NAMES
            if mention in seen or mention in left_out:
                continue
            seen.add(mention)
            if inner is not None:
                waiting.append((place, inner))
            if name in outline.of_daft:
                yield _OF_DAFT, place.path
            for other, own in meant:
                if counts(other.path):
                    asked = next_code.attributes & _names_of(other, project)
                    names = asked if own is None else frozenset({own})
                    waiting.append((other, Code(Doing.NOTHING, names, next_code.attributes)))


def _names_of(document: Document, project: Project) -> frozenset[str]:
    """The names that a module binds, but for those that it takes with all of another one."""

    def found(asked: Project) -> frozenset[str]:
        outline = _outline(document, asked)
        return frozenset((*outline.made_of, *outline.imports))

    return project.once((_names_of, document), found)


def _outline(document: Document, project: Project) -> Outline:
    return project.once((_outline, document), lambda _: _outlined(document.text))


def _outlined(text: str) -> Outline:
    tree = parsed(text)
    return UNREAD if isinstance(tree, SourceSyntaxError) else outlined(tree)
