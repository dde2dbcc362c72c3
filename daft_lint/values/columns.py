"""Daft expressions: which columns they read, and the UDFs called in them."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b

from daft_lint.plan.expressions import DOWNLOADS, RESIZES, TIMED, bytes_of_image, cut_by_download
from daft_lint.plan.pipeline import UdfCall
from daft_lint.plan.quantity import Quantity, exactly, smallest
from daft_lint.records import replace
from daft_lint.values import numbers
from daft_lint.values.values import (
    Arguments,
    Class,
    ExpressionValue,
    Flag,
    Function,
    Imported,
    Items,
    Key,
    Mapping,
    Nothing,
    Number,
    Text,
    Value,
    as_quantity,
    is_constant,
)

# Expressions whose rows grow: bytes fetched, media decoded. Light rows end here.
_HEAVY_NAMES = frozenset(
    {
        "download",
        "decode",
        "decode_image",
        "image_decode",
        "url_download",
        "read_file",
        "resize",
        "to_tensor",
        "video_frames",
        "video_keyframes",
    }
)
_IMAGE_WORK = frozenset({"decode", "encode"})
_LONGEST_WORDS = 500
_CONNECTIONS = 32
"""Connections of a download that doesn't say how many (daft/functions/url.py, Daft 0.7.26)."""
_CODE = Function | Class
# One expression for many columns: each field of a struct has its own name.
_UNNESTING = "unnest"
_ITEM = "get"
# Namespaces of methods that look into each value, before Daft 0.7: `col("x").list.max()`.
_NAMESPACES = frozenset({"embedding", "list"})
# What functions need of a window, and what a window's methods give it (run on five versions of
# Daft). One with a frame isn't judged: Daft refuses other things there.
_BY_KEYS, _ORDERED, _EITHER = "partition_by", "order_by", "partition_by or order_by"
_OVER = "over"
_WINDOW = frozenset({_BY_KEYS, _ORDERED, _EITHER})
_NEEDS = {
    **dict.fromkeys(("dense_rank", "rank", "row_number"), frozenset({_OVER, _ORDERED})),
    **dict.fromkeys(("lag", "lead"), frozenset({_OVER, _BY_KEYS, _ORDERED})),
}
_GIVES = {
    _BY_KEYS: frozenset({_BY_KEYS, _EITHER}),
    _ORDERED: frozenset({_ORDERED, _EITHER}),
    **dict.fromkeys(("rows_between", "range_between"), _WINDOW),
    _OVER: _WINDOW | {_OVER},
}
# Expressions that make one value of all rows, unless they are taken `over` a window.
_AGGREGATIONS = frozenset(
    {
        "agg_concat",
        "agg_list",
        "agg_set",
        "any_value",
        "approx_count_distinct",
        "approx_percentiles",
        "avg",
        "bool_and",
        "bool_or",
        "count",
        "count_distinct",
        "list_agg",
        "list_agg_distinct",
        "max",
        "mean",
        "median",
        "min",
        "percentile",
        "product",
        "skew",
        "stddev",
        "string_agg",
        "sum",
        "var",
    }
)


def is_plain(value: Value) -> bool:
    """Whether a value certainly holds no expression."""
    if isinstance(value, Items):
        return value.values is not None and all(is_plain(item) for item in value.values)
    if isinstance(value, Mapping):
        return all(is_plain(item) for _, item in value.entries)
    constant = is_constant(value) or isinstance(value, _CODE | Nothing)
    return constant or (isinstance(value, Imported) and value.name.startswith("daft."))


def words(value: Value) -> str | None:
    """A value in words that are the same wherever it is surely the same value.

    Long ones become a digest: an expression of two equal ones would double them.
    """
    if isinstance(value, ExpressionValue):
        text = value.text
        if text is None or len(text) <= _LONGEST_WORDS:
            return text
        return f"#{blake2b(text.encode('utf-8', 'surrogatepass'), digest_size=16).hexdigest()}"
    if isinstance(value, Text):
        return None if value.exact is None or value.is_path else repr(value.exact)
    if isinstance(value, Number):
        known = value.quantity.known and not numbers.is_default(value.quantity)
        return str(value.quantity.low) if known else None
    if isinstance(value, Flag):
        return str(value.value)
    if isinstance(value, Nothing):
        return "None"
    if isinstance(value, Items) and value.values is not None:
        return _bracketed([words(item) for item in value.values])
    if isinstance(value, Mapping):
        return _bracketed(_entries(value.entries))
    return value.name if isinstance(value, Imported) else None


