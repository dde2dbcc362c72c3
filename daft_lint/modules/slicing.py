"""Slicing: the statements of a module that are followed for one of its names."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping

from daft_lint.index.traversal import FUNCTIONS
from daft_lint.index.tree import bound_by, changed_by, dotted, own_nodes, walk

_IMPORTS = (ast.Import, ast.ImportFrom)
# Decorators of classes that write their classes down nowhere.
_OF_CLASSES = frozenset(
    {
        "attrs",
        "dataclass",
        "define",
        "final",
        "frozen",
        "runtime_checkable",
        "total_ordering",
        "unique",
    }
)
_DEFINITIONS = (*FUNCTIONS, ast.ClassDef)


def places_of(body: list[ast.stmt]) -> Mapping[str, list[int]]:
    """The statements that bind or may change each name, by their place; `*` for all names.

    Where something may be changed in place, these are all statements that have to do with it: by
    another name, or by a function that is called.
    """
    bound = [bound_by(statement) for statement in body]
    module = {name for names in bound for name in names}
    plain = {
        name
        for statement, names in zip(body, bound, strict=True)
        if not isinstance(statement, _IMPORTS)
        for name in names
    }
    mentioned = [
        plain & (_mentioned(statement) | names)
        for statement, names in zip(body, bound, strict=True)
    ]
    groups = _groups(body, mentioned, plain)
    by_group: dict[str, list[int]] = {}
    for at, names in enumerate(mentioned):
        for group in {groups[name] for name in names if name in groups}:
            by_group.setdefault(group, []).append(at)
    places: dict[str, list[int]] = {}
    for at, names in enumerate(bound):
        for name in names:
            places.setdefault(name, []).append(at)
    for name in module & groups.keys():
        places[name] = sorted({*places[name], *by_group[groups[name]]})
    return places


def binds_only(statement: ast.stmt) -> bool:
    """Whether a statement of a module only binds a name, and does nothing that shows elsewhere."""
    if isinstance(statement, FUNCTIONS):
        return not statement.decorator_list
    if isinstance(statement, ast.ClassDef):
        made_by = (
            decorator.func if isinstance(decorator, ast.Call) else decorator
            for decorator in statement.decorator_list
        )
        plain = all(dotted(expression).rpartition(".")[2] in _OF_CLASSES for expression in made_by)
        return plain and not statement.keywords
    if isinstance(statement, ast.Assign | ast.AnnAssign):
        targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
        plain = all(isinstance(target, ast.Name) for target in targets)
        return plain and not any(isinstance(node, ast.Call) for node in own_nodes(statement))
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def _groups(body: list[ast.stmt], mentioned: list[set[str]], plain: set[str]) -> Mapping[str, str]:
    """The names of which one may be changed through another, with one that stands for all."""
    around: dict[str, str] = {}

    def group(name: str) -> str:
        while name in around:
            name = around[name]
        return name

    inside: dict[str, set[str]] = {}
    for statement in body:
        if isinstance(statement, _DEFINITIONS):
            names = {each.id for each in walk(statement) if isinstance(each, ast.Name)}
            inside.setdefault(statement.name, set()).update(plain & names)
    changing: set[str] = set()
    for statement, names in zip(body, mentioned, strict=True):
        if isinstance(statement, _IMPORTS):
            continue
        used = plain & _used(statement)
        changing |= used
        reached = _reached(used, inside)
        if isinstance(statement, _DEFINITIONS):
            together = {statement.name, *reached} if used else set()
        else:
            together = names | reached
        first, *others = sorted({group(name) for name in together}) or [""]
        around.update(dict.fromkeys(others, first))
    changed = {group(name) for name in changing}
    return {name: group(name) for name in plain if group(name) in changed}


def _reached(names: set[str], inside: Mapping[str, set[str]]) -> set[str]:
    """Names, and those that functions and classes among them mention, and so on."""
    found: set[str] = set()
    waiting = [*names]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += inside.get(name, ())
    return found


def _mentioned(statement: ast.stmt) -> set[str]:
    """The names that a statement mentions where it is run, and that are none of a function's."""
    if isinstance(statement, FUNCTIONS):
        return _names_in(statement.decorator_list)
    return {node.id for node in own_nodes(statement) if isinstance(node, ast.Name)}


def _used(statement: ast.stmt) -> set[str]:
    """The names whose values a statement may change: it calls something with them, or sets a part.

    What a function does is for its callers.
    """
    if isinstance(statement, FUNCTIONS):
        return _names_in(statement.decorator_list)
    used = _names_in(statement.decorator_list) if isinstance(statement, ast.ClassDef) else set()
    changed = changed_by(statement)
    places = [*changed.attributes, *changed.containers]
    if isinstance(statement, ast.ClassDef):
        places = [
            place
            for each_statement in statement.body
            for place in changed_by(each_statement).containers
        ]
    used |= {dotted(place).partition(".")[0] for place in places}
    for call in (node for node in own_nodes(statement) if isinstance(node, ast.Call)):
        used |= _names_in([call])
    return used


def _names_in(code: Iterable[ast.AST]) -> set[str]:
    return {node.id for each in code for node in own_nodes(each) if isinstance(node, ast.Name)}
