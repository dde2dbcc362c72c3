"""The names that a function or a module binds, by its text alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import libcst as cst

from daft_lint.documents.imports import member
from daft_lint.syntax.traversal import NESTED, children
from daft_lint.udf_code.targets import TARGETING, dotted, names_in, targets_of

Function = cst.FunctionDef | cst.Lambda
Home = Function | cst.ClassDef | cst.Module
# Enough for the functions around a UDF and their module; it bounds how many trees are kept alive.
_REMEMBERED_HOMES = 16
_IMPORTS: frozenset[type[cst.CSTNode]] = frozenset({cst.Import, cst.ImportFrom})
_BINDING = NESTED | TARGETING | {cst.Assign, cst.CompFor}


@dataclass(frozen=True, slots=True)
class _Bindings:
    """How a home binds its names: `assigned` by `name = expression`, `otherwise` by all else."""

    assigned: dict[str, list[cst.BaseExpression | None]]
    otherwise: frozenset[str]


@lru_cache(maxsize=_REMEMBERED_HOMES)
def bound_in(home: Home) -> frozenset[str]:
    """The names that a function binds, in what is nested in it too; or the globals of a module."""
    names, imports = bound_by_kind(home)
    return names | imports.keys()


def bound_by_kind(home: Home) -> tuple[frozenset[str], dict[str, str]]:
    """The names that something else than an import binds there, and those that its imports do.

    With these comes the dotted name of what each stands for.
    """
    names = _parameters(home.params) if isinstance(home, cst.FunctionDef | cst.Lambda) else set()
    imports: dict[str, str] = {}
    for node in _nodes(home):
        if type(node) in _IMPORTS:
            assert isinstance(node, cst.Import | cst.ImportFrom)
            imports.update(imported(node))
            continue
        if type(node) not in _BINDING:
            continue
        if isinstance(node, cst.FunctionDef | cst.ClassDef):
            names.add(node.name.value)
        if isinstance(node, cst.FunctionDef | cst.Lambda) and not isinstance(home, cst.Module):
            names |= _parameters(node.params)
        for target in targets_of(node):
            names |= names_in(target)
        if isinstance(node, cst.CompFor):
            names |= names_in(node.target)
    return frozenset(names), imports


def only_assignment(home: Home, name: str) -> cst.BaseExpression | None:
    """The expression of `name = expression`, if that is all that binds the name there."""
    bindings = _bindings(home)
    found = bindings.assigned.get(name, [])
    return found[0] if len(found) == 1 and name not in bindings.otherwise else None


@lru_cache(maxsize=_REMEMBERED_HOMES)
def _bindings(home: Home) -> _Bindings:
    """What binds each name there; reading it once serves all names."""
    assigned: dict[str, list[cst.BaseExpression | None]] = {}
    otherwise: set[str] = set()
    if isinstance(home, cst.FunctionDef | cst.Lambda):
        otherwise |= _parameters(home.params)
    for node in _nodes(home):
        if type(node) in _IMPORTS:
            assert isinstance(node, cst.Import | cst.ImportFrom)
            otherwise.update(name for name, _ in imported(node))
        if type(node) not in _BINDING:
            continue
        if isinstance(node, cst.FunctionDef | cst.ClassDef):
            otherwise.add(node.name.value)
        if isinstance(node, cst.Assign):
            for target in node.targets:
                if isinstance(target.target, cst.Name):
                    assigned.setdefault(target.target.value, []).append(node.value)
        elif isinstance(node, cst.AssignTarget):
            otherwise |= set() if isinstance(node.target, cst.Name) else names_in(node.target)
        else:
            bound = {name for target in targets_of(node) for name in names_in(target)}
            if isinstance(node, cst.AnnAssign):
                for name in bound:
                    assigned.setdefault(name, []).append(node.value)
            else:
                otherwise |= bound
    return _Bindings(assigned, frozenset(otherwise))


def _nodes(home: Home) -> Iterator[cst.CSTNode]:
    """What stands in a function; in a module, what stands outside of its functions and classes."""
    waiting: list[cst.CSTNode] = []
    waiting += home.body if isinstance(home, cst.Module) else [home.body]
    closed = _IMPORTS | NESTED if isinstance(home, cst.Module) else _IMPORTS
    while waiting:
        node = waiting.pop()
        yield node
        if type(node) not in closed:
            waiting += children(node)


def _parameters(parameters: cst.Parameters) -> set[str]:
    """The names of all parameters."""
    starred = (parameters.star_arg, parameters.star_kwarg)
    named = (
        *parameters.posonly_params,
        *parameters.params,
        *parameters.kwonly_params,
        *(node for node in starred if isinstance(node, cst.Param)),
    )
    return {parameter.name.value for parameter in named}


def imported(node: cst.Import | cst.ImportFrom) -> Iterator[tuple[str, str]]:
    """The names that an import binds, each with the dotted name of what it stands for."""
    if isinstance(node.names, cst.ImportStar):
        return
    module = module_of(node) if isinstance(node, cst.ImportFrom) else None
    for alias in node.names:
        name = dotted(alias.name)
        bound = alias.asname.name if alias.asname is not None else alias.name
        if module is not None:
            name = member(module, name)
        elif alias.asname is None:
            # `import a.b` binds `a`.
            name = name.partition(".")[0]
            bound = cst.Name(name)
        if isinstance(bound, cst.Name):
            yield bound.value, name


def module_of(node: cst.ImportFrom) -> str:
    """The module that is imported from; a relative one starts with its dots."""
    return "." * len(node.relative) + (dotted(node.module) if node.module else "")