def words_of(arguments: Arguments) -> str | None:
    """The arguments of a call in such words."""
    if not arguments.complete:
        return None
    keywords = _entries(sorted(arguments.keywords.items()))
    return _bracketed([*(words(value) for value in arguments.positional), *keywords])


def _entries(values: Iterable[tuple[Key, Value]]) -> list[str | None]:
    texts = [(name, words(value)) for name, value in values]
    return [None if name is None or text is None else f"{name}={text}" for name, text in texts]


def _bracketed(parts: list[str | None]) -> str | None:
    known = [part for part in parts if part is not None]
    return f"({', '.join(known)})" if len(known) == len(parts) else None


def as_expression(value: Value) -> ExpressionValue:
    """A value where an expression stands: constants read nothing, the unknown reads anything."""
    if isinstance(value, ExpressionValue):
        return value
    if is_plain(value):
        return ExpressionValue(frozenset())
    if isinstance(value, Items) and value.values is not None:
        return merged([as_expression(item) for item in value.values])
    return ExpressionValue(None, may_explode=True)


def merged(values: list[ExpressionValue], name: str | None = None) -> ExpressionValue:
    """One expression made of several."""
    reads = [value.reads for value in values]
    known = [columns for columns in reads if columns is not None]
    heavy = [value for value in values if value.heavy]
    return ExpressionValue(
        reads=frozenset().union(*known) if len(known) == len(reads) else None,
        name=name,
        calls=tuple({id(call): call for value in values for call in value.calls}.values()),
        heavy=bool(heavy),
        may_explode=any(value.may_explode for value in values),
        at_least=frozenset().union(*(value.surely_reads for value in values)),
        aggregates=any(value.aggregates for value in values),
        work=tuple(dict.fromkeys(name for value in values for name in value.work)),
        cut=smallest(value.cut for value in values),
        row_bytes=heavy[0].row_bytes if len(heavy) == 1 else None,
        windowed=max(
            (value.windowed for value in values if value.windowed is not None), default=None
        ),
        lacks=frozenset().union(*(value.lacks for value in values)),
        by=next((value.by for value in values if value.windowed is not None), None),
    )


def of_arguments(arguments: Arguments, *more: ExpressionValue) -> ExpressionValue:
    """Every expression among a call's arguments as one; hidden arguments read anything.

    An unknown value is most likely a number or a text: it makes no rows.
    """
    values = [*more, *map(_as_argument, arguments.values)]
    return merged(values if arguments.complete else [*values, ExpressionValue(None)])


def _as_argument(value: Value) -> ExpressionValue:
    made = as_expression(value)
    return made if isinstance(value, ExpressionValue) else replace(made, may_explode=False)


def combined(left: Value, right: Value, *, conjunction: bool) -> ExpressionValue:
    """An operator between two expressions; `&` keeps its sides apart."""
    sides = [as_expression(left), as_expression(right)]
    whole = merged(sides, sides[0].name)
    if not conjunction:
        return whole
    parts = {id(part): part for side in sides for part in (side.conjuncts or (side,))}
    return replace(whole, conjuncts=tuple(parts.values()))


def item(owner: ExpressionValue, key: Value) -> ExpressionValue:
    """`owner[key]`: a field of a struct has its own name, as one of `get` has."""
    return replace(combined(owner, key, conjunction=False), name=_name_of_item(owner.name, key))


def _name_of_item(owner: str | None, key: Value | None) -> str | None:
    """The name of the column: `*` stands for many, and what is taken of a list has its own.

    Source: `column_names` on Daft 0.7.26.
    """
    if isinstance(key, Text):
        return None if key.exact == "*" else key.exact
    return owner if isinstance(key, Number) else None


