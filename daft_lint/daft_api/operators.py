"""Daft's DataFrame methods: what each does to partitions and rows. One table row a method."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from daft_lint.daft_api.refusals import refused
from daft_lint.daft_api.sources import ONE_FOR_EACH_ROW
from daft_lint.plan.actions import kind_of
from daft_lint.plan.pipeline import (
    SETS,
    Action,
    ActionKind,
    Columns,
    Join,
    Operator,
    OperatorKind,
    Plan,
    Selected,
    UdfCall,
    UdfKind,
)
from daft_lint.plan.quantity import (
    Origin,
    OriginKind,
    Quantity,
    between,
    exactly,
    smallest,
    unknown,
)
from daft_lint.plan.span import Span
from daft_lint.records import replace
from daft_lint.values.values import (
    UNKNOWN,
    Arguments,
    ExpressionValue,
    Flag,
    FrameValue,
    GroupedValue,
    Items,
    Mapping,
    Nothing,
    Number,
    Text,
    Unknown,
    Value,
    as_quantity,
)

_NO_COLUMNS: Columns = frozenset()
_BY_KEYS = frozenset({OperatorKind.DISTINCT, OperatorKind.HASH_REPARTITION})
_COPYING = frozenset({OperatorKind.EXPLODE, OperatorKind.OPAQUE})
_CONSTANTS = Text | Number | Flag | Nothing

# A method's steps on a plan; None when its arguments leave open whether it returns a frame.
Steps = Callable[[str, Arguments, Span], tuple[Operator, ...]]


def cuts(method: str) -> bool:
    """Whether a method cuts the rows of a frame into partitions or batches."""
    return method in _CUTS


def steps_of(method: str, arguments: Arguments, span: Span) -> tuple[Operator, ...]:
    """The operators that `frame.<method>(...)` adds; an unknown method adds one unknown step."""
    steps = _METHODS.get(method, _opaque)(method, arguments, span)
    calls = calls_in(arguments)
    why = refused(method, arguments, calls)
    keyed = calls if method in _KEYED and not why else ()
    grouped = () if why else _of_groups(method, calls)
    if not keyed and not grouped and not why:
        return steps
    return tuple(replace(step, key_calls=keyed, group_calls=grouped, refused=why) for step in steps)


def _of_groups(method: str, calls: tuple[UdfCall, ...]) -> tuple[UdfCall, ...]:
    """Those of the UDFs in its arguments that a method calls with the rows of each group."""
    kinds = {UdfKind.AGGREGATE, UdfKind.BATCH} if method in {"agg", "map_groups"} else set()
    return tuple(call for call in calls if call.udf.kind in kinds)


def calls_in(arguments: Arguments) -> tuple[UdfCall, ...]:
    """The UDFs that are called in the arguments of a method."""
    expressions = (each for each in arguments.each if isinstance(each, ExpressionValue))
    return tuple(call for expression in expressions for call in expression.calls)


def action_of(method: str, arguments: Arguments, span: Span) -> Action | None:
    """The action that `frame.<method>(...)` is, None when it is none."""
    kind = kind_of(method)
    if kind is None:
        return None
    rows = None
    if kind is ActionKind.SHOW:
        eight = exactly(8, Origin(OriginKind.ENGINE, "show() takes 8 rows"))
        rows = _number(arguments.get(0, "n"), eight)
    why = refused(method, arguments)
    keys = arguments.keywords.get("partition_cols", Nothing())
    target, by_keys = _target(kind, arguments), not isinstance(keys, Nothing)
    return Action(kind, method, span, rows, target=target, refused=why, by_keys=by_keys)


def _target(kind: ActionKind, arguments: Arguments) -> str | None:
    """The path that an action writes to."""
    path = arguments.get(0, "root_dir", "path", "uri", "table")
    return path.pattern if kind is ActionKind.WRITE and isinstance(path, Text) else None


def action_kind(method: str) -> ActionKind:
    """What kind of action a method is; one that isn't known brings rows to the driver."""
    return kind_of(method) or ActionKind.TO_DRIVER


