"""The legacy UDFs of a file, made with `daft.udf`, and what stands in the way of rewriting one."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from daft_lint.migration.source import Definition, Source, is_none
from daft_lint.plan.span import Span
from daft_lint.records import dataclass


class ObstacleError(Exception):
    """Something that edits would break or drop. The reason is a clause for a person."""

    def __init__(self, reason: str, span: Span | None = None) -> None:
        """Tell the reason, and where it stands when it has a place."""
        super().__init__(reason)
        self.reason = reason
        self.span = span


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
    """A function or class, and the `udf(...)` above it that makes a UDF of it."""

    source: Source
    node: Definition
    decorator: cst.BaseExpression

    @property
    def name(self) -> str:
        """The name of the function or class."""
        return self.node.name.value

    @property
    def is_class(self) -> bool:
        """Whether it is a class."""
        return isinstance(self.node, cst.ClassDef)

    @property
    def around(self) -> cst.CSTNode | None:
        """The function or class that it is defined in; None for a module."""
        kinds = (cst.FunctionDef, cst.ClassDef)
        nodes = self.source.ancestors(self.node)
        return next((node for node in nodes if isinstance(node, kinds)), None)

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
        methods = _called_in(self.node)
        if len(methods) != 1:
            raise ObstacleError("it has no `__call__` of its own, which needs a decorator")
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


def legacies(source: Source) -> Iterator[Legacy]:
    """The legacy UDFs that a file defines by decorators."""
    definitions: list[Definition] = [*source.nodes(cst.FunctionDef), *source.nodes(cst.ClassDef)]
    for node in definitions:
        for decorator in node.decorators:
            made = Legacy(source, node, decorator.decorator)
            if source.qualified(made.made_by) in UDF:
                yield made


def _called_in(node: Definition) -> list[cst.FunctionDef]:
    """A function itself, or the methods `__call__` that a class writes."""
    if isinstance(node, cst.FunctionDef):
        return [node]
    members = [member for member in node.body.body if isinstance(member, cst.FunctionDef)]
    return [member for member in members if member.name.value == "__call__"]
