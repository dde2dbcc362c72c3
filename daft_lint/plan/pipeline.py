"""A pipeline as plain data: what was written, before anything was concluded from it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from enum import Enum
from operator import is_

from daft_lint.plan.cluster import Cluster, Runner
from daft_lint.plan.conditions import ALWAYS, Conditions
from daft_lint.plan.placement import Placement
from daft_lint.plan.quantity import OriginKind, Quantity, between
from daft_lint.plan.span import Span
from daft_lint.records import dataclass, field, replace

Columns = frozenset[str]
Values = tuple[tuple[str, Quantity], ...]
"""How many different values some columns have; infinitely many where each row has its own."""

MOST_ACTORS = 10_000
"""Actors of the largest pool that is followed one by one: 10,000 take about a second."""
_FIXING = frozenset({OriginKind.ENGINE, OriginKind.LITERAL, OriginKind.CONSTANT})


class UdfKind(Enum):
    """How a UDF is called: once a row or batch, once a row to yield several, once a group."""

    ROW = "row-wise"
    BATCH = "batch"
    GENERATOR = "generator"
    AGGREGATE = "aggregate"


@dataclass(frozen=True, slots=True)
class Constant:
    """A name that stands for a number, is bound once and used once in its file.

    `importable` says that other files may import it.
    """

    name: str
    importable: bool


class Weight(Enum):
    """What the body of a UDF does for a row, as far as its code shows.

    A `LIGHT` one does a few operations on texts and numbers: 0.3 to 15 microseconds a row, measured
    on Daft 0.7.26. A `LIBRARY` one is as light on short texts, but calls what takes as long as its
    text is, `re` or `json` for instance. One with a `LOOP` does so for each part of one value, the
    words of a text for instance. A `PYTHON` one loops otherwise in Python. None of these calls
    anything that lets other threads run meanwhile. Of any other the time isn't known. An `UNREAD`
    one is a function that calls what can't be read, and nothing that is known to take its time; an
    `UNKNOWN` one has a model, the network or an object of its own, or its code isn't in sight.
    """

    LIGHT = "light"
    LIBRARY = "library"
    LOOP = "loop"
    PYTHON = "Python"
    UNREAD = "unread"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Slot:
    """A place in the code where something else may be written: `span`, with `lead` before it.

    `constant` is the name that stands there, if its number may be written anew where it is bound.
    """

    span: Span
    lead: str = ""
    constant: Constant | None = None


@dataclass(frozen=True, slots=True)
class Udf:
    """A Python UDF with the options in force where it is used.

    `concurrency` counts actors (batches under way when `is_async`); None means certainly unset. Of
    a pool that may shrink it is the most, and `fewest_actors` the least (None: unset). `batch_size`
    counts rows; None means certainly unset. `cpus` and `gpus` are what one actor asks Ray for; None
    means Daft's default. `placement` is what else decides where its actors stand; None means that
    Daft spreads them. `definition` is all of the function or class, with its decorators.
    `batch_size_slot` and `concurrency_slot` are where these can be set anew without a change to
    anything but this UDF; None where no place is sure to be one. The fields of what it returns that
    are `unnested` become columns, and it makes none of its own name; None where that isn't known.
    What is `builtin` is Daft's own, and no code of the program. One that `fills_gpus` has an actor
    for each GPU of the cluster; without GPUs it has no pool. One that `keeps_state` changes what
    its object holds with each call, so two actors of it may give another result than one. `weight`
    is what its body does for a row, and one that `makes_heavy` returns bytes, images or tensors.
    One that `holds_files` reads the file of each row itself, and puts what is in them into a list;
    one that `uses_gpu` puts a model on one. What it calls that `needs_rows` raises where there are
    none: `np.stack`.
    """

    name: str
    span: Span
    kind: UdfKind
    is_async: bool
    legacy: bool
    concurrency: Quantity | None
    batch_size: Quantity | None
    cpus: Quantity | None = None
    gpus: Quantity | None = None
    placement: Placement | None = None
    fewest_actors: Quantity | None = None
    definition: Span | None = None
    batch_size_slot: Slot | None = None
    concurrency_slot: Slot | None = None
    unnested: Columns | None = frozenset()
    builtin: bool = False
    fills_gpus: bool = False
    keeps_state: bool = False
    weight: Weight = Weight.UNKNOWN
    makes_heavy: bool = False
    holds_files: bool = False
    uses_gpu: bool = False
    needs_rows: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """Its name and, of a method, its class's; of Daft's own those of the single expressions."""
        if self.builtin:
            return (self.name, *self.name.split(", "))
        return tuple(dict.fromkeys((self.name, self.name.partition(".")[0])))

    @property
    def actors(self) -> Quantity | None:
        """Its concurrency; more than `MOST_ACTORS` count as so many or more."""
        asked = self.concurrency
        if asked is None or asked.low <= MOST_ACTORS:
            return asked
        return between(MOST_ACTORS, math.inf, *asked.origins)

    @property
    def takes_batch_size(self) -> bool:
        """Whether the definition can carry a batch_size at all."""
        return self.kind is UdfKind.BATCH

    @property
    def is_actor_pool(self) -> bool:
        """Whether Daft starts a pool of actors for it: concurrency set and not async.

        Source: `UDFProperties::is_actor_pool_udf`, Daft 0.7.26.
        """
        return self.concurrency is not None and not self.is_async


@dataclass(frozen=True, slots=True)
class UdfCall:
    """One use of a UDF in a plan.

    `reads` are the columns it reads, None when unknown; `output` is the column it makes, None when
    it has no name of its own. `work` says what is called on what, in the same words wherever that
    is surely the same UDF, made the same way, on the same expressions of columns; None when
    unknown. `number` is the same where one expression stands in several columns, and another one
    for each expression; 0 when unknown. It `differs` where each round of a loop around it may use
    another UDF. It is `heavy` where its arguments hold a download or a decode themselves, and
    `row_bytes` are those of an image that they make. `row_seconds` are what earlier runs took for a
    row, None where none is recorded. `in_window` is the part of a window that calls it, its
    `keys`, its `order` or its `values`, empty elsewhere.
    """

    udf: Udf
    span: Span
    reads: Columns | None = None
    output: str | None = None
    work: str | None = None
    number: int = field(default=0, compare=False)
    differs: bool = field(default=False, compare=False)
    doubtful: bool = field(default=False, compare=False)
    heavy: bool = field(default=False, compare=False)
    row_bytes: Quantity | None = field(default=None, compare=False)
    row_seconds: Quantity | None = field(default=None, compare=False)
    in_window: str = field(default="", compare=False)

    def __hash__(self) -> int:
        """The hash of its place: few calls share one."""
        return hash(self.span)


_LONG = 64

GROUPS = "fragment_group_size="
"""The option of a location that says how many fragments of a Lance table a task reads."""
EARLIER_ROUNDS = "loop"
"""The method of a step that stands for those of the earlier rounds of a loop."""
UNKNOWN_STEPS = "unknown steps"
"""The method of a step that stands for those of a loop with code out of sight."""


class OperatorKind(Enum):
    """What an operator does to partitions and rows.

    Members are compared by identity, and hashed so: Enum's own hash is a call in Python.
    """

    __hash__ = object.__hash__

    PROJECT = "project"
    FILTER = "filter"
    LIMIT = "limit"
    EXPLODE = "explode"
    SAMPLE = "sample"
    HASH_REPARTITION = "hash repartition"
    RANDOM_REPARTITION = "random repartition"
    INTO_PARTITIONS = "into_partitions"
    INTO_BATCHES = "into_batches"
    SORT = "sort"
    AGGREGATE = "aggregate"
    DISTINCT = "distinct"
    JOIN = "join"
    CONCAT = "concat"
    WINDOW = "window"
    BARRIER = "barrier"
    OPAQUE = "unknown"


SETS = frozenset(
    {
        *("except_all", "except_distinct", "intersect", "intersect_all"),
        *("union_all_by_name", "union_by_name"),
    }
)
"""Methods that take frames as sets of rows, or name by name."""


@dataclass(frozen=True, slots=True)
class Link:
    """Where a step stands in its chain of method calls.

    `removal` is the code to delete when the step is removed, None when a comment would go too.
    `before` is where another call can be put between the step and what it is called on.
    `name` is what the frame is assigned to right after the step, None when it is not. `argument` is
    the first argument if it is no literal but has the same value whenever the step is made.
    """

    removal: Span | None
    before: Slot
    name: str | None = None
    argument: Slot | None = None


class EarlyEnd(Enum):
    """What ends a loop early: nothing, a `break` alone, or anything else.

    `OTHER` is a `continue`, `return`, `yield`, `raise` or `try`, and a clock that measures rounds.
    """

    NONE = "none"
    BREAK = "break"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Loop:
    """A loop of the program: a `for`, a `while` or a comprehension.

    `span` is what it loops over: `for path in paths`. `rounds` is how often it runs. `counted` is
    false for a `while`. `early` is what may end a round or the loop before all is done.
    """

    span: Span
    rounds: Quantity
    counted: bool = True
    early: EarlyEnd = EarlyEnd.NONE


@dataclass(frozen=True, slots=True)
class Join:
    """How a join puts the rows of two frames together.

    `how` is Daft's name for the kind of join. `left` and `right` are the columns that it compares
    on each side, none where unknown. `prefix` stands before the name of a column of the
    right side that the left side has too; None where unknown. `strategy` is what the
    code asks for, empty where Daft chooses, None where unknown.
    """

    how: str
    left: Columns = frozenset()
    right: Columns = frozenset()
    prefix: str | None = "right."
    strategy: str | None = ""

    @property
    def only_looks(self) -> bool:
        """Whether the right side only decides which rows of the left side stay."""
        return self.how in {"semi", "anti"}


@dataclass(frozen=True, slots=True)
class Selected:
    """One of the columns that a selection makes; `name` is None where unknown.

    It may stand for several columns then: for all fields of a struct. `reads` are the columns that
    it reads, None where unknown, and `surely_reads` those that it reads in any case.
    """

    name: str | None
    reads: Columns | None
    surely_reads: Columns


def is_unclear(selected: Selected) -> bool:
    """Whether nothing is known of a column that is selected."""
    return selected.name is None and selected.reads is None


@dataclass(frozen=True, slots=True)
class Operator:
    """One step of a plan.

    `count` is the argument that matters: partitions of a repartition (None: unchanged), rows of
    into_batches or limit, the fraction of sample, how many rows an explode makes of each. `code` is
    how the program writes it; None where that isn't known, or takes more than a line. `reads` are
    the columns it reads, `writes` those it makes or changes, `keeps` the only columns left after
    it; None means unknown (`keeps` None: all stay but those that it `drops`). `drops` are the
    columns that end here without being read, None where unknown. `renames` are the old and the new
    name of each column that gets another one, None where unknown. `heavy` marks rows that grow
    here: a download, a decode. `expressions` are the built-in expressions of it that take time on
    each row, by their names: downloads, uploads, decodes. `cut` is the most rows of a morsel behind
    it, None where it cuts none: downloads do. `maybe` marks a step that only some run takes,
    because it stands in one branch. `link` says where the call of a lazy method of the frame, such
    as `repartition`, stands in its chain. It is None for every other step: a subscript, an
    aggregation after `groupby`, and the barrier that an eager call such as `collect` leaves in the
    plan. `number` tells which step of a run it is: the same in two plans that hold the same one; 0
    for steps that Daft adds. `loops` are the loops that it is made in, the outermost first.
    `surely_reads` are the columns that a filter or a selection reads in any case, where it may read
    others too, or those that an aggregation groups by. `under` says what holds where it is made.
    `within` is the method of a class that it is written in, None where it isn't in one. `join` is
    how a join does it, None where it is no join or unknown. `selected` are the columns of a
    selection with some unknown name; there are none for any other step. `row_bytes` are those of an
    image in the only column that it makes, None where nothing tells. `rows` and `partitions` with
    rows are what a hint says there are behind it, and `kept` which share of the rows before it
    these are. `key_calls` are UDFs in what it sorts, groups, compares or shares out by, and
    `group_calls` those that it calls with each group. `refused` are the names of `refusals.REFUSED`
    that the call meets. `values` are how many different ones a column that it makes has at most,
    and `keys` how many different ones there are of what it shuffles by, None where nothing tells.
    `by` are the columns that a window is partitioned by, None where unknown.
    """

    kind: OperatorKind
    method: str
    span: Span
    count: Quantity | None = None
    reads: Columns | None = None
    writes: Columns | None = frozenset()
    keeps: Columns | None = None
    calls: tuple[UdfCall, ...] = ()
    inputs: tuple[Plan, ...] = ()
    may_explode: bool = False
    heavy: bool = False
    maybe: bool = False
    link: Link | None = None
    number: int = field(default=0, compare=False)
    loops: tuple[Loop, ...] = field(default=(), compare=False)
    surely_reads: Columns = field(default=frozenset(), compare=False)
    under: Conditions = field(default=ALWAYS, compare=False)
    within: str | None = field(default=None, compare=False)
    code: str | None = field(default=None, compare=False)
    join: Join | None = field(default=None, compare=False)
    drops: Columns | None = frozenset()
    renames: tuple[tuple[str, str], ...] | None = ()
    selected: tuple[Selected, ...] = field(default=(), compare=False)
    expressions: tuple[str, ...] = ()
    cut: Quantity | None = None
    row_bytes: Quantity | None = None
    rows: Quantity | None = None
    partitions: Quantity | None = None
    kept: Quantity | None = None
    key_calls: tuple[UdfCall, ...] = field(default=(), compare=False)
    group_calls: tuple[UdfCall, ...] = field(default=(), compare=False)
    refused: tuple[str, ...] = field(default=(), compare=False)
    values: Values = ()
    keys: Quantity | None = None
    by: Columns | None = field(default=None, compare=False)

    @property
    def shuffle_calls(self) -> tuple[UdfCall, ...]:
        """The UDFs that its shuffle calls, with keys or with groups."""
        return (*self.key_calls, *self.group_calls)

    @property
    def keeps_rows(self) -> bool:
        """Whether it makes columns alone, so each row stays where it is."""
        if self.kind is not OperatorKind.PROJECT or self.may_explode:
            return False
        return all(call.udf.kind is not UdfKind.GENERATOR for call in self.calls)

    @property
    def has_row_hint(self) -> bool:
        """Whether a hint says how many rows there are behind it, or which share of them."""
        return self.rows is not None or self.kept is not None

    @property
    def is_told(self) -> bool:
        """Whether hints say how many rows and partitions with rows there are behind it."""
        return self.rows is not None and self.partitions is not None

    @property
    def is_call(self) -> bool:
        """Whether it stands for a call, not for what a loop or unseen code may have done."""
        made = self.kind is not OperatorKind.OPAQUE or self.link is not None
        return made and self.method != EARLIER_ROUNDS

    @property
    def takes_hints(self) -> bool:
        """Whether a hint can say what there is behind it: it is a call that every run makes."""
        return self.is_call and not self.maybe

    def with_inputs(self, inputs: tuple[Plan, ...]) -> Operator:
        """This step with other inputs; the same object when they are those that it has."""
        return self if _are_same(inputs, self.inputs) else replace(self, inputs=inputs)

    def read_as(self, other: Operator) -> Operator:
        """This step where it may be the equal `other`: without its number if theirs differ.

        The sources of its inputs are as `Plan.read_as` has them.
        """
        pairs = zip(self.inputs, other.inputs, strict=True)
        step = self.with_inputs(tuple(mine.read_as(theirs) for mine, theirs in pairs))
        return step if step.number == other.number else replace(step, number=0)


@dataclass(frozen=True, slots=True)
class Location:
    """Where a source's rows are, as far as code tells all of it, so that others can look there.

    `reader` is the function of Daft without its module. `paths` are paths, URLs or globs, just as
    the program hands them over: each `*` is one. `options` are the names of all other arguments but
    those that are plainly None or False; the size of groups of fragments is there with its number,
    as `fragment_group_size=4`.
    """

    reader: str
    paths: tuple[str, ...]
    options: tuple[str, ...] = ()

    @property
    def grouped(self) -> int:
        """How many fragments of a Lance table a task reads."""
        sizes = (each.removeprefix(GROUPS) for each in self.options if each.startswith(GROUPS))
        return max([1, *map(int, sizes)])


@dataclass(frozen=True, slots=True)
class Source:
    """Where the rows of a plan come from.

    `in_memory` marks rows that the program itself holds, `perhaps_in_memory` those of several
    sources where only some are so; `path` is the literal path or glob, with `*` for each part that
    isn't known, None when there is none. `number` and `loops` are those of an `Operator`.
    `location` is None where the code doesn't tell all of it. It `differs` where each round of a
    loop around it may read other rows. `columns` are all that it has, None where the code doesn't
    tell. It is `checkpointed` where `checkpoint=` may let a later run skip rows that an earlier one
    has done. `piece_rows` are those of a piece that a task reads, None where nothing tells. It is
    `uneven` where the values of a column decide which partition a row is in, and `paced` where the
    program sets how many files are read at once. `refused` and `values` are as for an `Operator`.
    Where ways meet, it stands for the sources in `either`; there are none otherwise.
    """

    name: str
    span: Span
    partitions: Quantity
    rows: Quantity
    in_memory: bool = False
    path: str | None = None
    number: int = field(default=0, compare=False)
    loops: tuple[Loop, ...] = field(default=(), compare=False)
    location: Location | None = field(default=None, compare=False)
    differs: bool = field(default=False, compare=False)
    columns: Columns | None = field(default=None, compare=False)
    checkpointed: bool = False
    perhaps_in_memory: bool = False
    piece_rows: Quantity | None = None
    uneven: bool = False
    paced: bool = field(default=False, compare=False)
    refused: tuple[str, ...] = field(default=(), compare=False)
    either: tuple[Source, ...] = field(default=(), compare=False)
    values: Values = ()

    @property
    def has_fixed_partitions(self) -> bool:
        """Whether Daft or the code itself says how many partitions it has: a listing has one.

        Other facts about its data don't change that.
        """
        kinds = {origin.kind for origin in self.partitions.origins}
        return self.partitions.known and bool(kinds) and kinds <= _FIXING

    def read_as(self, other: Source) -> Source:
        """This source, its place unknown if the equal `other` is at another."""
        return self if self.location == other.location else replace(self, location=None)


@dataclass(frozen=True, slots=True)
class Plan:
    """A source and the steps after it, in written order."""

    source: Source
    operators: tuple[Operator, ...] = ()

    def then(self, operator: Operator) -> Plan:
        """This plan with one more step."""
        return Plan(self.source, (*self.operators, operator))

    def with_operators(self, operators: tuple[Operator, ...]) -> Plan:
        """This plan with other steps; the same object when they are those that it has."""
        return self if _are_same(operators, self.operators) else Plan(self.source, operators)

    @property
    def is_long(self) -> bool:
        """Whether it has so many steps that it isn't tried out once more for each of them."""
        return len(self.operators) > _LONG

    @property
    def sources(self) -> Iterator[Source]:
        """Its source, and those of all that it is joined with."""
        yield self.source
        for step in self.operators:
            for other in step.inputs:
                yield from other.sources

    @property
    def steps(self) -> Iterator[Operator]:
        """All steps, those of the other sides of joins and concats too.

        Those of a frame that flows into several steps are there once.
        """
        yield from _steps(self, set())

    @property
    def sure_steps(self) -> Iterator[Operator]:
        """The steps that every run takes, those of what it is joined with among them."""
        for step in self.operators:
            if not step.maybe:
                yield step
                for other in step.inputs:
                    yield from other.sure_steps

    def read_as(self, other: Plan) -> Plan:
        """This plan, its sources at unknown places where the equal `other` has others."""
        source = self.source.read_as(other.source)
        pairs = zip(self.operators, other.operators, strict=True)
        plan = self.with_operators(tuple(mine.read_as(theirs) for mine, theirs in pairs))
        return plan if source is self.source else Plan(source, plan.operators)