def is_action(method: str) -> bool:
    """Whether a method of frames runs them."""
    return kind_of(method) is not None


def is_followed(method: str) -> bool:
    """Whether a method is one of those whose steps are known."""
    return method in _METHODS


def gives_frame(method: str) -> bool:
    """Whether `frame.<method>(...)`, which is no action, may be taken to give a frame."""
    return method not in _INSPECTIONS and not method.startswith(("_", "to_", "iter_"))


# Methods that look at a frame without running or changing it.
_INSPECTIONS = frozenset(
    {
        "column_names",
        "columns",
        "explain",
        "metrics",
        "num_partitions",
        "schema",
        "set_storage_option",
        "skipped_corrupt_files",
    }
)

# Methods that answer with one frame for a grouped one; `groupby` itself waits for them.
AGGREGATIONS = frozenset(
    {
        "agg",
        "agg_concat",
        "agg_list",
        "agg_set",
        "any_value",
        "count",
        "count_distinct",
        "list_agg",
        "list_agg_distinct",
        "map_groups",
        "max",
        "mean",
        "min",
        "product",
        "skew",
        "stddev",
        "string_agg",
        "sum",
        "var",
    }
)


def aggregation(method: str, grouped: GroupedValue, arguments: Arguments, span: Span) -> Operator:
    """The step that an aggregation of a grouped frame is."""
    keys = grouped.keys
    values = columns_of(arguments) if method in AGGREGATIONS else None
    calls = calls_in(arguments)
    why = grouped.refused or refused(method, arguments, calls, grouped=True)
    reads = _union([keys, values])
    return Operator(
        OperatorKind.AGGREGATE,
        method,
        span,
        reads=reads,
        writes=None,
        keeps=_union([keys, _aggregated(method, arguments)]),
        surely_reads=keys or frozenset(),
        drops=_unread(method, reads, arguments),
        key_calls=() if why else grouped.key_calls,
        group_calls=() if why else _of_groups(method, calls),
        refused=why,
    )


def _unread(method: str, reads: Columns | None, arguments: Arguments) -> Columns | None:
    """What an aggregation has no use for: nothing where no column is named, which means all.

    An unknown function for groups is taken to read all columns.
    """
    named = bool(arguments.values) or not arguments.complete
    return None if reads is None and named and method != "map_groups" else frozenset()


def _aggregated(method: str, arguments: Arguments) -> Columns | None:
    """The columns that an aggregation makes."""
    if method == "map_groups" or not arguments.values or not arguments.complete:
        return None
    return _all_known(map(_name_of, arguments.each))


def _name_of(value: Value) -> str | None:
    """The name of the column that an argument makes, or of the one that it is."""
    return value.name if isinstance(value, ExpressionValue) else _text(value)


def columns_of(arguments: Arguments) -> Columns | None:
    """The columns that the arguments of a call name; none at all most often means every column."""
    columns = [_columns(value) for value in arguments.each if not _is_option(value)]
    return _union(columns) if columns and arguments.complete else None


def _is_option(value: Value) -> bool:
    return isinstance(value, Number | Flag | Nothing)


