"""UDFs as they are defined: their decorator, its options, and the code that Daft calls."""

from __future__ import annotations

import ast

from daft_lint.plan.pipeline import UdfKind
from daft_lint.plan.span import Span
from daft_lint.records import dataclass
from daft_lint.udf_code.names import FunctionNode, Names
from daft_lint.values.values import UdfForm, Value


@dataclass(frozen=True, slots=True, eq=False)
class UdfOption:
    """An argument `name=value` of a decorator: what it stands for, and where all of it stands."""

    name: str
    value: Value
    span: Span
    node: ast.keyword


@dataclass(frozen=True, slots=True, eq=False)
class UdfFunction:
    """A function that Daft calls, or another method of a class that it makes an object of.

    `form` is that of its own `@daft.method` decorator, else that of the whole definition.
    `parameters` are those that Daft gives values to, without `self`. `decorator` is the expression
    of its own `@daft.method` decorator, and `options` are that one's.
    """

    name: str
    span: Span
    node: FunctionNode
    form: UdfForm
    kind: UdfKind
    is_async: bool
    parameters: tuple[str, ...]
    names: Names
    decorator: ast.expr | None = None
    options: tuple[UdfOption, ...] = ()

    def option(self, name: str) -> UdfOption | None:
        """An option of its own `@daft.method` decorator; None when it isn't written there."""
        return next((option for option in self.options if option.name == name), None)


@dataclass(frozen=True, slots=True, eq=False)
class UdfDefinition:
    """A UDF as a file defines it.

    `span` is that of its name, `whole` reaches from the first decorator to the end of the body.
    `decorator` is the expression of Daft's decorator, wherever it stands. It is `functional` when
    it isn't used as one, but called with the function or class: `daft.cls(Embed, gpus=1)`.
    `options` are the named arguments in it. `complete` is false when there may be others: behind a
    `**options`, or where the decorator was made elsewhere.
    `functions` are what Daft calls: the function, `__call__` of a legacy class, the methods of a
    class but for private ones; `others` are the remaining methods. `error_expected` says that every
    run in sight gets to the decorator in a block that may handle what it raises.
    """

    name: str
    span: Span
    whole: Span
    form: UdfForm
    node: FunctionNode | ast.ClassDef
    decorator: ast.expr
    functional: bool
    options: tuple[UdfOption, ...]
    complete: bool
    functions: tuple[UdfFunction, ...]
    others: tuple[UdfFunction, ...]
    names: Names
    error_expected: bool

    def option(self, name: str) -> UdfOption | None:
        """An option of the decorator; None when it isn't written there."""
        return next((option for option in self.options if option.name == name), None)
