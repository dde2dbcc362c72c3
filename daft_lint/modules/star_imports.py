"""Star imports: the names that `from module import *` binds, without reading what it does.

Where they can be told so, a module that is imported whole is read when one of its names is used.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from daft_lint.documents.imports import member
from daft_lint.syntax.source import SourceSyntaxError, parsed

if TYPE_CHECKING:
    from daft_lint.documents.document import Document
    from daft_lint.documents.project import Project

_ALL = "__all__"
# What may bind names that no statement shows.
_HIDDEN = (":=", "__dict__", "exec", "globals", "locals", "setattr", "vars")


class _UnknownNamesError(Exception):
    """A module may bind names that its statements don't show."""


@dataclass(frozen=True, slots=True)
class _Bound:
    """A name that a statement binds; `*` is all of a module.

    `source` is the dotted name that it imports, which may be relative; None for all else.
    """

    name: str
    source: str | None = None


def exported(document: Document, project: Project) -> Mapping[str, str | None] | None:
    """The names in the order they are bound first; None when only reading the module tells them.

    Each leads to the dotted name that it surely has outside of the project; most have none.
    """
    return _exported(document, project, ())


def _exported(
    document: Document, project: Project, around: tuple[str, ...]
) -> Mapping[str, str | None] | None:
    """The same for a module that modules `around` it take all names of."""
    if document.path in around:
        return None
    key = exported, document
    return project.once(
        key, lambda asked: _exported_names(document, asked, (*around, document.path))
    )


def _exported_names(
    document: Document, project: Project, around: tuple[str, ...]
) -> Mapping[str, str | None] | None:
    if any(word in document.text for word in _HIDDEN):
        return None
    tree = parsed(document.text)
    if isinstance(tree, SourceSyntaxError):
        return None
    names: dict[str, str | None] = {}
    try:
        for bound in _bound(tree.body):
            for name, source in _names(bound, document, project, around):
                names[name] = source if names.get(name, source) == source else None
        if _ALL in names:
            return {name: names.get(name) for name in _listed(document, tree.body)}
    except _UnknownNamesError:
        return None
    return {name: source for name, source in names.items() if name[0] != "_"}


def _names(
    bound: _Bound, document: Document, project: Project, around: tuple[str, ...]
) -> Iterable[tuple[str, str | None]]:
    """What is bound, and by which name it is known outside of the project."""
    source = bound.source and project.absolute(bound.source, document.path)
    if bound.name != "*":
        near = source is None or project.module(source.partition(".")[0], document.path)
        return ((bound.name, None if near else source),)
    other = project.module(source, document.path) if source else None
    names = _exported(other, project, around) if other is not None else None
    if names is None:
        raise _UnknownNamesError
    return names.items()


def _bound(statements: Iterable[ast.stmt]) -> Iterator[_Bound]:
    """What statements of a module bind, whichever branches run.

    Raises:
        _UnknownNamesError: when some can't be told.
    """
    for statement in statements:
        if isinstance(statement, ast.Import | ast.ImportFrom):
            yield from _imported(statement)
        elif isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield _Bound(statement.name)
        elif isinstance(statement, ast.Assign):
            yield from map(_Bound, _assigned(statement))
        elif isinstance(statement, ast.AnnAssign | ast.AugAssign):
            yield from map(
                _Bound, _targets(statement.target) if statement.value is not None else ()
            )
        elif isinstance(statement, ast.If):
            yield from _bound_in_branches(statement.body, statement.orelse)
        elif isinstance(statement, ast.Try):
            handlers = (handler.body for handler in statement.handlers)
            yield from _bound_in_branches(
                statement.body, *handlers, statement.orelse, statement.finalbody
            )
        elif not isinstance(statement, ast.Expr | ast.Pass | ast.Assert | ast.Raise):
            raise _UnknownNamesError


def _bound_in_branches(*branches: Iterable[ast.stmt]) -> Iterator[_Bound]:
    """What may be bound: nobody knows to what."""
    for branch in branches:
        for bound in _bound(branch):
            yield bound if bound.name == "*" else _Bound(bound.name)


def _imported(statement: ast.Import | ast.ImportFrom) -> Iterator[_Bound]:
    for alias in statement.names:
        if isinstance(statement, ast.ImportFrom):
            module = member("." * statement.level, statement.module or "")
            source = module if alias.name == "*" else member(module, alias.name)
            yield _Bound(alias.asname or alias.name, source)
        else:
            first = alias.name.partition(".")[0]
            yield _Bound(alias.asname or first, alias.name if alias.asname else first)


def _assigned(assignment: ast.Assign) -> Iterator[str]:
    return (name for target in assignment.targets for name in _targets(target))


def _targets(target: ast.expr) -> Iterator[str]:
    if isinstance(target, ast.Name):
        yield target.id
    elif isinstance(target, ast.Tuple | ast.List):
        for elt in target.elts:
            yield from _targets(elt)
    elif isinstance(target, ast.Starred):
        yield from _targets(target.value)


def _listed(document: Document, statements: Iterable[ast.stmt]) -> tuple[str, ...]:
    """The names in `__all__`, if one statement gives them all.

    Raises:
        _UnknownNamesError: when it doesn't.
    """
    assigned = [
        statement
        for statement in statements
        if isinstance(statement, ast.Assign) and _ALL in _assigned(statement)
    ]
    if len(assigned) != 1 or document.text.count(_ALL) != 1:
        raise _UnknownNamesError
    try:
        listed = ast.literal_eval(assigned[0].value)
    except ValueError:
        raise _UnknownNamesError from None
    if not isinstance(listed, list | tuple) or not all(isinstance(item, str) for item in listed):
        raise _UnknownNamesError
    return tuple(listed)
