"""The options of the new decorators, from those of `daft.udf`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import libcst as cst
from libcst.metadata import Assignment, ClassScope

from daft_lint.migration.arguments import Option
from daft_lint.migration.legacy import Legacy, is_none
from daft_lint.migration.obstacle import ObstacleError
from daft_lint.migration.source import Source
from daft_lint.migration.udf_uses import Handle, Step, Use
from daft_lint.syntax.traversal import children

_OF_CLASS = {
    "num_cpus": "cpus",
    "num_gpus": "gpus",
    "concurrency": "max_concurrency",
    "use_process": "use_process",
    "ray_options": "ray_options",
}
_OF_METHOD = {"return_dtype": "return_dtype", "batch_size": "batch_size"}
_OF_FUNCTION = {**_OF_METHOD, **_OF_CLASS}
_PLAIN = (
    cst.Integer,
    cst.Float,
    cst.SimpleString,
    cst.UnaryOperation,
    cst.BinaryOperation,
    cst.Dict,
    cst.List,
    cst.Tuple,
)
_PARTS = (
    cst.DictElement,
    cst.Element,
    cst.BaseNumber,
    cst.BaseBinaryOp,
    cst.BaseUnaryOp,
    cst.Attribute,
)

Overrides = tuple[tuple[str, str], ...]


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


def options_of(legacy: Legacy, handle: Handle) -> Options:
    """The options that the decorator and all uses set together.

    Raises:
        ObstacleError: when uses set different ones, or such as can't go to the decorator.
    """
    written = legacy.options()
    overrides = dict(_agreed(legacy, handle))
    order = [*written, *(name for name in overrides if name not in written)]
    own: list[Option] = []
    method: list[Option] = []
    concurrency = None
    for name in order:
        option = _option(name, written.get(name), overrides.get(name), legacy)
        if option is None:
            continue
        if name == "concurrency" and not legacy.is_class:
            concurrency = option
        elif name in _OF_METHOD and legacy.is_class:
            method.append(option)
        else:
            own.append(option)
    return Options(tuple(own), tuple(method), concurrency)


def _option(
    name: str, argument: cst.Arg | None, override: str | None, legacy: Legacy
) -> Option | None:
    """One option under its new name; None where leaving it out says the same."""
    value = argument.value if argument is not None else None
    text = override if override is not None else legacy.source.code(value) if value else ""
    if name == "memory_bytes" or text == "None":
        return None
    if name == "num_gpus" and not _is_number(text, value if override is None else None, legacy):
        text = f"{_guarded(text, value)} or 0"
    return Option(_OF_FUNCTION[name], text, argument)


def _is_number(text: str, value: cst.BaseExpression | None, legacy: Legacy) -> bool:
    """Whether an expression is certainly a number: the new `gpus` takes no None."""
    try:
        float(text)
    except ValueError:
        pass
    else:
        return True
    if isinstance(value, cst.Name):
        bound = legacy.source.assignments(value)
        given = [_given(binding, legacy.source) for binding in bound]
        return len(given) == 1 and isinstance(given[0], cst.Integer | cst.Float)
    return False


def _given(binding: Assignment, source: Source) -> cst.BaseExpression | None:
    for around in source.ancestors(binding.node):
        if isinstance(around, cst.Assign | cst.AnnAssign):
            return around.value
        if isinstance(around, cst.BaseSmallStatement | cst.BaseCompoundStatement):
            return None
    return None


def _guarded(text: str, value: cst.BaseExpression | None) -> str:
    simple = value is None or isinstance(value, cst.Name | cst.Attribute | cst.Call | cst.Subscript)
    return text if simple else f"({text})"


def _agreed(legacy: Legacy, handle: Handle) -> Overrides:
    """What all uses override alike.

    Raises:
        ObstacleError: when they differ.
    """
    found = set(_overrides(legacy, handle, ()))
    if len(found) > 1:
        raise ObstacleError(
            "its uses set different options, and the new API has one set for all uses"
        )
    return next(iter(found), ())


def _overrides(legacy: Legacy, handle: Handle, before: Overrides) -> Iterable[Overrides]:
    for use in handle.uses:
        found = dict(before)
        for step in use.steps:
            found.update(_of_step(step, use, legacy))
        overrides = tuple(sorted(found.items()))
        if use.bound is not None and use.bound.uses:
            yield from _overrides(legacy, use.bound, overrides)
        else:
            yield overrides


def _of_step(step: Step, use: Use, legacy: Legacy) -> Iterable[tuple[str, str]]:
    """What one step overrides, as far as it has to go to the decorator."""
    if step.method == "with_init_args":
        return
    if step.method == "with_concurrency" and not legacy.is_class:
        return
    names = {"with_concurrency": "concurrency", "run_on_process": "use_process"}
    for argument in step.call.args:
        name = argument.keyword.value if argument.keyword is not None else None
        if step.method in names:
            name = names[step.method]
        if name is None or argument.star or name not in _OF_FUNCTION:
            what = "memory_bytes" if name == "memory_bytes" else use.source.code(argument)
            if name == "memory_bytes" and is_none(argument.value):
                continue
            raise ObstacleError(
                f"`{what}` in `{step.method}` has no equivalent", use.source.span(argument)
            )
        if name == "ray_options" and is_none(argument.value):
            continue
        yield name, _portable(argument.value, use, legacy)


def _portable(value: cst.BaseExpression, use: Use, legacy: Legacy) -> str:
    """An option's value as text, if it means the same at the definition.

    Raises:
        ObstacleError: when it doesn't.
    """
    text = use.source.code(value)
    waiting: list[cst.CSTNode] = [value]
    while waiting:
        node = waiting.pop()
        if isinstance(node, cst.Name):
            if node.value not in {"None", "True", "False"} and not _seen_by(node, use, legacy):
                raise ObstacleError(
                    f"`{text}` isn't known where it is defined", use.source.span(value)
                )
        elif isinstance(node, cst.Attribute):
            waiting.append(node.value)
        elif isinstance(node, (*_PLAIN, *_PARTS)):
            waiting += [child for child in children(node) if not _is_look(child)]
        else:
            raise ObstacleError(f"`{text}` isn't known where it is defined", use.source.span(value))
    if "\n" in text or "#" in text:
        raise ObstacleError("one of its options spans several lines", use.source.span(value))
    return text


def _is_look(node: cst.CSTNode) -> bool:
    return isinstance(
        node,
        cst.BaseParenthesizableWhitespace
        | cst.LeftParen
        | cst.RightParen
        | cst.Comma
        | cst.LeftCurlyBrace
        | cst.RightCurlyBrace
        | cst.LeftSquareBracket
        | cst.RightSquareBracket,
    )


def _seen_by(name: cst.Name, use: Use, legacy: Legacy) -> bool:
    """Whether a name has one value, bound before the definition where that sees it too."""
    if use.source is not legacy.source:
        return False
    source = use.source
    here, there = source.assignments(name), source.bound_at(legacy.node, name.value)
    if len(here) != 1 or here != there:
        return False
    (binding,) = here
    if isinstance(binding.scope, ClassScope):
        return False
    return source.span(binding.node).start < source.span(legacy.decorator).start