def _steps(plan: Plan, seen: set[int]) -> Iterator[Operator]:
    for step in plan.operators:
        for other in step.inputs:
            if id(other) not in seen:
                seen.add(id(other))
                yield from _steps(other, seen)
        yield step


def _are_same(made: Sequence[object], known: Sequence[object]) -> bool:
    return len(made) == len(known) and all(map(is_, made, known))


class ActionKind(Enum):
    """What makes a plan run."""

    COLLECT = "collect"
    SHOW = "show"
    COUNT = "count"
    ITERATE = "iterate"
    TO_DRIVER = "to driver"
    WRITE = "write"


@dataclass(frozen=True, slots=True)
class Action:
    """The call that runs a plan. `rows` is the limit that `show` sets, else None.

    `number` tells actions apart. `after` are the numbers of those that some run of the program does
    before it, its own among them when it may run the same frame again; `surely_after` of those that
    every run that gets here has done, its own if all run it again. `forks` counts the places
    where a run may go another way than to it. `whole` is false where it may stop before the last
    row. `loops` are the loops that it runs in, the outermost first. `carried` are the numbers of
    the steps that a later round of one of the loops has in its plan again. `target` is the path
    that is written to, with `*` for each part that isn't known, None when there is none in sight.
    `under` says what holds where it runs. `refused` is as for an `Operator`. It writes `by_keys`
    where it makes a folder for each value of some columns.
    """

    kind: ActionKind
    method: str
    span: Span
    rows: Quantity | None = None
    number: int = field(default=0, compare=False)
    after: frozenset[int] = field(default=frozenset(), compare=False)
    surely_after: frozenset[int] = field(default=frozenset(), compare=False)
    forks: int = field(default=0, compare=False)
    whole: bool = field(default=True, compare=False)
    loops: tuple[Loop, ...] = field(default=(), compare=False)
    carried: frozenset[int] = field(default=frozenset(), compare=False)
    target: str | None = field(default=None, compare=False)
    under: Conditions = field(default=ALWAYS, compare=False)
    refused: tuple[str, ...] = field(default=(), compare=False)
    by_keys: bool = False


