"""UDFs with the options in force, from decorators, overrides and functional forms."""

from __future__ import annotations

from daft_lint.daft_api.decorator_keywords import lives_of
from daft_lint.plan.pipeline import Columns, Udf, UdfKind
from daft_lint.plan.placement import UNREADABLE, Placement, placement_of
from daft_lint.plan.quantity import Origin, OriginKind, Quantity, exactly, unknown
from daft_lint.plan.span import Span
from daft_lint.records import replace
from daft_lint.values import assumptions
from daft_lint.values.values import (
    Arguments,
    DecoratorValue,
    Flag,
    Mapping,
    Nothing,
    UdfForm,
    UdfInstanceValue,
    UdfMethod,
    UdfOptions,
    UdfValue,
    Value,
    as_plain,
    as_quantity,
)

DECORATORS = {
    "daft.udf": UdfForm.LEGACY,
    "daft.udf.udf": UdfForm.LEGACY,
    "daft.func": UdfForm.FUNC,
    "daft.udf.func": UdfForm.FUNC,
    "daft.func.batch": UdfForm.FUNC_BATCH,
    "daft.udf.func.batch": UdfForm.FUNC_BATCH,
    "daft.cls": UdfForm.CLS,
    "daft.udf.cls": UdfForm.CLS,
    "daft.method": UdfForm.METHOD,
    "daft.udf.method": UdfForm.METHOD,
    "daft.method.batch": UdfForm.METHOD_BATCH,
    "daft.udf.method.batch": UdfForm.METHOD_BATCH,
    "daft.udaf": UdfForm.UDAF,
}


_BATCH_FORMS = frozenset({UdfForm.LEGACY, UdfForm.FUNC_BATCH, UdfForm.METHOD_BATCH})

# What `from daft import *` binds of them.
EXPORTED = ("udf", "func", "cls", "method", "udaf")


def options_of(form: UdfForm, arguments: Arguments) -> UdfOptions:
    """The options of a decorator, unknown where it refuses a keyword.

    Daft raises there, so that no run has such a UDF. Those that some version takes are taken.
    """
    options = read_options(arguments)
    if form is UdfForm.UDAF:
        return options
    refused = any(name not in lives_of(form.value) for name in arguments.keywords)
    return _unclear(options) if refused else options


def _unclear(options: UdfOptions) -> UdfOptions:
    """Options where each that is set may be anything."""
    return replace(
        options,
        concurrency=options.concurrency and unknown(),
        batch_size=options.batch_size and unknown(),
        cpus=options.cpus and unknown(),
        gpus=options.gpus and unknown(),
        refused=True,
    )


def read_options(arguments: Arguments) -> UdfOptions:
    """The options of a UDF, under their legacy or their new names."""
    ray_options = arguments.keywords.get("ray_options")
    return UdfOptions(
        concurrency=_option(arguments, "max_concurrency", "concurrency"),
        batch_size=_batch_size(arguments),
        cpus=_option(arguments, "cpus", "num_cpus"),
        gpus=_option(arguments, "gpus", "num_gpus"),
        ray_options=_may_hold_ray_options(ray_options),
        placement=_placement(arguments.get(None, "ray_options")),
        fewest_actors=_option(arguments, "min_concurrency"),
        unnested=_unnested(arguments),
    )


def _unnested(arguments: Arguments) -> Columns | None:
    """The fields that become columns, none where it surely doesn't unnest; None: unknown."""
    value = arguments.get(None, "unnest")
    if value is None or isinstance(value, Nothing) or value == Flag(False):
        return frozenset()
    fields = arguments.get(None, "return_dtype")
    names = [name for name, _ in fields.entries] if isinstance(fields, Mapping) else [None]
    known = frozenset(name for name in names if name is not None)
    return known if value == Flag(True) and len(known) == len(names) else None


def kind_of(form: UdfForm, *, is_generator: bool) -> UdfKind:
    """How Daft calls a function under such a decorator.

    A generator gets single rows, under `.batch` too (measured on Daft 0.7.26).
    """
    if is_generator and form is not UdfForm.LEGACY:
        return UdfKind.GENERATOR
    return UdfKind.BATCH if form in _BATCH_FORMS else UdfKind.ROW


def _batch_size(arguments: Arguments) -> Quantity | None:
    """The rows of a batch. Daft 0.7.26 plans no batches of none, so nothing is known of these."""
    size = _option(arguments, "batch_size")
    return unknown() if size is not None and size.high < 1 else size


def _option(arguments: Arguments, *names: str) -> Quantity | None:
    """The option's number; None when it is certainly unset or None."""
    value = arguments.get(None, *names)
    return None if value is None else number(value)


def number(value: Value) -> Quantity | None:
    """The number that an option is set to; None when it is set to None."""
    if isinstance(value, Nothing):
        return None
    return as_quantity(value)


def _may_hold_ray_options(value: Value | None) -> bool:
    if value is None or isinstance(value, Nothing):
        return False
    return not (isinstance(value, Mapping) and not value.entries)


def _placement(ray_options: Value | None) -> Placement | None:
    """What `ray_options` decide of where actors stand; a value that isn't known may decide all."""
    options = {} if ray_options is None else as_plain(ray_options)
    if options is None:
        return None
    return placement_of(options) if isinstance(options, dict) else UNREADABLE


