"""Whether importing a module does something that Daft notices, by the text of what it imports."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from daft_lint.reading.leading import imported_by, with_imported
from daft_lint.reading.outline import Outline, mentions_actions, outlined

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


def _mentions_actions(document: Document, project: Project) -> bool:
    key = _mentions_actions, document
    return project.once(key, lambda _: mentions_actions(document.text))


def _acts_itself(document: Document, project: Project) -> bool:
    """Whether a module does, whatever it imports: many others ask the same of it."""
    key = _acts_itself, document
    return project.once(key, lambda asked: _leads_to_action(document, asked))


def _leads_to_action(document: Document, project: Project) -> bool:
    """Whether a module acts, or calls a function that does, or one that calls such a one."""
    seen: set[tuple[Document, str]] = set()
    waiting = [(document, _outline(document, project).outside)]
    while waiting:
        module, code = waiting.pop()
        if code.acts:
            return True
        for name in code.calls:
            for found in _meant(name, module, project):
                if found not in seen:
                    seen.add(found)
                    one, own_name = found
                    waiting.append((one, _outline(one, project).functions[own_name]))
    return False


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
