"""Recorded pipelines: what earlier runs showed, and how the code's pipeline is recognised."""

from __future__ import annotations

import hashlib
import math
import re
from collections.abc import Iterable, Iterator

from daft_lint.plan.pipeline import Location, Operator, OperatorKind, Plan, Source
from daft_lint.plan.quantity import Origin, OriginKind, between
from daft_lint.plan.spread import Spread
from daft_lint.records import dataclass, replace
from daft_lint.words import duration, percent

UNKNOWN_STEP = "unknown"
"""A step with unknown effects: a plan with one is never known again."""

_REPARTITION = "repartition"
_LAYING_OUT = frozenset(
    {_REPARTITION, OperatorKind.INTO_PARTITIONS.value, OperatorKind.INTO_BATCHES.value}
)
"""Steps that change how rows lie in partitions, and no row: what people tune."""

_REDACTED = re.compile("#[0-9a-f]{8}")
_PATH, _END = '("', '")'

Key = tuple[str, str, str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class RecordedStep:
    """What a step of a pipeline did with rows.

    `number` is its place among the pipeline's `steps`, from 1, and `name` what stands there. `rows`
    are those behind it, `keeps` is the share (0 to 1) of the rows before it that a filter kept.
    `filled` are the partitions with rows behind it that every run had, at the least. None: no log
    tells. With `all_filled`, every partition of the source had some in every run.
    """

    name: str
    number: int
    rows: Spread | None = None
    keeps: Spread | None = None
    filled: int | None = None
    all_filled: bool = False


@dataclass(frozen=True, slots=True)
class RecordedUdf:
    """What the rows of a UDF cost: `rows` in a run, `row_seconds` on one actor or thread.

    `start_seconds` is the time until an actor was ready. None: no log tells.
    """

    name: str
    number: int
    rows: Spread | None = None
    row_seconds: Spread | None = None
    start_seconds: Spread | None = None


@dataclass(frozen=True, slots=True)
class RecordedPipeline:
    """What the runs of one pipeline showed.

    `code` is the file that the source stands in, from the root of the project, `function` what
    the pipeline is called there, `source` what makes its rows and `steps` what they go through: as
    long as a pipeline has all four, the facts are about it. Only steps that lay out rows in
    partitions may come and go. `how` says where they come from,
    `measured` is the day of the newest run (ISO 8601). `rows` are those of the source, `filled` its
    partitions with rows that every run had, at the least, and `partitions` all of them.
    """

    code: str
    function: str
    source: str
    steps: tuple[str, ...]
    how: str
    measured: str
    runs: int
    rows: Spread | None = None
    row_bytes: Spread | None = None
    filled: int | None = None
    partitions: Spread | None = None
    behind: tuple[RecordedStep, ...] = ()
    udfs: tuple[RecordedUdf, ...] = ()

    @property
    def key(self) -> Key:
        """What it is known again by; the same where its path is redacted."""
        source = _redacted_text(self.source)
        return self.code, self.function, source, _without_layout(self.steps)

    @property
    def tells(self) -> bool:
        """Whether there is any fact in it."""
        of_source = (self.rows, self.row_bytes, self.filled, self.partitions)
        return any(figure is not None for figure in of_source) or bool(self.behind or self.udfs)

    @property
    def redacted(self) -> RecordedPipeline:
        """The same without the path of its source."""
        return replace(self, source=_redacted_text(self.source))

    def origin(self, what: str) -> Origin:
        """Where a figure comes from: a run that was is an assumption about the next one."""
        runs = "1 run" if self.runs == 1 else f"{self.runs:,} runs"
        text = f"{what}, as in {runs} until {self.measured} ({self.how})"
        return Origin(OriginKind.RECORDED, text)


@dataclass(frozen=True, slots=True)
class RecordedSource:
    """What Daft reported about a source at a location on the day `measured` (ISO 8601).

    With `pruned`, filters behind the source may leave fewer partitions. None: unknown.
    """

    location: Location
    measured: str
    partitions: int | None = None
    rows: int | None = None
    pruned: bool = False

    @property
    def redacted(self) -> RecordedSource:
        """The same without its paths."""
        return replace(self, location=redacted(self.location))


@dataclass(frozen=True, slots=True)
class NamedStep:
    """The text that identifies a step of a plan, and its place among the plan's operators."""

    text: str
    place: int


def named_steps(plan: Plan) -> tuple[NamedStep, ...]:
    """What a plan does with its rows, in words that a run's plan gives too.

    Each UDF is a step by its name. Columns that are only chosen or computed by Daft are none.
    """
    return tuple(
        NamedStep(text, place)
        for place, operator in enumerate(plan.operators)
        for text in _texts(operator)
    )


def _texts(operator: Operator) -> Iterator[str]:
    yield from (call.udf.name for call in operator.calls if not call.udf.builtin)
    if operator.kind in (OperatorKind.HASH_REPARTITION, OperatorKind.RANDOM_REPARTITION):
        yield _REPARTITION
    elif operator.kind in (OperatorKind.OPAQUE, OperatorKind.WINDOW) or operator.maybe:
        yield UNKNOWN_STEP
    elif operator.inputs:
        others = "; ".join(
            ", ".join(step.text for step in named_steps(branch)) for branch in operator.inputs
        )
        yield f"{operator.kind.value}({others})"
    elif operator.kind is not OperatorKind.PROJECT:
        yield operator.kind.value


def _without_layout(steps: Iterable[str]) -> tuple[str, ...]:
    return tuple(text for text in steps if text not in _LAYING_OUT)


def key_of(plan: Plan, function: str, code: str) -> Key:
    """What `RecordedPipeline.key` is for the facts about a plan."""
    steps = _without_layout(step.text for step in named_steps(plan))
    return code, function, _redacted_text(source_text(plan.source)), steps


def source_text(source: Source) -> str:
    """A source in words: `daft.read_parquet("*/*.parquet")`."""
    return source.name if source.path is None else f"{source.name}{_PATH}{source.path}{_END}"


def redacted(location: Location) -> Location:
    """A location with a hash for each path, by which it is known again."""
    return replace(location, paths=tuple(map(_redacted_path, location.paths)))


def _redacted_text(source: str) -> str:
    name, start, rest = source.partition(_PATH)
    return name if not start else f"{name}{_PATH}{_redacted_path(rest.removesuffix(_END))}{_END}"


def _redacted_path(path: str) -> str:
    """`#1f3a9c0b`; a redacted path stays."""
    if _REDACTED.fullmatch(path):
        return path
    return f"#{hashlib.sha256(path.encode('utf-8', 'backslashreplace')).hexdigest()[:8]}"


def with_recorded(plan: Plan, recorded: RecordedPipeline) -> Plan:
    """A plan with what runs of it showed, where neither the code nor a hint tells."""
    operators = list(plan.operators)
    steps = named_steps(plan)
    source = _with_source(plan.source, recorded)
    kept = [place for place, step in enumerate(steps) if step.text not in _LAYING_OUT]
    for fact in recorded.behind:
        if not 0 < fact.number <= len(recorded.steps):
            continue
        before = recorded.steps[: fact.number]
        number = kept[len(_without_layout(before)) - 1]
        if tuple(step.text for step in steps[: number + 1]) != before:
            # From here on, rows are in other partitions.
            fact = replace(fact, filled=None, all_filled=False)
        place = steps[number].place
        operators[place] = _with_recorded_rows(operators[place], fact, recorded, source)
    for udf in recorded.udfs:
        for step in steps:
            if step.text == udf.name and udf.row_seconds is not None:
                operators[step.place] = _with_seconds(operators[step.place], udf, recorded)
    result = plan.with_operators(tuple(operators))
    return result if source is plan.source else Plan(source, result.operators)


def _with_seconds(step: Operator, udf: RecordedUdf, recorded: RecordedPipeline) -> Operator:
    """A step that calls a UDF, with the seconds that a row of it took."""
    assert udf.row_seconds is not None
    middle = duration(udf.row_seconds.middle)
    seconds = udf.row_seconds.quantity(recorded.origin(f"a row takes {middle} in `{udf.name}`"))
    calls = tuple(
        replace(call, row_seconds=seconds) if call.udf.name == udf.name else call
        for call in step.calls
    )
    return replace(step, calls=calls)


def _with_source(source: Source, recorded: RecordedPipeline) -> Source:
    if recorded.rows is not None and not source.rows.known:
        text = f"the source has {recorded.rows.counted('row')}"
        source = replace(source, rows=recorded.rows.quantity(recorded.origin(text)))
    if source.partitions.known:
        return source
    if recorded.partitions is not None:
        text = f"the source has {recorded.partitions.counted('partition')}"
        return replace(source, partitions=recorded.partitions.quantity(recorded.origin(text)))
    filled, planned = recorded.filled, source.partitions
    if filled is None or not planned.low < filled <= planned.high:
        return source
    origin = recorded.origin(f"the source has rows in {filled:,} partitions or more")
    return replace(source, partitions=between(filled, planned.high, *planned.origins, origin))


def _with_recorded_rows(
    step: Operator, fact: RecordedStep, recorded: RecordedPipeline, source: Source
) -> Operator:
    """A step with the rows and partitions that runs had behind it."""
    keeps, method = fact.keeps, step.method
    if step.has_row_hint:
        # Its number of rows holds. It says nothing about their partitions.
        keeps = None
    elif fact.rows is not None:
        origin = recorded.origin(f"`{method}` leaves {fact.rows.counted('row')}")
        step = replace(step, rows=fact.rows.quantity(origin))
    elif keeps is not None:
        share = percent(keeps.low, keeps.high)
        origin = recorded.origin(f"`{method}` keeps {share} of the rows")
        step = replace(step, kept=keeps.quantity(origin))
    all_stay = keeps is not None and keeps.low == 1
    if all_stay or step.partitions is not None:
        return step
    if fact.all_filled:
        origin = recorded.origin(f"`{method}` leaves rows in all partitions")
        low, high = source.partitions.low, source.partitions.high
        return replace(step, partitions=between(low, high, *source.partitions.origins, origin))
    if fact.filled is None:
        return step
    most = math.inf if recorded.partitions is None else max(fact.filled, recorded.partitions.high)
    exact = f"{fact.filled:,}" if most == fact.filled else f"{fact.filled:,} or more"
    origin = recorded.origin(f"`{method}` leaves rows in {exact} partitions")
    return replace(step, partitions=between(fact.filled, most, origin))