def method(
    owner: ExpressionValue, name: str, arguments: Arguments, within: str | None = None
) -> ExpressionValue:
    """A method of an expression; `alias` names it, downloads and decodes make rows heavy.

    `within` is the last attribute that it is asked of.
    """
    if name == "alias":
        alias = arguments.get(0, "name")
        named = merged([owner], alias.exact if isinstance(alias, Text) else None)
        return replace(named, text=owner.text, modulus=owner.modulus)
    said = words_of(arguments)
    text = None if said is None or owner.text is None else f"{words(owner)}.{name}{said}"
    output = owner.name if name != _ITEM else _name_of_item(owner.name, arguments.get(0))
    made = _named(of_arguments(arguments, owner), output, name, text)
    made = replace(
        made,
        cut=smallest((made.cut, _cut(name, arguments))),
        row_bytes=_image_bytes(name, arguments, 0),
    )
    if name == _OVER:
        calls = _in_window(owner.calls, "values") + _in_window(
            made.calls[len(owner.calls) :], "order"
        )
        made = replace(made, calls=calls, lacks=_lacks_over(owner, arguments.get(0, "window")))
    if name == _BY_KEYS:
        texts = [each.exact for each in arguments.each if isinstance(each, Text)]
        keys, names = of_arguments(arguments).reads, {text for text in texts if text is not None}
        by = None if keys is None or None in texts else keys | names
        made = replace(made, by=by, calls=_in_window(made.calls, "keys"))
    if name in _IMAGE_WORK and within == "image":
        made = replace(made, work=_with(made.work, f"{name}_image"))
    aggregates = owner.aggregates if within in _NAMESPACES else made.aggregates
    return replace(made, aggregates=aggregates)


def function(name: str, arguments: Arguments) -> ExpressionValue:
    """A built-in function of Daft: no Python UDF, whatever its options are called."""
    first = arguments.get(0)
    output = first.name if isinstance(first, ExpressionValue) else None
    if name == _ITEM:
        output = _name_of_item(output, arguments.get(1))
    said = words_of(arguments)
    made = _named(of_arguments(arguments), output, name, said and f"{name}{said}")
    return replace(
        made,
        cut=smallest((made.cut, _cut(name, arguments))),
        row_bytes=_image_bytes(name, arguments, 1),
    )


def _image_bytes(name: str, arguments: Arguments, first: int) -> Quantity | None:
    """Bytes of an image that is resized to a known width, the argument `first`, and height."""
    sides = (arguments.get(first, "w"), arguments.get(first + 1, "h"))
    if name not in RESIZES or not all(isinstance(side, Number) for side in sides):
        return None
    width, height = (as_quantity(side) for side in sides if side is not None)
    return bytes_of_image(width, height)


def _cut(name: str, arguments: Arguments) -> Quantity | None:
    """Rows of a morsel that a download cuts."""
    if name not in DOWNLOADS:
        return None
    given = arguments.get(None, "max_connections")
    connections = exactly(_CONNECTIONS) if given is None else as_quantity(given)
    return cut_by_download(connections)


def window() -> ExpressionValue:
    """A window of all rows, as `Window()` makes it."""
    return ExpressionValue(None, windowed=False, lacks=_WINDOW)


def _in_window(calls: tuple[UdfCall, ...], part: str) -> tuple[UdfCall, ...]:
    return tuple(call if call.in_window else replace(call, in_window=part) for call in calls)


def _lacks_over(owner: ExpressionValue, given: Value | None) -> frozenset[str]:
    """What an expression lacks when it is taken over a window, which may be unknown."""
    if not isinstance(given, ExpressionValue) or given.windowed is None:
        return frozenset()
    if _EITHER in given.lacks:
        return frozenset({_EITHER})
    return given.lacks & (owner.lacks | ({_BY_KEYS} if owner.aggregates else set()))


def _named(
    whole: ExpressionValue, output: str | None, name: str, text: str | None
) -> ExpressionValue:
    return ExpressionValue(
        whole.reads,
        None if name == _UNNESTING else output,
        whole.calls,
        heavy=whole.heavy or name in _HEAVY_NAMES,
        may_explode=whole.may_explode or name == "explode",
        text=text,
        at_least=whole.at_least,
        aggregates=name in _AGGREGATIONS or (whole.aggregates and name != "over"),
        work=_with(whole.work, name) if name in TIMED else whole.work,
        cut=whole.cut,
        windowed=True
        if name == "partition_by" or (name == "over" and whole.windowed is None)
        else whole.windowed,
        lacks=whole.lacks - _GIVES.get(name, frozenset()) | _NEEDS.get(name, frozenset()),
        by=whole.by,
    )


def _with(names: tuple[str, ...], name: str) -> tuple[str, ...]:
    return names if name in names else (*names, name)