def _project(
    method: str,
    span: Span,
    columns: list[tuple[str | None, Value]],
    *,
    keeps: bool = False,
) -> Operator:
    """A projection of named expressions; `keeps` when only these columns stay.

    A window gathers all rows in one partition. One with keys shuffles the rows by these: how many
    partitions are filled isn't known (measured on Daft 0.7.26: 5 of 8 with 5 keys).
    """
    names = [name for name, _ in columns]
    kept = _all_known(names) if keeps else None
    # Where some name isn't known, those that pass are read as well as those that are computed.
    computed = [each_column for each_column in columns if kept is None or not _passes(*each_column)]
    expressions = [
        (name, value if isinstance(value, ExpressionValue) else ExpressionValue(frozenset()))
        for name, value in computed
        if isinstance(value, ExpressionValue | _CONSTANTS)
    ]
    certain = len(expressions) == len(computed)
    calls: list[UdfCall] = []
    for name, expression in expressions:
        calls += [_named(call, name) for call in expression.calls]
    reads = [expression.reads for _, expression in expressions]
    windows = {each.windowed for _, each in expressions} - {None}
    keys = {each.by for _, each in expressions if each.windowed is not None}
    gathered = Origin(OriginKind.ENGINE, "a window without partition_by gathers all rows")
    return Operator(
        OperatorKind.WINDOW if windows else OperatorKind.PROJECT,
        method,
        span,
        count=exactly(1, gathered) if windows == {False} else None,
        reads=_union(reads) if certain else None,
        writes=_all_known(name for name, _ in computed),
        keeps=kept,
        calls=tuple(call for call in calls if not call.in_window),
        key_calls=tuple(call for call in calls if call.in_window),
        may_explode=not certain or any(expression.may_explode for _, expression in expressions),
        heavy=any(expression.heavy for _, expression in expressions),
        surely_reads=frozenset().union(
            *(expression_value.surely_reads for _, expression_value in expressions)
        ),
        drops=None if keeps and kept is None else frozenset(),
        selected=tuple(_selected(*each_column) for each_column in columns)
        if keeps and kept is None
        else (),
        expressions=tuple(
            dict.fromkeys(
                name for _, expression_value in expressions for name in expression_value.work
            )
        ),
        cut=smallest(expression_value.cut for _, expression_value in expressions),
        row_bytes=expressions[0][1].row_bytes if len(computed) == len(expressions) == 1 else None,
        values=tuple(_remainders(expressions)),
        by=next(iter(keys)) if len(keys) == 1 else None,
    )


def _remainders(
    columns: Iterable[tuple[str | None, ExpressionValue]],
) -> Iterator[tuple[str, Quantity]]:
    """The columns that are `... % n`: they have n values, taking it that none is negative."""
    for name, expression in columns:
        modulus = expression.modulus
        if name is not None and modulus is not None and modulus > 0:
            text = f"`{name}` is a remainder of {modulus}"
            yield name, between(1, modulus, Origin(OriginKind.LITERAL, text))


def with_keys(step: Operator, plan: Plan) -> Operator:
    """A step of a plan, with how many different keys it shuffles by, where that is known.

    What a hint says goes first.
    """
    keys = step.reads if step.kind in _BY_KEYS else step.by
    if step.kind is OperatorKind.AGGREGATE:
        keys = step.surely_reads
    is_told = step.keys is not None
    if is_told or step.key_calls or not keys:
        return step
    values = [_values_of(column, plan) for column in keys]
    count = values[0]
    for other in values[1:]:
        count = None if count is None or other is None else count * other
    return step if count is None else replace(step, keys=count)


def _values_of(column: str, plan: Plan) -> Quantity | None:
    """How many different values a column of a plan has."""
    for step in reversed(plan.operators):
        known = dict(step.values).get(column)
        if known is not None and not step.maybe:
            return known
        is_key = step.kind is OperatorKind.AGGREGATE and column in step.surely_reads
        is_changed = step.writes is None or column in step.writes
        if step.inputs or (is_changed and not is_key):
            return None
    found = dict(plan.source.values).get(column)
    copies = any(step.may_explode or step.kind in _COPYING for step in plan.operators)
    return None if found == ONE_FOR_EACH_ROW and copies else found


def _selected(name: str | None, value: Value) -> Selected:
    """A column of a selection; its reads are unknown unless it is an expression or a constant."""
    if isinstance(value, ExpressionValue):
        return Selected(name, value.reads, value.surely_reads)
    return Selected(name, _NO_COLUMNS if isinstance(value, _CONSTANTS) else None, _NO_COLUMNS)


