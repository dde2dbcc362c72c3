"""The options of the new decorators, from those of `daft.udf`."""

from __future__ import annotations

from collections.abc import Sequence

import libcst as cst

from daft_lint.migration.legacy import Legacy, ObstacleError
from daft_lint.migration.source import Source, is_none
from daft_lint.records import dataclass

_NAMES = {
    "return_dtype": "return_dtype",
    "batch_size": "batch_size",
    "num_cpus": "cpus",
    "num_gpus": "gpus",
    "concurrency": "max_concurrency",
    "use_process": "use_process",
    "ray_options": "ray_options",
}
_OF_METHOD = frozenset({"return_dtype", "batch_size"})


@dataclass(frozen=True)
class Option:
    """An option of the new API, and the argument that it was written as."""

    name: str
    value: str
    old: cst.Arg

    def text(self, source: Source) -> str:
        """The option as an argument, as it is written where its value stays."""
        assert self.old.keyword is not None
        span = source.span(self.old)
        if self.value == source.code(self.old.value):
            written = source.text(span.start, span.end)
            return self.name + written[len(self.old.keyword.value) :]
        return f"{self.name}={self.value}"


@dataclass(frozen=True)
class Options:
    """The options of a UDF under their new names, by the decorator that takes them.

    `own` are those of `@daft.func.batch` or `@daft.cls`, `method` those of `@daft.method.batch`.
    `concurrency` is what a function needs `.with_concurrency` for.
    """

    own: tuple[Option, ...]
    method: tuple[Option, ...] = ()
    concurrency: Option | None = None

    def get(self, name: str) -> Option | None:
        """An option by its new name."""
        return next((option for option in (*self.own, *self.method) if option.name == name), None)


def options_of(legacy: Legacy) -> Options:
    """The options that the decorator sets.

    Raises:
        ObstacleError: when some have no place in the new API, or aren't in sight.
    """
    own: list[Option] = []
    method: list[Option] = []
    concurrency = None
    for name, argument in legacy.options().items():
        if is_none(argument.value):
            continue
        option = Option(_NAMES[name], _value(name, argument.value, legacy.source), argument)
        if name == "concurrency" and not legacy.is_class:
            concurrency = option
        else:
            (method if name in _OF_METHOD and legacy.is_class else own).append(option)
    return Options(tuple(own), tuple(method), concurrency)


def _value(name: str, value: cst.BaseExpression, source: Source) -> str:
    """An option's value as text: the new `gpus` takes no None."""
    text = source.code(value)
    given = source.constant(value) if isinstance(value, cst.Name) else value
    if name != "num_gpus" or isinstance(given, cst.Integer | cst.Float):
        return text
    simple = isinstance(value, cst.Name | cst.Attribute | cst.Call | cst.Subscript)
    return f"{text} or 0" if simple else f"({text}) or 0"


def arguments(
    source: Source, call: cst.Call, options: Sequence[Option], indent: str | None = None
) -> str:
    """The argument list of a call with these options only, in this order, each as it is written.

    Each gets a line of its own where the first one has. `indent` is the new indentation of the line
    that the call stands in.

    Raises:
        ObstacleError: when comments or long strings are in the way.
    """
    if not options:
        return ""
    written = [option.text(source) for option in options]
    span, argument = source.span(call), source.span(call.args[0])
    before = source.line(argument.line)[: argument.column - 1]
    if "#" in source.text(span.start, span.end):
        raise ObstacleError("there are comments between its arguments", span)
    if any(quotes in text for text in written for quotes in ('"""', "'''")):
        raise ObstacleError("there is a long string in its arguments")
    line = source.line(span.line)
    old = line[: len(line) - len(line.lstrip())]
    new = old if indent is None else indent
    if before.strip():
        text = f"({', '.join(written)})"
    else:
        step = before.removeprefix(old)
        lines = (f"{old}{step}{text},{source.newline}" for text in written)
        text = f"({source.newline}{''.join(lines)}{old})"
    return text.replace(source.newline + old, source.newline + new)
