"""In which classes Python looks names up."""

from __future__ import annotations

from collections.abc import Sequence

from daft_lint.values.values import ClassValue, FunctionValue, Value


def resolution_order(bases: Sequence[ClassValue]) -> tuple[ClassValue, ...]:
    """The bases of a class, and theirs, in the order of Python's C3 linearization.

    Where Python would refuse the class, they come as they are written.
    """
    waiting = [[base, *base.order] for base in bases] + [list(bases)]
    order: list[ClassValue] = []
    while waiting := [line for line in waiting if line]:
        behind = {class_value for line in waiting for class_value in line[1:]}
        following = next((line[0] for line in waiting if line[0] not in behind), waiting[0][0])
        order.append(following)
        waiting = [
            [class_value for class_value in line if class_value is not following]
            for line in waiting
        ]
    return tuple(order)


def inherited(
    order: Sequence[ClassValue],
) -> tuple[dict[str, FunctionValue], dict[str, Value]]:
    """The methods and the other class attributes that classes in such an order give."""
    functions: dict[str, FunctionValue] = {}
    constants: dict[str, Value] = {}
    for class_value in reversed(order):
        for name in class_value.own:
            functions.pop(name, None)
            constants.pop(name, None)
        functions.update(
            (name, value)
            for name, value in class_value.functions.items()
            if name in class_value.own
        )
        constants.update(
            (name, value)
            for name, value in class_value.constants.items()
            if name in class_value.own
        )
    return functions, constants
