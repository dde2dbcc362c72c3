"""The facts of hint comments, put where they belong."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from daft_lint.documents.hints import InvalidPragma
from daft_lint.plan.cluster import Cluster
from daft_lint.plan.pipeline import OperatorKind
from daft_lint.plan.quantity import Origin, OriginKind, Quantity, exactly
from daft_lint.records import replace

if TYPE_CHECKING:
    from daft_lint.documents.hints import Hint
    from daft_lint.plan.pipeline import Operator, Pipeline, Plan, Source, Udf
    from daft_lint.plan.span import Span
    from daft_lint.values.values import UdfOptions


_CUTS = frozenset(
    {
        OperatorKind.HASH_REPARTITION,
        OperatorKind.RANDOM_REPARTITION,
        OperatorKind.INTO_PARTITIONS,
    }
)


_KEEPS = frozenset({OperatorKind.FILTER, OperatorKind.SAMPLE})
_SHARES_OUT = frozenset(
    {
        OperatorKind.HASH_REPARTITION,
        OperatorKind.AGGREGATE,
        OperatorKind.DISTINCT,
        OperatorKind.WINDOW,
    }
)
_OF_CLUSTER = ("workers", "cpus-per-worker", "gpus-per-worker")
_OF_ROWS = ("rows", "partitions", "keeps", "keys")


class Hints:
    """The hint comments of a file, asked for by place.

    A hint on a statement is about that statement. A hint on the header of a function or class is
    about all of its body. A cluster hint before every function and class, at no pipeline, is about
    the whole file.
    """

    def __init__(self, hints: Sequence[Hint], blocks: Sequence[tuple[int, int]]) -> None:
        """Take the hints of a file, and the lines of its functions and classes."""
        self._hints = hints
        self._blocks = blocks

    def source(self, source: Source) -> Source:
        """A source with the rows and partitions that a hint gives it."""
        source = replace(source, rows=self.on_source(source.span, "rows") or source.rows)
        if source.has_fixed_partitions:
            return source
        partitions = self.on_source(source.span, "partitions") or source.partitions
        return replace(source, partitions=partitions)

    def step(self, step: Operator, source: Span) -> Operator:
        """A step with the rows and partitions that a hint says there are, or it keeps, behind it.

        On the line of a source of its rows, a hint is about that, but for the share that is kept,
        and how many different keys there are of what it shuffles by.
        """
        if not self._hints:
            return step
        sources = (source, *(other.source.span for other in step.inputs))
        rows = self._of_step(step.span, "rows", sources)
        partitions = self._of_step(step.span, "partitions", sources)
        kept = self._of_step(step.span, "keeps", ()) if step.kind in _KEEPS else None
        if step.kind in _SHARES_OUT:
            step = replace(step, keys=self._of_step(step.span, "keys", ()))
        count = step.count
        if partitions and step.kind in _CUTS and count is not None and not count.known:
            # Where rows of a shuffle fall is left to chance all the same.
            is_cut = step.kind is OperatorKind.INTO_PARTITIONS
            filled = partitions if is_cut else None
            return replace(step, rows=rows, count=partitions, partitions=filled, kept=kept)
        return replace(step, rows=rows, partitions=partitions, kept=kept)

    def udf(self, udf: Udf, span: Span) -> Udf:
        """A UDF with the concurrency and batch_size that a hint at its definition or use gives."""
        return replace(
            udf,
            concurrency=self._at(span, "concurrency") or udf.concurrency,
            batch_size=self._at(span, "batch-size") or udf.batch_size,
        )

    def options(self, options: UdfOptions, span: Span) -> UdfOptions:
        """The options of a class of UDFs with the concurrency that a hint at its header gives."""
        return replace(options, concurrency=self._at(span, "concurrency") or options.concurrency)

    def batch_size(self, written: Quantity | None, span: Span) -> Quantity | None:
        """The batch_size of a method, or what a hint at its header gives."""
        return self._at(span, "batch-size") or written

    def cluster(self, lines: set[int]) -> Cluster:
        """The cluster that hints give for a pipeline with steps on these lines."""
        return Cluster(
            workers=self._for_lines("workers", lines),
            cpus_per_worker=self._for_lines("cpus-per-worker", lines),
            gpus_per_worker=self._for_lines("gpus-per-worker", lines),
        )

    def idle(
        self, pipelines: Sequence[Pipeline], path: str, called: set[int]
    ) -> Iterator[InvalidPragma]:
        """The hints that reach none of the pipelines, and cluster hints not the file either.

        A hint about rows at a call that no pipeline has may be about a frame that only unseen code
        runs. `called` are the lines of all calls.
        """
        places = (place for pipeline in pipelines for place in places_of(pipeline))
        lines = {place.line for place in places if place.path == path}
        if not lines:
            return
        taken = {found for pipeline in pipelines for found in self._taken(pipeline.plan, path)}
        for hint in self._hints:
            of_file = hint.last_line < self._first_block_line()
            if not of_file and not any(self._reaches(hint, line) for line in lines):
                yield from _ignored(
                    hint,
                    [key for key in _OF_CLUSTER if key in hint.values],
                    "no pipeline that runs has a step here",
                    "put it at the top of the file, or above the function with the pipeline",
                )
            about = range(hint.first_line, hint.last_line + 1)
            if lines.intersection(about) or not called.intersection(about):
                idle = [
                    key for key in _OF_ROWS if key in hint.values and (hint.span, key) not in taken
                ]
                yield from _ignored(
                    hint,
                    idle,
                    "no source or step of a pipeline takes it here",
                    "put it on the first or last line of what it is about",
                )

    def _taken(self, plan: Plan, path: str) -> Iterator[tuple[Span, str]]:
        """The hints about rows that a plan takes, each with its key."""
        sources = [each.span for source in plan.sources for each in (source, *source.either)]
        here = [span for span in sources if span.path == path]
        for key in _OF_ROWS:
            if key in ("keeps", "keys"):
                figures = [step.kept if key == "keeps" else step.keys for step in plan.steps]
            else:
                own = [step.span for step in plan.steps if step.span.path == path]
                figures = [self._of_step(span, key, sources) for span in own]
                figures += [self.on_source(span, key) for span in here]
            places = (each.origins[0].span for each in figures if each is not None and each.origins)
            yield from ((place, key) for place in places if place is not None)

    def on_source(self, span: Span, key: str) -> Quantity | None:
        """The figure of a hint on a source: behind it, inside of its statement, is that of a step.

        Its origin tells where the hint is.
        """
        own = (hint for hint in self._hints if not span.end_line < hint.span.line < hint.last_line)
        return self._at(span, key, own)

    def _at(self, span: Span, key: str, hints: Iterable[Hint] | None = None) -> Quantity | None:
        """The figure of a hint on the statement around a span; one on its very lines wins."""
        around = [
            hint
            for hint in (self._hints if hints is None else hints)
            if key in hint.values and hint.first_line <= span.line <= hint.last_line
        ]
        around.sort(key=lambda hint: not span.line <= hint.span.line <= span.end_line)
        return _quantity(around[0], key) if around else None

    def _of_step(self, span: Span, key: str, sources: Sequence[Span]) -> Quantity | None:
        """The figure of a hint on the first or last line of a step, or above its statement."""
        taken = {source.line for source in sources if source.path == span.path}
        lines = {span.line, span.end_line} - taken
        found = (
            hint
            for hint in self._hints
            if key in hint.values
            and (
                hint.span.line in lines
                or (hint.span.line < hint.first_line == span.line and span.line in lines)
            )
        )
        return next((_quantity(hint, key) for hint in found), None)

    def _for_lines(self, key: str, lines: set[int]) -> Quantity | None:
        """The figure of the narrowest hint that stands at any of the lines, else of the file."""
        hints = [hint for hint in self._hints if key in hint.values]
        near = [hint for hint in hints if any(self._reaches(hint, line) for line in lines)]
        if near:
            narrowest = min(near, key=lambda hint: self._extent(hint)[1] - self._extent(hint)[0])
            return _quantity(narrowest, key)
        of_file = [hint for hint in hints if hint.last_line < self._first_block_line()]
        return _quantity(of_file[0], key) if of_file else None

    def _reaches(self, hint: Hint, line: int) -> bool:
        first, last = self._extent(hint)
        return first <= line <= last

    def _extent(self, hint: Hint) -> tuple[int, int]:
        """The lines a hint is about: its statement, or all of the block its statement opens."""
        for first, last in self._blocks:
            if hint.first_line <= first <= hint.last_line:
                return hint.first_line, last
        return hint.first_line, hint.last_line

    def _first_block_line(self) -> float:
        return min((first for first, _ in self._blocks), default=float("inf"))


def _quantity(hint: Hint, key: str) -> Quantity:
    number = hint.values[key]
    return exactly(number, Origin(OriginKind.HINT, f"hint {key}={number:,}", hint.span))


def _ignored(hint: Hint, keys: Sequence[str], why: str, advice: str) -> Iterator[InvalidPragma]:
    if keys:
        said = ", ".join(f"`{key}={hint.values[key]:,}`" for key in keys)
        yield InvalidPragma(hint.span, f"{why}, so {said} is ignored; {advice}")


def refused(hints: Sequence[Hint], sources: Iterable[Source]) -> Iterator[InvalidPragma]:
    """The hints that give sources of their file other partitions than Daft makes of them."""
    placed = Hints(hints, ())
    for source in sources:
        hinted = placed.on_source(source.span, "partitions")
        if hinted is None or not source.has_fixed_partitions:
            continue
        made = source.partitions
        place = hinted.origins[0].span
        if place is not None and hinted.low != made.low:
            partitions = "1 partition" if made.low == 1 else f"{made} partitions"
            yield InvalidPragma(
                place,
                f"`{source.name}` always makes {partitions} here, so `partitions={hinted}` is "
                "ignored; remove it, or put it on the line of a later step",
            )


def places_of(pipeline: Pipeline) -> Iterator[Span]:
    """Where the action, the source and the steps of a pipeline stand, in this order."""
    if pipeline.action is not None:
        yield pipeline.action.span
    yield from _plan_spans(pipeline.plan)


def _plan_spans(plan: Plan) -> Iterator[Span]:
    yield plan.source.span
    for step in plan.operators:
        yield step.span
        for other in step.inputs:
            yield from _plan_spans(other)
