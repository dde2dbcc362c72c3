"""Puts the facts of hint comments where they belong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from daft_lint.plan.cluster import Cluster
from daft_lint.plan.pipeline import OperatorKind
from daft_lint.plan.quantity import Origin, OriginKind, Quantity, exactly

if TYPE_CHECKING:
    from daft_lint.documents.hints import Hint
    from daft_lint.plan.pipeline import Operator, Pipeline, Plan, Source, Udf
    from daft_lint.plan.span import Span
    from daft_lint.reading.values import UdfOptions


_CUTS = frozenset(
    {
        OperatorKind.HASH_REPARTITION,
        OperatorKind.RANDOM_REPARTITION,
        OperatorKind.INTO_PARTITIONS,
    }
)


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
        return replace(
            source,
            rows=self._at(source.span, "rows") or source.rows,
            partitions=self._at(source.span, "partitions") or source.partitions,
        )

    def step(self, step: Operator, source: Span) -> Operator:
        """A step that makes partitions, of which nobody knows how many, with those of a hint.

        On the line of the source of its rows, a hint is about that.
        """
        count = step.count
        if step.kind not in _CUTS or count is None or count.known:
            return step
        if (source.path, source.line) == (step.span.path, step.span.line):
            return step
        return replace(step, count=self._on_lines(step.span, "partitions") or count)

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

    def _at(self, span: Span, key: str) -> Quantity | None:
        """The figure of a hint on the statement around a span; one on its very lines wins."""
        around = [
            hint
            for hint in self._hints
            if key in hint.values and hint.first_line <= span.line <= hint.last_line
        ]
        around.sort(key=lambda hint: not span.line <= hint.span.line <= span.end_line)
        return _quantity(around[0], key) if around else None

    def _on_lines(self, span: Span, key: str) -> Quantity | None:
        """The figure of a hint on the very lines of a span, or above its statement."""
        found = (
            hint
            for hint in self._hints
            if key in hint.values
            and (
                span.line <= hint.span.line <= span.end_line
                or hint.span.line < hint.first_line == span.line
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
