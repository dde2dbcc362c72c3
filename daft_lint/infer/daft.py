"""Calls of Daft: sources, expressions, decorators, and the UDFs that these make."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from daft_lint.daft_api import catalogs, sources, udfs
from daft_lint.daft_api.ai_functions import ai_udf
from daft_lint.infer import arguments, frames, slots
from daft_lint.infer.attributes import inside, lineage
from daft_lint.infer.context import Site, module_of
from daft_lint.infer.rounds import differs
from daft_lint.infer.udf_code import HEAVY_TYPES, holds_files, keeps_state, makes_heavy, uses_gpu
from daft_lint.infer.udf_rows import needs_rows
from daft_lint.infer.writes import is_set_on_udf
from daft_lint.modules.module_map import Definition
from daft_lint.plan.pipeline import Udf, UdfCall, UdfKind, Weight
from daft_lint.plan.placement import UNREADABLE
from daft_lint.plan.quantity import unknown
from daft_lint.plan.span import Span
from daft_lint.records import replace
from daft_lint.values import assumptions, columns
from daft_lint.values.alternatives import either
from daft_lint.values.values import (
    UNKNOWN,
    Alternatives,
    Arguments,
    Class,
    DecoratorValue,
    ExpressionValue,
    Function,
    Imported,
    Mapping,
    Text,
    UdfClassValue,
    UdfForm,
    UdfInstanceValue,
    UdfMethod,
    UdfValue,
    Value,
)

if TYPE_CHECKING:
    from daft_lint.index.code import Scope
    from daft_lint.infer.context import Context
    from daft_lint.infer.inference import Infer
    from daft_lint.modules.module_map import Module

# Daft's classes with values that are passed like expressions but are none.
_CONSTANTS = ("DataType.", "ImageFormat.", "ImageMode.", "MediaType.", "TimeUnit.", "UnionMode.")
_OF_METHODS = frozenset({UdfForm.METHOD, UdfForm.METHOD_BATCH})
_OF_CLASSES = frozenset({UdfForm.LEGACY, UdfForm.CLS, UdfForm.UDAF})
# Attributes that code may set on a UDF.
_SET_ON = (
    "batch_size",
    "concurrency",
    "max_concurrency",
    "cpus",
    "gpus",
    "ray_options",
    "resource_request",
)
_SETS_PROVIDER = "set_provider"


def called(infer: Infer, name: str, given: Arguments, site: Site | None) -> Value:
    """What a call of something of Daft gives, by its dotted name; of a struct its fields."""
    short = name.removeprefix("daft.")
    last = name.rpartition(".")[2]
    if name in udfs.DECORATORS:
        return _decorator(infer, udfs.DECORATORS[name], given, site)
    if last in {"col", "element"}:
        return _column(last, given)
    if last == "Window":
        return columns.window()
    if last in {"lit", "interval"}:
        words = columns.words_of(given)
        text = words and f"{last}{words}"
        return ExpressionValue(frozenset(), text=text)
    if catalogs.gives_holder(short):
        return Imported("daft.Session")
    if site is None:
        return UNKNOWN
    reader = catalogs.reader_of(short)
    if reader is not None:
        return frames.source(infer, reader, given, site)
    if short == "concat":
        return frames.concatenated(infer, given, site)
    # Classes have such methods too: `daft.io.S3Config.from_env()`.
    of_class = any(part[:1].isupper() for part in short.split(".")[:-1])
    source = last if short.startswith("io.") and not of_class else short
    if "." not in source or sources.is_source(source):
        return frames.source(infer, source, given, site)
    if short.startswith(("functions.", "expressions.")):
        model = ai_udf(last, given, site.span, _set_providers(infer, site.context.module))
        if model is not None:
            return of_udf(infer, UdfValue(model), given, site)
        return columns.function(last, given)
    fields = given.get(0, "fields")
    if short == "DataType.struct" and isinstance(fields, Mapping):
        return fields
    return Imported(name) if short.startswith(_CONSTANTS) else UNKNOWN


def _set_providers(infer: Infer, module: Module) -> set[str | None]:
    """The providers that a module, or one that it imports, sets; None for one that isn't known."""
    found: set[str | None] = set()
    for each in (module, *infer.modules.imported_by(module)):
        if _SETS_PROVIDER not in each.document.text:
            continue
        for number in each.index.calls_by_name.get(_SETS_PROVIDER, ()):
            context = infer.free(each, each.index.calls[number].scope)
            given = arguments.evaluated(infer, arguments.of_call(infer, Site(context, number)))
            provider = given.get(0, "identifier")
            found.add(provider.exact if isinstance(provider, Text) else None)
    return found


def _column(function: str, given: Arguments) -> Value:
    """`col("x")`, `element()`."""
    key = given.get(0, "name")
    name = key.exact if isinstance(key, Text) else None
    if name is None:
        return ExpressionValue(None)
    return ExpressionValue(frozenset({name}), name, text=f"{function}({name!r})")


# Decorators


