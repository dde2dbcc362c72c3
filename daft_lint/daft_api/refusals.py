"""Calls that Daft refuses: one table row a refusal.

Each was run by `benchmarks/refused_calls.py`, whose results a test compares with this table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from daft_lint.daft_api.table import Version
from daft_lint.plan.cluster import RunnerKind
from daft_lint.plan.pipeline import Udf, UdfCall, UdfKind
from daft_lint.records import dataclass
from daft_lint.values.values import (
    Arguments,
    ExpressionValue,
    Flag,
    Mapping,
    Nothing,
    Number,
    Text,
    Unknown,
)

_RAY, _NATIVE = RunnerKind.RAY, RunnerKind.NATIVE
_OLDEST = (0, 6, 4)
_READERS = ("read_csv", "read_hudi", "read_iceberg", "read_json", "read_lance", "read_parquet")

SOME_ARE_DONE = "there are files where `skip_existing` looks"
"""It filters nothing, and starts no actors, as long as nothing is there."""

Condition = Callable[[Arguments, tuple[UdfCall, ...]], bool]
"""Whether arguments, and the UDFs in them, are those that Daft refuses."""


@dataclass(frozen=True, slots=True)
class Refused:
    """A call that Daft refuses.

    `calls` are the functions or methods, `when` says with which arguments. `runner` is the one that
    refuses it, None for both. `since` is the first Daft that was seen to, `error` the exception, on
    Ray another one behind an "or", and `says` a part of its text, as Daft has it. `what` is what is
    refused, `remedy` what to do instead. `word` stands in the code of each such call, after a dot
    if it begins with one; if there are several, one of them. It is empty where a UDF does, or where
    far more calls have it, or goes on as most of them do. `grouped` says whether it is behind a
    `groupby`, None where that doesn't matter. Without an `error`, Daft leaves out the column
    without a word. `assumed` is what has to hold besides, if anything.
    """

    name: str
    calls: tuple[str, ...]
    when: Condition
    what: str
    remedy: str
    error: str
    says: str
    runner: RunnerKind | None = None
    since: Version = _OLDEST
    word: str = ""
    grouped: bool | None = None
    assumed: str = ""


def refused(
    call: str, arguments: Arguments, udfs: tuple[UdfCall, ...] = (), *, grouped: bool = False
) -> tuple[str, ...]:
    """The names of the refusals that a call meets; `udfs` are those in its arguments."""
    if call == "pivot" and (aggregated := arguments.get(2, "value_col")) is not None:
        # Daft takes UDFs in its keys.
        arguments = Arguments((aggregated,))
    rows = (row for row in _BY_CALL.get(call, ()) if row.grouped in {None, grouped})
    return tuple(row.name for row in rows if row.when(arguments, udfs))


def _with(*names: str) -> Condition:
    return lambda given, _: all(_is_set(given, name) for name in names)


def _without(name: str, other: str, value: str | None = None) -> Condition:
    """One argument is there, with a text if that matters, and another one certainly isn't."""

    def holds(given: Arguments, _: tuple[UdfCall, ...]) -> bool:
        text = given.keywords.get(name)
        is_it = _is_set(given, name) if value is None else text == Text(value)
        absent = isinstance(given.keywords.get(other, Nothing()), Nothing)
        return is_it and given.complete and absent

    return holds


def _is_set(given: Arguments, name: str) -> bool:
    """Whether an argument is given by its name, and surely not None or False."""
    value = given.keywords.get(name, Nothing())
    return not isinstance(value, Nothing | Unknown) and value != Flag(False)


def _asks_for_none(given: Arguments, _: tuple[UdfCall, ...]) -> bool:
    count = given.get(0, "num")
    return isinstance(count, Number) and count.quantity.high == 0


def _strategy(*allowed: str, strategy: str) -> Condition:
    """A join by a strategy that only some kinds of joins have."""

    def holds(given: Arguments, _: tuple[UdfCall, ...]) -> bool:
        how = given.keywords.get("how", Text("inner"))
        kind = how.exact if isinstance(how, Text) else None
        is_it = given.keywords.get("strategy") == Text(strategy)
        return is_it and given.complete and kind is not None and kind not in allowed

    return holds


