"""What statements bind and change, by their text alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

import libcst as cst

from daft_lint.index.walking import MUTATORS
from daft_lint.syntax.walking import NESTED, children

_SETTERS = frozenset({"setattr", "delattr"})
NAMESPACES = frozenset({"globals", "locals", "vars"})
"""Built-in functions that give the names around as a dict."""


@dataclass(frozen=True, slots=True)
class Changed:
    """What code changes: names it binds, attributes it sets, containers it changes in place.

    `called` are the calls in it, `nested` the functions and classes, which are left out.
    """

    names: set[str] = field(default_factory=set)
    attributes: list[cst.Attribute] = field(default_factory=list)
    containers: list[cst.BaseExpression] = field(default_factory=list)
    called: list[cst.Call] = field(default_factory=list)
    nested: list[cst.FunctionDef | cst.ClassDef | cst.Lambda] = field(default_factory=list)


# A program of many functions asks for those of each over and over.
@lru_cache(maxsize=1024)
def changed_by(code: cst.CSTNode) -> Changed:
    """What a loop or a block may change, nested functions and classes left out."""
    changed = Changed()
    waiting = [code]
    while waiting:
        node = waiting.pop()
        kind = type(node)
        if kind in NESTED:
            assert isinstance(node, cst.FunctionDef | cst.ClassDef | cst.Lambda)
            changed.nested.append(node)
            if not isinstance(node, cst.Lambda):
                changed.names.add(node.name.value)
            continue
        if kind in TARGETING:
            if isinstance(node, cst.Call):
                changed.called.append(node)
            for target in targets_of(node):
                _add(target, changed)
        waiting += children(node)
    return changed


def changes_its_object(method: cst.FunctionDef | cst.Lambda) -> bool:
    """Whether a method sets attributes or items of its object, or calls methods of it."""
    if not method.params.params:
        return False
    own = method.params.params[0].name.value
    changed = changed_by(method.body)
    called = (one.func for one in changed.called)
    places = [*changed.attributes, *changed.containers, *called]
    return any(dotted(one).partition(".")[0] == own for one in places)


def set_on_its_object(method: cst.FunctionDef | cst.Lambda) -> frozenset[str] | None:
    """The attributes that a method sets on its object itself; None where that may be any."""
    if not method.params.params:
        return frozenset()
    own = method.params.params[0].name.value
    changed = changed_by(method.body)
    if any(dotted(one) == own for one in changed.containers):
        return None
    return frozenset(one.attr.value for one in changed.attributes if dotted(one.value) == own)


def keeps_state(method: cst.FunctionDef | cst.Lambda) -> bool:
    """Whether a method changes in place what its object holds: `self.seen.add(row)`.

    An attribute that is only set, such as a model that is loaded late, is none.
    """
    if not method.params.params:
        return False
    own = method.params.params[0].name.value
    places = changed_by(method.body).containers
    return any(dotted(one).startswith(f"{own}.") for one in places)


def parts(target: cst.BaseExpression) -> Iterator[cst.BaseExpression]:
    """The single targets of a target that may be a tuple of them."""
    if isinstance(target, cst.Tuple | cst.List):
        for element in target.elements:
            yield from parts(element.value)
    else:
        yield target


def names_in(target: cst.BaseExpression) -> set[str]:
    """The names among the single targets of a target."""
    plain = (one.value if isinstance(one, cst.StarredElement) else one for one in parts(target))
    return {one.value for one in plain if isinstance(one, cst.Name)}


def captured(pattern: cst.CSTNode) -> set[str]:
    """The names that the pattern of a `case` binds."""
    names: set[str] = set()
    waiting: list[cst.CSTNode] = [pattern]
    while waiting:
        node = waiting.pop()
        if isinstance(node, cst.MatchAs | cst.MatchStar) and node.name is not None:
            names.add(node.name.value)
        elif isinstance(node, cst.MatchMapping) and node.rest is not None:
            names.add(node.rest.value)
        waiting += children(node)
    return names


def is_namespace(node: cst.BaseExpression) -> bool:
    """Whether it is `globals()` and the like: the names around, by which they may be set too."""
    return (
        type(node) is cst.Call
        and isinstance(node.func, cst.Name)
        and node.func.value in NAMESPACES
        and not node.args
    )


def object_of_namespace(node: cst.BaseExpression) -> cst.BaseExpression | None:
    """The object in `vars(object)` and `object.__dict__`; None for all else."""
    if isinstance(node, cst.Attribute):
        return node.value if node.attr.value == "__dict__" else None
    is_call = isinstance(node, cst.Call) and dotted(node.func) == "vars" and len(node.args) == 1
    return cst.ensure_type(node, cst.Call).args[0].value if is_call else None


def dotted(node: cst.BaseExpression) -> str:
    """A dotted name as text, empty for any other expression."""
    if isinstance(node, cst.Attribute):
        owner = dotted(node.value)
        return f"{owner}.{node.attr.value}" if owner else ""
    return node.value if isinstance(node, cst.Name) else ""


TARGETING: frozenset[type[cst.CSTNode]] = frozenset(
    {
        cst.AssignTarget,
        cst.AnnAssign,
        cst.For,
        cst.NamedExpr,
        cst.AugAssign,
        cst.Del,
        cst.AsName,
        cst.MatchCase,
        cst.Call,
    }
)
"""The types of nodes that have targets of their own."""


def targets_of(node: cst.CSTNode) -> Iterator[cst.BaseExpression]:
    """The single targets that a node itself binds, sets or changes in place."""
    if type(node) not in TARGETING:
        # Most nodes have none, and what follows takes its time.
        return
    if isinstance(node, cst.AssignTarget | cst.AnnAssign | cst.For | cst.NamedExpr):
        yield from parts(node.target)
    elif isinstance(node, cst.AugAssign):
        yield node.target
        yield _item_of(node.target)
    elif isinstance(node, cst.Del):
        yield from parts(node.target)
    elif isinstance(node, cst.AsName):
        yield from parts(node.name)
    elif isinstance(node, cst.MatchCase):
        yield from (cst.Name(name) for name in captured(node.pattern))
    elif (
        isinstance(node, cst.Call)
        and isinstance(node.func, cst.Attribute)
        and node.func.attr.value in MUTATORS
    ):
        yield _item_of(node.func.value)

    elif isinstance(node, cst.Call) and dotted(node.func) in _SETTERS and len(node.args) > 1:
        owner, name = node.args[0].value, node.args[1].value
        if isinstance(name, cst.SimpleString) and name.raw_value.isidentifier():
            yield cst.Attribute(owner, cst.Name(name.raw_value))
        else:
            yield _item_of(owner)


def _item_of(container: cst.BaseExpression) -> cst.Subscript:
    """Something in a container, as the target of what changes it in place."""
    return cst.Subscript(container, [cst.SubscriptElement(cst.Index(cst.Name("_")))])


def _add(target: cst.BaseExpression, changed: Changed) -> None:
    if isinstance(target, cst.Name):
        changed.names.add(target.value)
    elif isinstance(target, cst.Attribute) and dotted(target):
        changed.attributes.append(target)
    elif isinstance(target, cst.Subscript) and dotted(target.value):
        changed.containers.append(target.value)
    elif isinstance(target, cst.StarredElement):
        _add(target.value, changed)