def _decorator(infer: Infer, form: UdfForm, given: Arguments, site: Site | None) -> Value:
    """One of Daft's decorators is called: it waits for its target, if it isn't given one."""
    options = udfs.options_of(form, given)
    node: ast.expr | None = None
    if site is not None:
        node = site.node
        options = slots.of_decorator(options, form, site, given)
    decorator = DecoratorValue(form, options, node, given)
    if given.positional:
        context = None if site is None else site.context
        return decorated(infer, decorator, given.positional[0], context)
    return decorator


def decorated(
    infer: Infer, decorator: DecoratorValue, target: Value, context: Context | None
) -> Value:
    """What a UDF decorator makes of a function or class, above it or called with it."""
    if isinstance(target, Alternatives):
        return either([decorated(infer, decorator, each, context) for each in target.values])
    if isinstance(target, Function):
        if decorator.form in _OF_METHODS:
            return replace(target, marked=decorator)
        made = _function(target, decorator)
    elif isinstance(target, Class) and decorator.form in _OF_CLASSES:
        made = _class(infer, target, decorator)
    else:
        return UNKNOWN
    if context is None or context.scope.kind not in {"function", "lambda"}:
        return made
    if isinstance(made, UdfValue | UdfClassValue):
        # Each call of the function makes another one.
        is_called = context.site is not None or context.given is None
        call = context.label if is_called else infer.next_number()
        made = replace(made, made=f"#{call}")
    return made


def _function(target: Function, decorator: DecoratorValue) -> Value:
    scope, module = target.scope, module_of(target)
    if decorator.form is UdfForm.CLS or scope.kind != "function":
        return UNKNOWN
    span, whole, node = places(module, scope)
    assert isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    made = udfs.function_udf(
        decorator,
        scope.name,
        span,
        whole,
        is_async=scope.is_async,
        is_generator=scope.is_generator,
    ).udf
    made = replace(
        made,
        makes_heavy=makes_heavy(node),
        holds_files=holds_files(node),
        uses_gpu=uses_gpu(node),
    )
    if "use_process" not in decorator.arguments.keywords:
        made = replace(made, needs_rows=needs_rows(node))
    return assumptions.of_udfs(UdfValue(module.hints.udf(made, span)), target.rests_on)


def _class(infer: Infer, target: Class, decorator: DecoratorValue) -> Value:
    scope, module = target.scope, module_of(target)
    span, whole, node = places(module, scope)
    if decorator.form is UdfForm.LEGACY:
        udf = udfs.legacy_class_udf(decorator, scope.name, span, whole).udf
        called = _method_named(infer, target, "__call__")
        if called is not None:
            code = places(*called)[2]
            udf = replace(udf, keeps_state=keeps_state(code), holds_files=holds_files(code))
        udf = replace(udf, uses_gpu=uses_gpu(node))
        return UdfValue(module.hints.udf(udf, span))
    if decorator.form is UdfForm.UDAF:
        return udfs.aggregate_udf(scope.name, span, whole)
    options = module.hints.options(decorator.options, span)
    methods = tuple(_methods(infer, target))
    if "use_process" in decorator.arguments.keywords:
        methods = tuple((name, replace(each, needs_rows="")) for name, each in methods)
    return UdfClassValue(
        scope.name,
        span,
        whole,
        assumptions.options(options, target.rests_on),
        methods,
    )


def _methods(infer: Infer, target: Class) -> list[tuple[str, UdfMethod]]:
    """The methods of a class of UDFs, those of its bases too."""
    found: dict[str, UdfMethod] = {}
    classes = list(lineage(infer, target))
    on_gpu = any(uses_gpu(places(module_of(each), each.scope)[2]) for each in classes)
    for each in classes:
        context = inside(infer, each)
        for name, number in each.scope.final.items():
            definition = context.index.definitions[number]
            if name in found or definition[0] not in {"function", "value"}:
                continue
            value = infer.definition(number, context)
            if not isinstance(value, Function) or value.scope.kind != "function":
                continue
            # An unknown decorator may mark it in its own way.
            if value.marked is not None or not value.rests_on:
                found[name] = replace(_method(value), uses_gpu=on_gpu)
    set_ = {name for each in classes for name in each.scope.writes}
    return [(name, method) for name, method in found.items() if name not in set_]


def _method(method: Function) -> UdfMethod:
    module, scope = module_of(method), method.scope
    span, _, node = places(module, scope)
    made = udfs.make_method(
        span, method.marked, is_async=scope.is_async, is_generator=scope.is_generator
    )
    return replace(
        made,
        batch_size=module.hints.batch_size(made.batch_size, span),
        keeps_state=keeps_state(node),
        makes_heavy=makes_heavy(node),
        holds_files=holds_files(node),
        needs_rows=needs_rows(node),
        rests_on=method.rests_on,
    )


def _method_named(infer: Infer, target: Class, name: str) -> tuple[Module, Scope] | None:
    """A method of a class, by its name."""
    for each in lineage(infer, target):
        number = each.scope.final.get(name)
        index = module_of(each).index
        if number is not None and index.definitions[number][0] == "function":
            return module_of(each), index.scopes[index.definitions[number][1]]
    return None


