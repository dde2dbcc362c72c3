"""In which classes Python looks names up, and as what."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import libcst as cst

from daft_lint.reading.targets import dotted
from daft_lint.reading.values import Binding, ClassValue, FunctionValue, ObjectValue, Value


def resolution_order(bases: Sequence[ClassValue]) -> tuple[ClassValue, ...]:
    """The bases of a class, and theirs, in the order of Python's C3 linearization.

    Where Python would refuse the class, they come as they are written.
    """
    waiting = [[base, *base.order] for base in bases] + [list(bases)]
    order: list[ClassValue] = []
    while waiting := [line for line in waiting if line]:
        behind = {one for line in waiting for one in line[1:]}
        following = next((line[0] for line in waiting if line[0] not in behind), waiting[0][0])
        order.append(following)
        waiting = [[one for one in line if one is not following] for line in waiting]
    return tuple(order)


def inherited(
    order: Sequence[ClassValue],
) -> tuple[dict[str, FunctionValue], dict[str, Value]]:
    """The methods and the other class attributes that classes in such an order give."""
    functions: dict[str, FunctionValue] = {}
    constants: dict[str, Value] = {}
    for one in reversed(order):
        for name in one.own:
            functions.pop(name, None)
            constants.pop(name, None)
        functions.update((name, value) for name, value in one.functions.items() if name in one.own)
        constants.update((name, value) for name, value in one.constants.items() if name in one.own)
    return functions, constants


def is_abstract(made_of: ClassValue) -> bool:
    """Whether Python surely refuses to make objects of a class, for want of a method."""
    lines = (made_of, *made_of.order)
    if not made_of.closed or not any(_checks_methods(one.node) for one in lines):
        return False
    return any(
        dotted(one.decorator).rpartition(".")[2] == "abstractmethod"
        for method in made_of.functions.values()
        if isinstance(method.node, cst.FunctionDef)
        for one in method.node.decorators
    )


def _checks_methods(node: cst.ClassDef) -> bool:
    """Whether a class is made by `ABCMeta`, by what it names."""
    named = (dotted(one.value) for one in (*node.bases, *node.keywords))
    return any(name.rpartition(".")[2] in {"ABC", "ABCMeta"} for name in named)


def mangled(name: str, home: str) -> str:
    """What a name stands for in the class `home`: one with two underscores is the class's own."""
    if not home or not name.startswith("__") or name.endswith("__"):
        return name
    return f"_{home.lstrip('_')}{name}"


def bound(method: FunctionValue, instance: ObjectValue) -> FunctionValue:
    """A method as it is when asked for on an object."""
    bound_to: ObjectValue | ClassValue | None = instance
    if method.binding is Binding.STATIC:
        bound_to = None
    elif method.binding is Binding.CLASS:
        bound_to = instance.made_of
    return replace(method, bound_to=bound_to)
