"""Options of `@daft.cls` that an object of the class is made or called with instead.

Measured on Daft 0.7.26, 0.7.6 and 0.7.0.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Set
from dataclasses import dataclass

from daft_lint.daft_api.decorator_keywords import lives_of
from daft_lint.daft_api.node_spans import span_of
from daft_lint.daft_api.receivers import Receivers
from daft_lint.index.bindings import Binding, BindingKind
from daft_lint.index.module import ModuleIndex
from daft_lint.index.traversal import FUNCTIONS
from daft_lint.plan.span import Span
from daft_lint.rule import Module
from daft_lint.syntax.source import parsed

_MADE = "TypeError when a worker makes the object"
_CALLED = "TypeError when it runs"
_ASKED = "AttributeError: only methods of an object that `@daft.cls` makes can be called"


# A decorator that is `daft.cls` by its name, or under another one.
_DECORATES = re.compile(r"@\s*(?:\w+\s*\.\s*)*cls\b|\bcls\s+as\b")


@dataclass(frozen=True, slots=True)
class Misplaced:
    """An option in a call: of `what`, of the class `name` that is defined at `definition`."""

    keyword: str
    what: str
    name: str
    error: str
    span: Span
    definition: Span


def misplaced_options(module: Module) -> Iterator[Misplaced]:
    """The options that calls in a module give to classes under `@daft.cls`, or to their objects."""
    options = lives_of("daft.cls").keys() - {"class_"}
    if not _may_misplace(module.document.text, options) or module.index is None:
        return
    index = module.index
    receivers = Receivers(index)
    asked = {node.value for node in ast.walk(index.tree) if isinstance(node, ast.Attribute)}
    for site in index.calls:
        given = [keyword for keyword in site.node.keywords if keyword.arg in options]
        if not given:
            continue
        made = _class_of(site.node.func, index, receivers)
        owner = made or _class_of(_maker(site.node.func, index), index, receivers)
        if owner is None or _takes_more(owner, "__init__" if made else "__call__"):
            continue
        taken = _parameters(owner, "__init__" if made else "__call__")
        error = _MADE if made else _ASKED if site.node in asked else _CALLED
        what = f"`{owner.name}`" if made else f"an object of `{owner.name}`"
        for keyword in given:
            if keyword.arg not in taken:
                yield Misplaced(
                    keyword.arg or "",
                    what,
                    owner.name,
                    error,
                    span_of(keyword, module.document),
                    span_of(owner, module.document),
                )


def _may_misplace(text: str, options: Set[str]) -> bool:
    """Whether a text has a call with an option that is no decorator: then an index is worth it."""
    tree = parsed(text) if _DECORATES.search(text) is not None else None
    if not isinstance(tree, ast.Module):
        return False
    decorators: set[ast.AST] = set()
    found: list[ast.Call] = []
    for node in ast.walk(tree):
        if isinstance(node, (*FUNCTIONS, ast.ClassDef)):
            decorators.update(node.decorator_list)
        elif isinstance(node, ast.Call) and any(
            keyword.arg in options for keyword in node.keywords
        ):
            found.append(node)
    return any(call not in decorators for call in found)


def _maker(node: ast.expr, index: ModuleIndex) -> ast.expr | None:
    """What is called to make what an expression stands for."""
    if isinstance(node, ast.Name) and node in index.scope_of:
        reaching = index.reaching(node)
        binding = reaching[0].binding if len(reaching) == 1 else None
        node = getattr(binding, "value", None) or node
    return node.func if isinstance(node, ast.Call) else None


def _class_of(
    node: ast.expr | None, index: ModuleIndex, receivers: Receivers
) -> ast.ClassDef | None:
    """The class under `@daft.cls` alone that a name stands for."""
    if not isinstance(node, ast.Name) or node not in index.scope_of:
        return None
    reaching = index.reaching(node)
    binding = reaching[0].binding if len(reaching) == 1 else None
    if not isinstance(binding, Binding) or binding.kind is not BindingKind.CLASS:
        return None
    found = binding.node
    if not isinstance(found, ast.ClassDef) or len(found.decorator_list) != 1 or found.bases:
        return None
    decorator = found.decorator_list[0]
    made_by = receivers.of(decorator.func if isinstance(decorator, ast.Call) else decorator)
    member = made_by.member if made_by is not None else None
    return found if member is not None and member.name == "cls" else None


def _method(owner: ast.ClassDef, name: str) -> ast.FunctionDef | ast.AsyncFunctionDef | None:
    methods = (
        statement
        for statement in owner.body
        if isinstance(statement, FUNCTIONS) and statement.name == name
    )
    return next(methods, None)


def _takes_more(owner: ast.ClassDef, name: str) -> bool:
    """Whether a method takes any keyword, or what takes them isn't in sight."""
    method = _method(owner, name)
    if method is None:
        return False
    is_wrapped = name == "__init__" and bool(method.decorator_list)
    return is_wrapped or method.args.kwarg is not None


def _parameters(owner: ast.ClassDef, name: str) -> frozenset[str]:
    method = _method(owner, name)
    if method is None:
        return frozenset()
    every = (*method.args.posonlyargs, *method.args.args, *method.args.kwonlyargs)
    return frozenset(parameter.arg for parameter in every)