def _passes(name: str | None, value: Value) -> bool:
    """Whether a column that is selected is one of before, under its own name."""
    return isinstance(value, ExpressionValue) and value.text == f"col({name!r})"


def _all_known(names: Iterable[str | None]) -> Columns | None:
    known = tuple(names)
    return None if None in known else frozenset(name for name in known if name)


def _named(call: UdfCall, name: str | None) -> UdfCall:
    return replace(call, output=name)


def _union(columns: list[Columns | None]) -> Columns | None:
    known = [names for names in columns if names is not None]
    return frozenset().union(*known) if len(known) == len(columns) else None


def _with_column(method: str, arguments: Arguments, span: Span) -> tuple[Operator, ...]:
    name = arguments.get(0, "column_name")
    return (_project(method, span, [(_text(name), arguments.get(1, "expr") or UNKNOWN)]),)


def _with_columns(method: str, arguments: Arguments, span: Span) -> tuple[Operator, ...]:
    columns = arguments.get(0, "columns")
    if isinstance(columns, Mapping):
        named = [(key if isinstance(key, str) else None, value) for key, value in columns.entries]
        return (_project(method, span, named),)
    return (_project(method, span, [(None, UNKNOWN)]),)


def _select(method: str, arguments: Arguments, span: Span) -> tuple[Operator, ...]:
    """A selection; what isn't known of it is most likely the name of a column: it makes no rows."""
    columns: list[tuple[str | None, Value]] = []
    for value in _flat((*arguments.positional, *arguments.after)):
        if isinstance(value, Text):
            name = value.exact
            text = f"col({name!r})"
            columns.append((name, ExpressionValue(_columns(value), name, text=text)))
        elif isinstance(value, ExpressionValue):
            columns.append((value.name, value))
        else:
            columns.append((None, ExpressionValue(None)))
    columns += list(arguments.keywords.items())
    if not arguments.complete:
        columns.append((None, ExpressionValue(None)))
    if any(isinstance(value, ExpressionValue) and value.aggregates for _, value in columns):
        return _global_aggregate(method, arguments, span)
    return (_project(method, span, columns, keeps=True),)


def _flat(values: tuple[Value, ...]) -> list[Value]:
    flat: list[Value] = []
    for value in values:
        flat += value.values if isinstance(value, Items) and value.values else [value]
    return flat


def _exclude(method: str, arguments: Arguments, span: Span) -> tuple[Operator, ...]:
    names = _all_known(_text(value) for value in arguments.each)
    drops = names if arguments.complete else None
    return (Operator(OperatorKind.PROJECT, method, span, reads=frozenset(), drops=drops),)


def _rename(method: str, arguments: Arguments, span: Span) -> tuple[Operator, ...]:
    """A new name for columns; the conditions of filters behind it move on under the old one."""
    renames: Iterable[tuple[object, str | None]] = ((None, None),)
    if method == "with_columns_renamed":
        columns = arguments.get(0, "cols_map")
        if isinstance(columns, Mapping):
            renames = [(old, _text(new)) for old, new in columns.entries]
    else:
        old, new = arguments.get(0, "existing"), arguments.get(1, "new")
        renames = ((_text(old), _text(new)),)
    known = [(old, new) for old, new in renames if isinstance(old, str) and new is not None]
    return (
        Operator(
            OperatorKind.PROJECT,
            method,
            span,
            reads=None,
            writes=None,
            renames=tuple(known) if len(known) == len(tuple(renames)) else None,
        ),
    )


def _filter(method: str, arguments: Arguments, span: Span) -> tuple[Operator, ...]:
    predicate = arguments.get(0, "predicate")
    parts: tuple[ExpressionValue | None, ...] = (None,)
    if isinstance(predicate, ExpressionValue):
        parts = predicate.conjuncts or (predicate,)
    return tuple(
        Operator(
            OperatorKind.FILTER,
            method,
            span,
            reads=part.reads if part else None,
            calls=part.calls if part else (),
            heavy=part.heavy if part else False,
            expressions=part.work if part else (),
            cut=part.cut if part else None,
            surely_reads=part.surely_reads if part else frozenset(),
        )
        for part in parts
    )