def places(module: Module, scope: Scope) -> tuple[Span, Span, Definition]:
    """The name of a function or class, all of it, and its tree."""
    for kind in (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef):
        node = module.nodes.get((kind, scope.place))
        if node is not None:
            assert isinstance(node, Definition)
            return module.name_span(node), module.whole_span(node), node
    raise LookupError(scope.name)


# UDFs


def of_class(infer: Infer, made_of: UdfClassValue, given: Arguments) -> Value:
    """A `@daft.cls` class is called."""
    return UdfInstanceValue(made_of, f"{made_of.made}{_made(infer, given)}")


def of_instance(
    infer: Infer, instance: UdfInstanceValue, given: Arguments, site: Site | None
) -> Value:
    """An instance of a `@daft.cls` class is called."""
    method = udfs.method_udf(instance, "__call__")
    return UNKNOWN if method is None else of_udf(infer, method, given, site)


def of_udf_method(infer: Infer, owner: UdfValue, name: str, given: Arguments, site: Site) -> Value:
    """`udf.with_concurrency(...)` and the other methods of UDFs."""
    changed = udfs.override(owner.udf, name, given)
    if changed is None:
        return UNKNOWN
    udf = slots.of_override(changed, name, site, given)
    return UdfValue(udf, f"{owner.made}.{name}{_made(infer, given)}")


def of_udf(infer: Infer, function: UdfValue, given: Arguments, site: Site | None) -> Value:
    """A UDF called on expressions is part of a plan; called on plain values it just runs."""
    values = given.values
    plain = given.complete and all(columns.is_plain(value) for value in values)
    if plain and function.makes_objects:
        return replace(function, made=f"{function.made}{_made(infer, given)}")
    if site is None or (plain and values):
        return UNKNOWN
    span = site.span
    udf: Udf = site.context.module.hints.udf(_as_set(infer, function.udf), span)
    inner = columns.of_arguments(given)
    place = f"{udf.span.path}:{udf.span.line}:{udf.span.column}"
    said = columns.words_of(given)
    work = said and f"{udf.name}@{place}{function.made}{said}"
    use = UdfCall(
        udf,
        span,
        inner.reads,
        work=work,
        number=infer.next_number(),
        differs=differs(site.call.function, site.context),
        heavy=inner.heavy,
        row_bytes=inner.row_bytes,
    )
    named = (value.name for value in values if isinstance(value, ExpressionValue))
    return ExpressionValue(
        reads=inner.reads,
        name=next(named, None) if udf.unnested == frozenset() else None,
        calls=(*inner.calls, use),
        heavy=inner.heavy,
        aggregates=inner.aggregates,
        work=inner.work,
        cut=inner.cut,
        may_explode=udf.kind is UdfKind.GENERATOR,
        text=work,
    )


def applied(infer: Infer, owner: ExpressionValue, given: Arguments, site: Site) -> Value:
    """`col("x").apply(function, ...)`: a UDF without options that gets one value after another.

    To Daft it is a legacy UDF of batches. Source: `Expression.apply` of Daft 0.7.26.
    """
    function, returned = given.get(0, "func"), given.get(1, "return_dtype")
    makes_type = returned.name.rpartition(".")[2] if isinstance(returned, Imported) else ""
    udf = Udf(
        "apply",
        site.span,
        UdfKind.ROW,
        is_async=False,
        legacy=True,
        concurrency=None,
        batch_size=None,
        weight=Weight.UNREAD,
        makes_heavy=makes_type in HEAVY_TYPES,
    )
    made = f"#{infer.next_number()}"
    if isinstance(function, Function):
        module, scope = module_of(function), function.scope
        if scope.kind == "lambda":
            whole = module.span(scope.place)
            udf = replace(udf, name=scope.name, span=whole, definition=whole)
        else:
            span, whole, _ = places(module, scope)
            udf = replace(udf, name=scope.name, span=span, definition=whole)
            made = made if scope.parent else ""
    return of_udf(infer, UdfValue(udf, made), Arguments((owner,)), site)


def _as_set(infer: Infer, udf: Udf) -> Udf:
    """A UDF without the options that code sets on it by attribute: these are unknown."""
    set_ = {name for name in _SET_ON if is_set_on_udf(infer, name, udf.span)}
    if not set_:
        return udf
    return replace(
        udf,
        batch_size=unknown() if "batch_size" in set_ else udf.batch_size,
        concurrency=unknown() if {"concurrency", "max_concurrency"} & set_ else udf.concurrency,
        cpus=unknown() if {"cpus", "resource_request"} & set_ else udf.cpus,
        gpus=unknown() if {"gpus", "resource_request"} & set_ else udf.gpus,
        placement=UNREADABLE if "ray_options" in set_ else udf.placement,
    )


def _made(infer: Infer, given: Arguments) -> str:
    """An identity for what such arguments make."""
    return columns.words_of(given) or f"#{infer.next_number()}"
