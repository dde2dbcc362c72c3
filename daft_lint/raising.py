"""How sure it is that a decorator that Daft refuses stops the program."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daft_lint.findings import Confidence
from daft_lint.rule import Definition

if TYPE_CHECKING:
    import libcst


def surest(definition: Definition, node: libcst.CSTNode) -> Confidence:
    """How sure it is that what a node of a decorator raises takes the author by surprise.

    A test may want just this error, and so may whoever handles it.
    """
    from daft_lint.reading.handled import is_handled

    handled = definition.is_test or is_handled(definition.udf.names.around(node))
    return Confidence.POSSIBLE if handled else Confidence.CERTAIN
