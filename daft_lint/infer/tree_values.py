"""The values of the expressions in a module's tree, for rules about how code is written."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from daft_lint.index.code import Expression
from daft_lint.infer.callers import contexts
from daft_lint.infer.truth import is_for_type_checkers
from daft_lint.values.alternatives import either
from daft_lint.values.values import UNKNOWN, Unknown, Value

if TYPE_CHECKING:
    from daft_lint.index.code import Index
    from daft_lint.infer.inference import Infer
    from daft_lint.modules.module_map import Module


class TreeValues:
    """Finds the value of an expression by its node, which is one of `tree`."""

    def __init__(self, infer: Infer, module: Module) -> None:
        """Take a module.

        Raises:
            SourceSyntaxError: when it is no Python program.
        """
        self.infer, self.module = infer, module
        self.tree, self._expressions = module.written

    @property
    def index(self) -> Index:
        """The index of the module."""
        return self.module.index

    def expression(self, node: ast.expr) -> tuple[Expression, int] | None:
        """A node as the index has it, and its scope; None for what isn't evaluated."""
        return self._expressions.get(node)

    def value(self, node: ast.expr) -> Value:
        """What a node stands for."""
        found = self.expression(node)
        return UNKNOWN if found is None else self.of(*found)

    def of(self, expression: Expression, scope: int) -> Value:
        """The value of an expression in a scope: without a caller, else as its callers give it."""
        value = self.infer.value(expression, self.infer.free(self.module, scope))
        if not isinstance(value, Unknown):
            return value
        ways = contexts(self.infer, self.module, scope)
        return either([self.infer.value(expression, context) for context in ways])

    def is_for_type_checkers(self, test: ast.expr) -> bool:
        """Whether a test is `TYPE_CHECKING`, which is false when a program runs."""
        found = self.expression(test)
        if found is None:
            return False
        expression, scope = found
        return is_for_type_checkers(self.infer, expression, self.infer.free(self.module, scope))