def _is_cross(given: Arguments, _: tuple[UdfCall, ...]) -> bool:
    keys = any(_is_set(given, name) for name in ("on", "left_on", "right_on"))
    return given.keywords.get("how") == Text("cross") and keys


def _is_of(kind: UdfKind) -> Condition:
    return lambda _, udfs: any(_kind(call.udf) is kind for call in udfs)


def _aggregated(kind: UdfKind) -> Condition:
    return lambda given, _: any(kind in _kinds(value) for value in _all(given))


def _aggregates_in_place(kind: UdfKind) -> Condition:
    """Whether one expression has both an aggregate and such a UDF, whichever is the inner one."""
    return lambda given, _: any(value.aggregates and kind in _kinds(value) for value in _all(given))


def _nests(given: Arguments, _: tuple[UdfCall, ...]) -> bool:
    """Whether an aggregate is more than one UDF: one of batches, or of groups, may be it alone."""
    kinds = [_kinds(value) - {UdfKind.ROW, UdfKind.GENERATOR} for value in _all(given)]
    aggregates = _aggregates_in_place(UdfKind.BATCH)(given, ())
    return aggregates or any(len(each) > 1 for each in kinds)


def _has_aggregate(given: Arguments, _: tuple[UdfCall, ...]) -> bool:
    return any(value.aggregates for value in _all(given))


def _has_window(given: Arguments, _: tuple[UdfCall, ...]) -> bool:
    return any(value.windowed is not None for value in _all(given))


def _has_one_name(given: Arguments, _: tuple[UdfCall, ...]) -> bool:
    """Whether two keys surely have one name: an expression has that of its first column."""
    names = [key.exact for key in given.each if isinstance(key, Text)]
    names += [key.name for key in given.each if isinstance(key, ExpressionValue)]
    return any(name is not None and names.count(name) > 1 for name in names)


def _has_udaf(*, windowed: bool) -> Condition:
    return lambda given, _: any(
        UdfKind.AGGREGATE in _kinds(value) and (value.windowed is not None) is windowed
        for value in _all(given)
    )


def _lacks(what: str) -> Condition:
    """Whether an expression lacks something of a window; without `over`, it lacks only that."""
    return lambda given, _: any(
        what in value.lacks and (what == "over" or "over" not in value.lacks)
        for value in _all(given)
    )


def _is_alone(value: ExpressionValue) -> bool:
    """Whether a batch UDF is itself the aggregate."""
    return _kinds(value) == {UdfKind.BATCH} and not value.aggregates


def _has_alone(given: Arguments, _: tuple[UdfCall, ...]) -> bool:
    return any(map(_is_alone, _all(given)))


def _mixes(given: Arguments, _: tuple[UdfCall, ...]) -> bool:
    return len(set(map(_is_alone, _all(given)))) > 1


def _are_several(given: Arguments, _: tuple[UdfCall, ...]) -> bool:
    return len(alone := [*map(_is_alone, _all(given))]) > 1 and all(alone)


def _all(given: Arguments) -> Iterator[ExpressionValue]:
    for value in given.each:
        several = [each for _, each in value.entries] if isinstance(value, Mapping) else [value]
        yield from (each for each in several if isinstance(each, ExpressionValue))


def _kinds(value: ExpressionValue) -> set[UdfKind]:
    return {_kind(call.udf) for call in value.calls if not call.udf.builtin}


def _kind(udf: Udf) -> UdfKind:
    """How Daft calls a UDF: a legacy one of an `apply` is row-wise inside a batch."""
    return UdfKind.BATCH if udf.legacy else udf.kind


def _nested(name: str, calls: tuple[str, ...], when: Condition) -> Refused:
    return Refused(
        name,
        calls,
        when,
        "an aggregate and a UDF in one expression",
        "do the inner one of the two in a step of its own, before this one",
        "DaftCoreException",
        "Expressions in aggregations must be composed of non-nested aggregation expressions",
        since=(0, 7, 6),
    )


