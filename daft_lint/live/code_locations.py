"""The locations in code of a running program's plan: each step at the call that made it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from daft_lint.documents.document import shown_path
from daft_lint.live_plan.lines import PATH
from daft_lint.live_plan.raw_plan import Made
from daft_lint.live_plan.translation import LivePipeline
from daft_lint.plan.pipeline import Operator, Pipeline, Source, UdfCall
from daft_lint.plan.quantity import OriginKind, Quantity
from daft_lint.plan.replacing import Replacing
from daft_lint.plan.span import Span
from daft_lint.records import dataclass, replace

T = TypeVar("T", Operator, Source)
_End = tuple[str, int, int | str]
_UNSURE = frozenset(
    {OriginKind.ASSUMPTION, OriginKind.RECORDED, OriginKind.DEFAULT, OriginKind.GUESS}
)

SourceLine = Callable[[str, int], str | None]
"""The text of a line of a path, None when there is none."""


@dataclass(frozen=True, slots=True)
class Code:
    """The steps and sources that code analysis read, by the place where their calls end.

    That is a path, a line, and what Python tells of the rest: the column, or before Python 3.11 the
    name of the method, where only one call of it ends on the line. One call may make several steps,
    or be read several times.
    """

    steps: Mapping[_End, tuple[Operator, ...]]
    sources: Mapping[_End, tuple[Source, ...]]


def code_of(pipelines: Iterable[Pipeline]) -> Code:
    """The steps and sources of pipelines."""
    steps: dict[_End, list[Operator]] = {}
    sources: dict[_End, list[Source]] = {}
    for pipeline in pipelines:
        for source in pipeline.plan.sources:
            for end in _ends(source.span, source.name.rpartition(".")[2]):
                sources.setdefault(end, []).append(source)
        for step in (step for step in pipeline.plan.steps if step.is_call):
            for end in _ends(step.span, step.method):
                steps.setdefault(end, []).append(step)
    return Code(_unambiguous(steps), _unambiguous(sources))


def _ends(span: Span, method: str) -> Iterator[_End]:
    yield span.path, span.end_line, span.end_column
    yield span.path, span.end_line, method


def _unambiguous(found: Mapping[_End, list[T]]) -> dict[_End, tuple[T, ...]]:
    """What ends at each place; nothing where two calls do."""
    return {
        end: tuple(ones)
        for end, ones in found.items()
        if len({operator.span for operator in ones}) == 1
    }


def placed(live: LivePipeline, code: Code, source_line: SourceLine) -> Pipeline:
    """The pipeline with its steps at the calls that made them.

    Where code analysis read the same call, the step takes over what only code tells: the place of
    each UDF, where numbers are written, how to edit it.
    """
    placer = _Placer(live.made, code, source_line)
    return replace(
        live.pipeline, plan=Replacing(placer.step, placer.source).plan(live.pipeline.plan)
    )


@dataclass(frozen=True, slots=True)
class _Placer:
    made: Mapping[int, Made]
    code: Code
    source_line: SourceLine

    def source(self, source: Source) -> Source:
        made = self._made(source.span)
        if made is None:
            return source
        read = self.code.sources.get(self._call(made))
        if read is None:
            return replace(source, name=f"daft.{made.method}", span=self._span(made))
        written = read[0]
        return replace(
            source,
            name=written.name,
            span=written.span,
            path=written.path or source.path,
            partitions=_hinted_or_live(
                source.partitions, [each_source.partitions for each_source in read]
            ),
            rows=_hinted_or_live(source.rows, [each_source.rows for each_source in read]),
            loops=written.loops,
        )

    def step(self, step: Operator) -> Operator:
        made = self._made(step.span)
        if made is None:
            return step
        read = self.code.steps.get(self._call(made))
        if read is None:
            span = self._span(made)
            calls = tuple(_called_at(call, span) for call in step.calls)
            return replace(step, method=made.method, span=span, calls=calls)
        written = read[0]
        return replace(
            step,
            method=written.method,
            span=written.span,
            link=written.link,
            loops=written.loops,
            count=None if step.count is None else _as_written(step.count, written.count),
            calls=tuple(_called(call, read) for call in step.calls),
        )

    def _made(self, span: Span) -> Made | None:
        return self.made.get(span.line) if span.path == PATH else None

    def _call(self, made: Made) -> _End:
        """The place of a call, as `Code` has it."""
        column = self._end_column(made)
        return _path(made), made.end_line, made.method if column is None else column

    def _end_column(self, made: Made) -> int | None:
        """Where the call ends, as spans count columns; None where Python doesn't know."""
        line = self.source_line(_path(made), made.end_line)
        if made.end_column is None or line is None:
            return None
        before = line.encode("utf-8", "surrogatepass")[: made.end_column]
        return len(before.decode("utf-8", "replace")) + 1

    def _span(self, made: Made) -> Span:
        """The lines of the call, from the first thing that stands there."""
        path = _path(made)
        first = self.source_line(path, made.line) or ""
        last = self.source_line(path, made.end_line) or ""
        end = self._end_column(made) or len(last) + 1
        column = len(first) - len(first.lstrip()) + 1
        return Span(path, made.line, column, made.end_line, end)


def _path(made: Made) -> str:
    return shown_path(Path(made.file))


def _called_at(call: UdfCall, span: Span) -> UdfCall:
    return replace(call, span=span, udf=replace(call.udf, span=span))


def _called(call: UdfCall, read: Sequence[Operator]) -> UdfCall:
    """The call with what its code says, if one of the steps calls a UDF of that name there."""
    named = [
        each_call
        for step in read
        for each_call in step.calls
        if _same_name(call.udf.name, each_call.udf.name)
    ]
    if not named:
        return _called_at(call, read[0].span)
    written = next((each_call for each_call in named if each_call.reads == call.reads), named[0])
    udf = replace(
        written.udf,
        is_async=call.udf.is_async,
        legacy=call.udf.legacy,
        concurrency=_option(call.udf.concurrency, written.udf.concurrency),
        batch_size=_option(call.udf.batch_size, written.udf.batch_size),
        cpus=_option(call.udf.cpus, written.udf.cpus),
        gpus=_option(call.udf.gpus, written.udf.gpus),
        placement=call.udf.placement,
    )
    return replace(call, span=written.span, udf=udf)


def _same_name(live: str, written: str) -> bool:
    """Whether two names are those of one UDF: a plan names the method that is called."""
    return live.removesuffix(".__call__") == written.removesuffix(".__call__")


def _option(live: Quantity | None, written: Quantity | None) -> Quantity | None:
    return None if live is None else _as_written(live, written)


def _hinted_or_live(live: Quantity, written: Sequence[Quantity]) -> Quantity:
    """What a hint comment says of a source, else the live number, unless code alone has one."""
    first = written[0]
    if any(origin.kind is OriginKind.HINT for origin in first.origins):
        return first
    if live.low <= first.low == first.high < live.high and _is_agreed(written):
        return first
    return _as_written(live, first)


def _is_agreed(written: Sequence[Quantity]) -> bool:
    """Whether code surely has one number, however often it was read."""
    numbers = {(quantity.low, quantity.high) for quantity in written}
    return len(numbers) == 1 and all(
        origin.kind not in _UNSURE for quantity in written for origin in quantity.origins
    )


def _as_written(live: Quantity, written: Quantity | None) -> Quantity:
    """A live number, said to come from where code has the same, whatever code had to assume."""
    if written is None or (live.low, live.high) != (written.low, written.high):
        return live
    origins = tuple(origin for origin in written.origins if origin.kind not in _UNSURE)
    return replace(live, origins=origins or live.origins)
