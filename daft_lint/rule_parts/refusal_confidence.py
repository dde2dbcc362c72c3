"""The confidence that a decorator which Daft refuses stops the program."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daft_lint.findings import Confidence
from daft_lint.rule import Definition

if TYPE_CHECKING:
    import ast


def refusal_confidence(
    definition: Definition, node: ast.keyword, *, in_branch: Confidence = Confidence.CERTAIN
) -> Confidence:
    """How sure it is that what a node of a decorator raises takes the author by surprise.

    A test may want just this error, and so may code that handles it. `in_branch` is for code that
    only some runs get to.
    """
    from daft_lint.udf_code.exception_handlers import is_conditional, is_handled

    path = definition.udf.names.around(node)
    if definition.is_test or definition.udf.error_expected or is_handled(path):
        return Confidence.POSSIBLE
    return in_branch if is_conditional(path) else Confidence.CERTAIN
