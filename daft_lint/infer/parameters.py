"""What a parameter holds: what the call gives or, without a known caller, its default."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daft_lint.daft_api import sources
from daft_lint.index.code import ELSEWHERE, Expression, Parameter, last_name
from daft_lint.infer import arguments
from daft_lint.infer.context import Context, within
from daft_lint.infer.expressions import is_changed
from daft_lint.plan.pipeline import Plan
from daft_lint.plan.quantity import Origin, OriginKind, exactly
from daft_lint.values.values import (
    UNKNOWN,
    Class,
    ExpressionValue,
    FrameValue,
    Imported,
    Instance,
    Items,
    Mapping,
    Nothing,
    Number,
    Reached,
    Value,
    may_change,
)

if TYPE_CHECKING:
    from daft_lint.infer.inference import Infer

_FRAMES = frozenset(
    {"daft.DataFrame", "daft.dataframe.DataFrame", "daft.dataframe.dataframe.DataFrame"}
)
_EXPRESSIONS = frozenset(
    {"daft.Expression", "daft.expressions.Expression", "daft.expressions.expressions.Expression"}
)
_ANY = ExpressionValue(None, may_explode=True)
_STATIC = frozenset({"staticmethod"})


def parameter(infer: Infer, context: Context, name: str) -> Value:
    """What a parameter holds in a context."""
    declared = next(each for each in context.scope.parameters if each.name == name)
    if context.given is None:
        return _without_caller(infer, context, declared)
    if name in context.given:
        return arguments.known(infer, context.given[name])
    if declared.kind in {"*", "**"}:
        return Items(exactly(0), ()) if declared.kind == "*" else Mapping(())
    default = default_of(infer, context, declared) or UNKNOWN
    if may_change(default):
        # All calls share it.
        number = context.scope.bound[name][0]
        return UNKNOWN if is_changed(infer, context, number) else default
    return default


def default_of(infer: Infer, context: Context, declared: Parameter) -> Value | None:
    """The default of a parameter; None where it has none."""
    if declared.default is None or context.outer is None:
        return None
    return infer.value(declared.default, context.outer)


def _without_caller(infer: Infer, context: Context, declared: Parameter) -> Value:
    """A parameter of a function without a caller in sight: its object, a default, a frame."""
    own = _own_object(infer, context, declared)
    if own is not None:
        return own
    default = default_of(infer, context, declared)
    what = f"`{declared.name}` in `{context.scope.name}`"
    option = _of_option(infer, context, declared.name)
    if option is not None:
        default = option
    if isinstance(default, Number):
        return replaceable(default, what, context, declared)
    if default is None or isinstance(default, Nothing):
        return _annotated(infer, context, declared)
    return UNKNOWN


def replaceable(default: Number, what: str, context: Context, declared: Parameter) -> Number:
    """A number that code out of sight may replace is kept as a default."""
    span = context.module.span(declared.place)
    origin = Origin(OriginKind.DEFAULT, f"default of {what}", span)
    return Number(default.quantity.from_place(origin))


def _own_object(infer: Infer, context: Context, declared: Parameter) -> Value | None:
    """The object, or the class, that a method is called on."""
    around, scope = context.outer, context.scope
    if around is None or around.scope.kind != "class" or declared is not scope.parameters[0]:
        return None
    names = {last_name(each) for each in scope.decorators}
    if names & _STATIC:
        return None
    if context.itself is not None:
        return context.itself
    assert around.outer is not None
    made_of = Class(around.scope, around.outer)
    if "classmethod" in names:
        return made_of
    return some_object(infer, made_of)


def some_object(infer: Infer, made_of: Class) -> Instance:
    """An object of a class, made in an unknown way: one for each class."""
    key = some_object, id(made_of.scope), id(made_of.context)
    return infer.once(key, lambda: Instance(made_of))


def _annotated(infer: Infer, context: Context, declared: Parameter) -> Value:
    """What an annotation tells: a Daft frame with nothing else known of it, or an object."""
    if declared.annotation is None or context.outer is None:
        return UNKNOWN
    value = _named(infer, declared.annotation, context.outer)
    if isinstance(value, Class):
        return some_object(infer, value)
    if not _is_of_daft(value):
        return UNKNOWN
    assert isinstance(value, Imported)
    if value.name in _FRAMES:
        span = context.module.span(declared.place)
        scope = context.scope
        around = context.module.index.scopes[scope.parent]
        function = f"{around.name}.{scope.name}" if around.kind == "class" else scope.name
        source = sources.of_parameter(declared.name, function, span)
        return FrameValue(Plan(context.module.hints.source(source)), optional=True)
    return _ANY if value.name in _EXPRESSIONS else Reached(value.name).called


def _named(infer: Infer, note: Expression, context: Context) -> Value:
    """What an annotation names, also in quotes, in `Optional[...]` and beside `| None`."""
    match note:
        case ("constant", str(text), _):
            name = text.replace("| None", "").replace("Optional[", "").strip(" ]")
            first, _, rest = name.partition(".")
            value = infer.value(("name", first, ELSEWHERE), within(context))
            for part in filter(None, rest.split(".")):
                value = infer.attribute(value, part)
            return value
        case ("binary", _, left, right):
            both = [_named(infer, each, context) for each in (left, right)]
            return next((each for each in both if _is_of_daft(each)), both[0])
        case ("subscript", base, key, _) if last_name(base) == "Optional":
            return _named(infer, key, context)
        case ("name" | "attribute", *_):
            return infer.value(note, context)
    return UNKNOWN


def _is_of_daft(value: Value) -> bool:
    return isinstance(value, Imported) and value.name.startswith("daft.")


def _of_option(infer: Infer, context: Context, name: str) -> Value | None:
    """The default of an option of click or typer; None where it is none, or has none."""
    outer = context.outer
    if outer is None:
        return None
    for decorator in context.scope.decorators:
        if decorator[0] != "call":
            continue
        call = outer.index.calls[decorator[1]]
        if last_name(call.function) not in {"option", "argument"}:
            continue
        texts = [each[1] for each in call.arguments if each[0] == "constant"]
        flags = [text for text in texts if isinstance(text, str)]
        named = {flag.lstrip("-").replace("-", "_") for flag in flags}
        default = dict(call.keywords).get("default")
        if name in named and default is not None:
            return infer.value(default, outer)
    return None