def _lost(name: str, when: Condition, what: str, *, grouped: bool) -> Refused:
    return Refused(
        name,
        ("agg",),
        when,
        what,
        "call it in `map_groups`, or make it a class under `daft.udaf`",
        "",
        "KeyError: 'y'",
        since=(0, 7, 6),
        grouped=grouped,
    )


def _into_none(call: str, says: str) -> Refused:
    return Refused(
        f"{call}-zero",
        (call,),
        _asks_for_none,
        f"`{call}(0)`",
        "ask for at least one partition",
        "DaftCoreException",
        says,
        _RAY,
        word=f".{call}",
    )


def _by_row(name: str, calls: tuple[str, ...], when: Condition) -> Refused:
    return Refused(
        name,
        calls,
        when,
        "a row-wise UDF in an aggregate or `map_groups`",
        "make it a column first, or a UDF of batches in `map_groups`",
        "DaftCoreException",
        "Row-wise Python UDFs (daft.func or @daft.method) are not supported in aggregations",
        since=(0, 7, 6),
    )


def _generating(name: str, calls: tuple[str, ...]) -> Refused:
    return Refused(
        name,
        calls,
        _is_of(UdfKind.GENERATOR),
        "a generator anywhere but in a column",
        "make it a column first, and use that",
        "DaftCoreException",
        "explode() is only allowed in projections",
    )


_SUMS = (
    *("agg_concat", "agg_list", "agg_set", "any_value", "count", "max", "mean", "min"),
    *("pivot", "stddev", "sum"),
)
"""Run with both kinds of UDF on Daft 0.7.6, 0.7.16 and 0.7.26: all refuse them."""
_COLUMNS = ("select", "with_column", "with_columns")
_OF_KEYS = ("distinct", "drop_duplicates", "groupby", "join", "repartition", "sort", "unique")

