"""The values that an expression of a program can stand for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum
from typing import TYPE_CHECKING, TypeAlias

from daft_lint.plan.pipeline import (
    Columns,
    Operator,
    Plan,
    Slot,
    Source,
    Udf,
    UdfCall,
    UdfKind,
    Weight,
)
from daft_lint.plan.placement import Placement
from daft_lint.plan.quantity import Origin, Quantity, exactly, unknown
from daft_lint.plan.span import Span
from daft_lint.records import dataclass, field, replace

if TYPE_CHECKING:
    import ast

    from daft_lint.index.code import Scope


@dataclass(frozen=True, slots=True)
class Unknown:
    """Nothing is known.

    Where it has `ways`, it is one of these, and nothing else: UDFs, what has them for methods, or
    expressions with them. Of `too_many`, it isn't kept which they are.
    """

    ways: tuple[Value, ...] = field(default=(), compare=False)
    too_many: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class Nothing:
    """The value None."""


@dataclass(frozen=True, slots=True)
class Flag:
    """True or False."""

    value: bool


@dataclass(frozen=True, slots=True)
class Number:
    """A number; it may be negative where its `low` is."""

    quantity: Quantity


@dataclass(frozen=True, slots=True)
class Text:
    """A string, with `*` for every part that isn't known.

    `globbing` says that the program itself holds each `*` of it. One that `is_path` is a `Path`.
    One from outside of the program may have a number as its `default`.
    """

    pattern: str
    globbing: bool = False
    is_path: bool = False
    default: Number | None = None

    @classmethod
    def of(cls, pattern: str, *, known: bool, is_path: bool = False) -> Text:
        """A text with that pattern, all of it `known` or not."""
        return cls(pattern, known and "*" in pattern, is_path)

    @property
    def exact(self) -> str | None:
        """The string itself when all of it is known."""
        return None if "*" in self.pattern else self.pattern

    @property
    def written(self) -> str | None:
        """The string itself when all of it is known, with whatever `*` it has."""
        return self.pattern if self.globbing else self.exact


@dataclass(frozen=True, slots=True)
class Items:
    """A list, tuple, set, range or comprehension: how many items, and which when all are known.

    There are at most so many `kinds` of them, None where nothing tells.
    """

    length: Quantity
    values: tuple[Value, ...] | None = None
    kinds: int | None = None


@dataclass(frozen=True, slots=True)
class Mapping:
    """A dict with its entries; a key that is no known string is None."""

    entries: tuple[tuple[Key, Value], ...]

    @classmethod
    def of(cls, entries: Iterable[tuple[Key, Value]]) -> Mapping:
        """A dict of entries; later ones replace earlier ones with the same key."""
        kept = tuple(entries)
        unclear = any(key is None for key, _ in kept)
        return cls(kept if unclear else tuple(dict(kept).items()))

    def get(self, key: str, default: Value | None = None) -> Value:
        """The value of a key: what is known of it after every key that may be the same one.

        `default` is what a dict without the key gives.
        """
        for name, value in reversed(self.entries):
            if name is None:
                return UNKNOWN
            if name == key:
                return value
        return UNKNOWN if default is None else default


@dataclass(frozen=True, slots=True)
class Imported:
    """Something of another module, by its full dotted name.

    A module of the project stands for itself; what is in it is known by its value.
    """

    name: str

    def attribute(self, name: str) -> Imported:
        """An attribute of it."""
        return Imported(f"{self.name}.{name}")


@dataclass(frozen=True, slots=True)
class Reached:
    """Something of Daft's without a class of its own here, by the path to it from a module.

    `daft.Session().attach_view` is a method of what a call of `daft.Session` gives.
    """

    path: str

    def attribute(self, name: str) -> Reached:
        """An attribute of it."""
        return Reached(f"{self.path}.{name}")

    @property
    def called(self) -> Reached:
        """What a call of it gives."""
        return Reached(f"{self.path}()")


@dataclass(frozen=True, slots=True)
class FrameValue:
    """A Daft DataFrame and the plan it holds. It is `optional` where it may be None instead."""

    plan: Plan
    optional: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class GroupedValue:
    """A grouped Daft DataFrame, before its aggregation.

    `keys` are the columns that it is grouped by; None when unknown. `key_calls` are the UDFs in
    them. `refused` are the names of the refusals that its keys meet.
    """

    plan: Plan
    keys: Columns | None = field(default=None, compare=False)
    key_calls: tuple[UdfCall, ...] = field(default=(), compare=False)
    refused: tuple[str, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class ExpressionValue:
    """A Daft expression.

    `reads` are the columns it reads (None: unknown), `name` that of the column it makes.
    `conjuncts` are the sides of an `&`, which the optimiser moves one by one. `text` says what it
    computes, in the same words wherever that is surely the same; None when unknown. `at_least` are
    columns that it reads in any case, where it may read others too. It `aggregates` where it makes
    one value of all rows. `work` are the built-in expressions in it that take time on each row, by
    their names. `cut` is the most rows of a morsel that a download in it leaves, None where there
    is none. `row_bytes` are those of the image that it makes, None where nothing tells. It is
    `windowed` where each row has a value of a window: true where that may have keys, false where it
    holds all rows. `modulus` is n in `column % n`, None for anything else. `lacks` are the methods
    without which Daft refuses a window in it, or a function of one such as `rank`. `by` are the
    columns that the keys of its window are made of, None where unknown.
    """

    reads: Columns | None
    name: str | None = None
    calls: tuple[UdfCall, ...] = ()
    heavy: bool = False
    may_explode: bool = False
    conjuncts: tuple[ExpressionValue, ...] = ()
    text: str | None = field(default=None, compare=False)
    at_least: Columns = field(default=frozenset(), compare=False)
    aggregates: bool = field(default=False, compare=False)
    work: tuple[str, ...] = ()
    cut: Quantity | None = None
    row_bytes: Quantity | None = None
    windowed: bool | None = None
    modulus: int | None = field(default=None, compare=False)
    lacks: frozenset[str] = frozenset()
    by: Columns | None = field(default=None, compare=False)

    @property
    def surely_reads(self) -> Columns:
        """The columns that it reads in any case."""
        return self.at_least if self.reads is None else self.reads


class UdfForm(Enum):
    """The kinds of decorator that make UDFs."""

    LEGACY = "daft.udf"
    FUNC = "daft.func"
    FUNC_BATCH = "daft.func.batch"
    CLS = "daft.cls"
    METHOD = "daft.method"
    METHOD_BATCH = "daft.method.batch"
    UDAF = "daft.udaf"


@dataclass(frozen=True, slots=True)
class UdfOptions:
    """The options of a decorator or an override, as Udf holds them.

    They are `refused` where Daft raises instead of making a UDF. `ray_options` says whether it has
    any, and `placement` what these decide.
    """

    concurrency: Quantity | None = None
    batch_size: Quantity | None = None
    cpus: Quantity | None = None
    gpus: Quantity | None = None
    ray_options: bool = False
    placement: Placement | None = None
    fewest_actors: Quantity | None = None
    batch_size_slot: Slot | None = None
    concurrency_slot: Slot | None = None
    unnested: Columns | None = frozenset()
    refused: bool = False


@dataclass(frozen=True, slots=True)
class DecoratorValue:
    """A UDF decorator with its arguments, waiting for a function or class.

    `node` is the expression that made it: `daft.func`, or a call of it. `rests_on` are assumptions
    about decorators above it.
    """

    form: UdfForm
    options: UdfOptions
    node: ast.expr | None = field(default=None, compare=False)
    arguments: Arguments = field(default_factory=lambda: Arguments(), compare=False)
    rests_on: tuple[Origin, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class WrapperValue:
    """A call of a wrapper that settings name, waiting for a function or class.

    `name` is the wrapper's own, without its module; `span` is that of the call. `made` is as for
    `UdfValue`.
    """

    name: str
    span: Span
    options: UdfOptions
    takes_batch_size: bool
    made: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class UdfValue:
    """A UDF that makes an expression when it is called.

    `made` identifies one of the UDFs made of a definition: by arguments, or by a number. One that
    `makes_objects` may also be called with plain values, as a class is: that gives it again. It is
    `optional` where it may be None instead.
    """

    udf: Udf
    made: str = field(default="", compare=False)
    makes_objects: bool = False
    optional: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class UdfMethod:
    """What is known of one method of a `@daft.cls` class, and the assumptions it `rests_on`.

    `keeps_state`, `weight`, `makes_heavy`, `holds_files`, `uses_gpu` and `needs_rows` are as
    for `Udf`.
    """

    span: Span
    kind: UdfKind
    is_async: bool
    batch_size: Quantity | None
    batch_size_slot: Slot | None = None
    rests_on: tuple[Origin, ...] = ()
    unnested: Columns | None = frozenset()
    refused: bool = False
    keeps_state: bool = False
    weight: Weight = Weight.UNKNOWN
    makes_heavy: bool = False
    holds_files: bool = False
    uses_gpu: bool = False
    needs_rows: str = ""


@dataclass(frozen=True, slots=True)
class UdfClassValue:
    """A `@daft.cls` class; calling it makes an instance. `definition` is all of the class."""

    name: str
    span: Span
    definition: Span
    options: UdfOptions
    methods: tuple[tuple[str, UdfMethod], ...]
    made: str = field(default="", compare=False)

    def method(self, name: str) -> UdfMethod | None:
        """The method of that name, None when the class has none in sight."""
        return dict(self.methods).get(name)


@dataclass(frozen=True, slots=True)
class UdfInstanceValue:
    """An instance of a `@daft.cls` class, whose methods are UDFs.

    `made` and `optional` are as for `UdfValue`.
    """

    made_of: UdfClassValue
    made: str = field(default="", compare=False)
    optional: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True, eq=False)
class PartialValue:
    """`functools.partial(function, ...)`: something to call, with some of its arguments."""

    function: Value
    arguments: Arguments


@dataclass(frozen=True, slots=True, eq=False)
class FactoryValue:
    """`field(default_factory=made_by)`: each object of the class gets what a call gives."""

    made_by: Value


@dataclass(frozen=True, slots=True, eq=False)
class Alternatives:
    """One of several values, unknown which: functions, classes, objects, containers."""

    values: tuple[Value, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Module:
    """A module of the project; `of` is the one that the map of modules has."""

    of: object


@dataclass(frozen=True, slots=True, eq=False)
class Function:
    """A function, method or lambda of the project.

    `scope` is its own in the index, `context` the one of `infer` that it was defined in. `bound`
    are arguments that it is called with before all others: the object of a method. It is `marked`
    by its `@daft.method` decorator. `rests_on` are assumptions about decorators out of sight.
    """

    scope: Scope
    context: object
    bound: tuple[Value, ...] = ()
    marked: DecoratorValue | None = None
    rests_on: tuple[Origin, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Class:
    """A class of the project: its scope in the index, and the context that it was defined in."""

    scope: Scope
    context: object
    rests_on: tuple[Origin, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Instance:
    """An object of a class of the project.

    `given` is what it was made with, as `infer` has it; None where that is unknown. `answers` are
    those that were given about it.
    """

    made_of: Class
    given: object = None
    answers: dict[object, Value] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, eq=False)
class Super:
    """`super()` in a method: its object, and the class behind which names are looked up."""

    owner: Instance
    behind: Scope


Value: TypeAlias = (
    Unknown
    | Super
    | Alternatives
    | Module
    | Function
    | Class
    | Instance
    | Nothing
    | Flag
    | Number
    | Text
    | Items
    | Mapping
    | Imported
    | Reached
    | FrameValue
    | GroupedValue
    | ExpressionValue
    | DecoratorValue
    | WrapperValue
    | UdfValue
    | UdfClassValue
    | UdfInstanceValue
    | PartialValue
    | FactoryValue
)

Key: TypeAlias = str | None

UNKNOWN = Unknown()


def each_of(value: Value) -> tuple[Value, ...]:
    """The values that one may be."""
    return value.values if isinstance(value, Alternatives) else (value,)


def may_change(value: Value) -> bool:
    """Whether a value is, or may be, a list or dict: something can change it in place."""
    return any(isinstance(each, Items | Mapping) for each in each_of(value))


def held_by(value: Value) -> tuple[Value, ...]:
    """The items of a list and the values of a dict that are known."""
    if isinstance(value, Mapping):
        return tuple(each for _, each in value.entries)
    return (value.values or ()) if isinstance(value, Items) else ()


def is_constant(value: Value) -> bool:
    """Whether it is a number, a text, a truth value or a container."""
    return isinstance(value, Number | Text | Flag | Items | Mapping)


def key_of(value: Value) -> Key:
    """The key under which a dict holds a value."""
    if isinstance(value, Text):
        return None if value.is_path else value.exact
    return None


# Of more values than these, it isn't kept which ones they are.
_MOST_WAYS = 4
# Between the names of sources where one is read.
_OR = " or "


def join(left: Value, right: Value) -> Value:
    """What a value is when either of two runs may have happened."""
    if left is right:
        return left
    if isinstance(left, Unknown) or isinstance(right, Unknown):
        return _either_way(left, right)
    joined = _joined(left, right)
    return perhaps_none(joined) if _may_be_none(left) or _may_be_none(right) else joined


def perhaps_none(value: Value) -> Value:
    """The same, or None: its use takes it for the value, but a test for None stays open."""
    return replace(value, optional=True) if isinstance(value, _TELLS_NONE) else value


def _may_be_none(value: Value) -> bool:
    return isinstance(value, Nothing) or (isinstance(value, _TELLS_NONE) and value.optional)


def _joined(left: Value, right: Value) -> Value:
    if left == right:
        return _without_doubtful_places(left, right)
    if isinstance(left, Text) and isinstance(right, Text) and left.pattern == right.pattern:
        return _joined_texts(left, right)
    if isinstance(left, Nothing) and isinstance(right, _USELESS_AS_NONE):
        return right
    if isinstance(right, Nothing) and isinstance(left, _USELESS_AS_NONE):
        return left
    if isinstance(left, Number) and isinstance(right, Number):
        return Number(left.quantity.hull(right.quantity))
    if isinstance(left, FrameValue) and isinstance(right, FrameValue):
        return FrameValue(join_plans(left.plan, right.plan))
    if isinstance(left, Items) and isinstance(right, Items):
        return Items(left.length.hull(right.length))
    return _either_way(left, right)


def _either_way(left: Value, right: Value) -> Unknown:
    """One of two values, unknown which; both are kept where both are of UDFs."""
    ways = [_alternatives(side) for side in (left, right)]
    each = tuple(way for some in ways for way in some)
    are_few = all(ways) and len(each) <= _MOST_WAYS
    has_udf = any(not isinstance(value, ExpressionValue) or value.calls for value in each)
    return Unknown(each) if are_few and has_udf else UNKNOWN


def _alternatives(value: Value) -> tuple[Value, ...]:
    if isinstance(value, Unknown):
        return value.ways
    return (value,) if isinstance(value, UdfValue | UdfInstanceValue | ExpressionValue) else ()


def _joined_texts(left: Text, right: Text) -> Value:
    """A text of one pattern; a path is no text."""
    if left.is_path != right.is_path:
        return UNKNOWN
    return Text(left.pattern, is_path=left.is_path)


def _without_doubtful_places(left: Value, right: Value) -> Value:
    """One of two equal values: frames that are read from other places have none.

    Two ways to group are unclear.
    """
    if isinstance(left, FrameValue) and isinstance(right, FrameValue):
        return replace(left, plan=left.plan.read_as(right.plan))
    if isinstance(left, GroupedValue) and isinstance(right, GroupedValue):
        keys = left.keys if left.keys == right.keys else None
        return replace(left, plan=left.plan.read_as(right.plan), keys=keys)
    return left


# What knows of itself whether it may be None.
_TELLS_NONE = FrameValue | UdfInstanceValue | UdfValue
# Using one of these fails where it is None, so what is said of its use leaves that run out.
_USELESS_AS_NONE = (
    Imported,
    FrameValue,
    GroupedValue,
    DecoratorValue,
    WrapperValue,
    UdfValue,
    UdfClassValue,
    UdfInstanceValue,
)


def join_plans(left: Plan, right: Plan) -> Plan:
    """One plan for two runs: what only one of them does is marked `maybe`."""
    if left is right:
        return left
    shared = 0
    source = left.source.read_as(right.source)
    if left.source == right.source:
        for mine, other in zip(left.operators, right.operators, strict=False):
            if mine is not other and mine != other:
                break
            shared += 1
    else:
        source = _join_sources(left.source, right.source)
    rest = _either(left.operators[shared:], right.operators[shared:])
    pairs = zip(left.operators[:shared], right.operators[:shared], strict=True)
    same = (mine if mine is other else mine.read_as(other) for mine, other in pairs)
    return Plan(source, (*same, *rest))


def _either(left: tuple[Operator, ...], right: tuple[Operator, ...]) -> tuple[Operator, ...]:
    """Steps where a run takes any part, in this order."""
    mine = tuple(step if step.maybe else replace(step, maybe=True) for step in left)
    other = tuple(step if step.maybe else replace(step, maybe=True) for step in right)
    if _is_part(other, mine):
        return mine
    return other if _is_part(mine, other) else (*mine, *other)


def _is_part(few: tuple[Operator, ...], many: tuple[Operator, ...]) -> bool:
    """Whether some steps are all among others, in the same order."""
    rest = iter(many)
    return len(few) <= len(many) and all(
        # Lines are compared at once; equal steps have the same.
        any(step.span.line == each.span.line and step == each for each in rest)
        for step in few
    )


def _join_sources(left: Source, right: Source) -> Source:
    sources = (*(left.either or (left,)), *(right.either or (right,)))
    names = dict.fromkeys(source.name for source in sources)
    return Source(
        name=_OR.join(names),
        span=left.span,
        partitions=left.partitions.hull(right.partitions),
        rows=left.rows.hull(right.rows),
        in_memory=left.in_memory and right.in_memory,
        path=left.path if left.path == right.path else None,
        checkpointed=left.checkpointed or right.checkpointed,
        perhaps_in_memory=any(each.in_memory or each.perhaps_in_memory for each in (left, right)),
        either=tuple({source.span: source for source in sources}.values()),
    )


@dataclass(frozen=True, slots=True)
class Arguments:
    """The values of a call's arguments.

    `complete` is false when `*x` or `**x` hides some; `after` are the positional ones behind such
    a `*x`, whose places aren't known.
    """

    positional: tuple[Value, ...] = ()
    keywords: dict[str, Value] = field(default_factory=dict)
    complete: bool = True
    after: tuple[Value, ...] = ()

    def get(self, position: int | None, *names: str) -> Value | None:
        """The argument at a position or under a name, None when it isn't given."""
        for name in names:
            if name in self.keywords:
                return self.keywords[name]
        if position is not None and position < len(self.positional):
            return self.positional[position]
        return None if self.complete else UNKNOWN

    def then(self, more: Arguments) -> Arguments:
        """These, and more that are given later."""
        return Arguments(
            (*self.positional, *more.positional),
            {**self.keywords, **more.keywords},
            self.complete and more.complete,
            more.after,
        )

    @property
    def values(self) -> tuple[Value, ...]:
        """Every argument in sight, positional ones first."""
        return (*self.positional, *self.after, *self.keywords.values())

    @property
    def each(self) -> Iterator[Value]:
        """Every argument in sight, and of lists every item."""
        for value in self.values:
            yield from (value.values if isinstance(value, Items) and value.values else (value,))


def as_quantity(value: Value) -> Quantity:
    """The number a value holds where Daft takes no negative one, or an unknown one."""
    if not isinstance(value, Number) or value.quantity.high < 0:
        return unknown()
    return value.quantity.at_least(exactly(0))


def as_plain(value: Value) -> object:
    """A number, text or dict of these as Python has it, or None; another value stays what it is."""
    if isinstance(value, Mapping):
        if any(not isinstance(key, str) for key, _ in value.entries):
            return value
        return {key: as_plain(item) for key, item in value.entries}
    if isinstance(value, Text) and value.written is not None:
        return value.written
    if isinstance(value, Number) and value.quantity.known:
        return value.quantity.value
    return None if isinstance(value, Nothing) else value
