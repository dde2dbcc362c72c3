"""Options of `@daft.cls` that an object of the class is made or called with instead.

Measured on Daft 0.7.26, 0.7.6 and 0.7.0.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass

from daft_lint.daft_api.decorator_keywords import lives_of
from daft_lint.daft_api.node_spans import span_of
from daft_lint.index.traversal import FUNCTIONS, walk
from daft_lint.plan.span import Span
from daft_lint.rule import Module
from daft_lint.syntax.deep_stack import with_deep_stack
from daft_lint.syntax.source import parsed
from daft_lint.values.values import UdfClassValue, UdfInstanceValue

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
    calls = _calls_with(options, module.document.text)
    if calls:
        yield from with_deep_stack(lambda: list(_misplaced(module, calls, options)))


def _misplaced(module: Module, calls: Iterable[ast.Call], options: Set[str]) -> Iterator[Misplaced]:
    asked = {node.value for node in walk(module.values.tree) if isinstance(node, ast.Attribute)}
    for call in calls:
        function = module.values.value(call.func)
        made = isinstance(function, UdfClassValue)
        owner = function.made_of if isinstance(function, UdfInstanceValue) else function
        if not isinstance(owner, UdfClassValue):
            continue
        taken = _taken(owner, "__init__" if made else "__call__", module)
        error = _MADE if made else _ASKED if call in asked else _CALLED
        what = f"`{owner.name}`" if made else f"an object of `{owner.name}`"
        if taken is None:
            continue
        for keyword in call.keywords:
            if keyword.arg in options - taken:
                place = span_of(keyword, module.document)
                yield Misplaced(keyword.arg or "", what, owner.name, error, place, owner.span)


def _calls_with(options: Set[str], text: str) -> list[ast.Call]:
    """The calls of a text with an option, but for decorators: only these are worth an index."""
    tree = parsed(text) if _DECORATES.search(text) is not None else None
    if not isinstance(tree, ast.Module):
        return []
    decorators: set[ast.AST] = set()
    found: list[ast.Call] = []
    for node in walk(tree):
        if isinstance(node, (*FUNCTIONS, ast.ClassDef)):
            decorators.update(node.decorator_list)
        elif isinstance(node, ast.Call) and any(
            keyword.arg in options for keyword in node.keywords
        ):
            found.append(node)
    return [call for call in found if call not in decorators]


def _taken(owner: UdfClassValue, method: str, module: Module) -> Set[str] | None:
    """What a method of a class takes; None where it takes any keyword, or that isn't in sight."""
    defining = module.values.module_at(owner.span.path)
    if defining is None:
        return None
    index, line = defining.index, owner.span.line
    own = next(
        (
            each
            for each in index.scopes
            if each.name == owner.name and defining.span(each.place).line == line
        ),
        None,
    )
    if own is None or len(own.decorators) != 1 or own.bases:
        return None
    definition = index.definitions[own.final[method]] if method in own.final else None
    if definition is None:
        return frozenset()
    if definition[0] != "function":
        return None
    function = index.scopes[definition[1]]
    is_wrapped = method == "__init__" and bool(function.decorators)
    if is_wrapped or any(each.kind == "**" for each in function.parameters):
        return None
    return {each.name for each in function.parameters}
