"""Made-up numbers for a replay, where those it needs aren't known.

A finding holds for each value that its numbers may have, so any of them puts it to the test.
"""

from __future__ import annotations

from daft_lint.plan.pipeline import Pipeline, Source
from daft_lint.plan.quantity import Quantity, exactly
from daft_lint.plan.replacing import Replacing
from daft_lint.records import replace
from daft_lint.scheduling.optimiser.native import runs_natively
from daft_lint.verification.scaling import Limits

_EXAMPLES = {"--workers": 8, "--rows": 1_000_000, "--partitions": 16}
"""Example numbers of an ordinary job, for a command to complete."""


def missing_options(pipeline: Pipeline) -> tuple[str, ...]:
    """The options that a replay of a pipeline lacks, with a number to change: `--workers 8`."""
    sources = tuple(pipeline.plan.sources)
    workers = pipeline.cluster.workers
    missing = {
        "--workers": not runs_natively(pipeline) and not (workers is not None and workers.known),
        "--rows": not all(source.rows.known for source in sources),
        "--partitions": not all(source.partitions.known for source in sources),
    }
    return tuple(f"{option} {_EXAMPLES[option]}" for option in _EXAMPLES if missing[option])


def on_workers(pipeline: Pipeline, workers: int) -> Pipeline:
    """A pipeline on the workers of a cluster, if their number isn't known and may be that."""
    known = pipeline.cluster.workers
    if known is not None and (known.known or not known.low <= workers <= known.high):
        return pipeline
    return replace(pipeline, cluster=replace(pipeline.cluster, workers=exactly(workers)))


def completed(pipeline: Pipeline, limits: Limits) -> tuple[Pipeline, tuple[str, ...]]:
    """A pipeline with made-up numbers for unknown ones, and these in words: `20,000 rows`."""
    made_up: dict[str, None] = {}

    def number(known: Quantity | None, otherwise: int, noun: str) -> Quantity:
        if known is not None and known.known:
            return known
        value = otherwise if known is None else int(min(max(otherwise, known.low, 1), known.high))
        made_up[f"{value:,} {noun}{'' if value == 1 else 's'}"] = None
        return exactly(value)

    def with_numbers(source: Source) -> Source:
        rows = number(source.rows, limits.rows, "row")
        partitions = number(source.partitions, limits.actors, "partition")
        return replace(source, rows=rows, partitions=partitions)

    plan = Replacing(lambda step: step, with_numbers).plan(pipeline.plan)
    cluster = pipeline.cluster
    if not runs_natively(pipeline):
        cluster = replace(cluster, workers=number(cluster.workers, limits.workers, "worker"))
    return replace(pipeline, plan=plan, cluster=cluster), tuple(made_up)