def _drop(method: str, arguments: Arguments, span: Span) -> tuple[Operator, ...]:
    """A filter on columns by their names, as one condition; without any it is on all."""
    names = [_text(value) for value in _flat(arguments.positional)]
    reads = _all_known(names) if names and arguments.complete else None
    if reads is None:
        return _filter(method, arguments, span)
    return (Operator(OperatorKind.FILTER, method, span, reads=reads, surely_reads=reads),)


def _limit(method: str, arguments: Arguments, span: Span) -> tuple[Operator, ...]:
    rows = _number(arguments.get(0, "num"), unknown())
    return (Operator(OperatorKind.LIMIT, method, span, count=rows, reads=frozenset()),)


def _repartition(method: str, arguments: Arguments, span: Span) -> tuple[Operator, ...]:
    """`repartition(n)` shuffles at random, `repartition(n, key)` by hash; None keeps the count."""
    num = arguments.get(0, "num")
    keys = list(arguments.positional[1:])
    count = None if num is None or isinstance(num, Nothing) else _partitions(num)
    if not keys and arguments.complete:
        return (Operator(OperatorKind.RANDOM_REPARTITION, method, span, count=count),)
    reads = _union([_columns(key) for key in keys]) if arguments.complete else None
    return (Operator(OperatorKind.HASH_REPARTITION, method, span, count=count, reads=reads),)


def _columns(key: Value) -> Columns | None:
    if isinstance(key, Text):
        return None if key.exact is None else frozenset({key.exact})
    return key.reads if isinstance(key, ExpressionValue) else None


def _partitions(value: Value) -> Quantity:
    """How many partitions are asked for; of none nothing is known: Daft 0.7.26 raises on Ray."""
    wanted = _number(value, unknown())
    return wanted.at_least(exactly(1)) if wanted.high >= 1 else unknown()


def _into_partitions(method: str, arguments: Arguments, span: Span) -> tuple[Operator, ...]:
    count = _partitions(arguments.get(0, "num") or UNKNOWN)
    return (Operator(OperatorKind.INTO_PARTITIONS, method, span, count=count, reads=frozenset()),)


def _into_batches(method: str, arguments: Arguments, span: Span) -> tuple[Operator, ...]:
    rows = _number(arguments.get(0, "batch_size"), unknown()).at_least(exactly(1))
    return (Operator(OperatorKind.INTO_BATCHES, method, span, count=rows, reads=frozenset()),)


def _sample(method: str, arguments: Arguments, span: Span) -> tuple[Operator, ...]:
    size = arguments.get(1, "size")
    if size is not None:
        rows = _number(size, unknown())
        kind = OperatorKind.OPAQUE
        return (Operator(kind, method, span, count=rows, reads=frozenset(), writes=None),)
    # Daft refuses a larger one.
    fraction = _number(arguments.get(0, "fraction"), between(0, 1)).at_most(exactly(1))
    return (Operator(OperatorKind.SAMPLE, method, span, count=fraction, reads=frozenset()),)


def _explode(method: str, arguments: Arguments, span: Span) -> tuple[Operator, ...]:
    keys = _union([_columns(key) for key in _flat(arguments.positional)])
    reads = keys if arguments.complete else None
    # A row without items becomes one with null.
    keeps_all = arguments.complete and arguments.get(None, "ignore_empty_and_null") is None
    each = unknown().at_least(exactly(1)) if keeps_all else unknown()
    return (Operator(OperatorKind.EXPLODE, method, span, count=each, reads=reads, writes=reads),)