def function_udf(
    decorator: DecoratorValue,
    name: str,
    span: Span,
    definition: Span,
    *,
    is_async: bool,
    is_generator: bool,
) -> UdfValue:
    """The UDF that a decorator makes of a function."""
    legacy = decorator.form is UdfForm.LEGACY
    kind = kind_of(decorator.form, is_generator=is_generator)
    options = decorator.options
    if not legacy and not is_async:
        # Daft takes max_concurrency for async functions only, and raises here: no pool comes of it.
        options = replace(options, concurrency=None)
    if kind is UdfKind.GENERATOR:
        options = replace(options, batch_size=None, batch_size_slot=None)
    return UdfValue(_udf(name, span, definition, kind, is_async, options, legacy=legacy))


def legacy_class_udf(
    decorator: DecoratorValue, name: str, span: Span, definition: Span
) -> UdfValue:
    """The UDF that `@daft.udf` makes of a class: its `__call__` gets whole batches."""
    options = decorator.options
    return UdfValue(_udf(name, span, definition, UdfKind.BATCH, False, options, legacy=True))


def aggregate_udf(name: str, span: Span, definition: Span) -> UdfValue:
    """The UDF that `@daft.udaf` makes of a class: called with expressions, or to make it."""
    made = _udf(name, span, definition, UdfKind.AGGREGATE, False, UdfOptions(), legacy=False)
    return UdfValue(made, makes_objects=True)


def method_udf(instance: UdfInstanceValue, method_name: str) -> UdfValue | None:
    """The UDF that a method of a `@daft.cls` instance is; None when there is no such method."""
    made_of = instance.made_of
    method = made_of.method(method_name)
    if method is None:
        return None
    name = made_of.name if method_name == "__call__" else f"{made_of.name}.{method_name}"
    options = replace(
        assumptions.options(made_of.options, method.rests_on),
        batch_size=method.batch_size,
        batch_size_slot=method.batch_size_slot,
        unnested=method.unnested,
    )
    if method.refused:
        options = _unclear(options)
    kind, is_async = method.kind, method.is_async
    udf = _udf(name, method.span, made_of.definition, kind, is_async, options, legacy=False)
    result = replace(
        udf,
        keeps_state=method.keeps_state,
        weight=method.weight,
        makes_heavy=method.makes_heavy,
        holds_files=method.holds_files,
        uses_gpu=method.uses_gpu,
        needs_rows=method.needs_rows,
    )
    return UdfValue(result, instance.made)


def _udf(
    name: str,
    span: Span,
    definition: Span,
    kind: UdfKind,
    is_async: bool,
    options: UdfOptions,
    *,
    legacy: bool,
) -> Udf:
    concurrency = options.concurrency
    if concurrency is None and options.ray_options and not legacy:
        concurrency = _pool_of_one()
    return Udf(
        name=name,
        span=span,
        kind=kind,
        is_async=is_async,
        legacy=legacy,
        concurrency=concurrency,
        batch_size=options.batch_size,
        cpus=options.cpus,
        gpus=options.gpus,
        placement=options.placement,
        fewest_actors=options.fewest_actors,
        definition=definition,
        batch_size_slot=options.batch_size_slot,
        concurrency_slot=options.concurrency_slot,
        unnested=options.unnested,
    )


def make_method(
    span: Span,
    decorator: DecoratorValue | None,
    *,
    is_async: bool,
    is_generator: bool,
) -> UdfMethod:
    """What a method of a `@daft.cls` class is, with or without a `@daft.method` of its own."""
    if decorator is None:
        return UdfMethod(span, kind_of(UdfForm.METHOD, is_generator=is_generator), is_async, None)
    kind, options = kind_of(decorator.form, is_generator=is_generator), decorator.options
    is_batch = kind is UdfKind.BATCH
    return UdfMethod(
        span,
        kind,
        is_async,
        options.batch_size if is_batch else None,
        options.batch_size_slot if is_batch else None,
        decorator.rests_on,
        options.unnested,
        options.refused,
    )


def override(udf: Udf, method: str, arguments: Arguments) -> Udf | None:
    """What `.with_concurrency`, `.override_options` and their kind make of a UDF.

    None when the method is none of these.
    """
    if method == "with_concurrency":
        given = arguments.get(0, "concurrency", "max_concurrency")
        return replace(udf, concurrency=unknown() if given is None else number(given))
    if method == "override_options":
        return _overridden(udf, arguments)
    if method == "with_ray_options":
        return _placed(udf, arguments)
    return udf if method in {"with_init_args", "run_on_process"} else None


def _placed(udf: Udf, arguments: Arguments) -> Udf:
    """A UDF with more Ray options, or with others in place of those of the same names."""
    given = {name: as_plain(value) for name, value in arguments.keywords.items()}
    placement = placement_of(given, udf.placement) if arguments.complete else UNREADABLE
    return replace(udf, concurrency=udf.concurrency or _pool_of_one(), placement=placement)


def _pool_of_one() -> Quantity:
    return exactly(1, Origin(OriginKind.ENGINE, "ray_options make a pool of one actor"))


def _is_unset(arguments: Arguments, name: str) -> bool:
    return isinstance(arguments.keywords.get(name, Nothing()), Nothing)


def _overridden(udf: Udf, arguments: Arguments) -> Udf:
    given = set(arguments.keywords)
    options = read_options(arguments)
    if not arguments.complete:
        return replace(
            udf, batch_size=unknown(), cpus=unknown(), gpus=unknown(), placement=UNREADABLE
        )
    return replace(
        udf,
        placement=udf.placement if _is_unset(arguments, "ray_options") else options.placement,
        batch_size=options.batch_size if "batch_size" in given else udf.batch_size,
        cpus=options.cpus if "num_cpus" in given else udf.cpus,
        gpus=options.gpus if "num_gpus" in given else udf.gpus,
    )
