"""Whether importing a module does something that Daft notices, by the text of what it imports."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from daft_lint.documents.imports import Import, imports_of, member
from daft_lint.reading.leading import imported_by, with_imported
from daft_lint.reading.outline import Code, Outline, mentions_actions, outlined

if TYPE_CHECKING:
    from daft_lint.documents.document import Document
    from daft_lint.documents.project import Project

# How far it is looked for a module that acts, through what a module imports.
_FARTHEST_IMPORT = 6


def acts(document: Document, project: Project) -> bool:
    """Whether importing a module may choose the runner, run a frame or change another module.

    It may say yes too often. What it defines is of no matter, unless it is called there and then:
    that is looked up when it is used.
    """
    return project.once((acts, document), lambda asked: _may_act(document, asked))


def _may_act(document: Document, project: Project) -> bool:
    near = list(with_imported([document], project, _FARTHEST_IMPORT))
    if not any(_mentions_actions(one, project) for one in near):
        return False
    return any(_acts_itself(one, project) for one in near)


def acts_itself(document: Document, project: Project) -> bool:
    """Whether a module does so, whatever the modules do that it surely imports.

    It may say yes too often.
    """
    if _acts_itself(document, project):
        return True
    unsure = _outline(document, project).may_import
    return any(acts(one, project) for one in _meant_by(unsure, document, project))


def surely_imported(document: Document, project: Project) -> tuple[Document, ...]:
    """The modules of the project that a module imports when it is imported, in their order."""
    imports = _outline(document, project).imports
    key = surely_imported, document
    return project.once(key, lambda asked: tuple(_meant_by(imports, document, asked)))


def _meant_by(
    imports: Iterable[Import], document: Document, project: Project
) -> Iterator[Document]:
    """The modules of the project that a module imports, and the packages around them first."""
    for one in imports:
        name = project.absolute(one.module, document.path)
        if name is None:
            continue
        parts = name.split(".")
        around = (".".join(parts[:end]) for end in range(1, len(parts) + 1))
        names = (*around, *(member(name, own) for own in one.names or ()))
        for each in names:
            found = project.module(each, document.path) if each else None
            if found is not None:
                yield found


def _mentions_actions(document: Document, project: Project) -> bool:
    key = _mentions_actions, document
    return project.once(key, lambda _: mentions_actions(document.text))


def _acts_itself(document: Document, project: Project) -> bool:
    """Whether a module does, whatever it imports: many others ask the same of it."""
    key = _acts_itself, document
    return project.once(key, lambda asked: _leads_to_action(document, asked))


def _leads_to_action(document: Document, project: Project) -> bool:
    """Whether a module acts, or calls a function that does, or one that calls such a one.

    A function of another module does so too when it changes something that stays.
    """
    outline = _outline(document, project)
    mentioned = list(_mentioned_of_project(document, project))
    if _uses_changing_methods(document, {name for _, name in mentioned if name}, project):
        return True
    if _reaches_others(document, project):
        return True
    # What is mentioned may be called there and then: by a loop, or by `map`.
    uses = Code(acts=False, calls=frozenset(name or head for head, name in mentioned))
    return any(
        code.acts or (code.changes and module != document)
        for module, code in _called(document, outline.outside, project)
    ) or any(
        code.changes and module != document for module, code in _called(document, uses, project)
    )


def _reaches_others(document: Document, project: Project) -> bool:
    """Whether a module may change objects of others that it doesn't name where it does so.

    It got them from a function, as a default or out of a list, or keeps them in an object.
    """
    reach = _outline(document, project).reach
    near = _names_of_project(document, project)
    if not near:
        return False
    if reach.changes or reach.calls_item:
        return True
    if not reach.calls_own and near.isdisjoint(reach.calls | reach.owners):
        return False
    return (
        reach.may_change
        or _uses_changing_methods(document, set(reach.methods), project)
        or any(not any(_meant(name, document, project)) for name in reach.calls & near)
    )


def _called(document: Document, code: Code, project: Project) -> Iterator[tuple[Document, Code]]:
    """Some code of a module, and what it may call, and what that may, each with its module."""
    seen: set[tuple[Document, str]] = set()
    waiting = [(document, code)]
    while waiting:
        module, code = waiting.pop()
        yield module, code
        for name in code.calls:
            for found in _meant(name, module, project):
                if found not in seen:
                    seen.add(found)
                    one, own_name = found
                    waiting.append((one, _outline(one, project).functions[own_name]))


def _mentioned_of_project(document: Document, project: Project) -> Iterator[tuple[str, str | None]]:
    """The names that a module imports from the project and mentions, with attributes of them."""
    mentioned = _outline(document, project).mentioned
    near = _names_of_project(document, project) if mentioned else ()
    yield from (one for one in mentioned if one[0] in near or "*" in near)


def _names_of_project(document: Document, project: Project) -> set[str]:
    """The names that a module imports from the project, as they are called where they come from."""
    near: set[str] = set()
    for one in imports_of(document.text):
        names = one.names or (one.module.partition(".")[0],)
        if not near.issuperset(names):
            module = project.absolute(one.module, document.path)
            if module is not None and _is_of_project(module, names, document, project):
                near.update(names)
    return near


def _is_of_project(module: str, names: Iterable[str], document: Document, project: Project) -> bool:
    """Whether a module, or one of the names that are imported from it, is a module in sight."""
    places = (module, *(member(module, name) for name in names))
    return any(one and project.module(one, document.path) is not None for one in places)


def _uses_changing_methods(document: Document, names: set[str], project: Project) -> bool:
    """Whether some of these are methods that change objects of other modules."""
    return bool(names) and any(
        not names.isdisjoint(_outline(one, project).changing)
        for one in with_imported([document], project, _FARTHEST_IMPORT)
        if one != document
    )


def _meant(name: str, document: Document, project: Project) -> Iterator[tuple[Document, str]]:
    """The functions that a module may mean by a name, with their modules: own and imported ones."""
    seen: set[tuple[Document, str]] = set()
    waiting: list[tuple[Document, str | None]] = [(document, name)]
    while waiting:
        one, called = waiting.pop()
        if called is None or (one, called) in seen:
            continue
        seen.add((one, called))
        outline = _outline(one, project)
        if called in outline.functions:
            yield one, called
            continue
        own_name = called if one == document else outline.handed_on(called)
        waiting += ((other, own_name) for other in imported_by(one, project))


def _outline(document: Document, project: Project) -> Outline:
    return project.once((_outline, document), lambda _: outlined(document.text))