def _distinct(method: str, arguments: Arguments, span: Span) -> tuple[Operator, ...]:
    """Rows that differ in the columns that are named, in all of them when none is."""
    given = bool(arguments.values) or not arguments.complete
    reads = columns_of(arguments) if given else None
    drops = None if given and reads is None else frozenset[str]()
    return (Operator(OperatorKind.DISTINCT, method, span, reads=reads, writes=None, drops=drops),)


def _sort(method: str, arguments: Arguments, span: Span) -> tuple[Operator, ...]:
    by = arguments.get(0, "by")
    reads = _union([_columns(key) for key in _flat((by,))]) if by is not None else None
    return (Operator(OperatorKind.SORT, method, span, reads=reads),)


def _global_aggregate(method: str, arguments: Arguments, span: Span) -> tuple[Operator, ...]:
    """One row of all; `count()` counts one of the columns, as `count_rows` does."""
    exactly_one = exactly(
        1, Origin(OriginKind.ENGINE, f"{method} without groups makes one partition")
    )
    counts_rows = method == "count" and arguments.complete and not arguments.values
    reads = columns_of(arguments)
    made = _aggregated(method, arguments)
    return (
        Operator(
            OperatorKind.AGGREGATE,
            method,
            span,
            count=exactly_one,
            reads=reads,
            writes=None,
            keeps=made,
            drops=None if counts_rows else _unread(method, reads, arguments),
        ),
    )


def _describe(method: str, arguments: Arguments, span: Span) -> tuple[Operator, ...]:
    """The names and types of the columns: no row is looked at."""
    exactly_one = exactly(1, Origin(OriginKind.ENGINE, "describe makes one partition"))
    kind, nothing = OperatorKind.AGGREGATE, frozenset[str]()
    return (Operator(kind, method, span, count=exactly_one, reads=nothing, writes=None),)


def _pivot(method: str, arguments: Arguments, span: Span) -> tuple[Operator, ...]:
    """`pivot` reads its keys, the column whose values become columns, and that of the values."""
    named = [
        arguments.get(place, name)
        for place, name in enumerate(("group_by", "pivot_col", "value_col"))
    ]
    values = _flat(tuple(value or UNKNOWN for value in named))
    reads = _union([_columns(value) for value in values])
    sure = reads or frozenset()
    return (
        Operator(OperatorKind.AGGREGATE, method, span, reads=reads, writes=None, surely_reads=sure),
    )


def _concat(method: str, arguments: Arguments, span: Span) -> tuple[Operator, ...]:
    other = arguments.get(0, "other")
    if not isinstance(other, FrameValue):
        return _opaque(method, arguments, span)
    kind = OperatorKind.CONCAT
    return (Operator(kind, method, span, reads=None, writes=None, inputs=(other.plan,)),)


def _distinct_union(method: str, arguments: Arguments, span: Span) -> tuple[Operator, ...]:
    """The rows of both frames, each once."""
    both = _concat(method, arguments, span)
    return (*both, *_distinct(method, Arguments(), span)) if both[0].inputs else both


def _join(method: str, arguments: Arguments, span: Span) -> tuple[Operator, ...]:
    other = arguments.get(0, "other")
    inputs: tuple[Plan, ...] = (other.plan,) if isinstance(other, FrameValue) else ()
    join = _how_joined(arguments) if method == "join" else None
    kind = OperatorKind.JOIN
    reads = None if join is None else _all_keys(arguments)
    return (Operator(kind, method, span, reads=reads, writes=None, inputs=inputs, join=join),)


def _how_joined(arguments: Arguments) -> Join | None:
    how = arguments.get(4, "how")
    kind = "inner" if how is None else _text(how)
    if kind is None or not arguments.complete:
        return None
    left, right = (
        _keys(arguments.get(1, "on"), arguments.get(place, name))
        for place, name in ((2, "left_on"), (3, "right_on"))
    )
    asked = arguments.get(5, "strategy")
    strategy = "" if asked is None or isinstance(asked, Nothing) else _text(asked)
    prefix, suffix = arguments.get(6, "prefix"), arguments.get(7, "suffix")
    if (prefix, suffix) == (None, None):
        return Join(kind, left, right, strategy=strategy)
    return Join(kind, left, right, _text(prefix) if suffix is None else None, strategy)


