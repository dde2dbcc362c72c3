"""The legacy UDFs of a file, made with `daft.udf`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import libcst as cst

from daft_lint.migration.obstacle import ObstacleError
from daft_lint.migration.source import Definition, Source
from daft_lint.plan.span import Span

UDF = frozenset({"daft.udf", "daft.udf.udf"})
_KNOWN = frozenset(
    {
        "return_dtype",
        "num_cpus",
        "num_gpus",
        "memory_bytes",
        "ray_options",
        "batch_size",
        "concurrency",
        "use_process",
    }
)


@dataclass(frozen=True, eq=False)
class Legacy:
    """A function or class, and the `udf(...)` that makes a UDF of it.

    `outer` is the call `udf(...)(node)` of the functional form; None for a decorator.
    """

    source: Source
    node: Definition
    decorator: cst.BaseExpression
    outer: cst.Call | None = None

    @property
    def name(self) -> str:
        """The name of the function or class."""
        return self.node.name.value

    @property
    def is_class(self) -> bool:
        """Whether it is a class."""
        return isinstance(self.node, cst.ClassDef)

    @property
    def is_member(self) -> bool:
        """Whether it stands in the body of a class."""
        block = self.source.parent(self.node)
        return isinstance(self.source.parent(block), cst.ClassDef)

    @property
    def is_static(self) -> bool:
        """Whether `@staticmethod` stands above it, which changes nothing for a UDF."""
        first = self.node.decorators[0].decorator if self.node.decorators else None
        plain = isinstance(first, cst.Name) and first.value == "staticmethod"
        return plain and self.is_member and len(self.node.decorators) > 1

    @property
    def made_by(self) -> cst.BaseExpression:
        """The expression that stands for `daft.udf`."""
        return self.decorator.func if isinstance(self.decorator, cst.Call) else self.decorator

    @property
    def spans(self) -> tuple[Span, Span]:
        """Where the name and the decorator stand: together they tell it from all others."""
        return self.source.span(self.node.name), self.source.span(self.decorator)

    @property
    def function(self) -> cst.FunctionDef:
        """What Daft calls: the function itself, or `__call__` of the class.

        Raises:
            ObstacleError: when the class doesn't write `__call__` itself, or Daft can't call it.
        """
        methods = called_in(self.node)
        if not methods and isinstance(self.node, cst.ClassDef) and not self.node.bases:
            raise ObstacleError("it has no `__call__`")
        if len(methods) != 1:
            raise ObstacleError("it inherits `__call__`, which needs a decorator of its own")
        (found,) = methods
        if found.asynchronous is not None:
            raise ObstacleError("it is async, which `@daft.udf` can't run")
        return found

    def options(self) -> dict[str, cst.Arg]:
        """The arguments of `udf(...)` by their names.

        Raises:
            ObstacleError: when some have no place in the new API, or aren't in sight.
        """
        if not isinstance(self.decorator, cst.Call):
            raise ObstacleError("`@daft.udf` without arguments has no return_dtype, and raises")
        found: dict[str, cst.Arg] = {}
        for argument in self.decorator.args:
            if argument.star:
                raise ObstacleError("its options are passed with `**`", self.spans[1])
            if argument.keyword is None:
                text = self.source.code(argument.value)
                raise ObstacleError(f"`{text}` has no name: `daft.udf` takes named arguments only")
            name = argument.keyword.value
            if name not in _KNOWN:
                raise ObstacleError(f"`daft.udf` has no option `{name}`")
            if name == "memory_bytes" and not is_none(argument.value):
                raise ObstacleError("`memory_bytes` has no equivalent in the new API")
            found[name] = argument
        if "return_dtype" not in found:
            raise ObstacleError("it has no return_dtype, which raises")
        return found


def is_none(node: cst.CSTNode) -> bool:
    """Whether an expression is `None`."""
    return isinstance(node, cst.Name) and node.value == "None"


def legacies(source: Source) -> Iterator[Legacy]:
    """The legacy UDFs that a file defines, in the order they are written."""
    for node in source.all:
        if isinstance(node, cst.FunctionDef | cst.ClassDef):
            for decorator in node.decorators:
                made = Legacy(source, node, decorator.decorator)
                if source.qualified(made.made_by) in UDF:
                    yield made
        elif isinstance(node, cst.Call):
            yield from _functional(source, node)


def _functional(source: Source, outer: cst.Call) -> Iterator[Legacy]:
    inner = outer.func
    if not isinstance(inner, cst.Call) or source.qualified(inner.func) not in UDF:
        return
    if len(outer.args) != 1 or not isinstance(outer.args[0].value, cst.Name):
        return
    bound = source.assignments(outer.args[0].value)
    nodes = [binding.node for binding in bound]
    if len(nodes) == 1 and isinstance(nodes[0], cst.FunctionDef | cst.ClassDef):
        yield Legacy(source, nodes[0], inner, outer)


def called_in(node: Definition) -> list[cst.FunctionDef]:
    """A function itself, or the methods `__call__` that a class writes."""
    if isinstance(node, cst.FunctionDef):
        return [node]
    members = node.body.body
    return [
        member
        for member in members
        if isinstance(member, cst.FunctionDef) and member.name.value == "__call__"
    ]