REFUSED = (
    Refused(
        "sample-size",
        ("sample",),
        _with("size"),
        "`sample` with `size`",
        "use `fraction`, or the native runner",
        "ValueError",
        "Sample by size only works on the native runner",
        _RAY,
        since=(0, 7, 0),
        word=".sample",
    ),
    Refused(
        "offset",
        ("offset",),
        lambda _given, _udfs: True,
        "`offset` without a `limit` right beside it",
        "put .limit(n) right behind it",
        "DaftCoreException",
        "Offset without limit is unsupported now!",
        word=".offset",
    ),
    Refused(
        "aggregate-in-column",
        ("filter", "sort", "where", "with_column", "with_columns"),
        _has_aggregate,
        "an aggregate in `with_column`, `where` or `sort`",
        "give it .over(Window().partition_by(...)), or join what `agg` makes of it",
        "DaftCoreException",
        "Aggregation expressions are currently only allowed in agg, pivot",
    ),
    Refused(
        "window-in-keys",
        ("distinct", "filter", "groupby", "sort", "where"),
        _has_window,
        "a window in a filter or in keys",
        "make it a column first, with `with_column`, and use that",
        "DaftCoreException",
        "Window expressions should be evaluated via the window operator",
        word=".over",
    ),
    Refused(
        "sort-keys-of-one-name",
        ("sort",),
        _has_one_name,
        "keys of one name in a `sort` without a `limit`",
        "give one of them another name: (col(...) % 10).alias(...)",
        "ValueError",
        "Expressions must all have unique names",
        _RAY,
        word=".sort([col",
        assumed="what is sorted has more than one partition",
    ),
    Refused(
        "group-keys-of-one-name",
        ("groupby",),
        _has_one_name,
        "keys of one name in a `groupby`",
        "give one of them another name: (col(...) % 10).alias(...)",
        "ValueError",
        "Expressions must all have unique names",
        word=".groupby(col",
    ),
    Refused(
        "udaf-in-column",
        ("filter", "where", "with_column", "with_columns"),
        _has_udaf(windowed=False),
        "a `daft.udaf` in `with_column` or `where`",
        "call it in `agg`, and join what that makes",
        "DaftCoreException",
        "Aggregation expressions are currently only allowed in agg, pivot",
        since=(0, 7, 16),
    ),
    Refused(
        "udaf-in-window",
        _COLUMNS,
        _has_udaf(windowed=True),
        "a `daft.udaf` over a window",
        "call it in `agg` behind a `groupby`, and join what that makes",
        "DaftCoreException",
        "MapGroups and extension aggregations (AggFn) are not supported in window functions",
        since=(0, 7, 16),
    ),
    Refused(
        "window-of-nothing",
        _COLUMNS,
        _lacks("partition_by or order_by"),
        "a window without `partition_by` and `order_by`",
        "give it one of the two",
        "DaftCoreException or RuntimeError",
        "Window requires either partition by or order by",
        word=".over",
    ),
    Refused(
        "rank-without-window",
        _COLUMNS,
        _lacks("over"),
        "`rank`, `row_number`, `lag` or `lead` without `over`",
        "add .over(window), of a window with partition_by(...) and order_by(...)",
        "DaftCoreException",
        "Window expressions cannot be directly evaluated",
        word="dense_rank lag lead rank row_number",
    ),
    Refused(
        "rank-without-order",
        _COLUMNS,
        _lacks("order_by"),
        "`rank`, `row_number`, `lag` or `lead` over a window without `order_by`",
        "give the window an order_by(...)",
        "DaftTypeError or RuntimeError",
        "not implemented in partition-only windows",
        word=".over",
    ),
    Refused(
        "aggregate-without-keys",
        _COLUMNS,
        _lacks("partition_by"),
        "an aggregate, `lag` or `lead` over a window without `partition_by`",
        "give the window a partition_by(...), of a column of one value if need be",
        "DaftCoreException",
        "Unsupported window function for order by only",
        word=".over",
    ),
    _nested("udf-in-aggregate", ("agg",), _nests),
    _lost("udf-as-aggregate", _has_alone, "a batch UDF in `agg` without `groupby`", grouped=False),
    _lost("udf-beside-aggregates", _mixes, "a batch UDF beside other aggregates", grouped=True),
    Refused(
        "udfs-as-aggregates",
        ("agg",),
        _are_several,
        "several batch UDFs as aggregates",
        "call each in a `map_groups` of its own",
        "DaftCoreException",
        "MapGroups not supported via aggregation, use map_groups instead",
        since=(0, 7, 6),
        grouped=True,
    ),
    _nested("udf-in-select", ("select",), _aggregates_in_place(UdfKind.BATCH)),
    _nested("udf-in-sum", _SUMS, _aggregated(UdfKind.BATCH)),
    _by_row("row-udf-in-groups", ("agg", "map_groups", *_SUMS), _aggregated(UdfKind.ROW)),
    _by_row("row-udf-in-select", ("select",), _aggregates_in_place(UdfKind.ROW)),
    _generating("generator-in-filter", ("where", "filter")),
    _generating("generator-in-keys", ("agg", "map_groups", *_OF_KEYS, *_SUMS)),
    _into_none("repartition", "Can not partition a Table by 0 partitions"),
    _into_none("into_partitions", "attempt to divide by zero"),
    Refused(
        "partitions-without-column",
        ("read_sql",),
        _without("num_partitions", "partition_col"),
        "`num_partitions` without `partition_col`",
        "name a column of numbers or times as `partition_col`",
        "ValueError",
        "partition_col must be specified when num_partitions is specified",
        word="read_sql",
    ),
    Refused(
        "single-file-on-ray",
        ("write_parquet",),
        _with("single_file"),
        "`single_file=True`",
        "put .into_partitions(1) before it, or use the native runner",
        "ValueError",
        "`single_file=True` is only supported on the native runner",
        _RAY,
        since=(0, 7, 26),
        word="single_file",
    ),
    Refused(
        "single-file-of-partitions",
        ("write_parquet",),
        _with("single_file", "partition_cols"),
        "`single_file=True` with `partition_cols`",
        "leave out one of the two",
        "ValueError",
        "`single_file=True` cannot be combined with `partition_cols`",
        since=(0, 7, 26),
        word="single_file",
    ),
    Refused(
        "overwrite-partitions",
        ("write_csv", "write_json", "write_parquet"),
        _without("write_mode", "partition_cols", "overwrite-partitions"),
        "`overwrite-partitions` without `partition_cols`",
        "name the columns as `partition_cols`",
        "ValueError",
        "Partition columns must be specified to use `overwrite-partitions` mode",
        word="overwrite-partitions",
    ),
    Refused(
        "native-checkpoint",
        _READERS,
        _with("checkpoint"),
        "`checkpoint=`",
        "use the Ray runner: daft.set_runner_ray()",
        "ValueError",
        "checkpoint= is not supported on the native runner",
        _NATIVE,
        since=(0, 7, 16),
        word="checkpoint",
    ),
    Refused(
        "behind-checkpoint",
        _READERS,
        _with("checkpoint"),
        "anything but maps and filters behind a source with `checkpoint=`",
        "write the rows first, and do the rest with what was written",
        "DaftCoreException",
        "Checkpointing only supports map-only pipelines downstream of the source",
        _RAY,
        since=(0, 7, 16),
        word="checkpoint",
    ),
    Refused(
        "cross-join-on",
        ("join",),
        _is_cross,
        "a cross join with `on`",
        'leave out the keys, or the `how="cross"`',
        "ValueError",
        "In a cross join, `on`, `left_on`, and `right_on` cannot be set",
        word="cross",
    ),
    Refused(
        "broadcast-outer",
        ("join",),
        _strategy("inner", "left", "right", "semi", "anti", strategy="broadcast"),
        "a broadcast join of that kind",
        "leave out `strategy`",
        "ValueError",
        "Broadcast join does not support outer joins",
        word="strategy",
    ),
    Refused(
        "sort-merge",
        ("join",),
        _strategy("inner", strategy="sort_merge"),
        "a sort-merge join of that kind",
        "leave out `strategy`",
        "ValueError",
        "Sort merge join only supports inner joins",
        word="strategy",
    ),
    Refused(
        "ray-dataset",
        ("from_ray_dataset",),
        lambda _given, _udfs: True,
        "a Ray dataset",
        "use the Ray runner: daft.set_runner_ray()",
        "ValueError",
        "Daft needs to be running on the Ray Runner for this operation",
        _NATIVE,
        word="from_ray_dataset",
    ),
    Refused(
        "dask-frame",
        ("to_dask_dataframe",),
        lambda _given, _udfs: True,
        "a Dask DataFrame",
        "use the Ray runner: daft.set_runner_ray()",
        "ValueError",
        "Cannot convert to Dask DataFrame if not running on Ray backend",
        _NATIVE,
        word="to_dask_dataframe",
    ),
    Refused(
        "skip-existing",
        ("skip_existing",),
        lambda _given, _udfs: True,
        "`skip_existing`",
        'use the Ray runner, or a join with how="anti" on the keys that are done',
        "DaftCoreException",
        "JoinStrategy::KeyFiltering is only supported on the Ray runner",
        _NATIVE,
        since=(0, 7, 16),
        word="skip_existing",
        assumed=SOME_ARE_DONE,
    ),
    Refused(
        "length-of-unrun",
        ("__len__",),
        lambda _given, _udfs: True,
        "the length of a frame that nothing ran",
        "call collect() on it before, or count_rows() instead",
        "RuntimeError",
        "Cannot call len() on an unmaterialized dataframe",
    ),
)
"""What is known to be refused."""

BY_NAME = {row.name: row for row in REFUSED}
"""The rows of the table, by their names."""

_BY_CALL = {
    call: tuple(row for row in REFUSED if call in row.calls)
    for call in {call for row in REFUSED for call in row.calls}
}