def _keys(*given: Value | None) -> Columns:
    """The columns that sides are compared on, as far as they are known."""
    keys = [_columns(key) for value in given if value is not None for key in _flat((value,))]
    return frozenset().union(*(names for names in keys if names is not None))


def _all_keys(arguments: Arguments) -> Columns | None:
    """The columns that either side is compared on, None where some are unknown."""
    given = (arguments.get(1, "on"), arguments.get(2, "left_on"), arguments.get(3, "right_on"))
    values = _flat(tuple(value for value in given if value is not None))
    return _union([_columns(key) for key in values if not isinstance(key, Nothing)])


def _opaque(method: str, arguments: Arguments, span: Span) -> tuple[Operator, ...]:
    reads = frozenset[str]() if method in _OF_ROWS else None
    drops = frozenset[str]() if method in _OF_ROWS | _OF_ALL_COLUMNS else None
    rows = _number(arguments.get(0, "num"), unknown()) if method == "offset" else None
    other = arguments.get(0, "other")
    inputs = (other.plan,) if method in SETS and isinstance(other, FrameValue) else ()
    kind = OperatorKind.OPAQUE
    return (Operator(kind, method, span, rows, reads, None, drops=drops, inputs=inputs),)


def _skip_existing(method: str, arguments: Arguments, span: Span) -> tuple[Operator, ...]:
    """Its count are the CPUs that its actors hold (read in Daft 0.7.26, daft/dataframe)."""
    actors = _number(arguments.get(4, "num_workers"), exactly(4))
    cpus = _number(arguments.get(5, "cpus_per_worker"), exactly(0.5))
    kind = OperatorKind.OPAQUE
    return (Operator(kind, method, span, count=actors * cpus, reads=None, drops=frozenset()),)


def _number(value: Value | None, otherwise: Quantity) -> Quantity:
    return otherwise if value is None or isinstance(value, Unknown) else as_quantity(value)


def _text(value: Value | None) -> str | None:
    return value.exact if isinstance(value, Text) else None


_KEYED = frozenset(
    {"sort", "distinct", "unique", "drop_duplicates", "repartition", "join", "pivot"}
)
_CUTS = frozenset({"into_batches", "into_partitions", "repartition"})
# Steps that no column matters to, and such that compare all of them.
_OF_ROWS = frozenset({"offset", "shuffle", "union_all_by_name"})
_OF_ALL_COLUMNS = SETS - _OF_ROWS
_METHODS: dict[str, Steps] = {
    "with_column": _with_column,
    "with_columns": _with_columns,
    "select": _select,
    "exclude": _exclude,
    "with_column_renamed": _rename,
    "with_columns_renamed": _rename,
    "where": _filter,
    "filter": _filter,
    "drop_nan": _drop,
    "drop_null": _drop,
    "limit": _limit,
    "repartition": _repartition,
    "into_partitions": _into_partitions,
    "into_batches": _into_batches,
    "sample": _sample,
    "skip_existing": _skip_existing,
    "explode": _explode,
    "sort": _sort,
    "distinct": _distinct,
    "unique": _distinct,
    "drop_duplicates": _distinct,
    "unpivot": _opaque,
    "melt": _opaque,
    "pivot": _pivot,
    "describe": _describe,
    "join": _join,
    "join_asof": _join,
    "concat": _concat,
    "union": _distinct_union,
    "union_all": _concat,
    **dict.fromkeys(AGGREGATIONS - {"map_groups"}, _global_aggregate),
}
METHODS = frozenset(_METHODS)
"""The methods of frames whose steps are known."""