@dataclass(frozen=True, slots=True)
class Pipeline:
    """A plan, the action that runs it (None: nothing in sight does), and where it runs.

    `cluster` holds what the code and its hint comments say; settings fill the rest. It is
    `doubtful` whether there is one at all where a step of it and the action stand in branches that
    seem to exclude each other.
    """

    name: str
    plan: Plan
    action: Action | None
    runner: Runner
    cluster: Cluster = field(default_factory=Cluster)
    doubtful: bool = field(default=False, compare=False)

    @property
    def spans(self) -> Iterator[Span]:
        """Every place in code that it depends on: source, steps, UDFs, numbers and action."""
        yield from _spans(self.plan)
        if self.action is not None:
            yield self.action.span
            yield from _origins(self.action.rows)


def _spans(plan: Plan) -> Iterator[Span]:
    yield plan.source.span
    yield from _origins(plan.source.partitions, plan.source.rows)
    for step in plan.operators:
        yield step.span
        yield from _origins(step.count)
        for call in step.calls:
            yield call.span
            yield call.udf.definition or call.udf.span
            yield from _origins(call.udf.concurrency, call.udf.batch_size)
            yield from _origins(call.udf.cpus, call.udf.gpus)
        for other in step.inputs:
            yield from _spans(other)


def _origins(*quantities: Quantity | None) -> Iterator[Span]:
    """The places in code that numbers came from."""
    for quantity in quantities:
        for origin in quantity.origins if quantity is not None else ():
            if origin.span is not None:
                yield origin.span
